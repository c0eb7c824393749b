"""The wall of tables: tables in need of help, missing sheets, the start and the end of a partita."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from king_tournament.desk.tables.cards import card_of
from scoring.calls import call_arbiter, end_call
from scoring.models import Sheet
from scoring.publishing.final_hold import awaits_prize_giving, hold_final
from scoring.round_steps import close_round, take_back_to_play
from scoring.rows import enter_row
from scoring.scored_sheets import scored_round
from scoring.sheet_steps import close_sheet, hand_in, take_back
from tests.desk.hall import play_page
from tests.evenings import (
    a_round,
    a_tournament,
    fill,
    fill_and_close,
    good_rows,
    in_play,
    played,
    sealed_round,
    sheet_of,
)
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Round:
    """Five tables: closed, handed in, calling the arbiter, wrong, still playing."""
    round_ = sealed_round(a_tournament(), 5)
    wrong = good_rows() | {6: {"contract": "MIS", "units": {"N": 12, "E": 0, "S": 0, "W": 0}}}
    close_sheet(sheet=fill(sheet_of(round_, 1)), author=None)
    hand_in(sheet=fill(sheet_of(round_, 2)), by="a")
    hand_in(sheet=fill(sheet_of(round_, 3), wrong), by="b", with_problems=True)
    fill(sheet_of(round_, 4), {6: wrong[6]})
    fill(sheet_of(round_, 5), {1: good_rows()[1]})
    return round_


def test_every_table_says_what_it_needs(hall: Round) -> None:
    cards = [card_of(table) for table in scored_round(hall)]
    assert [card["state"] for card in cards] == ["closed", "desk", "call", "wrong", "waiting"]
    assert [card["tone"] for card in cards] == ["", "needs", "wrong", "wrong", ""]
    assert (
        cards[2]["needs"] == "Mano 6: " + cards[3]["needs"].removeprefix("Mano 6: ")
        or cards[2]["needs"] == cards[3]["needs"]
    )
    assert dict(cards[3]["cells"])[6] == "wrong"
    assert dict(cards[4]["cells"]) == {1: "entered"} | dict.fromkeys(range(2, 13), "empty")


def test_the_hall_is_its_cards_and_one_line_that_repeats_none_of_them(
    organizer: Client, hall: Round
) -> None:
    page = organizer.get(play_page(hall)).content.decode()
    assert "1 of 5 sheets closed" in page
    for table in range(1, 6):
        assert page.count(f'href="{play_page(hall)}{table}/"') == 1
    line = page[page.index('class="hall"') : page.index('class="wall"')]
    assert "href" not in line
    assert 'id="close-ready"' in line


def test_during_play_seats_boards_and_paper_are_a_press_away(
    organizer: Client, hall: Round
) -> None:
    code = hall.tournament.code
    page = organizer.get(f"/desk/{code}/play/1/").content.decode()
    below = page[page.index('class="wall"') :]
    for name in ("play/1/?seats", "boards/1/", "print/?partita=1"):
        assert f'href="/desk/{code}/{name}"' in below
        assert organizer.get(f"/desk/{code}/{name}").status_code == 200


def test_the_wall_is_sent_again_only_when_it_changed(organizer: Client, hall: Round) -> None:
    first = organizer.get(play_page(hall), headers={"HX-Request": "true"})
    stamp = first.context["stamp"]
    assert b"<html" not in first.content
    assert (
        organizer.get(play_page(hall), {"stamp": stamp}, headers={"HX-Request": "true"}).status_code
        == 204
    )
    fill(sheet_of(hall, 5), {2: good_rows()[2]})
    again = organizer.get(play_page(hall), {"stamp": stamp}, headers={"HX-Request": "true"})
    assert again.status_code == 200
    assert b'id="table-5"' in again.content


def test_calls_are_the_sheets_handed_in_with_problems(organizer: Client, hall: Round) -> None:
    calls = organizer.get(f"/desk/{hall.tournament.code}/calls/").content.decode()
    assert f'href="{play_page(hall)}3/"' in calls
    assert "Table 3. Hand 6: Misère: one trick is missing (12 of 13)" in calls
    assert f'href="{play_page(hall)}4/"' not in calls


def test_what_blocks_the_start_has_links(organizer: Client) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    Round.objects.filter(pk=round_.pk).update(seating_published_at=None)
    code = round_.tournament.code
    page = organizer.get(play_page(round_)).content.decode()
    assert f'action="{play_page(round_)}post/"' in page
    assert f'href="/desk/{code}/boards/1/"' in page
    assert organizer.post(f"{play_page(round_)}start/").status_code == 422
    assert Round.objects.get(pk=round_.pk).stage == "seating"


def test_a_start_and_its_taking_back(organizer: Client) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    assert organizer.post(f"{play_page(round_)}start/").status_code == 302
    assert Sheet.objects.filter(table__round=round_).count() == 2
    assert organizer.post(f"{play_page(round_)}undo-start/", {"reason": ""}).status_code == 422
    assert (
        organizer.post(
            f"{play_page(round_)}undo-start/", {"reason": "Manca un tavolo."}
        ).status_code
        == 302
    )
    assert Round.objects.get(pk=round_.pk).stage == "seating"


def test_the_sheets_that_add_up_are_closed_at_once(organizer: Client, hall: Round) -> None:
    organizer.post(f"{play_page(hall)}close-ready/")
    closed = Sheet.objects.filter(table__round=hall, state="closed").values_list(
        "table__number", flat=True
    )
    assert sorted(closed) == [1, 2]


def test_a_sheet_that_is_ready_only_since_the_button_was_read_stays_open(organizer: Client) -> None:
    round_ = in_play()
    hand_in(sheet=sheet_of(round_, 1), by="phone")
    page = organizer.get(play_page(round_)).content.decode()
    assert page.count('name="table" value="1"') == 1
    hand_in(sheet=sheet_of(round_, 2), by="phone")
    organizer.post(f"{play_page(round_)}close-ready/", {"table": ["1"]})
    assert Sheet.objects.get(state="closed").table.number == 1


def test_sheets_that_nobody_handed_in_are_not_offered_to_be_closed_at_once(
    organizer: Client,
) -> None:
    round_ = in_play()
    assert 'id="close-ready"' not in organizer.get(play_page(round_)).content.decode()
    answer = organizer.post(f"{play_page(round_)}close-ready/", {}, follow=True).content.decode()
    assert "No sheet was ready to be closed." in answer
    assert "Sheets closed" not in answer


def test_a_call_without_a_full_stop_does_not_run_into_its_time(organizer: Client) -> None:
    round_ = in_play()
    call_arbiter(table=sheet_of(round_, 2).table, text="\u21c4 Ada Parodi, Ugo Zunino")
    assert (
        "Ugo Zunino. Called at"
        in organizer.get(f"/desk/{round_.tournament.code}/calls/").content.decode()
    )


def test_the_table_that_calls_is_proposed_for_a_ruling_and_its_line_has_no_capital_after_a_colon(
    organizer: Client,
) -> None:
    round_ = in_play()
    desk = f"/desk/{round_.tournament.code}"
    call_arbiter(table=sheet_of(round_, 2).table)
    assert organizer.get(f"{desk}/rulings/").context["calling"] == 2
    assert "Table 2. Called at" in organizer.get(f"{desk}/calls/").content.decode()


def test_a_partita_with_open_sheets_is_not_closed_and_the_tables_are_named(
    organizer: Client, hall: Round
) -> None:
    answer = organizer.post(f"{play_page(hall)}close/")
    assert answer.status_code == 422
    assert "the sheets of these tables are not closed: 2, 3, 4, 5" in answer.content.decode()
    assert Round.objects.get(pk=hall.pk).stage == "playing"


def test_an_arbiter_closes_a_partita_whose_sheets_are_closed(arbiter: Client) -> None:
    round_ = in_play()
    for sheet in Sheet.objects.filter(table__round=round_):
        close_sheet(sheet=sheet, author=None)
    answer = arbiter.post(f"{play_page(round_)}close/")
    assert (answer.status_code, answer.url) == (302, f"/desk/{round_.tournament.code}/standings/")
    assert Round.objects.get(pk=round_.pk).stage == "provisional"


def test_a_last_partita_closed_over_a_held_standing_is_not_said_to_be_published(
    organizer: Client,
) -> None:
    round_ = sealed_round(a_tournament(planned_rounds=1))
    fill_and_close(round_)
    hold_final(tournament=round_.tournament, author=None)
    answer = organizer.post(f"{play_page(round_)}close/", {}, follow=True).content.decode()
    assert "everybody sees them at the prize-giving." in answer
    assert "its standings are published" not in answer


def all_closed(planned_rounds: int) -> Round:
    """The first of so many partite, in play, with every sheet closed."""
    round_ = sealed_round(a_tournament(planned_rounds=planned_rounds))
    fill_and_close(round_)
    return round_


def test_the_last_close_asks_whether_the_standing_is_shown_now_or_kept_for_the_prize_giving(
    organizer: Client,
) -> None:
    round_ = all_closed(planned_rounds=1)
    page_text = organizer.get(play_page(round_)).content.decode()
    assert ('id="close-round"' in page_text, 'id="close-held"' in page_text) == (True, True)
    # The program recommends neither way.
    assert "btn-primary" not in page_text.partition("<main")[2]
    answer = organizer.post(
        f"{play_page(round_)}close/", {"held": "1"}, follow=True
    ).content.decode()
    assert "everybody sees them at the prize-giving." in answer
    evening = round_.tournament
    lines = evening.log.filter(kind__in=("final_held", "published")).order_by("sequence")
    assert [line.kind for line in lines] == ["final_held", "published"]
    assert awaits_prize_giving(evening)
    assert (
        "Standings no. 1" not in Client().get(f"/live/{evening.code}/standings/").content.decode()
    )


def test_the_plain_way_of_the_last_close_is_one_press_and_shows_the_standing(
    organizer: Client,
) -> None:
    round_ = all_closed(planned_rounds=1)
    answer = organizer.post(f"{play_page(round_)}close/", {}, follow=True).content.decode()
    assert "its standings are published" in answer
    assert not awaits_prize_giving(round_.tournament)


def test_before_the_last_partita_and_where_it_was_said_before_nothing_is_asked(
    organizer: Client,
) -> None:
    first = all_closed(planned_rounds=2)
    assert "close_held" not in organizer.get(play_page(first)).content.decode()
    said_before = all_closed(planned_rounds=1)
    hold_final(tournament=said_before.tournament, author=None)
    assert "close_held" not in organizer.get(play_page(said_before)).content.decode()


def test_a_last_partita_that_was_published_and_came_back_to_play_is_not_asked_about_again(
    organizer: Client,
) -> None:
    """Its standings are public already, so they can no longer be held."""
    round_ = all_closed(planned_rounds=1)
    close_round(round=round_, author=None)
    take_back_to_play(round=round_, author=None, reason="Un foglio.")
    assert "close_held" not in organizer.get(play_page(round_)).content.decode()
    refused = organizer.post(f"{play_page(round_)}close/", {"held": "1"})
    assert (refused.status_code, "already published" in refused.content.decode()) == (422, True)
    assert Round.objects.get(pk=round_.pk).stage == "playing"


def test_a_table_number_leads_to_its_sheet_in_the_partita_in_play(organizer: Client) -> None:
    round_ = played()
    code = round_.tournament.code
    assert organizer.get(f"/desk/{code}/table/2/").url == f"/desk/{code}/play/1/2/"
    second = sealed_round(round_.tournament)
    assert organizer.get(f"/desk/{code}/table/2/").url == f"/desk/{code}/play/2/2/"
    assert organizer.get(f"/desk/{code}/table/?table=1").url == f"/desk/{code}/play/2/1/"
    answer = organizer.get(f"/desk/{code}/table/77/", follow=True)
    assert "Partita 2 has no table 77: its tables are 1 to 2." in answer.content.decode()
    assert second.number == 2


def test_a_start_on_a_page_from_before_the_end_says_that_nothing_was_started(
    organizer: Client,
) -> None:
    round_ = played()
    answer = organizer.post(f"{play_page(round_)}start/", {}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "Partita 1 has been played already: nothing was started."
    ]
    round_.refresh_from_db()
    assert round_.stage == Round.Stage.PROVISIONAL


def test_before_the_start_a_table_number_says_that_there_are_no_sheets(organizer: Client) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    answer = organizer.get(f"/desk/{round_.tournament.code}/table/1/", follow=True)
    assert "No partita has started yet" in answer.content.decode()


def test_a_call_is_on_every_page_until_it_is_settled(organizer: Client) -> None:
    round_ = in_play()
    sheet = sheet_of(round_, 2)
    call_arbiter(table=sheet.table, hand=7, text="Rifiuto al tavolo.")
    code = round_.tournament.code
    bar = organizer.get(f"/desk/{code}/calls/").content.decode()
    assert f'href="{play_page(round_)}2/"' in bar
    assert "Rifiuto al tavolo." in bar
    assert "Rifiuto al tavolo." in organizer.get(play_page(round_)).content.decode()
    organizer.post(f"{play_page(round_)}2/take-call/")
    assert "organizer is on the way." in organizer.get(f"/desk/{code}/calls/").content.decode()
    organizer.post(f"{play_page(round_)}2/end-call/")
    assert "Rifiuto" not in organizer.get(f"/desk/{code}/calls/").content.decode()


def test_a_call_made_since_the_page_was_read_is_not_settled_with_the_other(
    organizer: Client,
) -> None:
    sheet = sheet_of(in_play(), 2)
    address = f"{play_page(sheet.table.round)}2/"
    read = call_arbiter(table=sheet.table, hand=7)
    assert f'name="call" value="{read.pk}"' in organizer.get(address).content.decode()
    end_call(call=read, author=None)
    call_arbiter(table=sheet.table, hand=8)
    organizer.post(f"{address}end-call/", {"call": read.pk})
    assert sheet.table.calls.get(done_at=None).hand == 8


def test_a_page_that_shows_every_call_is_answered_with_nothing_and_two_questions_more(
    organizer: Client, hall: Round
) -> None:
    address = f"/desk/{hall.tournament.code}/calls/"
    stamp = organizer.get(address).context["stamp"]
    with CaptureQueriesContext(connection) as queries:
        assert organizer.get(address, {"stamp": stamp}).status_code == 204
    # The session, the account, its roles, the evening; the calls and the sheets handed in.
    assert len(queries) <= 6
    call_arbiter(table=hall.tables.get(number=1), hand=3)
    first_answer = organizer.get(address, {"stamp": stamp})
    assert first_answer.status_code == 200
    assert first_answer.context["waiting"] == [1]
    assert 'data-title="Arbiter to table 1"' in first_answer.content.decode()
    organizer.post(f"{play_page(hall)}1/take-call/")
    second_answer = organizer.get(address, {"stamp": first_answer.context["stamp"]})
    assert second_answer.context["waiting"] == []
    assert "organizer is on the way." in second_answer.content.decode()
    assert "data-title" not in second_answer.content.decode()


def test_a_sheet_that_was_handed_in_wrong_is_told_of_again_when_a_row_or_a_ruling_changes(
    organizer: Client, hall: Round
) -> None:
    address = f"/desk/{hall.tournament.code}/calls/"
    stamps = [organizer.get(address).context["stamp"]]
    wrong = sheet_of(hall, 3)
    enter_row(sheet=wrong, hand=6, content=good_rows()[6], origin="desk")
    answer = organizer.get(address, {"stamp": stamps[0]})
    assert answer.status_code == 200
    assert f'href="{play_page(hall)}3/"' not in answer.content.decode()


def test_the_pages_of_no_evening_show_the_calls_of_every_open_one(organizer: Client) -> None:
    first, second = in_play(), in_play()
    for round_ in (first, second):
        call_arbiter(table=round_.tables.get(number=2), hand=1)
    assert 'hx-get="/desk/calls/' in organizer.get("/desk/").content.decode()
    page = organizer.get("/desk/calls/").content.decode()
    assert f'href="{play_page(first)}2/"' in page
    assert f'href="{play_page(second)}2/"' in page
    assert f"{first.tournament.name} · Table 2" in page


def test_a_sheet_whose_check_is_wrong_is_closed_as_it_is_with_a_reason(
    arbiter: Client, hall: Round
) -> None:
    page = f"{play_page(hall)}3/"
    assert arbiter.post(f"{page}accept/", {"reason": " "}).status_code == 422
    arbiter.post(f"{page}accept/", {"reason": "Il foglio di carta dice così."})
    assert sheet_of(hall, 3).state == "closed"
    listed = arbiter.get(f"/desk/{hall.tournament.code}/rulings/").content.decode()
    assert "Il foglio di carta dice così." in listed


def test_a_sheet_that_was_handed_in_and_is_open_again_says_so_on_the_wall_and_on_its_page(
    organizer: Client, hall: Round
) -> None:
    sheet = sheet_of(hall, 2)
    take_back(sheet=sheet, author=None)
    [card] = [card_of(table) for table in scored_round(hall) if table.sheet == sheet]
    assert "e di nuovo aperto. Ci sono tutte le mani" in card["needs"]
    assert 'id="open-again"' in organizer.get(f"{play_page(hall)}2/").content.decode()
    assert 'id="open-again"' not in organizer.get(f"{play_page(hall)}5/").content.decode()
