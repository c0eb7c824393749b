"""Sheets as they stand, scored by ``king``: for one table or a whole evening in the same number of
queries.
"""

from __future__ import annotations

import copy
import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from king.cards import WINDS, Side, Wind
from king.exact import as_fraction, exact_sum, plain
from king.reading import Node
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.settings import Settings
from king.sheet.comparison import BoardComparison, PlayedSheet, compare
from king.sheet.full_sheet import ScoredRow, ScoredSheet, score
from king.sheet.points import Column
from king.sheet.row import Row
from king.sheet.rulings import Ruling as KingRuling
from scoring.models import HandResult, HandResultQuerySet, Ruling, Sheet
from scoring.standings_cache import numbers_of, renewed_by_revision
from tournaments.models import Entry, Round, Seat, Table, joined_members


class ScoredTable(NamedTuple):
    """A table with its scored sheet. ``seats`` are the players from the first hand on.
    ``substitutes`` sat down later, for one of them or, after two had sat in each other's winds, for
    themselves. ``rows`` are the current versions by hand, emptied ones included. ``averages`` are
    the results of the other tables for hands that a ruling makes worth the average.
    """

    table: Table
    sheet: Sheet
    seats: Mapping[Wind, Seat]
    substitutes: tuple[Seat, ...]
    rows: Mapping[int, HandResult]
    rulings: tuple[Ruling, ...]
    scored: ScoredSheet
    averages: Mapping[int, Average] = {}

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def round(self) -> Round:
        return self.table.round

    def entries(self, column: Wind | Side, hand: int = 1) -> tuple[Entry, ...]:
        if self.substitutes:
            seats = [self._seat(wind, hand) for wind in column.winds]
        else:
            seats = [self.seats.get(wind) for wind in column.winds]
        return tuple({seat.entry_id: seat.entry for seat in seats if seat}.values())

    def _seat(self, wind: Wind, hand: int) -> Seat | None:
        later = (seat for seat in self.substitutes if seat.wind == wind)
        return seat_in((*([self.seats[wind]] if wind in self.seats else []), *later), hand)

    @property
    def empty_chairs(self) -> tuple[Seat, ...]:
        """Seats at which nobody sits, because their player is not in the hall. Empty once
        everything is written or the desk has the sheet, because then people go home.
        """
        if self.sheet.is_closed or not self.round.is_playing:
            return ()
        winds = {seat.wind for seat in self.substitutes}
        return tuple(
            seat for wind, seat in self.seats.items() if seat.is_empty and wind not in winds
        )

    def entry_points(self) -> tuple[EntryPoints, ...]:
        changes = sorted(
            {1}
            | {
                seat.from_hand
                for seat in self.substitutes
                if seat.entry not in self.entries(Wind(seat.wind), seat.from_hand - 1)
            }
        )
        if len(changes) == 1:
            return tuple(
                EntryPoints(entry, total, ((column, self.scored.ruleset.length),))
                for column, total in self.scored.totals.items()
                for entry in self.entries(column)
            )
        by_entry: dict[int, EntryPoints] = {}
        for first, after in zip(
            changes, [*changes[1:], self.scored.ruleset.length + 1], strict=True
        ):
            for column, points in _points_between(self, first, after).items():
                for entry in self.entries(column, first):
                    before = by_entry.get(entry.pk, EntryPoints(entry, Fraction(0), ()))
                    sat = (*before.sat, (column, after - first))
                    by_entry[entry.pk] = EntryPoints(entry, before.total + points, sat)
        return tuple(by_entry.values())


class EntryPoints(NamedTuple):
    """Points of an entry at a table, and how many hands it scored in each column, in order of play."""

    entry: Entry
    total: Fraction
    sat: tuple[tuple[Wind | Side, int], ...]


def _points_between(table: ScoredTable, first: int, after: int) -> dict[Wind | Side, Fraction]:
    before, charged = _charged_before(table, first), _charged_before(table, after)
    played = [row for row in table.scored.rows if first <= row.hand < after]
    return {
        column: charged[column] - before[column] + exact_sum([row.points[column] for row in played])
        for column in table.scored.totals
    }


def _charged_before(table: ScoredTable, hand: int) -> Mapping[Wind | Side, Fraction]:
    """Adjustments by the rulings on earlier hands, by column. Limits that hold for the whole
    partita need them.
    """
    rulings = [ruling for ruling in table.rulings if (ruling.hand or 1) < hand]
    if not rulings:
        return dict.fromkeys(table.scored.totals, Fraction(0))
    scored, forms = table.scored, king_rulings(rulings, table.averages)
    return score(scored.ruleset, king_rows(table.rows), forms, scored.settings).adjustments


def hand_after_hand(table: ScoredTable) -> Iterator[ScoredTable]:
    """Yield the table as if play had ended after each hand. A ruling without a hand counts as one
    on the first hand.
    """
    ruled = {ruling.hand or 1 for ruling in table.rulings}
    rows, rulings = tuple[ScoredRow, ...](), tuple[Ruling, ...]()
    charged = _charged_before(table, 1)
    by_hand = {row.hand: row for row in table.scored.rows}
    sums: dict[Wind | Side, Fraction | int] = dict.fromkeys(table.scored.totals, 0)
    for hand in range(1, table.scored.ruleset.length + 1):
        if hand in ruled:
            rulings = tuple(ruling for ruling in table.rulings if (ruling.hand or 1) <= hand)
            charged = _charged_before(table, hand + 1)
        if (row := by_hand.get(hand)) is not None:
            rows = (*rows, row)
            points = plain([row.points[column] for column in sums])
            sums = {
                column: before + of_row
                for (column, before), of_row in zip(sums.items(), points, strict=True)
            }
        totals = dict(zip(sums, map(as_fraction, sums.values()), strict=True))
        if rulings:
            totals = {column: exact_sum((sums[column], charged[column])) for column in sums}
        scored = replace(table.scored, rows=rows, totals=totals)
        yield table._replace(rulings=rulings, scored=scored)


def rules_at(sheet: Sheet) -> tuple[RuleSet, Settings]:
    """Rules and settings of the evening, with the first dealer of this table."""
    ruleset = sheet.tournament.rules
    settings = ruleset.configure(sheet.tournament.settings)
    if sheet.first_dealer:
        settings = replace(settings, first_dealer=Wind(sheet.first_dealer))
    return ruleset, settings


def plans_of(sheet: Sheet) -> dict[int, HandPlan]:
    ruleset, settings = rules_at(sheet)
    return {plan.number: plan for plan in ruleset.schedule(settings)}


def scored_sheet(sheet: Sheet) -> ScoredSheet:
    return read_sheet(sheet, rulings_of(sheet)).scored


class VersionInForce(NamedTuple):
    version: int
    content: Mapping[str, Any] | None


class SheetNow(NamedTuple):
    """A sheet as it is now: current versions by hand, including emptied ones, the score, and
    averages.
    """

    rows: Mapping[int, VersionInForce]
    scored: ScoredSheet
    averages: Mapping[int, Average]


def rulings_of(sheet: Sheet) -> list[Ruling]:
    """The valid rulings of the sheet, in the order in which they were made."""
    rulings = list(Ruling.objects.standing().filter(sheet=sheet).order_by("created_at", "pk"))
    for ruling in rulings:
        ruling.sheet = sheet
    return rulings


def read_sheet(sheet: Sheet, rulings: Sequence[Ruling]) -> SheetNow:
    """Score the sheet under these rulings, which are all its valid ones. Takes one query, or none
    if its versions were read under its lock; more if a hand is worth the average of the other
    tables.
    """
    rows = _rows_in_force(sheet)
    if averaged_hands(rulings):
        table = scored_table(sheet)
        return SheetNow(rows, table.scored, table.averages)
    ruleset, settings = rules_at(sheet)
    return SheetNow(rows, score(ruleset, king_rows(rows), king_rulings(rulings), settings), {})


def _rows_in_force(sheet: Sheet) -> dict[int, VersionInForce]:
    if sheet.versions is not None:
        rows = {row.hand: VersionInForce(row.version, row.content) for row in sheet.versions}
        return dict(sorted(rows.items()))
    # All versions and the last of each: for one sheet that is quicker than to ask for the last ones
    # alone.
    versions = HandResult.objects.filter(sheet=sheet).order_by("hand", "version")
    return {
        hand: VersionInForce(version, content)
        for hand, version, content in versions.values_list("hand", "version", "content")
    }


def scored_round(round: Round) -> tuple[ScoredTable, ...]:
    """Scored tables of a round; empty before the start. Six queries for any number of tables. If
    cached one, and five that read the changed sheets alone if only rows have changed. Within a
    transaction, which may have written already, the cache is not used.
    """
    numbers = None if connection.in_atomic_block else numbers_of(round.tournament.code)
    if numbers is None:
        return scored_rounds([round])[round.pk]
    evening = numbers.of_the_evening
    return renewed_by_revision(
        numbers.everything, lambda before: _renewed(round, evening, before), "tables", round.pk
    ).tables


class _Partita(NamedTuple):
    """Scored tables of a round in this process. ``plain`` are the tables without averages, by sheet."""

    evening: str
    revisions: Mapping[int, int]
    plain: Mapping[int, ScoredTable]
    tables: tuple[ScoredTable, ...]


def _renewed(round: Round, evening: str, before: _Partita | None) -> _Partita:
    """Score the round again. Sheets whose revision is the same keep their rows and score; if the
    evening has not changed either, they are not read at all.
    """
    sheets = Sheet.objects.filter(table__round=round)
    # Before the rows: a row that comes meanwhile is read again the next time.
    revisions = dict(sheets.order_by("table__number").values_list("pk", "revision"))
    known: dict[int, ScoredTable] = {}
    if before is not None:
        same = revisions.items() & before.revisions.items()
        known = {key: before.plain[key] for key, _revision in same if key in before.plain}
    if before is not None and before.evening == evening:
        plain = dict(known)
        sheets = sheets.filter(pk__in=[key for key in revisions if key not in known])
    else:
        plain = {}
    plain |= {table.sheet.pk: table for table in _without_averages(sheets, scored_before=known)}
    tables = [plain[key] for key in revisions if key in plain]
    return _Partita(evening, revisions, plain, tuple(_averaged(tables, tables)))


def scored_table(
    sheet: Sheet, at: datetime.datetime | None = None, tried: Ruling | None = None
) -> ScoredTable:
    """Score a sheet. With ``at``, use the rows and rulings of that moment. With ``tried``, add a
    ruling that is not stored.
    """
    return scored_tables(Sheet.objects.filter(pk=sheet.pk), at, tried)[0]


def scored_rounds(
    rounds: Iterable[Round],
    at: datetime.datetime | None = None,
    tried: Ruling | None = None,
    entries: Mapping[int, Entry] | None = None,
) -> dict[int, tuple[ScoredTable, ...]]:
    """Score all sheets of the rounds, by primary key of the round. Takes as many queries as one
    round does. ``at`` and ``tried`` are those of ``scored_table``. If the ``entries`` of the
    evening are given, by primary key, only the data that give points are read.
    """
    known = None
    if entries is not None:
        rounds = list(rounds)
        known = Known({round_.pk: round_ for round_ in rounds}, entries)
    tables: dict[int, list[ScoredTable]] = {round_.pk: [] for round_ in rounds}
    sheets = Sheet.objects.filter(table__round__in=tables)
    for scored in scored_tables(sheets, at, tried, known):
        tables[scored.table.round_id].append(scored)
    return {key: tuple(partita) for key, partita in tables.items()}


class Known(NamedTuple):
    """Rounds and entries that have been read already, by primary key."""

    rounds: Mapping[int, Round]
    entries: Mapping[int, Entry]


def averages_now(rulings: Iterable[Ruling]) -> dict[int, Average]:
    averaged = {
        ruling.pk: (ruling.sheet_id, ruling.hand)
        for ruling in rulings
        if ruling.is_average and ruling.revoked_at is None
    }
    if not averaged:
        return {}
    sheets = scored_tables(
        Sheet.objects.filter(pk__in={sheet for sheet, _hand in averaged.values()})
    )
    averages = {
        (table.sheet.pk, hand): average
        for table in sheets
        for hand, average in table.averages.items()
    }
    return {key: averages[place] for key, place in averaged.items() if place in averages}


def scored_tables(
    sheets: QuerySet[Sheet],
    at: datetime.datetime | None = None,
    tried: Ruling | None = None,
    known: Known | None = None,
) -> list[ScoredTable]:
    """Score these sheets. If a hand is worth the average of the other tables, their sheets are read
    as well. If their rounds and entries are ``known``, only the data that give points are read.
    """
    tables = _without_averages(sheets, at, tried, known)
    averaging = {table.table.round_id for table in tables if averaged_hands(table.rulings)}
    if not averaging:
        return tables
    others = Sheet.objects.filter(table__round__in=averaging).exclude(
        pk__in=[table.sheet.pk for table in tables]
    )
    return _averaged(tables, [*tables, *_without_averages(others, at, tried, known)])


def _averaged(tables: list[ScoredTable], every: Iterable[ScoredTable]) -> list[ScoredTable]:
    """Score hands that are worth the average of the other tables. ``every`` has all tables of these
    rounds.
    """
    averaging = {table.table.round_id for table in tables if averaged_hands(table.rulings)}
    partite: dict[int, list[ScoredTable]] = {key: [] for key in averaging}
    for table in every:
        if table.table.round_id in averaging:
            partite[table.table.round_id].append(table)
    boards = {key: compare_tables(partita) for key, partita in partite.items()}
    return [
        _with_averages(table, boards[table.table.round_id], partite[table.table.round_id])
        if averaged_hands(table.rulings)
        else table
        for table in tables
    ]


def compare_tables(tables: Iterable[ScoredTable]) -> tuple[BoardComparison, ...]:
    return compare(map(played_sheet, tables))


def played_sheet(table: ScoredTable) -> PlayedSheet:
    rulings = king_rulings(table.rulings, table.averages)
    return PlayedSheet(table.number, table.scored, rulings)


def _with_averages(
    table: ScoredTable, boards: Iterable[BoardComparison], tables: Iterable[ScoredTable]
) -> ScoredTable:
    partita = [(other.sheet, other.rulings) for other in tables]
    averages = {
        hand: average_of(table.sheet, table.scored, hand, boards, partita)
        for hand in averaged_hands(table.rulings)
    }
    scored = _score(table.sheet, table.rows, table.rulings, averages)
    return table._replace(scored=scored, averages=averages)


def _without_averages(
    sheets: QuerySet[Sheet],
    at: datetime.datetime | None = None,
    tried: Ruling | None = None,
    known: Known | None = None,
    scored_before: Mapping[int, ScoredTable] | None = None,
) -> list[ScoredTable]:
    """Score sheets, by round and table. Those of ``scored_before``, by primary key, have had no row
    since.
    """
    ordered = sheets.order_by("table__round", "table__number")
    scored_before = scored_before or {}
    if known is None:
        listed = _read_in_full(ordered, at, scored_before)
    else:
        listed = _read_for_points(ordered, at, known)
    if not listed.sheets:
        return []
    seats, results = _group_rows(listed.seats, "table_id"), _group_rows(listed.rows, "sheet_id")
    rulings = _group_rows(
        Ruling.objects.filter(sheet__in=[sheet.pk for sheet in listed.sheets])
        .standing(at)
        .select_related("arbiter")
        .order_by("created_at", "pk"),
        "sheet_id",
    )
    scored = []
    for sheet in listed.sheets:
        before = scored_before.get(sheet.pk)
        rows = {result.hand: result for result in results.get(sheet.pk, ())}
        standing = tuple(rulings.get(sheet.pk, ()))
        if tried is not None and tried.sheet_id == sheet.pk:
            standing = (*standing, tried)
        sitting = really_sat(seats.get(sheet.table_id, ()), standing)
        if before is not None:
            rows = dict(before.rows)
        scored.append(
            ScoredTable(
                table=sheet.table,
                sheet=sheet,
                seats={Wind(seat.wind): seat for seat in sitting if seat.from_hand == 1},
                substitutes=tuple(seat for seat in sitting if seat.from_hand > 1),
                rows=rows,
                rulings=standing,
                scored=before.scored
                if before is not None and _scores_the_same(before, sheet, standing)
                else _score(sheet, rows, standing),
            )
        )
    return scored


def _scores_the_same(before: ScoredTable, sheet: Sheet, rulings: Iterable[Ruling]) -> bool:
    """Whether the same rows are scored by the same rules and rulings as before."""

    def what_counts(sheet: Sheet, rulings: Iterable[Ruling]) -> tuple[object, ...]:
        evening = sheet.tournament
        forms = [(king_form(ruling, {}), ruling.effect) for ruling in rulings]
        return evening.ruleset, evening.edition, evening.settings, sheet.first_dealer, forms

    return what_counts(before.sheet, before.rulings) == what_counts(sheet, rulings)


class _Read(NamedTuple):
    sheets: list[Sheet]
    seats: Iterable[Seat]
    rows: Iterable[HandResult]


def _read_in_full(
    sheets: QuerySet[Sheet], at: datetime.datetime | None, scored_before: Mapping[int, ScoredTable]
) -> _Read:
    listed = list(sheets.select_related("table__round__tournament", "table__place"))
    rounds: dict[int, Round] = {}
    for sheet in listed:  # One partita and one evening for all tables, as memory is kept.
        sheet.table.round = rounds.setdefault(sheet.table.round_id, sheet.table.round)
    seats = _seats_of(listed).select_related("entry", "player")
    new = [sheet for sheet in listed if sheet.pk not in scored_before]
    return _Read(
        listed, seats.prefetch_related(joined_members("entry__members")), _rows_of(new, at)
    )


def _read_for_points(sheets: QuerySet[Sheet], at: datetime.datetime | None, known: Known) -> _Read:
    listed, seats = list(sheets.select_related("table")), []
    for sheet in listed:
        sheet.table.round = known.rounds[sheet.table.round_id]
    for seat in _seats_of(listed):
        seat.entry = known.entries[seat.entry_id]
        seats.append(seat)
    return _Read(listed, seats, _rows_of(listed, at).only("sheet", "hand", "version", "content"))


def _seats_of(sheets: Iterable[Sheet]) -> QuerySet[Seat]:
    tables = {sheet.table_id for sheet in sheets}
    return Seat.objects.filter(table__in=tables).order_by("wind", "from_hand")


def _rows_of(sheets: Iterable[Sheet], at: datetime.datetime | None) -> HandResultQuerySet:
    keys = [sheet.pk for sheet in sheets]
    return HandResult.objects.filter(sheet__in=keys).current(at).order_by("hand")


def _group_rows(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = {}
    for row in rows:
        groups.setdefault(getattr(row, key), []).append(row)
    return groups


def _score(
    sheet: Sheet,
    rows: Mapping[int, HandResult],
    rulings: Iterable[Ruling],
    averages: Mapping[int, Average] | None = None,
) -> ScoredSheet:
    ruleset, settings = rules_at(sheet)
    return score(ruleset, king_rows(rows), king_rulings(rulings, averages), settings)


def king_rows(rows: Mapping[int, HandResult | VersionInForce]) -> tuple[Row, ...]:
    played = (read_row(hand, rows[hand].content) for hand in sorted(rows))
    return tuple(row for row in played if row is not None)


def read_row(hand: int, content: Mapping[str, Any] | None) -> Row | None:
    return None if content is None else _read_row(hand, json.dumps(content))


@lru_cache(maxsize=16384)
def _read_row(hand: int, stored: str) -> Row:
    """Read a stored row. Cached, because all rows of a sheet are read again with each new row."""
    return Row.from_json(Node({"hand": hand, **json.loads(stored)}, "row", ""))


def king_rulings(
    rulings: Iterable[Ruling], averages: Mapping[int, Average] | None = None
) -> tuple[KingRuling, ...]:
    """Rulings that change the sheet, in the form of ``king``. Accepting a sheet changes no points,
    and a ruling on seats only changes the players to whom they belong. A row that is worth an
    average which is not known yet counts nothing, like an annulled one.
    """
    return tuple(
        KingRuling.from_json(Node(king_form(ruling, averages or {}), "ruling", ""))
        for ruling in rulings
        if ruling.kind_at_table is not None
    )


def king_form(ruling: Ruling, averages: Mapping[int, Average]) -> dict[str, Any]:
    """Form of the ruling that ``king score`` reads. An average is given as points, because it
    depends on the other tables.
    """
    form: dict[str, Any] = {"kind": ruling.kind, **ruling.effect}
    form.pop("average", None)
    if ruling.hand is not None:
        form["hand"] = ruling.hand
    if ruling.offender:
        form["offender"] = ruling.offender
    average = averages.get(ruling.hand or 0)
    if ruling.is_average and average is not None and average.points:
        form["points"] = {str(column): str(points) for column, points in average.points.items()}
    return form


def missing_hands(sheet: Sheet, scored: ScoredSheet) -> tuple[int, ...]:
    entered = {row.hand for row in scored.rows}
    last = scored.won_with or len(plans_of(sheet))
    return tuple(hand for hand in plans_of(sheet) if hand <= last and hand not in entered)


# A fouled board that is worth the average of the other tables (§3.4): kept as that, worked out
# whenever it is read. So a correction at another table moves it, and one that is ruled while two
# tables are in is in the end the average of all. Until the other tables are closed it may still
# move, and every page that shows it says so.


class Average(NamedTuple):
    """Average of a hand so far. ``points`` of each column is empty while no row can be compared.
    ``tables`` are those whose rows are included; ``waiting`` are those that are still open and may
    change it.
    """

    points: Mapping[Column, Fraction]
    tables: tuple[int, ...]
    waiting: tuple[int, ...]

    @property
    def can_be_had(self) -> bool:
        return bool(self.points or self.waiting)


def averaged_hands(rulings: Iterable[Ruling]) -> tuple[int, ...]:
    return tuple(
        sorted({ruling.hand for ruling in rulings if ruling.is_average and ruling.hand is not None})
    )


def average_of(
    own: Sheet,
    scored: ScoredSheet,
    hand: int,
    boards: Iterable[BoardComparison],
    tables: Iterable[tuple[Sheet, Iterable[Ruling]]],
) -> Average:
    """Average that a hand is worth at the table of ``own``. ``boards`` compare the whole partita
    without fouled rows. If hands are chosen, only those who played the same contract with these
    cards are averaged.
    """
    contract = next((row.contract for row in scored.rows if row.hand == hand), None)
    fields = [
        field
        for board in boards
        if board.hand == hand
        for field in board.fields
        if field.figures and contract in (None, field.contract)
    ]
    waiting = tuple(
        sheet.table.number
        for sheet, rulings in tables
        if sheet.pk != own.pk and not sheet.is_closed and not _is_fouled(rulings, hand)
    )
    if len(fields) != 1:
        return Average({}, (), waiting)
    return Average(
        {column: figures.mean for column, figures in fields[0].figures.items()},
        tuple(result.table for result in fields[0].results if result.compares),
        waiting,
    )


def _is_fouled(rulings: Iterable[Ruling], hand: int) -> bool:
    return any(
        ruling.hand == hand
        and ruling.kind_at_table is not None
        and ruling.kind_at_table.replaces_row
        for ruling in rulings
    )


# The real seats at a table from each hand on: the seating, and what the arbiter ruled of wrong
# winds. The seating stays as it was published. A ruling of the kind ``seats`` exchanges two winds
# from a hand on (pairs: two pairs of winds), and is applied whenever the seats are read, so that
# both versions are there and a revoked ruling leaves no trace in what is computed.

PLAYERS, WINDS_STAY = "players", "winds"
"""Ways in which points follow after two players changed seats. Players: from that hand on, the
points under a wind belong to the entry that really sat there. Winds: they belong to the entry that
the seating has there, whoever sat there."""


def sat(seats: QuerySet[Seat]) -> list[Seat]:
    sitters = list(seats.select_related("player", "entry").order_by("table", "wind", "from_hand"))
    tables = {seat.table_id for seat in sitters}
    rulings = Ruling.objects.standing().filter(kind=Ruling.Kind.SEATS, sheet__table__in=tables)
    ruled: dict[int, list[Ruling]] = {}
    for ruling in rulings.select_related("sheet").order_by("created_at", "pk"):
        ruled.setdefault(ruling.sheet.table_id, []).append(ruling)
    return [
        seat
        for table, sitting in groupby(sitters, key=lambda seat: seat.table_id)
        for seat in really_sat(sitting, ruled.get(table, ()))
    ]


def really_sat(seats: Iterable[Seat], rulings: Iterable[Ruling]) -> list[Seat]:
    """Seats as players really sat, sorted by wind and hand. Applies the rulings on wrong winds; a
    player moved by one has an unsaved seat. No query.
    """
    by_wind: dict[str, list[Seat]] = {wind.value: [] for wind in WINDS}
    for seat in sorted(seats, key=lambda seat: seat.from_hand):
        by_wind[seat.wind].append(seat)
    for ruling in rulings:
        if ruling.kind == Ruling.Kind.SEATS:
            for first, second in ruling.effect["winds"]:
                one, other = by_wind[first], by_wind[second]
                by_wind[first], by_wind[second] = (
                    _taken_over(one, other, ruling),
                    _taken_over(other, one, ruling),
                )
    return [seat for sitting in by_wind.values() for seat in sitting]


def seat_in(seats: Iterable[Seat], hand: int) -> Seat | None:
    return next((seat for seat in reversed(list(seats)) if seat.from_hand <= hand), None)


def _taken_over(own: list[Seat], others: list[Seat], ruling: Ruling) -> list[Seat]:
    hand = ruling.hand or 1
    sitting = [seat for seat in own if seat.from_hand < hand]
    for at in sorted(
        {hand} | {seat.from_hand for seat in (*own, *others) if seat.from_hand > hand}
    ):
        seat, there = seat_in(others, at), seat_in(own, at)
        if seat is None:
            continue
        moved = copy.copy(seat)
        moved.pk, moved.from_hand = None, at
        moved.wind = there.wind if there else seat.wind
        if ruling.effect["follows"] == WINDS_STAY and there is not None:
            moved.entry = there.entry
        last = sitting[-1] if sitting else None
        if last is None or (last.player_id, last.entry_id) != (moved.player_id, moved.entry_id):
            sitting.append(moved)
    return sitting
