"""Command ``king play``: its answer, its exit status, and refusals of unreadable input."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.command_line.asking import answered
from tests.services import examples

# North: no diamonds. East: K♥ and 8♦, no spades. South: no clubs. West: no hearts.
DEAL = "N:AKQJ.QJT9..65432 .AK87.AKQ8.KQJT9 T987.65432.JT97. 65432..65432.A87"
SUITS_APART = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
KH: dict[str, Any] = {
    "ruleset": "lab12",
    "deal": DEAL,
    "contract": "KH",
    "dealer": "W",
    "cards": [["SA", "HK", "S7", "S2"]],
}


play = partial(answered, "play")


def test_a_hand_rightly_played_answers_who_took_what() -> None:
    status, answer, error = play(KH)
    assert (status, error) == (0, "")
    assert answer == {
        "contract": "KH",
        "tricks": [{"leader": "N", "cards": ["SA", "HK", "S7", "S2"], "winner": "N"}],
        "units": {"N": 1, "E": 0, "S": 0, "W": 0},
        "illegal": [],
        "problems": [],
    }


def test_an_illegal_card_is_named_with_trick_wind_and_rule() -> None:
    status, answer, _ = play(KH | {"cards": [["SA", "D8", "S7", "S2"]]})
    assert status == 1
    assert answer["illegal"] == [
        {
            "trick": 1,
            "turn": 2,
            "wind": "E",
            "card": "D8",
            "rule": "forced_discard",
            "message": "♦8: E is void in ♠ and has to discard ♥K",
        }
    ]
    assert [problem["code"] for problem in answer["problems"]] == ["cards_missing"]


def test_an_unfinished_hand_says_who_may_play_what_next() -> None:
    _, answer, _ = play(KH | {"cards": ["SA"]})
    assert answer["next"] == {"wind": "E", "legal": ["HK"]}
    assert answer["problems"][0]["message"] == "The hand is not finished: 1 of 52 cards are there"


def test_a_first_card_that_the_leader_does_not_hold_is_named() -> None:
    _, answer, _ = play(KH | {"cards": ["HK"]})
    assert answer["illegal"][0]["rule"] == "not_held"
    assert answer["illegal"][0]["message"] == "♥K is not in the hand of N: E holds it"


def test_the_answers_tricks_can_be_read_again_and_a_lead_out_of_turn_is_named() -> None:
    document = KH | {
        "contract": "MIS",
        "cards": [["SA", "D8", "S7", "S2"], ["SK", "DA", "S8", "S3"]],
    }
    _, answer, _ = play(document)
    _, again, _ = play(document | {"cards": answer["tricks"]})
    assert again == answer
    answer["tricks"][1] |= {"leader": "S", "cards": ["S8", "S3", "SK", "DA"]}
    status, wrong, _ = play(document | {"cards": answer["tricks"]})
    assert status == 1
    assert [(offence["rule"], offence["wind"]) for offence in wrong["illegal"]] == [
        ("out_of_turn", "S")
    ]
    assert [trick["winner"] for trick in wrong["tricks"]] == ["N", "N"]


def test_the_number_of_the_hand_stands_for_its_contract_and_dealer() -> None:
    """Hand 3 is K♥ with South as dealer, so West leads (R1)."""
    _, answer, _ = play({"ruleset": "lab12", "hand": 3, "deal": DEAL, "cards": ["C8"]})
    assert (answer["contract"], answer["tricks"][0]["leader"]) == ("KH", "W")


def test_a_board_as_king_deal_prints_it_is_read() -> None:
    board = {"board": 3, "contract": "KH", "dealer": "S", "number": "1", "deal": DEAL}
    _, answer, _ = play({"ruleset": "lab12", "board": board, "cards": ["C8"]})
    assert (answer["contract"], answer["tricks"][0]["leader"]) == ("KH", "W")


def test_a_declaration_needs_its_trump_and_a_ruff_takes() -> None:
    declared = KH | {"contract": "D", "trump": "D", "cards": [["SA", "D8", "S7", "S2"]]}
    _, answer, _ = play(declared)
    assert answer["units"] == {"N": 0, "E": 1, "S": 0, "W": 0}
    del declared["trump"]
    assert play(declared) == (
        2,
        None,
        "king play: standard input: the top: expected the key 'trump'\n",
    )


def test_no_trump_where_a_suit_must_be_named_is_a_problem() -> None:
    _, answer, _ = play(KH | {"contract": "D", "trump": "NT"})
    assert [problem["code"] for problem in answer["problems"]] == [
        "trump_no_trump",
        "cards_missing",
    ]


def test_a_domino_answers_its_turns_and_who_went_out() -> None:
    order = "765432A89TJQK"
    turns = [f"{suit}{rank}" for rank in order for suit in "SHDC"][:49]
    document = {"ruleset": "lab13", "hand": 8, "leader": "N", "deal": SUITS_APART, "cards": turns}
    status, answer, _ = play(document)
    assert (status, answer["closers"], answer["units"]) == (
        0,
        ["N"],
        {"N": 0, "E": 1, "S": 1, "W": 1},
    )
    status, answer, _ = play(document | {"cards": ["S7", "pass", None]})
    assert status == 1
    assert [
        (offence["turn"], offence["wind"], offence["card"], offence["rule"])
        for offence in answer["illegal"]
    ] == [
        (2, "E", None, "domino_pass"),
        (3, "S", None, "domino_pass"),
    ]


def test_cards_after_the_end_are_left_over() -> None:
    whole = [f"{suit}{rank}" for rank in "AKQJT98765432" for suit in "SHDC"]
    status, answer, _ = play(KH | {"deal": SUITS_APART, "cards": [*whole, "SA"]})
    assert status == 1
    assert (
        answer["problems"][0]["message"]
        == "The hand is over after 52 cards; these are left over: ♠A"
    )


def test_a_club_may_change_a_rule_of_play() -> None:
    free = KH | {"play_rules": {"forced_when_void": False}, "cards": ["SA", "D8"]}
    assert play(free)[1]["illegal"] == []
    wrong = play(KH | {"play_rules": {"forced": True}})
    assert wrong[0] == 2
    assert (
        "play_rules.forced: expected one of the rules of play forced_when_void forced_when_led"
        in wrong[2]
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ruleset": "lab99"}, "expected one of lab12"),
        ({"deal": "N:AK"}, "deal: A deal is written N:…"),
        ({"deal": DEAL.replace("AKQJ", "AKQT")}, "deal: ♠10 appears twice"),
        ({"contract": "DOM"}, 'contract: expected one of KJ Q KH 8D NC MIS U2 D SA, found "DOM"'),
        ({"dealer": "O"}, "dealer: expected one of N E S W"),
        ({"cards": [["SA", "XX"]]}, "cards[0][1]: expected a card: a suit S H D C, then a rank"),
        ({"cards": [["SA"], ["HK"]]}, "cards[0]: expected a trick of 4 cards"),
        ({"cards": "SA HK"}, "cards: expected a list"),
        ({"hand": 13}, "hand: expected a whole number from 1 to 12, found 13"),
        ({"direction": "down"}, "direction: expected up, as KH is not played down"),
        ({"settings": {"leader": 3}}, "settings.leader: expected one of"),
    ],
)
def test_input_that_cannot_be_read_is_refused_in_one_line_with_its_place(
    change: Any, message: str
) -> None:
    status, answer, error = play(KH | change)
    assert (status, answer) == (2, None)
    assert error.startswith("king play: standard input: ")
    assert message in error
    assert error.count("\n") == 1


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 99)
    | st.text(max_size=4)
    | st.sampled_from(
        [
            "N",
            "E",
            "SA",
            "HK",
            "pass",
            "D",
            "DOM",
            "KH",
            "NT",
            "S",
            DEAL,
            SUITS_APART,
            "lab13",
            "pt_ind",
            "down",
        ]
    ),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(
                [
                    "leader",
                    "cards",
                    "deal",
                    "contract",
                    "first_trick_ban",
                    "domino_start",
                    "base",
                    "code",
                ]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
KEYS = [
    "ruleset",
    "settings",
    "deal",
    "board",
    "contract",
    "trump",
    "dealer",
    "leader",
    "cards",
    "hand",
    "play_rules",
    "direction",
]


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@given(changes=st.dictionaries(st.sampled_from(KEYS), anything, max_size=4))
def test_no_document_whatever_ends_in_a_traceback(changes: dict[str, Any]) -> None:
    status, answer, error = play(copy.deepcopy(KH) | changes)
    assert (status in (0, 1) and answer is not None) or (
        status == 2 and error.startswith("king play: ")
    )
