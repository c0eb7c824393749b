"""Receipts of the entry fee, one for each entry, to be cut apart and signed (§7, document 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm

from king.alphabet import alphabetical
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import MARGIN, Box, Page, Pen, Progress, make_document
from printing.ruled_list import in_parts
from tournaments.models import Tournament

ACROSS, DOWN = 2, 5
WIDTH, HEIGHT = 95 * mm, 53.5 * mm


@dataclass(frozen=True, slots=True)
class Receipts:
    """Whose fee, and how much it is where the evening says so; otherwise a line for the pen."""

    occasion: Occasion
    entries: tuple[tuple[int, str], ...]
    fee: str = ""


def gather(tournament: Tournament, options: Options) -> Receipts:
    """The entries that have not left, by name; house players pay nothing. Three queries."""
    found = tournament.entries.filter(withdrawn_at__isnull=True).exclude(members__player__is_house=True)
    found = found.prefetch_related("members__player")
    entries = sorted(found, key=lambda entry: alphabetical(entry.sorted_title))
    if not entries:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the receipts."), code="no_entries"
        )
    return Receipts(occasion_of(tournament), tuple((each.number, each.title) for each in entries), tournament.fee)


def render(receipts: Receipts, progress: Progress | None = None) -> bytes:
    """Ten on a page."""
    pages: list[Page] = [partial(_draw_page, receipts, part) for part in in_parts(receipts.entries, ACROSS * DOWN)]
    return make_document(pages, receipts.occasion.footing(), title=_("Receipts"), progress=progress)


def _draw_page(receipts: Receipts, part: Sequence[tuple[int, str]], pen: Pen) -> None:
    top = pen.size[1] - MARGIN
    for place, (number, name) in enumerate(part):
        row, column = divmod(place, ACROSS)
        box = Box(MARGIN + column * WIDTH, top - (row + 1) * HEIGHT, WIDTH, HEIGHT)
        _draw_receipt(pen, box.inset(5 * mm, 4 * mm), receipts, number, name)
    rows = -(-len(part) // ACROSS)
    for line in range(ACROSS + 1):
        pen.cut(MARGIN + line * WIDTH, top - rows * HEIGHT, MARGIN + line * WIDTH, top)
    for line in range(rows + 1):
        pen.cut(MARGIN, top - line * HEIGHT, MARGIN + ACROSS * WIDTH, top - line * HEIGHT)


def _draw_receipt(pen: Pen, box: Box, receipts: Receipts, number: int, name: str) -> None:
    head, who, what, where, sign = box.rows(9 * mm, 10 * mm, 9 * mm, 7 * mm, box.height - 35 * mm)
    title, count = head.columns(head.width - 20 * mm, 20 * mm)
    pen.text(title, _("Receipt"), 13, bold=True)
    pen.text(count, _("no. %(number)d") % {"number": number}, 10, align="right", grey=0.2)
    pen.text(who, _("Received from %(name)s") % {"name": name}, 11)
    pen.text(what, _("entry fee: %(fee)s") % {"fee": receipts.fee or "_" * 14}, 11, bold=bool(receipts.fee))
    day = formats.date_format(receipts.occasion.date, "SHORT_DATE_FORMAT")
    pen.text(where, f"{receipts.occasion.tournament}, {day}", 8.5, grey=0.2)
    pen.line(sign.x + sign.width * 0.4, sign.y + 4 * mm, sign.right, sign.y + 4 * mm, 0.5)
    below = Box(sign.x + sign.width * 0.4, sign.y, sign.width * 0.6, 4 * mm)
    pen.text(below, _("for the club"), 7, grey=0.3, align="right")
