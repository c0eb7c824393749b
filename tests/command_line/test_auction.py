"""Command ``king auction``: judgement of each call, the outcome, and refusals of unreadable input."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from king.rulesets import RULESETS
from king.sheet.sale import OWNERS_WORDS, sold_contract
from tests.command_line.asking import answered
from tests.services import examples

auction = partial(answered, "auction")


def test_a_sale_in_genoa_goes_to_the_highest_and_each_illegal_call_is_named() -> None:
    """In Labyrinth's singles (T-27) hand 8 is West's, who asks two; a second bid of two is illegal."""
    calls = ["W 2", "N 2", "E 2", "E 3", "S pass", "W 1", "N pass"]
    status, answer, error = auction({"ruleset": "lab12", "hand": 8, "calls": calls})
    assert (status, error) == (1, "")
    assert [call["call"] for call in answer["calls"] if not call["legal"]] == ["E 2", "W 1"]
    assert answer["calls"][2]["message"].startswith("E cannot bid 2; allowed are 3, 4")
    assert answer["sale"] == {"seller": "W", "buyer": "E", "price": 3}
    assert (answer["turn"], answer["verdict"]) == (None, "E has the hand for 3")


def test_where_nobody_takes_the_price_the_dealer_declares_and_asks_no_less() -> None:
    """If everybody passes, the dealer plays the hand and may not lower the price. T-27: "all pass →
    no lower ask".
    """
    calls = ["W 2", "N pass", "E pass", "S pass", "W 1"]
    status, answer, _ = auction({"ruleset": "lab12", "hand": 8, "calls": calls})
    assert (status, answer["sale"]) == (1, None)
    assert answer["verdict"] == "Nobody takes the hand at 2: W plays it, and asks no lower price"


def test_what_is_still_to_be_decided_is_said_with_who_decides_it() -> None:
    """Two players have passed: the owner accepts, refuses, haggles or gives an ultimatum (§2.4).
    Three passes are a failed auction in Portugal but not in France (A32).
    """
    calls = ["E pass", "S 3", "W pass"]
    status, answer, _ = auction({"ruleset": "fr10", "seller": "N", "calls": calls})
    assert (status, answer["turn"], answer["sale"]) == (0, None, None)
    assert answer["highest"] == {"bidder": "S", "bid": "3"}
    assert answer["owner_may_say"] == list(OWNERS_WORDS)
    assert answer["verdict"] == "S offers 3: N accepts, refuses or asks for more"
    assert not answer["may_book_unplayed"]
    calls.append("E pass")  # In Portugal a pass is not final.
    assert auction({"ruleset": "pt_ind", "seller": "N", "calls": calls})[1]["may_book_unplayed"]
    assert not auction({"ruleset": "fr32", "seller": "N", "calls": ["E pass", "S pass", "W pass"]})[
        1
    ]["may_book_unplayed"], "eight tricks cannot be booked 4-3-3-3 (R14)"


@pytest.mark.parametrize("system", ["pt_ind", "fr10", "fr32"])
def test_an_ultimatum_before_any_offer_that_nobody_meets_is_played_down(system: str) -> None:
    """The owner plays the hand down if nobody meets the ultimatum (§11.5)."""
    calls = ["N ultimatum", "E pass", "S pass", "W pass"]
    status, answer, _ = auction({"ruleset": system, "seller": "N", "calls": calls})
    assert (status, answer["played_down"], answer["sale"], answer["owner_may_say"]) == (
        0,
        True,
        None,
        [],
    )
    assert answer["verdict"] == "Nobody offers 8: N plays the hand down"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"ruleset": "lab12", "calls": []}, "standard input: the top: expected the key 'seller'"),
        (
            {"ruleset": "lab12", "hand": 8, "calls": ["N four"]},
            "input: calls[0]: expected a call: a wind and 4",
        ),
        (
            {"ruleset": "lab12", "hand": 8, "contract": "SA", "calls": []},
            "this hand cannot be sold",
        ),
        (
            {"ruleset": "pt_duplas", "hand": 1, "calls": []},
            "expected a system in which a hand is sold",
        ),
        (
            {"ruleset": "lab12", "hand": 99, "calls": []},
            "hand: expected a whole number from 1 to 12",
        ),
        ({"ruleset": "lab12", "seller": "N", "settings": {"x": 1}, "calls": []}, "settings.x"),
        ("[", "expected JSON"),
    ],
)
def test_what_cannot_be_read_is_one_line_with_its_place(document: Any, message: str) -> None:
    status, answer, error = auction(document)
    assert (status, answer) == (2, None)
    assert message in error
    assert error.count("\n") == 1


words = st.one_of(
    st.integers(0, 14).map(str),
    st.integers(0, 3).map(lambda number: f"{number} null"),
    st.sampled_from(["pass", *OWNERS_WORDS]),
)


@settings(max_examples=examples(300), deadline=None)
@example(system="pt_ind", bids=[("N", "ultimatum"), ("S", "8")])
@given(
    system=st.sampled_from([code for code, rules in RULESETS.items() if sold_contract(rules)]),
    bids=st.lists(st.tuples(st.sampled_from("NESW"), words), max_size=30),
)
def test_whatever_was_said_only_one_can_have_the_hand_and_legal_calls_alone_are_legal_again(
    system: str, bids: list[tuple[str, str]]
) -> None:
    document = {"ruleset": system, "seller": "N", "calls": [f"{who} {word}" for who, word in bids]}
    _, answer, _ = auction(document)
    legal = [call["call"] for call in answer["calls"] if call["legal"]]
    status, again, _ = auction(document | {"calls": legal})
    assert status == 0
    assert again | {"calls": []} == answer | {"calls": []}
    sold, waiting = answer["sale"] is not None, answer["turn"] is not None
    assert not (answer["played_down"] and (sold or waiting))
    # A player before the one who met the ultimatum may still meet it too (§12.2).
    assert not (sold and waiting) or any(call.endswith("ultimatum") for call in legal)
