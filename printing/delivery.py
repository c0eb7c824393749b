"""The delivery checklist: which table's sheet is in, who has checked it, as far as the desk knows (§7, document 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import Count
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from king.winds import WINDS
from printing.occasion import Occasion, SeatedTable, find_round, occasion_of, seated_tables
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Pen, Progress, body_of, heading, make_document
from printing.ruled_list import HEAD, Cell, Column, draw_list, in_parts, tick_box
from scoring.models import Sheet
from tournaments.models import Tournament

_ROW = 10 * mm
_MOST = int((body_of(PORTRAIT).height - HEADING - HEAD) / _ROW)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A table's sheet: when it came, how often it has been read, whether it is closed."""

    table: int
    names: str
    handed_in_at: datetime | None = None
    readings: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Checklist:
    """The tables of a partita."""

    occasion: Occasion
    lines: tuple[Delivery, ...]


def gather(tournament: Tournament, options: Options) -> Checklist:
    """The tables with their people and what the desk has of their sheets, in a fixed number of queries."""
    round_ = find_round(tournament, options.round)
    sheets = {
        sheet.table.number: sheet
        for sheet in Sheet.objects.filter(table__round=round_).select_related("table").annotate(read=Count("readings"))
    }
    lines = tuple(_line(table, sheets.get(table.number)) for table in seated_tables(round_))
    return Checklist(occasion_of(tournament, round_), lines)


def _line(table: SeatedTable, sheet: Sheet | None) -> Delivery:
    seated = [sitting.sorted_name for wind in WINDS for sitting in table.seats[wind][:1]]
    names = " · ".join(dict.fromkeys(table.titles.values())) or " · ".join(seated)
    if sheet is None:
        return Delivery(table.number, names)
    return Delivery(
        table.number,
        names,
        sheet.handed_in_at,
        sheet.read,
        sheet.state == Sheet.State.CLOSED,  # type: ignore[attr-defined]
    )


def render(checklist: Checklist, progress: Progress | None = None) -> bytes:
    """A line a table."""
    pages = [partial(_draw_page, checklist, part) for part in in_parts(checklist.lines, _MOST)]
    return make_document(pages, checklist.occasion.footing(), title=_("Delivery checklist"), progress=progress)


def _draw_page(checklist: Checklist, part: Sequence[Delivery], pen: Pen) -> None:
    came = sum(line.handed_in_at is not None or line.closed for line in checklist.lines)
    said = _("%(came)d of %(all)d in") % {"came": came, "all": len(checklist.lines)}
    rest = heading(pen, _("Delivery checklist"), checklist.occasion.subject, said)
    columns = (
        Column(pgettext("column of a list", "Table"), 13 * mm, "right", bold=True, size=12),
        Column(_("Names"), 74 * mm, size=8.5, paragraph=True), Column(_("in at"), 16 * mm, "right"),
        Column(_("sum right"), 15 * mm),
        Column(pgettext("of a sheet", "signed"), 15 * mm), Column(_("second reading"), 17 * mm),
        Column(_("closed"), 14 * mm), Column(_("Note"), 26 * mm),
    )  # fmt: skip
    draw_list(pen, rest, columns, [_cells(line) for line in part], _ROW, ruled=True)


def _cells(line: Delivery) -> tuple[Cell, ...]:
    moment = timezone.localtime(line.handed_in_at) if line.handed_in_at is not None else None
    at = formats.time_format(moment, "H:i") if moment is not None else ""
    return (
        str(line.table), line.names, at, tick_box(line.closed), tick_box(), tick_box(line.readings > 1),
        tick_box(line.closed), "",
    )  # fmt: skip
