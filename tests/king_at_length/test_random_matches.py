"""A thousand matches of each of the three games, played card by card with random legal steps: any
calls, claims and cards lead to a valid sheet (R15–R17).
"""

from __future__ import annotations

import random

import pytest

from tests.king.sheets import played

# Split into ten tests per game: a match of Rifki takes a tenth of a second, and a test of minutes would seem to hang.
MATCHES = 100


@pytest.mark.at_length
@pytest.mark.parametrize("hundred", range(10))
@pytest.mark.parametrize("code", ["rifki", "russian", "russian_khvalenki", "king_three"])
def test_a_hundred_matches_of_a_thousand_come_out(code, hundred):
    rng = random.Random(f"{code}-{hundred}")
    for _ in range(MATCHES):
        match = played(code, rng)
        sheet = match.score()
        assert (sheet.problems, sheet.sum, sheet.expected_sum) == ((), 0, 0)
        assert (sheet.complete, sheet.closable) == (True, True)
        assert len(sheet.rows) == match.ruleset.length
