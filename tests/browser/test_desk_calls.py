"""A call for the arbiter shows and sounds soon on any open page of the desk, without piling up
requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from scoring.calls import call_arbiter, end_call
from scoring.models import Call
from tests.browser.following import hurry, press_of
from tests.browser.pages import EVERY
from tests.evenings import in_play

BAR = "**/desk/**/calls/**"


@pytest.mark.journey
def test_a_call_comes_to_every_page_with_who_is_on_the_way(desk: Page) -> None:
    round_ = in_play()
    address = f"/desk/{round_.tournament.code}/"
    desk.clock.install()
    desk.goto(address + "play/1/1/")
    title = desk.title()
    call_arbiter(table=round_.tables.get(number=2), hand=7)
    bar = desk.locator("#calls")
    hurry(desk, EVERY, expect(bar).to_have_class, re.compile("calls-waiting"))
    expect(bar.get_by_role("link")).to_contain_text("Mano 7.")
    expect(desk).to_have_title(f"Arbitro al tavolo 2 · {title}")
    bar.get_by_role("link").click()
    desk.locator(press_of("take-call")).click()
    expect(bar.get_by_role("link")).to_contain_text("anna")
    expect(bar).not_to_have_class(re.compile("calls-waiting"))
    expect(desk).to_have_title(re.compile("^Tavolo 2"))
    assert Call.objects.get().taken_by.get_username() == "anna"


def test_the_evenings_page_shows_a_call_of_any_evening(
    desk: Page, wrong_looks: Callable[[Page], list[str]]
) -> None:
    round_ = in_play()
    desk.clock.install()
    desk.goto("/desk/")
    call_arbiter(table=round_.tables.get(number=1), text="Quadri non risposto.")
    hurry(desk, EVERY, expect(desk.locator("#calls a")).to_contain_text, "Quadri non risposto.")
    assert wrong_looks(desk) == []


def test_the_line_goes_on_asking_after_it_has_changed(desk: Page) -> None:
    round_ = in_play()
    desk.clock.install()
    desk.goto(f"/desk/{round_.tournament.code}/log/")
    link = desk.locator("#calls a")
    for words in ("Prima.", "Seconda."):
        with desk.expect_response(lambda answer: "/calls/" in answer.url and answer.status == 204):
            desk.clock.run_for(EVERY)
        call = call_arbiter(table=round_.tables.get(number=2), text=words)
        # Well before the page would poll again because it got no answer.
        hurry(desk, EVERY, expect(link).to_contain_text, words, timeout=9_000)
        end_call(call=call, author=None)
        hurry(desk, EVERY, expect(link).to_have_count, 0, timeout=9_000)


def test_one_question_at_a_time_and_fewer_while_the_server_is_away(desk: Page) -> None:
    round_ = in_play()
    under_way: set[Request] = set()
    most: list[int] = []

    def begun(request: Request) -> None:
        if "/calls/" in request.url:
            under_way.add(request)
            most.append(len(under_way))

    def ended(request: Request) -> None:
        under_way.discard(request)

    desk.on("request", begun)
    desk.on("requestfinished", ended)
    desk.on("requestfailed", ended)
    desk.clock.install()
    desk.goto(f"/desk/{round_.tournament.code}/log/")
    for _answer in range(4):
        with desk.expect_event("requestfinished", lambda request: "/calls/" in request.url):
            desk.clock.run_for(EVERY)
    desk.route(BAR, lambda route: route.abort())
    for _try in range(2):
        with desk.expect_event("requestfailed", lambda request: "/calls/" in request.url):
            desk.clock.run_for(2 * EVERY)
    expect(desk.locator("#connection")).to_be_visible()
    call_arbiter(table=round_.tables.get(number=2), hand=7)
    desk.unroute(BAR)
    hurry(desk, 4 * EVERY, expect(desk.locator("#calls a")).to_be_visible)
    expect(desk.locator("#connection")).to_be_hidden()
    assert max(most) == 1
