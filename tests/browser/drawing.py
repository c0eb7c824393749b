"""Pictures of every page's first screen and of every document, for ``python -m tests.pictures``.

No page is listed here: every address of the site map that answers with a whole page is drawn, for
an evening at each stage, for a circuit and for an event of many halls, in Italian with the light
theme.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from king_tournament.demo import make_demo, make_season
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from scoring.models import Sheet
from simultaneous.models import Event
from simultaneous.ranking import publish_event
from tests.browser.pages import to_hand
from tests.simultaneous.events import in_play as event_in_play, reported
from tournaments.circuits import Circuit
from tournaments.models import Player, Tournament

FOLDER = Path(os.environ.get("KING_PICTURES", "var/pictures/now")).absolute()
ONLY = re.compile(os.environ.get("KING_PICTURES_ONLY", ""))
"""Names of the pictures to draw; all by default."""
WINDOWS = {"desk": (1366, 768), "phone": (390, 844)}
EVENINGS = {
    "entries": {"stage": "entries"},
    "seated": {"stage": "seated"},
    "playing": {"stage": "playing"},
    "finished": {"stage": "finished"},
    "pairs": {"stage": "playing", "ruleset": "lab_coppie"},
}
ROSTER = Path(__file__).parents[1] / "data" / "roster.xlsx"
DOTS_AN_INCH = 60
NUMBERS = {"number": 1, "table": 1, "hand": 1, "board": 1, "round": 1, "partita": 1, "line": 1}
"""Values for the numeric parts of an address. Keys of people and documents are looked up instead."""


def routes() -> Iterator[tuple[str, URLPattern]]:
    """Yield the name and pattern of each address of the site map, except those for programs."""

    def walk(resolver: URLResolver, before: str) -> Iterator[tuple[str, URLPattern]]:
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLResolver):
                space = f"{before}{pattern.namespace}:" if pattern.namespace else before
                yield from walk(pattern, space)
            elif pattern.name:
                yield f"{before}{pattern.name}", pattern

    for name, pattern in walk(get_resolver(), ""):
        if not name.startswith("api:"):
            yield name, pattern


def whole_pages(reader: Client, codes: dict[str, str], pk: int) -> dict[str, str]:
    """Addresses of all whole pages, by name. An address with a code uses the first of ``codes``
    that leads to a page.
    """
    pages = {}
    for name, pattern in routes():
        parts = pattern.pattern.converters
        for of, code in codes.items() if "code" in parts else [("site", "")]:
            if not ONLY.search(f"{of}-{name.replace(':', '-')}"):
                continue
            values = NUMBERS | {"code": code, "pk": pk, "kind": "pdf"}
            try:
                address = reverse(name, kwargs={part: values[part] for part in parts})
            except (NoReverseMatch, KeyError):
                continue
            answer = reader.get(address)
            if answer.status_code == 200 and not answer.streaming:
                start = answer.content[:100].lower()
                if b"<!doctype html" in start:
                    pages[f"{of}-{name.replace(':', '-')}"] = address
                    break
    return pages


def draw(page: Page, name: str, address: str = "", windows: Iterable[str] = WINDOWS) -> None:
    """Take a picture in each size of window: of the page at the address, or of the page as it
    stands.
    """
    if not ONLY.search(name):
        return
    for window in windows:
        width, height = WINDOWS[window]
        page.set_viewport_size({"width": width, "height": height})
        if address:
            page.goto(address)
        expect(page.locator("body")).to_be_visible()
        page.screenshot(path=FOLDER / window / f"{name}.png", animations="disabled", caret="hide")


def pages_around(
    reader: Client, evening: Tournament, codes: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Whole pages of the evening, and of the things that have the other ``codes``, as anna of the
    desk reads them.
    """
    reader.force_login(User.objects.get(username="anna"))
    reader.cookies["django_language"] = "it"
    player = Player.objects.filter(memberships__tournament=evening).order_by("pk")[0]
    return whole_pages(reader, {"evening": evening.code, **codes}, player.pk)


def papers_of(evening: Tournament, before: str) -> None:
    """Draw the first three pages of each document that the evening has."""
    (FOLDER / "paper").mkdir(parents=True, exist_ok=True)
    for key, document in DOCUMENTS.items():
        partita = {"round": 1} if "round" in document.options else {}
        if document.extension != "pdf" or not ONLY.search(f"{before}-{key}"):
            continue
        with translation.override("it"):
            try:
                content = document.render(document.gather(evening, Options.read(partita)))
            except ValidationError:
                continue
        command = ["pdftoppm", "-r", str(DOTS_AN_INCH), "-l", "3", "-png", "-"]
        target = FOLDER / "paper" / f"{before}-{key}"
        subprocess.run([*command, str(target)], input=content, check=True)


@pytest.fixture
def nothing_yet(transactional_db: None, live_server) -> None:
    """A site before its first account exists."""
    User.objects.all().delete()


def draw_a_site_without_an_account(nothing_yet: None, page: Page) -> None:
    for name, address in whole_pages(Client(), {}, 1).items():
        draw(page, f"new-{name}", address)
    assert list((FOLDER / "phone").glob("new-*"))


def draw_a_club_without_people(sign_in: Callable[..., Page]) -> None:
    desk = sign_in("organizer", "arbiter", "dealing")
    with translation.override("it"):
        evening = Tournament.objects.create(name="Serata", date="2027-01-15", ruleset="lab12")
    for name in ("desk:players", "people:import_entries", "desk:settings"):
        draw(desk, f"empty-{name.replace(':', '-')}", reverse(name, args=[evening.code]))
    desk.goto(reverse("people:import_entries", args=[evening.code]))
    desk.locator("main input[type=file]").set_input_files(ROSTER)
    desk.locator("main form button.btn-primary").click()
    expect(desk.locator("main")).to_contain_text("40")
    draw(desk, "empty-people-import_preview")
    assert list((FOLDER / "phone").glob("empty-*"))


def an_evening(kind: str) -> Tournament:
    wanted = {"seed": 4, "tables": 4, "rounds": 2, "language": "it"} | EVENINGS[kind]
    return make_demo(**wanted)


@pytest.mark.parametrize("kind", EVENINGS)
def draw_an_evening(kind: str, sign_in: Callable[..., Page], client: Client) -> None:
    desk, evening = sign_in("organizer", "arbiter", "dealing"), an_evening(kind)
    for name, address in pages_around(client, evening).items():
        if name.startswith("evening-"):
            draw(desk, f"{kind}-{name}", address)
    if kind in ("playing", "pairs"):
        phone_of(desk, kind, evening)
    papers_of(evening, kind)
    assert list((FOLDER / "desk").glob(f"{kind}-*"))


def draw_what_lies_around_a_finished_evening(sign_in: Callable[..., Page], client: Client) -> None:
    desk, evening = sign_in("organizer", "arbiter", "dealing"), an_evening("finished")
    codes = {"rules": evening.ruleset, "circuit": a_circuit().code, "event": an_event().code}
    for name, address in pages_around(client, evening, codes).items():
        if not name.startswith("evening-"):
            draw(desk, f"finished-{name}", address)
    assert list((FOLDER / "phone").glob("finished-event-*"))


def phone_of(phone: Page, kind: str, evening: Tournament) -> None:
    """Draw a captain's page: the next hand, then a hand with trumps and the totals."""
    open_ones = Sheet.objects.filter(table__round__tournament=evening, handed_in_at=None)
    phone.set_viewport_size(dict(zip(("width", "height"), WINDOWS["phone"], strict=True)))
    phone.goto(f"/t/{open_ones.order_by('-pk')[0].table.place.code}/")
    expect(phone.locator(".phone-dot-sum")).to_be_visible()
    draw(phone, f"{kind}-phone", windows=["phone"])
    if kind == "playing":
        to_hand(phone, 8)
        draw(phone, f"{kind}-phone-hand-8", windows=["phone"])
    phone.locator("[data-act=totals]").click()
    draw(phone, f"{kind}-phone-totals", windows=["phone"])


def a_circuit() -> Circuit:
    return make_season(stage="finished", seed=4, tables=2, rounds=1, ruleset="lab12")


def an_event() -> Event:
    """Make an event in which two of three halls have reported."""
    event = reported(event_in_play(), 1, 2, tables=2)
    publish_event(event=event)
    return event
