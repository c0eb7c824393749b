"""Cards as a person types them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from king.cards import DECK_52, SUITS, WINDS, Deal, DealError, Wind
from king.notation.typed_cards import read_typed_deal, read_typed_hand
from tests.king.deals import deals


def marked(deal: Deal, wind: Wind, marks: dict[str, str], gap: str) -> str:
    return gap.join(
        marks[suit] + gap.join(rank.label for rank in deal.suit(wind, suit)) for suit in SUITS
    )


@given(deals)
def test_each_way_of_writing_the_same_hands_is_the_same_deal(deal: Deal) -> None:
    letters = {suit: suit.value.lower() for suit in SUITS}
    symbols = {suit: suit.symbol for suit in SUITS}
    for written in (
        {wind: deal.hand_pbn(wind) for wind in WINDS},
        {wind: deal.hand_pbn(wind).replace("T", "10").lower() for wind in WINDS},
        {wind: " ".join(suit or "–" for suit in deal.hand_pbn(wind).split(".")) for wind in WINDS},
        {wind: marked(deal, wind, letters, "") for wind in WINDS},
        {wind: marked(deal, wind, symbols, " ") for wind in WINDS},
        {wind: marked(deal, wind, symbols, ", ") for wind in WINDS},
    ):
        assert read_typed_deal(written) == deal


def test_suits_may_come_in_any_order() -> None:
    assert {str(card) for card in read_typed_hand("c 32 h ak s 10", Wind.N)} == {
        "C3",
        "C2",
        "HA",
        "HK",
        "ST",
    }


def test_a_card_typed_twice_is_kept_to_be_named() -> None:
    with pytest.raises(DealError) as refused:
        read_typed_deal({Wind.N: "s aa"})
    assert refused.value.problems[0].code == "card_twice"


@pytest.mark.parametrize(
    "text", ["hello", "AK3", "s ak1", "11 . . .", "x", "s\x00a", "♠AK🂡", "..", "a" * 401, "1"]
)
def test_what_is_no_hand_is_refused_in_a_sentence_with_its_wind(text: str) -> None:
    with pytest.raises(DealError) as refused:
        read_typed_hand(text, Wind.E)
    assert {problem.wind for problem in refused.value.problems} == {Wind.E}
    assert all(str(problem.phrase).startswith("E: ") for problem in refused.value.problems)


@given(st.text(max_size=60))
def test_no_text_is_more_than_refused(text: str) -> None:
    cards, problems = frozenset(), ()
    try:
        cards = read_typed_hand(text, Wind.N)
    except DealError as refused:
        problems = refused.problems
    assert set(cards) <= set(DECK_52)
    assert all(problem.wind == Wind.N for problem in problems)
