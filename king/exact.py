"""Exact sums. Whole numbers, which are the rule, are added as integers, because a sum of
``Fraction`` makes a new object for each term.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache


def exact_sum(values: Iterable[Fraction | int]) -> Fraction:
    """Return the exact sum of the values.

    >>> exact_sum([Fraction(3), Fraction(-1, 2), Fraction(4)]), exact_sum([])
    (Fraction(13, 2), Fraction(0, 1))
    """
    whole, broken = 0, list[Fraction]()
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        if denominator == 1:
            whole += numerator
        else:
            broken.append(Fraction(value))
    return sum(broken, Fraction(whole))


as_fraction = lru_cache(maxsize=8192)(Fraction)
"""Convert a number to a ``Fraction``. Each fraction is made only once."""


def plain(values: Iterable[Fraction | int]) -> list[Fraction | int]:
    """Return the values with whole ones as integers, which are compared, counted and sorted many
    times as fast.

    >>> plain([Fraction(3), Fraction(-1, 2)])
    [3, Fraction(-1, 2)]
    """
    return [
        numerator if denominator == 1 else value
        for value in values
        for numerator, denominator in (value.as_integer_ratio(),)
    ]
