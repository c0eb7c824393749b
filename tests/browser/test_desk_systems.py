"""The sheet at the desk fits a laptop's window in systems with more columns than most."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.rows import enter_row
from tests.evenings import a_sheet, demo

CUT = "(() => { const box = document.querySelector('.sheet-scroll'); return box.scrollWidth - box.clientWidth; })()"
RULESETS = ["pirandello", "lab_coppie", "pt_duplas", "squadre_terza", "lab_chiamata"]


@pytest.mark.django_db(transaction=True)
def test_no_sheet_is_cut_on_a_laptop_and_a_difference_has_no_column_of_noughts(
    sign_in: Callable[..., Page],
) -> None:
    desk = sign_in("organizer", "arbiter")
    desk.set_viewport_size({"width": 1366, "height": 768})
    for ruleset in RULESETS:
        evening = demo(stage="playing", seed=7, ruleset=ruleset, tables=2, rounds=1, language="it")
        desk.goto(f"/desk/{evening.code}/play/1/2/")
        expect(desk.locator("#sheet tbody [data-out=running]").first).not_to_be_empty()
        assert (ruleset, desk.evaluate(CUT)) == (ruleset, 0)
        has_sum_column = desk.locator("#sheet thead .row-sum").is_visible()
        assert (ruleset, has_sum_column) == (
            ruleset,
            ruleset in ("pirandello", "lab_coppie", "lab_chiamata"),
        )
        partner = desk.locator("#sheet thead th", has_text="Compagno").count()
        assert (ruleset, partner) == (ruleset, int(ruleset == "pirandello"))


@pytest.mark.django_db(transaction=True)
def test_what_happens_now_and_then_made_its_row_tall(sign_in: Callable[..., Page]) -> None:
    desk = sign_in("organizer", "arbiter")
    sheet = a_sheet("pt_ind")
    down = {"contract": "POS", "units": {"N": 8, "E": 2, "S": 2, "W": 1}, "direction": "down"}
    enter_row(sheet=sheet, hand=7, content=down, origin="desk")
    desk.goto(f"/desk/{sheet.table.round.tournament.code}/play/1/1/")
    heights = "Array.from(document.querySelectorAll('tr[data-hand]'), (row) => row.getBoundingClientRect().height)"
    calm = desk.evaluate(heights)
    odd = desk.locator("tr[data-hand='7'] .row-odd")
    expect(odd.locator("[data-says=direction]")).to_be_visible()
    for hand in (7, 10):
        desk.locator(f"tr[data-hand='{hand}'] .row-odd summary").click()
        expect(desk.locator(f"tr[data-hand='{hand}'] [data-field=direction]")).to_be_visible()
        assert desk.evaluate(heights) == calm
    # At most one is open, and it closes when the typist moves on.
    expect(odd.locator("[data-field=direction]")).to_be_hidden()
    desk.locator("tr[data-hand='1'] [data-field=N]").click()
    expect(desk.locator(".row-odd[open]")).to_have_count(0)
