"""The phone or the laptop goes out in the middle of a hand: the whole browser is killed, and
started again later with what had reached its disk.

Rows used to lie in localStorage, which Chromium writes to the disk seconds later. Of ten rows typed
with the desk away and reported as kept, none was left after a kill 0.3 seconds later.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Cookie, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import HandResult, Sheet, Signature
from tests.browser.conftest import FLAGS, HALL, PATIENCE
from tests.browser.pages import (
    at_the_desk,
    dot,
    forget_the_hand_in,
    in_force,
    place_of,
    play_hand,
    press_all,
    sign,
    tap,
)
from tests.evenings import a_sheet, a_tournament, fill, sealed_round
from tests.services import chromium


class OwnBrowser:
    """A browser with its own profile on the disk, as on a phone."""

    def __init__(self, profile: Path, home: str, playwright: Browser) -> None:
        self.home = home
        switches = [f"--user-data-dir={profile}", "--remote-debugging-port=0", "--lang=it-IT"]
        self.process = subprocess.Popen(
            [chromium(), *FLAGS, *switches, "about:blank"],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        address = next(filter(None, map(listening, self.process.stderr)))
        self.browser = playwright.browser_type.connect_over_cdp(address)

    def page(self, address: str, cookies: Sequence[Cookie] = ()) -> Page:
        [context] = self.browser.contexts
        context.set_default_timeout(PATIENCE)
        context.set_extra_http_headers({"Accept-Language": "it"})
        context.add_cookies(list(cookies))
        page = context.new_page()
        page.goto(self.home + address)
        return page

    def kill(self) -> None:
        """Kill all its processes at once, without warning."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stderr.close()


def listening(line: str) -> str:
    match = re.search(r"DevTools listening on (ws://\S+)", line)
    return match[1] if match else ""


@pytest.fixture
def start(
    browser: Browser, live_server: LiveServer, tmp_path: Path
) -> Iterator[Callable[[], OwnBrowser]]:
    """Return a function that starts the phone's browser. Each start uses what the previous one left on
    the disk.
    """
    home = live_server.url.replace("localhost", HALL)
    with ExitStack() as started:

        def start() -> OwnBrowser:
            phone = OwnBrowser(tmp_path / "profile", home, browser)
            started.callback(lambda: phone.process.poll() is None and phone.kill())
            return phone

        yield start


def opened(phone: OwnBrowser, sheet: Sheet) -> Page:
    page = phone.page(f"/t/{sheet.table.place.code}/")
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".phone-dot")).to_have_count(13)
    return page


@pytest.mark.journey
def test_rows_typed_with_the_desk_away_outlive_the_browser_that_is_killed_when_they_are_kept(
    start: Callable[[], OwnBrowser], sheet: Sheet
) -> None:
    phone = start()
    page = opened(phone, sheet)
    page.context.set_offline(True)
    for hand in (1, 2, 3):
        play_hand(page, hand)
    expect(dot(page, 3)).to_have_attribute("data-state", "phone")
    phone.kill()
    page = opened(start(), sheet)
    for hand in (1, 2, 3):
        at_the_desk(page, hand)
    assert sorted(HandResult.objects.values_list("hand", "version")) == [(1, 1), (2, 1), (3, 1)]
    assert in_force(3) == {"N": 0, "E": 0, "S": 1, "W": 0}


def test_a_signature_and_a_hand_in_outlive_the_browser_that_is_killed_when_they_are_told(
    start: Callable[[], OwnBrowser], transactional_db: None
) -> None:
    sheet = fill(a_sheet(signatures="one"))
    phone = start()
    page = opened(phone, sheet)
    tap(page, "[data-act=totals]", "[data-holder=N]")
    sign(page, sheet, "E")
    tap(page, "[data-act=hand-in]")
    expect(page.locator(".phone-state")).to_be_visible()
    phone.kill()
    forget_the_hand_in()
    page = opened(start(), sheet)
    expect(page.locator(".phone-state")).to_be_visible()
    expect(page.locator("[data-who=N] .phone-own")).to_be_attached()
    assert Signature.objects.get().wind == "E"
    sheet.refresh_from_db()
    assert (sheet.state, sheet.handed_in_unsigned) == (Sheet.State.HANDED_IN, False)


def test_a_row_typed_at_the_desk_outlives_a_laptop_that_is_killed(
    start: Callable[[], OwnBrowser], desk: Page
) -> None:
    round_ = sealed_round(a_tournament())
    cookies = desk.context.cookies()
    laptop = start()
    page = laptop.page(place_of(round_), cookies)
    page.route("**/rows/", lambda route: route.abort())
    press_all(page, "8", "Enter")  # All kings and jacks to North.
    expect(page.locator("#sheet-trouble")).to_be_visible()
    laptop.kill()
    page = start().page(place_of(round_), cookies)
    expect(page.locator('[name="h1-N"]')).to_have_value("8")
    # Eight units at −2 (R1).
    expect(page.locator('tr[data-hand="1"] [data-points="N"]')).to_have_text("−16")
    assert HandResult.objects.get().hand == 1
