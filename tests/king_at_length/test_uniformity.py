"""The benchmark's own statistics: its p-values compared with a table, its degrees of freedom with
perfect shuffles.
"""

from __future__ import annotations

import doctest
import random
from itertools import pairwise
from math import fsum

import pytest

from benchmarks import uniformity


def test_its_p_values_are_those_of_the_printed_tables() -> None:
    assert doctest.testmod(uniformity).failed == 0


@pytest.mark.parametrize("degrees", [1, 2, 3, 10, 153])
def test_p_values_fall_from_one_to_nothing(degrees: int) -> None:
    values = [uniformity.upper_tail(step / 2 + 0.001, degrees) for step in range(1000)]
    assert values[0] > 0.95 or degrees < 3
    assert all(before > after - 1e-12 for before, after in pairwise(values))
    assert values[-1] < 1e-9


def test_the_mean_statistic_of_fair_deals_is_the_degrees_of_freedom() -> None:
    chance = random.Random(20261120)
    statistics = [uniformity.statistic_of(uniformity.shuffled(chance, 60))[1] for _ in range(120)]
    # A chi-square of 153 degrees has the variance 306: the mean of 120 is within 3 × 1.6 of 153.
    assert abs(fsum(statistics) / len(statistics) - uniformity.DEGREES) < 4.8


def test_a_card_that_one_wind_gets_too_often_is_found() -> None:
    def crooked() -> object:
        for number, owners in enumerate(uniformity.shuffled(random.Random(1), 2000)):
            if number % 10 == 0 and owners[0] != "N":
                place = owners.index("N")
                owners = "N" + owners[1:place] + owners[0] + owners[place + 1 :]
            yield owners

    assert uniformity.upper_tail(uniformity.statistic_of(crooked())[1], uniformity.DEGREES) < 0.001
