"""The evening as an .xlsx workbook, its lists as a CSV each: standings, and a sheet for every table
(§7, point 16).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, pgettext

from king.cards import SIDES
from king.sheet.points import Column
from king.standing.money import money_of
from king.standing.ranking import Standings, says_once
from king.standing.round_results import Result, RoundStanding
from printing.document_context import Occasion, Options, occasion_of
from printing.documents.standings_content import Compares, compares, title_of
from printing.paper import Progress
from printing.spreadsheets import (
    Listed,
    Value,
    begin,
    finish,
    new_book,
    new_sheet,
    put_list,
    rule,
    widths_of,
    workbook_bytes,
    wrap,
    write,
    write_cell,
)
from printing.standing_columns import book_lines
from scoring.publishing import PublishedStandings, tables_as_published
from scoring.scored_sheets import ScoredTable, scored_rounds
from scoring.standing import standing_settings, tournament_standings
from tournaments.models import Tournament
from wording.columns import (
    BOOK,
    BOOK_BY_WIND,
    PARTITA,
    Partita,
    PartitaLine,
    Ranked,
    columns_at,
    partite,
)
from wording.naming import column_name, contract_name
from wording.rests import foot
from wording.results import declaration, money_words, ranked_at, settled_notes
from wording.rules import notes_heading
from wording.ruling_words import effect_in_words, offenders_in_words
from wording.sentences import refusal

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


class Evening(NamedTuple):
    """Contents of the workbook. ``public``: no account is named. ``point``: money for a point, 0 if
    not played for money. ``rest_worth``: worth of a partita that was sat out, as in
    ``StandingSettings.bye_points``.
    """

    occasion: Occasion
    standings: Standings
    sheets: Sequence[ScoredTable]
    public: bool = False
    point: Fraction = Fraction(0)
    rest_worth: Fraction | None = None

    @property
    def rests_note(self) -> str:
        return foot((line.rests for line in self.standings.overall), self.rest_worth)

    def draw(self, title: str = "", progress: Progress | None = None) -> bytes:
        book = new_book()
        lists = list(lists_of(self))
        for listed in lists:
            put_list(new_sheet(book, listed.short), self.occasion, listed)
        count = len(lists) + len(self.sheets)
        for done, sheet in enumerate(self.sheets, start=len(lists) + 1):
            name = _("P%(round)d table %(table)d") % {
                "round": sheet.table.round.number,
                "table": sheet.table.number,
            }
            _table(new_sheet(book, name), self, sheet)
            if progress is not None:
                progress(done, count)
        if progress is not None:
            progress(count, count)
        return workbook_bytes(book, self.occasion)


def gather(tournament: Tournament, options: Options) -> Evening:
    rounds = list(tournament.rounds.exclude(stage="seating").order_by("number"))
    if options.round is not None:
        rounds = [round_ for round_ in rounds if round_.number == options.round]
    if not rounds:
        raise refusal(
            gettext_lazy("No partita has started yet, so there is nothing to put into a workbook."),
            "no_sheets",
        )
    sheets = [
        scored
        for tables in ({} if tournament.held_for else scored_rounds(rounds)).values()
        for scored in tables
        if options.table in (None, scored.number)
    ]
    closed = [round_ for round_ in rounds if round_.is_closed]
    settings = standing_settings(tournament)
    whole = tournament_standings(tournament, closed).standings
    point, worth = settings.money_per_point or Fraction(0), settings.bye_points
    return Evening(occasion_of(tournament), whole, sheets, point=point, rest_worth=worth)


def gather_published(tournament: Tournament, published: PublishedStandings) -> Evening:
    """Workbook of a publication. It has no partita in play and no account's name: a ruling is the
    arbiter's, whoever that was.
    """
    if published.standings is None:
        raise refusal(
            gettext_lazy(
                "Standings no. %(number)s can be read on their page, but can no longer be put into a workbook."
            ),
            "posted_unreadable",
            number=published.publication.number,
        )
    tables, point = (
        tables_as_published(published),
        published.settings.money_per_point or Fraction(0),
    )
    sheets = [scored for round_ in published.rounds for scored in tables[round_.pk]]
    occasion = occasion_of(tournament, at=published.at)
    worth = published.settings.bye_points
    return Evening(occasion, published.standings, sheets, True, point, worth)


def lists_of(evening: Evening) -> Iterator[Listed]:
    if evening.standings.rounds:
        yield _overall(evening)
    if evening.standings.winds:
        yield _whole_by_wind(evening)
    yield from map(_round, evening.standings.rounds)


def _overall(evening: Evening) -> Listed:
    standings = evening.standings
    played = (standing.of for standing in standings.rounds)
    money = money_of(played, evening.point) if evening.point else {}
    numbers = [standing.number for standing in standings.rounds]
    ranked = Ranked(standings.overall, partite(numbers), money=money)
    head, lines = book_lines(BOOK, ranked, standings.overall)
    for name in standings.unranked:
        values: dict[str, Value] = {
            "entry": name,
            "total": _("without a place"),
            "money": money.get(name),
        }
        cells = [values.get(column.key) for column in columns_at(BOOK, ranked)]
        while cells[-1] is None:
            cells.pop()
        lines.append(cells)
    settled = settled_notes(standings.settled, standings.unfit)
    notes = settled, money_words(money, evening.point), evening.rests_note
    note, title = " ".join(filter(None, notes)), _("Overall standings")
    return Listed("overall", _("Overall"), title, head, lines, 2, note)


def _whole_by_wind(evening: Evening) -> Listed:
    by = compares(evening.standings.winds)
    by_line = by is Compares.LINES
    head, lines = [_line_or_wind(by)], list[list[Value]]()
    rested = bool(evening.rests_note)
    for wind, own in evening.standings.winds.items():
        ranked = Ranked(own, once=False, sat_out=rested)
        more, cells = book_lines(BOOK_BY_WIND, ranked, own)
        lines += [[column_name(wind), *line] for line in cells]
        head[1:] = more
    notes = ranked_at(evening.standings.ranked_at, evening.standings.changed_by), evening.rests_note
    note = " ".join(filter(None, notes))
    short = _("By line") if by_line else _("By wind")
    return Listed("winds", short, title_of(by, None), head, lines, 3, note)


def _line_or_wind(by: Compares) -> str:
    return pgettext("of pairs", "Line") if by in (Compares.LINES, Compares.MATCHES) else _("Wind")


def _round(standing: RoundStanding) -> Listed:
    groups = standing.tables or standing.winds
    by = compares(groups)
    short = _(by.value[0]) % {"number": standing.number}
    raw = says_once(
        (line.match_points, line.result.total) for ranked in groups.values() for line in ranked
    )
    head, lines = round_lines(standing, raw=raw)
    key, first = f"partita-{standing.number}", 1
    # All compared with all have no wind.
    if by is not Compares.EVERYBODY:
        head, first = [_line_or_wind(by), *head], 0
    title = title_of(by, standing.number)
    return Listed(key, short, title, head, [line[first:] for line in lines], 3 - first)


def round_lines(
    standing: RoundStanding, *, raw: bool = False
) -> tuple[list[str], list[list[Value]]]:
    """Heading and lines of a partita. Lines begin with the wind, for which the heading has no name."""
    rows = list(rows_of(standing))
    partita = Partita(raw)
    head, lines = book_lines(BOOK_BY_WIND, partita, rows, PARTITA, _rank_or_why)
    return head, [[row.wind, *line] for row, line in zip(rows, lines, strict=True)]


def _rank_or_why(row: PartitaLine) -> Value:
    if row.rested:
        return _("rests")
    return _("without a place") if row.match_points is None else row.rank


def rows_of(standing: RoundStanding) -> Iterator[PartitaLine]:
    for ranked in (standing.tables or standing.winds).values():
        for line in ranked:
            one = line.result
            yield PartitaLine(
                line.rank, one.entry, _seat(one), one.table, one.total, line.match_points
            )
    for result in standing.unranked:
        yield PartitaLine(None, result.entry, _seat(result), result.table, result.total, None)
    for bye in standing.byes:
        yield PartitaLine(None, bye.result.entry, None, None, None, bye.match_points, rested=True)


def _seat(result: Result) -> str | None:
    return column_name(result.wind) if result.wind else None


def _names(table: ScoredTable) -> dict[Column, str]:
    columns = table.scored.ruleset.columns
    return {
        column: " – ".join(entry.title for entry in table.entries(column)) for column in columns
    }


def _table(sheet: "Worksheet", evening: Evening, table: ScoredTable) -> None:
    scored, columns = table.scored, list(table.scored.totals)
    title = _("Partita %(round)d, table %(table)d") % {
        "round": table.round.number,
        "table": table.number,
    }
    row = begin(sheet, evening.occasion, title)
    for column, names in _names(table).items():
        write(sheet, row, [column_name(column), names])
        row += 1
    counted = {place for line in scored.rows for place in line.row.units}
    units: Sequence[str] = sorted(counted, key=[*"NESW", *SIDES].index) or scored.ruleset.columns
    head = row = row + 1
    titles = [_("Hand"), _("Contract")]
    titles += [_("%(wind)s counts") % {"wind": column_name(place)} for place in units]
    titles.append(notes_heading(scored.ruleset, scored.settings))
    titles += [_("%(wind)s points") % {"wind": column_name(column)} for column in columns]
    write(sheet, row, [*titles, _("Row total"), _("Expected"), _("Running total")], head=True)
    before = 2 + len(units) + 1
    for line in scored.rows:
        row += 1
        name = contract_name(line.contract) if line.contract is not None else line.row.contract
        cells: list[Value] = [line.hand, name, *map(line.row.units.get, units)]
        cells += [declaration(line.row) or None, *map(line.points.get, columns)]
        write(sheet, row, [*cells, line.sum, line.expected, line.running])
    # The sheet's own sums, what rulings add, and the totals.
    sums = {
        _("Sheet"): scored.sheet,
        _("Adjustments"): scored.adjustments,
        _("Total"): scored.totals,
    }
    for label, points in sums.items():
        row += 1
        cells = [label, *[None] * (before - 1), *(points[column] for column in columns)]
        write(sheet, row, [*cells, sum(points.values(), Fraction(0))], bold=True)
        rule(sheet, row, before + len(columns) + 3)
    finish(sheet, evening.occasion, head, row, fixed=2)
    _decisions(sheet, row + 2, table, before + len(columns) + 3, public=evening.public)


def _decisions(
    sheet: "Worksheet", row: int, table: ScoredTable, last_column: int, *, public: bool
) -> None:
    if not table.rulings:
        return
    write_cell(sheet.cell(row, 1), _("Decisions of the arbiter"), bold=True)
    widths = widths_of(sheet, range(3, last_column - 1))
    for ruling in table.rulings:
        row += 1
        decided = [str(ruling.get_kind_display()).capitalize(), effect_in_words(ruling)]
        decision = f"{', '.join(filter(None, decided))}: {ruling.reason}"
        write(sheet, row, [ruling.hand, offenders_in_words(ruling) or None, decision])
        arbiter = "" if public or ruling.arbiter is None else str(ruling.arbiter)
        write_cell(sheet.cell(row, last_column - 1), arbiter)
        sheet.merge_cells(start_row=row, end_row=row, start_column=3, end_column=last_column - 2)
        wrap(sheet.cell(row, 3))
        sheet.row_dimensions[row].height = 15 * (1 + int(len(decision) / sum(widths)))


# --- the same as lists of their own

KEYS = ("overall", "winds", "seats", "tables")
"""Of the lists beside those of the partite, each ``partita-`` and its number."""


def csv_lists(evening: Evening, published: PublishedStandings) -> Iterator[Listed]:
    return chain(lists_of(evening), [_seats(evening, published), _tables(evening)])


def _seats(evening: Evening, published: PublishedStandings) -> Listed:
    seats: dict[str, dict[int, tuple[Value, Value]]] = {}
    head = [_("No."), _("Name")]
    for standing in evening.standings.rounds:
        partita = _("P%(number)d") % {"number": standing.number}
        head += [f"{partita} {_('Table')}", f"{partita} {_('Wind')}"]
        for row in rows_of(standing):
            seats.setdefault(row.entry, {})[standing.number] = row.table, row.wind
    numbers = [standing.number for standing in evening.standings.rounds]
    for line in evening.standings.overall:
        for number in line.rests:
            seats.setdefault(line.entry, {})[number] = None, _("Sat out")
    lines: list[list[Value]] = []
    for name, own in seats.items():
        entry = published.entries.get(name)
        places = chain.from_iterable(own.get(number, (None, None)) for number in numbers)
        lines.append([None if entry is None else entry.number, name, *places])
    lines.sort(key=lambda line: (line[0] or 0, line[1]))
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
            table.round.number,
            table.number,
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
