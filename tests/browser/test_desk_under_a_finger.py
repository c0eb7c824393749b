"""News that reach the desk between reading and pressing: a press counts only for what its page
showed.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scoring.calls import call_arbiter
from scoring.models import Ruling, Sheet
from scoring.sheet_steps import close_sheet
from tests.browser.following import follow, hurry, press_of, stop_the_clock, wait_for
from tests.browser.pages import desk_types, hold_down, place_of
from tests.evenings import a_tournament, fill, good_rows, sealed_round, sheet_of

FIRST = {"N": 0, "E": 8, "S": 0, "W": 0}
SECOND = {"N": 0, "E": 0, "S": 8, "W": 0}
WALL_RENEWS = 4_000
"""Milliseconds between two polls of the wall of tables (templates/desk/tables/_wall_asks.html)."""


@pytest.fixture
def sheet(desk: Page) -> Sheet:
    return sheet_of(sealed_round(a_tournament()))


def in_question(desk: Page, sheet: Sheet) -> None:
    """Type the first row here after it was entered elsewhere, so that the page shows both."""
    desk.goto(place_of(sheet.table.round))
    desk.locator('[name="h1-N"]').focus()
    desk.keyboard.press("3")
    desk_types(sheet, FIRST)
    for key in ("3", "1", "1"):
        desk.keyboard.press(key)
    expect(desk.locator('[data-conflict="1"]')).to_be_visible()


def test_the_wall_takes_no_table_from_under_the_finger(desk: Page, sheet: Sheet) -> None:
    round_ = sheet.table.round
    desk.clock.install()
    desk.goto(f"/desk/{round_.tournament.code}/play/1/")
    desk.evaluate("""document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
        if (detail.xhr.status === 200 && detail.target.id === "wall-asks") window.heard = true;
    })""")
    hold_down(desk, "#table-2")
    fill(sheet, {1: good_rows()[1]})
    desk.clock.run_for(WALL_RENEWS)
    wait_for(desk, "window.heard")
    expect(desk.locator(".cell-entered")).to_have_count(0)
    desk.mouse.up()
    desk.wait_for_url(f"**{place_of(round_, 2)}")


def test_a_wall_that_was_not_renewed_under_the_finger_is_renewed_after_it(
    desk: Page, sheet: Sheet
) -> None:
    desk.clock.install()
    desk.goto(f"/desk/{sheet.table.round.tournament.code}/play/1/")
    hold_down(desk, "h1")
    with desk.expect_response(
        lambda answer: "/play/1/?stamp" in answer.url and answer.status == 200
    ):
        fill(sheet, {1: good_rows()[1]})
        desk.clock.run_for(WALL_RENEWS)
    desk.mouse.up()
    hurry(desk, WALL_RENEWS, expect(desk.locator(".cell-entered")).to_have_count, 1)


def test_two_quick_presses_on_a_button_are_one(desk: Page) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    desk.goto(f"/desk/{round_.tournament.code}/play/1/")
    posted: list[str] = []
    desk.on(
        "request", lambda request: posted.append(request.url) if request.method == "POST" else None
    )
    desk.locator(press_of("start")).dblclick()
    expect(desk.locator("#tables")).to_be_visible()
    assert len(posted) == 1


def test_of_two_versions_the_one_that_was_read_is_taken_and_no_third(
    desk: Page, sheet: Sheet
) -> None:
    in_question(desk, sheet)
    desk_types(sheet, SECOND)
    expect(desk.locator('tr[data-hand="1"] [data-points="S"]')).to_have_text(
        "−16"
    )  # The row's points stay visible beside the question.
    box = desk.locator('[data-conflict="1"]')
    box.get_by_role("button").last.click()
    expect(box.get_by_role("button").last).to_have_text("Ora c'è: Nord 0, Est 0, Sud 8, Ovest 0")
    box.get_by_role("button").last.click()
    expect(box).to_be_hidden()
    for wind, count in SECOND.items():
        expect(desk.locator(f'[name="h1-{wind}"]')).to_have_value(str(count))
    assert sheet.results.count() == 2


def test_escape_puts_back_what_stands_there_now(desk: Page, sheet: Sheet) -> None:
    in_question(desk, sheet)
    desk.locator('[name="h1-N"]').focus()
    desk.keyboard.press("Escape")
    expect(desk.locator('[data-conflict="1"]')).to_be_hidden()
    for wind, count in FIRST.items():
        expect(desk.locator(f'[name="h1-{wind}"]')).to_have_value(str(count))
    assert sheet.results.count() == 1


def test_a_sheet_is_not_closed_over_two_versions_of_which_none_was_chosen(
    desk: Page, sheet: Sheet
) -> None:
    fill(sheet, {hand: row for hand, row in good_rows().items() if hand > 1})
    in_question(desk, sheet)
    desk.locator("#close-sheet").click()
    expect(desk.locator("#sheet-trouble")).to_contain_text("Qualcun altro ha cambiato la mano 1")
    expect(desk.locator("#sheet-saved")).to_have_text("")
    desk.locator('[data-conflict="1"]').get_by_role("button").first.click()
    expect(desk.locator('tr[data-hand="1"] [data-points="N"]')).to_have_text("−6")
    follow(desk.locator("#close-sheet"))
    expect(desk.locator("#messages .notice-success")).to_be_attached()
    assert sheet.results.current().get(hand=1).content["units"] == {"N": 3, "E": 3, "S": 1, "W": 1}


def test_a_sheet_is_not_closed_with_a_row_that_nobody_at_the_desk_has_read(
    desk: Page, sheet: Sheet
) -> None:
    fill(sheet)
    stop_the_clock(desk)  # The page does not poll any more.
    desk.goto(place_of(sheet.table.round))
    desk_types(sheet, SECOND)
    follow(desk.locator("#close-sheet"))
    expect(desk.locator(".notice-error")).to_contain_text("è stato cambiato mentre lo leggevi")
    expect(desk.locator('[name="h1-S"]')).to_have_value("8")
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.OPEN
    follow(desk.locator("#close-sheet"))
    expect(desk.locator("#messages .notice-success")).to_be_attached()


def test_what_came_while_the_page_was_open_does_not_keep_the_sheet_from_being_closed(
    desk: Page, sheet: Sheet
) -> None:
    fill(sheet)
    desk.goto(place_of(sheet.table.round))
    desk_types(sheet, SECOND)
    expect(desk.locator('[name="h1-S"]')).to_have_value("8")
    follow(desk.locator("#close-sheet"))
    expect(desk.locator("#messages .notice-success")).to_be_attached()


def test_a_reason_half_written_outlives_a_sheet_that_is_closed_elsewhere(
    desk: Page, sheet: Sheet
) -> None:
    wrong = {2: {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}}
    fill(sheet, good_rows() | wrong)
    desk.goto(place_of(sheet.table.round))
    desk.locator("details:has(#accept-reason) summary").click()
    desk.fill("#accept-reason", "La quarta donna")
    desk_types(sheet, {"N": 1, "E": 1, "S": 1, "W": 1}, hand=2)
    close_sheet(sheet=sheet, author=None)
    expect(desk.locator("#sheet-trouble")).to_be_visible()
    expect(desk.locator("#accept-reason")).to_have_value("La quarta donna")


def test_a_ruling_is_not_made_over_a_sheet_that_changed_after_its_preview(
    desk: Page, sheet: Sheet
) -> None:
    fill(sheet, good_rows() | {5: {"contract": "NC", "units": {"N": 3, "E": 4, "S": 5, "W": 1}}})
    desk.goto(f"{place_of(sheet.table.round)}rule/?hand=5")
    desk.locator("[name=offender][value=W]").check()
    expect(desk.locator("#ruling-preview tbody").last).to_contain_text("−12")
    desk_types(sheet, {"N": 3, "E": 4, "S": 0, "W": 6}, hand=5)
    desk.fill("[name=reason]", "Cuori non risposto.")
    follow(desk.locator("#ruling .btn-primary"))
    expect(desk.locator(".notice-error")).to_contain_text("è stato cambiato mentre lo leggevi")
    expect(desk.locator("#ruling-preview tbody").last).to_contain_text("−7")
    assert not Ruling.objects.exists()
    follow(desk.locator("#ruling .btn-primary"))
    desk.wait_for_url(f"**{place_of(sheet.table.round)}")
    assert Ruling.objects.get().offender == "W"


def test_who_has_come_to_a_call_with_the_keyboard_stays_there_when_another_comes(
    desk: Page, sheet: Sheet
) -> None:
    round_ = sheet.table.round
    call_arbiter(table=round_.tables.get(number=2), hand=7)
    desk.goto(f"/desk/{round_.tournament.code}/log/")
    second = desk.locator("#calls a").filter(has_text="Tavolo 2")
    second.focus()
    call_arbiter(table=round_.tables.get(number=1))
    expect(desk.locator("#calls a")).to_have_count(2)
    expect(second).to_be_focused()
