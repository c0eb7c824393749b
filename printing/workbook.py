"""The evening as an .xlsx workbook: standings by wind and overall, and a sheet for every table (§7, point 16).

Numbers are numbers, so that a club's own formulas can go on from here; thirds are rounded to two decimals. A name
that begins like a formula (``=cmd…``) is stored as text and marked so: no spreadsheet ever computes it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill
from openpyxl.styles import Side as Edge
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from king.contracts import Contract
from king.rounds import RoundStanding
from king.row import Row
from king.standings import Line, Standings
from king.tiebreaks import TIEBREAKS, TIED
from king.winds import SIDES, Side, Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import Progress
from printing.results import rarer_marks
from printing.wording import column_name, contract_name, joined, suit_name
from scoring.posted import Posted, tables_as_posted
from scoring.reading import ScoredTable, scored_rounds
from scoring.standing import tournament_standings
from tournaments.models import Tournament

Value = str | int | Fraction | None
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_HEAD = PatternFill("solid", fgColor="E6E6E6")
_RULE = Border(top=Edge(style="thin"))


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a table's sheet: what was written and what it came to."""

    hand: int
    contract: Contract | None
    written: Row
    points: Mapping[Wind | Side, Fraction]
    sum: Fraction
    expected: Fraction
    running: Fraction


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling in force, in the words of the arbiter."""

    hand: int | None
    offender: str
    kind: str
    reason: str
    arbiter: str


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table of a partita as scored."""

    round: int
    table: int
    names: Mapping[Wind | Side, str]
    units: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    sheet: Mapping[Wind | Side, Fraction]
    adjustments: Mapping[Wind | Side, Fraction]
    totals: Mapping[Wind | Side, Fraction]
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that the workbook holds; ``standings`` covers the closed partite."""

    occasion: Occasion
    standings: Standings
    sheets: tuple[TableSheet, ...]


# --- from the database ---------------------------------------------------------------------------------------------


def gather(tournament: Tournament, options: Options) -> Evening:
    """The closed partite's standings and every sheet there is, of all partite or of one; a fixed number of queries."""
    rounds = list(tournament.rounds.exclude(stage="seating").order_by("number"))
    if options.round is not None:
        rounds = [each for each in rounds if each.number == options.round]
    if not rounds:
        raise ValidationError(
            gettext_lazy("No partita has started yet, so there is nothing to put into a workbook."), code="no_sheets"
        )
    tables = scored_rounds(rounds)
    sheets = [
        _table_sheet(each.number, scored)
        for each in rounds
        for scored in tables[each.pk]
        if options.table in (None, scored.table.number)
    ]
    closed = [each for each in rounds if each.is_closed]
    return Evening(occasion_of(tournament), tournament_standings(tournament, closed).standings, tuple(sheets))


def gather_posted(tournament: Tournament, posted: Posted) -> Evening:
    """The posted standing and the sheets that it ranks: what everybody may take away.

    No partita in play is in it, and no account's name: a ruling is the arbiter's, whoever that was.
    """
    if posted.standings is None:
        raise ValidationError(
            gettext_lazy("Standing no. %(number)s can be read on its page, but not be put into a workbook any more."),
            code="posted_unreadable",
            params={"number": posted.publication.number},
        )
    tables = tables_as_posted(posted)
    sheets = [_table_sheet(each.number, scored) for each in posted.rounds for scored in tables[each.pk]]
    sheets = [
        replace(sheet, decisions=tuple(replace(decision, arbiter="") for decision in sheet.decisions))
        for sheet in sheets
    ]
    return Evening(occasion_of(tournament), posted.standings, tuple(sheets))


def _table_sheet(round_number: int, scored: ScoredTable) -> TableSheet:
    sheet = scored.scored
    columns = sheet.ruleset.columns
    rows = tuple(
        SheetRow(each.hand, each.contract, each.row, each.points, each.sum, each.expected, each.running)
        for each in sheet.rows
    )
    decisions = tuple(
        Decision(ruling.hand, ruling.offender, ruling.kind, ruling.reason, _author(ruling.arbiter))
        for ruling in scored.rulings
    )
    return TableSheet(
        round=round_number,
        table=scored.table.number,
        names={column: " – ".join(entry.title for entry in scored.entries(column)) for column in columns},
        units=tuple(dict.fromkeys(place for row in rows for place in _in_order(row.written.units))) or tuple(columns),
        rows=rows,
        sheet=sheet.sheet,
        adjustments=sheet.adjustments,
        totals=sheet.totals,
        decisions=decisions,
    )


def _author(user: object) -> str:
    return "" if user is None else str(user)


def _in_order(units: Mapping[str, int]) -> list[str]:
    return sorted(units, key=[*"NESW", *SIDES].index)


# --- into the file -------------------------------------------------------------------------------------------------


def render(evening: Evening, progress: Progress | None = None) -> bytes:
    """The workbook; ``progress`` counts its sheets."""
    book = Workbook()
    book.remove(book.active)
    book.properties.title = _CONTROL.sub("", evening.occasion.tournament)
    book.properties.creator = "King"
    parts = [*evening.standings.rounds]
    count = len(parts) + 2 * bool(parts) + len(evening.sheets)
    done = 0
    if parts:
        _overall(_new_sheet(book, _("Overall")), evening)
        _whole_by_wind(_new_sheet(book, _("By wind")), evening)
        done = 2
    for standing in parts:
        _round_by_wind(_new_sheet(book, _("P%(number)d by wind") % {"number": standing.number}), evening, standing)
        done += 1
    for each in evening.sheets:
        title = _("P%(round)d table %(table)d") % {"round": each.round, "table": each.table}
        _table(_new_sheet(book, title), evening.occasion, each)
        done += 1
        if progress is not None:
            progress(done, count)
    if progress is not None:
        progress(count, count)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _new_sheet(book: Workbook, title: str) -> Worksheet:
    """A sheet with a name that every spreadsheet accepts: 31 letters, none of them []:*?/\\."""
    return book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", title)[:31])


def put(cell: Cell, value: Value, *, bold: bool = False) -> None:
    """Write a value: numbers as numbers, everything else as text, whatever it looks like."""
    if isinstance(value, (int, Fraction)):
        fraction = Fraction(value)
        whole = fraction.denominator == 1
        cell.value = int(fraction) if whole else rounded(fraction)
        cell.number_format = "0" if whole else "0.00"
    elif value is not None:
        text = _CONTROL.sub("", str(value))
        cell.value = text
        # The library takes "=…" for a formula; and the mark keeps the others text when somebody edits the cell.
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(_FORMULA_STARTS)
    if bold:
        cell.font = Font(bold=True)


def rounded(value: Fraction) -> Decimal:
    """Two decimals, halves away from zero: the nearest number to the exact fraction."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def _write(sheet: Worksheet, row: int, values: Sequence[Value], *, bold: bool = False, head: bool = False) -> None:
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column)
        put(cell, value, bold=bold or head)
        if head:
            cell.fill = _HEAD
            cell.alignment = Alignment(wrap_text=True, vertical="top")


def _title(sheet: Worksheet, occasion: Occasion, title: str) -> int:
    """The two lines on top; answers with the first free row."""
    put(sheet.cell(1, 1), title)
    sheet.cell(1, 1).font = Font(bold=True, size=14)
    put(sheet.cell(2, 1), occasion.subject)
    return 4


def _widths(sheet: Worksheet, *widths: float) -> None:
    for number, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width


def _overall(sheet: Worksheet, evening: Evening) -> None:
    rounds = [standing.number for standing in evening.standings.rounds]
    row = _title(sheet, evening.occasion, _("Overall standing"))
    partite = [_("Partita %(number)d") % {"number": number} for number in rounds]
    _write(sheet, row, [_("Rank"), _("Name"), *partite, _("Points"), _("Match points"), _("decided by")], head=True)
    sheet.freeze_panes = sheet.cell(row + 1, 3)
    for line in evening.standings.overall:
        row += 1
        by_round = {each.round: each.match_points for each in (*line.counted, *line.dropped)}
        earned = [by_round.get(number) for number in rounds]
        _write(sheet, row, [line.rank, line.entry, *earned, line.total, line.match_points, _decided_by(line)])
    for name in evening.standings.unranked:
        row += 1
        _write(sheet, row, [None, name, *[None] * len(rounds), _("without a place")])
    _widths(sheet, 8, 36, *[11] * len(rounds), 16, 14, 30)


def _decided_by(line: Line) -> str | None:
    """Which rule put the line before its equals, or that it shares its place."""
    if line.tiebreak is None:
        return None
    return _("place shared") if line.tiebreak == TIED else _(TIEBREAKS[line.tiebreak].title)


def _whole_by_wind(sheet: Worksheet, evening: Evening) -> None:
    row = _title(sheet, evening.occasion, _("Standings by wind"))
    _write(sheet, row, [_("Wind"), _("Rank"), _("Name"), _("Points"), _("Match points")], head=True)
    sheet.freeze_panes = sheet.cell(row + 1, 1)
    lines: list[tuple[str, Line]] = [
        (column_name(wind), line) for wind, ranked in evening.standings.winds.items() for line in ranked
    ]
    for wind, line in lines:
        row += 1
        _write(sheet, row, [wind, line.rank, line.entry, line.total, line.match_points])
    _widths(sheet, 14, 8, 36, 12, 14)


def _round_by_wind(sheet: Worksheet, evening: Evening, standing: RoundStanding) -> None:
    title = _("Partita %(number)d by wind") % {"number": standing.number}
    row = _title(sheet, evening.occasion, title)
    _write(sheet, row, [_("Wind"), _("Rank"), _("Name"), _("Table"), _("Points"), _("Match points")], head=True)
    sheet.freeze_panes = sheet.cell(row + 1, 1)
    for lines in (standing.tables or standing.winds).values():
        for each in lines:
            row += 1
            seat = each.result
            wind = column_name(seat.wind) if seat.wind else None
            _write(sheet, row, [wind, each.rank, seat.entry, seat.table, seat.total, each.match_points])
    for result in standing.unranked:
        row += 1
        wind = column_name(result.wind) if result.wind else None
        _write(sheet, row, [wind, None, result.entry, result.table, result.total, _("without a place")])
    for bye in standing.byes:
        row += 1
        _write(sheet, row, [_("rests"), None, bye.result.entry, None, None, bye.match_points])
    _widths(sheet, 14, 8, 36, 9, 12, 16)


def _table(sheet: Worksheet, occasion: Occasion, each: TableSheet) -> None:
    title = _("Partita %(round)d, table %(table)d") % {"round": each.round, "table": each.table}
    row = _title(sheet, occasion, title)
    columns = list(each.totals)
    for column in columns:
        _write(sheet, row, [column_name(column), each.names[column]])
        row += 1
    counted = [_("%(wind)s counts") % {"wind": column_name(place)} for place in each.units]
    scored = [_("%(wind)s points") % {"wind": column_name(column)} for column in columns]
    row += 1
    said = [_("Hand"), _("Contract"), *counted, _("Trump, sale"), *scored]
    _write(sheet, row, [*said, _("Row total"), _("Expected"), _("Running total")], head=True)
    before = 2 + len(each.units) + 1
    for line in each.rows:
        row += 1
        name = contract_name(line.contract) if line.contract is not None else line.written.contract
        units = [line.written.units.get(place) for place in each.units]
        points = [line.points.get(column) for column in columns]
        extra = declared(line.written)
        _write(sheet, row, [line.hand, name, *units, extra, *points, line.sum, line.expected, line.running])
    row = _sums(sheet, row + 1, each, columns, before)
    _decisions(sheet, row + 2, each)
    _widths(sheet, 10, 26, *[11] * len(each.units), 30, *[11] * len(columns), 11, 11, 13)


def _sums(sheet: Worksheet, row: int, each: TableSheet, columns: list[Wind | Side], before: int) -> int:
    """The sheet's own sums, what rulings add, and the totals; answers with the last row written."""
    lines = ((_("Sheet"), each.sheet), (_("Adjustments"), each.adjustments), (_("Total"), each.totals))
    for label, points in lines:
        values: list[Value] = [label, *[None] * (before - 1), *(points[column] for column in columns)]
        _write(sheet, row, [*values, sum(points.values(), Fraction(0))], bold=True)
        for column in range(1, before + len(columns) + 4):
            sheet.cell(row, column).border = _RULE
        row += 1
    return row - 1


def _decisions(sheet: Worksheet, row: int, each: TableSheet) -> None:
    if not each.decisions:
        return
    put(sheet.cell(row, 1), _("Decisions of the arbiter"), bold=True)
    for decision in each.decisions:
        row += 1
        offender = column_name(decision.offender) if decision.offender else None
        _write(sheet, row, [decision.hand, offender, decision.reason])
        put(sheet.cell(row, 9), decision.arbiter)


def declared(row: Row) -> str | None:
    """What a declaration adds to its row: trump, sale and the rarer marks, in words."""
    parts = []
    if row.trump:
        parts.append(_("no trump") if row.trump == "NT" else suit_name(row.trump))
    sale = row.sale
    if sale is not None and sale.seller and sale.buyer:
        places = {"seller": column_name(sale.seller), "buyer": column_name(sale.buyer), "price": sale.price}
        parts.append(_("sold by %(seller)s to %(buyer)s for %(price)s") % places)
    parts += rarer_marks(row)
    return joined(parts) or None
