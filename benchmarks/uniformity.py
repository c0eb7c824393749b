"""Is every card with every wind equally often? Chi-square of card × owner over many deals, ours and
a shuffle's.

``python -m benchmarks.uniformity [--deals N] [--seed HEX]``. A good dealer's p-value is any number
from 0 to 1, each as likely as any other: under 0.001 one would look twice, and so one would above
0.999.

The 208 counts of one deal are not independent: thirteen cards go to each wind. So the plain sum of
(found − expected)² / expected is too large by 52/51, and has 51 × 3 = 153 degrees of freedom.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator

from king.dealing import deal_board, parse_seed

CARDS, OWNERS = 52, "NESW"
DEGREES = (CARDS - 1) * (len(OWNERS) - 1)


def upper_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square of so many degrees is at least so large.

    A finite sum of positive terms, so nothing is lost in it (Abramowitz and Stegun, 26.4.4 and
    26.4.5).

    >>> [round(upper_tail(x, n), 4) for x, n in ((3.8415, 1), (5.9915, 2), (18.307, 10), (24.9958, 15))]
    [0.05, 0.05, 0.05, 0.05]
    """
    half = statistic / 2
    start = math.erfc(math.sqrt(half)) if degrees % 2 else 0.0
    shape = 0.5 if degrees % 2 else 0.0
    terms = (
        math.exp((shape + step) * math.log(half) - half - math.lgamma(shape + step + 1))
        for step in range(degrees // 2)
    )
    return min(1.0, start + math.fsum(terms))


def ours(seed: bytes, deals: int) -> Iterator[str]:
    """Yield boards of the contract ``king-deal-1``, in rounds of twelve from one seed."""
    for number in range(deals):
        yield deal_board(seed, "", number // 12 + 1, number % 12 + 1).owners


def shuffled(chance: random.Random, deals: int) -> Iterator[str]:
    """Yield the same number of deals from Python's own shuffle, for comparison."""
    for _ in range(deals):
        owners = list(OWNERS * 13)
        chance.shuffle(owners)
        yield "".join(owners)


def statistic_of(deals: Iterator[str]) -> tuple[int, float]:
    """Number of the deals, and their statistic."""
    counts = [dict.fromkeys(OWNERS, 0) for _ in range(CARDS)]
    count = 0
    for owners in deals:
        count += 1
        for card, owner in zip(counts, owners, strict=True):
            card[owner] += 1
    expected = count / len(OWNERS)
    plain = math.fsum(
        (times - expected) ** 2 / expected for card in counts for times in card.values()
    )
    return count, plain * (CARDS - 1) / CARDS


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", default=bytes(range(32)).hex(), help="64 hex digits")
    arguments = parser.parse_args()
    ways = {
        "ours": ours(parse_seed(arguments.seed), arguments.deals),
        "random.shuffle": shuffled(random.Random(arguments.seed), arguments.deals),
    }
    print(f"| {'dealt by':<14} | {'deals':>9} | statistic | degrees | p-value | seconds |")
    print(f"|{'-' * 16}|{'-' * 10}:|----------:|--------:|--------:|--------:|")
    for name, deals in ways.items():
        start = time.process_time()
        count, statistic = statistic_of(deals)
        p_value = upper_tail(statistic, DEGREES)
        seconds = time.process_time() - start
        print(
            f"| {name:<14} | {count:>9,} | {statistic:>9.2f} | {DEGREES:>7} | {p_value:>7.4f} | {seconds:>7.1f} |"
        )


if __name__ == "__main__":
    main()
