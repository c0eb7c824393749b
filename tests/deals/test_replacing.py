"""Spare boards: announced in advance, used in their order, checked afterwards."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from deals import services
from deals.models import Board
from deals.services import replace_board, spares_left, verify_set
from king.dealing import Document, verify
from king.rulesets import find_ruleset
from tests.deals.sealing import dealt_again, sealed
from tests.king.by_definition import number_by_definition

pytestmark = pytest.mark.django_db


def refused(code: str, **arguments: object) -> ValidationError:
    with pytest.raises(ValidationError) as refusal:
        replace_board(**arguments)  # type: ignore[arg-type]
    assert refusal.value.code == code
    return refusal.value


def test_a_set_without_spares_says_nothing_of_them() -> None:
    assert "spares" not in sealed().document
    assert spares_left(sealed()) == 0


def test_spares_are_announced_in_the_document_and_dealt_only_when_used() -> None:
    board_set = sealed(spares=2)
    assert board_set.document["spares"] == 2
    assert board_set.boards.count() == 12
    assert spares_left(board_set) == 2


def test_the_next_spare_takes_the_place_and_the_old_board_stays_with_the_reason() -> None:
    board_set = sealed(spares=2)
    services.mark_printed(board_set=board_set)
    old = board_set.boards.get(number=8)
    new = replace_board(board_set=board_set, number=8, reason="  wet \n packet ")
    old.refresh_from_db()
    assert (old.withdrawn_because, old.withdrawn_at is not None) == ("wet packet", True)
    assert (new.number, new.dealt_as, new.contract, new.dealer) == (8, 13, old.contract, old.dealer)
    assert new.deal.number == number_by_definition(bytes.fromhex(board_set.seed), "", 1, 13)
    assert [board.number for board in board_set.boards.in_use().order_by("number")] == [
        *range(1, 13)
    ]
    assert spares_left(board_set) == 1


def test_the_spares_are_used_in_their_order_even_for_the_same_board() -> None:
    board_set = sealed(spares=3)
    spares = [
        replace_board(board_set=board_set, number=number, reason="wet").dealt_as
        for number in (5, 5, 1)
    ]
    assert spares == [13, 14, 15]
    assert verify_set(board_set).holds
    refusal = refused("no_spare_left", board_set=board_set, number=2, reason="wet")
    assert "3" in str(refusal.messages[0])


def test_a_spare_for_domino_keeps_the_published_condition() -> None:
    board_set = sealed("lab13", spares=4)
    assert board_set.document["filter"]["boards"] == [8, 14, 15, 16, 17]
    for spare in range(14, 18):
        new = replace_board(board_set=board_set, number=8, reason="wet")
        assert new.deal.number == number_by_definition(
            bytes.fromhex(board_set.seed), "", 1, spare, filtered=True
        )
    assert verify_set(board_set).holds


def test_whoever_checks_with_the_published_record_finds_the_spare() -> None:
    board_set = sealed(spares=1)
    replace_board(board_set=board_set, number=3, reason="wet")
    services.reveal(board_set=board_set)
    board_set.refresh_from_db()
    record = services.public_record(board_set)
    assert [
        (change["board"], change["spare"], change["reason"]) for change in record["replaced"]
    ] == [(3, 13, "wet")]
    json.dumps(record)
    document = Document.parse(json.dumps(record["document"]))
    placed = [(1, board.number, board.deal) for board in board_set.boards.in_use()]
    spares = {(1, change["board"]): change["spare"] for change in record["replaced"]}
    assert verify(document, bytes.fromhex(record["seed"]), "", placed, spares) is None
    unsaid = verify(document, bytes.fromhex(record["seed"]), "", placed)
    assert unsaid is not None
    assert (unsaid.board, unsaid.spare) == (3, 13)


def test_nothing_is_replaced_without_a_reason_a_board_or_a_seed() -> None:
    board_set = sealed(spares=1)
    refused("reason_missing", board_set=board_set, number=1, reason=" \n ")
    refused("no_board", board_set=board_set, number=13, reason="wet")
    with pytest.raises(ValidationError) as beyond:
        replace_board(board_set=board_set, number=99, reason="wet")
    assert beyond.value.params["last"] == 12
    services.reveal(board_set=board_set)
    refused("boards_revealed", board_set=board_set, number=1, reason="wet")
    waiting = sealed(datum="lottery", spares=1)
    refused("no_board", board_set=waiting, number=1, reason="wet")
    assert board_set.boards.count() == 12


@pytest.mark.database
def test_no_spare_can_stand_in_for_two_boards_even_by_hand() -> None:
    board_set = sealed(spares=1)
    new = replace_board(board_set=board_set, number=3, reason="wet")
    with pytest.raises(IntegrityError), transaction.atomic():
        Board.objects.create(
            board_set=board_set, number=99, dealt_as=13, dealer="N", owners=new.owners
        )


@pytest.mark.parametrize("spares", [-1, 100])
def test_a_number_of_spares_that_cannot_be_is_refused(spares: int) -> None:
    with pytest.raises(ValidationError) as refusal:
        sealed(spares=spares)
    assert refusal.value.code == "spares_out_of_range"


def test_a_set_with_a_datum_deals_its_spares_with_it_too() -> None:
    board_set = sealed(datum="lottery", spares=1)
    services.deal_with_datum(
        board_set=board_set,
        ruleset=find_ruleset("lab12"),
        settings=find_ruleset("lab12").defaults,
        value="42",
    )
    replace_board(board_set=board_set, number=1, reason="wet")
    assert (
        verify_set(board_set).holds is False
    )  # this object was loaded before its datum was stored
    board_set.refresh_from_db()
    assert verify_set(board_set).holds


def test_dealing_again_announces_the_spares_again() -> None:
    again = dealt_again(sealed(spares=2))
    assert again.document["spares"] == 2


@pytest.mark.database
def test_a_second_click_takes_no_second_spare() -> None:
    board_set = sealed(spares=2)
    replace_board(board_set=board_set, number=5, reason="wet", seen=5)
    refused("already_replaced", board_set=board_set, number=5, reason="wet", seen=5)
    assert spares_left(board_set) == 1
    assert replace_board(board_set=board_set, number=5, reason="wet again", seen=13).dealt_as == 14
