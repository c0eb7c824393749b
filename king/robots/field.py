"""A board played many times by rules of thumb: the mean that each wind takes, and how far the
results spread. It is a yardstick for boards that few tables played. It knows nothing of luck.
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
"""Number of cards in a hundred that are any legal one."""


class Mean(NamedTuple):
    """Result of a wind: ``mean`` of its units in a game, and their ``variance``, the mean square of
    the distances from it.
    """

    mean: Fraction
    variance: Fraction

    @classmethod
    def of(cls, units: Sequence[int]) -> Mean:
        """Compute mean and variance of at least one count."""
        mean = Fraction(sum(units), len(units))
        square = Fraction(sum(count * count for count in units), len(units))
        return cls(mean, square - mean * mean)


def field(
    rules: Rules,
    deal: Deal,
    leader: Wind,
    numbers: Iterator[int],
    games: int = GAMES,
    noise: int = NOISE,
) -> dict[Wind, Mean]:
    """Play the board ``games`` times, and return the mean of each wind. ``numbers`` are of 16 bits.

    ``noise`` is how many cards in a hundred are any legal one. Without noise all games would be the
    same.
    """
    hands, lead = rules.hands(deal), rules.seat(leader)
    players = [Wavering(habit(rules), numbers, noise)] * len(hands)
    results: list[list[int]] = []
    for _game in range(games):
        hand = start(rules, hands, lead)
        hand.play_out(players)
        results.append(hand.units())
    by_seat = zip(*results, strict=True)
    return {wind: Mean.of(units) for wind, units in zip(rules.seats, by_seat, strict=True)}
