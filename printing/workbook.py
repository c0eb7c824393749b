"""The evening as an .xlsx workbook: standings by wind and overall, and a sheet for every table (§7, point 16).

Numbers are numbers, so that a club's own formulas can go on from here; thirds are rounded to two decimals. A name
that begins like a formula (``=cmd…``) is stored as text and marked so: no spreadsheet ever computes it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from king.contracts import Contract
from king.rounds import Result, RoundStanding
from king.row import Row
from king.standings import Line, Standings
from king.tiebreaks import TIED, TITLES
from king.winds import SIDES, Side, Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import Progress
from printing.results import rarer_marks
from printing.ruling_words import offenders_in_words
from printing.spreadsheet import Value, begin, finish, new_sheet, plain, put, rule, write
from printing.standings_content import Compares, compares
from printing.wording import column_name, contract_name, ranked_at, settled_notes, suit_name
from scoring.posted import Posted, tables_as_posted
from scoring.reading import ScoredTable, scored_rounds
from scoring.standing import tournament_standings
from tournaments.models import Tournament


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
    book.remove(book.active)
    book.properties.title = plain(evening.occasion.tournament)
    book.properties.creator = "King"
    parts = evening.standings.rounds
    count = len(parts) + 2 * bool(parts) + len(evening.sheets)
    if parts:
        _overall(new_sheet(book, _("Overall")), evening)
    if evening.standings.winds:
        _whole_by_wind(book, evening)
    for standing in parts:
        _round(book, evening, standing)
    for done, each in enumerate(evening.sheets, start=count - len(evening.sheets) + 1):
        title = _("P%(round)d table %(table)d") % {"round": each.round, "table": each.table}
        _table(new_sheet(book, title), evening.occasion, each)
        if progress is not None:
            progress(done, count)
    if progress is not None:
        progress(count, count)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _overall(sheet: Worksheet, evening: Evening) -> None:
    lines, rounds = evening.standings.overall, [standing.number for standing in evening.standings.rounds]
    raw = all(line.match_points == line.total for line in lines)
    earned = [_("Points")] if raw else [_("Points"), _("Match points")]
    head = row = begin(sheet, evening.occasion, _("Overall standing"))
    partite = [_("Partita %(number)d") % {"number": number} for number in rounds]
    write(sheet, row, [_("Rank"), _("Name"), *partite, *earned, _("decided by")], head=True)
    for line in lines:
        row += 1
        by_round = {each.round: each.match_points for each in (*line.counted, *line.dropped)}
        sums = [line.total] if raw else [line.total, line.match_points]
        write(sheet, row, [line.rank, line.entry, *map(by_round.get, rounds), *sums, _decided_by(line)])
    for name in evening.standings.unranked:
        row += 1
        write(sheet, row, [None, name, *[None] * len(rounds), _("without a place")])
    if notes := settled_notes(evening.standings.settled, evening.standings.unfit):
        row += 1
        write(sheet, row, [None, notes])
    finish(sheet, evening.occasion, head, row, fixed=2)


def _decided_by(line: Line) -> str | None:
    """Which rule put the line before its equals, or that it shares its place."""
    if line.tiebreak is None:
        return None
    return _("place shared") if line.tiebreak == TIED else _(TITLES[line.tiebreak])


def _whole_by_wind(book: Workbook, evening: Evening) -> None:
    by_line = compares(evening.standings.winds) is Compares.LINES
    sheet = new_sheet(book, _("By line") if by_line else _("By wind"))
    title = _("Standings by line") if by_line else _("Standings by wind")
    head = row = begin(sheet, evening.occasion, title)
    place = pgettext("of pairs", "Line") if by_line else _("Wind")
    write(sheet, row, [place, _("Rank"), _("Name"), _("Points"), _("Match points")], head=True)
    for wind, ranked in evening.standings.winds.items():
        for line in ranked:
            row += 1
            write(sheet, row, [column_name(wind), line.rank, line.entry, line.total, line.match_points])
    if where := ranked_at(evening.standings.ranked_at, evening.standings.changed_by):
        row += 1
        write(sheet, row, [None, None, where])
    finish(sheet, evening.occasion, head, row, fixed=3)


def _round_titles(standing: RoundStanding) -> tuple[str, str]:
    """What the sheet of a partita is called, and what stands on top of it: by what its results are compared."""
    number = {"number": standing.number}
    return {
        Compares.WINDS: (_("P%(number)d by wind") % number, _("Partita %(number)d by wind") % number),
        Compares.LINES: (_("P%(number)d by line") % number, _("Partita %(number)d by line") % number),
        Compares.TABLES: (_("P%(number)d by table") % number, _("Partita %(number)d by table") % number),
        Compares.EVERYBODY: (_("P%(number)d") % number, _("Partita %(number)d") % number),
    }[compares(standing.tables or standing.winds)]


def _round(book: Workbook, evening: Evening, standing: RoundStanding) -> None:
    short, title = _round_titles(standing)
    sheet = new_sheet(book, short)
    groups = standing.tables or standing.winds
    by = compares(groups)
    head = row = begin(sheet, evening.occasion, title)
    where = [] if by is Compares.EVERYBODY else [pgettext("of pairs", "Line") if by is Compares.LINES else _("Wind")]
    raw = all(each.result.total == each.match_points for ranked in groups.values() for each in ranked)
    earned = [_("Points")] if raw else [_("Points"), _("Match points")]
    write(sheet, row, [*where, _("Rank"), _("Name"), _("Table"), *earned], head=True)
    for wind, rank, name, table, *points in _round_lines(standing):
        row += 1
        write(sheet, row, [*([wind] if where else []), rank, name, table, *points[: len(earned)]])
    finish(sheet, evening.occasion, head, row, fixed=2 + len(where))


def _round_lines(standing: RoundStanding) -> Iterator[tuple[Value, ...]]:
    """Wind, rank, name, table, points and match points: those compared, those without a place, those who rest."""
    for ranked in (standing.tables or standing.winds).values():
        for each in ranked:
            found = each.result
            yield _seat(found), each.rank, found.entry, found.table, found.total, each.match_points
    for found in standing.unranked:
        yield _seat(found), _("without a place"), found.entry, found.table, found.total, None
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
        extra = declared(line.written)
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
    widths = [sheet.column_dimensions[cell.column_letter].width for cell in sheet[1][2 : last_column - 2]]
    for decision in each.decisions:
        row += 1
        write(sheet, row, [decision.hand, decision.offender or None, decision.reason])
        put(sheet.cell(row, last_column - 1), decision.arbiter)
        sheet.merge_cells(start_row=row, end_row=row, start_column=3, end_column=last_column - 2)
        sheet.cell(row, 3).alignment = Alignment(wrap_text=True, vertical="top")
        sheet.row_dimensions[row].height = 15 * (1 + int(len(decision.reason) / sum(widths)))


def declared(row: Row) -> str | None:
    """What a declaration adds to its row: trump, sale and the rarer marks, in words."""
    parts = []
    if row.trump:
        parts.append(_("no trump") if row.trump == "NT" else suit_name(row.trump))
    sale = row.sale
    if sale is not None and sale.seller and sale.buyer:
        places = {"seller": column_name(sale.seller), "buyer": column_name(sale.buyer), "price": sale.price}
        parts.append(_("sold by %(seller)s to %(buyer)s for %(price)s") % places)
    return ", ".join([*parts, *rarer_marks(row)]) or None
