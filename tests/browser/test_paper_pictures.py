"""The small pictures on *Print* are large enough to recognize a document without hovering."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.evenings import demo

LAPTOP, PHONE = 48, 80
"""Least length of a picture's longer side, in pixels. The laptop's is smaller so that ten lines of the list fit."""


@pytest.mark.parametrize(
    ("size", "least"), [((390, 844), PHONE), ((1366, 768), LAPTOP)], ids=["phone", "laptop"]
)
def test_the_picture_of_a_paper_is_large_enough_to_be_known(
    desk: Page, size: tuple[int, int], least: int
) -> None:
    evening = demo(stage="finished", seed=4, tables=1, rounds=1)
    desk.set_viewport_size({"width": size[0], "height": size[1]})
    desk.goto(f"/desk/{evening.code}/print/")
    pictures = desk.locator(".paper-picture:visible")
    expect(pictures.first).to_be_visible()
    sides = pictures.evaluate_all("all => all.map(one => Math.max(one.width, one.height))")
    assert min(sides) >= least
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert desk.evaluate(wide) == 0
