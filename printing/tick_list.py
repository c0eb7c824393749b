"""The tick list: for every packet of cards its count and checksum, and a box for each table (§7, point 6).

One helper looks the cards out, the other counts the packet, counts its checksum, and ticks: a packet without a tick
is not on its table yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.winds import WINDS
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, heading, make_document
from printing.ruled_list import in_even_parts
from printing.slips import SlipBoard, boards_of, rounds_with_boards, tables_of
from printing.wording import checksum_rule, wind_name
from tournaments.models import Tournament

_HEAD, _RULE, _ROW, _TALLEST = 8 * mm, 9 * mm, 5.6 * mm, 7.5 * mm
_LABELS = (52 * mm, 24 * mm, 12 * mm, 18 * mm)
_TICK = 8 * mm
BOARDS_ON_A_PAGE = int((body_of(PORTRAIT).height - HEADING - _RULE - _HEAD) / (4 * _ROW))
TABLES_ON_A_PAGE = int((body_of(PORTRAIT).width - sum(_LABELS)) / _TICK)


@dataclass(frozen=True, slots=True)
class RoundTicks:
    """The boards of a partita and the tables that get packets of them; None is one set without a table."""

    number: int
    boards: tuple[SlipBoard, ...]
    tables: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TickList:
    """Everything that is printed."""

    occasion: Occasion
    rounds: tuple[RoundTicks, ...]


def gather(tournament: Tournament, options: Options) -> TickList:
    """The boards asked for, with their checksums, and the tables."""
    rounds = rounds_with_boards(tournament, options)
    ticks = tuple(
        RoundTicks(round.number, boards_of(tournament, round, options), tables_of(tournament, round, options))
        for round in rounds
    )
    return TickList(occasion_of(tournament, rounds[0] if len(rounds) == 1 else None), ticks)


def render(ticks: TickList, progress: Progress | None = None) -> bytes:
    """Boards and tables on as few pages as they fit on, evenly shared."""
    pages = [
        partial(_draw_page, ticks, each, boards, tables)
        for each in ticks.rounds
        for tables in in_even_parts(each.tables, TABLES_ON_A_PAGE)
        for boards in in_even_parts(each.boards, BOARDS_ON_A_PAGE)
    ]
    return make_document(pages, ticks.occasion.footing(), title=_("Tick list"), progress=progress)


def _draw_page(
    ticks: TickList, each: RoundTicks, boards: tuple[SlipBoard, ...], tables: tuple[int | None, ...], pen: Pen
) -> None:
    partita = _("Partita %(number)d") % {"number": each.number}
    rest = heading(pen, _("Tick list"), ticks.occasion.subject, partita)
    rule, head, body = rest.rows(_RULE, _HEAD, rest.height - _RULE - _HEAD)
    pen.text(rule, checksum_rule(), 8.5, grey=0.2, paragraph=True, upright="top")
    hand, wind, count, checksum, *cells = head.columns(*_LABELS, *[_TICK] * len(tables))
    for cell, text in ((hand, _("Hand")), (wind, _("Wind")), (count, _("cards")), (checksum, _("checksum"))):
        pen.text(cell.inset(0.5 * mm), text, 8, grey=0.2)
    for cell, table in zip(cells, tables, strict=True):
        label = _("set") if table is None else str(table)
        pen.text(cell.inset(0.3 * mm), label, 10, bold=True, align="center")
    row = min(_TALLEST, body.height / (4 * len(boards)))
    for board, block in zip(boards, body.rows(*[4 * row] * len(boards)), strict=True):
        _draw_board(pen, block, board, len(tables))


def _draw_board(pen: Pen, block: Box, board: SlipBoard, tables: int) -> None:
    high = block.height / 4
    pen.line(block.x, block.top, block.x + sum(_LABELS) + tables * _TICK, block.top, 0.8)
    name = Box(block.x, block.top - 2 * high, _LABELS[0] - 2 * mm, 2 * high)
    pen.text(name, board.title, 10, bold=True, paragraph=True)
    for wind, row in zip(WINDS, block.rows(*[high] * 4), strict=True):
        _hand, name, count, checksum, *cells = row.columns(*_LABELS, *[_TICK] * tables)
        pen.line(name.x, row.y, name.x + sum(_LABELS[1:]), row.y, 0.2, 0.6)
        pen.badge(wind, name.x, name.y + high / 2 - 2.2 * mm, 4.4 * mm)
        pen.text(Box(name.x + 5.5 * mm, name.y, name.width - 6 * mm, name.height), wind_name(wind), 9)
        pen.text(count.inset(0.5 * mm), str(board.deal.size // 4), 9, align="center")
        pen.text(checksum.inset(0.5 * mm), board.deal.checksum(wind), 11, bold=True, align="center")
        for cell in cells:
            side = min(cell.width, cell.height, _ROW) - 1.6 * mm
            pen.frame(Box(cell.x + (cell.width - side) / 2, cell.y + (cell.height - side) / 2, side, side), 0.5)
