"""Sheets as they stand, scored by ``king``: for one table or a whole evening in the same number of queries."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from king.commands.reading import Node
from king.comparison import BoardComparison, PlayedSheet, compare
from king.problems import Problem
from king.row import Row
from king.rulesets import RuleSet, Settings
from king.rulings import Ruling as KingRuling
from king.sheet import ScoredSheet, check_row, score
from king.winds import Side, Wind
from scoring.averages import Average, average_of, averaged_hands
from scoring.models import HandResult, Ruling, Sheet
from scoring.sitting import really_sat, seat_in
from tournaments.models import Entry, Round, Seat, Table, Tournament


@dataclass(frozen=True)
class ScoredTable:
    """A table of a partita, who sits there, what was entered, and what it comes to.

    ``seats`` are those who sat there from the first hand on; ``substitutes`` sat down later, for one of them or, where
    two sat in each other's winds, for themselves. ``rows`` are the versions in force by hand, emptied ones too;
    ``rulings`` those in force; ``averages`` what the other tables make of the hands that were ruled to be worth that.
    """

    table: Table
    sheet: Sheet
    seats: Mapping[Wind, Seat]
    substitutes: tuple[Seat, ...]
    rows: Mapping[int, HandResult]
    rulings: tuple[Ruling, ...]
    scored: ScoredSheet
    averages: Mapping[int, Average] = field(default_factory=dict)

    def entries(self, column: Wind | Side, hand: int = 1) -> tuple[Entry, ...]:
        """Who scores in a column in a hand: the entry at that wind, or the entries of that pair, each once."""
        winds = column.winds if isinstance(column, Side) else (column,)
        seats = (self._seat(wind, hand) for wind in winds)
        return tuple({seat.entry_id: seat.entry for seat in seats if seat}.values())

    def _seat(self, wind: Wind, hand: int) -> Seat | None:
        later = (seat for seat in self.substitutes if seat.wind == wind)
        return seat_in((*([self.seats[wind]] if wind in self.seats else []), *later), hand)

    def made(self) -> tuple[Made, ...]:
        """What each entry made at the table, after rulings."""
        changes = sorted({1} | {
            seat.from_hand for seat in self.substitutes
            if seat.entry not in self.entries(Wind(seat.wind), seat.from_hand - 1)
        })  # fmt: skip
        if len(changes) == 1:
            return tuple(
                Made(entry, total, ((column, self.scored.ruleset.length),))
                for column, total in self.scored.totals.items() for entry in self.entries(column)
            )  # fmt: skip
        found: dict[int, Made] = {}
        for first, after in zip(changes, [*changes[1:], self.scored.ruleset.length + 1], strict=True):
            for column, points in _points_between(self, first, after).items():
                for entry in self.entries(column, first):
                    before = found.get(entry.pk, Made(entry, Fraction(0), ()))
                    sat = (*before.sat, (column, after - first))
                    found[entry.pk] = Made(entry, before.total + points, sat)
        return tuple(found.values())


@dataclass(frozen=True)
class Made:
    """What an entry made at a table, and how many hands it scored in each column, in order of play."""

    entry: Entry
    total: Fraction
    sat: tuple[tuple[Wind | Side, int], ...]


def _points_between(table: ScoredTable, first: int, after: int) -> dict[Wind | Side, Fraction]:
    """Each column's points of some hands, with what was ruled in them; a ruling of no hand is of the first ones."""
    scored = table.scored
    rulings = [ruling for ruling in table.rulings if first <= (ruling.hand or 1) < after]
    rows = king_rows(table.rows)
    charged = score(scored.ruleset, rows, king_rulings(rulings, table.averages), scored.settings).adjustments
    played = [row for row in scored.rows if first <= row.hand < after]
    return {
        column: charged[column] + sum((row.points[column] for row in played), Fraction(0)) for column in scored.totals
    }


def rules_in_force(tournament: Tournament) -> tuple[RuleSet, Settings]:
    """The rule system of the evening and its settings."""
    ruleset = tournament.rules
    return ruleset, ruleset.configure(tournament.settings)


def rules_at(sheet: Sheet) -> tuple[RuleSet, Settings]:
    """The same for one sheet: the wind that was drawn at its table deals first."""
    ruleset, settings = rules_in_force(sheet.table.round.tournament)
    return ruleset, replace(settings, first_dealer=Wind(sheet.first_dealer)) if sheet.first_dealer else settings


def scored_sheet(sheet: Sheet) -> ScoredSheet:
    """The sheet with its rows and rulings in force. Two queries when its table and tournament are at hand."""
    return read_sheet(sheet)[1]


def read_sheet(sheet: Sheet) -> tuple[Mapping[int, HandResult], ScoredSheet]:
    """The versions in force by hand, emptied ones too, and what they come to. Two queries, as ``scored_sheet``.

    Where a hand is worth the average of the other tables, these are read as well.
    """
    # All versions and the last of each: for one sheet that is quicker than to ask for the last ones alone.
    rows = _rows(sheet.results.order_by("hand", "version"))
    rulings = list(sheet.rulings.standing())
    if averaged_hands(rulings):
        return rows, scored_table(sheet).scored
    return rows, _score(sheet, rows, rulings)


def scored_round(round: Round) -> tuple[ScoredTable, ...]:
    """Every table of the partita in order; empty before the start. Six queries, however many tables there are."""
    return scored_rounds([round])[round.pk]


def scored_table(sheet: Sheet, at: datetime.datetime | None = None, tried: Ruling | None = None) -> ScoredTable:
    """One table as ``scored_round`` gives it, now or with its rows and rulings as they were at a moment gone by.

    ``tried`` is a ruling that nobody has made yet: everything is read as if it stood.
    """
    return _scored_tables(Sheet.objects.filter(pk=sheet.pk), at, tried)[0]


def scored_rounds(
    rounds: Iterable[Round], at: datetime.datetime | None = None, tried: Ruling | None = None
) -> dict[int, tuple[ScoredTable, ...]]:
    """``scored_round`` for several partite at once, by primary key; the same number of queries as for one.

    ``at`` reads the rows and rulings as they were at that moment: as a versioned row is never overwritten, the sheets
    behind a posted standing can be shown as they were when it was posted. ``tried`` as for ``scored_table``.
    """
    tables: dict[int, list[ScoredTable]] = {round_.pk: [] for round_ in rounds}
    for scored in _scored_tables(Sheet.objects.filter(table__round__in=tables), at, tried) if tables else ():
        tables[scored.table.round_id].append(scored)
    return {key: tuple(each) for key, each in tables.items()}


def averages_now(rulings: Iterable[Ruling]) -> dict[int, Average]:
    """What each ruling that gives the average of the other tables comes to, by its key; no query where none does."""
    found = {ruling.pk: (ruling.sheet_id, ruling.hand) for ruling in rulings
             if ruling.is_average and ruling.revoked_at is None}  # fmt: skip
    if not found:
        return {}
    sheets = _scored_tables(Sheet.objects.filter(pk__in={sheet for sheet, _hand in found.values()}))
    averages = {(each.sheet.pk, hand): average for each in sheets for hand, average in each.averages.items()}
    return {key: averages[place] for key, place in found.items() if place in averages}


def scored_tables(sheets: QuerySet[Sheet]) -> tuple[ScoredTable, ...]:
    """The tables of any sheets, as ``scored_round`` gives them; no query but one where there are none."""
    return tuple(_scored_tables(sheets))


def _scored_tables(sheets: Any, at: datetime.datetime | None = None, tried: Ruling | None = None) -> list[ScoredTable]:
    """The tables; where a hand is worth the average of the others, these are read as well, whoever asked for which."""
    wanted = _without_averages(sheets, at, tried)
    averaging = {each.table.round_id for each in wanted if averaged_hands(each.rulings)}
    if not averaging:
        return wanted
    others = Sheet.objects.filter(table__round__in=averaging).exclude(pk__in=[each.sheet.pk for each in wanted])
    partite: dict[int, list[ScoredTable]] = {}
    for each in (*wanted, *_without_averages(others, at, tried)):
        partite.setdefault(each.table.round_id, []).append(each)
    boards = {key: compare_tables(partite[key]) for key in averaging}
    return [
        _with_averages(each, boards[each.table.round_id], partite[each.table.round_id])
        if averaged_hands(each.rulings) else each for each in wanted
    ]  # fmt: skip


def compare_tables(tables: Iterable[ScoredTable]) -> tuple[BoardComparison, ...]:
    """What these tables, which are at hand, made of each board; those of a partita or of a posted standing."""
    return compare(
        PlayedSheet(each.table.number, each.scored, king_rulings(each.rulings, each.averages)) for each in tables
    )


def _with_averages(table: ScoredTable, boards: Iterable[BoardComparison], tables: Iterable[ScoredTable]) -> ScoredTable:
    partita = [(each.sheet, each.rulings) for each in tables]
    averages = {
        hand: average_of(table.sheet, table.scored, hand, boards, partita) for hand in averaged_hands(table.rulings)
    }
    scored = _score(table.sheet, table.rows, table.rulings, averages)
    return replace(table, scored=scored, averages=averages)


def _without_averages(sheets: Any, at: datetime.datetime | None, tried: Ruling | None) -> list[ScoredTable]:
    found = list(
        sheets.select_related("table__round__tournament", "table__place").order_by("table__round", "table__number")
    )
    if not found:
        return []
    tables = {sheet.table_id for sheet in found}
    keys = [sheet.pk for sheet in found]
    seats = _grouped(
        Seat.objects.filter(table__in=tables).select_related("entry", "player")
        .prefetch_related("entry__members__player").order_by("wind", "from_hand"), "table_id",
    )  # fmt: skip
    results = _grouped(HandResult.objects.filter(sheet__in=keys).current(at).order_by("hand"), "sheet_id")
    rulings = _grouped(
        Ruling.objects.filter(sheet__in=keys).standing(at).select_related("arbiter").order_by("created_at", "pk"),
        "sheet_id",
    )
    scored = []
    for sheet in found:
        rows = _rows(results.get(sheet.pk, ()))
        standing = tuple(rulings.get(sheet.pk, ()))
        if tried is not None and tried.sheet_id == sheet.pk:
            standing = (*standing, tried)
        sitting = really_sat(seats.get(sheet.table_id, ()), standing)
        scored.append(
            ScoredTable(
                table=sheet.table,
                sheet=sheet,
                seats={Wind(seat.wind): seat for seat in sitting if seat.from_hand == 1},
                substitutes=tuple(seat for seat in sitting if seat.from_hand > 1),
                rows=rows,
                rulings=standing,
                scored=_score(sheet, rows, standing),
            )
        )
    return scored


def _grouped(found: Iterable[Any], key: str) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = {}
    for each in found:
        groups.setdefault(getattr(each, key), []).append(each)
    return groups


def _rows(results: Iterable[HandResult]) -> dict[int, HandResult]:
    return {result.hand: result for result in results}


def _score(
    sheet: Sheet, rows: Mapping[int, HandResult], rulings: Iterable[Ruling],
    averages: Mapping[int, Average] | None = None,
) -> ScoredSheet:  # fmt: skip
    ruleset, settings = rules_at(sheet)
    return score(ruleset, king_rows(rows), king_rulings(rulings, averages), settings)


def king_rows(rows: Mapping[int, HandResult]) -> tuple[Row, ...]:
    """The rows in king's terms, in order of hand, without those that were emptied."""
    forms = (rows[hand].row_form() for hand in sorted(rows))
    return tuple(Row.from_json(Node(form, "row", "")) for form in forms if form is not None)


def king_rulings(rulings: Iterable[Ruling], averages: Mapping[int, Average] | None = None) -> tuple[KingRuling, ...]:
    """The rulings in king's terms, in the order in which they were made.

    To accept a sheet changes no point of it, and who sat in whose wind changes only to whom points belong. A row that
    is worth an average which is not there (yet) counts nothing, as one that is annulled.
    """
    return tuple(
        KingRuling.from_json(Node(_king_form(ruling, averages or {}), "ruling", ""))
        for ruling in rulings
        if ruling.kind not in (Ruling.Kind.ACCEPTED, Ruling.Kind.SEATS)
    )


def _king_form(ruling: Ruling, averages: Mapping[int, Average]) -> dict[str, Any]:
    form = ruling.ruling_form()
    average = averages.get(ruling.hand or 0)
    if ruling.is_average and average is not None and average.points:
        form["points"] = {str(column): str(points) for column, points in average.points.items()}
    return form


def typed_table(table: ScoredTable, typed: Mapping[int, Mapping[str, Any] | None]) -> ScoredTable:
    """The table as if its sheet held just these rows, with no ruling: for whoever types it without seeing the others.

    Nothing is stored.
    """
    rows = {hand: HandResult(sheet=table.sheet, hand=hand, version=1, content=each) for hand, each in typed.items()}
    rows = {hand: row for hand, row in rows.items() if row.content is not None}
    return replace(table, rows=rows, rulings=(), averages={}, scored=_score(table.sheet, rows, ()))


def row_problems(result: HandResult) -> tuple[Problem, ...]:
    """What is wrong with this row by itself; nothing for an emptied one."""
    form = result.row_form()
    if form is None:
        return ()
    ruleset, settings = rules_at(result.sheet)
    return check_row(ruleset, Row.from_json(Node(form, "row", "")), settings)


def missing_hands(sheet: Sheet, scored: ScoredSheet) -> tuple[int, ...]:
    """The numbers of the hands that the sheet still lacks."""
    ruleset, settings = rules_in_force(sheet.table.round.tournament)
    entered = {row.hand for row in scored.rows}
    return tuple(plan.number for plan in ruleset.schedule(settings) if plan.number not in entered)
