"""The address of every page of the desk, what nobody means to send there, and a message's undo."""

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
"""What the pages of no evening have in the place of an evening's code."""


def desk_patterns() -> dict[str, URLPattern]:
    """Every address of the desk by its name, that of a subject with the subject's before it."""
    found: dict[str, URLPattern] = {}
    for room in get_resolver().url_patterns:
        if isinstance(room, URLResolver) and room.namespace:
            before = "" if room.namespace == "desk" else f"{room.namespace}:"
            for pattern in room.url_patterns:
                if f"{room.pattern}{pattern.pattern}".startswith("desk/"):
                    found[f"{before}{pattern.name}"] = pattern
    return found


PATTERNS = desk_patterns()
SECOND_HALF = list(PATTERNS)


def address(name: str, evening: Tournament, *, pk: int = 1) -> str:
    """A page of the evening: table 1 and hand 1 of its first partita."""
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
    """A third of it in the long run, else a fifth; another one for each page, so that every piece
    is sent somewhere.
    """
    parts = 3 if thorough() else 5
    return [(place, piece) for place, piece in enumerate(garbage) if place % parts == page % parts]


UNDO = re.compile(r'class="undo".*?action="([^"]+)".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="(\w+)"\s+value="([^"]*)"')


def undone(client: Client, page: str) -> str:
    """Press the message's own undo; the page that comes then."""
    [form] = UNDO.finditer(page)
    fields = {name: html.unescape(value) for name, value in FIELD.findall(form[0])}
    return client.post(form[1], fields, follow=True).content.decode()


def questions(client: Client, url: str, **headers: str) -> int:
    """How many queries a page takes."""
    client.get(url, headers=headers)  # The first request of a session also writes it.
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url, headers=headers).status_code == 200
    return len(queries)


def questions_of_pages(
    client: Client, evenings: list[Tournament], pages: list[str]
) -> dict[str, list[int]]:
    """How many queries each page takes in each of the evenings."""
    return {page: [questions(client, desk(one, page)) for one in evenings] for page in pages}


def desk(evening: Tournament, page: str) -> str:
    """A page of the evening by its path."""
    return f"/desk/{evening.code}/{page}"


def place_of(sheet: Sheet, more: str = "") -> str:
    """The page of a sheet, or one below it."""
    round_ = sheet.table.round
    return desk(round_.tournament, f"play/{round_.number}/{sheet.table.number}/{more}")


def play_page(round_: Round) -> str:
    """The wall of a partita's tables."""
    return f"/desk/{round_.tournament.code}/play/{round_.number}/"
