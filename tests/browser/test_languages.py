"""Phones of other countries: the phone's own language, the language switch, and messages that fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.names import LOCALES, TOO_LONG
from tests.browser.pages import choose_language, open_sheet, states
from tests.evenings import a_sheet, demo, fill

KNOWN = dict(settings.LANGUAGES)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pt-BR", "pt-br"),
        ("pt-PT", "pt"),
        ("tr-TR", "tr"),
        ("ru-RU", "ru"),
        ("fr-FR", "fr"),
        ("de-DE", "en"),
        ("it-IT", "it"),
    ],
)
def test_a_phone_reads_in_the_language_of_its_browser_and_its_owner_may_choose_another(
    watched: Callable[..., Page], transactional_db: None, locale: str, language: str
) -> None:
    phone = watched(locale=locale, **PHONE)
    phone.goto("/t/")
    spoken = language if language in KNOWN else "en"
    expect(phone.locator("html")).to_have_attribute("lang", spoken)
    open_sheet(phone, a_sheet())
    expect(phone.locator("html")).to_have_attribute("lang", spoken)
    for other in KNOWN.keys() - {spoken}:
        phone.locator("#phone-language").select_option(other)
        expect(phone.locator("html")).to_have_attribute("lang", other)
        phone.reload()
        expect(phone.locator("html")).to_have_attribute("lang", other)


def test_no_word_of_the_captains_page_is_longer_than_its_place(
    watched: Callable[..., Page], transactional_db: None
) -> None:
    phone = watched(**PHONE)
    phone.goto("/t/")
    wrong = {}
    for language in LOCALES.values():
        choose_language(phone, language)
        short = {"units": {"N": 1, "E": 1, "S": 1, "W": 1}}
        open_sheet(phone, fill(a_sheet(signatures="one"), {2: short}))
        expect(phone.locator("html")).to_have_attribute("lang", language)
        found = {state: phone.evaluate(TOO_LONG) for state in states(phone)}
        phone.locator("#phone-call").click()
        found["a call"] = phone.evaluate(TOO_LONG)
        wrong |= {(language, state): parts for state, parts in found.items() if parts}
    assert wrong == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_of_a_public_page_or_a_screen_is_longer_than_its_place(
    watched: Callable[..., Page], transactional_db: None, locale: str
) -> None:
    language = LOCALES[locale]
    evening = demo(stage="finished", seed=5, tables=2, rounds=1, language=language)
    playing = demo(stage="playing", seed=5, tables=2, rounds=1, language=language)
    phone = watched(locale=locale, **PHONE)
    live, screen = f"/live/{evening.code}", f"/live/{playing.code}/screen"
    wrong = {}
    for page in (
        "/t/",
        "/live/",
        "/rules/",
        "/rules/lab12/",
        "/rules/settings/",
        f"{live}/",
        f"{live}/standings/",
        f"{live}/players/1/",
        f"{live}/boards/",
        f"{live}/verify/",
        f"{live}/1/tables/1/",
        f"{live}/1/boards/1/",
        f"/live/{playing.code}/",
        f"{live}/screen/winds/",
        f"{live}/screen/overall/",
        f"{screen}/progress/",
        f"{screen}/seating/",
        f"{screen}/phones/",
        f"{screen}/clock/",
    ):
        answer = phone.goto(page)
        assert answer is not None
        assert answer.status == 200, page
        expect(phone.locator("html")).to_have_attribute("lang", language)
        phone.evaluate(
            "document.querySelectorAll('details').forEach((part) => { part.open = true; })"
        )
        if found := phone.evaluate(TOO_LONG):
            wrong[page] = found
    assert wrong == {}


def test_a_word_that_runs_over_its_key_is_found_out(
    watched: Callable[..., Page], transactional_db: None
) -> None:
    phone = watched(**PHONE)
    phone.goto("/t/")
    assert phone.evaluate(TOO_LONG) == []
    phone.locator("main button").evaluate(
        "key => { key.textContent = 'Aprirlo'.repeat(20); key.style.whiteSpace = 'nowrap'; }"
    )
    assert phone.evaluate(TOO_LONG)[0].startswith("AprirloAprirlo")
