"""The slips of a big hall as PDF, against drawing each card of each slip anew, in one run.

``python -m benchmarks.slips [--tables T]``: T tables, twelve boards, four winds; 4,800 slips for
100 tables.
"""

from __future__ import annotations

import argparse
import datetime
import io
import os
import time
from collections.abc import Callable
from typing import Any

SEED = bytes(range(32))


def some_slips(tables: int) -> Any:
    """Slips of a partita for many tables."""
    from django.utils import timezone

    from king.cards import Wind
    from king.dealing import deal_board
    from king.rulesets import find_ruleset
    from printing.document_context import Occasion
    from printing.documents.slips import RoundSlips, SlipBoard, Slips

    plans = find_ruleset("lab12").schedule()
    boards = tuple(
        SlipBoard(
            plan.number,
            plan.contract,
            plan.dealer or Wind.N,
            plan.leader,
            deal_board(SEED, "", 1, plan.number),
        )
        for plan in plans
    )
    occasion = Occasion(
        "Torneo", datetime.date(2026, 11, 20), "Genova", 1, "0" * 12, timezone.now()
    )
    return Slips(occasion, (RoundSlips(1, boards, tuple(range(1, tables + 1)), "0" * 12),))


def naive(slips: Any) -> bytes:
    """Slips drawn the obvious way: for every slip its words, and each of its thirteen cards one by
    one.
    """
    from reportlab.lib.units import mm

    from king.cards import WINDS
    from printing.paper import (
        BOLD,
        REGULAR,
        Box,
        Pen,
        register_typeface,
    )

    register_typeface()
    paper = io.BytesIO()
    pen = Pen(paper)
    place = 0
    for table in slips.rounds[0].tables:
        for board in slips.rounds[0].boards:
            for wind in WINDS:
                row, column = divmod(place % 8, 2)
                left, top = (10 + 95 * column) * mm, (287 - 67.5 * row) * mm
                pen.badge(wind, Box(left + 4 * mm, top - 22 * mm, 19 * mm, 19 * mm))
                pen.setFillGray(0)
                pen.setFont(REGULAR, 9)
                pen.drawString(left + 26 * mm, top - 10 * mm, f"Hand {board.number}, table {table}")
                pen.drawString(left + 80 * mm, top - 64 * mm, board.deal.checksum(wind))
                for number, card in enumerate(board.deal.hand(wind)):
                    x, y = (
                        left + (4 + 12.5 * (number % 7)) * mm,
                        top - (34 + 14 * (number // 7)) * mm,
                    )
                    pen.suit(card.suit, Box(x, y, 5 * mm, 5 * mm))
                    pen.setFillGray(0)
                    pen.setFont(BOLD, 14)
                    pen.drawString(x + 5.5 * mm, y, card.rank.label)
                place += 1
                if place % 8 == 0:
                    pen.showPage()
    pen.save()
    return paper.getvalue()


def measured(make: Callable[[Any], bytes], slips: Any) -> tuple[float, int]:
    """Processor seconds of this process, and bytes of the file."""
    start = time.process_time()
    pdf = make(slips)
    return time.process_time() - start, len(pdf)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    tables = parser.parse_args().tables
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "king_tournament.settings")
    import django

    django.setup()
    from printing.documents.slips import render

    slips = some_slips(tables)
    ways = {
        "ours, each hand drawn once": lambda slips: render(slips).draw(""),
        "each card of each slip anew": naive,
    }
    measures = {name: measured(make, slips) for name, make in ways.items()}
    count = tables * len(slips.rounds[0].boards) * 4
    print(f"{count:,} slips on {-(-count // 8):,} pages\n")
    print(f"| {'way of drawing':<27} | seconds | kilobytes | slips a second |")
    print(f"|{'-' * 29}|--------:|----------:|---------------:|")
    for name, (seconds, size) in measures.items():
        print(
            f"| {name:<27} | {seconds:>7.1f} | {size / 1000:>9,.0f} | {count / seconds:>14,.0f} |"
        )


if __name__ == "__main__":
    main()
