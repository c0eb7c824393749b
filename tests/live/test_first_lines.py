"""Short standings on an evening's page: the first eight lines, and all that share the last place."""

from __future__ import annotations

from typing import cast

import pytest

from frame.standing_page import StandingPage
from scoring.publishing import PublishedStandings


def a_page(ranks: list[int]) -> StandingPage:
    lines = [{"rank": rank, "name": f"Player {at}"} for at, rank in enumerate(ranks, start=1)]
    return StandingPage(cast("PublishedStandings", None), lines, (), (), (), ())


@pytest.mark.parametrize(
    ("ranks", "line_count", "left_out"),
    [
        ([*range(1, 13)], 8, 0),
        ([1, 2, 3], 3, 0),
        ([], 0, 0),
        ([1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 11], 10, 0),
        ([1, 2, 3, 4, 5, *[6] * 10, 16], 12, 3),
    ],
)
def test_the_short_standing_cut_a_tie_in_two(
    ranks: list[int], line_count: int, left_out: int
) -> None:
    page = a_page(ranks)
    assert (len(page.first), page.equals_left_out) == (line_count, left_out)
