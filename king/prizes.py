"""Who is called up at the prize-giving: the first places of a standing, the best of each wind, the best single sheet.

Nothing is ranked anew: places are those of the standing, and equals share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from king.rounds import Seat
from king.standings import Line, Standings


@dataclass(frozen=True, slots=True)
class BestSheet:
    """The highest total of a single partita, with whose it is and in which partita; equals are all there."""

    entry: str
    round: int
    total: Fraction


@dataclass(frozen=True, slots=True)
class Prizes:
    """``overall``: the lines of the first places. ``winds``: the first of each wind. ``best``: the best sheets."""

    overall: tuple[Line, ...]
    winds: Mapping[Seat, tuple[Line, ...]]
    best: tuple[BestSheet, ...]


def prizes(standings: Standings, places: int = 3) -> Prizes:
    """The prizes of a standing.

    A wind has a winner only where winds are compared: there is more than one, each has two to compare, and the tables
    did not deal cards of their own, which rank within themselves.
    """
    winds = {wind: tuple(line for line in lines if line.rank == 1) for wind, lines in standings.winds.items()}
    by_table = any(each.tables for each in standings.rounds)
    compared = not by_table and len(winds) > 1 and all(len(lines) > 1 for lines in standings.winds.values())
    return Prizes(
        tuple(line for line in standings.overall if line.rank <= places),
        winds if compared else {},
        best_sheets(standings),
    )


def best_sheets(standings: Standings) -> tuple[BestSheet, ...]:
    """The highest total that anybody who is ranked made in one partita."""
    made = tuple(_sheets(standings))
    most = max((sheet.total for sheet in made), default=None)
    return tuple(sheet for sheet in made if sheet.total == most)


def _sheets(standings: Standings) -> Iterator[BestSheet]:
    for standing in standings.rounds:
        for lines in standing.winds.values():
            for line in lines:
                if line.result.total is not None:
                    yield BestSheet(line.result.entry, standing.number, line.result.total)
