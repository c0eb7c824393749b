"""King-FU at a table of three, and what a phone shows of pages that were made for a wall."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.names import broken_words
from tests.evenings import demo


@pytest.mark.django_db(transaction=True)
def test_the_keys_of_a_soloists_hand_carry_the_badges_of_those_who_play_it(phone: Page) -> None:
    evening = demo(stage="playing", seed=4, ruleset="pt_fu", tables=2, rounds=1)
    phone.goto(f"/t/{evening.places.get(number=2).code}/")
    # R12: the soloist has the dummy opposite; the two others play together, wherever they sit.
    for hand, alone, against in ((1, ["N"], ["E", "S"]), (9, ["E"], ["N", "S"]), (17, ["S"], ["N", "E"])):
        phone.locator(f".phone-dot[data-hand='{hand}']").click()
        expect(phone.locator(f".phone-dot[data-hand='{hand}']")).to_have_attribute("aria-current", "step")
        own, other = ("NS", "EW") if alone != ["E"] else ("EW", "NS")
        expect(phone.locator(f"[data-column={own}] .wind")).to_have_text(alone)
        expect(phone.locator(f"[data-column={other}] .wind")).to_have_text(against)


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
    assert phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert accessible(phone) == []
