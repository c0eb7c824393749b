"""A walk through every page of the desk on a phone with the dark theme; pages that play has filled
are read on the laptop too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from people.members import enrol, members_of, pay_fee
from scoring.rows import enter_row
from tests.desk.hall import PATTERNS
from tests.evenings import demo, in_play, played, sheet_of
from tournaments.models import Player, Tournament

BESIDE_THE_NIGHT = {
    "people:roster",
    "people:add",
    "rules",
    "rules_page",
    "editions",
    "people:import_entries",
    "settings",
    "copy",
    "close",
    "log",
}


PLAYED = [
    "players/",
    "boards/1/",
    "print/",
    "play/1/",
    "play/1/1/",
    "play/1/1/rule/?hand=3",
    "play/1/1/rows/3/",
    "rulings/",
    "standings/",
    "close/",
    "log/",
]
PLAIN = {"players/", "play/1/", "standings/", "close/"}
AROUND_THE_CONTENT = """() => [...document.querySelectorAll("a, button, input, select, summary")].filter(
    each => !each.closest("main, .skip-link") && each.checkVisibility()).length"""


def addresses(evening: Tournament) -> dict[str, str]:
    """Address of each route of the desk by name, for partita 1, table 3 and hand 1 of the evening."""
    values = {"code": evening.code, "number": 1, "table": 3, "hand": 1, "pk": 1, "kind": "pdf"}
    values["partita"] = 1
    addresses_by_name = {}
    for name, pattern in PATTERNS.items():
        kwargs = {key: values[key] for key in pattern.pattern.converters}
        if name == "rules_page":
            kwargs["code"] = evening.ruleset
        addresses_by_name[name] = reverse(name if ":" in name else f"desk:{name}", kwargs=kwargs)
    return addresses_by_name


def whole_pages(client: Client, evening: Tournament) -> dict[str, str]:
    """Addresses that answer with a whole page, not with a file, a fragment or a redirect."""
    pages = {}
    for name, address in addresses(evening).items():
        answer = client.get(address)
        if (
            answer.status_code == 200
            and not answer.streaming
            and b"<!doctype" in answer.content[:100].lower()
        ):
            pages[name] = address
    return pages


@pytest.mark.django_db(transaction=True)
def test_every_page_of_the_desk_fits_a_telephone_and_passes_axe_in_the_dark(
    client: Client, sign_in: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    desk = sign_in("organizer", "arbiter", "dealing")
    client.force_login(User.objects.get(username="anna"))
    pages = whole_pages(client, demo(stage="playing", seed=4, tables=4))
    assert set(pages) >= BESIDE_THE_NIGHT
    pages["edition_new"] = reverse("desk:edition_new") + "?base=lab13"
    pages["accounts"] = reverse("accounts")
    once = Player.objects.filter(is_house=False)[0]
    twice = Player.objects.create(surname=once.given_name, given_name=once.surname)
    pages["two people"] = f"{reverse('people:merge', args=[once.pk])}?with={twice.pk}"
    enrol(players=[once, twice], year=2026)
    pay_fee(member=members_of(2026)[0], fee=Decimal(30), paid_on=date(2026, 1, 7))
    pages["members"] = f"{reverse('people:members')}?year=2026&q=a"
    desk.set_viewport_size({"width": 360, "height": 740})
    desk.emulate_media(color_scheme="dark", reduced_motion="reduce")
    wrong = {}
    for name, address in pages.items():
        desk.goto(address)
        expect(desk.locator(":root")).to_have_attribute("data-bs-theme", "dark")
        expect(desk.locator("main h1")).to_be_visible()
        width = desk.evaluate("document.documentElement.scrollWidth")
        wrong[name] = accessible(desk) + [f"{width} wide"] * (width > 360)
    assert {name: problems for name, problems in wrong.items() if problems} == {}


@pytest.mark.django_db(transaction=True)
def test_the_pages_of_a_partita_in_play_and_of_one_played_fit_the_laptop_and_pass_axe_in_the_light(
    sign_in: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    desk = sign_in("organizer", "arbiter", "dealing")
    middle, over = in_play(3), played(2)
    misere = {"contract": "MIS", "units": {"N": 12, "E": 0, "S": 0, "W": 0}}
    enter_row(sheet=sheet_of(middle), hand=6, content=misere, origin="desk")
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.emulate_media(color_scheme="light", reduced_motion="reduce")
    wrong, around = {}, {}
    for round_ in (middle, over):
        for page in PLAYED:
            desk.goto(f"/desk/{round_.tournament.code}/{page}")
            expect(desk.locator(":root")).to_have_attribute("data-bs-theme", "light")
            width = desk.evaluate("document.documentElement.scrollWidth")
            wrong[round_.stage, page] = accessible(desk) + [f"{width} wide"] * (width > 1280)
            around[round_.stage, page] = desk.evaluate(AROUND_THE_CONTENT)
    assert {page: problems for page, problems in wrong.items() if problems} == {}
    assert {page: count for page, count in around.items() if page[1] in PLAIN and count > 10} == {}
    assert len(wrong) == 2 * len(PLAYED)


@pytest.mark.django_db(transaction=True)
def test_a_question_mark_shows_the_keys_a_slash_searches_and_a_telephone_names_the_evening_first(
    sign_in: Callable[..., Page],
) -> None:
    desk, evening = sign_in("organizer"), in_play(3).tournament
    desk.set_viewport_size({"width": 360, "height": 740})
    desk.goto(f"/desk/{evening.code}/play/1/")
    assert (
        desk.locator("body").inner_text().split("\n")[1] == evening.name
    )  # The first line is the link that skips to the content.
    desk.keyboard.press("?")
    expect(desk.locator("#keys")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator("#keys")).to_be_hidden()
    desk.keyboard.press("/")
    expect(desk.locator("#site-search")).to_be_focused()
    desk.keyboard.type("3")
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**/desk/{evening.code}/play/1/3/")
    desk.locator(".account-menu > summary").click()
    desk.locator("[data-theme-choice=dark]").click()
    expect(desk.locator(":root")).to_have_attribute("data-bs-theme", "dark")
    desk.keyboard.press("Escape")
    expect(desk.locator(".account-box")).to_be_hidden()
