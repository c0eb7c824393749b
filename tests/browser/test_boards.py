"""Boards in a real browser: typing with the keyboard, a disputed hand tapped card by card, wrong
cards at a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from king.cards import SUITS, WINDS
from scoring.rows import enter_row
from tests.evenings import a_round, a_tournament, good_rows, sealed_round, sheet_of
from tests.king.deals import DEAL

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_deal_is_typed_with_the_keyboard_and_the_last_hand_is_what_is_left(
    page: Page, sign_in: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    sign_in("organizer")
    page.goto(f"/desk/{round_.tournament.code}/boards/1/type/1/")
    expect(page.locator("[name=N_S]")).to_be_focused()
    for wind in WINDS[:3]:
        for suit in SUITS:
            page.keyboard.type("".join(rank.label for rank in DEAL.suit(wind, suit)).lower())
            page.keyboard.press("Enter")
    # The remaining cards are West's hand, suit by suit.
    for suit in SUITS:
        ranks = " ".join(rank.label for rank in DEAL.suit("W", suit))
        expect(page.locator(f"[data-left={suit}] span")).to_have_text(ranks)
    assert accessible(page) == []
    page.locator("#typed-rest").click()
    expect(page.locator("#typed-deal .btn-primary")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/boards/1/type/2/")
    round_.refresh_from_db()
    assert round_.board_set.boards.get().owners == DEAL.owners


def test_a_card_typed_twice_is_named_while_it_is_typed(
    page: Page, sign_in: Callable[..., Page]
) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    sign_in("organizer")
    page.goto(f"/desk/{round_.tournament.code}/boards/1/type/1/")
    page.locator("[name=N_S]").fill("AK10")
    page.locator("[name=E_S]").fill("T9")
    expect(page.locator("#typed-wrong")).to_contain_text("♠10")
    expect(page.locator("[name=E_S]")).to_have_attribute("aria-invalid", "true")


def test_a_disputed_hand_is_tapped_and_the_ruling_is_ready(
    page: Page, sign_in: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    sheet = sheet_of(sealed_round(a_tournament()))
    enter_row(sheet=sheet, hand=5, content=good_rows()[5], origin="desk")
    sheet.table.round.board_set.boards.filter(number=5).update(owners=DEAL.owners)
    sign_in("arbiter")
    page.goto(f"/desk/{sheet.table.round.tournament.code}/play/1/1/judge/5/")
    page.locator("form[action$='/open/'] button").click()
    expect(page.locator(".card-key")).to_have_count(52)
    # East leads the queen of spades; South holds four spades and throws a club.
    page.locator('[name=add][value="SQ"]').click()
    expect(page.locator("#judge-cards")).to_have_value("♠Q")
    # South must follow suit: the four spades are the legal cards.
    expect(page.locator(".card-key.is-legal")).to_have_count(4)
    page.locator('[name=add][value="CA"]').click()
    expect(page.locator(".judge-findings li")).to_have_count(1)
    assert accessible(page) == []
    page.locator(".judge-findings a").click()
    page.wait_for_url("**/rule/?*")
    expect(page.locator("[name=kind][value=illegal_play]")).to_be_checked()
    expect(page.locator("[name=offender][value=S]")).to_be_checked()
    expect(page.locator("[name=reason]")).to_have_value(re.compile("♣A"))


def test_the_phone_says_what_to_do_with_wrong_cards_and_calls_the_arbiter(
    phone: Page, accessible: Callable[[Page], list[str]]
) -> None:
    sheet = sheet_of(sealed_round(a_tournament()))
    phone.goto(f"/t/{sheet.table.place.code}/")
    phone.locator("[data-act=help]").click()
    expect(phone.get_by_role("dialog")).to_be_visible()
    assert accessible(phone) == []
    phone.locator("[data-act=misdeal-call]").click()
    expect(phone.locator("#phone-call.is-called")).to_be_visible()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    assert sheet.table.calls.get().hand == 1
