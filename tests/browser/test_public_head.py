"""The head of the public pages on a phone: one line, also for signed-in users, in each language.
Links to other evenings are in the menu of the name.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from simultaneous import centre, ranking
from simultaneous.models import Event
from tests.browser.names import LOCALES
from tests.browser.pages import choose_language
from tests.evenings import demo
from tests.simultaneous.events import in_play, reported

ONE_LINE = 64
"""Height in pixels of one key for a thumb, with its margins."""


@pytest.mark.django_db(transaction=True)
def test_the_head_of_a_public_page_is_one_line_on_a_phone(sign_in: Callable[..., Page]) -> None:
    evening = demo(stage="finished", seed=4, tables=1, rounds=1)
    event = reported(in_play(), 1)
    ranking.publish_event(event=centre.close_event(Event.objects.get(pk=event.pk)))
    phone = sign_in("organizer", "arbiter")
    places = (
        f"/live/{evening.code}/",
        f"/live/{evening.code}/standings/",
        f"/simultaneous/{event.code}/",
    )
    phone.goto(places[0])
    high = {}
    for width in (360, 390):
        phone.set_viewport_size({"width": width, "height": 844})
        for language in ("it", "pt", "fr"):
            phone.context.add_cookies(
                [{"name": "django_language", "value": language, "url": phone.url}]
            )
            for place in places:
                phone.goto(place)
                high[width, language, place] = phone.locator(".site-header").evaluate(
                    "head => head.clientHeight"
                )
    assert {key: height for key, height in high.items() if height > ONE_LINE} == {}
    phone.locator(".account-menu > summary").click()
    expect(phone.locator(".account-box a[href='/desk/']")).to_be_visible()
    phone.set_viewport_size({"width": 1366, "height": 768})
    expect(phone.locator(".site-nav a[href='/desk/']")).to_be_visible()
    expect(phone.locator(".account-box a[href='/desk/']")).to_be_hidden()


@pytest.mark.django_db(transaction=True)
def test_every_way_of_the_head_is_read_whole_on_a_small_phone(watched: Callable[..., Page]) -> None:
    """No link is cut. The French "Étuis" used to be cut by "Se connecter"."""
    evening = demo(stage="finished", seed=4, tables=1, rounds=1)
    hidden = {}
    phone = watched(viewport={"width": 360, "height": 780}, is_mobile=True)
    phone.goto("/t/")
    for language in LOCALES.values():
        choose_language(phone, language)
        phone.goto(f"/live/{evening.code}/")
        expect(phone.locator("html")).to_have_attribute("lang", language)
        expect(phone.locator(".site-nav a")).not_to_have_count(0)
        hidden[language] = phone.locator(".site-nav").evaluate(
            "ways => ways.scrollWidth - ways.clientWidth"
        )
    assert {language: dots for language, dots in hidden.items() if dots > 0} == {}
