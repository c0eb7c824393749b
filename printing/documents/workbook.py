"""The evening as an .xlsx workbook: standings by wind and overall, and a sheet for every table (§7, point 16).

Numbers are numbers, so that a club's own formulas can go on from here; thirds are rounded to two decimals. A name
that begins like a formula (``=cmd…``) is stored as text and marked so: no spreadsheet ever computes it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from openpyxl import Workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Border, Font, PatternFill
from openpyxl.styles import Side as Edge
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from king.cards import SIDES, Side, Wind
from king.rulesets.contracts import Contract
from king.sheet.row import Row
from king.standings.ranking import Line, Standings
from king.standings.round_results import Result, RoundStanding
from king.standings.tiebreaks import TIED, TITLES
from printing.documents.standings_content import Compares, compares
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import Progress
from scoring.publishing import Posted, tables_as_posted
from scoring.scored_sheets import ScoredTable, scored_rounds
from scoring.standing import tournament_standings
from tournaments.models import Tournament
from wording.naming import column_name, contract_name
from wording.regulation import offenders_in_words
from wording.results import declaration, ranked_at, settled_notes


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


Value = str | int | Fraction | None


# --- from the database ---------------------------------------------------------------------------------------------


def gather(tournament: Tournament, options: Options) -> Evening:
    """The closed partite's standings and every sheet there is, of all partite or of one; a fixed number of queries."""
    rounds = list(tournament.rounds.exclude(stage="seating").order_by("number"))
    if options.round is not None:
        rounds = [round_ for round_ in rounds if round_.number == options.round]
    if not rounds:
        raise ValidationError(
            gettext_lazy("No partita has started yet, so there is nothing to put into a workbook."), code="no_sheets"
        )
    tables = scored_rounds(rounds)
    sheets = [
        _table_sheet(round_.number, scored)
        for round_ in rounds
        for scored in tables[round_.pk]
        if options.table in (None, scored.table.number)
    ]
    closed = [round_ for round_ in rounds if round_.is_closed]
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
    sheets = [_table_sheet(round_.number, scored) for round_ in posted.rounds for scored in tables[round_.pk]]
    sheets = [
        replace(sheet, decisions=tuple(replace(decision, arbiter="") for decision in sheet.decisions))
        for sheet in sheets
    ]
    return Evening(occasion_of(tournament, at=posted.at), posted.standings, tuple(sheets))


def _table_sheet(round_number: int, scored: ScoredTable) -> TableSheet:
    sheet = scored.scored
    columns = sheet.ruleset.columns
    rows = tuple(
        SheetRow(row.hand, row.contract, row.row, row.points, row.sum, row.expected, row.running) for row in sheet.rows
    )
    decisions = tuple(
        Decision(ruling.hand, offenders_in_words(ruling), ruling.kind, ruling.reason, _author(ruling.arbiter))
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
    book.remove(book.worksheets[0])
    lists = list(lists_of(evening))
    count = len(lists) + len(evening.sheets)
    for listed in lists:
        put_list(new_sheet(book, listed.short), evening.occasion, listed)
    for done, sheet in enumerate(evening.sheets, start=count - len(evening.sheets) + 1):
        title = _("P%(round)d table %(table)d") % {"round": sheet.round, "table": sheet.table}
        _table(new_sheet(book, title), evening.occasion, sheet)
        if progress is not None:
            progress(done, count)
    if progress is not None:
        progress(count, count)
    return saved(book, evening.occasion)


def saved(book: Workbook, occasion: Occasion) -> bytes:
    """The file: the same book of the same moment is the same bytes."""
    book.properties.title, book.properties.creator = plain(occasion.tournament), "King"
    file = io.BytesIO()
    book.properties.created = book.properties.modified = occasion.printed_at.astimezone(UTC).replace(tzinfo=None)
    with zipfile.ZipFile(file, "w") as parts:
        ExcelWriter(book, parts).write_data()
    with zipfile.ZipFile(file) as parts:
        return packed({name: parts.read(name) for name in parts.namelist()})


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files in their order: the same files are the same bytes, whenever they are packed."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as parts:
        for name, content in files.items():
            part = zipfile.ZipInfo(name)
            part.external_attr, part.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            parts.writestr(part, content)
    return archive.getvalue()


def put_list(sheet: Worksheet, occasion: Occasion, each: Listed) -> None:
    head = row = begin(sheet, occasion, each.title)
    write(sheet, row, each.head, head=True)
    for row, line in enumerate(each.lines, start=head + 1):
        write(sheet, row, line)
    if each.note:
        row += 1
        write(sheet, row, [*[None] * (each.fixed - 1), each.note])
    finish(sheet, occasion, head, row, fixed=each.fixed)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of the evening: a sheet of the workbook, and a file of its own by its key (``csv_lists``).

    ``short`` is the sheet's name; the first ``fixed`` columns say whose line it is; ``note`` stands below the lines.
    """

    key: str
    short: str
    title: str
    head: Sequence[str]
    lines: Sequence[Sequence[Value]]
    fixed: int
    note: str = ""


def lists_of(evening: Evening) -> Iterator[Listed]:
    """The standings: overall, by wind over the evening, and those of each partita."""
    if evening.standings.rounds:
        yield _overall(evening)
    if evening.standings.winds:
        yield _whole_by_wind(evening)
    yield from map(_round, evening.standings.rounds)


def _overall(evening: Evening) -> Listed:
    ranked, rounds = evening.standings.overall, [standing.number for standing in evening.standings.rounds]
    raw = all(line.match_points == line.total for line in ranked)
    earned = [_("Points")] if raw else [_("Points"), _("Match points")]
    partite = [_("Partita %(number)d") % {"number": number} for number in rounds]
    partite += [_("Qualification")] if evening.standings.carries else []
    lines: list[list[Value]] = []
    for line in ranked:
        by_round = {result.round: result.match_points for result in (*line.counted, *line.dropped)}
        sums = [line.total] if raw else [line.total, line.match_points]
        carried = [line.carried] if evening.standings.carries else []
        lines.append([line.rank, line.entry, *map(by_round.get, rounds), *carried, *sums, _decided_by(line)])
    lines += [[None, name, *[None] * len(partite), _("without a place")] for name in evening.standings.unranked]
    head = [_("Rank"), _("Name"), *partite, *earned, _("decided by")]
    note = settled_notes(evening.standings.settled, evening.standings.unfit)
    return Listed("overall", _("Overall"), _("Overall standing"), head, lines, 2, note)


def _decided_by(line: Line) -> str | None:
    """Which rule put the line before its equals, or that it shares its place."""
    if line.tiebreak is None:
        return None
    return _("place shared") if line.tiebreak == TIED else _(TITLES[line.tiebreak])


def _whole_by_wind(evening: Evening) -> Listed:
    by_line = compares(evening.standings.winds) is Compares.LINES
    place = pgettext("of pairs", "Line") if by_line else _("Wind")
    lines = [
        (column_name(wind), line.rank, line.entry, line.total, line.match_points)
        for wind, ranked in evening.standings.winds.items()
        for line in ranked
    ]
    head = [place, _("Rank"), _("Name"), _("Points"), _("Match points")]
    note = ranked_at(evening.standings.ranked_at, evening.standings.changed_by)
    short, title = (_("By line"), _("Standings by line")) if by_line else (_("By wind"), _("Standings by wind"))
    return Listed("winds", short, title, head, lines, 3, note)


def _round(standing: RoundStanding) -> Listed:
    groups = standing.tables or standing.winds
    by = compares(groups)
    number = {"number": standing.number}
    short, title = {
        Compares.WINDS: (_("P%(number)d by wind") % number, _("Partita %(number)d by wind") % number),
        Compares.LINES: (_("P%(number)d by line") % number, _("Partita %(number)d by line") % number),
        Compares.TABLES: (_("P%(number)d by table") % number, _("Partita %(number)d by table") % number),
        Compares.EVERYBODY: (_("P%(number)d") % number, _("Partita %(number)d") % number),
    }[by]
    where = [] if by is Compares.EVERYBODY else [pgettext("of pairs", "Line") if by is Compares.LINES else _("Wind")]
    raw = all(line.result.total == line.match_points for ranked in groups.values() for line in ranked)
    earned = [_("Points")] if raw else [_("Points"), _("Match points")]
    head = [*where, _("Rank"), _("Name"), _("Table"), *earned]
    lines = [line[0 if where else 1 : 4 + len(earned)] for line in round_lines(standing)]
    return Listed(f"partita-{standing.number}", short, title, head, lines, 2 + len(where))


def round_lines(standing: RoundStanding) -> Iterator[tuple[Value, ...]]:
    """Wind, rank, name, table, points and match points: those compared, those without a place, those who rest."""
    for ranked in (standing.tables or standing.winds).values():
        for line in ranked:
            found = line.result
            yield _seat(found), line.rank, found.entry, found.table, found.total, line.match_points
    for result in standing.unranked:
        yield _seat(result), _("without a place"), result.entry, result.table, result.total, None
    for bye in standing.byes:
        yield None, _("rests"), bye.result.entry, None, None, bye.match_points


def _seat(result: Result) -> str | None:
    return column_name(result.wind) if result.wind else None


def _table(sheet: Worksheet, occasion: Occasion, each: TableSheet) -> None:
    title = _("Partita %(round)d, table %(table)d") % {"round": each.round, "table": each.table}
    row = begin(sheet, occasion, title)
    columns = list(each.totals)
    for column in columns:
        write(sheet, row, [column_name(column), each.names[column]])
        row += 1
    counted = [_("%(wind)s counts") % {"wind": column_name(place)} for place in each.units]
    scored = [_("%(wind)s points") % {"wind": column_name(column)} for column in columns]
    head = row = row + 1
    said = [_("Hand"), _("Contract"), *counted, _("Trump, sale"), *scored]
    write(sheet, row, [*said, _("Row total"), _("Expected"), _("Running total")], head=True)
    before = 2 + len(each.units) + 1
    for line in each.rows:
        row += 1
        name = contract_name(line.contract) if line.contract is not None else line.written.contract
        units = [line.written.units.get(place) for place in each.units]
        points = [line.points.get(column) for column in columns]
        extra = declaration(line.written) or None
        write(sheet, row, [line.hand, name, *units, extra, *points, line.sum, line.expected, line.running])
    row = _sums(sheet, row + 1, each, columns, before)
    finish(sheet, occasion, head, row, fixed=2)
    _decisions(sheet, row + 2, each, last_column=before + len(columns) + 3)


def _sums(sheet: Worksheet, row: int, each: TableSheet, columns: list[Wind | Side], before: int) -> int:
    """The sheet's own sums, what rulings add, and the totals; answers with the last row written."""
    lines = ((_("Sheet"), each.sheet), (_("Adjustments"), each.adjustments), (_("Total"), each.totals))
    for label, points in lines:
        values: list[Value] = [label, *[None] * (before - 1), *(points[column] for column in columns)]
        write(sheet, row, [*values, sum(points.values(), Fraction(0))], bold=True)
        rule(sheet, row, before + len(columns) + 3)
        row += 1
    return row - 1


def _decisions(sheet: Worksheet, row: int, each: TableSheet, last_column: int) -> None:
    """The rulings below the sheet, each reason as wide as the sheet and as deep as it takes."""
    if not each.decisions:
        return
    put(sheet.cell(row, 1), _("Decisions of the arbiter"), bold=True)
    widths = [sheet.column_dimensions[get_column_letter(number)].width for number in range(3, last_column - 1)]
    for decision in each.decisions:
        row += 1
        write(sheet, row, [decision.hand, decision.offender or None, decision.reason])
        put(sheet.cell(row, last_column - 1), decision.arbiter)
        sheet.merge_cells(start_row=row, end_row=row, start_column=3, end_column=last_column - 2)
        sheet.cell(row, 3).alignment = Alignment(wrap_text=True, vertical="top")
        sheet.row_dimensions[row].height = 15 * (1 + int(len(decision.reason) / sum(widths)))


FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_FONT = "Calibri"
_HEAD = PatternFill("solid", fgColor="E6E6E6")
_RULE = Border(top=Edge(style="thin"))
_A4 = 9
_NARROWEST, _WIDEST, _AIR = 8, 64, 3
_LINE = 15
"""The height of a line, in points."""
_UPRIGHT = 95
"""Letters that fit across an upright page; a wider sheet lies on its side."""


def plain(text: str) -> str:
    """The text without the control characters that no spreadsheet takes."""
    return _CONTROL.sub("", text)


def new_sheet(book: Workbook, title: str) -> Worksheet:
    """A sheet with a name that every spreadsheet accepts: 31 letters, none of them []:*?/\\."""
    sheet: Worksheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", title)[:31])
    return sheet


def put(cell: Cell | MergedCell, value: Value, *, bold: bool = False, size: int = 11) -> None:
    """Write a value: numbers as numbers, everything else as text, whatever it looks like."""
    if isinstance(value, (int, Fraction)):
        fraction = Fraction(value)
        whole = fraction.denominator == 1
        cell.value = int(fraction) if whole else rounded(fraction)
        cell.number_format = "0" if whole else "0.00"
    elif value is not None:
        text = plain(str(value))
        cell.value = text
        # The library takes "=…" for a formula; and the mark keeps the others text when somebody edits the cell.
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(FORMULA_STARTS)
    if bold:
        # A font without a name is drawn in another typeface than its neighbours.
        cell.font = Font(name=_FONT, bold=True, size=size)


def rounded(value: Fraction) -> Decimal:
    """Two decimals, halves away from zero: the nearest number to the exact fraction."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def write(sheet: Worksheet, row: int, values: Sequence[Value], *, bold: bool = False, head: bool = False) -> None:
    """A line of values from the first column on; a ``head`` is grey and broken into lines where it is long."""
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column)
        put(cell, value, bold=bold or head)
        if head:
            cell.fill = _HEAD
            cell.alignment = Alignment(wrap_text=True, vertical="top")


def rule(sheet: Worksheet, row: int, columns: int) -> None:
    """A line above so many cells of a row."""
    for column in range(1, columns + 1):
        sheet.cell(row, column).border = _RULE


def begin(sheet: Worksheet, occasion: Occasion, title: str) -> int:
    """The two lines on top; answers with the first free row."""
    put(sheet.cell(1, 1), title, bold=True, size=14)
    put(sheet.cell(2, 1), occasion.subject)
    return 4


def finish(sheet: Worksheet, occasion: Occasion, head: int, last: int, *, fixed: int) -> None:
    """Columns as wide as what stands in them from the heading to row ``last``, and the sheet ready for a printer.

    The heading stays in sight with the first ``fixed`` columns, and is printed again on every page.
    """
    widths = [_fit(sheet, column, head, last) for column in range(1, sheet.max_column + 1)]
    titles = zip(sheet[head], widths, strict=True)
    sheet.row_dimensions[head].height = _LINE * max(_lines(str(cell.value or ""), width) for cell, width in titles)
    sheet.freeze_panes = sheet.cell(head + 1, fixed + 1).coordinate
    sheet.print_title_rows = f"{head}:{head}"
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.orientation = "landscape" if sum(widths) > _UPRIGHT else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    footer = sheet.oddFooter
    assert footer is not None
    assert footer.left is not None
    assert footer.right is not None
    footer.left.text = plain(occasion.subject).replace("&", "&&")
    footer.right.text = _("page %(number)s of %(count)s") % {"number": "&P", "count": "&N"}


def _fit(sheet: Worksheet, column: int, head: int, last: int) -> float:
    """Make a column as wide as its words; numbers stand under the end of its title, words a little off them."""
    title = sheet.cell(head, column)
    cells = [sheet.cell(row, column) for row in range(head + 1, last + 1)]
    values = [0 if cell.data_type == "f" else cell.value for cell in cells if cell.value is not None]
    numbers = sum(isinstance(value, (int, Decimal)) for value in values) * 2 > len(values)
    side = {"horizontal": "right"} if numbers else {"horizontal": "left", "indent": 1}
    title.alignment = Alignment(wrap_text=True, vertical="top", **side)
    for cell in cells:
        if isinstance(cell.value, str) and not numbers:
            cell.alignment = Alignment(**side)
    longest = max([len(str(value)) for value in values], default=0)
    width = max(longest, *map(len, (str(title.value or "").split() or [""])), 0) + _AIR
    width = min(max(width, _NARROWEST), _WIDEST)
    sheet.column_dimensions[get_column_letter(column)].width = width
    return width


def _lines(words: str, width: float) -> int:
    """How many lines a bold title takes in a column so wide."""
    lines, left = 1, width - _AIR
    for word in words.split():
        if len(word) > left and left < width - _AIR:
            lines, left = lines + 1, width - _AIR
        left -= len(word) + 1
    return lines
