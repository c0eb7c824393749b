"""Several typists: two phones, two tabs, a desk that corrects, a phone that dies, a backup that is
restored.

Nothing is overwritten silently, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.models import HandResult, Sheet, Signature
from scoring.sheet_steps import take_back
from tests.browser.pages import (
    at_the_desk,
    desk_types,
    dot,
    forget_the_hand_in,
    in_force,
    open_sheet,
    play_hand,
    sign,
    tap,
)
from tests.evenings import a_sheet, fill, put_in_play

SMALL = {"width": 360, "height": 640}
TRICKS = {"N": 5, "E": 5, "S": 2, "W": 1}


@pytest.fixture
def two(watched: Callable[..., Page], sheet: Sheet) -> list[Page]:
    phones = [watched(viewport=SMALL) for _phone in range(2)]
    for phone in phones:
        open_sheet(phone, sheet)
    return phones


@pytest.mark.journey
def test_a_hand_begun_before_the_other_phone_sent_it_does_not_overwrite_it_in_silence(
    two: list[Page],
) -> None:
    first, second = two
    tap(second, "[data-number='0']", "[data-number='0']")
    play_hand(first, 1)
    at_the_desk(first, 1)
    at_the_desk(
        second, 1
    )  # The second phone has received it, and its user goes on with the row already begun.
    tap(second, "[data-number='8']", "[data-act=accept]")
    expect(dot(second, 1)).to_have_attribute("data-state", "conflict")
    assert in_force(1) == {"N": 3, "E": 1, "S": 4, "W": 0}
    dot(second, 1).click()
    second.locator("[data-act=keep-theirs]").click()
    at_the_desk(second, 1)
    assert HandResult.objects.count() == 1


def test_news_from_the_desk_takes_no_key_from_under_the_finger(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    phone.locator("[data-number='3']").hover()
    phone.mouse.down()
    with phone.expect_response(lambda answer: "stamp=" in answer.url and answer.status == 200):
        desk_types(sheet, {"N": 1, "E": 1, "S": 1, "W": 1}, hand=2)
    phone.mouse.up()
    at_the_desk(phone, 2)
    tap(phone, "[data-number='1']", "[data-number='4']", "[data-act=accept]")
    at_the_desk(phone, 1)
    assert in_force(1) == {"N": 3, "E": 1, "S": 4, "W": 0}


def test_two_tabs_of_one_phone_do_not_lose_each_others_rows(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    other = phone.context.new_page()
    open_sheet(other, sheet)
    phone.route("**/rows", lambda route: route.abort())
    other.route("**/rows", lambda route: route.abort())
    play_hand(phone, 1)
    expect(dot(other, 1)).to_have_attribute("data-state", "phone")
    dot(other, 2).click()
    play_hand(other, 2)
    expect(dot(phone, 2)).to_have_attribute("data-state", "phone")
    phone.close()
    other.reload()
    for hand in (1, 2):
        expect(dot(other, hand)).to_have_attribute("data-state", "phone")
    other.unroute("**/rows")
    at_the_desk(other, 2)
    assert sorted(HandResult.objects.values_list("hand", "version")) == [(1, 1), (2, 1)]


def test_two_tabs_that_do_not_hear_each_other_wrote_over_each_others_rows(
    phone: Page, sheet: Sheet
) -> None:
    phone.context.add_init_script("delete window.BroadcastChannel")
    other = phone.context.new_page()
    for hand, tab in enumerate((phone, other), 1):
        open_sheet(tab, sheet)
        tab.route("**/rows", lambda route: route.abort())
        dot(tab, hand).click()
    for hand, tab in enumerate((phone, other), 1):
        play_hand(tab, hand)
        expect(dot(tab, hand)).to_have_attribute("data-state", "phone")
    phone.close()
    other.unroute("**/rows")
    other.reload()
    for hand in (1, 2):
        at_the_desk(other, hand)
    assert sorted(HandResult.objects.values_list("hand", "version")) == [(1, 1), (2, 1)]


def test_signature_and_hand_in_that_an_older_copy_of_the_evening_lacks_are_given_back(
    transactional_db: None, phone: Page
) -> None:
    sheet = fill(a_sheet(signatures="one"))
    open_sheet(phone, sheet)
    tap(phone, "[data-act=totals]", "[data-holder=N]")
    sign(phone, sheet, "E")
    phone.locator("[data-act=hand-in]").click()
    expect(phone.locator(".phone-state")).to_be_visible()
    handed_in = phone.expect_response(lambda answer: answer.url.endswith("/hand-in") and answer.ok)
    with handed_in:
        forget_the_hand_in()
    expect(phone.locator(".phone-state")).to_be_visible()
    assert Signature.objects.get().wind == "E"
    sheet.refresh_from_db()
    assert (sheet.state, sheet.handed_in_unsigned) == (Sheet.State.HANDED_IN, False)


def test_a_sheet_that_the_desk_gave_back_says_so_and_is_handed_in_by_nobody(
    phone: Page, sheet: Sheet
) -> None:
    fill(sheet)
    open_sheet(phone, sheet)
    tap(phone, "[data-act=totals]", "[data-act=hand-in]")
    expect(phone.locator(".phone-state")).to_be_visible()
    take_back(sheet=sheet, author=None)
    expect(phone.locator(".phone-refusal")).to_contain_text("è di nuovo aperto")
    phone.reload()
    expect(phone.locator(".phone-bottom")).to_contain_text("è di nuovo aperto")
    with phone.expect_response("**/state?*"):
        pass
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.OPEN


def test_two_versions_that_differ_in_the_trump_alone_are_told_apart(
    two: list[Page], sheet: Sheet
) -> None:
    first, second = two
    second.context.set_offline(True)
    for phone, trump in ((first, "H"), (second, "S")):
        dot(phone, 8).click()
        tap(
            phone,
            f"[data-field=trump][data-value={trump}]",
            "[data-number='5']",
            "[data-number='5']",
        )
        tap(phone, "[data-number='2']", "[data-act=accept]")
    at_the_desk(first, 8)
    second.context.set_offline(False)
    expect(dot(second, 8)).to_have_attribute("data-state", "conflict")
    dot(second, 8).click()
    signs = [
        second.locator(f"[data-act={act}] svg").inner_html() for act in ("keep-mine", "keep-theirs")
    ]
    assert signs[0] != signs[1]
    second.locator("[data-act=keep-mine]").click()
    at_the_desk(second, 8)
    assert HandResult.objects.current().get(hand=8).content == {
        "contract": "D",
        "units": TRICKS,
        "trump": "S",
    }


def test_a_page_of_a_start_that_was_taken_back_does_not_write_into_the_new_one(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    round_ = sheet.table.round
    sheet.delete()
    put_in_play(round_)
    play_hand(phone, 1)
    expect(phone.locator(".phone-refusal")).to_contain_text("avviata di nuovo")
    assert HandResult.objects.count() == 0
    dot(phone, 1).click()
    expect(phone.locator("[data-column=N] .phone-count")).to_have_text("3")


def test_a_hand_that_a_closed_sheet_did_not_take_can_still_be_read(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    phone.context.set_offline(True)
    play_hand(phone, 1)
    Sheet.objects.update(state=Sheet.State.CLOSED, closed_at="2026-11-20T21:00Z")
    phone.context.set_offline(False)
    expect(phone.locator(".phone-refusal")).to_be_visible()
    phone.locator("[data-act=read]").click()
    dot(phone, 1).click()
    expect(phone.locator(".phone-nottaken")).to_contain_text("N\u00a03")
    assert HandResult.objects.count() == 0
