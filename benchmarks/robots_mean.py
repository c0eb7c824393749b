"""Cost of a partita's robots' mean beside ten sheets entered and scored: ``python -m
benchmarks.robots_mean [--turns N]``; seconds of CPU. It ends with 1 where it costs more than they.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

from benchmarks.site import own_site

TABLES = 10


def seconds(do: Callable[[], object]) -> float:
    began = time.process_time()
    do()
    return time.process_time() - began


def turn(seed: int) -> tuple[float, float]:
    """Seconds of ten sheets, and of the mean of their partita."""
    from deals.services import mark_printed
    from king_tournament.demo import make_demo
    from scoring.models import HandResult, RobotsMean, Sheet
    from scoring.robot_means import make_means
    from scoring.round_steps import start_round
    from scoring.rows import enter_row
    from scoring.scored_sheets import scored_round
    from tournaments.models import Tournament

    played = make_demo(stage="finished", seed=seed, tables=TABLES, rounds=1)
    rows = HandResult.objects.filter(sheet__table__round__tournament=played).current()
    written = [(row.sheet.table.number, row.hand, row.content) for row in rows]
    round_ = make_demo(stage="seated", seed=seed, tables=TABLES, rounds=1).rounds.get()
    mark_printed(board_set=round_.board_set)
    start_round(round=round_, author=None)
    sheets = {sheet.table.number: sheet for sheet in Sheet.objects.filter(table__round=round_)}

    def enter() -> None:
        for table, hand, content in written:
            enter_row(sheet=sheets[table], hand=hand, content=content, origin="phone")
        scored_round(round_)

    publication = Tournament.objects.get(pk=played.pk).publications.get()
    mean = seconds(lambda: make_means(publication))
    assert len(RobotsMean.objects.get(publication=publication).means) == len(
        {one[1] for one in written}
    )
    return seconds(enter), mean


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=3)
    turns = parser.parse_args().turns
    with own_site():
        found = [turn(seed) for seed in range(1, turns + 1)]
    sheets, mean = (median(column) for column in zip(*found, strict=True))
    print(
        f"Ten sheets entered and scored: {sheets:.2f} s of CPU; the robots' mean of their partita: {mean:.2f} s."
    )
    return int(mean > sheets)


if __name__ == "__main__":
    raise SystemExit(main())
