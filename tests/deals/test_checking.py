"""Checks of a set against its announcement name every difference."""

from __future__ import annotations

import pytest
from django.utils import translation

from deals import services
from deals.models import Board, BoardSet
from deals.services import SetCheck, replace_board, verify_set
from king.cards import Deal
from king.rulesets import RULESETS
from tests.deals.sealing import sealed

pytestmark = pytest.mark.django_db


def codes(check: SetCheck) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.board) for problem in check.problems]


@pytest.mark.parametrize("code", sorted(RULESETS))
def test_a_set_as_it_was_sealed_holds_in_every_system(code: str) -> None:
    check = verify_set(sealed(code, spares=1))
    assert check.holds
    assert check.dealt == (*range(1, RULESETS[code].schedule()[-1].board + 1),)
    assert (check.typed, check.waiting) == ((), False)


def test_a_set_that_waits_for_its_datum_holds_and_says_so() -> None:
    check = verify_set(sealed(datum="lottery"))
    assert (check.holds, check.waiting, check.dealt) == (True, True, ())


def test_another_card_is_found_and_not_named_while_the_set_is_sealed() -> None:
    board_set = sealed()
    board = board_set.boards.get(number=4)
    owners = board.owners
    place = next(i for i in range(51) if owners[i] != owners[i + 1])
    swapped = owners[:place] + owners[place + 1] + owners[place] + owners[place + 2 :]
    Board.objects.filter(pk=board.pk).update(owners=swapped)
    with translation.override("en"):
        check = verify_set(board_set)
        assert codes(check) == [("board_differs", 4)]
        assert str(check.problems[0]) == "Board 4 is not the one that the seed deals"
        services.reveal(board_set=board_set)
        board_set.refresh_from_db()
        message = str(verify_set(board_set).problems[0])
    assert str(Deal(owners).deck[place]) in message
    assert str(Deal(owners).deck[place + 1]) in message


def test_another_document_seed_or_commitment_is_found() -> None:
    board_set = sealed()
    board_set.document["event"] = "Another evening"
    assert codes(verify_set(board_set)) == [("commitment", None)]
    board_set = sealed()
    board_set.seed = "00" * 32
    assert codes(verify_set(board_set)) == [("seed", None)]
    board_set.seed = "no seed"
    assert codes(verify_set(board_set)) == [("document", None)]
    board_set = sealed()
    board_set.document = {}
    assert [code for code, _board in codes(verify_set(board_set))] == ["commitment", "document"]


def test_a_missing_board_and_one_too_many_are_named() -> None:
    board_set = sealed()
    board_set.boards.get(number=7).delete()
    Board.objects.create(
        board_set=board_set, number=13, dealt_as=13, dealer="N", owners="NESW" * 13
    )
    assert codes(verify_set(board_set)) == [
        ("board_missing", 7),
        ("board_extra", 13),
        ("board_differs", 13),
    ]


def test_a_spare_that_was_chosen_out_of_turn_is_found() -> None:
    board_set = sealed(spares=3)
    replace_board(board_set=board_set, number=5, reason="wet")
    second = replace_board(board_set=board_set, number=6, reason="wet")
    third = replace_board(board_set=board_set, number=6, reason="did not please")
    second.delete()
    assert codes(verify_set(board_set)) == [("spare_order", 6)]
    assert third.dealt_as == 15


def test_a_withdrawn_board_has_to_be_the_one_that_was_dealt_too() -> None:
    board_set = sealed(spares=1)
    old = board_set.boards.get(number=5)
    replace_board(board_set=board_set, number=5, reason="wet")
    Board.objects.filter(pk=old.pk).update(owners="NESW" * 13)
    assert codes(verify_set(board_set)) == [("board_differs", 5)]


def test_checking_changes_nothing(django_assert_num_queries: object) -> None:
    board_set = sealed()
    with django_assert_num_queries(1):  # type: ignore[operator]
        verify_set(board_set)
    assert BoardSet.objects.get() == board_set
