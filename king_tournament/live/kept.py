"""Public pages made once for each state and language, and given to everybody before sessions, accounts and languages.

A page is kept compressed, with the stamp of the evening that it shows: whoever asks is answered from there for as long
as the stamp is the same, and a browser that has the page is told so (304). A stamp changes with every line of the log,
so that nothing old is shown; what is held back or sealed is in it by itself as well. Kept pages are for those without a
session: a page of the desk's people has their name on it and their forms, and is made for them alone.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import os
import re
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.models import Aggregate, Case, Count, Max, OuterRef, QuerySet, Subquery, Sum, TextField, Value, When
from django.db.models.functions import Concat
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response

from king import __version__
from king_tournament.live.standing_page import StandingPage, standing_page
from king_tournament.live.visible import find_publication
from scoring.models import FinalHold, HandResult, Publication, Sheet
from scoring.publishing import read_posted, tables_as_posted
from scoring.scored_sheets import ScoredTable
from tournaments import system
from tournaments.log import LogKind
from tournaments.models import LogEntry, Player, Round, Seat, Tournament

# --- how an evening stands


@dataclass(frozen=True, slots=True)
class Stamps:
    """``all`` changes with anything that the public may see of an evening, ``posted`` with what its standings show."""

    all: str
    posted: str


QUIET = (
    LogKind.SHEET_HANDED_IN, LogKind.SHEET_TAKEN_BACK, LogKind.SHEET_CLOSED, LogKind.ROW_CORRECTED, LogKind.SHEET_READ,
    LogKind.VERSION_TAKEN_UP, LogKind.ARBITER_CALLED, LogKind.CALL_TAKEN, LogKind.CALL_ENDED, LogKind.REDEAL,
    LogKind.PAGE_FAULT, LogKind.SIGNED_AT_DESK, LogKind.HAND_IN_LOST, LogKind.FIRST_DEALER, LogKind.BACKUP,
)  # fmt: skip
"""Lines of the log that no posted standing shows: the sheets of the partita in play. One that was opened again after
its partita was posted is in the stamp by itself."""

PLACE = -1_234_567
"""What stands for the evening's code, or its key, in the compiled queries."""


def stamps_at(code: str) -> Stamps | None:
    """How the evening of that code stands, or None where there is none. Three queries, compiled once."""
    found = _asked(_facts(), code)
    if not found:
        return None
    pk, last_line, newest_row, *facts = found[0]
    rounds, publications, now = _asked(_rounds(), pk), _asked(_publications(), pk), timezone.now()
    # When a time for protests ends: it runs from the posting, or from the prize-giving.
    over = [
        moment is not None and _moment(moment) + timedelta(minutes=minutes) <= now
        for minutes, posted_at, released_at, *_rest in publications for moment in (posted_at, released_at)
    ]  # fmt: skip
    posted = repr((facts, rounds, publications, over))
    return Stamps(_digest(f"{posted} {last_line} {newest_row}"), _digest(posted))


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
    marked = Sheet.objects.filter(table__round__tournament=OuterRef("pk"), reopened_at__isnull=False)
    rows = HandResult.objects.filter(sheet__table__round__tournament=OuterRef("pk")).exclude(
        sheet__state=Sheet.State.CLOSED
    )
    people = Player.objects.filter(seats__round__tournament=OuterRef("pk"))
    names = _one(people, Joined(Concat("surname", Value("/"), "given_name")), "seats__round__tournament")
    evening = Tournament.objects.filter(code=str(PLACE)).values_list(
        "pk", Subquery(lines[:1]), _one(rows, Max("pk"), "sheet__table__round__tournament"),
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


# --- standings that are read once

MOST_READ = 24
"""What is kept in memory of posted standings: those of a night, each in a language, and the tables of their partite."""

_read: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_reading = threading.Lock()


def _read_once(tournament: Tournament, make: Callable[[], Any], *what: object) -> Any:
    """Once in each process for as long as nothing changes that a posted standing shows."""
    stamps = stamps_at(tournament.code)
    key = (stamps and stamps.posted, *what)
    with _reading:
        if key not in _read:
            _read[key] = make()
            while len(_read) > MOST_READ:
                _read.popitem(last=False)
        _read.move_to_end(key)
        return _read[key]


def posted_page(tournament: Tournament, publication: Publication) -> StandingPage:
    """The posted standing in the language in force: ranked and worded again it costs half a second of a hundred tables,
    and hundreds of pages of players show a line of it.
    """

    def make() -> StandingPage:
        return standing_page(read_posted(tournament, publication))

    page: StandingPage = _read_once(tournament, make, publication.pk, translation.get_language())
    return page


def last_page(tournament: Tournament) -> StandingPage | None:
    """The one that hangs on the wall; None where nothing was posted."""
    publication = find_publication(tournament)
    return None if publication is None else posted_page(tournament, publication)


def tables_of(page: StandingPage | None, round_: Round) -> tuple[ScoredTable, ...]:
    """The sheets of a partita as the standing counts them; none where it does not."""
    if page is None or round_ not in page.posted.rounds:
        return ()
    posted = page.posted

    def make() -> tuple[ScoredTable, ...]:
        return tables_as_posted(posted, [round_])[round_.pk]

    tables: tuple[ScoredTable, ...] = _read_once(round_.tournament, make, posted.publication.pk, round_.pk)
    return tables


# --- pages that are kept

PAGE = re.compile(
    r"/live/([0-9a-z]{1,12})/"
    r"(|screen/|players/\d{1,5}/|\d{1,3}/tables/\d{1,4}/|\d{1,3}/boards/\d{1,3}/"
    r"|(standings/(?:\d{1,4}/(?:[a-z]+/(?:\d{1,3}/)?)?)?))"
)
QUESTIONS: tuple[frozenset[str], ...] = (frozenset(), frozenset({"stamp"}), frozenset({"seen", "mark"}))
"""What a page that renews itself asks; a search is somebody's own."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer: its body compressed, its ETag, and the stamp of what it shows."""

    stamp: str
    status: int
    headers: dict[str, str]
    body: bytes
    etag: str


class KeptPages:
    """Middleware: the public pages of an evening as they were made for whoever asked first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """What is kept of the page as it stands now; what nobody has asked for yet is made once."""
        page = PAGE.fullmatch(request.path_info.lower()) if request.method in ("GET", "HEAD") else None
        asked = {name: value for name, value in request.GET.items() if value} if page else {}
        if page is None or asked.keys() not in QUESTIONS or settings.DEBUG:
            return self.get_response(request)

        def stamp() -> str | None:
            stamps = stamps_at(page[1])
            return None if stamps is None else stamps.posted if page[3] else stamps.all

        now = stamp()
        if now is not None and asked.get("stamp") == now:
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        if now is None or _has_a_session(request):
            return self.get_response(request)
        asked.pop("stamp", None)
        language = translation.get_language_from_request(request)
        # The screen shows the address at which it is asked; a page that renews itself asks for a part.
        part = "stamp" in request.GET, request.META.get("HTTP_HX_REQUEST") == "true"
        address = f"{request.scheme}://{request.get_host()}{page[0]}"
        key = _digest(f"{__version__} {language} {address} {part} {sorted(asked.items())}")
        kept = _found(key, now)
        if kept is None:
            with _one_maker(key):
                now = stamp() or now
                kept = _found(key, now)
                if kept is None:
                    response = self._made(request)
                    kept = _kept(response, now)
                    if kept is None:
                        return response
                    with contextlib.suppress(OSError):
                        caches["pages"].set(key, kept)
        return _answer(request, kept)

    def _made(self, request: HttpRequest) -> HttpResponse:
        """The page as the view makes it, whole and not compressed."""
        method, encodings = request.method, request.META.pop("HTTP_ACCEPT_ENCODING", None)
        request.method = "GET"
        try:
            return self.get_response(request)
        finally:
            request.method = method
            if encodings is not None:
                request.META["HTTP_ACCEPT_ENCODING"] = encodings


def _has_a_session(request: HttpRequest) -> bool:
    """Whether somebody is, or was just now, signed in: the page would have a name, forms or a message on it."""
    return not request.COOKIES.keys().isdisjoint((settings.SESSION_COOKIE_NAME, "messages"))


def _found(key: str, stamp: str) -> Kept | None:
    with contextlib.suppress(OSError):
        kept = caches["pages"].get(key)
        if isinstance(kept, Kept) and kept.stamp == stamp:
            return kept
    return None


@contextlib.contextmanager
def _one_maker(key: str) -> Iterator[None]:
    """One thread of one process makes a page; whoever asks meanwhile waits for it. Without a lock on a full disk."""
    place, file = Path(settings.DATA_DIR) / "cache" / f"maker-{zlib.crc32(key.encode()) % 32}", None
    try:
        with contextlib.suppress(OSError):
            place.parent.mkdir(exist_ok=True)
            file = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
            system.lock(file, wait=True)
        yield
    finally:
        if file is not None:
            os.close(file)


def _kept(response: HttpResponse, stamp: str) -> Kept | None:
    """The answer to be kept, None for one that is somebody's own, or a refusal."""
    if response.status_code not in (200, 204) or response.streaming or response.cookies:
        return None
    own = ("vary", "cache-control", "expires", "content-length")
    headers = {name: value for name, value in response.items() if name.lower() not in own}
    headers |= {"Cache-Control": "no-cache", "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request"}
    etag = f'W/"{hashlib.sha256(response.content).hexdigest()[:24]}"'
    return Kept(stamp, response.status_code, headers, gzip.compress(response.content, mtime=0), etag)


def _answer(request: HttpRequest, kept: Kept) -> HttpResponse:
    if kept.status == 204:
        return HttpResponse(status=204, headers=kept.headers)
    packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    response = HttpResponse(kept.body if packed else gzip.decompress(kept.body), headers=kept.headers)
    if packed:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = kept.etag
    response["Content-Length"] = str(len(response.content))
    return get_conditional_response(request, etag=kept.etag, response=response) or response
