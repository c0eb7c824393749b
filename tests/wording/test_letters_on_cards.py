"""Letters on the cards in use: one function writes them, and those of any pack are read (§13.16)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from king.cards import Card, Rank, Wind
from king.notation.typed_cards import read_played, read_typed_hand
from king.play.misdeal import LONE_HEART
from king.rulesets import find_ruleset
from king.rulesets.settings import Settings
from king.words import Phrase
from wording.naming import (
    card_letters,
    card_name,
    card_written,
    contract_name,
    play_with_cards_of,
    rank_letter,
    ranks_label,
)
from wording.sentences import say


@pytest.fixture(autouse=True)
def after() -> Iterator[None]:
    yield
    play_with_cards_of(None)


@pytest.mark.parametrize(
    ("language", "letters"),
    [
        ("en", "AKQJ"),
        ("it", "AKQJ"),
        ("fr", "ARDV"),
        ("pt", "ARDV"),
        ("pt-br", "AKQJ"),
        ("tr", "AKQJ"),
        ("ru", "ТКДВ"),
    ],
)
def test_each_language_has_the_letters_of_its_own_cards(language: str, letters: str) -> None:
    with translation.override(language):
        assert "".join(map(rank_letter, (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))) == letters
        assert ranks_label([Rank.TEN, Rank.KING]) == f"{letters[1]} 10"
        assert card_written("HK") == f"♥{letters[1]}"


@pytest.mark.parametrize(
    ("language", "cards"),
    [
        ("tr", ("kupa papazı", "maça kızı", "karo 8")),
        ("ru", ("король червей", "дама пик", "8 бубён")),
        ("it", ("re di cuori", "donna di picche", "8 di quadri")),
    ],
)
def test_a_card_is_named_with_the_form_that_its_language_bends_to(
    language: str, cards: tuple[str, ...]
) -> None:
    with translation.override(language):
        assert tuple(card_name(Card.parse(text)) for text in ("HK", "SQ", "D8")) == cards


def test_the_cards_of_the_evening_go_before_the_readers_language() -> None:
    play_with_cards_of("fr")
    with translation.override("it"):
        assert card_letters(Card.parse("HJ")) == "♥V"
        assert say(Phrase(LONE_HEART, wind=Wind.N, card=Card.parse("HK"))).startswith("♥R")


def test_cards_are_read_in_the_letters_of_any_pack() -> None:
    assert [str(Card.parse(text)) for text in ("HR", "♥D", "sv", "cТ", "dК", "hД", "sВ")] == [
        "HK",
        "HQ",
        "SJ",
        "CA",
        "DK",
        "HQ",
        "SJ",
    ]
    own = read_typed_hand("AK3.105.QJ.98642", Wind.N)
    assert read_typed_hand("AR3.105.DV.98642", Wind.N) == own
    assert read_typed_hand("♠AR3 ♥105 ♦DV ♣98642", Wind.N) == own
    assert read_typed_hand("ТК3 105 ДВ 98642", Wind.N) == own
    assert read_typed_hand("S AR3 H 105 D QV C 98642", Wind.N) == own
    assert read_played("hr hd").cards == (Card.parse("HK"), Card.parse("HQ"))


def test_king_for_three_is_named_in_the_readers_language_and_the_others_in_their_own() -> None:
    three, own = find_ruleset("king_three"), find_ruleset("pt_ind")
    with translation.override("it"):
        assert contract_name(three.contract("K")) == "No re di cuori"
        assert contract_name(three.contract("VP")) == "A prendere prese"
        assert contract_name(own.contract("V")) == "Não fazer vazas"
    with translation.override("fr"):
        assert contract_name(three.contract("M")) != contract_name(own.contract("M"))
        assert "No" not in contract_name(three.contract("M"))


def test_english_sentences_of_the_game_keep_the_printed_letters() -> None:
    assert str(Phrase("{card}", card=Card.parse("HK"))) == "♥K"
    assert Settings().king_place == "first"
