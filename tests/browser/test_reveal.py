"""The prize-giving place by place: the desk begins, a phone advances, and the hall watches.

``tests/screens/pages/test_reveal.py`` tests, without a browser, that no other address reveals
anything.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from screens.reveals import reveal_of
from tests.browser.following import follow, press_of, stop_the_clock
from tests.evenings import held_evening
from tests.live.addresses import places_on, places_shown
from tournaments.models import Tournament

WITHIN = 4_000
"""Promised time in milliseconds, by the hall's own clock, from a press until the hall sees it."""
STEP = 500
"""Milliseconds by which the hall's clock is moved at a time."""


@pytest.fixture
def evening(transactional_db: None, english_club: None) -> Tournament:
    return held_evening()


def unanswered(context: BrowserContext) -> set[Request]:
    """Return a live set of the requests of all pages of the context that wait for an answer."""
    asked: set[Request] = set()

    def begun(request: Request) -> None:
        asked.add(request)

    def ended(request: Request) -> None:
        asked.discard(request)

    context.on("request", begun)
    context.on("requestfinished", ended)
    context.on("requestfailed", ended)
    return asked


def expect_lines(hall: list[Page], shown: int) -> None:
    """Expect so many places on each page before ``WITHIN`` has passed on the pages' common clock."""
    for _step in range(WITHIN // STEP):
        if all(page.locator(".reveal-line").count() == shown for page in hall):
            break
        hall[0].clock.run_for(STEP)
        hall[0].wait_for_timeout(50)
    for page in hall:
        expect(page.locator(".reveal-line")).to_have_count(shown)


@pytest.mark.journey
def test_enter_shows_one_place_after_another(
    evening: Tournament, sign_in: Callable[..., Page]
) -> None:
    desk = sign_in("organizer", "arbiter")
    desk.goto(f"/desk/{evening.code}/reveal/")
    desk.fill("#reveal-winds", "0")
    desk.fill("#reveal-overall", "3")
    follow(desk.locator(press_of("begin")))
    for shown in (1, 2):
        expect(desk.locator("#show-next")).to_be_focused()
        desk.keyboard.press("Enter")
        expect(desk.locator(".remote-state")).to_contain_text(f"{shown} di 3")
    expect(desk.locator("#show-next")).to_be_focused()


def test_the_hall_sees_each_place_when_it_is_shown(
    evening: Tournament,
    sign_in: Callable[..., Page],
    watched: Callable[..., Page],
    wrong_looks: Callable[[Page], list],
) -> None:
    desk, first = sign_in("organizer", "arbiter"), watched(locale="en-GB")
    live = f"/live/{evening.code}/"
    hall = [first, first.context.new_page()]
    stop_the_clock(
        first
    )  # Stops both pages: their own waiting is measured, not the answers of a busy machine.
    asked = unanswered(first.context)
    desk.goto(f"/desk/{evening.code}/reveal/")
    desk.fill("#reveal-winds", "0")
    desk.fill("#reveal-overall", "2")
    desk.locator("[name=rehearse]").click()
    expect(desk.locator("#control")).to_contain_text("in sala non si vede niente")
    desk.locator(press_of("begin")).click()
    expect(desk.locator(press_of("next"))).to_be_visible()
    desk.locator(press_of("remote")).click()
    phone = watched(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    phone.goto(urlsplit(desk.locator(".remote-address").get_attribute("href")).path)
    for page, address in zip(hall, (live, f"{live}screen/"), strict=True):
        page.goto(address)
    names = [line["entry"] for line in reveal_of(evening).publication.standings["overall"]]
    for button in ("next", "back", "next", "next"):
        shown = reveal_of(evening).shown + (1 if button == "next" else -1)
        while asked:
            first.wait_for_timeout(20)
        with phone.expect_response(lambda answer: answer.request.method == "POST"):
            phone.locator(f"#control {press_of(button)}").click()
        expect_lines(hall, shown)
        hold = reveal_of(evening)
        said = {name for _standing, _place, name in places_shown(hold)}
        assert hold.shown == len(said) == shown
        for page in hall:
            now = page.content()
            assert places_on(now) == places_shown(hold)
            assert {name for name in names if f">{name}<" in now} == said
    expect(hall[1].locator("#said")).to_contain_text(places_shown(hold)[0][2])
    first.clock.resume()
    expect(desk.locator("#control")).to_contain_text("Tutti i posti sono mostrati.")
    assert {page.url: wrong_looks(page) for page in (desk, phone, hall[0])} == {
        page.url: [] for page in (desk, phone, hall[0])
    }
    desk.locator(press_of("release")).click()
    expect(hall[1].locator(".screen-corner").first).to_contain_text(
        "Standings no. 2", timeout=WITHIN
    )
    expect(phone.locator("h1")).to_contain_text("non c'è nessuna pagina", timeout=WITHIN)
