"""Files that anybody may take away, and all of the evening as a folder of pages that needs neither
a server nor a script. A file of the published standing is made once for as long as it stands so,
however many ask at the same moment.
"""

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, resolve_url
from django.urls import resolve
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from deals.models import BoardSet
from deals.transfer import export_set
from frame import public
from frame.page_cache import cached_page, evening_revision, render_once, standing_revision
from frame.public import refusal_as_not_found
from frame.publication_cache import compared_of, last_page
from frame.standing_page import Shown
from ground.addresses import readers_address
from king_tournament.live.sheet_page import document_text, sealed_rounds
from night import visibility
from night.lookups import find_evening
from night.visibility import find_publication
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.documents import hand_records, person_paper, workbook
from printing.documents.standings_content import gather_published
from printing.documents.workbook import KEYS, csv_lists
from printing.spreadsheets import as_csv, rounded
from scoring.player_evening import gather_evening
from scoring.publishing import PublishedStandings, read_publication
from scoring.publishing.final_hold import awaits_prize_giving
from scoring.robot_means import means_of
from scoring.standings_cache import numbers_of
from tournaments.models import Round, Tournament
from wording.sentences import refusal


@cached_page(standing_revision, shows_address=True, is_paper=True, own_language=True)
@require_safe
def standings_paper(request: HttpRequest, code: str) -> HttpResponse:
    address = _address(request)

    def make(tournament: Tournament, published: PublishedStandings) -> bytes:
        options = Options(base_url=address)
        return document.render(gather_published(tournament, published, options))

    document = DOCUMENTS["standings"]
    return _published_file(
        code, "standings.pdf", document.title, document.content_type, make, address
    )


def _address(request: HttpRequest) -> str:
    if public.in_folder(request):
        return ""
    return readers_address(request)


@cached_page(standing_revision, is_paper=True, own_language=True)
@require_safe
def results_workbook(request: HttpRequest, code: str) -> HttpResponse:
    document = DOCUMENTS["workbook"]

    def make(tournament: Tournament, published: PublishedStandings) -> bytes:
        return workbook.gather_published(tournament, published).draw()

    return _published_file(
        code, "results.xlsx", DOCUMENTS["standings"].title, document.content_type, make
    )


@cached_page(standing_revision, is_paper=True, own_language=True)
@require_safe
def csv_list(request: HttpRequest, code: str, key: str) -> HttpResponse:
    partita = re.fullmatch(r"partita-(\d{1,3})", key)
    known = find_evening(code).rounds.filter(number=partita[1]).exists() if partita else key in KEYS
    if not known:
        raise Http404

    def make(tournament: Tournament, published: PublishedStandings) -> bytes:
        lists = csv_lists(workbook.gather_published(tournament, published), published)
        for listed in lists:
            if listed.key == key:
                return as_csv(listed)
        raise Http404

    return _published_file(code, f"{key}.csv", key, "text/csv; charset=utf-8", make)


@cached_page(standing_revision, shows_address=True)
@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Result of the evening as JSON, for a club's own site, whose scripts may read it from
    anywhere.
    """
    tournament = find_evening(code)
    page = last_page(tournament)
    publication = page.published.publication if page else None
    address = _address(request)
    line = {
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "standing": publication.number if publication else None,
        "official": publication is not None and publication.is_official,
        "overall": _first_places(page.overall) if page else [],
        "winds": {group["wind"]: _first_places(group["lines"]) for group in page.winds}
        if page
        else {},
        "link": address + resolve_url("live:evening", code) if address else "index.html",
    }
    answer = HttpResponse(
        json.dumps(line, ensure_ascii=False) + "\n", content_type="application/json"
    )
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _first_places(lines: Iterable[Shown]) -> list[dict[str, Any]]:
    return [
        {
            "rank": line["rank"],
            "name": line["name"],
            "match_points": _figure(line["match_points"]),
            "points": _figure(line["total"]),
            **({"rested": [*line["rests"]]} if line["rests"] else {}),
        }
        for line in lines
        if line["rank"] is not None and line["rank"] <= 3
    ]


def _figure(exact: Fraction | None) -> int | float | None:
    if exact is None:
        return None
    return int(exact) if exact.denominator == 1 else float(rounded(exact))


def _published_file(
    code: str,
    name: str,
    title: object,
    content_type: str,
    make: Callable[[Tournament, PublishedStandings], bytes],
    address: str = "",
) -> HttpResponse:
    # Before the rest is read: what comes meanwhile is not kept under it.
    numbers = numbers_of(code)
    tournament = find_evening(code)
    publication = find_publication(tournament)
    if not publication:
        raise Http404
    with refusal_as_not_found():
        content = render_once(
            f"{name} {address}",
            numbers.published if numbers else "",
            lambda: make(tournament, read_publication(tournament, publication)),
        )
    title = f"{title} {tournament.name} {publication.number}"
    return _file(content, content_type, title, name.rpartition(".")[2])


@cached_page(standing_revision, is_paper=True)
@require_safe
def player_paper(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = find_evening(code)
    entry = tournament.entries.filter(number=number).with_players().first()
    page = last_page(tournament)
    played = gather_evening(entry, page.published, compared_of(page)) if entry and page else None
    if not entry or not page or not played or not played.rounds:
        raise Http404
    numbers = numbers_of(code)
    content = render_once(
        f"evening {code} {number}",
        numbers.published if numbers else "",
        lambda: person_paper.render_evening(tournament, page.published, played),
    )
    title = _("My evening")
    return _file(content, "application/pdf", f"{title} {tournament.name} {entry.title}", "pdf")


@cached_page(evening_revision, is_paper=True, own_language=True)
@require_safe
def hand_records_paper(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = find_evening(code)
    round_ = _revealed_round(tournament, number)
    numbers = numbers_of(code)  # Before the rest is read, as above.
    published = visibility.last_published(tournament)
    document = DOCUMENTS["hand_records"]
    options = Options(round=number, suits="four")

    def draw() -> bytes:
        if published:
            return document.render(hand_records.gather_published(tournament, published, options))
        if awaits_prize_giving(tournament):
            raise Http404
        return document.render(hand_records.gather(tournament, options))

    version = ""
    if numbers:
        version = (
            numbers.published if published and round_ in published.rounds else numbers.everything
        )
    if published and means_of(published.publication):
        version += " with robots"
    with refusal_as_not_found():
        content = render_once(f"hand_records {round_.pk}", version, draw)
    return _file(content, document.content_type, _title(document.title, round_), document.extension)


@require_safe
def boards_file(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Boards of a partita as PBN, with the sealed document inside, as ``king verify`` reads it."""
    round_ = _revealed_round(find_evening(code), number)
    assert round_.board_set is not None
    with refusal_as_not_found():
        file = export_set(
            board_set=round_.board_set, notation="pbn", by=None, site=round_.tournament.place
        )
    return public.file_answer(file.content, file.file_name, file.media_type)


@require_safe
def sealed_document(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The sealed document to the letter: its SHA-256 is the commitment. It is public from the
    moment of sealing.
    """
    tournament = find_evening(code)
    round_ = get_object_or_404(sealed_rounds(tournament), number=number)
    round_.tournament = tournament
    assert round_.board_set is not None
    content = document_text(round_.board_set).encode()
    return _file(content, "application/json", _title(_("Sealed document"), round_), "json")


def _revealed_round(tournament: Tournament, number: int) -> Round:
    round_ = get_object_or_404(
        sealed_rounds(tournament), number=number, board_set__state=BoardSet.State.REVEALED
    )
    round_.tournament = tournament
    return round_


def _title(title: object, round_: Round) -> str:
    return f"{title} {round_.tournament.name} " + _("partita %(number)d") % {
        "number": round_.number
    }


def _file(content: bytes, content_type: str, title: str, extension: str) -> HttpResponse:
    name = f"{slugify(title)[:100] or 'king'}.{extension}"
    return public.file_answer(content, name, content_type, inline=extension == "pdf")


# --- an evening sent round. Each page is drawn by its view, as for a stranger, and found as a
# reader finds it, by the links from the evening's page: nothing is in the folder that the site
# would not show to anybody.

PAGE = re.compile(rb"\s*<!doctype html", re.IGNORECASE)
FORM_OR_QUESTION = re.compile(rb"<form\b.*?</form>|\shx-[a-z-]+=(?:\"[^\"]*\"|'[^']*')", re.DOTALL)
"""Parts of a page that only a server answers."""
LINK = re.compile(rb'\b(href|src)="(/[^"]*)"')
IN_A_STYLE = re.compile(rb'url\("?(?!data:)([^")]+)"?\)')

Files = dict[str, bytes]
"""The content of each file by its path in the folder."""


def folder_of(tournament: Tournament) -> Files:
    """Files of the folder in the active language. The same evening gives the same bytes. Raises
    ``ValidationError`` if nothing was published, or if the final standing is kept for the
    prize-giving.
    """
    if awaits_prize_giving(tournament):
        raise refusal(
            gettext_lazy(
                "The final standings are still held back: release them at the prize-giving, then send the evening round."
            ),
            "final_held",
        )
    if find_publication(tournament) is None:
        raise refusal(
            gettext_lazy("No standings have been published yet: there is nothing to send round."),
            "no_standing",
        )
    pages = _pages(tournament)
    files = Files()
    for address, content in pages.items():
        files[_place(tournament, address)] = _linked(tournament, content, address, pages)
    for address in {link for content in pages.values() for link in _links(content)}:
        if address.startswith(settings.STATIC_URL):
            files |= _static(address)
    return dict(sorted(files.items()))


def _pages(tournament: Tournament) -> Files:
    waiting = [resolve_url("live:evening", tournament.code)]
    pages = Files()
    links = set(waiting)
    own = (f"/live/{tournament.code}/", f"/api/tournaments/{tournament.code}/")
    for address in waiting:
        content = _answer(address)
        if content is None:
            continue
        pages[address] = content
        for link in _links(content):
            if link not in links and link.startswith(own):
                links.add(link)
                waiting.append(link)
    return pages


def _answer(address: str) -> bytes | None:
    request = HttpRequest()
    request.method = "GET"
    request.path = address
    request.path_info = address
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "REMOTE_ADDR": "127.0.0.1"}
    request.user, request.htmx, request.in_folder = AnonymousUser(), HtmxDetails(request), True  # type: ignore[attr-defined]
    view = request.resolver_match = resolve(address)
    try:
        answer = view.func(request, *view.args, **view.kwargs)
    except Http404:
        return None
    if hasattr(answer, "render"):
        answer.render()
    if answer.status_code != 200:
        return None
    content: bytes = answer.content
    return FORM_OR_QUESTION.sub(b"", content) if PAGE.match(content) else content


def _links(content: bytes) -> Iterator[str]:
    if PAGE.match(content):
        for link in LINK.finditer(content):
            yield urlsplit(link[2].decode()).path


def _place(tournament: Tournament, address: str) -> str:
    if address.startswith(settings.STATIC_URL):
        return "files/" + address.removeprefix(settings.STATIC_URL)
    name = address.partition(f"/{tournament.code}/")[2]
    if name and not name.endswith("/"):
        return name
    return f"{name[:-1] or 'index'}.{'json' if address.startswith('/api/') else 'html'}"


def _linked(tournament: Tournament, content: bytes, address: str, pages: Files) -> bytes:
    if not PAGE.match(content):
        return content
    here = posixpath.dirname(_place(tournament, address)) or "."

    def link(written: re.Match[bytes]) -> bytes:
        path, _query, fragment = urlsplit(written[2].decode())[2:]
        if path not in pages and not path.startswith(settings.STATIC_URL):
            return b""
        place = posixpath.relpath(_place(tournament, path), here)
        return written[1] + f'="{place}{"#" * bool(fragment)}{fragment}"'.encode()

    return LINK.sub(link, content)


def _static(address: str) -> Files:
    name = address.removeprefix(settings.STATIC_URL)
    content = Path(finders.find(name) or staticfiles_storage.path(name)).read_bytes()
    files = {f"files/{name}": content}
    for reference in IN_A_STYLE.findall(content) if name.endswith(".css") else ():
        files |= _static(urljoin(address, reference.decode()))
    return files
