"""Our PBN and LIN as read by endplay, an independent bridge library, and its files as read by us."""

from __future__ import annotations

from typing import Any

import pytest

from king.boards import DealtSet, bare_document, deal_boards
from king.cards import WINDS, Wind
from king.dealing import seed_sha256
from king.notation import lin, pbn, read_boards
from king.rulesets import find_ruleset


@pytest.fixture(autouse=True)
def endplay() -> None:
    """Import the library for a test that runs: it draws with matplotlib, whose import is a
    twentieth of the time to collect all tests.
    """
    pytest.importorskip("endplay", reason="endplay is not installed (requirements-dev.txt)")


LAB13 = find_ruleset("lab13")
SEED = bytes.fromhex("5a" * 32)
DOCUMENT = bare_document(
    LAB13, (1, 2), seed_sha256(SEED), event='Il "Re" di città', date="2026-11-20"
)
BOARDS = deal_boards(LAB13, DOCUMENT, SEED, "41 7 88", (1, 2))
DEALT = DealtSet(BOARDS, DOCUMENT.event, None, DOCUMENT.date, "lab13", DOCUMENT)


def hands(deal: object) -> list[str]:
    """Hands of endplay's deal in PBN, North first."""
    return [str(getattr(deal, wind)) for wind in ("north", "east", "south", "west")]


def test_endplay_reads_the_same_boards_from_our_pbn() -> None:
    from endplay.parsers import pbn as reader

    boards = reader.loads(pbn.write(DEALT).decode("iso-8859-1"))
    assert len(boards) == 26
    for theirs, ours in zip(boards, BOARDS, strict=True):
        assert theirs.board_num == ours.board
        assert hands(theirs.deal) == [ours.deal.hand_pbn(wind) for wind in WINDS]
        assert theirs.dealer.abbr == ours.dealer
        assert theirs.info["KingRound"] == str(ours.round_number)
        assert theirs.info["KingContract"] == ours.contract


def test_endplay_reads_the_same_boards_from_our_lin() -> None:
    from endplay.parsers import lin as reader

    boards = reader.loads(lin.write(DEALT).decode())
    assert len(boards) == 26
    for theirs, ours in zip(boards, BOARDS, strict=True):
        assert theirs.board_num == ours.board
        assert hands(theirs.deal) == [ours.deal.hand_pbn(wind) for wind in WINDS]
        assert theirs.dealer.abbr == ours.dealer


def boards_of_theirs(**more: Any) -> list[Any]:
    from endplay.types import Board, Deal, Player, Vul

    dealers = {Wind.N: Player.north, Wind.E: Player.east, Wind.S: Player.south, Wind.W: Player.west}
    return [
        Board(
            Deal(ours.deal.pbn),
            board_num=ours.board,
            dealer=dealers[ours.notation_dealer],
            vul=Vul.none,
            **more,
        )
        for ours in BOARDS[:13]
    ]


def bidding() -> dict[str, Any]:
    from endplay.types import ContractBid, Denom, Penalty, PenaltyBid

    one, passed = ContractBid(1, Denom.hearts), PenaltyBid(Penalty.passed)
    one.announcement = "5+ cards | see !H notes"
    return {"auction": [one, passed, passed, passed]}


@pytest.mark.parametrize("rooms", [1, 2])
@pytest.mark.parametrize("code", ["pbn", "lin"])
@pytest.mark.parametrize("called", [False, True])
def test_we_read_the_boards_that_endplay_writes(code: str, rooms: int, called: bool) -> None:
    from endplay import parsers

    theirs = boards_of_theirs(**(bidding() if called else {}))
    file = read_boards(getattr(parsers, code).dumps(theirs * rooms).encode("iso-8859-1"))
    assert file.problems == ()
    assert file.notation == code
    assert [(board.board, board.deal, board.dealer) for board in file.boards] == [
        (ours.board, ours.deal, ours.dealer) for ours in BOARDS[:13]
    ]


def test_both_read_lin_as_the_same_boards() -> None:
    from endplay.parsers import lin as reader

    text = reader.dumps(boards_of_theirs(**bidding()))
    assert [
        (board.board, [board.deal.hand_pbn(wind) for wind in WINDS], board.dealer)
        for board in read_boards(text.encode()).boards
    ] == [
        (theirs.board_num, hands(theirs.deal), theirs.dealer.abbr) for theirs in reader.loads(text)
    ]
