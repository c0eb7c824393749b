"""Addresses of the desk's pages, garbage to send there, and the undo of a message."""

from __future__ import annotations

import html
import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.models import Sheet
from tests.services import thorough
from tournaments.models import Round, Tournament

HOUSE = "club_of_the_harbour"
CODES = {"edition": HOUSE, "rules": "lab12", "circuit": "c2rcuit"}
"""Codes for the pages that do not belong to an evening, by the first word of the page's name."""


def desk_patterns() -> dict[str, URLPattern]:
    """Return every address of the desk by its name, prefixed with its namespace unless that is
    ``desk``.
    """
    patterns: dict[str, URLPattern] = {}
    for room in get_resolver().url_patterns:
        if isinstance(room, URLResolver) and room.namespace:
            before = "" if room.namespace == "desk" else f"{room.namespace}:"
            for pattern in room.url_patterns:
                if f"{room.pattern}{pattern.pattern}".startswith("desk/"):
                    patterns[f"{before}{pattern.name}"] = pattern
    return patterns


PATTERNS = desk_patterns()
SECOND_HALF = list(PATTERNS)


def address(name: str, evening: Tournament, *, pk: int = 1) -> str:
    """Address of a page of the evening, with 1 for the partita, the table and the hand."""
    code = CODES.get(name.rpartition(":")[2].partition("_")[0], evening.code)
    values = {
        "code": code,
        "number": 1,
        "table": 1,
        "hand": 1,
        "partita": 1,
        "pk": pk,
        "kind": "pdf",
    }
    kwargs = {key: values[key] for key in PATTERNS[name].pattern.converters}
    return reverse(name if ":" in name else f"desk:{name}", kwargs=kwargs)


def sample(garbage: list[dict[str, object]], page: int) -> list[tuple[int, dict[str, object]]]:
    """Return a fifth of the garbage (a third in the long run). The part depends on the page, so
    that every piece is sent somewhere.
    """
    parts = 3 if thorough() else 5
    return [(place, piece) for place, piece in enumerate(garbage) if place % parts == page % parts]


UNDO = re.compile(r'class="undo".*?action="([^"]+)".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="(\w+)"\s+value="([^"]*)"')


def undone(client: Client, page: str) -> str:
    """Submit the undo button of the page's message; return the page that follows."""
    [form] = UNDO.finditer(page)
    fields = {name: html.unescape(value) for name, value in FIELD.findall(form[0])}
    return client.post(form[1], fields, follow=True).content.decode()


def questions(client: Client, url: str, **headers: str) -> int:
    """Return the number of queries that a page takes."""
    client.get(url, headers=headers)  # The first request of a session also writes it.
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url, headers=headers).status_code == 200
    return len(queries)


def questions_of_pages(
    client: Client, evenings: list[Tournament], pages: list[str]
) -> dict[str, list[int]]:
    """Return the number of queries that each page takes in each of the evenings."""
    return {page: [questions(client, desk(one, page)) for one in evenings] for page in pages}


def desk(evening: Tournament, page: str) -> str:
    """Address of a page of the evening."""
    return f"/desk/{evening.code}/{page}"


def place_of(sheet: Sheet, more: str = "") -> str:
    """Address of a sheet's page, or of a page below it."""
    round_ = sheet.table.round
    return desk(round_.tournament, f"play/{round_.number}/{sheet.table.number}/{more}")


def play_page(round_: Round) -> str:
    """Address of the page with all tables of a partita."""
    return f"/desk/{round_.tournament.code}/play/{round_.number}/"
