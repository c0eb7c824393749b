"""The first screen of each page shows the page's subject: on an organizer's laptop of 1366 × 768,
without scrolling, in Italian, while a table calls the arbiter.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.calls import call_arbiter
from scoring.publishing import publish
from tests.browser.following import follow, paste_into
from tests.evenings import a_tournament, enter, fill, in_play, played, sealed_round, sheet_of
from tournaments.models import Round

ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"
LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def desk(sign_in: Callable[..., Page]) -> Page:
    page = sign_in("organizer", "arbiter", "dealing")
    page.set_viewport_size(LAPTOP)
    return page


WHOLE = """selector => [...document.querySelectorAll(selector)].filter(element => {
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const shown = y => element.contains(document.elementFromPoint(x, y));
    return box.height && box.top >= 0 && box.bottom <= innerHeight
        && shown(box.top + 2) && shown(box.bottom - 2);
}).length"""


def whole_on_screen(page: Page, selector: str) -> int:
    """Return the number of elements that are entirely on the first screen and not covered."""
    return page.evaluate(WHOLE, selector)


def with_a_call(round_: Round) -> Round:
    call_arbiter(table=round_.tables.get(number=2))
    return round_


def test_all_32_names_are_seen_at_once(desk: Page) -> None:
    evening = a_tournament()
    for number in range(32):
        enter(evening, f"Bevilacqua {number}")
    desk.goto(f"/desk/{evening.code}/players/")
    expect(desk.locator("#entry-32")).to_be_visible()
    assert whole_on_screen(desk, ".entry") == 32
    expect(desk.locator("#player-search")).to_be_focused()


def test_the_menu_of_the_last_row_opens_inside_the_window(desk: Page) -> None:
    evening = a_tournament()
    for number in range(32):
        enter(evening, f"Bevilacqua {number:02}")
    desk.goto(f"/desk/{evening.code}/players/")
    for number in (11, 32):
        menu = desk.locator(f"#menu-{number}")
        menu.locator("summary").click()
        expect(menu.locator("[name=reason]")).to_be_visible()
        # It opens upwards once its content has loaded.
        expect(desk.locator(f"#menu-{number} .opens-up")).to_be_visible()
        assert whole_on_screen(desk, f"#menu-{number} .row-menu-box") == 1
        assert whole_on_screen(desk, f"#menu-{number} .btn-revoke") == 1


def test_the_lines_between_the_rows_of_a_pasted_list_meet(desk: Page) -> None:
    evening = a_tournament()
    desk.goto(f"/desk/{evening.code}/players/")
    paste_into(desk, "Rossi Ada\nVasalo\nBianchi Maria Antonietta Speranza Immacolata")
    feet = desk.locator("#list-preview tbody tr").evaluate_all(
        "rows => rows.map(row => new Set([...row.cells].map(cell => cell.getBoundingClientRect().bottom)).size)"
    )
    assert feet == [1, 1, 1]


def test_forty_members_of_a_file_are_seen_before_they_are_imported(desk: Page) -> None:
    evening = a_tournament()
    desk.goto(f"/desk/{evening.code}/players/")
    with desk.expect_navigation():
        desk.set_input_files("#roster-file", ROSTER)
    expect(desk.locator("h1")).to_have_text("40 soci: 40 nuovi, 0 già presenti, 0 dubbi")
    assert whole_on_screen(desk, ".import-lines tbody tr") >= 25
    assert whole_on_screen(desk, "main .btn-next") == 1


def test_a_phone_says_what_is_asked_of_a_rest(desk: Page) -> None:
    evening = a_tournament(planned_rounds=2)
    for number in range(5):
        enter(evening, f"Bevilacqua {number}")
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.goto(f"/desk/{evening.code}/players/")
    expect(desk.locator("#worth")).to_be_visible()
    expect(desk.locator("label[for=worth]")).to_be_visible()
    expect(desk.locator("label[for=worth]")).not_to_be_empty()
    assert desk.evaluate("document.documentElement.scrollWidth") == 390
    foot = desk.locator("#odd").bounding_box()
    assert foot is not None
    assert foot["x"] + foot["width"] <= 390


def test_eight_whole_tables_are_seen_at_once(desk: Page) -> None:
    round_ = with_a_call(sealed_round(a_tournament(), 8))
    desk.goto(f"/desk/{round_.tournament.code}/play/1/")
    expect(desk.locator(".calls a")).to_be_visible()
    assert whole_on_screen(desk, ".table-card") == 8


def test_a_sheet_is_seen_whole_below_a_call_and_a_message(desk: Page) -> None:
    round_ = with_a_call(in_play(3))
    fill(sheet_of(round_, 2))
    desk.goto(f"/desk/{round_.tournament.code}/play/1/2/")
    follow(desk.locator("#close-sheet"))
    expect(desk.locator("#messages .notice-success")).to_contain_text("tavolo 2")
    expect(desk.locator(".calls a")).to_be_visible()
    assert whole_on_screen(desk, "#sheet tbody tr:not(.row-notes)") == 12
    assert whole_on_screen(desk, ".sheet-total") == 1


def test_ten_ranks_are_seen_at_once(desk: Page) -> None:
    round_ = with_a_call(played(4))
    publish(tournament=round_.tournament, author=None)
    desk.goto(f"/desk/{round_.tournament.code}/standings/")
    expect(desk.locator(".calls a")).to_be_visible()
    assert whole_on_screen(desk, ".standing-both .table-plain tbody tr") >= 10


def test_documents_are_a_table_of_about_28_lines(desk: Page) -> None:
    round_ = sealed_round(a_tournament(), 8)
    desk.goto(f"/desk/{round_.tournament.code}/print/")
    assert 20 <= desk.locator("tr[id^=document-]").count() <= 32
    seen = whole_on_screen(desk, "tr[id^=document-]")
    assert seen >= 10
