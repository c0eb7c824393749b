"""The link to a typed hand, on a small phone and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.replay.typed import HEARTS_LED, letters, link

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("language", ["it", "en", "fr", "pt"])
def test_a_typed_hand_is_followed_card_by_card(
    language: str, watched: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    phone = watched(viewport={"width": 360, "height": 640}, locale=language)
    exchanged = {"H2": "S2", "S2": "H2"}
    cards = letters(*(exchanged.get(card, card) for card in HEARTS_LED))
    phone.goto(link(cards=cards))
    assert phone.locator("html").get_attribute("lang") == language
    expect(phone.locator("#step")).to_contain_text("0/52")
    for _card in range(4):
        phone.keyboard.press("ArrowRight")
        phone.wait_for_timeout(700)
    expect(phone.locator("#step")).to_contain_text("4/52")
    expect(phone.locator(".replay-broken")).to_have_count(1)
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert accessible(phone) == []
    phone.locator("#step-forth").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#step")).to_contain_text("5/52")
    expect(phone.locator("#step-forth")).to_be_focused()
    phone.locator(".typed-findings a").last.click()
    expect(phone.locator("#step")).to_contain_text("48/52")
    phone.goto(link(ruleset="lab13", contract="DOM", cards=letters("D7", "D8", "H7")))
    phone.keyboard.press("End")
    expect(phone.locator("#step")).to_contain_text("3/3")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert accessible(phone) == []


def test_quick_presses_are_all_counted(watched: Callable[..., Page]) -> None:
    """The second comes before the site has answered the first."""
    phone = watched(viewport={"width": 360, "height": 640})
    phone.goto(link())
    phone.evaluate("for (const press of [1, 2]) document.getElementById('step-forth').click()")
    expect(phone.locator("#step")).to_contain_text("2/52")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        phone.keyboard.press(key)
    expect(phone.locator("#step")).to_contain_text("4/52")
    # Further than the last card nothing is asked for.
    phone.evaluate(
        "for (const key of ['last', 'back', 'forth', 'forth'])"
        " document.getElementById(`step-${key}`).click()"
    )
    expect(phone.locator("#step")).to_contain_text("52/52")
    phone.keyboard.press("ArrowLeft")
    expect(phone.locator("#step")).to_contain_text("51/52")
