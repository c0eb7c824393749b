"""Explanations of a wrong row: each kind of slip is recognized, and nothing implausible is proposed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from king.rulesets import RULESETS, find_ruleset
from king.rulesets.edition import make_edition
from king.sheet.checks import check_row
from king.sheet.full_sheet import score
from king.sheet.points import place_row, score_row
from king.sheet.row import Row, Sale
from king.sheet.suggestions import COUNTS, UNIT_SLIPS, suggest_row, suggest_sheet
from tests.king.sheets import winds
from tests.services import examples

LAB12 = find_ruleset("lab12")
LAB13 = find_ruleset("lab13")
PORTUGUESE = find_ruleset("pt_ind")
TEAMS = find_ruleset("squadre")


def explained(row, ruleset=LAB12, **chosen):
    """Code and proposed counts of each suggestion."""
    suggestions = suggest_row(ruleset, row, ruleset.configure(chosen))
    return [(suggestion.code, dict(suggestion.row.units)) for suggestion in suggestions]


def declaration(*counts, price=4, seller="W", buyer="E", trump="S", hand=8):
    """Row of hand 8 of the twelve, dealt and sold by West."""
    return Row(hand, "D", winds(*counts), trump=trump, sale=Sale(seller, buyer, price))


def test_points_typed_for_units_are_divided_by_the_value() -> None:
    """−6 −2 −8 0 for kings and jacks, at two points each, are 3 1 4 0."""
    assert explained(Row(1, "KJ", winds(-6, -2, -8, 0))) == [
        ("points_for_units", winds(3, 1, 4, 0))
    ]


def test_points_without_their_sign_are_points_all_the_same() -> None:
    assert explained(Row(1, "KJ", winds(6, 2, 8, 0))) == [("points_for_units", winds(3, 1, 4, 0))]
    assert explained(Row(12, "SA", winds(6, 8, 4, 8))) == [("points_for_units", winds(3, 4, 2, 4))]


def test_the_eight_points_of_the_king_of_hearts_alone_on_the_row_are_one_king() -> None:
    assert explained(Row(3, "KH", {"E": -8})) == [("points_for_units", winds(0, 1, 0, 0))]


def test_portuguese_points_of_a_hand_played_down_are_counted_back() -> None:
    """Everybody starts from 325 and loses 75 per trick: 325 − 75 × (4, 3, 1, 5)."""
    contract = next(c for c in PORTUGUESE.contracts if c.nulls is not None)
    hand = next(n for n, code in enumerate(PORTUGUESE.hands, 1) if code == contract.code)
    row = Row(hand, contract.code, winds(25, 100, 250, -50), direction="down")
    assert explained(row, PORTUGUESE) == [("points_for_units", winds(4, 3, 1, 5))]


def test_the_points_of_domino_are_the_cards_left() -> None:
    """The player who goes out gains the points that the others lose: +10 −5 −3 −2."""
    assert explained(Row(8, "DOM", winds(10, -5, -3, -2)), LAB13) == [
        ("points_for_units", winds(0, 5, 3, 2))
    ]


def test_the_difference_of_two_teams_is_counted_back() -> None:
    """Three queens against one, at three points each, make −6 and +6."""
    hand = TEAMS.hands.index("Q") + 1
    assert explained(Row(hand, "Q", {"NS": -6, "EW": 6}), TEAMS) == [
        ("points_for_units", {"NS": 3, "EW": 1})
    ]


def test_points_after_a_sale_are_the_tricks_before_it() -> None:
    """East owes four and took two, so has −2; West, who took none, has four."""
    row = declaration(6, -2, 5, 4)
    assert explained(row) == [("settled_points", winds(6, 2, 5, 0))]


def test_the_double_settlement_is_undone_too() -> None:
    """East took two of four: these two and twice the missing two pass to West, who had five."""
    row = declaration(1, -4, 5, 11)
    assert explained(row, sale_settlement="double") == [("settled_points", winds(1, 2, 5, 5))]


def test_points_of_a_hand_sold_for_nulls_are_counted_back_with_its_sale() -> None:
    """South took four and North two, before the nulls that North bought were settled."""
    french = find_ruleset("fr10")
    row = Row(7, "POS", winds(25, 25, 175, 100), sale=Sale("S", "N", 2, "null"))
    [(code, units)] = explained(row, french)
    assert (code, units) == ("points_for_units", winds(2, 4, 4, 3))
    assert score_row(place_row(french, replace(row, units=units))).points == row.units


def test_counts_beyond_any_hand_are_not_tried_trick_by_trick() -> None:
    """A row may hold a billion, the largest number accepted; trying each count would take forever."""
    assert explained(declaration(10**9, 10**9, 0, 10**9)) == []


@pytest.mark.parametrize(
    ("code", "contract", "row"),
    [
        ("lab12", "Q", Row(2, "Q", winds(0, 0, -12, 0))),
        ("squadre", "Q", Row(2, "Q", {"NS": -6, "EW": 6})),
        ("pt_ind", "POS", Row(7, "POS", winds(3, 3, 3, 4), trump="S", sale=Sale("S", "E", 100))),
    ],
)
def test_where_an_edition_gives_a_hand_no_points_there_are_no_points_to_divide(
    code, contract, row
) -> None:
    edition = make_edition(
        find_ruleset(code), "harbour", "Harbour club", {"values": {contract: "0"}}
    )
    assert not {"points_for_units", "price_in_points"} & {
        suggestion.code for suggestion in suggest_row(edition, row)
    }


def test_one_sign_too_many_is_taken_away() -> None:
    assert explained(Row(5, "NC", winds(-3, 4, 2, 4))) == [("sign", winds(3, 4, 2, 4))]


def test_the_wind_that_was_left_out_gets_what_is_left() -> None:
    assert explained(Row(5, "NC", {"N": 3, "E": 4, "S": 2})) == [("forgotten", winds(3, 4, 2, 4))]


def test_winds_left_out_where_nothing_is_left_have_nothing() -> None:
    assert explained(Row(2, "Q", {"S": 4})) == [("forgotten", winds(0, 0, 4, 0))]


def test_a_wind_left_out_of_a_row_that_is_already_too_high_explains_nothing() -> None:
    assert explained(Row(2, "Q", {"N": 3, "E": 2, "S": 1})) == []


def test_the_king_of_hearts_with_two_winds_is_with_one_of_them() -> None:
    suggestions = explained(Row(3, "KH", winds(1, 0, 1, 0)))
    assert suggestions == [("only_one", winds(1, 0, 0, 0)), ("only_one", winds(0, 0, 1, 0))]
    (problem,) = check_row(LAB12, Row(3, "KH", winds(1, 0, 1, 0)))
    assert (
        str(problem.phrase)
        == "No re di cuori: the king of hearts is written for N, S; only one took it"
    )


@pytest.mark.parametrize(
    ("typed", "correction"),
    [
        (winds(1, 0, 2, 0), winds(11, 0, 2, 0)),
        (winds(2, 33, 5, 3), winds(2, 3, 5, 3)),
        (winds(21, 1, 0, 0), winds(12, 1, 0, 0)),
    ],
)
def test_a_digit_dropped_doubled_or_turned_round(typed, correction) -> None:
    assert ("digit", correction) in explained(Row(6, "MIS", typed))


def test_a_digit_that_three_winds_may_have_lost_explains_nothing() -> None:
    """1 1 1 lacks ten, and any of the three could be an eleven."""
    assert explained(Row(6, "MIS", winds(1, 1, 1, 0))) == []


@pytest.mark.parametrize(
    "row",
    [
        Row(2, "Q", winds(1, 1, 1, 0)),
        Row(6, "MIS", winds(5, 5, 2, 2)),
        Row(8, "D", winds(3, 3, 3, 4)),
        Row(2, "Q", {}),
        Row(40, "Q", winds(1, 1, 1, 0)),
    ],
)
def test_nothing_is_proposed_where_nothing_is_plausible(row) -> None:
    """The rows have a missing queen, fourteen tricks, no trump, nothing, and an unknown hand."""
    assert check_row(LAB12, row) != ()
    assert suggest_row(LAB12, row) == ()


def test_a_sound_row_needs_no_explanation() -> None:
    assert suggest_row(LAB12, declaration(1, 5, 5, 2)) == ()


def test_a_sale_the_other_way_round_is_turned() -> None:
    (suggestion,) = suggest_row(LAB12, declaration(1, 5, 5, 2, seller="E", buyer="W"))
    assert (suggestion.code, suggestion.row.sale) == ("sale_exchanged", Sale("W", "E", 4))


def test_a_sale_to_oneself_was_no_sale() -> None:
    (suggestion,) = suggest_row(LAB12, declaration(1, 5, 5, 2, buyer="W"))
    assert (suggestion.code, suggestion.row.sale, str(suggestion.phrase)) == (
        "not_sold",
        None,
        "Not sold: W kept the hand",
    )


def test_only_the_dealer_sells() -> None:
    (suggestion,) = suggest_row(LAB12, declaration(1, 5, 5, 2, seller="N"))
    assert (suggestion.code, suggestion.row.sale) == ("dealer_sold", Sale("W", "E", 4))


def test_a_price_in_points_is_divided_by_the_value_of_a_trick() -> None:
    hand = next(
        plan for plan in PORTUGUESE.schedule() if plan.contract is not None and plan.contract.sale
    )
    seller = str(hand.dealer)
    buyer = next(wind for wind in "NESW" if wind != seller)
    row = Row(
        hand.number, hand.contract.code, winds(1, 5, 5, 2), trump="S", sale=Sale(seller, buyer, 100)
    )
    assert [(hint.code, hint.row.sale.price) for hint in suggest_row(PORTUGUESE, row)] == [
        ("price_in_points", 4)
    ]


def test_a_trump_where_there_is_none_is_left_out() -> None:
    (suggestion,) = suggest_row(LAB12, Row(12, "SA", winds(3, 4, 2, 4), trump="H"))
    assert (suggestion.code, suggestion.row.trump) == ("no_trump_here", None)


def sheet_rows(**changes):
    rows = {
        1: Row(1, "KJ", winds(3, 1, 4, 0)),
        2: Row(2, "Q", winds(1, 1, 2, 0)),
        3: Row(3, "KH", winds(0, 0, 1, 0)),
        4: Row(4, "8D", winds(1, 0, 0, 0)),
    }
    rows |= {int(key[1:]): row for key, row in changes.items()}
    return [row for row in rows.values() if row is not None]


def test_two_rows_in_each_others_place_are_found_from_both() -> None:
    rows = sheet_rows(h1=Row(1, "KJ", winds(1, 1, 2, 0)), h2=Row(2, "Q", winds(3, 1, 4, 0)))
    by_hand = suggest_sheet(LAB12, rows)
    assert {hand: hints[0].code for hand, hints in by_hand.items()} == {
        1: "rows_exchanged",
        2: "rows_exchanged",
    }
    corrected = {row.hand: row for row in by_hand[1][0].rows}
    assert score(LAB12, [corrected.get(row.hand, row) for row in rows]).problems == ()


def test_a_line_that_was_skipped_is_found() -> None:
    """Four queens are on the line of the king of hearts, and the line of the queens is empty."""
    rows = sheet_rows(h2=None, h3=Row(3, "KH", winds(1, 1, 2, 0)))
    suggestions = suggest_sheet(LAB12, rows)[3]
    assert suggestions[0].code == "skipped_line"
    assert [(row.hand, dict(row.units)) for row in suggestions[0].rows] == [
        (2, winds(1, 1, 2, 0)),
        (3, {}),
    ]


def test_counts_written_once_more_are_to_be_counted_again() -> None:
    suggestions = suggest_sheet(LAB12, sheet_rows(h2=Row(2, "Q", winds(3, 1, 4, 0))))[2]
    assert [(suggestion.code, dict(suggestion.row.units)) for suggestion in suggestions] == [
        ("repeated", {})
    ]


def test_a_card_that_anybody_may_have_is_no_repetition() -> None:
    assert suggest_sheet(LAB12, sheet_rows(h2=Row(2, "Q", winds(0, 0, 1, 0)))) == {}


COUNT = st.one_of(st.none(), st.integers(-30, 35))
ROWS = st.builds(
    lambda hand, counts, trump, sale: (
        hand,
        {w: c for w, c in counts.items() if c is not None},
        trump,
        sale,
    ),
    st.integers(1, 13),
    st.fixed_dictionaries(dict.fromkeys("NESW", COUNT)),
    st.sampled_from([None, "S", "NT"]),
    st.one_of(
        st.none(),
        st.builds(Sale, st.sampled_from("NESW"), st.sampled_from("NESW"), st.integers(-2, 200)),
    ),
)


@settings(deadline=None, max_examples=examples(150))
@given(code=st.sampled_from(sorted(RULESETS)), row=ROWS)
def test_every_suggestion_leaves_fewer_problems_and_no_new_one(code, row) -> None:
    ruleset = find_ruleset(code)
    hand, units, trump, sale = row
    written = Row(hand, None, units, trump=trump, sale=sale)
    before = check_row(ruleset, written)
    suggestions = suggest_row(ruleset, written)
    assert len(suggestions) <= 6
    for suggestion in suggestions:
        after = check_row(ruleset, suggestion.row)
        assert len(after) < len(before)
        assert {(p.code, p.wind) for p in after} <= {(p.code, p.wind) for p in before}
        if suggestion.code in UNIT_SLIPS:
            assert not any(problem.code in COUNTS for problem in after)
        assert str(suggestion.phrase)
        assert suggestion.as_json()["rows"] == [suggestion.row.as_json()]


@settings(deadline=None, max_examples=examples(100))
@given(st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_points_for_units_find_the_counts_that_were_meant(takers) -> None:
    """A row typed in points is explained by exactly its counts, for any distribution of the eight
    kings and jacks.
    """
    units = winds(*(takers.count(seat) for seat in range(4)))
    points = {wind: int(count * Fraction(-2)) for wind, count in units.items()}
    assert explained(Row(1, "KJ", points)) == [("points_for_units", units)]
