"""The page on players' grades has the program's figures, in each language."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from people.grades import ENOUGH, MODEL, rate_players
from people.plackett_luce import Rating

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", sorted(DOCS.glob("**/grades.md")), ids=str)
def test_the_figures_of_the_model_are_those_of_the_program(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    table = {
        sign: float(value)
        for sign, value in re.findall(r"^\| (\S) \| (\d+) \|", text, re.MULTILINE)
    }
    assert table == {"μ": MODEL.mu, "σ": MODEL.sigma, "β": MODEL.beta, "τ": MODEL.tau}
    assert re.search(rf"\*\*{ENOUGH} part(?:ite|ies|idas)\*\*", text)
    two = rate_players([{1: Fraction(9), 2: Fraction(-9)}])
    assert [f"{grade.mu:.0f} ± {grade.sigma:.0f}" in text for grade in two.values()] == [True, True]
    eight = rate_players([dict(enumerate(map(Fraction, (9, 9, 7, 6, 5, 4, 3, 2))))])
    favourite = [Rating(1400, 100), *[Rating(1000, 100)] * 7]
    after = MODEL.rate(favourite, range(1, 9))
    for gain in (
        eight[0].mu - MODEL.mu,
        eight[2].mu - MODEL.mu,
        after[0].mu - 1400,
        after[1].mu - 1000,
    ):
        assert re.search(rf"\b{gain:.0f}\b", text.partition("σ. ")[2])
    chance = random.Random("ten at each wind")
    games = [
        dict(zip(range(10), map(Fraction, chance.sample(range(99), 10)), strict=True))
        for _ in range(120)
    ]
    for count, words in ((ENOUGH, "170"), (120, "100")):
        known = [grade.sigma for grade in rate_players(games[:count]).values()]
        assert round(sum(known) / 10, -1) == int(words)
        assert words in text
