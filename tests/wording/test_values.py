"""Numbers, winds, cards and sentences as people read them, by the club's design: a true minus sign,
the language's comma, thirds as 4,33.
"""

from fractions import Fraction

import pytest
from django.utils.translation import override
from hypothesis import given, strategies as st

from king.cards import WINDS, Card, Deal, Rank, Side, Wind
from king.rulesets import find_ruleset, units
from king.sheet.row import Row, Sale
from king.simultaneous.documents import DATUM
from king.words import Phrase
from wording import naming
from wording.log_lines import line_in_words
from wording.results import declaration, row_words
from wording.sentences import say

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.mark.parametrize(
    ("value", "italian", "english"),
    [
        (0, "0", "0"),
        (5, "5", "5"),
        (-260, "−260", "−260"),
        (1300, "1300", "1300"),
        (Fraction(13, 3), "4,33", "4.33"),
        (Fraction(-13, 3), "−4,33", "−4.33"),
        (Fraction(1, 2), "0,5", "0.5"),
        (Fraction(2, 3), "0,67", "0.67"),
        (Fraction(1, 1000), "0", "0"),
        (Fraction(-1, 1000), "0", "0"),
        (Fraction(1, 200), "0,01", "0.01"),
        (Fraction(-1, 200), "−0,01", "−0.01"),
        (None, "–", "–"),
    ],
)
def test_a_number_reads_in_its_language(value, italian, english):
    with override("it"):
        assert naming.number(value) == italian
    assert naming.number(value) == english


def test_a_signed_number_has_plus_only_above_zero():
    assert [naming.number(value, signed=True) for value in (12, 0, -12)] == ["+12", "0", "−12"]


def test_a_column_of_averages_has_the_same_places():
    assert [naming.number(value, fixed=True) for value in (1, Fraction(1, 2), Fraction(-1, 3))] == [
        "1.00",
        "0.50",
        "−0.33",
    ]


@given(st.fractions())
def test_what_is_read_is_within_half_a_hundredth_of_what_is_true(value):
    with override("en"):
        read = Fraction(naming.number(value).replace("−", "-"))
    assert abs(read - value) <= Fraction(1, 200)
    assert naming.is_rounded(value) == (read != value)


@given(st.fractions())
def test_the_exact_fraction_can_be_read_back(value):
    assert Fraction(naming.exact(value).replace("−", "-")) == value


def test_a_share_is_a_percentage_with_one_place():
    with override("it"):
        assert naming.percentage(Fraction(13, 24)) == "54,2\N{NO-BREAK SPACE}%"


def test_winds_are_words_and_sides_are_two_winds():
    assert [naming.column_name(column) for column in (*Wind, *Side)] == [
        "North",
        "East",
        "South",
        "West",
        "North–South",
        "East–West",
    ]
    assert [naming.wind_letter(wind) for wind in Wind] == ["N", "E", "S", "W"]


def test_the_ten_is_written_10_for_people():
    assert Card.parse("DT").label == "♦10"
    assert naming.card_name(Card.parse("DT")) == "10 of diamonds"
    assert naming.card_name(Card.parse("HK")) == "king of hearts"


def test_the_ranks_of_a_suit_go_from_high_to_low_and_a_void_is_a_dash():
    assert naming.ranks_label([Rank.FOUR, Rank.ACE, Rank.TEN]) == "A 10 4"
    assert naming.ranks_label([]) == "–"


def test_every_unit_has_a_name_and_a_singular():
    assert naming.unit_count(units.TRICKS, 1) == "1 trick"
    assert naming.unit_count(units.TRICKS, 3) == "3 tricks"
    for unit in units.UNITS.values():
        assert naming.unit_name(unit)
        assert "2" in naming.unit_count(unit, 2)


def test_a_sentence_words_each_of_its_fields():
    sentence = Phrase(
        "{who} took {count}, {points:+}: {which}",
        {
            "who": Wind.W,
            "count": Phrase("{tricks} tricks", {"tricks": 3}),
            "points": Fraction(13, 3),
            "which": (Card.parse("HK"), Wind.N, Phrase("South")),
        },
    )
    assert say(sentence) == "West took 3 tricks, +4.33: ♥K, North and South"


def test_a_sentence_without_fields_may_hold_braces():
    assert say(Phrase("a {literal} brace")) == "a {literal} brace"


def test_a_list_has_its_last_item_after_and():
    assert [naming.join_words(words) for words in ([], ["N"], ["N", "E"], ["N", "E", "S"])] == [
        "",
        "N",
        "N and E",
        "N, E and S",
    ]


def test_the_checksum_can_be_counted_by_whoever_reads_how() -> None:
    rule = naming.checksum_rule()
    for figure in (
        "ace 1",
        "jack 11",
        "queen 12",
        "king 13",
        "20 for each heart",
        "40 for each diamond",
        "60 for each club",
        "last two digits",
    ):
        assert figure in rule
    # Each hand is a whole suit: pips of 1 + 2 + … + 13 = 91, plus 13 times the suit's number.
    deal = Deal.parse_pbn("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    assert [deal.checksum(wind) for wind in WINDS] == ["91", "51", "11", "71"]


def test_a_declaration_is_told_in_words() -> None:
    row = Row(9, "D", {}, trump="H", sale=Sale("N", "S", 4), blind=True)
    assert declaration(row) == "hearts; sold by North to South for 4; declared blind"
    assert declaration(Row(1, "KJ")) == ""


def test_a_row_is_told_in_words_on_a_sheets_pages_as_on_public_ones() -> None:
    row = Row(
        9,
        "D",
        {"E": 5, "N": 8},
        trump="NT",
        sale=Sale("N", "E", 3, "null"),
        blind=True,
        blind_tricks=2,
    )
    assert row_words(row, find_ruleset("lab12")) == (
        "North 8, East 5 · no trump · sold by North to East for 3, for nulls · declared blind · 2 of them the "
        "declarer's own"
    )
    assert (row_words(None, find_ruleset("lab12")), row_words(Row(1), find_ruleset("lab12"))) == (
        "emptied",
        "–",
    )


def test_the_key_of_an_event_is_told_of_in_the_readers_words_and_a_clubs_own_datum_as_it_stands() -> (
    None
):
    def log_line(datum: str) -> str:
        return line_in_words("%(datum)s", {"datum": datum}, lambda _code: None, lambda _name: None)

    with override("it"):
        assert log_line(DATUM).startswith("la chiave di apertura della partita")
        assert log_line("Lotto, 27 novembre") == "Lotto, 27 novembre"
