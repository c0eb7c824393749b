"""A deal: parsing and writing, errors in four hands, the checksum on a slip."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, strategies as st

from king.cards import (
    DECK_32,
    DECK_52,
    WINDS,
    Card,
    Deal,
    DealError,
    Rank,
    Suit,
    Wind,
    check_hands,
    number_of_deals,
    read_hand,
)
from king.reading import InputError
from tests.king.deals import SORTED, deals

short_deals = st.integers(0, number_of_deals(32) - 1).map(lambda number: Deal.numbered(number, 32))


def codes(text: str) -> list[str]:
    with pytest.raises(DealError) as caught:
        Deal.parse_pbn(text)
    return [problem.code for problem in caught.value.problems]


@given(deals | short_deals)
def test_a_deal_survives_every_form_it_can_be_written_in(deal: Deal) -> None:
    assert Deal.parse_pbn(deal.pbn) == deal
    assert Deal(deal.owners) == deal
    assert Deal.of(deal.hands) == deal
    assert Deal.numbered(deal.number, deal.size) == deal


@given(deals | short_deals)
def test_the_four_hands_are_the_deck(deal: Deal) -> None:
    assert sorted(map(str, itertools.chain(*deal.hands.values()))) == sorted(map(str, deal.deck))
    assert {len(cards) for cards in deal.hands.values()} == {deal.size // 4}
    assert all(deal.holder(card) is wind for wind in WINDS for card in deal.hand(wind))
    assert sum(deal.extremes(wind) for wind in WINDS) == 8


@given(deals, st.sampled_from(WINDS))
def test_a_deal_may_be_written_from_any_seat(deal: Deal, first: Wind) -> None:
    text = f"{first}:" + " ".join(deal.hand_pbn(first.after(steps)) for steps in range(4))
    assert Deal.parse_pbn(text) == deal
    assert Deal.parse_pbn(text.lower().replace("t", "10")) == deal


def test_a_suit_reads_from_the_ace_down() -> None:
    deal = Deal.parse_pbn("E:AK3.T52.QJ9.8642 QJT.AKQ.AKT.AKQJ 9876.J987.8765.T 542.643.432.9753")
    assert deal.suit(Wind.E, Suit.HEARTS) == (Rank.TEN, Rank.FIVE, Rank.TWO)
    assert deal.extremes(Wind.S) == 6
    assert deal.extremes(Wind.N) == 0
    assert deal.pbn.startswith("N:542.643.432.9753 AK3.T52.QJ9.8642 ")


def test_fifty_one_cards_name_the_missing_one_and_the_short_hand() -> None:
    with pytest.raises(DealError) as caught:
        Deal.parse_pbn(SORTED.replace(".AKQJT98765432.. ..", ".AKQJT9876543.. .."))
    assert [str(problem.phrase) for problem in caught.value.problems] == [
        "♥2 is missing: nobody holds it",
        "E holds 12 cards instead of 13",
    ]
    assert caught.value.problems[0].cards == (Card(Suit.HEARTS, Rank.TWO),)


def test_two_aces_of_spades_name_both_hands() -> None:
    with pytest.raises(DealError) as caught:
        Deal.parse_pbn("N:AKQJT98765432... A.AKQJT9876543.. ..AKQJT98765432. ...AKQJT98765432")
    assert [str(problem.phrase) for problem in caught.value.problems] == [
        "♠A appears twice: N and E both hold it",
        "♥2 is missing: nobody holds it",
    ]


def test_a_card_twice_in_one_hand_is_named_with_the_hand() -> None:
    with pytest.raises(
        DealError, match="♦10 appears twice in the hand of S; ♦2 is missing: nobody holds it"
    ):
        Deal.parse_pbn(SORTED.replace("..AKQJT98765432. ", "..AKQJTT9876543. "))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["hands_unreadable"]),
        ("AKQ", ["hands_unreadable"]),
        ("X:... ... ... ...", ["hands_unreadable"]),
        ("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432.", ["hands_unreadable"]),
        (SORTED + " ...", ["hands_unreadable"]),
        ("N:- .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", ["hand_unreadable"]),
        ("N:AKX... .AKQ.. ..A1. ...AKQJT98765432", ["hand_unreadable", "hand_unreadable"]),
        ("N:... ... ... ...", ["card_missing", "hand_size", "hand_size", "hand_size", "hand_size"]),
    ],
)
def test_text_that_is_no_deal_is_refused_with_every_reason(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_a_low_card_in_the_short_deck_is_foreign() -> None:
    hands = dict(Deal.numbered(0, 32).hands) | {
        Wind.N: [Card.parse("S2"), *Deal.numbered(0, 32).hand(Wind.N)[1:]]
    }
    problems = check_hands(hands, DECK_32)
    assert [(problem.code, problem.wind) for problem in problems] == [
        ("card_foreign", Wind.N),
        ("card_missing", None),
    ]


def test_owners_that_are_no_deal_are_refused() -> None:
    for owners in ("", "N" * 52, "NESW" * 12, "NESX" * 13):
        with pytest.raises(InputError, match="expected 52, 36 or 32 letters"):
            Deal(owners)


def test_a_hand_keeps_a_doubled_card_so_that_it_can_be_shown() -> None:
    assert list(map(str, read_hand("AA10..2.", Wind.W))) == ["SA", "SA", "ST", "D2"]


def test_the_checksum_of_the_thirteen_spades_is_their_pips() -> None:
    # Pips 1 + 2 + … + 13 = 91; hearts add 13·20 = 260, diamonds 520, clubs 780.
    deal = Deal.numbered(0)
    assert [deal.checksum(wind) for wind in WINDS] == ["91", "51", "11", "71"]


def test_no_two_cards_weigh_the_same_so_one_wrong_card_always_shows() -> None:
    from king.cards import CHECKSUM_PIPS, CHECKSUM_SUITS

    weights = {(CHECKSUM_PIPS[card.rank] + CHECKSUM_SUITS[card.suit]) % 100 for card in DECK_52}
    assert len(weights) == 52


@given(deals)
def test_the_checksums_of_a_board_add_to_24(deal: Deal) -> None:
    assert sum(int(deal.checksum(wind)) for wind in WINDS) % 100 == 24


@given(short_deals)
def test_the_checksums_of_a_board_of_32_cards_add_to_44(deal: Deal) -> None:
    assert sum(int(deal.checksum(wind)) for wind in WINDS) % 100 == 44
