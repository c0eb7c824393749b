"""Deals a second: ours against another library's and against plain shuffles, in one run.

``python -m benchmarks.deals [--seconds S]``; a row for each way of dealing, each given the same
time on one core.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from king.boards import plan_filter
from king.cards import Deal
from king.dealing import BoardFilter, deal_board
from king.rulesets import find_ruleset

SEED = bytes(range(32))
BATCH = 50
"""Boards between two looks at the clock."""
MANY = 100
"""Batches that endplay makes in one call: each call costs it as much as dozens of deals."""
ENDPLAY = "endplay, many at once"


def ours(condition: BoardFilter | None) -> Callable[[int], None]:
    """Function that deals a batch of boards of the contract ``king-deal-1``. Every board is number
    8, the only one that the filter names.
    """

    def deal(batch: int) -> None:
        for number in range(BATCH):
            deal_board(SEED, "", batch * BATCH + number + 1, 8, condition)

    return deal


def shuffled(chance: random.Random) -> Callable[[int], None]:
    """Function that deals the same number of boards from a shuffle, as holders in deck order.
    Nothing is checked afterwards.
    """

    def deal(_batch: int) -> None:
        for _ in range(BATCH):
            owners = list("NESW" * 13)
            chance.shuffle(owners)
            Deal("".join(owners))

    return deal


def peers() -> dict[str, Callable[[int], None]]:
    """Functions that deal with endplay, in its two ways. Empty if it is not installed
    (requirements-dev.txt).
    """
    try:
        from endplay.dealer import generate_deal, generate_deals
    except ImportError:
        return {}

    def many(batch: int) -> None:
        for _ in generate_deals(produce=MANY * BATCH, seed=batch):
            pass

    def one_by_one(batch: int) -> None:
        for number in range(BATCH):
            generate_deal(seed=batch * BATCH + number)

    return {ENDPLAY: many, "endplay, one by one": one_by_one}


def rate(name: str, deal: Callable[[int], None], seconds: float) -> float:
    """Deals a second, measured over about ``seconds`` of this process's processor time."""
    deal(0)
    start, batches = time.process_time(), 0
    while time.process_time() - start < seconds:
        batches += 1
        deal(batches)
    size = BATCH * MANY if name == ENDPLAY else BATCH
    return batches * size / (time.process_time() - start)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="of this process, for each row")
    seconds = parser.parse_args().seconds
    condition = plan_filter(find_ruleset("lab13"))
    ways = {
        "ours, any board": ours(None),
        "ours, Domino board (62 of 100 stand)": ours(condition),
        "SystemRandom().shuffle": shuffled(random.SystemRandom()),
        "random.shuffle": shuffled(random.Random(1)),
        **peers(),
    }
    speeds = {name: rate(name, deal, seconds) for name, deal in ways.items()}
    peer = speeds.get(ENDPLAY)
    print(f"| {'way of dealing':<38} | deals a second | of endplay's |")
    print(f"|{'-' * 40}|---------------:|-------------:|")
    for name, speed in speeds.items():
        share = f"{speed / peer:.2f}" if peer else "–"
        print(f"| {name:<38} | {speed:>14,.0f} | {share:>12} |")


if __name__ == "__main__":
    main()
