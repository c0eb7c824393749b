"""Equal sheets, rows far from those of all other tables, notes, and the differences of two rows."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from king.rulesets import find_ruleset
from king.sheet.plausibility import equal_sheets, far_rows, median, notes_of
from king.sheet.row import Row, Sale, row_differences
from tests.king.sheets import winds

LAB12 = find_ruleset("lab12")
PORTUGUESE = find_ruleset("pt_ind")


def hearts(*counts):
    return Row(5, "NC", winds(*counts))


LIKE = {table: [hearts(1, 2, 4, 6)] for table in range(1, 6)}


def test_a_count_that_no_other_table_comes_near_is_named() -> None:
    outliers = far_rows(LAB12, {**LIKE, 6: [hearts(12, 0, 1, 0)]})
    assert [
        (far.table, far.hand, far.wind, far.found, far.nearest, far.median) for far in outliers
    ] == [
        (6, 5, "N", 12, 1, Fraction(1)),
        (6, 5, "W", 0, 6, Fraction(6)),
    ]
    assert (
        str(outliers[0].phrase)
        == "N has 12: the nearest of the other tables has 1; the usual number is 1"
    )


def test_with_fewer_than_five_other_tables_nothing_is_said() -> None:
    sheets = {**{table: LIKE[table] for table in range(1, 5)}, 6: [hearts(12, 0, 1, 0)]}
    assert far_rows(LAB12, sheets) == ()


def test_two_winds_exchanged_are_the_explanation_where_that_makes_the_row_like_the_others() -> None:
    (north, west) = far_rows(LAB12, {**LIKE, 6: [hearts(6, 2, 4, 1)]})
    assert north.suggestion == west.suggestion
    assert north.suggestion.row == hearts(1, 2, 4, 6)
    assert str(north.suggestion.phrase) == "With N and W exchanged the row is like the others"


def test_one_wrong_sheet_among_the_others_hides_nothing_and_accuses_nobody() -> None:
    sheets = {**LIKE, 6: [hearts(1, 2, 4, 6)], 7: [hearts(12, 0, 1, 0)]}
    assert {far.table for far in far_rows(LAB12, sheets)} == {7}


def test_a_wide_field_has_no_far_row() -> None:
    """At the other tables North has 0 to 8 hearts. Twelve are four more, less than a third of the
    thirteen.
    """
    spread = {n: [hearts(n, 13 - n, 0, 0)] for n in range(9)}
    assert far_rows(LAB12, {**spread, 12: [hearts(12, 1, 0, 0)]}) == ()


def test_a_single_card_is_never_far() -> None:
    sheets = {table: [Row(3, "KH", winds(1, 0, 0, 0))] for table in range(1, 9)}
    assert far_rows(LAB12, {**sheets, 9: [Row(3, "KH", winds(0, 0, 0, 1))]}) == ()


def test_a_row_that_does_not_add_up_neither_accuses_nor_is_accused() -> None:
    wrong = {n: [hearts(0, 0, 0, 0)] for n in range(1, 6)}
    assert far_rows(LAB12, {**wrong, 6: [hearts(13, 0, 0, 0)]}) == ()


def test_in_a_chosen_order_only_the_same_hand_is_compared() -> None:
    chosen = find_ruleset("itwiki_scelta")
    hearts_of = {n: [Row(1, "NC", winds(1, 2, 4, 6), chooser="N")] for n in range(1, 7)}
    tricks = {7: [Row(1, "MIS", winds(13, 0, 0, 0), chooser="N")]}
    assert far_rows(chosen, {**hearts_of, **tricks}) == ()


def test_an_ordinary_evening_is_left_in_peace() -> None:
    """In two partite at eight tables, with every sheet right, hardly one of the 192 rows is
    reported.
    """
    night = json.loads((Path(__file__).parents[2] / "data" / "night.json").read_text())
    far = []
    for round_ in night["rounds"]:
        sheets = {
            sheet["table"]: [Row.from_json(row) for row in sheet["rows"]]
            for sheet in round_["sheets"]
        }
        assert equal_sheets(LAB12, sheets) == ()
        far += far_rows(LAB12, sheets)
    assert len(far) <= 2


def some_rows(shift=0):
    return [
        Row(1, "KJ", winds(3, 1, 4, 0)),
        Row(2, "Q", winds(1, 1, 2, 0)),
        Row(3, "KH", winds(0, 0, 1, 0)),
        Row(5, "NC", winds(3 + shift, 4, 2, 4 - shift)),
        Row(6, "MIS", winds(4, 6, 2, 1)),
    ]


def test_a_sheet_typed_for_the_wrong_table_equals_the_right_one() -> None:
    assert equal_sheets(LAB12, {1: some_rows(), 2: some_rows(1), 3: some_rows()}) == ((1, 3),)


def test_one_different_cell_is_another_sheet() -> None:
    other = [*some_rows(), Row(4, "8D", winds(1, 0, 0, 0))]
    mine = [*some_rows(), Row(4, "8D", winds(0, 1, 0, 0))]
    assert equal_sheets(LAB12, {1: mine, 2: other}) == ()


def test_three_equal_hands_and_a_king_say_nothing_yet() -> None:
    assert equal_sheets(LAB12, {1: some_rows()[:4], 2: some_rows()[:4]}) == ()


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=9))
def test_half_of_the_values_are_on_each_side_of_the_median(values) -> None:
    middle = median(values)
    assert 2 * sum(value <= middle for value in values) >= len(values)
    assert 2 * sum(value >= middle for value in values) >= len(values)


# -- notes


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("full", "E took 2 and owes 4: they pay in full and end with −2, W with 8"),
        (
            "double",
            "E took 2 and owes 4: they give these and two for each of the 2 missing, and end with −4, W with 10",
        ),
        (
            "capped",
            "E took 2 and owes 4: they give what they have and the rest is forgiven; W ends with 6",
        ),
    ],
)
def test_a_buyer_who_cannot_pay_and_what_the_settlement_does(model, sentence) -> None:
    row = Row(8, "D", winds(3, 2, 4, 4), trump="S", sale=Sale("W", "E", 4))
    (note,) = notes_of(LAB12, row, LAB12.configure({"sale_settlement": model}))
    assert (note.code, note.wind, str(note.phrase)) == ("buyer_short", "E", sentence)


def test_a_buyer_who_can_pay_is_not_mentioned() -> None:
    assert notes_of(LAB12, Row(8, "D", winds(3, 4, 2, 4), trump="S", sale=Sale("W", "E", 4))) == ()


def test_a_buyer_of_nulls_who_scored_too_little_pays_what_he_has() -> None:
    """Four tricks in a hand played down leave 325 − 300 = 25, but two nulls cost 150 (T-33)."""
    plan = next(
        hand for hand in PORTUGUESE.schedule() if hand.contract is not None and hand.contract.nulls
    )
    seller = str(plan.owner)
    buyer, *others = [wind for wind in "NESW" if wind != seller]
    units = {seller: 1, buyer: 4, others[0]: 4, others[1]: 4}
    row = Row(plan.number, plan.contract.code, units, sale=Sale(seller, buyer, 2, "null"))
    (note,) = notes_of(PORTUGUESE, row, PORTUGUESE.configure({"null_settlement": "capped"}))
    assert (
        str(note.phrase)
        == f"{buyer} owes 150 points and pays 25: they end with 0, {seller} with 275"
    )


def test_a_slam_is_said() -> None:
    row = Row(5, "NC", winds(13, 0, 0, 0))
    assert notes_of(LAB12, row) == ()
    assert [
        note.code for note in notes_of(LAB12, row, LAB12.configure({"cappotto": "plus13"}))
    ] == ["slam"]


# -- differences


def test_every_cell_that_differs_is_said_in_words() -> None:
    before = Row(8, "D", winds(1, 2, 5, 5), trump="S")
    after = Row(8, "D", winds(2, 1, 5, 5), trump="H", sale=Sale("W", "E", 3))
    assert [
        (difference.place, str(difference.phrase)) for difference in row_differences(before, after)
    ] == [
        ("N", "N: 1 → 2"),
        ("E", "E: 2 → 1"),
        ("trump", "trump: ♠ → ♥"),
        ("sale", "sale: W to E for 3"),
    ]


def test_a_row_that_was_emptied_says_what_stood_there() -> None:
    assert [str(difference.phrase) for difference in row_differences(hearts(1, 2, 4, 6), None)] == [
        "N: 1 removed",
        "E: 2 removed",
        "S: 4 removed",
        "W: 6 removed",
        "hand: NC removed",
    ]


ANY_ROW = st.builds(
    Row,
    st.just(8),
    st.sampled_from([None, "D", "SA", "{x}"]),
    st.dictionaries(st.sampled_from(["N", "E", "S", "W", "NS", "{}", "X"]), st.integers(-3, 13)),
    trump=st.sampled_from([None, "S", "NT", "{0}"]),
    direction=st.sampled_from([None, "up", "down", "{side}"]),
    partner=st.sampled_from([None, "N", "zz"]),
    third=st.booleans(),
    blind=st.booleans(),
    sale=st.one_of(
        st.none(), st.builds(Sale, st.just("W"), st.sampled_from([None, "E"]), st.just(None))
    ),
)


@settings(deadline=None)
@given(ANY_ROW, ANY_ROW)
def test_rows_differ_exactly_where_their_forms_do(one, other) -> None:
    differences = row_differences(one, other)
    assert (differences == ()) == (one.as_json() == other.as_json())
    assert all(str(difference.phrase) for difference in differences)
    assert len({difference.place for difference in differences}) == len(differences)
