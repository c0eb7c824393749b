"""An evening sent round: its public pages and files in a folder that needs neither a server nor a script.

Each page is drawn by its own view, as for a stranger, and found as a reader finds it: by the links that lead on from
the evening's page. So nothing is in the folder that the site would not show to anybody.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest
from django.urls import resolve, reverse
from django.utils.translation import gettext_lazy as _
from django_htmx.middleware import HtmxDetails

from king_tournament.live.visible import find_publication
from scoring.publishing import awaits_prize_giving
from tournaments.models import Tournament

PAGE = b"<!doctype html"
FORM_OR_QUESTION = re.compile(rb"<form\b.*?</form>|\shx-[a-z-]+=(?:\"[^\"]*\"|'[^']*')", re.DOTALL)
"""What only a server answers."""
LINK = re.compile(rb'\b(href|src)="(/[^"]*)"')
IN_A_STYLE = re.compile(rb'url\("?(?!data:)([^")]+)"?\)')

Files = dict[str, bytes]
"""The content of each file by its path in the folder."""


def folder_of(tournament: Tournament) -> Files:
    """The evening as posted, in the language in force; the same evening gives the same bytes.

    Raises ``ValidationError`` where nothing was posted, or the final standing is kept for the prize-giving.
    """
    if awaits_prize_giving(tournament):
        raise ValidationError(
            _("The final standing is still held back: release it at the prize-giving, then send the evening round."),
            code="final_held",
        )
    if find_publication(tournament) is None:
        raise ValidationError(_("No standing has been posted yet: there is nothing to send round."), code="no_standing")
    pages, files = _pages(tournament), Files()
    for address, content in pages.items():
        files[_place(tournament, address)] = _linked(tournament, content, address, pages)
    for address in {link for content in pages.values() for link in _links(content)}:
        if address.startswith(settings.STATIC_URL):
            files |= _static(address)
    return dict(sorted(files.items()))


def _pages(tournament: Tournament) -> Files:
    """What can be reached from the evening's page, by its address on the site."""
    waiting, found = [reverse("live:evening", args=[tournament.code])], Files()
    seen = set(waiting)
    for address in waiting:
        content = _answer(address)
        if content is None:
            continue
        found[address] = content
        for link in _links(content):
            if link not in seen and _is_of(tournament, link):
                seen.add(link)
                waiting.append(link)
    return found


def _is_of(tournament: Tournament, address: str) -> bool:
    return address.startswith((f"/live/{tournament.code}/", f"/api/tournaments/{tournament.code}/"))


def _answer(address: str) -> bytes | None:
    """What the site answers to a stranger; None where it has nothing."""
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", address, address
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
    return FORM_OR_QUESTION.sub(b"", content) if content.startswith(PAGE) else content


def _links(content: bytes) -> Iterator[str]:
    if content.startswith(PAGE):
        for link in LINK.finditer(content):
            yield urlsplit(link[2].decode()).path


def _place(tournament: Tournament, address: str) -> str:
    """The path in the folder of what stands at an address of the site."""
    if address.startswith(settings.STATIC_URL):
        return "files/" + address.removeprefix(settings.STATIC_URL)
    name = address.partition(f"/{tournament.code}/")[2]
    if name and not name.endswith("/"):
        return name
    return f"{name[:-1] or 'index'}.{'json' if address.startswith('/api/') else 'html'}"


def _linked(tournament: Tournament, content: bytes, address: str, pages: Files) -> bytes:
    """A page with links that lead from file to file; one to what is not in the folder is none."""
    if not content.startswith(PAGE):
        return content
    here = posixpath.dirname(_place(tournament, address)) or "."

    def link(found: re.Match[bytes]) -> bytes:
        path, _query, fragment = urlsplit(found[2].decode())[2:]
        if path not in pages and not path.startswith(settings.STATIC_URL):
            return b""
        place = posixpath.relpath(_place(tournament, path), here)
        return found[1] + f'="{place}{"#" * bool(fragment)}{fragment}"'.encode()

    return LINK.sub(link, content)


def _static(address: str) -> Files:
    """A file of the site, with those that it names if it is a style sheet."""
    name = address.removeprefix(settings.STATIC_URL)
    content = Path(finders.find(name) or staticfiles_storage.path(name)).read_bytes()
    files = {f"files/{name}": content}
    for reference in IN_A_STYLE.findall(content) if name.endswith(".css") else ():
        files |= _static(urljoin(address, reference.decode()))
    return files
