"""A board opened because its hand is disputed: only after it was played, only by those who may,
always with a line in the log.
"""

from __future__ import annotations

import uuid
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from scoring.calls import disputed_board, open_disputed_board
from scoring.models import HandResult, Sheet
from scoring.round_steps import replace_board
from scoring.rows import enter_row
from scoring.sheet_steps import hand_in, take_back
from tests.accounts import account, browser_of
from tests.evenings import a_tournament, fill, good_rows, played, sealed_round, sheet_of
from tournaments.log.verification import check_chain
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def user(*roles: str) -> User:
    return account("-".join(roles), *roles)


@pytest.fixture
def sheet() -> Sheet:
    """Sheet of table 1 of two, with only hand 1 entered."""
    sheet = sheet_of(sealed_round(a_tournament()))
    enter_row(sheet=sheet, hand=1, content=good_rows()[1], origin="desk")
    return sheet


def refusal(sheet: Sheet, hand: int, by: User) -> str:
    with pytest.raises(ValidationError) as refused:
        open_disputed_board(sheet=sheet, hand=hand, by=by)
    return str(refused.value.code)


def test_an_arbiter_opens_the_board_of_a_hand_that_the_table_has_played_and_the_log_says_so(
    sheet: Sheet,
) -> None:
    arbiter = user("arbiter")
    assert disputed_board(sheet=sheet, hand=1, by=arbiter) is None
    board = open_disputed_board(sheet=sheet, hand=1, by=arbiter)
    assert board.number == 1
    tournament = sheet.table.round.tournament
    line = tournament.log.latest("sequence")
    assert (line.kind, line.author, line.fields) == (
        "board_opened",
        arbiter,
        {"round": 1, "table": 1, "board": 1},
    )
    assert check_chain(tournament).fault is None


def test_opened_once_it_stays_open_to_the_same_account_and_to_no_other(sheet: Sheet) -> None:
    arbiter = user("arbiter")
    open_disputed_board(sheet=sheet, hand=1, by=arbiter)
    lines = sheet.table.round.tournament.log.count()
    open_disputed_board(sheet=sheet, hand=1, by=arbiter)
    assert sheet.table.round.tournament.log.count() == lines
    assert disputed_board(sheet=sheet, hand=1, by=arbiter) is not None
    assert disputed_board(sheet=sheet, hand=1, by=user("arbiter", "x")) is None


def test_a_hand_that_the_table_has_not_played_stays_sealed(sheet: Sheet) -> None:
    assert refusal(sheet, 2, user("arbiter")) == "not_played"
    other = sheet_of(sheet.table.round, 2)
    assert refusal(other, 1, user("arbiter", "x")) == "not_played"


def test_a_row_that_was_emptied_again_opens_nothing(sheet: Sheet) -> None:
    enter_row(sheet=sheet, hand=1, content=None, origin="desk")
    assert refusal(sheet, 1, user("arbiter")) == "not_played"


def test_opened_before_it_was_replaced_the_board_that_took_its_place_is_sealed_to_everybody(
    sheet: Sheet,
) -> None:
    """After a misdeal the row is emptied, and nobody has played the spare (issue 4, blind mode)."""
    arbiter = user("arbiter")
    open_disputed_board(sheet=sheet, hand=1, by=arbiter)
    enter_row(sheet=sheet, hand=1, content=None, origin="desk")
    replace_board(round=sheet.table.round, number=1, reason="East had fourteen cards.", author=None)
    with pytest.raises(ValidationError) as refused:
        disputed_board(sheet=sheet, hand=1, by=arbiter)
    assert refused.value.code == "not_played"
    enter_row(sheet=sheet, hand=1, content=good_rows()[1], origin="desk")
    assert disputed_board(sheet=sheet, hand=1, by=arbiter) is None
    assert open_disputed_board(sheet=sheet, hand=1, by=arbiter).dealt_as == 13
    assert disputed_board(sheet=sheet, hand=1, by=arbiter) is not None


def hand_over(sheet: Sheet) -> None:
    """Enter all rows of the sheet and hand it in."""
    hand_in(sheet=fill(sheet), by="phone")


def test_where_the_organizer_plays_a_board_opens_when_every_table_has_it_on_a_sheet_handed_in(
    sheet: Sheet,
) -> None:
    """This holds for every account. A newly made arbiter's account used to open it earlier."""
    Tournament.objects.update(blind=True)
    sheet, other = sheet_of(sheet.table.round), sheet_of(sheet.table.round, 2)
    fill(sheet)
    fill(other)
    both, just_made = user("organizer", "arbiter"), user("arbiter")
    assert {refusal(sheet, 1, both), refusal(sheet, 1, just_made)} == {"cards_sealed"}
    hand_in(sheet=sheet, by="phone")
    assert refusal(sheet, 1, just_made) == "cards_sealed"
    hand_in(sheet=other, by="phone")
    assert open_disputed_board(sheet=sheet, hand=1, by=both).number == 1
    take_back(sheet=other, author=None)
    assert refusal(sheet, 1, just_made) == "cards_sealed"


@pytest.mark.at_length
def test_rows_sent_with_the_codes_of_the_tables_for_hands_that_nobody_has_played_open_nothing(
    sheet: Sheet,
) -> None:
    Tournament.objects.update(blind=True)
    round_, phone = sheet.table.round, Client()
    for table in round_.tables.select_related("place"):
        for hand, content in good_rows().items():
            row = {"hand": hand, "content": content, "client_id": str(uuid.uuid4()), "based_on": 0}
            address = f"/api/tables/{table.place.code}/rounds/1/rows/"
            answer = phone.post(address, row | {"device": "mine"}, content_type="application/json")
            assert answer.status_code in (200, 409), answer.content
    assert set(HandResult.objects.current().values_list("sheet__table__number", "hand")) == set(
        product((1, 2), range(1, 13))
    )
    for somebody in (user("organizer"), user("arbiter"), user("organizer", "arbiter")):
        desk = browser_of(somebody)
        for table, hand in product((1, 2), range(1, 13)):
            page = f"/desk/{round_.tournament.code}/play/1/{table}/judge/{hand}/"
            assert desk.post(f"{page}open/", {"reason": "Because."}).status_code == 422
            assert "card-key" not in desk.get(page).content.decode()
    assert not round_.tournament.log.filter(kind="board_opened").exists()


def test_the_dealing_role_opens_it_before_the_last_table_only_with_a_reason_and_a_line(
    sheet: Sheet,
) -> None:
    """The log records each look at sealed cards, on a page as on paper (issue 4)."""
    Tournament.objects.update(blind=True)
    sheet = sheet_of(sheet.table.round)
    dealer = user("organizer", "dealing")
    assert refusal(sheet, 2, dealer) == "not_played"
    assert disputed_board(sheet=sheet, hand=1, by=dealer) is None
    assert refusal(sheet, 1, dealer) == "reason_missing"
    assert (
        open_disputed_board(
            sheet=sheet, hand=1, by=dealer, reason="East shows fourteen cards."
        ).number
        == 1
    )
    line = sheet.table.round.tournament.log.latest("sequence")
    assert (line.kind, line.author) == ("board_opened", dealer)
    assert (line.fields["tables"], line.fields["reason"]) == ("1, 2", "East shows fourteen cards.")
    hand_over(sheet)
    hand_over(sheet_of(sheet.table.round, 2))
    assert open_disputed_board(sheet=sheet, hand=3, by=dealer).number == 3


def test_a_table_without_a_sheet_is_waited_for(sheet: Sheet) -> None:
    Tournament.objects.update(blind=True)
    sheet = sheet_of(sheet.table.round)
    hand_over(sheet)
    sheet_of(sheet.table.round, 2).delete()
    assert refusal(sheet, 1, user("arbiter")) == "cards_sealed"


def test_a_revealed_board_needs_no_opening_and_leaves_no_line() -> None:
    sheet = sheet_of(played())
    lines = sheet.table.round.tournament.log.count()
    assert open_disputed_board(sheet=sheet, hand=7, by=user("arbiter")).number == 7
    assert sheet.table.round.tournament.log.count() == lines


def test_a_board_that_is_not_stored_is_said_to_be_missing(sheet: Sheet) -> None:
    sheet.table.round.board_set.boards.all().delete()
    assert refusal(sheet, 1, user("arbiter")) == "no_board"
