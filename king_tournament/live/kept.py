"""Public pages made once for each state and language, before sessions, accounts and languages; kept compressed with the
stamp of the evening or season, which changes with every line of its log. A session has its pages made for it alone."""

import contextlib
import gzip
import hashlib
import logging
import os
import re
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django_htmx.middleware import HtmxDetails
from kombu.exceptions import OperationalError

from king import __version__
from king_tournament.addresses import own_address, public_address
from king_tournament.installation.trouble import worker_is_running
from king_tournament.live.standing_page import StandingPage, standing_page
from king_tournament.live.visible import find_publication
from king_tournament.models import Screen
from king_tournament.tasks import make_posted_paper
from scoring.models import Publication
from scoring.publishing import ComparedEvening, compared_evening, read_posted, tables_as_posted
from scoring.remembered import Found, remembered, season_stamp, stamps_at
from scoring.scored_sheets import ScoredTable
from tournaments import system
from tournaments.models import Round, Tournament

logger = logging.getLogger(__name__)

# --- standings that are read once


def posted_page(tournament: Tournament, publication: Publication) -> StandingPage:
    """In the language in force: hundreds of pages of players show a line of it each."""

    def read() -> StandingPage:
        return standing_page(read_posted(tournament, publication))

    return _at_its_stamp(publication, "page", read, translation.get_language())


def last_page(tournament: Tournament) -> StandingPage | None:
    publication = find_publication(tournament)
    return None if publication is None else posted_page(tournament, publication)


def tables_of(page: StandingPage | None, round_: Round) -> tuple[ScoredTable, ...]:
    if page is None or round_ not in page.posted.rounds:
        return ()
    posted = page.posted
    return _at_its_stamp(posted.publication, "tables", lambda: tables_as_posted(posted, [round_])[round_.pk], round_.pk)


def compared_of(page: StandingPage) -> ComparedEvening:
    def compare() -> ComparedEvening:
        return compared_evening(page.posted, {round_.pk: tables_of(page, round_) for round_ in page.posted.rounds})

    return _at_its_stamp(page.posted.publication, "compared", compare)


def _at_its_stamp(publication: Publication, what: str, make: Callable[[], Found], *which: object) -> Found:
    stamps = stamps_at(publication.tournament.code)
    return remembered(stamps.posted if stamps else "", make, what, publication.pk, *which)


# --- paper that is drawn once

drawing = threading.Lock()
"""Drawing is all computing: a second thread of this process would only make both slower, and the phones' answers."""


def drawn_once(what: str, stamp: str, draw: Callable[[], bytes]) -> bytes:
    """A file of the state that ``stamp`` names, in the language in force, however many ask for it."""
    key = hashlib.sha256(f"{__version__} {what} {stamp} {translation.get_language()}".encode()).hexdigest()
    pages = caches["pages"]
    content: bytes | None = pages.get(key)
    if content is None:
        with drawing:
            content = pages.get(key)
            if content is None:
                content = draw()
                with contextlib.suppress(OSError):  # a full disk
                    pages.set(key, content)
    return content


# --- pages that are kept

PAGE = re.compile(
    r"/live/([0-9a-z]{1,12})/"
    r"(|screen/(?:(?!slides)[a-z]+/)?|players/\d{1,5}/|\d{1,3}/tables/\d{1,4}/|\d{1,3}/boards/\d{1,3}/"
    r"|\d{1,3}/(?:hands|comparison)\.pdf"
    r"|(standings/(?:\d{1,4}/(?:[a-z]+/(?:\d{1,3}/)?)?)?|standings\.pdf|results\.xlsx|result\.json|[a-z0-9-]{1,20}\.csv"
    r"|players/\d{1,5}/evening\.pdf))"
)
SEASON = re.compile(r"/circuits/([0-9a-z]{1,12})/((?:standings/\d{1,4}/)?(?:standing\.[a-z]{3,4})?|winds/|reach/)")
QUESTIONS: tuple[frozenset[str], ...] = (frozenset(), frozenset({"stamp"}), frozenset({"seen", "mark"}))
"""Questions of a page that renews itself; a search is somebody's own. Any other question stands on the page again, in
the form for the language."""


@dataclass(frozen=True, slots=True)
class Kept:
    """``body`` is compressed, ``stamp`` that of what it shows."""

    stamp: str
    status: int
    headers: dict[str, str]
    body: bytes
    etag: str


class KeptPages:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path, asks = request.path_info.lower(), request.method in ("GET", "HEAD")
        page = PAGE.fullmatch(path) or SEASON.fullmatch(path) if asks and not settings.DEBUG else None
        if page is None:
            return self.get_response(request)
        # As the views read it: there are headers that say so in a roundabout way.
        is_part, asked = bool(HtmxDetails(request)), request.GET.dict()
        if is_part and not asked.get("q"):
            asked.pop("q", None)  # the field of the search, with nothing in it
        if asked.keys() not in QUESTIONS:
            return self.get_response(request)

        now = _stamp_of(page)
        if now is not None and asked.get("stamp") == now:
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        # Of somebody who is, or was just now, signed in: the page would have a name, forms or a message on it.
        has_a_session = not request.COOKIES.keys().isdisjoint((settings.SESSION_COOKIE_NAME, "messages"))
        if now is None or has_a_session:
            return self.get_response(request)
        asked.pop("stamp", None)
        language = translation.get_language_from_request(request)
        # The screen shows where phones reach it, which on this machine itself is as the network has it just now; a page
        # that renews itself asks for a part.
        part = "stamp" in request.GET, is_part
        shown = public_address(request) if page[2].startswith(("screen/", "standings.pdf", "result.json")) else ""
        key = f"{__version__} {language} {page[0]} {shown} {part} {sorted(asked.items())}"
        key = hashlib.sha256(key.encode()).hexdigest()
        kept, is_standing = _found(key, now), False
        if kept is None:
            with _one_maker(key):
                now = _stamp_of(page) or now
                kept = _found(key, now)
                if kept is None:
                    response = self._made(request)
                    kept = _kept(response, now)
                    if kept is None:
                        return response
                    _put_at_hand(key, kept)
                    with contextlib.suppress(OSError):
                        caches["pages"].set(key, kept)
                    is_standing = page[2] == "standings/" and not asked and not is_part
        if is_standing:  # the door to the page is open again: paper has one of its own
            _have_paper_made(page[1], now, own_address(request), language)
        return _answer(request, kept)

    def _made(self, request: HttpRequest) -> HttpResponse:
        method, encodings = request.method, request.META.pop("HTTP_ACCEPT_ENCODING", None)
        request.method = "GET"
        try:
            return self.get_response(request)
        finally:
            request.method = method
            if encodings is not None:
                request.META["HTTP_ACCEPT_ENCODING"] = encodings


def _stamp_of(page: re.Match[str]) -> str | None:
    if page.re is SEASON:
        return season_stamp(page[1])
    if page[2] == f"screen/{Screen.Role.SEASON}/":
        return stamp_with_season(page[1])
    stamps = stamps_at(page[1])
    return None if stamps is None else stamps.posted if page[3] else stamps.all


def _have_paper_made(code: str, stamp: str, address: str, language: str) -> None:
    """Once a posting and language, for the address that the phones have: a name that somebody made up gets none."""
    if not address or not worker_is_running():
        return
    try:
        if not caches["pages"].add(f"paper-{stamp}-{language}", True):
            return
        make_posted_paper.delay(code, address, language)
    except (OperationalError, OSError):
        logger.warning("paper of evening %s waits for its first reader: the queue cannot be reached", code)


def stamp_with_season(code: str) -> str | None:
    stamps = stamps_at(code)
    circuit = Tournament.objects.filter(code=code).values_list("circuit__code", flat=True).first()
    return None if stamps is None else f"{stamps.all}{season_stamp(circuit) if circuit else ''}"


MOST_AT_HAND = 200
_at_hand: dict[str, Kept] = {}
"""Answers that this process has read or made lately: a file read anew costs as much as the questions for the stamp."""


def _found(key: str, stamp: str) -> Kept | None:
    kept = _at_hand.get(key)
    if kept is None or kept.stamp != stamp:
        # A file that a power cut left half written may fail in any way, and is written anew.
        with contextlib.suppress(Exception):
            kept = caches["pages"].get(key)
    if not isinstance(kept, Kept) or kept.stamp != stamp:
        return None
    _put_at_hand(key, kept)
    return kept


def _put_at_hand(key: str, kept: Kept) -> None:
    if len(_at_hand) >= MOST_AT_HAND and key not in _at_hand:
        _at_hand.clear()
    _at_hand[key] = kept


def forget() -> None:
    _at_hand.clear()
    caches["pages"].clear()


@contextlib.contextmanager
def _one_maker(key: str) -> Iterator[None]:
    """All others wait for the one that makes it. Without a lock on a full disk."""
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
    """None for an answer that is somebody's own, or a refusal."""
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
