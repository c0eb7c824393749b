"""One board opened because its hand is disputed: where it was played, by whom it may, never without a line."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError

from scoring.boards import replace_board
from scoring.disputes import disputed_board, open_disputed_board
from scoring.models import Sheet
from scoring.rows import enter_row
from tests.evenings import a_tournament, good_rows, played, sealed_round, sheet_of
from tournaments.log import first_broken_line
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def user(*roles: str) -> User:
    made = User.objects.create_user("-".join(roles))
    made.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
    return made


@pytest.fixture
def sheet() -> Sheet:
    """Table 1 of two has entered hand 1 and nothing else."""
    sheet = sheet_of(sealed_round(a_tournament()))
    enter_row(sheet=sheet, hand=1, content=good_rows()[1], origin="desk")
    return sheet


def refusal(sheet: Sheet, hand: int, by: User) -> str:
    with pytest.raises(ValidationError) as refused:
        open_disputed_board(sheet=sheet, hand=hand, by=by)
    return str(refused.value.code)


def test_an_arbiter_opens_the_board_of_a_hand_that_the_table_has_played_and_the_log_says_so(sheet: Sheet) -> None:
    arbiter = user("arbiter")
    assert disputed_board(sheet=sheet, hand=1, by=arbiter) is None
    board = open_disputed_board(sheet=sheet, hand=1, by=arbiter)
    assert board.number == 1
    tournament = sheet.table.round.tournament
    line = tournament.log.latest("sequence")
    assert (line.kind, line.author, line.fields) == ("board_opened", arbiter, {"round": 1, "table": 1, "board": 1})
    assert first_broken_line(tournament) is None


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


def test_opened_before_it_was_replaced_the_board_that_took_its_place_is_sealed_to_everybody(sheet: Sheet) -> None:
    """A misdeal found: the row is emptied and the spare has not been played by anybody (issue 4, blind mode)."""
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


def test_where_the_organizer_plays_his_account_waits_until_every_table_has_played_the_hand(sheet: Sheet) -> None:
    Tournament.objects.update(blind=True)
    sheet = sheet_of(sheet.table.round)
    both = user("organizer", "arbiter")
    assert refusal(sheet, 1, both) == "cards_sealed"
    assert open_disputed_board(sheet=sheet, hand=1, by=user("arbiter")).number == 1
    enter_row(sheet=sheet_of(sheet.table.round, 2), hand=1, content=good_rows()[1], origin="desk")
    assert open_disputed_board(sheet=sheet, hand=1, by=both).number == 1


def test_who_prepares_the_boards_opens_one_like_everybody_else_with_a_line(sheet: Sheet) -> None:
    """Who looked at sealed cards, and when, is in the log (issue 4): on a page as on paper."""
    Tournament.objects.update(blind=True)
    sheet = sheet_of(sheet.table.round)
    dealer = user("organizer", "dealing")
    assert refusal(sheet, 2, dealer) == "not_played"
    assert disputed_board(sheet=sheet, hand=1, by=dealer) is None
    assert open_disputed_board(sheet=sheet, hand=1, by=dealer).number == 1
    line = sheet.table.round.tournament.log.latest("sequence")
    assert (line.kind, line.author) == ("board_opened", dealer)


def test_a_revealed_board_needs_no_opening_and_leaves_no_line() -> None:
    sheet = sheet_of(played())
    lines = sheet.table.round.tournament.log.count()
    assert open_disputed_board(sheet=sheet, hand=7, by=user("arbiter")).number == 7
    assert sheet.table.round.tournament.log.count() == lines


def test_a_board_that_is_not_stored_is_said_to_be_missing(sheet: Sheet) -> None:
    sheet.table.round.board_set.boards.all().delete()
    assert refusal(sheet, 1, user("arbiter")) == "no_board"
