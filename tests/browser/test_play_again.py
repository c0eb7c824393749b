"""A published board played again on a small touch phone, from the board's page to the numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.names import LOCALES, TOO_LONG
from tests.evenings import demo
from tests.replay.home import address, pending, play_out, thirty_played
from tests.replay.typed import HEARTS_LED, letters, link

pytestmark = pytest.mark.django_db(transaction=True)

QUEENS, KING, MISERE, NO_TRUMP = 2, 3, 6, 12
DOMINO, DECLARED = 8, 9
"""A system with a Domino."""
BETWEEN_TWO_PRESSES = 600
"""Milliseconds, longer than a double click."""


def test_a_board_is_played_again_by_touch(
    watched: Callable[..., Page], accessible: Callable[[Page], list[str]]
) -> None:
    evening = demo(stage="finished", seed=12, tables=3, rounds=1, language="it")
    pending(evening)
    phone = watched(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    phone.goto(f"/live/{evening.code}/1/boards/{KING}/")
    phone.locator(".play-again a").tap()
    # Every card of the player's hand is on the first screen, and nothing overflows sideways.
    expect(phone.locator(".replay-card")).to_have_count(13)
    last = phone.locator(".replay-card").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 640
    assert accessible(phone) == []
    explained = False
    for turn in range(13):
        if phone.locator("#numbers").count():
            break
        dim = phone.locator(".replay-card[data-why]")
        if dim.count() and not explained:
            why = dim.first.get_attribute("data-why") or ""
            assert re.search("rispondere al seme|non si attacca", why)
            dim.first.tap(force=True)
            expect(phone.locator(".replay-why")).to_have_text(why)
            assert accessible(phone) == []
            explained = True
        before = phone.url
        # Every page takes two quick presses of one place as one, so wait as a person does.
        phone.wait_for_timeout(BETWEEN_TWO_PRESSES)
        phone.locator(".replay-card.is-legal").last.tap()
        phone.wait_for_url(lambda url, before=before: url != before)
        # The game continues after a reload, because the address holds it.
        if turn == 1 and not phone.locator("#numbers").count():
            cards_in_hand = phone.locator(".replay-card").count()
            phone.reload()
            expect(phone.locator(".replay-card")).to_have_count(cards_in_hand)
    assert explained
    expect(phone.locator("#numbers")).to_contain_text(
        re.compile("Tu.*La sala, 3 tavoli", re.DOTALL)
    )
    # The robots' number appears without a reload once their games are played.
    expect(phone.locator("#numbers")).to_contain_text("sta ancora giocando")
    text = parse_qs(urlsplit(phone.url).query)["g"][0]
    thirty_played(evening, KING, text)
    expect(phone.locator("#numbers")).to_contain_text("media di 30 partite")
    assert accessible(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    phone.locator("#step-forth").tap()
    expect(phone.locator("#step")).to_contain_text("1/")
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("#step")).to_contain_text("2/")
    phone.keyboard.press("ArrowLeft")
    expect(phone.locator("#step")).to_contain_text("1/")


@pytest.mark.parametrize("board", [QUEENS, MISERE, NO_TRUMP])
def test_three_contracts_take_a_touch_a_card(watched: Callable[..., Page], board: int) -> None:
    """From the board's page to the numbers, a hand takes at most one touch per card."""
    evening = demo(stage="finished", seed=12, tables=2, rounds=1, language="fr")
    pending(evening)
    phone = watched(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, locale="fr"
    )
    phone.goto(f"/live/{evening.code}/1/boards/{board}/")
    phone.locator(".play-again a").tap()
    touches = 0
    waits = phone.locator("#numbers, .replay-begin, .replay-card.is-legal").first
    waits.wait_for()
    while not phone.locator("#numbers").count():
        before = phone.url
        phone.wait_for_timeout(BETWEEN_TWO_PRESSES)
        phone.locator(".replay-begin, .replay-card.is-legal").first.tap()
        phone.wait_for_url(lambda url, before=before: url != before)
        waits.wait_for()
        touches += 1
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert 0 < touches <= 13
    expect(phone.locator("#numbers")).to_contain_text("La salle, 2 tables")
    phone.locator("#step-last").tap()
    expect(phone.locator("#step")).to_contain_text(re.compile(r"(\d+)/\1"))


def test_no_word_is_longer_than_its_place_on_the_smallest_phone(
    watched: Callable[..., Page],
) -> None:
    """Every page of a board that is played again, in each language, on 320 dots; a Domino has the
    widest rows.
    """
    evening = demo(stage="finished", seed=5, ruleset="lab13", tables=2, rounds=1, language="it")
    pending(evening)
    pages = [f"/live/{evening.code}/boards/", address(evening, DECLARED)]
    pages += [link(at="4"), link(cards="1"), address(evening, DOMINO)]
    exchanged = {"H2": "S2", "S2": "H2"}
    pages.append(link(cards=letters(*(exchanged.get(card, card) for card in HEARTS_LED)), at="4"))
    for board in (DOMINO, DECLARED):
        _page, ended = play_out(Client(), address(evening, board))
        pages += [ended, f"{ended}&at=52"]
    wrong = {}
    for locale, language in LOCALES.items():
        phone = watched(viewport={"width": 320, "height": 640}, locale=locale)
        for page in pages:
            phone.goto(page)
            expect(phone.locator("html")).to_have_attribute("lang", language)
            phone.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
            if found := phone.evaluate(TOO_LONG):
                wrong[language, page.partition("?")[0]] = found
            nav = phone.locator(".site-nav")
            if nav.count() and nav.evaluate("nav => nav.scrollWidth > nav.clientWidth"):
                wrong[language, page.partition("?")[0]] = ["the ways at the top"]
        phone.context.close()
    assert wrong == {}
