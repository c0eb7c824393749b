"""A board played many times by rule of thumb: what each wind takes on the mean, and how far that
spreads. A yardstick where few tables played; it knows nothing of luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from king.cards import Deal, Wind
from king.robots.habits import Wavering, habit
from king.robots.hand import start
from king.robots.rules import Rules

GAMES = 100
NOISE = 10
"""Cards of a hundred that are any legal one."""


class Mean(NamedTuple):
    """``mean`` units a game; ``variance``: the mean square of what they are off it."""

    mean: Fraction
    variance: Fraction

    @classmethod
    def of(cls, units: Sequence[int]) -> Mean:
        """``units``: at least one count."""
        mean = Fraction(sum(units), len(units))
        square = Fraction(sum(one * one for one in units), len(units))
        return cls(mean, square - mean * mean)


def field(
    rules: Rules,
    deal: Deal,
    leader: Wind,
    numbers: Iterator[int],
    games: int = GAMES,
    noise: int = NOISE,
) -> dict[Wind, Mean]:
    """Play the board ``games`` times; the numbers are of 16 bits.

    ``noise``: of a hundred cards, how many are any legal one: without it all games were one.
    """
    hands, lead = rules.hands(deal), rules.seat(leader)
    players = [Wavering(habit(rules), numbers, noise)] * len(hands)
    counted: list[list[int]] = []
    for _game in range(games):
        hand = start(rules, hands, lead)
        hand.play_out(players)
        counted.append(hand.units())
    by_seat = zip(*counted, strict=True)
    return {wind: Mean.of(units) for wind, units in zip(rules.seats, by_seat, strict=True)}
