"""The contract king-deal-1, compared with a second implementation that uses only hashlib, hmac and
math.comb.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given, strategies as st

from king.cards import WINDS, Deal, Wind, number_of_deals
from king.dealing import (
    BoardFilter,
    Document,
    canonical_json,
    deal_board,
    deal_round,
    parse_seed,
    seed_sha256,
    verify,
)
from king.reading import InputError, Node
from tests.king.by_definition import SEED, number_by_definition, owners_by_definition

DOMINO = BoardFilter("DOM", (8,))
BARE = Document(
    ruleset="lab13", rounds=(1, 2), boards=13, seed_sha256=seed_sha256(SEED), filter=DOMINO
)


@given(
    st.binary(min_size=32, max_size=32),
    st.text(max_size=20),
    st.integers(1, 12),
    st.integers(1, 24),
    st.booleans(),
)
def test_boards_are_those_of_the_written_contract(
    seed: bytes, datum: str, round_number: int, board: int, filtered: bool
) -> None:
    condition = BoardFilter("DOM", (board,)) if filtered else None
    deal = deal_board(seed, datum, round_number, board, condition)
    number = number_by_definition(seed, datum, round_number, board, filtered)
    assert deal.number == number
    assert deal == Deal.numbered(number) == Deal(owners_by_definition(number))


@pytest.mark.parametrize(
    ("datum", "round_number", "board", "number", "pbn"),
    [
        # Computed once by the second implementation above. They may never change.
        (
            "",
            1,
            1,
            43137835597671272388701077262,
            "N:97.AQT6432.5.A62 AKT54.J8.K63.983 8632.75.AJ74.KJ4 QJ.K9.QT982.QT75",
        ),
        (
            "",
            1,
            12,
            48330565829393594196426735866,
            "N:7432.KT5.T75.Q63 AKJ9.A8.862.T752 Q6.63.Q943.AKJ98 T85.QJ9742.AKJ.4",
        ),
        (
            "",
            2,
            1,
            39447558478303276177658625766,
            "N:T76.AT862.754.J2 AKJ83.J4.KQ6.654 Q52.K9.AJ832.A93 94.Q753.T9.KQT87",
        ),
        (
            "Genova 41 7 88 12 3",
            1,
            1,
            47050042925512628952355413532,
            "N:82.KQ8752.K7.T76 QT74.AJ3.A543.Q3 AKJ953.T9.T6.K94 6.64.QJ982.AJ852",
        ),
        (
            "è",
            99,
            999,
            41725042800255726515235885934,
            "N:T.9632.9872.AJ82 KQJ5.A754.J.Q976 A842.KQJ.AQT54.5 9763.T8.K63.KT43",
        ),
    ],
)
def test_published_boards_never_change(
    datum: str, round_number: int, board: int, number: int, pbn: str
) -> None:
    deal = deal_board(SEED, datum, round_number, board)
    assert (deal.number, deal.pbn) == (number, pbn)


def test_the_short_deck_takes_the_remainder_below_the_greatest_multiple() -> None:
    deals = comb(32, 8) * comb(24, 8) * comb(16, 8)
    key = hmac.new(SEED, b"", hashlib.sha256).digest()
    for board in range(1, 30):
        counter = 0
        while True:
            message = f"3|{board}|{counter}".encode()
            candidate = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:12], "big")
            if candidate < 2**96 - 2**96 % deals:
                break
            counter += 1
        deal = deal_board(SEED, "", 3, board, deck=32)
        assert deal.number == candidate % deals
        assert deal.owners == owners_by_definition(candidate % deals, 32)


def test_seed_datum_round_and_board_each_change_the_deal() -> None:
    deal = deal_board(SEED, "", 1, 1)
    others = [
        deal_board(bytes(32), "", 1, 1),
        deal_board(SEED, "41", 1, 1),
        deal_board(SEED, "", 2, 1),
        deal_board(SEED, "", 1, 2),
        deal_board(SEED, "", 1, 11),
        deal_board(SEED, "", 11, 1),
    ]
    assert len({deal, *others}) == 7


def test_the_domino_filter_accepts_239980_of_385917_deals() -> None:
    """Exact count: distributions of the eight aces and kings, times those of the 44 other cards."""
    accepted = sum(
        comb(8, n)
        * comb(8 - n, e)
        * comb(8 - n - e, s)
        * comb(44, 13 - n)
        * comb(31 + n, 13 - e)
        * comb(18 + n + e, 13 - s)
        for n, e, s in product(range(4), repeat=3)
        if 0 <= 8 - n - e - s <= 3
    )
    assert Fraction(accepted, number_of_deals()) == Fraction(239980, 385917)


def test_a_domino_board_gives_nobody_four_aces_and_kings() -> None:
    for round_number in range(1, 200):
        deal = deal_board(SEED, "", round_number, 8, DOMINO)
        assert max(deal.extremes(wind) for wind in WINDS) <= 3


def test_the_filter_leaves_the_other_boards_alone() -> None:
    assert [deal_board(SEED, "", 1, b, DOMINO) for b in (1, 7, 9)] == [
        deal_board(SEED, "", 1, b) for b in (1, 7, 9)
    ]


def test_a_round_has_every_board_of_the_document_once_and_in_order() -> None:
    boards = deal_round(BARE, SEED, "", 2)
    assert [board for board, _ in boards] == list(range(1, 14))
    assert all(deal == deal_board(SEED, "", 2, board, DOMINO) for board, deal in boards)


def test_a_round_that_the_document_does_not_cover_is_refused() -> None:
    with pytest.raises(InputError, match="round 3: the document covers the rounds 1 2"):
        deal_round(BARE, SEED, "", 3)


def test_the_commitment_is_the_hash_of_the_canonical_json() -> None:
    document = replace(BARE, event='Torneo d\'autunno è "qui"', date="2026-11-20", datum="Lotto")
    text = (
        '{"algorithm":"king-deal-1","boards":13,"date":"2026-11-20","datum":"Lotto","deck":52,'
        '"event":"Torneo d\'autunno è \\"qui\\"","filter":{"boards":[8],"contract":"DOM","max_extremes":3},'
        '"rounds":[1,2],"ruleset":"lab13","seed_sha256":"' + hashlib.sha256(SEED).hexdigest() + '"}'
    )
    assert document.canonical == text
    assert document.commitment == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_a_document_read_back_is_the_same_and_keeps_its_commitment() -> None:
    document = replace(BARE, event="Rè", deck=52)
    again = Document.parse(json.dumps(document.as_json(), indent=3))
    assert again == document
    assert again.commitment == document.commitment


def test_a_document_written_otherwise_keeps_the_commitment_of_its_own_text() -> None:
    fields = {
        **BARE.as_json(),
        "rounds": 2,
        "club": "Labyrinth",
        "seed_sha256": BARE.seed_sha256.upper(),
    }
    document = Document.parse(json.dumps(fields))
    assert document == BARE
    assert (
        document.commitment
        == hashlib.sha256(canonical_json(fields).encode()).hexdigest()
        != BARE.commitment
    )


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("rounds", 0, "rounds: expected a whole number from 1 to 99, found 0"),
        ("rounds", [], "rounds: expected at least one round, each once"),
        ("rounds", [1, 1], "rounds: expected at least one round, each once"),
        ("boards", "12", 'boards: expected a whole number, found "12"'),
        ("seed_sha256", "ab", "seed_sha256: expected a SHA-256 of 64 hex digits"),
        ("algorithm", "king-deal-9", 'algorithm: expected one of king-deal-1, found "king-deal-9"'),
        ("deck", 40, "deck: expected 52, 36 or 32, found 40"),
        (
            "filter",
            {"boards": [8], "max_extremes": 1},
            "filter.max_extremes: expected a whole number from 2 to 8",
        ),
        ("event", 7, "event: expected text, found 7"),
        ("event", "\ud800", "expected text in UTF-8"),
    ],
)
def test_a_document_that_cannot_be_read_says_which_field(
    key: str, value: object, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        Document.read(Node({**BARE.as_json(), key: value}, "night.json", ""))
    assert message in str(caught.value)
    assert str(caught.value).startswith("night.json: ")


def test_only_its_own_seed_opens_a_document() -> None:
    assert BARE.opens(SEED)
    assert not BARE.opens(bytes(32))


def test_verify_finds_no_difference_in_the_boards_it_dealt() -> None:
    boards = [(r, b, deal) for r in (1, 2) for b, deal in deal_round(BARE, SEED, "41-7", r)]
    assert verify(BARE, SEED, "41-7", boards) is None
    assert verify(BARE, SEED, "", boards) is not None


def test_verify_names_the_board_the_wind_and_the_cards_of_two_swapped() -> None:
    boards = [(1, b, deal) for b, deal in deal_round(BARE, SEED, "", 1)]
    deal = boards[4][2]
    east, west = deal.hand(Wind.E)[0], deal.hand(Wind.W)[-1]
    swapped = dict(deal.hands)
    swapped[Wind.E] = swapped[Wind.E] - {east} | {west}
    swapped[Wind.W] = swapped[Wind.W] - {west} | {east}
    boards[4] = (1, 5, Deal.of(swapped))
    difference = verify(BARE, SEED, "", boards)
    assert difference is not None
    assert (difference.round_number, difference.board, difference.wind) == (1, 5, Wind.E)
    assert (difference.dealt, difference.found) == ((str(east),), (str(west),))
    assert (
        str(difference.phrase) == f"Partita 1, board 5, E: the seed deals {east}, here it is {west}"
    )


def test_verify_names_a_board_that_the_document_does_not_have() -> None:
    difference = verify(BARE, SEED, "", [(1, 14, deal_board(SEED, "", 1, 14))])
    assert difference is not None
    assert str(difference.phrase) == "Partita 1 has no board 14"


@pytest.mark.parametrize("text", ["", "ab", "g" * 64, "0" * 63, "0" * 65, "٠" * 64])
def test_a_seed_is_64_hex_digits(text: str) -> None:
    with pytest.raises(InputError, match="seed: expected 64 hex digits"):
        parse_seed(text)


def test_a_seed_may_be_typed_in_capitals_with_spaces_around() -> None:
    assert parse_seed(f" {SEED.hex().upper()}\n") == SEED


@pytest.mark.parametrize("number", [-1, 53_644_737_765_488_792_839_237_440_000])
def test_there_is_no_deal_outside_the_numbers(number: int) -> None:
    with pytest.raises(InputError, match="expected 0 to 53644737765488792839237439999"):
        Deal.numbered(number)
