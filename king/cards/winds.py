"""The four winds, the turn around the table, partners and sides.

Winds in clockwise order are N, E, S, W: the player on one's left is the next one (rules, conventions).
"""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    """Which way the turn goes round the table (A2: clockwise for Genoa, Portugal, France; else anticlockwise)."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Wind(StrEnum):
    """A seat at the table; the value is the letter of every notation, whatever the reader's language shows."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def side(self) -> Side:
        return Side.NS if self in (Wind.N, Wind.S) else Side.EW

    @property
    def partner(self) -> Wind:
        return self.after(2)

    def after(self, steps: int = 1, direction: Direction = Direction.CLOCKWISE) -> Wind:
        """The wind ``steps`` turns later.

        >>> Wind.N.after(), Wind.N.after(1, Direction.ANTICLOCKWISE), Wind.W.after(2)
        (<Wind.E: 'E'>, <Wind.W: 'W'>, <Wind.E: 'E'>)
        """
        sign = 1 if direction is Direction.CLOCKWISE else -1
        return WINDS[(WINDS.index(self) + sign * steps) % 4]


class Side(StrEnum):
    NS = "NS"
    EW = "EW"

    @property
    def winds(self) -> tuple[Wind, Wind]:
        """The two winds of the side, the first in clockwise order from North."""
        return (Wind.N, Wind.S) if self is Side.NS else (Wind.E, Wind.W)

    @property
    def other(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS


WINDS: tuple[Wind, ...] = (Wind.N, Wind.E, Wind.S, Wind.W)
SIDES: tuple[Side, ...] = (Side.NS, Side.EW)
