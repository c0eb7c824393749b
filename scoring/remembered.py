"""How an evening stands, in a few characters, and what it comes to, worked out once for as long as it stands so.

To score two hundred sheets and rank four hundred people costs a second, and a dozen pages show a part of it.
"""

from __future__ import annotations

import functools
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from django.db import connection
from django.db.models import (
    Aggregate,
    Case,
    Count,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Concat
from django.utils import timezone

from scoring.models import FinalHold, HandResult, Publication, Sheet
from tournaments.log import LogKind
from tournaments.models import LogEntry, Player, Round, Seat, Tournament

Found = TypeVar("Found")


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

PLACE = -1_234_567
"""What stands for the evening's code, or its key, in the compiled queries."""


def stamps_at(code: str) -> Stamps | None:
    """How the evening of that code stands, or None where there is none. Three queries, compiled once."""
    found = _asked(_facts(), code)
    if not found:
        return None
    pk, last_line, number_of_rows, *facts = found[0]
    rounds, publications, now = _asked(_rounds(), pk), _asked(_publications(), pk), timezone.now()
    # When a time for protests ends: it runs from the posting, or from the prize-giving.
    over = [
        moment is not None and _moment(moment) + timedelta(minutes=minutes) <= now
        for minutes, posted_at, released_at, *_rest in publications for moment in (posted_at, released_at)
    ]  # fmt: skip
    posted = repr((facts, rounds, publications, over))
    return Stamps(_digest(f"{posted} {last_line} {number_of_rows}"), _digest(posted))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _moment(stored: datetime) -> datetime:
    """SQLite keeps moments in UTC and says so to nobody."""
    return stored if stored.tzinfo is not None else stored.replace(tzinfo=UTC)


def _asked(query: tuple[str, tuple[Any, ...]], value: str | int) -> list[tuple[Any, ...]]:
    sql, parameters = query
    with connection.cursor() as cursor:
        cursor.execute(sql, [value if parameter == PLACE else parameter for parameter in parameters])
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


@functools.cache
def _facts() -> tuple[str, tuple[Any, ...]]:
    """The evening itself, what is told of it by its log and its open sheets; the names of a closed one, whose log is
    not told when one is put right."""
    lines = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-sequence").values("hash")
    # A posted partita that was taken back to play has open sheets without a mark.
    was_posted = Publication.objects.filter(after_round=OuterRef("table__round"))
    open_again = Q(reopened_at__isnull=False) | ~Q(state=Sheet.State.CLOSED) & Exists(was_posted)
    marked = Sheet.objects.filter(open_again, table__round__tournament=OuterRef("pk"))
    rows = HandResult.objects.filter(sheet__table__round__tournament=OuterRef("pk")).exclude(
        sheet__state=Sheet.State.CLOSED
    )
    people = Player.objects.filter(seats__round__tournament=OuterRef("pk"))
    names = _one(people, Joined(Concat("surname", Value("/"), "given_name")), "seats__round__tournament")
    evening = Tournament.objects.filter(code=str(PLACE)).values_list(
        "pk", Subquery(lines[:1]), _one(rows, Count("pk"), "sheet__table__round__tournament"),
        Subquery(lines.exclude(kind__in=QUIET)[:1]),
        _one(marked, Sum(Case(When(state=Sheet.State.CLOSED, then=1000), default=1)), "table__round__tournament"),
        _one(FinalHold.objects.filter(tournament=OuterRef("pk"), released_at=None), Count("pk"), "tournament"),
        Case(When(closed_at__isnull=False, then=names), default=None),
        *(field.attname for field in Tournament._meta.concrete_fields if not field.primary_key),
    )  # fmt: skip
    return _compiled(evening)


@functools.cache
def _rounds() -> tuple[str, tuple[Any, ...]]:
    seats = Seat.objects.filter(round=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    rounds = Round.objects.filter(tournament=PLACE).order_by("number")
    return _compiled(rounds.values_list("number", "stage", "seating_published_at", "board_set__state", Subquery(seats)))


@functools.cache
def _publications() -> tuple[str, tuple[Any, ...]]:
    released = FinalHold.objects.filter(tournament=OuterRef("tournament"), released_at__gt=OuterRef("created_at"))
    publications = Publication.objects.filter(tournament=PLACE).order_by("-number").values_list(
        "protest_minutes", "created_at", Subquery(released.order_by("-released_at").values("released_at")[:1]),
        "pk", "number", "state", "after_round",
    )  # fmt: skip
    return _compiled(publications)


def _compiled(rows: QuerySet[Any, Any]) -> tuple[str, tuple[Any, ...]]:
    sql, parameters = rows.query.sql_with_params()
    return sql, tuple(PLACE if str(parameter) == str(PLACE) else parameter for parameter in parameters)


def _one(rows: QuerySet[Any], fact: Aggregate, evening: str) -> Subquery:
    """One figure about an evening's rows of a kind."""
    return Subquery(rows.order_by().values(evening).annotate(fact=fact).values("fact"))


class Joined(Aggregate):
    """All of a column in one text."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """The same under its name there."""
        template = "STRING_AGG(%(expressions)s, ',')"
        return super().as_sql(compiler, connection, template=template, **context)


# --- what is remembered

MOST_REMEMBERED = 32
"""Standings and tables of a night, in each language where they are words."""

_remembered: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_reading = threading.RLock()


def remembered(stamp: str, make: Callable[[], Found], *what: object) -> Found:
    """What ``make`` gives, made once in each process while the stamp, which is asked for before, is the same.

    Nobody changes what was given: others read it at the same moment.
    """
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
    """``remembered`` for whoever only looks; within a transaction, which may have written already, always anew."""
    stamps = None if connection.in_atomic_block else stamps_at(tournament.code)
    return make() if stamps is None else remembered(stamps.all, make, *what)


def forget() -> None:
    """Everything is worked out anew."""
    with _reading:
        _remembered.clear()
