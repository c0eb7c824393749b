"""Comparison of equals: the worked examples of the rules, and properties of every field."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from king.standing.matchpoints import (
    METHODS,
    TABLE_SCALE,
    WIND_SCALE,
    Comparison,
    from_datum,
    match_points,
    matchpoints,
    percent,
    place_points,
    ranks,
)
from king.standing.standing_settings import StandingSettings

totals = st.lists(
    st.integers(-40, 40).map(lambda sixths: Fraction(sixths, 6)), min_size=1, max_size=12
)


def points(*numbers: object) -> list[Fraction]:
    return [Fraction(str(number)) for number in numbers]


def test_two_winners_of_a_table_share_first_and_second_place():
    """175, 175, 123, 78 make 8, 8, 3, 1 (T-38; Labyrinth, tournament rules)."""
    assert place_points(points(175, 175, 123, 78), Comparison(scale=TABLE_SCALE)) == points(
        8, 8, 3, 1
    )


def test_two_winners_of_a_wind_get_eight_each():
    assert place_points(points(9, 9, 5, 4, 3, 2, 1, 0), Comparison())[:3] == points(8, 8, 4)


def test_every_place_after_the_sixth_is_worth_the_tail():
    assert place_points(points(*range(10, 0, -1)), Comparison()) == points(
        10, 6, 4, 3, 2, 1, 1, 1, 1, 1
    )


def test_three_who_share_the_second_place_get_thirteen_thirds():
    """Places 2, 3 and 4 are worth 6 + 4 + 3 = 13."""
    assert place_points(points(7, 5, 5, 5, 1), Comparison()) == points(
        10, "13/3", "13/3", "13/3", 2
    )


@pytest.mark.parametrize(
    ("ties", "expected"), [("top", (10, 10, 4)), ("bottom", (6, 6, 4)), ("share", (8, 8, 4))]
)
def test_equals_get_the_best_the_worst_or_the_mean_of_their_places(ties, expected):
    assert place_points(points(3, 3, 1), Comparison(ties=ties)) == points(*expected)


def test_ranking_leaves_out_the_place_after_a_shared_one():
    assert ranks(points(5, 9, 5, 1)) == [2, 1, 2, 4]


def test_matchpoints_give_two_for_a_beaten_total_and_one_for_an_equal_one():
    assert matchpoints(points(90, 0, -50, -50), Comparison()) == points(6, 4, 1, 1)


def test_neuberg_puts_three_totals_on_the_range_of_six():
    """Three totals of six expected ones get 9, 5, 1 instead of 4, 2, 0."""
    assert matchpoints(points(3, 2, 1), Comparison(expected=6)) == points(9, 5, 1)


def test_percentages_run_from_nothing_to_a_hundred():
    assert percent(points(3, 2, 1), Comparison()) == points(100, 50, 0)


def test_who_has_nobody_to_be_compared_with_gets_half():
    assert percent(points(3), Comparison()) == points(50)
    assert percent(points(3), Comparison(expected=6)) == points(50)


def test_the_datum_leaves_the_extremes_out():
    """The datum of 100, 8, 4, -60 is (8 + 4) / 2 = 6."""
    assert from_datum(points(100, 8, 4, -60), Comparison()) == points(94, 2, -2, -66)


def test_the_datum_of_two_totals_keeps_both():
    assert from_datum(points(8, 4), Comparison()) == points(2, -2)


@given(totals)
def test_shared_places_hand_out_exactly_the_places_of_the_scale(field):
    comparison = Comparison()
    assert sum(place_points(field, comparison)) == sum(
        comparison.value(p) for p in range(1, len(field) + 1)
    )


@given(totals, st.integers(0, 10))
def test_matchpoints_average_to_half_of_the_top(field, missing):
    expected = len(field) + missing
    assert sum(matchpoints(field, Comparison(expected=expected))) == len(field) * (expected - 1)
    assert sum(percent(field, Comparison(expected=expected))) == 50 * len(field)


@given(totals)
def test_a_rank_is_one_more_than_the_number_of_better_totals(field):
    assert ranks(field) == [1 + sum(other > total for other in field) for total in field]


@given(totals, st.randoms(use_true_random=False))
@pytest.mark.parametrize("code", METHODS)
def test_points_follow_the_total_and_not_its_place_in_the_list(code, field, random):
    award = METHODS[code].points
    shuffled = list(field)
    random.shuffle(shuffled)
    paired = sorted(zip(field, award(field, Comparison()), strict=True))
    assert paired == sorted(zip(shuffled, award(shuffled, Comparison()), strict=True))
    assert all(more >= less for (_, less), (_, more) in pairwise(paired))


@given(totals)
@pytest.mark.parametrize("code", METHODS)
def test_equal_totals_earn_equal_points(code, field):
    earned: dict[Fraction, Fraction] = {}
    for total, value in zip(field, METHODS[code].points(field, Comparison()), strict=True):
        assert earned.setdefault(total, value) == value


def test_an_empty_field_earns_nothing():
    assert [method.points([], Comparison()) for method in METHODS.values()] == [[]] * 9


def test_the_scales_are_the_clubs():
    assert list(WIND_SCALE) == points(10, 6, 4, 3, 2, 1)
    assert list(TABLE_SCALE) == points(10, 6, 3, 1)


def test_a_match_is_worth_two_one_and_nothing():
    """A win is worth 2, a draw 1, a loss 0 (13.14); other values are a setting."""
    settings = StandingSettings(method="matches")
    assert match_points(points(52, -26), settings.comparison(None)) == points(2, 0)
    assert match_points(points(-26, 52), settings.comparison(None)) == points(0, 2)
    assert match_points(points(13, 13), settings.comparison(None)) == points(1, 1)
    other = StandingSettings(method="matches", scale=tuple(points(3, 1, 0)), tail=Fraction(0))
    assert match_points(points(7, 7), other.comparison(None)) == points(1, 1)
    assert other.places == tuple(points(3, 1, 0))
