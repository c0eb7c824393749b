"""Players out of the ranking take a single line on the pages of standings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.evenings import entered, sat_out
from tournaments.models import Player, Tournament
from tournaments.odd_numbers import complete

LINE = 1.7
"""Largest height of a cell with one line, without padding, as a multiple of its font size."""


@pytest.mark.django_db(transaction=True)
def test_the_filler_of_a_table_stands_on_one_line_below_a_title_that_says_it(
    sign_in: Callable[..., Page],
) -> None:
    evening = entered(7, drawn=True, planned_rounds=1)
    complete(tournament=evening, author=None)
    sat_out(Tournament.objects.get(pk=evening.pk))
    filler = Player.objects.get(is_house=True).full_name
    desk = sign_in("organizer", "arbiter")
    for width in (390, 1366):
        desk.set_viewport_size({"width": width, "height": 844})
        for place in ("desk/{}/standings/", "live/{}/standings/1/partita/1/"):
            desk.goto("/" + place.format(evening.code))
            table = desk.locator("table", has=desk.locator("th[scope=row]", has_text=filler)).last
            expect(table.locator("caption")).to_have_text("Fuori classifica")
            cell = table.locator("th[scope=row]", has_text=filler)
            lines = cell.evaluate(
                """cell => {
                    const style = getComputedStyle(cell);
                    const own = cell.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
                    return own / parseFloat(style.fontSize);
                }"""
            )
            assert lines < LINE, (width, place)
