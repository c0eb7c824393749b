"""Normalized names, as comparisons use them."""

import pytest
from hypothesis import given, strategies as st

from ground.names import clean_text, like_name, one_letter_off, same_name, search_text, split_name
from king.words import alphabetical, folded, words_of


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Vassallo Niccolò", "vassallo niccolo'"),
        ("Olcese Łukasz", "OLCESE LUKASZ"),
        ("De André Bruno", "Bruno De Andre"),
        ("D'Amico Fabrizio", "D’Amico Fabrizio"),
        ("Şahin Salvatore", "Sahin Salvatore"),
        ("Rossi José", "Rossi Jose\N{COMBINING ACUTE ACCENT}"),
    ],
)
def test_spellings_of_one_name_are_alike(first: str, second: str) -> None:
    assert like_name(first) == like_name(second)


@pytest.mark.parametrize(
    ("first", "second"), [("Rossi Mario", "Rossi Maria"), ("Costa Ada", "Costi Ada")]
)
def test_other_letters_are_another_name(first: str, second: str) -> None:
    assert like_name(first) != like_name(second)


def test_capitals_and_blanks_alone_leave_the_name_the_same() -> None:
    assert same_name("LO  PRESTI", " Laura ") == same_name("Lo Presti", "Laura")


def test_an_accent_makes_the_name_alike_and_not_the_same() -> None:
    assert same_name("Vassallo", "Niccolò") != same_name("Vassallo", "Niccolo")


@pytest.mark.parametrize(
    ("text", "surname", "given_name"),
    [
        ("Rossi Mario", "Rossi", "Mario"),
        ("Rossi, Mario", "Rossi", "Mario"),
        ("Lo Presti Laura", "Lo Presti", "Laura"),
        ("De Luca, Anna Maria", "De Luca", "Anna Maria"),
        ("Mario ROSSI", "ROSSI", "Mario"),
        ("DE ANDRÉ Bruno", "DE ANDRÉ", "Bruno"),
        ("Bruno De ANDRÉ", "De ANDRÉ", "Bruno"),
        ("D'Amico Fabrizio", "D'Amico", "Fabrizio"),
        ("Rossi", "Rossi", ""),
    ],
)
def test_surname_first_is_how_lists_are_read(text: str, surname: str, given_name: str) -> None:
    assert split_name(text) == (surname, given_name)


def test_a_column_of_names_and_surnames_puts_the_surname_last() -> None:
    assert split_name("Anna Maria Rossi", given_first=True) == ("Rossi", "Anna Maria")
    assert split_name("Laura Lo Presti", given_first=True) == ("Lo Presti", "Laura")


def test_what_cannot_be_seen_is_no_part_of_a_name() -> None:
    assert clean_text("Ro\u200bssi\u0000\u00a0 Ma\u00adrio\r\n") == "Rossi Mario"


def test_half_a_surrogate_pair_is_left_out() -> None:
    assert clean_text("Rossi \ud83d").encode() == b"Rossi"


def test_completion_finds_an_apostrophe_name_by_either_part() -> None:
    assert search_text("D'Amico", "Zoë", "101") == " damico zoe 101 d amico"


@given(st.text())
def test_every_text_can_be_cleaned_folded_and_split(text: str) -> None:
    surname, given_name = split_name(text)
    assert clean_text(surname) == surname
    assert clean_text(given_name) == given_name
    assert folded(text) == folded(folded(text))
    clean_text(text).encode()


def test_a_cedilla_or_a_caron_went_after_the_z_in_lists() -> None:
    names = ["Traverso", "Şahin", "Zeni", "Čović", "Sala", "Costa", "Dalla"]
    assert sorted(names, key=alphabetical) == [
        "Costa",
        "Čović",
        "Dalla",
        "Şahin",
        "Sala",
        "Traverso",
        "Zeni",
    ]


@given(st.text(st.characters(codec="ascii"), max_size=12))
def test_a_text_without_accents_is_folded_as_beside_one_that_has_some(text: str) -> None:
    assert words_of(text) == words_of(f"{text} é").removesuffix("e").strip()


@pytest.mark.parametrize(
    "written", ["vasallo", "vassalllo", "vassalo", "vassullo", "vsasallo", "vassall", "assallo"]
)
def test_one_letter_off_is_another_one_more_one_less_or_two_exchanged(written: str) -> None:
    assert one_letter_off(written, "vassallo")
    assert one_letter_off("vassallo", written)


@pytest.mark.parametrize("written", ["vassallo", "vasalo", "vessollo", "vassalloni"])
def test_the_same_name_and_two_letters_off_are_not_one_letter_off(written: str) -> None:
    assert not one_letter_off(written, "vassallo")
