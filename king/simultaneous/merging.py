"""Event and reports in, result out: which report of a hall counts, every sheet scored, all ranked
in one field (docs/simultaneous.md).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, ClassVar, NamedTuple

from king.dealing import Digest
from king.reading import InputError, JsonObject, among
from king.sheet.full_sheet import ScoredSheet
from king.sheet.points import ZERO, Column
from king.simultaneous.documents import RESULT, Event, Hall, HallNumber, Report, in_groups
from king.simultaneous.fields import Boards, counted
from king.simultaneous.night import HallSheet, Means, read_sheets
from king.standing.matchpoints import METHODS
from king.standing.ranking import Line, Standings, standings
from king.standing.round_results import BoardResult, Compared, Result, RoundResults
from king.words import Phrase, gettext_noop


class HallState(StrEnum):
    IN_FIELD = "in_field"
    LATE = "late"
    REFUSED = "refused"
    AWAITED = "awaited"
    MISSING = "missing"


STATES: Mapping[HallState, str] = {
    HallState.IN_FIELD: gettext_noop("{hall} is in the field."),
    HallState.LATE: gettext_noop(
        "{hall} told no closing code in time: it is compared with the field without being in it."
    ),
    HallState.REFUSED: gettext_noop("{hall}: no report of it counts."),
    HallState.AWAITED: gettext_noop("{hall} told its closing code, and its report is awaited."),
    HallState.MISSING: gettext_noop("{hall} did not report."),
}
OTHER_EVENT = gettext_noop("{file}: a report of the event “{found}”")
OTHER_BOARDS = gettext_noop("{file}: {hall} played under another commitment, so other boards")
OTHER_SECRET = gettext_noop(
    "{file}: not sealed with the secret of {hall}: changed on its way, or written by another hall"
)
OTHER_CODE = gettext_noop(
    "{file}: {hall} told the closing code {told}, and this report has {found}"
)
OLDER_FILE = gettext_noop("{file}: a newer report of {hall} counts")
NO_SUCH_HALL = gettext_noop("{file}: the event has no hall {number}")
NOT_READ = gettext_noop("{place}: {reason}")
OPEN_SHEET = gettext_noop(
    "{hall}, partita {round}, table {table}: the sheet is not whole or does not add up; "
    "it is compared with the field without being in it"
)
CARD_TWICE = gettext_noop("Card {card} was played with in more than one hall: {halls}")
NOWHERE = gettext_noop("{hall}, partita {round}, table {table}: a correction of no sheet")


Sentence = Annotated[Phrase, lambda node: Phrase(node.text())]


@dataclass(frozen=True, slots=True)
class Doubt(JsonObject):
    """Something for the centre's arbiter to look at."""

    code: str
    message: Sentence
    hall: HallNumber | None = None


class ReportFile(NamedTuple):
    source: str
    report: Report


@dataclass(frozen=True, slots=True)
class HallLine(JsonObject):
    """``digest`` is that of the report that counts, so that a hall finds its own."""

    ALWAYS: ClassVar[tuple[str, ...]] = ("hall", "name", "state")

    hall: HallNumber
    name: str
    state: HallState
    message: Sentence
    digest: Digest | None = None


@dataclass(frozen=True, slots=True)
class ResultLine(JsonObject):
    """``percent``: the mean over the partite of the event. ``earned``: of each partita by its
    number, where it was played.
    """

    rank: int
    hall: HallNumber
    name: str
    percent: Fraction
    total: Fraction
    earned: Mapping[str, Fraction] = field(default_factory=dict)
    tiebreak: str | None = None


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class EventResult(JsonObject):
    """A posting: ``seed`` and ``key`` once the cards may be known."""

    ALWAYS: ClassVar[tuple[str, ...]] = ("form",)

    event: str
    date: str
    commitment: Digest
    method: str
    halls: tuple[HallLine, ...]
    overall: tuple[ResultLine, ...]
    winds: Mapping[str, tuple[ResultLine, ...]]
    doubts: tuple[Doubt, ...] = ()
    seed: Digest | None = None
    key: str | None = None
    form: Annotated[str, among([RESULT])] = RESULT


def merge(
    event: Event, files: Iterable[ReportFile | InputError], key: str | None = None
) -> EventResult:
    """One hall's file holds up no other: one that could not be read is its error, and ``doubts``
    say what is wrong with any.

    ``key`` as it was told; ``InputError`` where it is another than the document's.
    """
    return merge_with_boards(event, files, key)[0]


def merge_with_boards(
    event: Event, files: Iterable[ReportFile | InputError], key: str | None = None
) -> tuple[EventResult, Boards]:
    told = None if key is None else event.verify_key(key)
    merging = _Merging(event)
    merging.take(files)
    ranking = merging.rank()
    result = EventResult(
        event=event.event,
        date=event.date,
        commitment=event.commitment,
        method=event.standing_in_force.method,
        halls=tuple(merging.halls),
        overall=merging.lines(ranking.overall),
        winds={wind: merging.lines(lines) for wind, lines in ranking.winds.items()},
        doubts=tuple(merging.doubts),
        seed=event.seed if told else None,
        key=told,
    )
    return result, counted(merging.fields)


def counting(hall: Hall, files: Sequence[ReportFile]) -> ReportFile | None:
    """With a code told the report that fits it, else the newest."""
    if hall.code is not None:
        return next((file for file in files if file.report.code == hall.code), None)
    return max(files, key=lambda file: (file.report.written, file.report.digest), default=None)


class _Merging:
    """Reports on their way into one field."""

    def __init__(self, event: Event) -> None:
        self.event, self.settings = event, event.standing_in_force
        self.by_board = METHODS[self.settings.method].by_board
        self.halls: list[HallLine] = []
        self.doubts: list[Doubt] = []
        self.results = defaultdict[int, list[Result]](list)
        self.entries: dict[str, tuple[int, str]] = {}
        self.averaged: list[_Sat] = []
        self.fields = defaultdict[tuple[int, str, Column], list[Fraction]](list)

    def doubt(self, code: str, hall: Hall | None, template: str, **fields: object) -> None:
        if hall is not None:
            fields["hall"] = hall.name
        number = None if hall is None else hall.number
        self.doubts.append(Doubt(code, Phrase(template, fields), number))

    # -- which reports count

    def take(self, files: Iterable[ReportFile | InputError]) -> None:
        halls = {hall.number: hall for hall in self.event.halls}
        by_hall = defaultdict[int, list[ReportFile]](list)
        for file in files:
            if isinstance(file, InputError):
                self.doubt("not_read", None, NOT_READ, place=file.where, reason=file.phrase)
            elif file.report.hall in halls:
                by_hall[file.report.hall].append(file)
            else:
                number = file.report.hall
                self.doubt("no_such_hall", None, NO_SUCH_HALL, file=file.source, number=number)
        cards = defaultdict[str, list[str]](list)
        for number in sorted(halls):
            counted = self._take_hall(halls[number], by_hall[number])
            for card in sorted(set(counted.cards.values())) if counted else ():
                cards[card].append(halls[number].name)
        for card, names in sorted(cards.items()):
            if len(names) > 1:
                self.doubt("card_twice", None, CARD_TWICE, card=card, halls=", ".join(names))

    def _take_hall(self, hall: Hall, files: Sequence[ReportFile]) -> Report | None:
        """The report that counts, its sheets scored."""
        chosen = self._chosen(hall, [file for file in files if self._is_theirs(hall, file)])
        sheets: list[HallSheet] = []
        corrections = [one for one in self.event.corrections if one.hall == hall.number]
        if chosen is not None:
            try:
                sheets = read_sheets(self.event, chosen.report, corrections, chosen.source)
            except InputError as error:
                self.doubt("not_read", hall, NOT_READ, place=error.where, reason=error.phrase)
                chosen = None
        if chosen is not None:
            state = HallState.LATE if hall.code is None else HallState.IN_FIELD
        elif files:
            state = HallState.REFUSED
        else:
            state = HallState.MISSING if hall.code is None else HallState.AWAITED
        message = Phrase(STATES[state], hall=hall.name)
        digest = None if chosen is None else chosen.report.digest
        self.halls.append(HallLine(hall.number, hall.name, state, message, digest))
        if chosen is None:
            return None
        played = {(sheet.round, sheet.table) for sheet in sheets}
        for one in corrections:
            if one.table is not None and (one.round, one.table) not in played:
                self.doubt("nowhere", hall, NOWHERE, round=one.round, table=one.table)
        house = frozenset(chosen.report.house)
        for sheet in sheets:
            self._take_sheet(_Sat(hall, sheet, house, state is HallState.LATE))
        return chosen.report

    def _is_theirs(self, hall: Hall, file: ReportFile) -> bool:
        report = file.report
        if report.event != self.event.event:
            self.doubt("other_event", hall, OTHER_EVENT, file=file.source, found=report.event)
        elif report.commitment != self.event.commitment:
            self.doubt("other_boards", hall, OTHER_BOARDS, file=file.source)
        elif not report.is_sealed_with(hall.secret):
            self.doubt("other_secret", hall, OTHER_SECRET, file=file.source)
        else:
            return True
        return False

    def _chosen(self, hall: Hall, files: Sequence[ReportFile]) -> ReportFile | None:
        """The others are doubts."""
        newest = counting(hall, files)
        for file in files:
            if newest is not None and file.report.digest == newest.report.digest:
                continue
            if hall.code is not None:
                codes = {"told": in_groups(hall.code), "found": in_groups(file.report.code)}
                self.doubt("other_code", hall, OTHER_CODE, file=file.source, **codes)
            else:
                self.doubt("older_file", hall, OLDER_FILE, file=file.source)
        return newest

    # -- what their sheets make

    def _take_sheet(self, sat: _Sat) -> None:
        scored = sat.sheet.scored()
        if not scored.closable:
            place = {"round": sat.sheet.round, "table": sat.sheet.table}
            self.doubt("open_sheet", sat.hall, OPEN_SHEET, **place)
            sat = sat._replace(apart=True)
        if not sat.apart:
            self._add_to_fields(sat, scored)
        if sat.sheet.averaged:
            self.averaged.append(sat)
        else:
            self._add_results(sat, scored, {})

    def _add_to_fields(self, sat: _Sat, scored: ScoredSheet) -> None:
        ranked = [column for column, name in sat.sheet.names.items() if name not in sat.house]
        for board, points in sat.sheet.compared(scored):
            for column in ranked:
                self.fields[sat.sheet.round, board, column].append(points[column])

    def _add_results(self, sat: _Sat, scored: ScoredSheet, means: Means) -> None:
        boards = defaultdict[Column, list[BoardResult]](list)
        if self.by_board:
            for _hand, columns in sat.sheet.boards(scored, means):
                for column, board in columns.items():
                    boards[column].append(board)
        for column, name in sat.sheet.names.items():
            entry = f"{name} ({sat.hall.name})"
            self.entries[entry] = sat.hall.number, name
            result = Result(
                entry,
                f"{sat.hall.number}-{sat.sheet.table}",
                str(column),
                scored.totals[column],
                ranked=name not in sat.house,
                boards=tuple(boards[column]),
                apart=sat.apart,
            )
            self.results[sat.sheet.round].append(result)

    # -- the ranking

    def rank(self) -> Standings:
        asked = {place for sat in self.averaged for place in sat.sheet.averaged_boards}
        means = {
            (round_, board, column): sum(field, ZERO) / len(field)
            for (round_, board, column), field in self.fields.items()
            if (round_, board) in asked
        }
        for sat in self.averaged:
            self._add_results(sat, sat.sheet.scored(means), means)
        ranking = standings(
            (RoundResults(number, tuple(results)) for number, results in self.results.items()),
            self.settings,
        )
        for problem in ranking.problems:
            number, _name = self.entries[problem.entries[0]]
            self.doubts.append(Doubt(problem.code, problem.phrase, number))
        return ranking

    def lines(self, lines: Iterable[Line]) -> tuple[ResultLine, ...]:
        rounds = len(self.event.document.rounds)
        counted = min(rounds, self.settings.count_best or rounds)
        return tuple(
            ResultLine(
                line.rank,
                *self.entries[line.entry],
                line.match_points / counted,
                line.total,
                {str(one.round): one.match_points for one in _in_order(line)},
                line.tiebreak,
            )
            for line in lines
        )


def _in_order(line: Line) -> list[Compared]:
    return sorted((*line.counted, *line.dropped), key=lambda one: one.round)


class _Sat(NamedTuple):
    """A sheet in its hall; ``apart``: compared with the field without being in it."""

    hall: Hall
    sheet: HallSheet
    house: frozenset[str]
    apart: bool
