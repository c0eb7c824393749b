"""News that reach a phone between reading and confirming: the confirmation counts for what was
read.

Each test waits until the page has received the news before it releases the key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from king_tournament.captain.page import page_version
from scoring.calls import call_arbiter
from scoring.models import Call, HandResult, Sheet, Signature
from tests.browser.following import stop_the_clock, wait_for
from tests.browser.pages import (
    DESK,
    POINTS,
    at_the_desk,
    call,
    desk_types,
    dot,
    hold_down,
    in_force,
    middle,
    name_at,
    open_sheet,
    say_exchanged,
    sign,
    tap,
)
from tests.evenings import a_sheet, fill, good_rows, own_code

SMALL = {"width": 360, "height": 640}
STORE = "(await import('/static/king/phone/view.js')).view.store"
"""Expression for the page's store. Importing a module again returns the same one."""


def tap_twice(phone: Page, selector: str, apart: int) -> None:
    """Tap the same place again after so many milliseconds, whatever is there by then."""
    place = middle(phone, selector)
    phone.touchscreen.tap(*place)
    phone.clock.run_for(apart)
    phone.touchscreen.tap(*place)


def has_heard(phone: Page, of: str) -> None:
    """Wait until the page's sheet satisfies an expression, whether the page shows it or not."""
    wait_for(phone, f"(({{ sheet }}) => {of})({STORE})")


def version(hand: int, number: int) -> str:
    return f"sheet.rows[{hand}] && sheet.rows[{hand}].version === {number}"


def hold(phone: Page, address: str) -> list[Route]:
    """Hold back the phone's requests to an address; return the list that collects them."""
    held_routes: list[Route] = []

    def keep(route: Route) -> None:
        held_routes.append(route)

    phone.route(address, keep)
    return held_routes


def next_held(phone: Page, held_routes: list[Route]) -> Route:
    """Wait for the oldest request that is held, and take it from the list."""
    while not held_routes:
        phone.evaluate("null")
    return held_routes.pop(0)


def answer_of(route: Route) -> Any:
    """Answer of the server to a held request, fetched now."""
    return route.fetch(url=route.request.url.replace("king.club", "localhost"))


def test_one_tap_for_a_hand_that_another_phone_had_just_entered_overwrote_it(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    dot(phone, 3).click()
    hold_down(phone, "[data-column=N]")  # The king of hearts: one tap enters the whole row.
    desk_types(sheet, {"N": 0, "E": 1, "S": 0, "W": 0}, hand=3)
    has_heard(phone, version(3, 1))
    phone.mouse.up()
    expect(dot(phone, 3)).to_have_attribute("data-state", "conflict")
    assert in_force(3) == {"N": 0, "E": 1, "S": 0, "W": 0}


def test_a_call_that_another_phone_had_just_made_was_taken_back(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    phone.locator("#phone-call").click()
    hold_down(phone, "[data-act=call-now]")
    call_arbiter(table=sheet.table)
    has_heard(phone, "sheet.call")
    with phone.expect_response("**/call"):
        phone.mouse.up()
    expect(phone.locator("#phone-call.is-called")).to_be_visible()
    assert Call.objects.get().done_at is None
    with phone.expect_response("**/call"):
        phone.locator("#phone-call").click()
    expect(phone.locator("#phone-call.is-called")).to_have_count(0)
    assert Call.objects.get().done_at is not None


def test_the_second_of_two_quick_taps_takes_no_call_back(phone: Page, sheet: Sheet) -> None:
    call_bodies = []
    phone.on(
        "request",
        lambda request: (
            call_bodies.append(request.post_data) if request.url.endswith("/call") else None
        ),
    )
    open_sheet(phone, sheet)
    call(phone)
    expect(phone.locator("#phone-call.is-called")).to_be_visible()
    expect(phone.locator("#phone-call")).to_be_enabled()
    phone.locator("#phone-call").dispatch_event("click", {"detail": 2})
    desk_types(sheet, DESK)
    at_the_desk(phone, 1)
    assert len(call_bodies) == 1
    assert Call.objects.get().done_at is None


def test_an_answer_takes_no_key_from_under_the_finger(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    calls = hold(phone, "**/call")
    with phone.expect_request("**/call"):
        call(phone)
    hold_down(phone, "[data-number='3']")
    called = next_held(phone, calls)
    called.fulfill(response=answer_of(called))
    has_heard(phone, "sheet.call")
    phone.mouse.up()
    expect(phone.locator("[data-column=N] .phone-count")).to_have_text("3")
    expect(phone.locator("#phone-call.is-called")).to_be_visible()


def test_two_exchanges_told_on_two_phones_are_both_kept(
    watched: Callable[..., Page], sheet: Sheet
) -> None:
    first, second = (watched(viewport=SMALL) for _phone in range(2))
    for phone, winds in ((first, "NE"), (second, "SW")):
        open_sheet(phone, sheet)
        say_exchanged(phone, *winds)
    first.locator("[data-act=sit-so]").click()
    expect(name_at(second, "N")).to_have_text("Player 2")
    expect(second.locator(".phone-confirm")).to_contain_text("Player 3 è a Ovest, Player 4 è a Sud")
    second.locator("[data-act=sit-so]").click()
    for phone in (first, second):
        for wind, name in zip(
            "NESW", ["Player 2", "Player 1", "Player 4", "Player 3"], strict=True
        ):
            expect(name_at(phone, wind)).to_have_text(name)


def test_counts_typed_beside_names_that_change_are_looked_at_again(
    watched: Callable[..., Page], sheet: Sheet
) -> None:
    first, second = (watched(viewport=SMALL) for _phone in range(2))
    for phone in (first, second):
        open_sheet(phone, sheet)
    second.locator("[data-number='3']").click()
    say_exchanged(first, "N", "E")
    first.locator("[data-act=sit-so]").click()
    expect(name_at(second, "N")).to_have_text("Player 2")
    expect(second.locator(".phone-refusal")).to_contain_text("ricontrolla ogni numero")
    expect(second.locator("[data-column=N] .phone-count")).to_have_text("3")
    second.locator("[data-act=read]").click()
    expect(second.locator(".phone-refusal")).to_have_count(0)


def test_a_wind_was_made_to_sign_rows_that_changed_while_it_was_asked(
    transactional_db: None, phone: Page
) -> None:
    sheet = fill(a_sheet(signatures="all"))
    open_sheet(phone, sheet)
    tap(phone, "[data-act=totals]", "[data-holder=N]", "[data-sign=E]")
    phone.locator("[data-act=own-code]").fill(own_code(sheet, "E"))
    desk_types(sheet, DESK)
    has_heard(phone, version(1, 2))
    phone.locator("[data-act=signed]").click()
    expect(phone.locator(".phone-refusal")).to_contain_text("è stata cambiata mentre leggevi")
    assert not Signature.objects.exists()
    sign(phone, sheet, "E")
    assert Signature.objects.get().wind == "E"


@pytest.mark.journey
def test_a_sheet_is_not_handed_in_with_a_row_that_changed_under_the_finger(
    phone: Page, sheet: Sheet
) -> None:
    fill(sheet)
    open_sheet(phone, sheet)
    phone.locator("[data-act=totals]").click()
    expect(phone.locator("[data-act=hand-in]")).to_be_enabled()
    hold_down(phone, "[data-act=hand-in]")
    desk_types(sheet, DESK)
    has_heard(phone, version(1, 2))
    phone.mouse.up()
    expect(phone.locator(".phone-refusal")).to_contain_text("è stato cambiato mentre lo leggevi")
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.OPEN
    phone.locator("[data-act=hand-in]").click()
    expect(phone.locator(".phone-state")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.HANDED_IN


def test_a_proposal_for_a_row_that_has_changed_meanwhile_overwrites_nothing(
    phone: Page, sheet: Sheet
) -> None:
    fill(sheet, good_rows() | {2: POINTS})
    open_sheet(phone, sheet)
    dot(phone, 2).click()
    hold_down(phone, "[data-act=proposal] >> nth=0")
    theirs = {"N": 0, "E": 1, "S": 1, "W": 1}
    desk_types(sheet, theirs, hand=2)
    has_heard(phone, version(2, 2))
    phone.mouse.up()
    expect(dot(phone, 2)).to_have_attribute("data-state", "conflict")
    assert in_force(2) == theirs


def test_who_has_come_to_a_problem_with_the_keyboard_stays_there(phone: Page, sheet: Sheet) -> None:
    fill(sheet, good_rows() | {2: POINTS})
    open_sheet(phone, sheet)
    phone.locator("[data-act=totals]").click()
    problem = phone.locator(".phone-problems button").first
    problem.focus()
    desk_types(sheet, DESK)
    has_heard(phone, version(1, 2))
    expect(problem).to_be_focused()


def test_news_leaves_the_page_where_its_reader_has_scrolled_it(
    watched: Callable[..., Page], sheet: Sheet
) -> None:
    phone = watched(viewport={"width": 360, "height": 420})
    open_sheet(phone, sheet)
    phone.locator("[data-act=totals]").click()
    phone.locator("[data-act=sit-otherwise]").scroll_into_view_if_needed()
    body = phone.locator(".phone-body")
    before = body.evaluate("body => body.scrollTop")
    assert before > 0
    desk_types(sheet, DESK)
    at_the_desk(phone, 1)
    assert body.evaluate("body => body.scrollTop") == before


@pytest.mark.parametrize("apart", [40, 300])
def test_a_second_tap_on_the_king_of_hearts_filled_the_next_hand_too(
    phone: Page, sheet: Sheet, apart: int
) -> None:
    stop_the_clock(phone)
    open_sheet(phone, sheet)
    dot(phone, 3).click()
    phone.clock.run_for(1_000)
    tap_twice(phone, "[data-column=W]", apart)
    expect(phone.locator(".phone-missing")).to_contain_text("No re di cuori: Ovest")
    phone.clock.run_for(1_000)
    at_the_desk(phone, 3)
    assert HandResult.objects.count() == 1
    expect(dot(phone, 4)).to_have_attribute("data-state", "empty")
    phone.touchscreen.tap(
        *middle(phone, "[data-column=W]")
    )  # This tap is meant for hand 4 and counts for it.
    expect(dot(phone, 5)).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize("apart", [40, 300])
def test_a_second_tap_gave_both_of_the_last_tricks_to_one(
    phone: Page, sheet: Sheet, apart: int
) -> None:
    stop_the_clock(phone)
    open_sheet(phone, sheet)
    dot(phone, 7).click()
    phone.clock.run_for(1_000)
    tap_twice(phone, "[data-column=N]", apart)
    expect(phone.locator("[data-column=N] .phone-count")).to_have_text("1")
    phone.clock.run_for(1_000)
    phone.touchscreen.tap(*middle(phone, "[data-column=N]"))
    expect(phone.locator(".phone-missing")).to_contain_text("Nord\u00a0× 2")


def test_a_key_of_the_keyboard_that_is_held_down_fills_one_hand(phone: Page, sheet: Sheet) -> None:
    stop_the_clock(phone)
    open_sheet(phone, sheet)
    dot(phone, 3).click()
    phone.clock.run_for(1_000)
    phone.locator("[data-column=W]").focus()
    for _repeated in range(5):
        phone.keyboard.down("Enter")
        phone.clock.run_for(40)
    expect(dot(phone, 4)).to_have_attribute("data-state", "empty")


def test_one_tap_takes_the_last_row_back(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    dot(phone, 3).click()
    phone.locator("[data-column=W]").click()
    at_the_desk(phone, 3)
    phone.locator("[data-act=take-back]").click()
    expect(dot(phone, 3)).to_have_attribute("aria-current", "step")
    expect(phone.locator(".phone-net")).to_have_text("")
    expect(dot(phone, 3)).to_have_attribute("data-state", "empty")
    assert HandResult.objects.current().get(hand=3).content is None
    phone.locator("[data-column=E]").click()
    at_the_desk(phone, 3)
    assert in_force(3) == {"N": 0, "E": 1, "S": 0, "W": 0}


def test_a_phone_goes_on_asking_after_an_error_while_it_draws(
    browser: Browser, live_server, sheet: Sheet
) -> None:
    """An error while drawing an answer does not stop the polling. It used to, until the page was
    reloaded.
    """
    context = browser.new_context(base_url=live_server.url, locale="it-IT", viewport=SMALL)
    phone = context.new_page()
    open_sheet(phone, sheet)
    phone.evaluate(
        f"async () => {STORE}.listen(() => {{"
        "  if (!window.broken) { window.broken = true; throw Error('a wheel came off'); }"
        "})"
    )
    with phone.expect_response("**/fault"):
        desk_types(sheet, DESK)
    desk_types(sheet, {"N": 6, "E": 2, "S": 0, "W": 0})
    has_heard(phone, version(1, 2))
    assert phone.evaluate(f"async () => {STORE}.content(1).units.N") == 6
    expect(phone.locator("#phone-fault")).to_contain_text(
        "Qualcosa è andato storto in questa pagina"
    )
    wait_for(phone, f"{STORE}.online")
    line = sheet.table.round.tournament.log.get(kind="page_fault")
    assert line.fields["fault"].startswith("a wheel came off · ")
    assert line.fields["version"] == page_version()
    context.close()
