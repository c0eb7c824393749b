"""Two desks work on one set of boards: the second one gets an answer, and nothing is dealt twice."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from deals.models import Board, BoardSet
from deals.services import verify_set
from tests.at_once import at_once
from tests.evenings import entered
from tests.king.deals import HANDS
from tournaments import board_steps
from tournaments.board_steps import seal_boards, transcribe_board
from tournaments.log.verification import check_chain
from tournaments.models import Round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def partita() -> Round:
    return entered().rounds.create(number=1)


def test_one_board_replaced_from_two_desks_at_once_takes_one_spare(partita: Round) -> None:
    board_set = seal_boards(round=partita, author=None)
    answers = at_once(
        *[
            lambda: board_steps.replace_board(
                round=partita, number=4, reason="wet", author=None, seen=4
            )
        ]
        * 3
    )
    assert sum(isinstance(answer, Board) for answer in answers) == 1
    assert [answer.code for answer in answers if isinstance(answer, ValidationError)] == [
        "already_replaced"
    ] * 2
    assert verify_set(board_set).holds
    assert check_chain(partita.tournament).fault is None


def test_different_boards_replaced_at_once_get_different_spares(partita: Round) -> None:
    board_set = seal_boards(round=partita, author=None)
    answers = at_once(
        *[
            lambda number=number: board_steps.replace_board(
                round=partita, number=number, reason="wet", author=None
            )
            for number in (1, 2, 3)
        ]
    )
    assert sorted(answer.dealt_as for answer in answers) == [13, 14, 15]
    assert verify_set(board_set).holds


def test_the_first_boards_typed_in_at_once_make_one_set(partita: Round) -> None:
    at_once(
        *[
            lambda number=number: transcribe_board(
                round=partita, number=number, hands=HANDS, author=None
            )
            for number in (1, 2, 3)
        ]
    )
    board_set = BoardSet.objects.get()
    assert board_set.boards.count() == 3
    assert verify_set(board_set).holds
