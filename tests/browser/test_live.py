"""The public pages and the hall's screen on a phone, a laptop and a projector."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.rows import enter_row
from tests.browser.following import stop_the_clock
from tests.evenings import a_round, a_tournament, demo
from tournaments.models import Tournament

PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}
PAGES = [
    ("evening", ()),
    ("standing", ()),
    ("boards", ()),
    ("table", (1, 1)),
    ("board", (1, 9)),
    ("entry", (3,)),
]


@pytest.fixture
def finished(transactional_db: None) -> Tournament:
    """Two partite closed at four tables."""
    User.objects.create_user("anna")
    return demo(stage="finished", seed=12, tables=4, rounds=2)


def test_the_public_pages_are_accessible_on_laptop_and_phone_in_the_light_and_in_the_dark(
    finished: Tournament, page: Page, wrong_looks: Callable[[Page], list[str]]
) -> None:
    wrong = {}
    for name, place in PAGES:
        page.goto(reverse(f"live:{name}", args=[finished.code, *place]))
        wrong[name] = wrong_looks(page)
    assert wrong == {name: [] for name, _place in PAGES}


SHOWN = "parts => parts.filter((part) => part.checkVisibility()).map((part) => part.id)"


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_standing_is_one_list_at_a_time_with_or_without_scripts(
    finished: Tournament, watched: Callable[..., Page], scripts: bool
) -> None:
    phone = watched(viewport={"width": 390, "height": 844}, java_script_enabled=scripts)
    phone.goto(reverse("live:standing", args=[finished.code]))
    assert phone.locator(".part").evaluate_all(SHOWN) == ["overall"]
    lines = [line.bounding_box() for line in phone.locator("#overall tbody tr").all()]
    assert len(lines) == 16
    assert lines[0]
    assert lines[0]["y"] <= 200
    assert min(line["height"] for line in lines if line) >= 44
    for key, parts in {"wind-e": ["winds", "wind-e"], "partita-2": ["partita-2"]}.items():
        phone.locator(f".tabs [href='#{key}']").click()
        assert phone.locator(".part").evaluate_all(SHOWN) == parts
        expect(phone.locator("h1")).to_be_in_viewport()


def test_the_player_last_looked_at_stays_below_the_standing(
    finished: Tournament, phone: Page
) -> None:
    phone.goto(reverse("live:standing", args=[finished.code]))
    expect(phone.locator(".you")).to_be_hidden()
    last = phone.locator("#overall tbody tr").last
    name = last.locator(".name").inner_text()
    last.locator("a.name").click()
    expect(phone.locator("h1")).to_contain_text(name)
    phone.locator(".site-nav [href$='/standings/']").click()
    expect(phone.locator(".you")).to_be_in_viewport()
    expect(phone.locator(".you .name")).to_have_text(name)
    expect(phone.locator(".you .rank")).to_have_text("16")


def test_on_paper_a_public_page_is_its_content_alone_and_dark_on_white(
    finished: Tournament, page: Page
) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    for name, place in PAGES:
        page.goto(reverse(f"live:{name}", args=[finished.code, *place]))
        expect(page.locator("h1")).to_be_visible()
        assert (
            page.locator(".site-header, .site-foot, .btn").locator("visible=true").count() == 0
        ), name
        lightness = page.evaluate(
            "getComputedStyle(document.body).color.match(/\\d+/g).map(Number)"
        )
        assert max(lightness) < 60, name


def test_the_list_of_evenings_is_accessible(
    finished: Tournament, page: Page, accessible: Callable[[Page], list[str]]
) -> None:
    page.goto("/live/")
    assert accessible(page) == []


def test_the_page_for_programs_shows_every_address_under_the_sites_own_rules_for_scripts(
    transactional_db: None, page: Page
) -> None:
    console_lines: list[str] = []
    page.on("console", lambda line: console_lines.append(line.text))
    described = Client().get("/api/schema/", headers={"accept": "application/json"}).json()
    addresses = {
        f"{way.upper()} {path}" for path, ways in described["paths"].items() for way in ways
    }
    page.goto("/api/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    # Swagger UI 5.33 draws only the addresses near the visible part of the page.
    shown_addresses = set()
    while not shown_addresses >= addresses and not page.evaluate(
        "innerHeight + scrollY >= document.documentElement.scrollHeight"
    ):
        lines = page.locator(".opblock-summary-control").all_inner_texts()
        shown_addresses |= {" ".join(line.split()[:2]) for line in lines}
        page.mouse.wheel(0, 300)
        page.wait_for_timeout(100)
    assert shown_addresses == addresses
    entries = page.locator("#operations-tournaments-entries")
    for _ in range(100):
        if entries.count():
            break
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(100)
    entries.get_by_role("button").first.click()
    expect(page.get_by_text("page_size", exact=True).first).to_be_visible()
    assert console_lines == []
    assert console_lines == []


def test_during_play_the_cells_of_the_tables_pass_axe(
    transactional_db: None, page: Page, accessible: Callable[[Page], list[str]]
) -> None:
    evening = demo(stage="playing", seed=12, tables=4, rounds=2)
    for name in ("live:evening", "screens:screen"):
        page.goto(reverse(name, args=[evening.code]))
        expect(page.locator(".cells").first).to_be_visible()
        assert accessible(page) == []


def test_a_name_typed_finds_the_seat_and_stays_while_the_page_renews_itself(
    transactional_db: None, phone: Page
) -> None:
    User.objects.create_user("anna")
    tournament = a_tournament()
    a_round(tournament, 3)
    phone.clock.install()
    phone.goto(reverse("live:evening", args=[tournament.code]))
    phone.fill("#q", "player 7")
    phone.clock.run_for(500)
    expect(phone.locator(".found-name")).to_have_text("Player 7")
    phone.locator("#by-name summary").click()
    phone.evaluate("window.scrollTo(0, 400)")
    before = phone.evaluate("window.scrollY")
    sheet = Sheet.objects.get(table__number=1)
    enter_row(sheet=sheet, hand=1, content={"units": {"N": 8}}, origin="phone")
    phone.clock.run_for(13_000)
    expect(phone.locator(".cell-entered")).to_have_count(1)
    expect(phone.locator("#q")).to_have_value("player 7")
    expect(phone.locator(".found-name")).to_have_text("Player 7")
    expect(phone.locator("#by-name")).to_have_attribute("open", "")
    assert phone.evaluate("window.scrollY") == before


def test_the_screen_turns_by_itself_and_loses_no_line(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    User.objects.create_user("anna")
    tournament = a_tournament(name="Grande serata")
    a_round(tournament, 40, started=False)
    page = watched(**PROJECTOR)
    stop_the_clock(page)  # A page that turned unseen would hide its lines from this test.
    page.goto(reverse("screens:screen", args=[tournament.code]))
    everybody = {f"Player {number}" for number in range(1, 161)}
    seen: set[str] = set()
    for _turn in range(24):
        seen |= set(page.evaluate(VISIBLE_NAMES))
        if everybody <= seen:
            break
        page.clock.run_for(10_100)
    assert everybody <= seen
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")


VISIBLE_NAMES = """() => Array.from(document.querySelectorAll(".turn-shown .screen-line .name"))
    .filter(name => {
        const box = name.getBoundingClientRect();
        return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    }).map(name => name.textContent.trim())"""


def test_share_opens_the_phone_s_own_sheet_with_ten_lines_of_which_the_last_is_the_link(
    finished: Tournament, page: Page
) -> None:
    """The button opens the phone's share sheet. Over plain http a browser offers none, so the page
    shows the text, to be copied.
    """
    page.add_init_script("navigator.share = async (sent) => { window.sent = sent; }")
    address = reverse("live:standing", args=[finished.code])
    page.goto(address)
    page.get_by_text("Condividi").click()
    page.wait_for_function("window.sent")
    message = page.evaluate("window.sent")
    assert message["url"].endswith(address)
    assert len([*message["text"].splitlines(), message["url"]]) == 10
    assert "1. " in message["text"]
    assert not page.locator("#share-text").is_visible()
    page.evaluate("delete navigator.share; Navigator.prototype.share = undefined")
    page.get_by_text("Condividi").click()
    expect(page.locator("#share-text")).to_have_value(re.compile(f"{address}$"))
    page.get_by_role("button", name="Copia il testo").click()
    expect(page.get_by_role("button", name="Copiato")).to_be_visible()


@pytest.mark.journey
def test_the_screen_takes_up_what_is_new_and_goes_on_without_an_answer(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    User.objects.create_user("anna")
    tournament = a_tournament(name="Serata")
    page = watched(**PROJECTOR)
    page.clock.install()
    page.goto(reverse("screens:screen", args=[tournament.code]))
    expect(page.locator(".turn-shown .welcome-square svg")).to_be_visible()
    page.context.set_offline(True)
    page.clock.run_for(31_000)
    expect(page.locator(".turn-shown .welcome-square svg")).to_be_visible()
    page.context.set_offline(False)
    a_round(tournament, 2, started=False)
    page.clock.run_for(11_000)
    expect(page.locator(".turn-shown .screen-line")).to_have_count(8)


def test_the_screen_has_nothing_to_press_and_passes_axe(
    finished: Tournament, watched: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    page = watched(**PROJECTOR)
    page.goto(reverse("screens:screen", args=[finished.code]))
    assert page.locator("button, input, a").count() == 0
    assert accessible(page) == []


def test_the_clock_of_an_english_screen_said_pm(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    page = watched(locale="en-GB", **PROJECTOR)
    page.clock.set_fixed_time(datetime.datetime(2026, 11, 20, 20, 5, tzinfo=datetime.UTC))
    page.goto(reverse("screens:screen", args=[a_tournament(language="en").code]))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#clock")).to_have_text("21:05")
