"""Model of Plackett and Luce for strengths, updated as by Weng and Lin (JMLR 12, 2011, algorithm
4). Equals are rated by the mean over all orders that they leave open.
"""

import math
import random
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, groupby, permutations
from statistics import fmean
from typing import NamedTuple

ALL_ORDERS = 5
"""Equals up to so many are rated in each of their orders, 120 of five; more of them in a sample as large."""

LEAST_KEPT = 0.0001
"""Least part of the variance that is left after a game."""


class Rating(NamedTuple):
    """A strength and its uncertainty, in the unit of the model's figures."""

    mu: float
    sigma: float


Shares = tuple[float, float]
"""Over the places down to a player's own: the sum of 1 by the worth still to be placed, and that of its square.

Times the player's own worth, the first is the sum of the chances of being placed there.
"""


class Model(NamedTuple):
    """Parameters of the rating model. ``mu`` and ``sigma`` are a newcomer's; ``beta`` is the spread
    of a single game; ``tau`` is added to the uncertainty before each game.
    """

    mu: float
    sigma: float
    beta: float
    tau: float

    @property
    def newcomer(self) -> Rating:
        return Rating(self.mu, self.sigma)

    def rate(self, before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
        """Ratings after a game of these players with these ranks, 1 the best.

        Of two players with the same rating before, the one ranked higher gains at least as much,
        and equals gain the same. For ties the mean over the strict orders is taken, so that a tie
        costs nobody anything: the model's own rule would give each of ``a`` equals one ``a``-th of
        one place.
        """
        spread = [math.hypot(sigma, self.tau) for _mu, sigma in before]
        c = math.sqrt(sum(sigma**2 + self.beta**2 for sigma in spread))
        highest = max(mu for mu, _sigma in before)
        worths = [math.exp((mu - highest) / c) for mu, _sigma in before]
        after = [*before]
        for player, (first, second) in enumerate(_shares(before, worths, ranks)):
            variance, chances = spread[player] ** 2, worths[player] * first
            sure = spread[player] / c * variance / c**2 * (chances - worths[player] ** 2 * second)
            after[player] = Rating(
                before[player].mu + variance / c * (1 - chances),
                spread[player] * math.sqrt(max(1 - sure, LEAST_KEPT)),
            )
        return after


def _shares(
    before: Sequence[Rating], worths: Sequence[float], ranks: Sequence[int]
) -> list[Shares]:
    """Shares of each player. Takes time in proportion to the players times the size of the
    sample.
    """
    players = sorted(range(len(before)), key=lambda player: (ranks[player], before[player]))
    places = [[*tied] for _rank, tied in groupby(players, key=ranks.__getitem__)]
    weights_of = [[worths[player] for player in tied] for tied in places]
    # Summed from the last place upward: nothing is taken away from a sum that is far larger.
    sums = [*accumulate((sum(weights) for weights in reversed(weights_of)), initial=0.0)]
    shares, above = [(0.0, 0.0)] * len(before), (0.0, 0.0)
    for tied, weights, behind in zip(places, weights_of, reversed(sums[:-1]), strict=True):
        own, above = _shares_of_equals(weights, behind, above)
        # Equals with the same rating gain the same: a sample need not be fair to each of them.
        alike = groupby(range(len(tied)), key=lambda place: before[tied[place]])
        for same in ([*places] for _rating, places in alike):
            mean = fmean(own[place][0] for place in same), fmean(own[place][1] for place in same)
            for place in same:
                shares[tied[place]] = mean
    return shares


def _shares_of_equals(
    worths: Sequence[float], behind: float, above: Shares
) -> tuple[list[Shares], Shares]:
    """Mean shares of each of the equals over their orders, and those of the last of each order.
    ``behind`` is the worth of all who come after, ``above`` the shares of those before.
    """
    firsts, seconds = [0.0] * len(worths), [0.0] * len(worths)
    last_first = last_second = 0.0
    orders = orders_of(len(worths))
    for order in orders:
        sums = accumulate((worths[player] for player in reversed(order)), initial=behind)
        first, second = above
        for player, worth in zip(order, [*sums][:0:-1], strict=True):
            first += 1 / worth
            second += 1 / worth**2
            firsts[player] += first
            seconds[player] += second
        last_first += first
        last_second += second
    count = len(orders)
    own = [(one / count, other / count) for one, other in zip(firsts, seconds, strict=True)]
    return own, (last_first / count, last_second / count)


@cache
def orders_of(count: int) -> tuple[tuple[int, ...], ...]:
    """All orders of ``count`` equals. For more than ``ALL_ORDERS`` a fixed sample, with each of
    them equally often in each place.
    """
    if count <= ALL_ORDERS:
        return tuple(permutations(range(count)))
    chance, order = random.Random(f"{count} equals"), [*range(count)]
    sample: list[tuple[int, ...]] = []
    while len(sample) < math.factorial(ALL_ORDERS):
        chance.shuffle(order)
        sample += [tuple(order[start:] + order[:start]) for start in range(count)]
    return tuple(sample)
