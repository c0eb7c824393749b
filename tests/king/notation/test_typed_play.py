"""The cards of a hand as an arbiter writes them down."""

from __future__ import annotations

import pytest

from king.cards import Card, Wind
from king.notation.typed_cards import LONGEST, read_played, write_played


def cards(text: str) -> list[str]:
    return ["pass" if card is None else str(card) for card in read_played(text).cards]


@pytest.mark.parametrize(
    "text",
    [
        "SA H10 DK C2",
        "sa,h10;dk c2",
        "♠A ♥10\n♦K ♣2",
        "♠ A ♥ T ♦ k ♣2",
        "♤A♡10♢K♣2",
        "♠️A ♥️10 ♦️K ♣️2",
    ],
)
def test_a_card_is_a_suit_by_its_letter_or_its_symbol_and_a_rank(text: str) -> None:
    assert cards(text.replace("A♡", "A ♡").replace("10♢", "10 ♢").replace("K♣", "K ♣")) == [
        "SA",
        "HT",
        "DK",
        "C2",
    ]


def test_a_wind_before_a_trick_led_it() -> None:
    record = read_played("sa s2 s3 s4\nE: h2 h3 h4 h5 w:d2")
    assert (dict(record.leaders), record.problems) == ({2: Wind.E, 3: Wind.W}, ())
    assert len(record.cards) == 9


def test_a_wind_within_a_trick_is_named() -> None:
    [problem] = read_played("sa s2 E: s3").problems
    assert "within a trick" in str(problem)


@pytest.mark.parametrize("word", ["pass", "PASS", "passa", "-", "–"])
def test_a_pass_has_no_card(word: str) -> None:
    assert read_played(f"s7 {word} s8").cards == (Card.parse("S7"), None, Card.parse("S8"))


def test_what_is_no_card_is_named_with_its_place_and_nothing_after_it_is_laid_at_a_wrong_hand() -> (
    None
):
    record = read_played("sa xx s3 h11")
    assert [str(card) for card in record.cards] == ["SA"]
    assert [str(problem).partition(" is ")[0] for problem in record.problems] == [
        "Card 2: 'xx'",
        "Card 4: 'h11'",
    ]


@pytest.mark.parametrize(
    "text", ["", " \n ", "\0", "E:", "N: E:", "x" * (LONGEST + 1), "٣", "S", "10"]
)
def test_anything_at_all_is_read(text: str) -> None:
    assert read_played(text).cards == ()


def test_what_is_written_reads_back_as_it_was() -> None:
    record = read_played("sa s2 s3 s4 E: h10 - dk c2 c3")
    again = read_played(write_played(record.cards, record.leaders))
    assert (again.cards, dict(again.leaders)) == (record.cards, dict(record.leaders))
