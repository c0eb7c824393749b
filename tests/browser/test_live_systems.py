"""Pairs, differences and chosen hands on a small phone: every figure of the public pages fits the
window.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.evenings import demo

CUT = """[...document.querySelectorAll('.table-scroll, .wind-list')]
  .filter((box) => !box.closest('details:not([open])'))
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent.trim().slice(0, 60))"""
LETTERS_AWAY = """[...document.querySelectorAll('summary .wind')]
  .filter((badge) => getComputedStyle(badge).textIndent !== '0px').length"""


@pytest.mark.django_db(transaction=True)
def test_no_figure_of_a_standing_or_a_sheet_is_cut_on_a_small_phone(
    phone: Page, wrong_looks: Callable[[Page], list[str]]
) -> None:
    for ruleset in ("lab_coppie", "pt_duplas", "pirandello"):
        evening = demo(stage="finished", seed=3, ruleset=ruleset, tables=2, rounds=1, language="it")
        for path in ("standings/", "1/tables/1/"):
            phone.goto(f"/live/{evening.code}/{path}")
            assert phone.evaluate(CUT) == [], (ruleset, path)
            assert phone.evaluate(LETTERS_AWAY) == 0, (ruleset, path)
            if ruleset == "lab_coppie":
                assert wrong_looks(phone) == [], path
                phone.set_viewport_size({"width": 360, "height": 640})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("ruleset", "locale"), [("rifki", "tr-TR"), ("russian", "ru-RU")])
def test_a_sheet_of_its_own_country_is_whole_in_its_language_on_a_small_phone(
    watched: Callable[..., Page], ruleset: str, locale: str
) -> None:
    """Sheets of each country's system fit a small phone. The last column of a Turkish sheet used to
    be pushed outside by the mark of a ruling.
    """
    language = locale[:2]
    evening = demo(stage="finished", seed=5, ruleset=ruleset, tables=2, rounds=1, language=language)
    phone = watched(viewport={"width": 360, "height": 640}, is_mobile=True, locale=locale)
    for path in ("standings/", "1/tables/1/", "players/1/"):
        phone.goto(f"/live/{evening.code}/{path}")
        assert phone.locator("html").get_attribute("lang") == language
        assert phone.evaluate(CUT) == [], path
