"""Cache of public pages and documents. Each is made once for all readers, and cached under the
revision of its evening or season. An outdated page is still served while one thread makes the next,
unless the new one shows less. Readers with a session get pages of their own.
"""

import contextlib
import gzip
import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.core.files import locks
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django_htmx.middleware import HtmxDetails

from frame.public import in_folder
from ground.addresses import readers_address
from ground.languages import names_a_language
from king import __version__
from night.visibility import end_of_protests
from scoring.standings_cache import numbers_of

# --- standings that are read once


# --- paper that is drawn once

MOST_WAITING = 2
"""Readers of a process that wait for a paper; the others are told to come again. The phones need its threads."""
SECONDS_UNTIL_AGAIN = 3
_waiting = threading.BoundedSemaphore(MOST_WAITING)


class Busy(Exception):
    """Raised if too many readers wait for a document already."""


@contextlib.contextmanager
def drawing_lock() -> Iterator[None]:
    """Lock for making documents, one at a time in all processes. Drawing needs a whole core, and a
    second one would take the core that phones need.
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
    """Key of a page in this version and the active language."""
    return hashlib.sha256(f"{__version__} {translation.get_language()} {what}".encode()).hexdigest()


def render_once(what: str, number: str, draw: Callable[[], bytes]) -> bytes:
    """Render the file once per revision and language; concurrent requests wait for it."""
    key = _key_of(f"{what} {number}")
    pages = caches["pages"]
    content: bytes | None = pages.get(key)
    if content is not None:
        return content
    with drawing_lock():
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
    """Revision of a page's content. ``text`` changes with what the page shows. A page made before
    the revision ``withdrawn`` is not shown again. ``language`` is the evening's own.
    """

    text: str
    revision: int = 0
    withdrawn: int = 1
    language: str = ""


def evening_revision(code: str, **_where: object) -> Number | None:
    numbers = numbers_of(code)
    return None if numbers is None else Number(numbers.everything, *numbers[2:])


def standing_revision(code: str, **_where: object) -> Number | None:
    numbers = numbers_of(code)
    return None if numbers is None else Number(numbers.published, *numbers[2:])


class Page(NamedTuple):
    """A cached page. ``body`` is compressed. ``until`` is when the page changes by time alone.

    A page from the future was made before the machine's clock was set back. It does not count as
    fresh, and its times are by the wrong clock.
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
        """Age of the page in seconds."""
        return time.time() - self.made_at

    @property
    def is_young(self) -> bool:
        return 0 <= self.age < settings.PAGES_STAY_SECONDS

    def is_as(self, now: Number) -> bool:
        return self.number.text == now.text and not self.is_over()

    def may_be_shown_meanwhile(self, now: Number) -> bool:
        return self.number.revision >= now.withdrawn and not self.is_over()


View = Callable[..., HttpResponse]


class CacheRules(NamedTuple):
    """Rules for caching a view of an evening or a season. Without ``shows_address`` the page is the
    same for every host name of the site. Only a document with ``render_once`` makes readers wait. A
    screen or file is in the evening's ``own_language``, a page only if its reader asks for no
    language.
    """

    number_of: Callable[..., Number | None]
    shows_address: bool
    is_paper: bool
    own_language: bool


class CacheRequest(NamedTuple):
    """One request for a view whose pages are cached."""

    keeping: CacheRules
    view: View
    request: HttpRequest
    code: str
    more: Mapping[str, Any]

    @property
    def number(self) -> Number | None:
        return self.keeping.number_of(self.code, **self.more)

    @property
    def is_part(self) -> bool:
        return bool(HtmxDetails(self.request))

    @property
    def questions(self) -> dict[str, str]:
        """Parameters of the address, without an empty search field."""
        questions: dict[str, str] = self.request.GET.dict()
        if self.is_part and not questions.get("q"):
            questions.pop("q", None)
        return questions

    @property
    def is_kept(self) -> bool:
        return _is_cacheable(self.request) and self.questions.keys() in QUESTIONS

    @property
    def speaks_its_own(self) -> bool:
        """Whether the page is in the evening's language."""
        if in_folder(self.request):
            return False
        return self.keeping.own_language or not names_a_language(self.request)

    @property
    def place(self) -> str:
        """Key of the page in the cache. The value of ``stamp`` is left out, because it only says
        which version the reader has.
        """
        questions = sorted(self.questions.items() - {("stamp", self.questions.get("stamp"))})
        address = readers_address(self.request) if self.keeping.shows_address else ""
        part = "stamp" in self.request.GET, self.is_part
        return f"{self.request.path_info.lower()} {self.code} {address} {part} {questions}"

    def response(self) -> HttpResponse:
        return self.view(self.request, self.code, **self.more)


def cached_page(
    number_of: Callable[..., Number | None],
    *,
    shows_address: bool = False,
    is_paper: bool = False,
    own_language: bool = False,
) -> Callable[[View], View]:
    """Decorate a view of an evening or a season, which has a ``code``, so that its pages are
    cached. The other arguments are those of ``CacheRules``.
    """
    keeping = CacheRules(number_of, shows_address, is_paper, own_language)

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, code: str, **more: Any) -> HttpResponse:
            job = CacheRequest(keeping, view, request, code, more)
            return or_later(request, lambda: _answered(job))

        return answered

    return decorate


def _answered(job: CacheRequest) -> HttpResponse:
    # Example: a public standing. Anonymous readers share one cached page for each language. A reader
    # with a session gets a fresh page, because it may contain their name or a form.
    is_kept, speaks = job.is_kept, job.speaks_its_own
    now = job.number if is_kept or speaks else None
    if now and speaks:
        translation.activate(now.language or settings.KING_LANGUAGE)
    return job.response() if now is None or not is_kept else _answer_from_cache(job, now)


def _answer_from_cache(job: CacheRequest, now: Number) -> HttpResponse:
    key = _key_of(job.place)
    last = _last(key)
    # Step 1: the page that asks has this revision already (``stamp``): answer 204, without a body.
    if job.questions.get("stamp") == now.text and (last is None or not last.is_over()):
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    # Step 2: find or make the page. Documents are always the newest, so their readers may wait; a
    # page may be the last version while one thread makes the next.
    if job.keeping.is_paper:
        page = _last_paper(job, key, last, now)
    else:
        page = _last_or_next(job, key, last, now)
    return _answer(job.request, page) if isinstance(page, Page) else page


def _make_and_store(job: CacheRequest, key: str, now: Number) -> Page | HttpResponse:
    """Make the page and cache it under the revision that was read before, so that a later change
    makes another page.
    """
    # Read the revision again: waiting for the lock took time, and another thread may have made the
    # page meanwhile. A change after this line makes the page outdated, never wrong.
    number = job.number or now
    page = _last(key)
    if page is not None and page.is_as(number):
        return page
    until, seconds = _validity(job.code)
    response = job.response()
    response["X-Accel-Expires"] = str(seconds)
    return _store(key, number, until, response)


def or_later(request: HttpRequest, answer: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return answer()
    except Busy:
        again = str(SECONDS_UNTIL_AGAIN)
        response = render(request, "live/later.html", status=503)
        response["Retry-After"] = response["Refresh"] = again
        return response


def _is_cacheable(request: HttpRequest) -> bool:
    """Whether the page is the same for everybody. Pages for signed-in users contain a name, forms
    or messages, so only anonymous pages are cached.
    """
    own = request.COOKIES.keys() & {settings.SESSION_COOKIE_NAME, "messages"}
    return not own and not settings.DEBUG and not in_folder(request)


def _last_paper(job: CacheRequest, key: str, last: Page | None, now: Number) -> Page | HttpResponse:
    if last is not None and last.is_as(now):
        return last
    _ask_for_room()  # before the evening is read
    return _make_and_store(job, key, now)


def _last_or_next(
    job: CacheRequest, key: str, page: Page | None, now: Number
) -> Page | HttpResponse:
    """Return the page, made by a single thread. Other readers meanwhile get the last version, or
    wait if none may be shown.
    """
    if page is not None and page.is_as(now):
        return page
    # Three answers: a recent version is served as it is, so that a busy evening makes a page once in a
    # few seconds; an older one while another thread makes the next; else the reader waits for it.
    last = page if page is not None and page.may_be_shown_meanwhile(now) else None
    if last is not None and last.is_young:
        return last
    with _making(key, waits=last is None) as is_ours:
        return _make_and_store(job, key, now) if is_ours or last is None else last


@contextlib.contextmanager
def _making(key: str, *, waits: bool) -> Iterator[bool]:
    """Context manager that yields whether this thread has to make the page. One thread of all
    processes does; the others wait if ``waits``. The operating system releases the lock if the
    process dies.
    """
    place = settings.DATA_DIR / "cache" / f"{key}.lock"
    try:
        file, is_ours = _file_lock(place, waits=waits)
    except OSError:  # a full disk: each makes its own
        yield True
        return
    with file:
        try:
            yield is_ours
        finally:
            if is_ours:
                with contextlib.suppress(OSError):  # somebody waits for it, where that keeps a file
                    place.unlink()


def _file_lock(place: Path, *, waits: bool) -> tuple[IO[bytes], bool]:
    how = locks.LOCK_EX if waits else locks.LOCK_EX | locks.LOCK_NB
    while True:
        place.parent.mkdir(parents=True, exist_ok=True)
        file = place.open("ab")
        is_ours = bool(locks.lock(file, how))
        # The lock's file may have been deleted between opening and locking. Then others would lock a
        # new file of that name, and two threads would make the page. So try again.
        if not is_ours or _is_same_file(file, place):
            return file, is_ours
        file.close()  # whoever had it before has taken the file away


def _is_same_file(file: IO[bytes], place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), place.stat())
    except OSError:
        return False


def _last(key: str) -> Page | None:
    with contextlib.suppress(OSError):  # a full disk
        page: Page | None = caches["pages"].get(key)
        return page
    return None


def _store(
    key: str, number: Number, until: datetime | None, response: HttpResponse
) -> Page | HttpResponse:
    """Cache the response, unless it is a refusal or meant for one reader."""
    if response.status_code != 200 or response.streaming or response.cookies:
        return response
    own = ("vary", "cache-control", "expires", "content-length")
    headers = {name: value for name, value in response.items() if name.lower() not in own}
    headers |= {
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding, Accept-Language, Cookie, HX-Request",
    }
    headers["ETag"] = f'W/"{hashlib.sha256(response.content).hexdigest()[:24]}"'
    # As small as at the highest level but for a tenth, in a third of the time.
    body = gzip.compress(response.content, compresslevel=6, mtime=0)
    page = Page(number, time.time(), until, headers, body)
    with contextlib.suppress(OSError):  # a full disk
        caches["pages"].set(key, page)
    return page


def _validity(code: str) -> tuple[datetime | None, int]:
    """End of the time for protests, which the page shows, and the seconds for which nginx may serve
    the page without asking.
    """
    until, is_closed = end_of_protests(code)
    return until, SECONDS_AT_A_PROXY if is_closed else 0


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
