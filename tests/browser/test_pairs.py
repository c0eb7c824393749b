"""Pairs and players on an evening's screens and phones: names are whole and distinct, and every
column is inside the window.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.evenings import demo
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

CUT = """() => [...document.querySelectorAll('.wind-list, .table-scroll')]
    .map((box) => box.scrollWidth - box.clientWidth)"""
APART = """() => [...document.querySelectorAll('.members')].map((list) => {
    const marks = [...list.querySelectorAll('.wind')].map((mark) => mark.getBoundingClientRect());
    return marks.slice(1).every((mark, at) => mark.top >= marks[at].bottom - 0.5);
})"""


def finished(ruleset: str, tables: int) -> Tournament:
    return demo(stage="finished", seed=2, ruleset=ruleset, tables=tables, rounds=1, language="it")


def test_a_partita_of_pairs_has_its_match_points_on_a_small_phone(phone: Page) -> None:
    """The last column, which decides, fits a small phone; it used to be outside."""
    evening = finished("lab_coppie", 3)
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"/live/{evening.code}/standings/1/partita/1/")
    expect(phone.locator(".wind-list")).to_have_count(3)
    assert phone.evaluate(CUT) == [0] * 6


def test_a_short_standing_of_pairs_fills_the_halls_screen(page: Page) -> None:
    """Six lines reach into the screen's lower third, which used to be empty."""
    evening = finished("lab_coppie", 3)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"/live/{evening.code}/screen/overall/")
    expect(page.locator(".turn-shown .screen-line")).to_have_count(6)
    lowest = page.locator(".turn-shown .screen-line").evaluate_all(
        "lines => Math.max(...lines.map((line) => line.getBoundingClientRect().bottom))"
    )
    assert 0.8 * 768 < lowest < 768


def test_the_winds_of_a_teams_members_do_not_lie_on_each_other(
    sign_in: Callable[..., Page],
) -> None:
    desk = sign_in("organizer", "organizer")
    evening = demo(stage="entries", seed=6, ruleset="pt_pareado", tables=4, rounds=1, language="it")
    for size in ({"width": 390, "height": 844}, {"width": 1366, "height": 768}):
        desk.set_viewport_size(size)
        desk.goto(f"/desk/{evening.code}/players/")
        expect(desk.locator(".members")).to_have_count(4)
        assert desk.evaluate(APART) == [True] * 4


def test_the_column_that_decides_is_inside_the_desks_window(sign_in: Callable[..., Page]) -> None:
    """The reason of a broken tie moves under the name if it would push the figures outside."""
    desk = sign_in("organizer", "organizer")
    evening = demo(stage="finished", seed=5, ruleset="lab12", tables=6, rounds=3, language="it")
    desk.set_viewport_size({"width": 1366, "height": 768})
    desk.goto(f"/desk/{evening.code}/standings/")
    expect(desk.locator(".overall .decided").first).to_be_visible()
    assert set(desk.evaluate(CUT)) == {0}
