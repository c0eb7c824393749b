"""Statistics of many boards: frequencies are near their expected values, with bounds that chance
does not exceed.
"""

from __future__ import annotations

from king.dealing import BoardFilter, deal_board
from tests.king.by_definition import SEED


def test_the_domino_filter_accepts_about_three_deals_in_five() -> None:
    condition = BoardFilter("DOM", (1,))
    accepted = sum(condition.accepts(deal_board(SEED, "", 1, board)) for board in range(1, 2001))
    # 0.6218 of 2000 is 1243.7 with a standard deviation of 21.7; the bounds are five of them away.
    assert 1135 < accepted < 1353


def test_a_card_goes_to_every_wind_about_as_often() -> None:
    deals = [deal_board(SEED, "", 7, board).owners for board in range(1, 1601)]
    for place in range(52):
        column = [owners[place] for owners in deals]
        # 400 are expected with a standard deviation of 17.3; the bounds are six of them away.
        assert all(296 < column.count(wind) < 504 for wind in "NESW")
