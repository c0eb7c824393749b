"""A thousand matches of each of the three games, played card by card at random among what is legal:
whatever is called, claimed and played, the sheet comes out (R15–R17).
"""

from __future__ import annotations

import random

import pytest

from tests.king.sheets import played

MATCHES = 1000


@pytest.mark.at_length
@pytest.mark.parametrize("code", ["rifki", "russian", "russian_khvalenki", "king_three"])
def test_a_thousand_matches_come_out(code):
    rng = random.Random(code)
    for _ in range(MATCHES):
        match = played(code, rng)
        sheet = match.score()
        assert (sheet.problems, sheet.sum, sheet.expected_sum) == ((), 0, 0)
        assert (sheet.complete, sheet.closable) == (True, True)
        assert len(sheet.rows) == match.ruleset.length
