"""Troubles of a night, corrected from the wall of tables in at most five clicks each.

Typing is not counted, nor is choosing from a list by its letters.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.models import Publication, Ruling
from tests.browser.following import Counted, press_of
from tests.evenings import (
    a_tournament,
    demo,
    enter,
    fill_and_close,
    in_play,
    played,
    sealed_round,
    sheet_of,
)
from tournaments.models import Player, Round, Seat, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def the_wall(desk: Page, round_: Round) -> None:
    desk.goto(f"/desk/{round_.tournament.code}/play/{round_.number}/")


def to_table(desk: Page, counted: Counted, number: int = 1) -> None:
    counted.press(desk.locator(f"#table-{number}"))


def step(desk: Page, page: str) -> Locator:
    return desk.locator(f".steps a[href$='/{page}/']")


def seated() -> Round:
    return Round.objects.get(tournament=demo(stage="seated", seed=4, tables=4), number=1)


def test_a_player_who_does_not_come_is_replaced_by_the_house_in_four_presses(
    desk: Page, counted: Counted
) -> None:
    round_ = seated()
    gone = round_.tournament.entries.get(number=5)
    the_wall(desk, round_)
    counted.press(step(desk, "players"))
    counted.tap(desk.locator(f"#presence-{gone.number}"))
    expect(desk.locator(f"#presence-{gone.number}")).to_have_attribute("aria-pressed", "false")
    counted.tap(desk.locator("#entries button[formaction$='/house/']").first)
    expect(desk.locator("#entries .btn-next")).to_contain_text("Jolly 1")
    counted.press(desk.locator("#entries .btn-next"))
    expect(desk.locator(".wall .table-card")).to_have_count(4)
    assert counted.clicks == 4
    assert not Seat.objects.filter(round=round_, entry=gone).exists()


def test_a_player_who_walks_in_takes_the_seat_of_one_who_did_not_come_in_three_presses(
    desk: Page, counted: Counted
) -> None:
    round_ = seated()
    gone = round_.tournament.entries.get(number=5)
    place = round_.seats.get(entry=gone).table.number
    Player.objects.create(surname="Ultimo", given_name="Ugo")
    the_wall(desk, round_)
    counted.press(step(desk, "players"))
    counted.tap(desk.locator(f"#presence-{gone.number}"))
    expect(desk.locator(f"#presence-{gone.number}")).to_have_attribute("aria-pressed", "false")
    desk.fill("#player-search", "ulti")
    expect(desk.locator("#found [name=player]").first).to_be_visible()
    desk.press("#player-search", "Enter")
    expect(desk.locator("#entry-rows .entry")).to_have_count(17)
    counted.press(desk.locator("#entries .btn-next"))
    assert counted.clicks == 3
    assert round_.seats.get(player__surname="Ultimo").table.number == place


def test_a_player_leaves_for_good_in_three_presses(desk: Page, counted: Counted) -> None:
    round_ = seated()
    the_wall(desk, round_)
    counted.press(step(desk, "players"))
    counted.tap(desk.locator("#menu-3 summary"))
    desk.fill("#reason-3", "Sta male.")
    counted.tap(desk.locator("#menu-3 [formaction$='/withdraw/']"))
    expect(desk.locator("#return-3")).to_be_visible()
    assert counted.clicks == 3


def test_an_empty_chair_is_filled_from_the_wall_in_four_presses(
    desk: Page, counted: Counted
) -> None:
    round_ = sealed_round(a_tournament())
    waiting = enter(round_.tournament, "Attende")
    seat = round_.seats.get(table__number=2, wind="S")
    the_wall(desk, round_)
    counted.press(step(desk, "players"))
    counted.tap(desk.locator(f"#presence-{seat.entry.number}"))
    expect(desk.locator("#messages")).to_contain_text("posto vuoto")
    counted.press(step(desk, "play/1"))
    counted.press(desk.locator(".ways button").first)
    expect(desk.locator(".chair-empty")).to_have_count(0)
    assert counted.clicks == 4
    assert round_.seats.get(table__number=2, wind="S").entry == waiting


def test_a_substitute_sits_in_after_three_presses(desk: Page, counted: Counted) -> None:
    round_ = in_play()
    enter(round_.tournament, "Subentra")
    the_wall(desk, round_)
    to_table(desk, counted, 2)
    counted.tap(desk.locator(".sheet-seats a[href$='?wind=S']"))
    desk.fill("#from-S", "7")
    desk.fill("#sitter-S", "suben")
    expect(desk.locator("#candidates-S input:checked")).to_have_count(1)
    counted.press(desk.locator("#who-sits details[open] form button").first)
    assert counted.clicks == 3
    assert round_.seats.get(player__surname="Subentra").from_hand == 7


def test_wrong_winds_from_a_hand_on_are_ruled_in_four_presses_and_what_they_do_comes_into_view(
    desk: Page, counted: Counted
) -> None:
    round_ = in_play()
    desk.set_viewport_size({"width": 1366, "height": 768})
    the_wall(desk, round_)
    to_table(desk, counted)
    counted.tap(desk.locator(".sheet-seats a[href$='?wind=N']"))
    desk.locator("#other-N").select_option("E")
    desk.fill("#hand-N", "4")
    counted.tap(desk.locator("#who-sits details[open] [name=follows]").first)
    counted.press(desk.locator("#who-sits details[open] form[action*='/winds/'] button"))
    expect(desk.locator("#effect")).to_be_in_viewport(ratio=0.6)
    expect(desk.locator("#wrong-reason")).to_be_focused()
    desk.keyboard.type("Seduti male dalla quarta mano.")
    with desk.expect_navigation():
        desk.keyboard.press("Enter")
    expect(desk.locator("#messages .notice-success")).to_be_visible()
    expect(desk.locator("#sheet")).to_be_visible()
    assert counted.clicks == 4
    assert Ruling.objects.get(sheet=sheet_of(round_)).hand == 4


def test_a_fouled_board_is_ruled_in_four_presses(desk: Page, counted: Counted) -> None:
    round_ = in_play()
    the_wall(desk, round_)
    to_table(desk, counted)
    counted.press(desk.locator("a[href$='/rule/']"))
    counted.tap(desk.locator("[name=kind][value=fouled]"))
    desk.select_option("[name=hand]", "6")
    desk.fill("[name=reason]", "Due fanti di picche.")
    counted.press(desk.locator("#ruling .btn-next"))
    assert counted.clicks == 4
    assert Ruling.objects.get(sheet=sheet_of(round_)).hand == 6


def test_a_closed_sheet_is_opened_again_in_two_presses(desk: Page, counted: Counted) -> None:
    round_ = in_play()
    fill_and_close(round_)
    the_wall(desk, round_)
    to_table(desk, counted)
    desk.fill("#reopen-reason", "Riga 3 letta male.")
    counted.press(desk.locator(press_of("reopen")))
    assert counted.clicks == 2
    expect(desk.locator("[name=h1-N]")).to_be_focused()
    assert sheet_of(round_).state != "closed"


def test_an_erratum_is_published_in_five_presses(desk: Page, counted: Counted) -> None:
    round_ = played()
    the_wall(desk, round_)
    to_table(desk, counted, 2)
    desk.fill("#reopen-reason", "Riga 2 letta male.")
    counted.press(desk.locator(press_of("reopen")))
    cells = [desk.locator(f"[name='h1-{wind}']") for wind in "NESW"]
    counts = [cell.input_value() for cell in cells]
    assert counts != counts[::-1]
    for cell, count in zip(cells, reversed(counts), strict=True):
        cell.fill(count)
    counted.press(desk.locator("#close-sheet"))
    counted.press(desk.locator("a.btn-next[href$='/standings/']"))
    counted.press(desk.locator("form .btn-next"))
    assert counted.clicks == 5
    assert Publication.objects.filter(tournament=round_.tournament).count() == 2


def test_the_final_standing_is_held_back_in_two_presses_and_shown_in_two(
    desk: Page, counted: Counted
) -> None:
    round_ = in_play()
    Tournament.objects.update(planned_rounds=1)
    the_wall(desk, round_)
    counted.press(step(desk, "close"))
    counted.press(desk.locator(press_of("hold")))
    assert counted.clicks == 2
    the_wall(desk, round_)
    counted.press(step(desk, "close"))
    counted.press(desk.locator(press_of("release")))
    assert counted.clicks == 4
