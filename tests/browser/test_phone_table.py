"""The people at a table: two who sit in each other's winds, the phone in charge, the signature that
is awaited.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from scoring.models import HandResult, SeatReport, Sheet
from scoring.wrong_winds import sitting_now
from tests.browser.following import hurry
from tests.browser.pages import (
    ASKS,
    SETTLED,
    at_the_desk,
    name_at,
    open_sheet,
    play_hand,
    say_exchanged,
    sign,
    tap,
)
from tests.evenings import a_round, a_sheet, fill, own_code, put_in_play
from tournaments.models import LogEntry, Player
from tournaments.namesakes import mark_namesakes
from tournaments.seat_changes import swap_seats
from tournaments.substitutes import substitute

SMALL = {"width": 360, "height": 640}


def test_two_in_each_others_winds_are_reported_on_the_phone_and_the_desk_is_called(
    watched: Callable[..., Page], sheet: Sheet
) -> None:
    first, second = (watched(viewport=SMALL) for _phone in range(2))
    for phone in (first, second):
        open_sheet(phone, sheet)
    say_exchanged(first, "N", "E")
    expect(first.locator(".phone-confirm")).to_contain_text("Player 1 è a Est, Player 2 è a Nord")
    assert not SeatReport.objects.exists()
    first.locator("[data-act=sit-so]").click()
    expect(name_at(first, "N")).to_have_text("Player 2")
    expect(name_at(second, "N")).to_have_text("Player 2")
    expect(second.locator("[data-who=E] .phone-elsewhere")).to_be_visible()
    assert sheet.seat_reports.count() == 1
    assert LogEntry.objects.filter(kind="seats_reported").count() == 1
    assert sheet.table.calls.get(done_at=None).text == "⇄ Player 2, Player 1"
    assert {wind: seat.player.surname for wind, seat in sitting_now(sheet).items()} == {
        "N": "Player 1",
        "E": "Player 2",
        "S": "Player 3",
        "W": "Player 4",
    }

    seats = sitting_now(sheet)
    swap_seats(round=sheet.table.round, first=seats["N"], second=seats["E"], author=None)
    for phone in (first, second):
        expect(phone.locator(".phone-elsewhere")).to_have_count(0)
        expect(name_at(phone, "E")).to_have_text("Player 1")


def test_a_report_by_mistake_is_taken_back_on_the_phone(phone: Page, sheet: Sheet) -> None:
    open_sheet(phone, sheet)
    say_exchanged(phone, "S", "W")
    phone.locator("[data-act=sit-so]").click()
    expect(name_at(phone, "S")).to_have_text("Player 4")
    tap(phone, "#phone-who", "[data-act=sit-right]")
    expect(name_at(phone, "S")).to_have_text("Player 3")
    assert sheet.seat_reports.count() == 2


def test_the_phones_of_a_table_that_say_the_same_exchange_say_it_once(
    watched: Callable[..., Page], sheet: Sheet
) -> None:
    first, second = (watched(viewport=SMALL) for _phone in range(2))
    for phone in (first, second):
        open_sheet(phone, sheet)
        say_exchanged(phone, "N", "E")
    first.locator("[data-act=sit-so]").click()
    for phone in (
        first,
        second,
    ):  # Also on the second phone, where the question is still open; it used to be reversed there.
        expect(name_at(phone, "N")).to_have_text("Player 2")
    expect(second.locator(".phone-confirm")).to_contain_text("Player 1 è a Est, Player 2 è a Nord")
    with second.expect_response("**/seats"):
        second.locator("[data-act=sit-so]").click()
    expect(name_at(second, "N")).to_have_text("Player 2")
    assert sheet.seat_reports.count() == 1


def test_where_rows_are_written_the_confirmation_says_what_becomes_of_them(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    say_exchanged(phone, "N", "E")
    expect(phone.locator(".phone-table")).to_contain_text("cambiate posto")
    phone.locator("[data-act=table-back]").click()
    play_hand(phone, 1)
    at_the_desk(phone, 1)
    say_exchanged(phone, "N", "E")
    expect(phone.locator(".phone-table")).to_contain_text("restano sotto il loro vento")
    phone.locator("[data-act=sit-so]").click()
    expect(name_at(phone, "N")).to_have_text("Player 2")
    assert HandResult.objects.get().content["units"] == {"N": 3, "E": 1, "S": 4, "W": 0}


def test_his_own_signature_does_not_let_a_captain_hand_in_where_another_wind_has_to_sign(
    transactional_db: None, watched: Callable[..., Page]
) -> None:
    sheet = fill(a_sheet(signatures="one"))
    captain, other = (watched(viewport=SMALL) for _phone in range(2))
    for phone, wind in ((captain, "N"), (other, "E")):
        phone.clock.install()
        open_sheet(phone, sheet)
        phone.locator("[data-act=totals]").click()
        phone.locator(f"[data-holder={wind}]").click()
        expect(phone.locator(f"[data-sign={wind}].is-own")).to_be_visible()
    sign(captain, sheet, "N", at_once=True)
    captain.clock.run_for(SETTLED)
    captain.locator("[data-sign=E]").click()
    captain.locator("[data-act=own-code]").fill(own_code(sheet, "N"))
    captain.clock.run_for(SETTLED)
    captain.locator("[data-act=signed]").click()
    expect(captain.locator(".phone-refusal")).to_contain_text("codice di firma di Player 2")
    expect(captain.locator(".phone-tosign")).to_contain_text("Est, Sud, Ovest")
    captain.locator("[data-act=hand-in]").click()
    expect(captain.locator(".phone-refusal")).to_contain_text("Est, Sud, Ovest")
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.OPEN
    sign(other, sheet, "E", at_once=True)
    hurry(captain, ASKS, expect(captain.locator("[data-sign=E].is-chosen")).to_be_visible)
    expect(captain.locator(".phone-refusal")).to_have_count(0)  # The message no longer holds.
    expect(captain.locator("[data-act=hand-in-unsigned]")).to_have_count(0)
    loose = (
        "bottom => [...bottom.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).length"
    )
    assert (
        captain.locator(".phone-bottom").evaluate(loose) == 0
    )  # A bare 0, the length of a list, used to be printed there.
    captain.locator("[data-act=hand-in]").click()
    expect(captain.locator(".phone-state")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.HANDED_IN
    assert not sheet.handed_in_unsigned


def test_whose_phone_it_is_is_asked_once_and_remembered_at_the_next_table(
    transactional_db: None, phone: Page
) -> None:
    sheet = fill(a_sheet(signatures="one"))
    open_sheet(phone, sheet)
    tap(phone, "[data-act=totals]", "[data-holder=S]")
    expect(phone.locator("[data-who=S] .phone-own")).to_be_visible()
    sheet.table.round.__class__.objects.update(stage="provisional")
    second = put_in_play(a_round(sheet.table.round.tournament, started=False))
    seats = {seat.wind: seat for seat in second.seats.all()}
    swap_seats(round=second, first=seats["S"], second=seats["W"], author=None)
    following = fill(Sheet.objects.get(table__round=second))
    open_sheet(phone, following)
    expect(phone.locator("[data-who=W] .phone-own")).to_be_visible()
    phone.locator("[data-act=totals]").click()
    expect(phone.locator("[data-sign]")).to_have_count(4)
    expect(phone.locator("[data-holder]")).to_have_count(0)
    tap(phone, "#phone-who", "[data-holder=E]", "[data-act=table-back]")
    expect(phone.locator("[data-who=E] .phone-own")).to_be_visible()


def test_a_table_where_somebody_does_not_sign_hands_in_for_the_arbiter(
    transactional_db: None, phone: Page
) -> None:
    sheet = fill(a_sheet(signatures="all"))
    open_sheet(phone, sheet)
    tap(phone, "[data-act=totals]", "[data-holder=N]", "[data-act=hand-in]")
    expect(phone.locator(".phone-refusal")).to_be_visible()
    # Another wind opens its signature, so the notice has been read.
    phone.locator("[data-sign=E]").click()
    expect(phone.locator(".phone-refusal")).to_have_count(0)
    phone.locator("[data-act=not-signed]").click()
    phone.locator("[data-act=hand-in-unsigned]").click()
    expect(phone.locator(".phone-state")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.handed_in_unsigned
    assert sheet.table.calls.filter(done_at=None).count() == 1


def test_a_substitute_is_named_on_the_phone_from_his_hand_on_without_a_reload(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    before = name_at(phone, "S").inner_text()
    player = Player.objects.create(surname="Supplente")
    substitute(seat=sheet.table.seats.get(wind="S"), player=player, from_hand=2, author=None)
    expect(name_at(phone, "S")).to_have_text(before)
    play_hand(phone, 1)
    at_the_desk(phone, 1)
    expect(name_at(phone, "S")).to_have_text("Supplente")


def tail_of(phone: Page, wind: str) -> list[object]:
    """Last part of a name at the top of the page, and whether it is visible in full."""
    seen = name_at(phone, wind).evaluate(
        """name => {
            const range = document.createRange();
            range.selectNodeContents(name.lastChild);
            return [name.lastChild.textContent,
                range.getBoundingClientRect().right <= name.getBoundingClientRect().right + 1];
        }"""
    )
    return list(seen)


def test_long_names_were_cut_on_top_of_a_small_phone_and_two_could_not_be_told_apart(
    phone: Page, sheet: Sheet
) -> None:
    names = {
        "N": ("Fiammetta", "Spinola"),
        "E": ("Federico", "Spinola"),
        "S": ("Anton Maria", "Maragliano"),
        "W": ("Ines", "Pagà"),
    }
    for wind, (given_name, surname) in names.items():
        Player.objects.filter(seats__table=sheet.table, seats__wind=wind).update(
            given_name=given_name, surname=surname
        )
    open_sheet(phone, sheet)
    # Two players of a table with the same initials and surname always keep their full names.
    expect(name_at(phone, "N")).to_have_text("Spinola Fiammetta")
    # A unique surname drops its initials before any of its letters is cut.
    expect(name_at(phone, "S")).to_have_text("Maragliano")
    expect(name_at(phone, "W")).to_have_text("Pagà Ines")
    Player.objects.filter(given_name="Federico").update(surname="Doria")
    phone.reload()
    expect(name_at(phone, "N")).to_have_text("Spinola F.")
    phone.locator("#phone-who").click()
    expect(phone.locator("[data-seat=N]")).to_contain_text("Spinola Fiammetta")


def test_the_mark_that_tells_two_namesakes_apart_was_cut_off_on_top(
    phone: Page, sheet: Sheet
) -> None:
    for wind, card in (("S", "L009"), ("W", "L010")):
        Player.objects.filter(seats__table=sheet.table, seats__wind=wind).update(
            given_name="Mario", surname="Rossi", card_number=card
        )
    mark_namesakes(sheet.table.round.tournament_id)
    open_sheet(phone, sheet)
    for wind, mark in (("S", " (L009)"), ("W", " (L010)")):
        assert tail_of(phone, wind) == [mark, True]


def test_names_were_cut_on_top_and_lost_the_tails_of_their_letters_below(
    phone: Page, sheet: Sheet
) -> None:
    names = {
        "N": ("Gio Batta", "Bacigalupo"),
        "E": ("Olimpia", "Piaggio"),
        "S": ("Giulia", "Kowalska"),
        "W": ("Giosuè", "Della Casa"),
    }
    for wind, (given_name, surname) in names.items():
        Player.objects.filter(seats__table=sheet.table, seats__wind=wind).update(
            given_name=given_name, surname=surname
        )
    open_sheet(phone, sheet)
    for wind, surname in (("N", "Bacigalupo"), ("S", "Kowalska"), ("W", "Della Casa")):
        expect(name_at(phone, wind)).to_contain_text(surname)
        assert tail_of(phone, wind)[1]
    cut = phone.locator(".phone-wind .phone-name").evaluate_all(
        "names => names.filter((name) => name.scrollHeight > name.clientHeight).map((name) => name.textContent)"
    )
    assert cut == []
