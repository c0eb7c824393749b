"""Spare boards in the sealed document: announced or absent, dealt under their own numbers, never
chosen.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from king.boards import DealtSet, bare_document, deal_boards, plan_filter
from king.dealing import Document, deal_board, deal_spare, differences, seed_sha256, verify
from king.notation import pbn, read_boards
from king.reading import InputError, Node
from king.rulesets import RULESETS, find_ruleset

SEED = bytes(range(32))
LAB12, LAB13 = find_ruleset("lab12"), find_ruleset("lab13")
SPARED = bare_document(LAB12, (1, 2), seed_sha256(SEED), spares=2)


@pytest.mark.parametrize("code", sorted(RULESETS))
def test_a_document_without_spares_is_to_the_byte_what_it_was_before_there_were_any(
    code: str,
) -> None:
    document = bare_document(RULESETS[code], (1,), seed_sha256(SEED))
    assert sorted(document.as_json()) == [
        "algorithm",
        "boards",
        "date",
        "datum",
        "deck",
        "event",
        "filter",
        *(["players"] if code == "king_three" else []),
        "rounds",
        "ruleset",
        "seed_sha256",
    ]
    assert "spares" not in document.canonical


def test_the_commitment_of_a_document_from_before_is_the_same() -> None:
    # SHA-256 of the text below, counted with sha256sum.
    document = Document(
        ruleset="lab12", rounds=(1,), boards=12, seed_sha256="0" * 64, event="E", date="2026-11-20"
    )
    assert document.canonical == (
        '{"algorithm":"king-deal-1","boards":12,"date":"2026-11-20","datum":null,"deck":52,"event":"E","filter":null,'
        '"rounds":[1],"ruleset":"lab12","seed_sha256":"' + "0" * 64 + '"}'
    )
    assert document.commitment == "58ce515302014d6bc9f95a355ec2fb0a9472e30ba8df2a6605a6637f784d9308"


def test_spares_are_part_of_what_is_committed_to() -> None:
    assert SPARED.as_json()["spares"] == 2
    assert SPARED.commitment != replace(SPARED, spares=3).commitment
    assert Document.parse(SPARED.canonical) == SPARED
    assert Document.parse(SPARED.canonical).commitment == SPARED.commitment


def test_a_document_that_spells_out_that_it_has_none_keeps_its_own_commitment() -> None:
    text = SPARED.canonical.replace('"spares":2', '"spares":0')
    document = Document.parse(text)
    assert (document.spares, document.canonical) == (0, text)


@pytest.mark.parametrize("spares", [-1, 100, "2", 1.5, True])
def test_a_number_of_spares_that_cannot_be_is_refused_with_its_place(spares: object) -> None:
    with pytest.raises(InputError, match=r"document: spares: expected a whole number"):
        Document.read(Node(SPARED.as_json() | {"spares": spares}, "document", ""))


def test_a_spare_is_dealt_under_its_own_number() -> None:
    assert deal_spare(SPARED, SEED, "", 2, 13) == deal_board(SEED, "", 2, 13)
    (board,) = deal_boards(LAB12, SPARED, SEED, "", (2,), 14)
    assert (board.board, board.contract, board.deal) == (14, None, deal_board(SEED, "", 2, 14))


@pytest.mark.parametrize(("round_number", "number"), [(1, 12), (1, 15), (3, 13), (1, 0)])
def test_what_was_not_announced_is_no_spare(round_number: int, number: int) -> None:
    with pytest.raises(InputError, match="announces no such spare"):
        deal_spare(SPARED, SEED, "", round_number, number)


def test_a_round_is_its_boards_and_the_spares_stay_where_they_are() -> None:
    assert len(deal_boards(LAB12, SPARED, SEED, "", (1, 2))) == 24


def test_where_there_is_domino_every_spare_meets_its_condition() -> None:
    condition = plan_filter(LAB13, 3)
    assert condition is not None
    assert condition.boards == (8, 14, 15, 16)
    document = bare_document(LAB13, (1,), seed_sha256(SEED), spares=3)
    for spare in (14, 15, 16):
        assert condition.accepts(deal_spare(document, SEED, "", 1, spare))
    assert plan_filter(LAB12, 3) is None


def placed(round_number: int = 1) -> list[tuple[int, int, object]]:
    return [
        (round_number, board.board, board.deal)
        for board in deal_boards(LAB12, SPARED, SEED, "", (round_number,))
    ]


def test_a_board_that_a_spare_replaced_verifies_where_the_record_says_so() -> None:
    boards = placed()
    boards[4] = (1, 5, deal_board(SEED, "", 1, 13))
    assert verify(SPARED, SEED, "", boards, {(1, 5): 13}) is None
    unsaid = verify(SPARED, SEED, "", boards)
    assert unsaid is not None
    assert (unsaid.board, unsaid.spare) == (5, 13)
    assert "the cards are those of spare 13" in str(unsaid.phrase)


def test_a_spare_that_is_claimed_and_is_not_there_is_a_difference() -> None:
    boards = placed()
    claimed = verify(SPARED, SEED, "", boards, {(1, 5): 13})
    assert claimed is not None
    assert (claimed.board, claimed.wind is not None) == (5, True)
    for spare in (15, 3, 5):
        beyond = verify(SPARED, SEED, "", boards, {(1, 5): spare})
        assert beyond is not None
        assert (
            str(beyond.phrase)
            == f"Partita 1, board 5: there is no spare {spare}, or it is already used"
        )


def test_one_spare_cannot_stand_for_two_boards() -> None:
    boards = placed()
    spare = deal_board(SEED, "", 1, 13)
    boards[4], boards[5] = (1, 5, spare), (1, 6, spare)
    result = list(differences(SPARED, SEED, "", boards, {(1, 5): 13, (1, 6): 13}))
    assert [(difference.board, difference.spare) for difference in result] == [(6, 13)]


def test_every_difference_is_told_not_only_the_first() -> None:
    boards = placed()
    boards[1], boards[2] = (1, 2, boards[2][2]), (1, 3, boards[1][2])
    result = list(differences(SPARED, SEED, "", boards))
    assert [difference.board for difference in result] == [2, 3]
    assert [difference.spare for difference in result] == [None, None]


def test_a_pbn_file_says_which_spare_took_a_boards_place() -> None:
    boards = list(deal_boards(LAB12, SPARED, SEED, "", (1,)))
    boards[4] = boards[4]._replace(deal=deal_board(SEED, "", 1, 13), dealt_as=13)
    text = pbn.write(DealtSet(tuple(boards), document=SPARED, ruleset="lab12"))
    assert text.count(b'[KingSpare "13"]') == 1
    file = read_boards(text)
    assert file.problems == file.notes == ()
    assert {board.board: board.spare for board in file.boards if board.spare} == {5: 13}
