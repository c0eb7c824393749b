"""Labels for the packets of cards: partita, hand, table and wind, as many as there are packets (§7, point 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.winds import WINDS, Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import MARGIN, Box, Pen, Progress, make_document
from printing.slips import rounds_with_boards, tables_of
from printing.wording import wind_name
from tournaments.models import Tournament

ACROSS, DOWN = 3, 10
WIDTH, HEIGHT = 190 * mm / 3, 27 * mm


@dataclass(frozen=True, slots=True)
class RoundLabels:
    """The boards of a partita and the tables that have packets of them; None is a set without a table.

    ``hands``: the rows that each board is played for, as a label names them: ``3``, or ``3+4`` (O15).
    """

    number: int
    hands: tuple[str, ...]
    tables: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """Everything that is printed."""

    occasion: Occasion
    rounds: tuple[RoundLabels, ...]
    order: str = "table"


Label = tuple[int, str, int | None, Wind]


def gather(tournament: Tournament, options: Options) -> Labels:
    """The boards of the partite asked for, and their tables. No card is read."""
    rounds = rounds_with_boards(tournament, options)
    found = []
    for round in rounds:
        boards = round.board_set.boards.in_use().order_by("number").values_list("number", flat=True)
        wanted = tuple(_hands(tournament, board) for board in boards if options.board in (None, board))
        found.append(RoundLabels(round.number, wanted, tables_of(tournament, round, options)))
    return Labels(occasion_of(tournament, rounds[0] if len(rounds) == 1 else None), tuple(found), options.order)


def _hands(tournament: Tournament, board: int) -> str:
    plans = tournament.rules.played_on(board, tournament.rules.configure(tournament.settings))
    return "+".join(str(plan.number) for plan in plans) or str(board)


def render(labels: Labels, progress: Progress | None = None) -> bytes:
    """The labels, thirty to a page, to be cut apart."""
    remaining = _in_order(labels)
    pages = []
    while batch := tuple(islice(remaining, ACROSS * DOWN)):
        pages.append(partial(_draw_page, batch))
    return make_document(pages, labels.occasion.footing(), title=_("Packet labels"), progress=progress)


def _in_order(labels: Labels) -> Iterator[Label]:
    for each in labels.rounds:
        pairs = [(hand, table) for table in each.tables for hand in each.hands]
        if labels.order == "board":
            pairs = [(hand, table) for hand in each.hands for table in each.tables]
        for hand, table in pairs:
            for wind in WINDS:
                yield each.number, hand, table, wind


def _draw_page(batch: tuple[Label, ...], pen: Pen) -> None:
    top = pen.size[1] - MARGIN
    for place, (round, hand, table, wind) in enumerate(batch):
        row, column = divmod(place, ACROSS)
        box = Box(MARGIN + column * WIDTH, top - (row + 1) * HEIGHT, WIDTH, HEIGHT)
        _draw_label(pen, box.inset(2.5 * mm), round, hand, table, wind)
    rows = -(-len(batch) // ACROSS)
    for line in range(ACROSS + 1):
        pen.cut(MARGIN + line * WIDTH, top - rows * HEIGHT, MARGIN + line * WIDTH, top)
    for line in range(rows + 1):
        pen.cut(MARGIN, top - line * HEIGHT, MARGIN + ACROSS * WIDTH, top - line * HEIGHT)


def _draw_label(pen: Pen, box: Box, round: int, hand: str, table: int | None, wind: Wind) -> None:
    pen.badge(wind, box.x - 1 * mm, box.y + box.height / 2 - 8 * mm, 16 * mm)
    words = Box(box.x + 17 * mm, box.y, box.width - 17 * mm, box.height)
    first, second = words.rows(words.height * 0.55, words.height * 0.45)
    place = {"round": round, "hand": hand, "table": table, "wind": wind_name(wind)}
    text = _("P%(round)d · hand %(hand)s") if table is None else _("P%(round)d · hand %(hand)s · tbl. %(table)d")
    pen.text(first, text % place, 12, bold=True)
    pen.text(second, place["wind"], 12)
