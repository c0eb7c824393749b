"""King-FU at a table of three, and pages made for a wall on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.names import broken_words
from tests.browser.pages import to_hand
from tests.evenings import a_sheet, demo


@pytest.mark.django_db(transaction=True)
def test_each_player_has_a_key_and_the_soloists_takes_the_dummys_tricks(phone: Page) -> None:
    evening = demo(stage="playing", seed=4, ruleset="pt_fu", tables=2, rounds=1)
    phone.goto(f"/t/{evening.places.get(number=2).code}/")
    # R12: the soloist has the dummy opposite; the two others are partners with separate counts
    # (§11.4).
    for hand, alone, dealer in (
        (1, "N", "mazziere Ovest"),
        (9, "E", "mazziere Nord"),
        (17, "S", "mazziere Est"),
    ):
        to_hand(phone, hand)
        expect(phone.locator(".phone-wind .wind")).to_have_text(["N", "E", "S"])
        for wind in "NES":
            name = phone.locator(f"[data-column={wind}] .phone-name")
            if wind == alone:
                expect(name).to_contain_text("e il morto")
            else:
                expect(name).not_to_contain_text("e il morto")
        expect(phone.locator(".phone-hand p")).to_contain_text(dealer)


@pytest.mark.django_db(transaction=True)
def test_no_name_on_the_halls_screen_is_broken_within_a_word_on_a_phone(phone: Page) -> None:
    evening = demo(stage="seated", seed=4, ruleset="pt_ind", tables=4)
    phone.goto(f"/live/{evening.code}/screen/")
    expect(phone.locator(".turn-shown .name")).to_have_count(16)
    assert broken_words(phone, ".turn-shown .name") == []


@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_rule_system_is_no_wider_than_a_phone(
    phone: Page, accessible: Callable[[Page], list[str]], django_user_model
) -> None:
    django_user_model.objects.create_user("anna")
    phone.goto("/rules/lab13/")
    expect(phone.locator(".rulebook")).to_be_visible()
    assert (
        phone.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        == 0
    )
    assert accessible(phone) == []


@pytest.mark.django_db(transaction=True)
def test_of_three_the_table_says_which_of_them_deals_first(phone: Page) -> None:
    sheet = a_sheet("king_three", pre_dealt=False)
    phone.goto(f"/t/{sheet.table.place.code}/")
    expect(phone.locator("[data-dealer]")).to_have_count(3)
    phone.locator("[data-dealer=S]").click()
    expect(phone.locator(".phone-hand p")).to_contain_text("mazziere Sud")
    expect(phone.locator(".phone-wind .wind")).to_have_text(["N", "E", "S"])
