"""The desk changes its address in the middle of a sheet. For the browser that is another site, with
none of the old storage.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import HandResult, Sheet
from tests.browser.conftest import HALL, PATIENCE
from tests.browser.pages import at_the_desk, dot, play_hand, tap
from tests.evenings import a_sheet


@pytest.fixture
def elsewhere(live_server: LiveServer) -> Iterator[str]:
    """Address of the same site, with the same database, at another port."""
    server = LiveServer("localhost")
    yield server.url.replace("localhost", HALL)
    server.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser context, whose storage is separate for each address."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        locale="it-IT",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    assert complaints == []


def a_phone(context: BrowserContext, home: str, sheet: Sheet) -> Page:
    phone = context.new_page()
    phone.clock.install()
    phone.goto(f"{home}/t/{sheet.table.place.code}/")
    expect(phone.locator(".phone-dot")).to_have_count(13)
    return phone


def desk_goes_away(phone: Page, home: str) -> None:
    phone.route(f"{home}/**", lambda route: route.abort())


def ask_for_the_address(phone: Page) -> None:
    """Run the clock until the page offers the new address, because the desk has been silent; then
    accept.
    """
    key = phone.locator("[data-act=moved]")
    for _question in range(30):
        if key.count():
            break
        phone.clock.fast_forward(1700)
        phone.wait_for_timeout(50)
    key.click()


def opened_there(phone: Page, address: str) -> Page:
    ask_for_the_address(phone)
    phone.locator("[data-act=moved-to]").fill(address)
    with phone.context.expect_page() as opened:
        phone.locator("[data-act=open-there]").click()
    expect(opened.value.locator(".phone-dot")).to_have_count(13)
    return opened.value


def test_rows_that_the_old_address_never_got_arrive_once_at_the_new_one(
    context: BrowserContext, sheet: Sheet, live_server: LiveServer, elsewhere: str
) -> None:
    home = live_server.url.replace("localhost", HALL)
    phone = a_phone(context, home, sheet)
    play_hand(phone, 1)
    at_the_desk(phone, 1)
    desk_goes_away(phone, home)
    play_hand(phone, 2)
    play_hand(phone, 3)
    tap(phone, ".phone-dot[data-hand='5']", "[data-number='4']")
    tap(phone, "[data-act=totals]")
    new = opened_there(phone, elsewhere.removeprefix("http://"))
    expect(new).to_have_url(f"{elsewhere}/t/{sheet.table.place.code}/1/")
    expect(new.locator(".phone-refusal")).to_contain_text("è arrivato")
    for hand in (1, 2, 3):
        at_the_desk(new, hand)
    dot(new, 5).click()
    expect(new.locator("[data-column=N] .phone-count")).to_have_text("4")
    assert HandResult.objects.count() == 3
    # Moving a second time does not bring back a row that was corrected at the new address since.
    dot(new, 2).click()
    tap(new, "[data-act=clear]", "[data-number='4']", "[data-act=accept]")
    expect(phone.locator(".phone-refusal")).to_contain_text(elsewhere.removeprefix("http://"))
    again = opened_there(phone, elsewhere)
    at_the_desk(again, 2)
    assert HandResult.objects.filter(hand=2).count() == 2
    assert HandResult.objects.current().get(hand=2).content["units"]["N"] == 4


def test_the_box_for_the_address_fits_and_what_another_sheet_left_is_not_taken(
    context: BrowserContext, sheet: Sheet, live_server: LiveServer, elsewhere: str, accessible
) -> None:
    home = live_server.url.replace("localhost", HALL)
    phone = a_phone(context, home, sheet)
    desk_goes_away(phone, home)
    play_hand(phone, 1)
    ask_for_the_address(phone)
    assert accessible(phone) == []
    box, link = phone.locator("[data-act=moved-to]"), phone.locator("[data-act=open-there]")
    port = home.rpartition(":")[2]
    for typed, there in (
        ("192.168.1.37", f"http://192.168.1.37:{port}"),
        ("192.168.1.37:8001", "http://192.168.1.37:8001"),
        ("http://192.168.1.37/t/abc/", "http://192.168.1.37"),
    ):
        box.fill(typed)
        assert link.get_attribute("href").startswith(
            f"{there}/t/{sheet.table.place.code}/1/#brought="
        )
    brought = link.get_attribute("href").partition("#")[2]
    box.fill("due parole")
    assert link.get_attribute("href") is None
    other = a_sheet()
    for fragment in (brought, "brought=%%%"):
        new = context.new_page()
        new.goto(f"{elsewhere}/t/{other.table.place.code}/1/#{fragment}")
        expect(new.locator(".phone-refusal")).to_contain_text("un altro foglio")
        expect(new.locator(".phone-dot.is-phone")).to_have_count(0)
    assert not HandResult.objects.exists()
