"""Sums of exact numbers. Whole ones, which are the rule, are added as integers: a sum of
``Fraction`` makes one anew for each of its terms.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache


def exact_sum(values: Iterable[Fraction | int]) -> Fraction:
    """Sum of the values, exact whatever they are.

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
"""A whole number as a ``Fraction``, which is made once."""


def plain(values: Iterable[Fraction | int]) -> list[Fraction | int]:
    """The same values, whole ones as integers, which are compared, counted and sorted many times as
    fast.

    >>> plain([Fraction(3), Fraction(-1, 2)])
    [3, Fraction(-1, 2)]
    """
    return [
        numerator if denominator == 1 else value
        for value in values
        for numerator, denominator in (value.as_integer_ratio(),)
    ]
