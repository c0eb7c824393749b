"""Public pages and papers are made once for everybody who asks, and kept in Django's cache under
the number of the evening or season that they show. A page that has become old is shown while one
reader's thread makes the next, except where less is to be seen than before. Somebody with a session
has pages of his own.
"""

import contextlib
import gzip
import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.core.files import locks
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django_htmx.middleware import HtmxDetails

from frame.standing_page import StandingPage, standing_page
from ground.addresses import readers_address
from ground.languages import names_a_language
from king import __version__
from night.visible import find_publication, in_folder
from scoring.models import Publication
from scoring.publishing import ComparedEvening, compared_evening, read_posted, tables_as_posted
from scoring.remembered import numbers_of, remembered
from scoring.round_steps import official_at, protests_may_come
from scoring.scored_sheets import ScoredTable
from tournaments.models import Round, Tournament

Remembered = TypeVar("Remembered")

# --- standings that are read once


def posted_page(tournament: Tournament, publication: Publication) -> StandingPage:
    """In the language in force: hundreds of pages of players show a line of it each."""

    def read() -> StandingPage:
        return standing_page(read_posted(tournament, publication))

    return _while_posted(publication, "page", read, translation.get_language())


def last_page(tournament: Tournament) -> StandingPage | None:
    publication = find_publication(tournament)
    return None if publication is None else posted_page(tournament, publication)


def tables_of(page: StandingPage | None, round_: Round) -> tuple[ScoredTable, ...]:
    if page is None or round_ not in page.posted.rounds:
        return ()
    posted = page.posted
    return _while_posted(
        posted.publication,
        "tables",
        lambda: tables_as_posted(posted, [round_])[round_.pk],
        round_.pk,
    )


def compared_of(page: StandingPage) -> ComparedEvening:
    def compare() -> ComparedEvening:
        return compared_evening(
            page.posted, {round_.pk: tables_of(page, round_) for round_ in page.posted.rounds}
        )

    return _while_posted(page.posted.publication, "compared", compare)


def _while_posted(
    publication: Publication, what: str, make: Callable[[], Remembered], *which: object
) -> Remembered:
    numbers = numbers_of(publication.tournament.code)
    return remembered(numbers.posted if numbers else "", make, what, publication.pk, *which)


# --- paper that is drawn once

MOST_WAITING = 2
"""Readers of a process that wait for a paper; the others are told to come again. The phones need its threads."""
SECONDS_UNTIL_AGAIN = 3
_waiting = threading.BoundedSemaphore(MOST_WAITING)


class Busy(Exception):
    """So many wait for a paper already."""


@contextlib.contextmanager
def drawing() -> Iterator[None]:
    """One paper at a time, of all processes: drawing is all computing, and a second one would take
    the phones' core.
    """
    if not _waiting.acquire(blocking=False):
        raise Busy
    try:
        with _making("paper", waits=True):
            yield
    finally:
        _waiting.release()


def _ask_for_room() -> None:
    if not _waiting.acquire(blocking=False):
        raise Busy
    _waiting.release()


def _key_of(what: str) -> str:
    """Of this version, in the language in force."""
    return hashlib.sha256(f"{__version__} {translation.get_language()} {what}".encode()).hexdigest()


def drawn_once(what: str, number: str, draw: Callable[[], bytes]) -> bytes:
    """A file of the state that ``number`` names, in the language in force, however many ask for
    it.
    """
    key = _key_of(f"{what} {number}")
    pages = caches["pages"]
    content: bytes | None = pages.get(key)
    if content is not None:
        return content
    with drawing():
        content = pages.get(key)
        if content is None:
            content = draw()
            with contextlib.suppress(OSError):  # a full disk
                pages.set(key, content)
    return content


# --- pages that are kept

QUESTIONS: tuple[frozenset[str], ...] = (
    frozenset(),
    frozenset({"stamp"}),
    frozenset({"seen", "mark"}),
)
"""Questions of a page that renews itself; a search is somebody's own. Any other question stands on the page again, in
the form for the language."""


SECONDS_AT_A_PROXY = 10
"""A page of an evening that is closed; whatever may still be held back or changed, nginx asks for each time."""


SECONDS_APART = 5
"""Largest difference between the clocks of two servers."""


class Number(NamedTuple):
    """``text`` changes with what a page shows. One made before the revision ``withdrawn`` is not
    shown again. ``language`` is the evening's own.
    """

    text: str
    revision: int = 0
    withdrawn: int = 1
    language: str = ""


def of_evening(code: str, **_where: object) -> Number | None:
    numbers = numbers_of(code)
    return None if numbers is None else Number(numbers.everything, *numbers[2:])


def of_standing(code: str, **_where: object) -> Number | None:
    numbers = numbers_of(code)
    return None if numbers is None else Number(numbers.posted, *numbers[2:])


class Page(NamedTuple):
    """``body`` is compressed. ``until`` is when time alone changes the page.

    One that was made after now is of before the machine's clock was put back: it is not young, and
    what it says of the time is of that clock.
    """

    number: Number
    made_at: float
    until: datetime | None
    headers: dict[str, str]
    body: bytes

    def is_over(self) -> bool:
        is_past = self.until is not None and self.until <= timezone.now()
        return is_past or self.age < -SECONDS_APART

    @property
    def age(self) -> float:
        """Seconds."""
        return time.time() - self.made_at

    @property
    def is_young(self) -> bool:
        return 0 <= self.age < settings.PAGES_STAY_SECONDS

    def is_as(self, now: Number) -> bool:
        return self.number.text == now.text and not self.is_over()

    def may_be_shown_meanwhile(self, now: Number) -> bool:
        return self.number.revision >= now.withdrawn and not self.is_over()


View = Callable[..., HttpResponse]


def kept(
    number_of: Callable[..., Number | None],
    *,
    shows_address: bool = False,
    is_paper: bool = False,
    own_language: bool = False,
) -> Callable[[View], View]:
    """For a view of an evening or a season, by its ``code``. A page that does not show where the
    site is reached is one for every name by which it may be asked. For a paper only
    ``drawn_once`` makes anybody wait. A screen or a file has the evening's ``own_language``; a
    page has it where its reader names none.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
            asked, is_part = request.GET.dict(), bool(HtmxDetails(request))
            if is_part and not asked.get("q"):
                asked.pop("q", None)  # the field of the search, with nothing in it
            is_kept = _is_nobodys_own(request) and asked.keys() in QUESTIONS
            speaks = not in_folder(request) and (own_language or not names_a_language(request))
            now = number_of(code, **kwargs) if is_kept or speaks else None
            if now and speaks:
                translation.activate(now.language or settings.KING_LANGUAGE)
            if now is None or not is_kept:
                return or_later(request, lambda: view(request, code, *args, **kwargs))
            shown = asked.pop("stamp", None)
            part = "stamp" in request.GET, is_part
            address = readers_address(request) if shows_address else ""
            where = f"{request.path_info.lower()} {code} {address} {part} {sorted(asked.items())}"
            key = _key_of(where)
            last = _last(key)
            if shown == now.text and (last is None or not last.is_over()):
                return HttpResponse(status=204, headers={"Cache-Control": "no-store"})

            def make() -> Page | HttpResponse:
                # The number before the page: what comes meanwhile makes the next one.
                number = number_of(code, **kwargs) or now
                page = _last(key)
                if page is not None and page.is_as(number):
                    return page
                until, seconds = _how_long(code)
                response = view(request, code, *args, **kwargs)
                response["X-Accel-Expires"] = str(seconds)
                return _kept_at(key, number, until, response)

            def last_or_next() -> HttpResponse:
                if is_paper and not (last is not None and last.is_as(now)):
                    _ask_for_room()  # before the evening is read
                    page = make()
                else:
                    page = _last_or_next(key, last, now, make)
                return _answer(request, page) if isinstance(page, Page) else page

            return or_later(request, last_or_next)

        return answered

    return decorate


def or_later(request: HttpRequest, answer: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return answer()
    except Busy:
        again = str(SECONDS_UNTIL_AGAIN)
        response = render(request, "live/later.html", status=503)
        response["Retry-After"] = response["Refresh"] = again
        return response


def _is_nobodys_own(request: HttpRequest) -> bool:
    """Of somebody who is, or was just now, signed in, the page has a name, forms or a message on
    it.
    """
    own = request.COOKIES.keys() & {settings.SESSION_COOKIE_NAME, "messages"}
    return not own and not settings.DEBUG and not in_folder(request)


def _last_or_next(
    key: str, page: Page | None, now: Number, make: Callable[[], Page | HttpResponse]
) -> Page | HttpResponse:
    """Made by one thread; the others have the last page meanwhile, or wait where there is none that
    may be shown.
    """
    if page is not None and page.is_as(now):
        return page
    last = page if page is not None and page.may_be_shown_meanwhile(now) else None
    if last is not None and last.is_young:
        return last
    with _making(key, waits=last is None) as is_ours:
        return make() if is_ours or last is None else last


@contextlib.contextmanager
def _making(key: str, *, waits: bool) -> Iterator[bool]:
    """Whether the page is this thread's to make: of all threads of all processes one makes it. A
    lock of the system goes with the process that held it.
    """
    place = settings.DATA_DIR / "cache" / f"{key}.lock"
    how = locks.LOCK_EX if waits else locks.LOCK_EX | locks.LOCK_NB
    file: IO[bytes] | None = None
    while True:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            file = place.open("ab")
        except OSError:  # a full disk: each makes its own
            file = None
            break
        is_ours = locks.lock(file, how)
        if not is_ours or _is_at(file, place):
            break
        file.close()  # whoever had it before has taken the file away
    if file is None:
        yield True
        return
    with file:
        try:
            yield is_ours
        finally:
            if is_ours:
                with contextlib.suppress(OSError):  # somebody waits for it, where that keeps a file
                    place.unlink()


def _is_at(file: IO[bytes], place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), place.stat())
    except OSError:
        return False


def _last(key: str) -> Page | None:
    with contextlib.suppress(OSError):  # a full disk
        page: Page | None = caches["pages"].get(key)
        return page
    return None


def _kept_at(
    key: str, number: Number, until: datetime | None, response: HttpResponse
) -> Page | HttpResponse:
    """Not kept where it is somebody's own, or a refusal."""
    if response.status_code != 200 or response.streaming or response.cookies:
        return response
    own = ("vary", "cache-control", "expires", "content-length")
    headers = {name: value for name, value in response.items() if name.lower() not in own}
    headers |= {
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request",
    }
    headers["ETag"] = f'W/"{hashlib.sha256(response.content).hexdigest()[:24]}"'
    body = gzip.compress(response.content, mtime=0)
    page = Page(number, time.time(), until, headers, body)
    with contextlib.suppress(OSError):  # a full disk
        caches["pages"].set(key, page)
    return page


def _how_long(code: str) -> tuple[datetime | None, int]:
    """The end of a time for protests, when a page says so; seconds for which nginx need not ask
    again.
    """
    evening = Tournament.objects.filter(code=code).first()
    if evening is None:
        return None, 0
    waits = protests_may_come(evening)
    until = official_at(evening) if waits is None else waits[1]
    return until, SECONDS_AT_A_PROXY if evening.closed_at else 0


def _answer(request: HttpRequest, page: Page) -> HttpResponse:
    packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    response = HttpResponse(
        page.body if packed else gzip.decompress(page.body), headers=page.headers
    )
    if packed:
        response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(response.content))
    return (
        get_conditional_response(request, etag=page.headers["ETag"], response=response) or response
    )


def forget() -> None:
    caches["pages"].clear()
