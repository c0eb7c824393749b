"""Answers that are asked for all evening, made once: queries of every phone and page, an evening's state and results.
To score two hundred sheets and rank four hundred people costs a second, and a dozen pages show a part of it."""

from __future__ import annotations

import hashlib
import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import (
    Aggregate,
    Case,
    Count,
    Exists,
    Max,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Concat
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.subqueries import InsertQuery
from django.utils import timezone

from scoring.finals.models import WAYS_BACK
from scoring.models import FinalHold, HandResult, Publication, Sheet
from tournaments.circuits import Circuit, SeasonPosting
from tournaments.log import LogKind
from tournaments.models import LogEntry, Player, Round, Seat, Tournament

Found = TypeVar("Found")
Row = TypeVar("Row", bound=Model)
Asking = int | str | uuid.UUID | datetime
KEY = 987_654_321
"""The stand-in for a primary key."""


class Statement:
    """SQL made once, with a place for each value: that costs more than to have it answered."""

    def __init__(self) -> None:
        self.making = threading.Lock()
        self.sql = self.native = ""

    def run(self, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """SQLite is asked without Django's cursor, which looks through the SQL for marks each time, unless somebody
        counts or watches the queries."""
        database = connections[DEFAULT_DB_ALIAS]
        if database.vendor == "sqlite" and not (database.queries_logged or database.execute_wrappers):
            database.ensure_connection()
            database.validate_no_broken_transaction()
            with database.wrap_database_errors:
                return list(database.connection.execute(self.native, values))
        with database.cursor() as cursor:
            cursor.execute(self.sql, values)
            return cursor.fetchall()  # type: ignore[no-any-return]

    def _keep(self, sql: str) -> None:
        self.native = sql.replace("%s", "?").replace("%%", "%")
        self.sql = sql  # last: another thread asks as soon as it is there


class Asked(Statement):
    """``make`` is given what stands in each place: a text, an integer below 0 or above 9,000, a UUID or a moment that
    occurs nowhere else in it."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *stand_ins: Asking) -> None:
        super().__init__()
        self.make, self.stand_ins = make, stand_ins

    def facts(self, *values: Asking) -> list[tuple[Any, ...]]:
        if not self.sql:
            with self.making:
                self._prepare(self.make(*self.stand_ins).query.get_compiler(connection=connection))
        parameters = list(self.parameters)
        for at, place in self.places:
            parameters[at] = _stored(values[place])
        return self.run(parameters)

    def _prepare(self, compiler: SQLCompiler) -> None:
        self._keep(self._with_places(*compiler.as_sql()))

    def _with_places(self, sql: str, parameters: tuple[Any, ...]) -> str:
        stored = [_stored(stand_in) for stand_in in self.stand_ins]
        self.parameters = parameters
        self.places = [(at, stored.index(value)) for at, value in enumerate(parameters) if value in stored]
        return sql


class Prepared(Asked, Generic[Row]):
    """The same of a model's rows, with whatever ``select_related`` brings along."""

    def __init__(self, make: Callable[..., QuerySet[Row]], *stand_ins: Asking) -> None:
        super().__init__(make, *stand_ins)

    def __call__(self, *values: Asking) -> list[Row]:
        return [self._row(list(facts)) for facts in self.facts(*values)]

    def first(self, *values: Asking) -> Row | None:
        return next(iter(self(*values)), None)

    def _prepare(self, compiler: SQLCompiler) -> None:
        sql = self._with_places(*compiler.as_sql())
        expressions = [expression for expression, _sql, _alias in compiler.select]
        self.converters = list(compiler.get_converters(expressions).items())
        info = compiler.klass_info
        self.columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        self.names = [expression.target.attname for expression in expressions[self.columns]]
        self.related = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]  # Django 6
        self.model = info["model"]
        self._keep(sql)

    def _row(self, values: list[Any]) -> Row:
        database = connections[DEFAULT_DB_ALIAS]
        for at, (converters, expression) in self.converters:
            for convert in converters:
                values[at] = convert(values[at], expression, database)
        found: Row = self.model.from_db(DEFAULT_DB_ALIAS, self.names, values[self.columns])
        for relation in self.related:
            relation.populate(values, found)
        return found


class Inserted(Statement, Generic[Row]):
    def __init__(self, model: type[Row]) -> None:
        super().__init__()
        self.model = model
        self.fields = [field for field in model._meta.concrete_fields if not field.primary_key]

    def __call__(self, made: Row) -> Row:
        if not self.sql:
            with self.making:
                query = InsertQuery(self.model)
                query.insert_values(self.fields, [made])
                compiler = query.get_compiler(connection=connection)
                compiler.returning_fields = [self.model._meta.pk]
                self._keep(compiler.as_sql()[0][0])
        database = connections[DEFAULT_DB_ALIAS]
        values = [field.get_db_prep_save(field.pre_save(made, add=True), database) for field in self.fields]
        made.pk = self.run(values)[0][0]
        made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
        return made


def _stored(value: Any) -> Any:
    if isinstance(value, uuid.UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


# --- how an evening stands


@dataclass(frozen=True, slots=True)
class Stamps:
    """``all`` changes with anything that the public may see of an evening, ``posted`` with what its standings show."""

    all: str
    posted: str


QUIET = (
    LogKind.SHEET_HANDED_IN, LogKind.SHEET_TAKEN_BACK, LogKind.SHEET_CLOSED, LogKind.ROW_CORRECTED, LogKind.SHEET_READ,
    LogKind.VERSION_TAKEN_UP, LogKind.ARBITER_CALLED, LogKind.CALL_TAKEN, LogKind.CALL_ENDED, LogKind.REDEAL,
    LogKind.PAGE_FAULT, LogKind.SIGNED_AT_DESK, LogKind.HAND_IN_LOST, LogKind.BACKUP, LogKind.CLOCK, LogKind.REVEAL,
)  # fmt: skip
"""Lines of the log that no posted standing shows: the sheets and the clock of the partita in play, and what is shown of
a held standing place by place. A sheet that was opened again after its partita was posted is in the stamp by itself."""


def stamps_at(code: str) -> Stamps | None:
    """None where there is no such evening. Three queries; none, or one on a server, where nobody has written to the
    database since this thread asked."""
    return _until_written(code, lambda: _stamps(code))


def _until_written(what: object, ask: Callable[[], tuple[Found, datetime | None]]) -> Found:
    if connection.in_atomic_block:
        return ask()[0]
    connection.ensure_connection()
    version = connection.connection, _version()
    if getattr(_known, "version", None) != version:
        _known.version, _known.found = version, {}
    found: Found
    found, until = _known.found.get(what, (None, None))
    if found is None or (until is not None and until <= timezone.now()):
        found, until = ask()
        if found is not None:
            _known.found[what] = found, until
    return found


_known = threading.local()
"""``version``: of which state of the database; ``found``: by what was asked, with the moment when time changes it."""


def _version() -> Any:
    """SQLite counts the commits of other connections, which are told apart, and the rows that this one changed; a
    server's snapshot names all that it sees."""
    if connection.vendor == "sqlite":
        raw = connection.connection
        return raw.execute("PRAGMA data_version").fetchone(), raw.total_changes
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_snapshot()::text")
        return cursor.fetchone()


def _stamps(code: str) -> tuple[Stamps | None, datetime | None]:
    found = _evening.facts(code)
    if not found:
        return None, None
    pk, last_line, number_of_rows, *facts = found[0]
    rounds, publications, now = _rounds.facts(pk), _publications.facts(pk), timezone.now()
    # When a time for protests ends: it runs from the posting, or from the prize-giving.
    ends = [
        None if moment is None else _moment(moment) + timedelta(minutes=minutes)
        for minutes, posted_at, released_at, *_rest in publications for moment in (posted_at, released_at)
    ]  # fmt: skip
    over = [end is not None and end <= now for end in ends]
    posted = repr((facts, rounds, publications, over, settings.PLAYER_PAGES))
    stamps = Stamps(digest(f"{posted} {last_line} {number_of_rows}"), digest(posted))
    return stamps, min((end for end in ends if end is not None and end > now), default=None)


def season_stamp(code: str) -> str | None:
    """Changes each day too; None where there is no such circuit. Two queries, or as few as ``stamps_at``."""
    today = timezone.localdate()
    return _until_written((code, today), lambda: (_season_stamp(code, today), None))


def _season_stamp(code: str, today: date) -> str | None:
    found = _circuit.facts(code)
    return digest(repr((found, _calendar.facts(code), today))) if found else None


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _moment(stored: datetime) -> datetime:
    """SQLite keeps moments in UTC and says so to nobody."""
    return stored if stored.tzinfo is not None else stored.replace(tzinfo=UTC)


def _facts(code: str) -> QuerySet[Any, Any]:
    """The names of a closed evening and their public pages too: its log is not told when one is put right."""
    lines = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-sequence").values("hash")
    # A posted partita that was taken back to play has open sheets without a mark.
    was_posted = Publication.objects.filter(after_round=OuterRef("table__round"))
    open_again = Q(reopened_at__isnull=False) | ~Q(state=Sheet.State.CLOSED) & Exists(was_posted)
    marked = Sheet.objects.filter(open_again, table__round__tournament=OuterRef("pk"))
    rows = HandResult.objects.filter(sheet__table__round__tournament=OuterRef("pk")).exclude(
        sheet__state=Sheet.State.CLOSED
    )
    people = Player.objects.filter(seats__round__tournament=OuterRef("pk"))
    said = Concat("surname", Value("/"), "given_name", Value("/"), "name_for_paper", Value("/"), "page_code")
    names = _one(people, Joined(said), "seats__round__tournament")
    return Tournament.objects.filter(code=code).values_list(
        "pk", Subquery(lines[:1]), _one(rows, Count("pk"), "sheet__table__round__tournament"),
        Subquery(lines.exclude(kind__in=QUIET)[:1]),
        _one(marked, Sum(Case(When(state=Sheet.State.CLOSED, then=1000), default=1)), "table__round__tournament"),
        _one(FinalHold.objects.filter(tournament=OuterRef("pk"), released_at=None), Count("pk"), "tournament"),
        Case(When(closed_at__isnull=False, then=names), default=None),
        *(field.attname for field in Tournament._meta.concrete_fields if not field.primary_key),
    )  # fmt: skip


def _seated(evening: int) -> QuerySet[Any, Any]:
    seats = Seat.objects.filter(round=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    rounds = Round.objects.filter(tournament=evening).order_by("number")
    return rounds.values_list("number", "stage", "seating_published_at", "board_set__state", Subquery(seats))


def _posted(evening: int) -> QuerySet[Any, Any]:
    released = FinalHold.objects.filter(tournament=OuterRef("tournament"), released_at__gt=OuterRef("created_at"))
    return Publication.objects.filter(tournament=evening).order_by("-number").values_list(
        "protest_minutes", "created_at", Subquery(released.order_by("-released_at").values("released_at")[:1]),
        "pk", "number", "state", "after_round",
    )  # fmt: skip


def _season(code: str) -> QuerySet[Any, Any]:
    people = Player.objects.filter(memberships__tournament__circuit=OuterRef("pk"))
    guests = Circuit.guests.through.objects.filter(circuit=OuterRef("pk"))
    said = Concat("surname", Value("/"), "given_name", Value("/"), "name_for_paper")
    return Circuit.objects.filter(code=code).values_list(
        _one(people, Joined(said), "memberships__tournament__circuit"),
        _one(guests, Joined(Cast("player", TextField())), "circuit"),
        _one(SeasonPosting.objects.filter(circuit=OuterRef("pk")), Max("number"), "circuit"),
        *(field.attname for field in Circuit._meta.concrete_fields),
    )  # fmt: skip


def _evenings_of(code: str) -> QuerySet[Any, Any]:
    lines = LogEntry.objects.filter(tournament=OuterRef("pk")).exclude(kind__in=QUIET).order_by("-sequence")
    of_circuit = reduce(or_, (Q(**{f"{way}__code": code}) for way in WAYS_BACK), Q(circuit__code=code))
    return Tournament.objects.filter(of_circuit).order_by("pk").values_list(
        Subquery(lines.values("hash")[:1]),
        _one(FinalHold.objects.filter(tournament=OuterRef("pk"), released_at=None), Count("pk"), "tournament"),
        _one(Publication.objects.filter(tournament=OuterRef("pk")), Max("pk"), "tournament"),
        *(field.attname for field in Tournament._meta.concrete_fields),
    )  # fmt: skip


_circuit, _calendar = Asked(_season, "the code"), Asked(_evenings_of, "the code")
_evening, _rounds, _publications = Asked(_facts, "the code"), Asked(_seated, KEY), Asked(_posted, KEY)


def _one(rows: QuerySet[Any], fact: Aggregate, evening: str) -> Subquery:
    return Subquery(rows.order_by().values(evening).annotate(fact=fact).values("fact"))


class Joined(Aggregate):
    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "STRING_AGG(%(expressions)s, ',')"
        return super().as_sql(compiler, connection, template=template, **context)


# --- what is remembered

MOST_REMEMBERED = 32
"""Standings and tables of a night, in each language where they are words."""

_remembered: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_reading = threading.RLock()


def remembered(stamp: str, make: Callable[[], Found], *what: object) -> Found:
    """Made once in each process while the stamp, which is asked for before, is the same. Nobody changes what was given:
    others read it at the same moment."""
    key = (stamp, *what)
    with _reading:
        if key not in _remembered:
            _remembered[key] = make()
            while len(_remembered) > MOST_REMEMBERED:
                _remembered.popitem(last=False)
        _remembered.move_to_end(key)
        found: Found = _remembered[key]
        return found


def while_it_stands(tournament: Tournament, make: Callable[[], Found], *what: object) -> Found:
    """Within a transaction, which may have written already, always anew."""
    return while_they_stand([tournament], make, *what)


def while_they_stand(tournaments: Iterable[Tournament], make: Callable[[], Found], *what: object) -> Found:
    stamps = [] if connection.in_atomic_block else [stamps_at(tournament.code) for tournament in tournaments]
    if not stamps or None in stamps:
        return make()
    return remembered("".join(stamp.all for stamp in stamps if stamp is not None), make, *what)


def forget() -> None:
    with _reading:
        _remembered.clear()
