"""Phones and the desk together: signatures hold for the rows that the signers saw; an answered
call; a proposal.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.models import HandResult, Sheet
from scoring.rows import enter_row
from tests.browser.following import follow, hurry, press_of
from tests.browser.pages import (
    ASKS,
    EVERY,
    POINTS,
    SETTLED,
    at_the_desk,
    call,
    dot,
    open_sheet,
    play_hand,
    sign,
)
from tests.evenings import a_sheet, fill, good_rows


def once_each() -> list[tuple[int, int]]:
    """Hands with a row in force, each with the number of such rows."""
    current = list(HandResult.objects.current().values_list("hand", flat=True))
    return [(hand, current.count(hand)) for hand in sorted(set(current))]


@pytest.mark.journey
def test_four_signatures_hold_for_the_rows_they_saw_and_a_change_asks_again(
    desk: Page, watched: Callable[..., Page]
) -> None:
    sheet = fill(a_sheet(signatures="all"))
    captain, other = (watched(viewport={"width": 360, "height": 640}) for _phone in range(2))
    for phone in (captain, other):
        phone.clock.install()
        open_sheet(phone, sheet)
        phone.locator("[data-act=totals]").click()
    captain.locator("[data-holder=N]").click()
    other.locator("[data-holder=W]").click()
    captain.locator("[data-act=hand-in]").click()
    expect(captain.locator(".phone-refusal")).to_be_visible()
    for wind in "NES":
        sign(captain, sheet, wind, at_once=True)
    sign(other, sheet, "W", at_once=True)
    hurry(captain, ASKS, expect(captain.locator("[data-sign].is-chosen")).to_have_count, 4)

    changed = good_rows()[2] | {"units": {"N": 4, "E": 0, "S": 0, "W": 0}}
    enter_row(sheet=sheet, hand=2, content=changed, origin="phone", device="another phone")
    hurry(captain, ASKS, expect(captain.locator("[data-sign].is-chosen")).to_have_count, 0)
    with captain.expect_response("**/hand-in"):
        captain.locator("[data-act=hand-in]").click()
    expect(captain.locator(".phone-refusal")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.OPEN
    for wind in "NESW":
        sign(captain, sheet, wind, at_once=True)
    captain.clock.run_for(SETTLED)
    captain.locator("[data-act=hand-in]").click()
    expect(captain.locator(".phone-state")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.HANDED_IN
    assert once_each() == [(hand, 1) for hand in range(1, 13)]
    desk.goto(f"/desk/{sheet.table.round.tournament.code}/play/1/1/")
    expect(desk.locator(".sheet-seats .sign")).to_have_count(4)


def test_a_call_is_seen_at_the_desk_and_who_is_coming_on_the_phone(desk: Page, phone: Page) -> None:
    sheet = a_sheet()
    code = sheet.table.round.tournament.code
    for page in (desk, phone):
        page.clock.install()
    desk.goto(f"/desk/{code}/play/1/")
    open_sheet(phone, sheet)
    for hand in (1, 2, 3):
        phone.clock.run_for(SETTLED)
        play_hand(phone, hand)
    at_the_desk(phone, 3)
    call(phone)
    expect(phone.locator("#phone-call")).to_have_class("phone-call is-called")
    hurry(desk, EVERY, expect(desk.locator("#calls a")).to_be_visible)
    expect(desk.locator("#calls a")).to_contain_text("1")
    follow(desk.locator("#calls a"))
    desk.wait_for_url(f"**/desk/{code}/play/1/1/**")
    follow(desk.locator(press_of("take-call")))
    hurry(phone, ASKS, expect(phone.locator("#phone-call")).to_contain_text, "anna")
    follow(desk.locator(press_of("end-call")))
    hurry(
        phone, ASKS, expect(phone.locator("#phone-call")).not_to_have_class, "phone-call is-called"
    )
    play_hand(phone, 4)
    at_the_desk(phone, 4)
    assert once_each() == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_points_typed_for_units_are_put_right_with_one_tap_on_the_phone(
    transactional_db: None, phone: Page
) -> None:
    sheet = fill(a_sheet(), good_rows() | {2: POINTS})
    open_sheet(phone, sheet)
    dot(phone, 2).click()
    phone.locator("[data-act=proposal]").first.click()
    at_the_desk(phone, 2)
    assert HandResult.objects.current().get(hand=2).content["units"] == {
        "N": 1,
        "E": 1,
        "S": 2,
        "W": 0,
    }
    assert once_each() == [(hand, 1) for hand in range(1, 13)]


def test_points_typed_for_units_are_put_right_with_one_press_at_the_desk(desk: Page) -> None:
    sheet = a_sheet()
    desk.goto(f"/desk/{sheet.table.round.tournament.code}/play/1/1/")
    desk.locator('[name="h2-N"]').focus()
    for key in ("3", "3", "6", "0", "Enter"):
        desk.keyboard.press(key)
    proposal = desk.locator('[data-notes="2"] .proposal')
    expect(proposal).to_be_visible()
    proposal.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator('tr[data-hand="2"] [data-points="S"]')).to_have_text("−6")
    assert HandResult.objects.current().get(hand=2).content["units"] == {
        "N": 1,
        "E": 1,
        "S": 2,
        "W": 0,
    }
    expect(proposal).to_have_count(0)


def test_every_page_of_a_sheet_is_accessible_and_fits(
    desk: Page, wrong_looks: Callable[[Page], list[str]]
) -> None:
    sheet = fill(a_sheet(signatures="all"), good_rows() | {2: POINTS})
    enter_row(
        sheet=sheet,
        hand=1,
        content={"units": {"N": 8, "E": 0, "S": 0, "W": 0}},
        origin="phone",
        device="p7",
    )
    place = f"/desk/{sheet.table.round.tournament.code}/play/1/1/"
    wrong = {}
    for path in ("", "history/", "seats/"):
        desk.goto(place + path)
        wrong[path] = wrong_looks(desk)
    assert {path: problems for path, problems in wrong.items() if problems} == {}
