"""The evening as an .xlsx workbook, its lists as a CSV each: standings, and a sheet for every table
(§7, point 16).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from king.cards import SIDES
from king.sheet.points import Column
from king.standing.money import money_of
from king.standing.ranking import Standings
from king.standing.round_results import Result, RoundStanding
from printing.documents.standings_content import Compares, compares
from printing.occasion import Occasion, Options, occasion_of
from printing.paper import Progress
from printing.spreadsheets import (
    Listed,
    Value,
    begin,
    finish,
    new_sheet,
    put,
    put_list,
    rule,
    saved,
    write,
)
from scoring.publishing import Posted, tables_as_posted
from scoring.scored_sheets import ScoredTable, scored_rounds
from scoring.standing import standing_settings, tournament_standings
from tournaments.models import Tournament
from wording.naming import column_name, contract_name
from wording.regulation import offenders_in_words
from wording.results import declaration, money_words, ranked_at, settled_notes, tiebreak_in_words


@dataclass(frozen=True, slots=True)
class Evening:
    occasion: Occasion
    standings: Standings
    sheets: tuple[ScoredTable, ...]
    public: bool = False
    """Whether no account is named."""
    point: Fraction = Fraction(0)
    """Money a point; 0: none is played for."""

    @property
    def money(self) -> dict[str, Fraction]:
        return (
            money_of((round_.of for round_ in self.standings.rounds), self.point)
            if self.point
            else {}
        )


# --- from the database
# ---------------------------------------------------------------------------------------------


def gather(tournament: Tournament, options: Options) -> Evening:
    rounds = list(tournament.rounds.exclude(stage="seating").order_by("number"))
    if options.round is not None:
        rounds = [round_ for round_ in rounds if round_.number == options.round]
    if not rounds:
        raise ValidationError(
            gettext_lazy("No partita has started yet, so there is nothing to put into a workbook."),
            code="no_sheets",
        )
    tables = scored_rounds(rounds)
    sheets = [
        scored
        for of_round in tables.values()
        for scored in of_round
        if options.table in (None, scored.table.number)
    ]
    closed = [round_ for round_ in rounds if round_.is_closed]
    point = standing_settings(tournament).money_per_point or Fraction(0)
    whole = tournament_standings(tournament, closed).standings
    return Evening(occasion_of(tournament), whole, tuple(sheets), point=point)


def gather_posted(tournament: Tournament, posted: Posted) -> Evening:
    """No partita in play is in it, and no account's name: a ruling is the arbiter's, whoever that
    was.
    """
    if posted.standings is None:
        raise ValidationError(
            gettext_lazy(
                "Standing no. %(number)s can be read on its page, but not be put into a workbook any more."
            ),
            code="posted_unreadable",
            params={"number": posted.publication.number},
        )
    tables, point = tables_as_posted(posted), posted.settings.money_per_point or Fraction(0)
    sheets = tuple(scored for round_ in posted.rounds for scored in tables[round_.pk])
    return Evening(
        occasion_of(tournament, at=posted.at), posted.standings, sheets, public=True, point=point
    )


# --- into the file
# -------------------------------------------------------------------------------------------------


def render(evening: Evening, progress: Progress | None = None) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    lists = list(lists_of(evening))
    count = len(lists) + len(evening.sheets)
    for listed in lists:
        put_list(new_sheet(book, listed.short), evening.occasion, listed)
    for done, sheet in enumerate(evening.sheets, start=count - len(evening.sheets) + 1):
        title = _("P%(round)d table %(table)d") % {
            "round": sheet.table.round.number,
            "table": sheet.table.number,
        }
        _table(new_sheet(book, title), evening, sheet)
        if progress is not None:
            progress(done, count)
    if progress is not None:
        progress(count, count)
    return saved(book, evening.occasion)


def lists_of(evening: Evening) -> Iterator[Listed]:
    if evening.standings.rounds:
        yield _overall(evening)
    if evening.standings.winds:
        yield _whole_by_wind(evening)
    yield from map(_round, evening.standings.rounds)


def _overall(evening: Evening) -> Listed:
    ranked, rounds = (
        evening.standings.overall,
        [standing.number for standing in evening.standings.rounds],
    )
    raw = evening.standings.raw
    earned = [_("Points")] if raw else [_("Points"), _("Match points")]
    partite = [_("Partita %(number)d") % {"number": number} for number in rounds]
    partite += [_("Qualification")] if evening.standings.carries else []
    lines: list[list[Value]] = []
    money = evening.money
    earned += [_("Money")] if money else []
    for line in ranked:
        by_round = {result.round: result.match_points for result in (*line.counted, *line.dropped)}
        sums: list[Value] = [line.total] if raw else [line.total, line.match_points]
        sums += [money.get(line.entry)] if money else []
        carried = [line.carried] if evening.standings.carries else []
        lines.append(
            [
                line.rank,
                line.entry,
                *map(by_round.get, rounds),
                *carried,
                *sums,
                tiebreak_in_words(line.tiebreak) or None,
            ]
        )
    for name in evening.standings.unranked:
        apart: list[Value] = [None, name, *[None] * len(partite), _("without a place")]
        # In the column of the money, which is the last of those earned.
        lines.append([*apart, *[None] * (len(earned) - 2), money[name]] if name in money else apart)
    head = [_("Rank"), _("Name"), *partite, *earned, _("Tie-break")]
    notes = (
        settled_notes(evening.standings.settled, evening.standings.unfit),
        money_words(money, evening.point),
    )
    note = " ".join(filter(None, notes))
    return Listed("overall", _("Overall"), _("Overall standing"), head, lines, 2, note)


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
    short, title = (
        (_("By line"), _("Standings by line"))
        if by_line
        else (_("By wind"), _("Standings by wind"))
    )
    return Listed("winds", short, title, head, lines, 3, note)


def _round(standing: RoundStanding) -> Listed:
    groups = standing.tables or standing.winds
    by = compares(groups)
    number = {"number": standing.number}
    short, title = {
        Compares.WINDS: (
            _("P%(number)d by wind") % number,
            _("Partita %(number)d by wind") % number,
        ),
        Compares.LINES: (
            _("P%(number)d by line") % number,
            _("Partita %(number)d by line") % number,
        ),
        Compares.TABLES: (
            _("P%(number)d by table") % number,
            _("Partita %(number)d by table") % number,
        ),
        Compares.EVERYBODY: (_("P%(number)d") % number, _("Partita %(number)d") % number),
    }[by]
    where = (
        []
        if by is Compares.EVERYBODY
        else [pgettext("of pairs", "Line") if by is Compares.LINES else _("Wind")]
    )
    raw = all(
        line.result.total == line.match_points for ranked in groups.values() for line in ranked
    )
    earned = [_("Points")] if raw else [_("Points"), _("Match points")]
    head = [*where, _("Rank"), _("Name"), _("Table"), *earned]
    lines = [line[0 if where else 1 : 4 + len(earned)] for line in round_lines(standing)]
    return Listed(f"partita-{standing.number}", short, title, head, lines, 2 + len(where))


def round_lines(standing: RoundStanding) -> Iterator[tuple[Value, ...]]:
    """Wind, rank, name, table, points and match points."""
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


def _names(table: ScoredTable) -> dict[Column, str]:
    columns = table.scored.ruleset.columns
    return {
        column: " – ".join(entry.title for entry in table.entries(column)) for column in columns
    }


def _table(sheet: Worksheet, evening: Evening, table: ScoredTable) -> None:
    scored, columns = table.scored, list(table.scored.totals)
    title = _("Partita %(round)d, table %(table)d") % {
        "round": table.table.round.number,
        "table": table.table.number,
    }
    row = begin(sheet, evening.occasion, title)
    for column, names in _names(table).items():
        write(sheet, row, [column_name(column), names])
        row += 1
    counted = {place for line in scored.rows for place in line.row.units}
    units: Sequence[str] = sorted(counted, key=[*"NESW", *SIDES].index) or scored.ruleset.columns
    head = row = row + 1
    said = [
        _("Hand"),
        _("Contract"),
        *(_("%(wind)s counts") % {"wind": column_name(place)} for place in units),
        _("Trump, sale"),
        *(_("%(wind)s points") % {"wind": column_name(column)} for column in columns),
    ]
    write(sheet, row, [*said, _("Row total"), _("Expected"), _("Running total")], head=True)
    before = 2 + len(units) + 1
    for line in scored.rows:
        row += 1
        name = contract_name(line.contract) if line.contract is not None else line.row.contract
        made = [line.points.get(column) for column in columns]
        written = [line.row.units.get(place) for place in units]
        extra = declaration(line.row) or None
        write(
            sheet,
            row,
            [line.hand, name, *written, extra, *made, line.sum, line.expected, line.running],
        )
    # The sheet's own sums, what rulings add, and the totals.
    for label, points in (
        (_("Sheet"), scored.sheet),
        (_("Adjustments"), scored.adjustments),
        (_("Total"), scored.totals),
    ):
        row += 1
        values: list[Value] = [
            label,
            *[None] * (before - 1),
            *(points[column] for column in columns),
        ]
        write(sheet, row, [*values, sum(points.values(), Fraction(0))], bold=True)
        rule(sheet, row, before + len(columns) + 3)
    finish(sheet, evening.occasion, head, row, fixed=2)
    _decisions(sheet, row + 2, table, before + len(columns) + 3, public=evening.public)


def _decisions(
    sheet: Worksheet, row: int, table: ScoredTable, last_column: int, *, public: bool
) -> None:
    if not table.rulings:
        return
    put(sheet.cell(row, 1), _("Decisions of the arbiter"), bold=True)
    widths = [
        sheet.column_dimensions[get_column_letter(number)].width
        for number in range(3, last_column - 1)
    ]
    for ruling in table.rulings:
        row += 1
        write(sheet, row, [ruling.hand, offenders_in_words(ruling) or None, ruling.reason])
        put(
            sheet.cell(row, last_column - 1),
            "" if public or ruling.arbiter is None else str(ruling.arbiter),
        )
        sheet.merge_cells(start_row=row, end_row=row, start_column=3, end_column=last_column - 2)
        sheet.cell(row, 3).alignment = Alignment(wrap_text=True, vertical="top")
        sheet.row_dimensions[row].height = 15 * (1 + int(len(ruling.reason) / sum(widths)))


# --- the same as lists of their own

KEYS = ("overall", "winds", "seats", "tables")
"""Of the lists beside those of the partite, each ``partita-`` and its number."""


def csv_lists(evening: Evening, posted: Posted) -> Iterator[Listed]:
    return chain(lists_of(evening), [_seats(evening, posted), _tables(evening)])


def _seats(evening: Evening, posted: Posted) -> Listed:
    seats: dict[str, dict[int, tuple[Value, Value]]] = {}
    for standing in evening.standings.rounds:
        for wind, _rank, name, table, *_points in round_lines(standing):
            seats.setdefault(str(name), {})[standing.number] = table, wind
    numbers = [standing.number for standing in evening.standings.rounds]
    head = [_("No."), _("Name")]
    for number in numbers:
        partita = _("P%(number)d") % {"number": number}
        head += [f"{partita} {_('Table')}", f"{partita} {_('Wind')}"]
    entered = {
        name: posted.entries[name].number if name in posted.entries else None for name in seats
    }
    lines = [
        (
            entered[name],
            name,
            *chain.from_iterable(seats[name].get(number, (None, None)) for number in numbers),
        )
        for name in sorted(seats, key=lambda name: (entered[name] or 0, name))
    ]
    return Listed("seats", _("Seats"), _("Seats"), head, lines, 2)


def _tables(evening: Evening) -> Listed:
    head = [
        _("Partita"),
        _("Table"),
        _("Wind"),
        _("Name"),
        _("Sheet"),
        _("Adjustments"),
        _("Points"),
    ]
    lines = [
        (
            table.table.round.number,
            table.table.number,
            column_name(column),
            name,
            table.scored.sheet[column],
            table.scored.adjustments[column],
            table.scored.totals[column],
        )
        for table in evening.sheets
        for column, name in _names(table).items()
    ]
    return Listed("tables", _("Results by table"), _("Results by table"), head, lines, 4)
