"""Boards dealt by hand and typed: every missing and double card is named, and nothing is replaced
silently.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from deals import services, transfer
from deals.models import Board, BoardSet
from deals.services import verify_set
from deals.transfer import hash_of_typed, read_hands_typed, store_transcribed
from king.boards import PlannedBoard
from king.cards import Wind
from king.rulesets import find_ruleset
from tests.deals.sealing import DATE, dealt_again, sealed
from tests.king.deals import HANDS

pytestmark = pytest.mark.django_db


OTHER = {
    "N": "♠ A K Q J 10 9 8 7 6 5 4 3 2",
    "E": "h akqjt98765432",
    "S": "- - AKQJT98765432 -",
    "W": "...AKQJ1098765432",
}


def plan(board: int, contract: str = "KJ", dealer: str = "N") -> PlannedBoard:
    return PlannedBoard(board, contract, Wind(dealer))


def typed_set() -> BoardSet:
    return store_transcribed(
        ruleset=find_ruleset("lab12"),
        round_number=1,
        event="Giovedì",
        date=DATE,
        boards=(),
        author=None,
    )


def transcribe(*, board_set: BoardSet, **options: Any) -> Board:
    rules = find_ruleset(board_set.ruleset)
    return transfer.transcribe(
        **{"board_set": board_set, "ruleset": rules, "settings": rules.defaults, **options}
    )


def messages(refusal: ValidationError) -> list[str]:
    with translation.override("en"):
        return [str(message) for message in refusal.messages]


def test_a_board_is_typed_in_as_it_lay_on_the_tables() -> None:
    board_set = typed_set()
    board = transcribe(board_set=board_set, plan=plan(3, "KH", "S"), hands=HANDS)
    assert board.deal.pbn == "N:" + " ".join(HANDS[wind] for wind in "NESW")
    assert (board.number, board.contract, board.dealer, board.origin) == (
        3,
        "KH",
        "S",
        "transcribed",
    )


def test_every_way_of_writing_a_hand_is_read() -> None:
    deal = read_hands_typed(OTHER)
    assert deal.pbn == "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_missing_and_double_cards_are_all_named_at_once() -> None:
    board_set = typed_set()
    wrong = HANDS | {"E": "AJ9.AK3.T98.KQJ5", "S": "T876.QJ9.AK3.AT"}
    with pytest.raises(ValidationError) as refused:
        transcribe(board_set=board_set, plan=plan(1), hands=wrong)
    assert messages(refused.value) == [
        "♠A appears twice: North and East both hold it",
        "♠Q ♣7 are missing: nobody holds them",
        "South holds 12 cards instead of 13",
    ]
    assert board_set.boards.count() == 0


def test_what_cannot_be_read_is_named_hand_by_hand() -> None:
    with pytest.raises(ValidationError) as refused:
        read_hands_typed({"N": "AK3.X5.QJ4.98642", "E": "hello", "S": "s ak1", "W": "9" * 5000})
    lines = messages(refused.value)
    assert lines[0] == "North: 'X' among the ♥ is not a rank: A K Q J T 9 8 7 6 5 4 3 2"
    assert [line.partition(":")[0] for line in lines] == ["North", "East", "South", "West"]


def test_a_hand_left_empty_is_not_guessed() -> None:
    with pytest.raises(ValidationError) as refused:
        read_hands_typed(HANDS | {"W": " "})
    assert messages(refused.value)[-1] == "West holds 0 cards instead of 13"


def test_the_same_cards_again_change_nothing() -> None:
    board_set = typed_set()
    first = transcribe(board_set=board_set, plan=plan(1), hands=HANDS)
    assert transcribe(board_set=board_set, plan=plan(1), hands=HANDS) == first
    assert board_set.boards.count() == 1


def test_other_cards_take_the_place_only_with_a_reason_and_the_old_ones_stay() -> None:
    board_set = sealed()
    with pytest.raises(ValidationError) as refused:
        transcribe(board_set=board_set, plan=plan(1), hands=HANDS)
    assert refused.value.code == "board_there"
    new = transcribe(
        board_set=board_set,
        plan=plan(1),
        hands=HANDS,
        reason="North's packet was dealt wrong everywhere",
    )
    old = board_set.boards.get(number=1, withdrawn_at__isnull=False)
    assert old.withdrawn_because == "North's packet was dealt wrong everywhere"
    assert (old.origin, new.origin) == ("generated", "transcribed")
    check = verify_set(board_set)
    assert (check.holds, check.typed, check.dealt) == (True, (1,), (*range(2, 13),))
    assert services.public_record(board_set)["replaced"][0]["spare"] is None


def test_a_partita_may_be_typed_in_altogether_and_its_hash_grows_with_it() -> None:
    board_set = typed_set()
    seen = {board_set.commitment}
    for number in range(1, 13):
        shift = "NESW"[number % 4 :] + "NESW"[: number % 4]
        transcribe(
            board_set=board_set,
            plan=plan(number),
            hands=dict(zip(shift, HANDS.values(), strict=True)),
        )
        board_set.refresh_from_db()
        assert verify_set(board_set).holds
        seen.add(board_set.commitment)
    assert len(seen) == 13
    text = json.dumps(board_set.document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert board_set.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert board_set.document["boards"] == 12
    Board.objects.filter(board_set=board_set, number=2).update(owners="NESW" * 13)
    assert [problem.code for problem in verify_set(board_set).problems] == ["boards_hash"]


# --- the salt


def sha256(value: object, salt: str = "") -> str:
    """Hash as docs/dealing.md defines it, computed independently: the salt's bytes, then canonical
    JSON.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()


def text_of(board_set: BoardSet, *numbers: int) -> list[list[object]]:
    """Number, contract, dealer and PBN deal of the boards in use."""
    shift = {number: "NESW"[number % 4 :] + "NESW"[: number % 4] for number in numbers}
    deals = {number: dict(zip(shift[number], HANDS.values(), strict=True)) for number in numbers}
    return [
        [number, "KJ", "N", "N:" + " ".join(deals[number][wind] for wind in "NESW")]
        for number in numbers
    ]


def type_in(board_set: BoardSet, number: int, **options: str) -> BoardSet:
    shift = "NESW"[number % 4 :] + "NESW"[: number % 4]
    hands = dict(zip(shift, HANDS.values(), strict=True))
    transcribe(board_set=board_set, plan=plan(number), hands=hands, **options)
    return BoardSet.objects.get(pk=board_set.pk)


def test_whoever_knows_all_cards_but_not_the_salt_cannot_tell_that_they_are_the_typed_ones() -> (
    None
):
    """The public document has no unsalted hash of the cards. With one, somebody who knew twelve
    boards could confirm guesses at the thirteenth.
    """
    before = type_in(typed_set(), 1)
    board_set = type_in(before, 2)
    known = services.public_record(board_set)
    assert len(bytes.fromhex(board_set.salt)) == 32
    assert board_set.salt == before.salt != typed_set().salt
    assert board_set.salt not in json.dumps(known)
    plain = sha256(text_of(board_set, 1, 2))
    guessed = {key: plain for key in known["document"] if key.endswith("sha256")}
    assert guessed
    assert plain not in known["document"].values()
    assert sha256(known["document"] | guessed) != known["commitment"]


def test_with_the_salt_that_the_reveal_gives_everybody_can_compute_the_commitment_again() -> None:
    commitments = []
    board_set = typed_set()
    for number in (1, 2, 3):
        board_set = type_in(board_set, number)
        commitments.append(board_set.commitment)
    known = services.public_record(services.reveal(board_set=board_set))
    assert known["salt"] == board_set.salt
    for count, commitment in enumerate(commitments, start=1):
        boards = text_of(board_set, *range(1, count + 1))
        document = known["document"] | {
            "boards": count,
            "salted_boards_sha256": sha256(boards, known["salt"]),
        }
        assert sha256(document) == commitment


def test_another_salt_and_no_salt_do_not_open_the_commitment() -> None:
    board_set = type_in(typed_set(), 1)
    assert verify_set(board_set).holds
    for salt in ("", "00" * 32):
        board_set.salt = salt
        assert [problem.code for problem in verify_set(board_set).problems] == ["boards_hash"]


def test_boards_typed_into_a_set_that_a_seed_deals_have_a_salted_hash_of_their_own() -> None:
    dealt = sealed()
    assert dealt.salt == ""
    board_set = type_in(dealt, 1, reason="dealt wrong everywhere")
    assert board_set.commitment == dealt.commitment
    assert hash_of_typed(board_set) == sha256(text_of(board_set, 1), board_set.salt)
    assert verify_set(board_set).holds


def test_a_domino_hand_with_too_many_aces_and_kings_is_dealt_again_unless_it_was_played_so() -> (
    None
):
    board_set = store_transcribed(
        ruleset=find_ruleset("lab13"),
        round_number=1,
        event="Giovedì",
        date=DATE,
        boards=(),
        author=None,
    )
    hands = {
        "N": "AK32.AK2.AK2.432",
        "E": "QJ.QJT3.QJT3.QJT",
        "S": "T98.987.987.AK98",
        "W": "7654.654.654.765",
    }
    with pytest.raises(ValidationError) as refused:
        transcribe(board_set=board_set, plan=plan(8, "DOM"), hands=hands)
    assert refused.value.code == "too_many_extremes"
    assert (
        transcribe(
            board_set=board_set, plan=plan(8, "DOM"), hands=hands, reason="played like this"
        ).number
        == 8
    )


def test_the_short_deck_is_typed_with_eight_cards_a_hand() -> None:
    hands = {
        "N": "AKQJ10987 - - -",
        "E": "- AKQJ10987 - -",
        "S": "- - AKQJ10987 -",
        "W": "- - - AKQJ10987",
    }
    assert read_hands_typed(hands, 32).size == 32
    with pytest.raises(ValidationError):
        read_hands_typed(hands)


def test_three_hands_of_twelve_are_typed_and_none_for_west() -> None:
    three = {
        "N": "AKQJ109876 AKQ - -",
        "E": "- J109876 AKQJ109 -",
        "S": "- - 876 AKQJ109876",
        "W": "",
    }
    options = {
        "board_set": typed_set(),
        "plan": plan(1, "V"),
        "ruleset": find_ruleset("king_three"),
        "settings": find_ruleset("king_three").defaults,
    }
    assert transfer.transcribe(hands=three, **options).deal.winds == (Wind.N, Wind.E, Wind.S)
    four = {
        "N": "AKQJ109876 - - -",
        "E": "- AKQJ109876 - -",
        "S": "- - AKQJ109876 -",
        "W": "- - - AKQJ109876",
    }
    with pytest.raises(ValidationError) as refused:
        transfer.transcribe(hands=four, **options | {"plan": plan(2, "C")})
    assert refused.value.code == "dealt_to_others"


def test_revealed_boards_of_a_seed_stay_as_they_were_played() -> None:
    board_set = services.reveal(board_set=sealed())
    with pytest.raises(ValidationError) as refused:
        transcribe(board_set=board_set, plan=plan(1), hands=HANDS, reason="later")
    assert refused.value.code == "boards_revealed"


def test_typed_boards_cannot_be_dealt_again_by_a_program_that_did_not_deal_them() -> None:
    board_set = typed_set()
    BoardSet.objects.filter(pk=board_set.pk).update(state="sealed")
    with pytest.raises(ValidationError) as refused:
        dealt_again(board_set)
    assert refused.value.code == "boards_not_dealt"
