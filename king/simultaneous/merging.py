"""Merging of an event's reports into its result: choose the report of each hall that counts, score
every sheet, and rank all in one field (docs/simultaneous.md).
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, ClassVar, NamedTuple

from king.dealing import Digest, canonical_json
from king.reading import InputError, JsonObject, among
from king.sheet.full_sheet import ScoredSheet
from king.sheet.points import ZERO, Column, Points
from king.sheet.row import Row
from king.sheet.ruling_kinds import Effect
from king.simultaneous.centre_checks import FarBoard, far_boards
from king.simultaneous.documents import (
    CODE_LETTERS,
    FORGOTTEN,
    RESULT,
    Event,
    Hall,
    HallNumber,
    Invitation,
    Report,
    Terms,
    in_groups,
    letters,
)
from king.simultaneous.fields import Boards, count_fields
from king.simultaneous.report_sheets import HallSheet, Means, read_sheets
from king.standing.matchpoints import METHODS
from king.standing.ranking import Line, Standings, standings
from king.standing.round_results import BoardResult, Result, RoundResults, in_sentence
from king.words import Phrase, gettext_noop, listed

NOTES = frozenset({"points_given"})
"""Codes of doubts that only tell the centre what a hall was free to do."""

MOST_PROBLEMS = 3
"""Most problems of one sheet that are reported; the sheet itself has them all."""


MOST_GAPS = 10
"""Most gaps in the table numbers of a partita, and most house players without a seat, that are
reported of a hall."""

MOST_ALIKE = 10
"""Most sheets with the rows of another that are reported of a hall."""

MANY = 4
"""Boards of a sheet are more than an evening spoils where this many times as many are more than all."""


class HallState(StrEnum):
    IN_FIELD = "in_field"
    LATE = "late"
    REFUSED = "refused"
    AWAITED = "awaited"
    MISSING = "missing"


STATES: Mapping[HallState, str] = {
    HallState.IN_FIELD: gettext_noop("{hall} is in the field."),
    HallState.LATE: gettext_noop(
        "{hall} gave no closing code in time: it is compared with the field but has no place in it."
    ),
    HallState.REFUSED: gettext_noop("{hall}: none of its reports counts."),
    HallState.AWAITED: gettext_noop("{hall} gave its closing code, and its report is awaited."),
    HallState.MISSING: gettext_noop("{hall} did not report."),
}
ADDED = gettext_noop(
    "{hall} was added after another hall had reported: it is compared with the field but has no "
    "place in it."
)
OTHER_EVENT = gettext_noop("{file}: a report of the event “{found}”")
OTHER_BOARDS = gettext_noop("{file}: {hall} played under another commitment, so other boards")
OTHER_SECRET = gettext_noop(
    "{file}: not sealed with the secret of {hall}: changed on its way, or written by another hall"
)
OTHER_CODE = gettext_noop(
    "{file}: {hall} gave the closing code {told}, and this report has {found}"
)
OLDER_FILE = gettext_noop("{file}: a newer report of {hall} counts")
NO_SUCH_HALL = gettext_noop("{file}: the event has no hall {number}")
NOT_READ = gettext_noop("{place}: {reason}")
NOT_TAKEN = gettext_noop("{file}: not the report of {hall} that the published event names")
OPEN_SHEET = gettext_noop(
    "{hall}, partita {round}, table {table}: the sheet is not whole or does not add up; it is "
    "compared with the field but is not in it. {problems}"
)
MISSING_SHEET = gettext_noop(
    "{hall}, partita {round}: the sheet of table {table} is missing; its players get nothing for it"
)
MISSING_SHEETS = gettext_noop(
    "{hall}, partita {round}: the sheets of tables {first} to {last} are missing; their players "
    "get nothing for them"
)
NO_SUCH_SPARE = gettext_noop(
    "{hall}, partita {round}: spare {spare} in place of board {board}: the event has no such "
    "board or spare, "
    "or it stands for another board already"
)
HOUSE_NOWHERE = gettext_noop("{hall}: the house player “{name}” sat at no table")
MANY_SPOILED = gettext_noop(
    "{hall}, partita {round}, table {table}: {count} of {hands} hands are said to be spoiled, "
    "and are worth the mean of the whole field"
)
SAME_SHEET = gettext_noop(
    "{hall}, partita {round}, table {table}: all {count} rows are the same as those of table "
    "{other}: is it the same paper?"
)
SAME_SHEET_ELSEWHERE = gettext_noop(
    "{hall}, partita {round}, table {table}: all {count} rows are the same as those of table "
    "{other} of {where}: is it the same paper?"
)
MISSING_ROUND = gettext_noop("{hall}: partita {round} is missing; its players get nothing for it")
POINTS_GIVEN = gettext_noop(
    "{hall}, partita {round}, table {table}: the hall's arbiter gave points beside the sheet: "
    "{points}"
)
CARD_TWICE = gettext_noop("One player's card was used in more than one hall: {players}")
CARD_OF_TWO = gettext_noop("{hall}: one player's card was used under more than one name: {players}")
NOWHERE = gettext_noop(
    "{hall}, partita {round}, table {table}: a correction that belongs to no sheet"
)


Sentence = Annotated[Phrase, lambda node: Phrase(node.text())]


@dataclass(frozen=True, slots=True)
class Doubt(JsonObject):
    """A doubt that the centre's arbiter should look at."""

    code: str
    message: Sentence
    hall: HallNumber | None = None


@dataclass(frozen=True, slots=True)
class HallLine(JsonObject):
    """A hall in the list of halls. ``digest`` is of the report that counts, so that a hall finds
    its own.
    """

    ALWAYS: ClassVar[tuple[str, ...]] = ("hall", "name", "state")

    hall: HallNumber
    name: str
    state: HallState
    message: Sentence
    digest: Digest | None = None


@dataclass(frozen=True, slots=True)
class ResultLine(JsonObject):
    """A line of the standing. ``percent`` is the mean over the partite of the event; ``earned`` has
    the percentage of each partita that was played, by its number. The line of a late hall has no
    ``rank``.
    """

    hall: HallNumber
    name: str
    percent: Fraction
    total: Fraction
    earned: Mapping[str, Fraction] = field(default_factory=dict)
    rank: int | None = None
    tiebreak: str | None = None


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class EventResult(JsonObject):
    """A published result. ``seed`` and ``keys`` are set once the cards may be known. ``late`` are
    the lines of halls without a closing code in time, which have no place. ``doubts`` are for the
    arbiter; they may name people, and are not published.
    """

    ALWAYS: ClassVar[tuple[str, ...]] = ("form",)

    event: str
    date: str
    commitment: Digest
    method: str
    halls: tuple[HallLine, ...]
    overall: tuple[ResultLine, ...]
    winds: Mapping[str, tuple[ResultLine, ...]]
    late: tuple[ResultLine, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    seed: Digest | None = None
    keys: tuple[str, ...] = ()
    form: Annotated[str, among([RESULT])] = RESULT

    @property
    def published(self) -> EventResult:
        return replace(self, doubts=())


def result_digest(form: object) -> str:
    """SHA-256 of a whole result as it was read, in canonical JSON."""
    return hashlib.sha256(canonical_json(form).encode()).hexdigest()


def result_code(form: object) -> str:
    """Twelve letters of the digest, by which a hall recognizes the result file that it was told
    about.
    """
    return letters(bytes.fromhex(result_digest(form)), CODE_LETTERS)


def merge(
    event: Event, reports: Iterable[Report | InputError], keys: Sequence[str] = ()
) -> EventResult:
    """Merge the reports into a result. A report that cannot be read does not stop the others: its
    error and the ``doubts`` are part of the result.

    ``keys`` are the keys that were told, one a partita. Raises ``InputError`` if one is missing or
    does not fit its document.
    """
    return Merging(event, reports).result(keys)


def doubts_alone(invitation: Invitation, report: Report) -> tuple[Doubt, ...]:
    """Doubts about a hall's report, without those that concern other halls or only inform the
    centre.
    """
    hall = Hall(invitation.hall, invitation.name, invitation.secret)
    own = {one.name: getattr(invitation, one.name) for one in fields(Terms)}
    doubts = merge(Event(**own, halls=(hall,)), [report]).doubts
    return tuple(doubt for doubt in doubts if doubt.code not in NOTES)


def counting(hall: Hall, reports: Iterable[Report]) -> Report | None:
    """Choose the report that counts: the newest of those that fit the code that was told, or the
    digest in a published event. None if none fits.
    """
    fitting = [
        report
        for report in reports
        if hall.code in (None, report.code) and hall.digest in (None, report.digest)
    ]
    return max(fitting, key=lambda report: (report.written, report.digest), default=None)


class Merging:
    """Merging of reports into one field. ``places``: hall, partita and table of each sheet.
    ``taken``: the report that counts, by hall.
    """

    def __init__(self, event: Event, reports: Iterable[Report | InputError]) -> None:
        self.event, self.settings = event, event.standing_in_force
        self.by_board = METHODS[self.settings.method].by_board
        self.halls: list[HallLine] = []
        self.doubts: list[Doubt] = []
        self.results = defaultdict[int, list[Result]](list)
        self.entries: dict[str, tuple[int, str]] = {}
        self.averaged: list[_Sat] = []
        self.fields = defaultdict[tuple[int, str, Column], list[Fraction]](list)
        self.played = defaultdict[tuple[int, str, Column], list[Fraction]](list)
        self.compared = defaultdict[tuple[int, str], list[tuple[int, Points]]](list)
        self.places: list[tuple[int, int, int]] = []
        self.papers: dict[tuple[int, frozenset[Row]], tuple[Hall, int]] = {}
        self.alike = Counter[int]()
        self.late: set[int] = set()
        self.taken: dict[int, Report] = {}
        self._take(reports)

    def result(self, keys: Sequence[str] = ()) -> EventResult:
        event = self.event
        verified_keys = event.verify_keys(keys) if keys else ()
        ranking, everybody = self._rank()
        return EventResult(
            event=event.event,
            date=event.date,
            commitment=event.commitment,
            method=self.settings.method,
            halls=tuple(self.halls),
            overall=self._ranked(ranking.overall),
            winds={wind: self._ranked(lines) for wind, lines in ranking.winds.items()},
            late=tuple(
                replace(self._line(line), rank=None, tiebreak=None)
                for line in everybody.overall
                if self._is_late(line.entry)
            ),
            doubts=tuple(self.doubts),
            seed=event.seed if verified_keys else None,
            keys=verified_keys,
        )

    @property
    def boards(self) -> Boards:
        return count_fields(self.fields, self.played)

    @property
    def far(self) -> list[FarBoard]:
        return far_boards(self.compared)

    def _doubt(self, code: str, hall: Hall | None, template: str, **fields: object) -> None:
        if hall is not None:
            fields["hall"] = hall.name
        number = None if hall is None else hall.number
        self.doubts.append(Doubt(code, Phrase(template, fields), number))

    # -- which reports count

    def _take(self, reports: Iterable[Report | InputError]) -> None:
        by_hall: dict[int, list[Report]] = {hall.number: [] for hall in self.event.halls}
        for report in reports:
            if isinstance(report, InputError):
                self._doubt("not_read", None, NOT_READ, place=report.where, reason=report.phrase)
            elif report.hall in by_hall:
                by_hall[report.hall].append(report)
            else:
                fields = {"file": report.source, "number": report.hall}
                self._doubt("no_such_hall", None, NO_SUCH_HALL, **fields)
        cards = defaultdict[str, dict[int, str]](dict)
        for hall in sorted(self.event.halls, key=lambda hall: hall.number):
            counted = self._take_hall(hall, by_hall[hall.number])
            own = defaultdict[str, list[str]](list)
            for name, card in sorted(counted.cards.items()) if counted else ():
                own[card].append(name)
                cards[card].setdefault(hall.number, f"{name} ({hall.name})")
            for names in own.values():
                if len(names) > 1:
                    self._doubt("card_twice", hall, CARD_OF_TWO, players=", ".join(names))
        for _card, players in sorted(cards.items()):
            if len(players) > 1:
                self._doubt("card_twice", None, CARD_TWICE, players=", ".join(players.values()))

    def _take_hall(self, hall: Hall, reports: Sequence[Report]) -> Report | None:
        """Choose the hall's report that counts, read and score its sheets, and note the state of
        the hall. Returns the report, or None.
        """
        chosen = self._chosen(hall, reports)
        sheets: list[HallSheet] = []
        if chosen is not None:
            try:
                sheets = read_sheets(self.event, chosen, self.event.corrections)
            except InputError as error:
                self._not_read(hall, error)
                chosen = None
        if chosen is not None:
            is_late = hall.late or hall.code is None
            state = HallState.LATE if is_late else HallState.IN_FIELD
            if state is HallState.LATE:
                self.late.add(hall.number)
        elif reports:
            state = HallState.REFUSED
        else:
            state = HallState.MISSING if hall.code is None else HallState.AWAITED
        is_added = hall.late and state is HallState.LATE
        message = Phrase(ADDED if is_added else STATES[state], hall=hall.name)
        digest = None if chosen is None else chosen.digest
        self.halls.append(HallLine(hall.number, hall.name, state, message, digest))
        if chosen is None:
            return None
        self.taken[hall.number] = chosen
        self._look_for_missing(hall, sheets)
        self._look_at_said(hall, chosen, sheets)
        house = frozenset(chosen.house)
        for sheet in sheets:
            self.places.append((hall.number, sheet.round, sheet.table))
            self._take_sheet(_Sat(hall, sheet, house, state is HallState.LATE))
        return chosen

    def _not_read(self, hall: Hall, error: InputError) -> None:
        self._doubt("not_read", hall, NOT_READ, place=error.where, reason=error.phrase)

    def _chosen(self, hall: Hall, reports: Sequence[Report]) -> Report | None:
        """Choose the hall's report that counts. The others become doubts."""
        theirs = list[Report]()
        for report in reports:
            if self._is_theirs(hall, report):
                try:
                    theirs.append(self._known(hall, report))
                except InputError as error:
                    self._not_read(hall, error)
        newest = counting(hall, theirs)
        for report in theirs:
            if newest is not None and report.digest == newest.digest:
                continue
            if hall.code is not None and hall.code != report.code:
                codes = {"told": in_groups(hall.code), "found": in_groups(report.code)}
                self._doubt("other_code", hall, OTHER_CODE, file=report.source, **codes)
            else:
                template = OLDER_FILE if hall.digest is None else NOT_TAKEN
                self._doubt("older_file", hall, template, file=report.source)
        return newest

    def _is_theirs(self, hall: Hall, report: Report) -> bool:
        """Whether the report belongs to this hall and event; adds a doubt if not. In a published
        event no hall has a secret: there the code or the digest decides.
        """
        file = report.source
        if report.event != self.event.event:
            self._doubt("other_event", hall, OTHER_EVENT, file=file, found=report.event)
        elif report.commitment != self.event.commitment:
            self._doubt("other_boards", hall, OTHER_BOARDS, file=file)
        elif hall.secret is not None and not report.is_sealed_with(hall.secret):
            self._doubt("other_secret", hall, OTHER_SECRET, file=file)
        else:
            return True
        return False

    def _known(self, hall: Hall, report: Report) -> Report:
        """Return the report with its digest, so that it is computed once. Raises ``InputError``."""
        if hall.secret is not None:
            if report.forgotten:
                raise InputError(FORGOTTEN, source=report.source)
            report = report.salted(hall.secret)
        return replace(report, known=report.digest)

    def _look_for_missing(self, hall: Hall, sheets: Sequence[HallSheet]) -> None:
        """Add doubts about missing sheets and partite, and about corrections without a sheet.
        Tables are numbered from 1, and each plays every partita that the hall played.
        """
        played = {(sheet.round, sheet.table) for sheet in sheets}
        last = max((sheet.table for sheet in sheets), default=0)
        reported = {sheet.round for sheet in sheets}
        for number in self.event.rounds:
            if number not in reported:
                self._doubt("missing_round", hall, MISSING_ROUND, round=number)
                continue
            there = [0, *sorted(table for round_, table in played if round_ == number), last + 1]
            gaps = [(one + 1, other - 1) for one, other in pairwise(there) if other - one > 1]
            for first, final in gaps[:MOST_GAPS]:
                if first == final:
                    place = {"round": number, "table": first}
                    self._doubt("missing_sheet", hall, MISSING_SHEET, **place)
                else:
                    fields = {"round": number, "first": first, "last": final}
                    self._doubt("missing_sheet", hall, MISSING_SHEETS, **fields)
        for one in self.event.corrections:
            of_no_sheet = one.table is not None and (one.round, one.table) not in played
            if one.hall == hall.number and of_no_sheet:
                self._doubt("nowhere", hall, NOWHERE, round=one.round, table=one.table)

    def _look_at_said(self, hall: Hall, report: Report, sheets: Sequence[HallSheet]) -> None:
        """Add doubts about the rest of a report: spares, house players, spoiled boards."""
        documents = {number: one for one in self.event.documents for number in one.rounds}
        used = set[tuple[int, int]]()
        for spare in report.spares:
            document, mark = documents.get(spare.round), (spare.round, spare.spare)
            is_one = document is not None and (
                1 <= spare.board <= document.boards < spare.spare <= document.highest
            )
            if not is_one or mark in used:
                self._doubt("no_such_spare", hall, NO_SUCH_SPARE, **spare.as_json())
            used.add(mark)
        seated = {name for sheet in sheets for name in sheet.names.values()}
        for name in sorted({*report.house} - seated)[:MOST_GAPS]:
            self._doubt("house_nowhere", hall, HOUSE_NOWHERE, name=name)
        worst = dict[int, HallSheet]()
        for sheet in sheets:
            if len(sheet.averaged) * MANY > self.event.ruleset.length:
                known = worst.setdefault(sheet.round, sheet)
                if len(sheet.averaged) > len(known.averaged):
                    worst[sheet.round] = sheet
        for number, sheet in sorted(worst.items()):
            place = {"round": number, "table": sheet.table, "count": len(sheet.averaged)}
            self._doubt(
                "many_spoiled", hall, MANY_SPOILED, **place, hands=self.event.ruleset.length
            )

    # -- what their sheets make

    def _take_sheet(self, sat: _Sat) -> None:
        scored = sat.sheet.scored()
        if not scored.closable:
            place = {"round": sat.sheet.round, "table": sat.sheet.table}
            phrases = [problem.phrase for problem in scored.problems if not problem.ruled]
            problems = listed(phrases[:MOST_PROBLEMS], "; ")
            self._doubt("open_sheet", sat.hall, OPEN_SHEET, **place, problems=problems)
            sat = sat._replace(apart=True)
        else:
            self._look_for_same_paper(sat)
        self._note_points(sat)
        self._compare(sat, scored)
        if sat.sheet.averaged:
            self.averaged.append(sat)
        else:
            self._add_results(sat, scored, {})

    def _look_for_same_paper(self, sat: _Sat) -> None:
        """Add doubts about two tables with identical rows: one paper was typed twice, or copied."""
        sheet = sat.sheet
        hall, other = self.papers.setdefault(
            (sheet.round, frozenset(sheet.rows)), (sat.hall, sheet.table)
        )
        if (hall, other) == (sat.hall, sheet.table):
            return
        self.alike[sat.hall.number] += 1
        if self.alike[sat.hall.number] <= MOST_ALIKE:
            template = SAME_SHEET if hall == sat.hall else SAME_SHEET_ELSEWHERE
            fields = {"count": len(sheet.rows), "other": other, "where": hall.name}
            place = {"round": sheet.round, "table": sheet.table}
            self._doubt("same_sheet", sat.hall, template, **place, **fields)

    def _note_points(self, sat: _Sat) -> None:
        own = [one.ruling for one in self.event.corrections]
        adjustments = [
            Phrase("{who} {points}", who=in_sentence(ruling.offender), points=number)
            for ruling in sat.sheet.rulings
            if ruling.kind.effect is Effect.POINTS and ruling not in own
            for number in ruling.numbers
        ]
        if adjustments:
            place = {"round": sat.sheet.round, "table": sat.sheet.table}
            points = listed(adjustments, "; ")
            self._doubt("points_given", sat.hall, POINTS_GIVEN, **place, points=points)

    def _compare(self, sat: _Sat, scored: ScoredSheet) -> None:
        ranked = [column for column, name in sat.sheet.names.items() if name not in sat.house]
        for board, points, played in sat.sheet.compared(scored):
            if sat.hall.number not in self.late:
                self.compared[sat.sheet.round, board].append((sat.hall.number, played))
            for column in () if sat.apart else ranked:
                self.fields[sat.sheet.round, board, column].append(points[column])
                self.played[sat.sheet.round, board, column].append(played[column])

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

    def _rank(self) -> tuple[Standings, Standings]:
        """Standing of the field without late halls, and another of everybody for the lines of late
        halls.
        """
        places = {place for sat in self.averaged for place in sat.sheet.averaged_boards.values()}
        means = {
            (round_, board, column): sum(field, ZERO) / len(field)
            for (round_, board, column), field in self.played.items()
            if (round_, board) in places
        }
        for sat in self.averaged:
            self._add_results(sat, sat.sheet.scored(means), means)
        rounds = {number: tuple(results) for number, results in self.results.items()}
        everybody = self._standings(rounds)
        for problem in everybody.problems:
            number, _name = self.entries[problem.entries[0]]
            self.doubts.append(Doubt(problem.code, problem.phrase, number))
        if not self.late:
            return everybody, everybody
        field = {
            number: tuple(result for result in results if not self._is_late(result.entry))
            for number, results in rounds.items()
        }
        return self._standings({number: own for number, own in field.items() if own}), everybody

    def _standings(self, rounds: Mapping[int, tuple[Result, ...]]) -> Standings:
        return standings((RoundResults(*played) for played in rounds.items()), self.settings)

    def _is_late(self, entry: str) -> bool:
        return self.entries[entry][0] in self.late

    def _ranked(self, lines: Sequence[Line]) -> tuple[ResultLine, ...]:
        return tuple(map(self._line, lines))

    def _line(self, line: Line) -> ResultLine:
        rounds = len(self.event.rounds)
        counted = min(rounds, self.settings.count_best or rounds)
        return ResultLine(
            *self.entries[line.entry],
            line.match_points / counted,
            line.total,
            {str(one.round): one.match_points for one in line.by_round},
            line.rank,
            line.tiebreak,
        )


class _Sat(NamedTuple):
    """A sheet with its hall. ``apart``: compared with the field without being part of it."""

    hall: Hall
    sheet: HallSheet
    house: frozenset[str]
    apart: bool
