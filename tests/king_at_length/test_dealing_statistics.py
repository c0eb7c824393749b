"""Many boards dealt: what must happen about as often as it should, with bounds that chance does not
cross.
"""

from __future__ import annotations

from king.dealing import BoardFilter, deal_board
from tests.king.by_definition import SEED


def test_the_domino_filter_accepts_about_three_deals_in_five() -> None:
    condition = BoardFilter("DOM", (1,))
    accepted = sum(condition.accepts(deal_board(SEED, "", 1, board)) for board in range(1, 2001))
    # 0.6218 of 2000 is 1243.7 with a deviation of 21.7: five of them on both sides.
    assert 1135 < accepted < 1353


def test_a_card_goes_to_every_wind_about_as_often() -> None:
    deals = [deal_board(SEED, "", 7, board).owners for board in range(1, 1601)]
    for place in range(52):
        column = [owners[place] for owners in deals]
        # 400 expected, deviation 17.3: six of them.
        assert all(296 < column.count(wind) < 504 for wind in "NESW")
