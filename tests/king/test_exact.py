"""Sums of exact numbers equal the sums of their fractions."""

from fractions import Fraction

from hypothesis import given, strategies as st

from king.exact import exact_sum, plain

numbers = st.lists(st.integers(-300, 300).map(Fraction) | st.fractions(-300, 300))


@given(numbers)
def test_a_sum_is_exact_and_a_fraction(values: list[Fraction]) -> None:
    total = exact_sum(values)
    assert type(total) is Fraction
    assert total == sum(values)


@given(numbers)
def test_plain_numbers_are_the_same_numbers(values: list[Fraction]) -> None:
    result = plain(values)
    assert result == values
    assert all(type(number) is int for number in result if number.denominator == 1)
