"""Two tables of lab12 (rules §1, R1) where one wind takes all units of each hand.

The points and totals were worked out by hand.

Table 1::

    hand  takes        made    hand  takes        made
    1     N   8 · −2   −16     7     S   2 · −4    −8
    2     E   4 · −3   −12     8     W  13 · 1    +13
    3     S             −8     9     N  13 · 1    +13
    4     W             −8     10    E  13 · 1    +13
    5     N  13 · −1   −13     11    S  13 · 1    +13
    6     E  13 · −1   −13     12    N  13 · 2    +26

Totals: N 10, E −12, S −3, W 5. Table 2: N −7, E 10, S 5, W −8.
"""

from __future__ import annotations

from scoring.models import Sheet
from scoring.round_steps import close_round
from scoring.sheet_steps import close_sheet
from tests.evenings import a_round, a_tournament, fill, kept
from tournaments.models import Tournament

CONTRACTS = ("KJ", "Q", "KH", "8D", "NC", "MIS", "U2", "D", "D", "D", "D", "SA")
UNITS = (8, 4, 1, 1, 13, 13, 2, 13, 13, 13, 13, 13)
TAKERS = {1: "NESWNESWNESN", 2: "ENNSSWWSSNWE"}
"""Wind that takes each hand, by table."""
NORTHS = "overall:1-5"
"""The tie of the two Norths in the tied evening."""


def rows(takers: str) -> dict[int, dict[str, object]]:
    return {
        hand: {"contract": code, "units": {wind: units if wind == taker else 0 for wind in "NESW"}}
        | ({"trump": "S"} if code == "D" else {})
        for hand, (code, units, taker) in enumerate(zip(CONTRACTS, UNITS, takers, strict=True), 1)
    }


@kept
def tied_evening() -> Tournament:
    """Close a partita with the same sheet at two tables, so that each wind is level with itself."""
    round_ = a_round(a_tournament(), 2)
    for sheet in Sheet.objects.filter(table__round=round_):
        close_sheet(sheet=fill(sheet, rows(TAKERS[1])), author=None, other_paper=True)
    return close_round(round=round_, author=None).tournament
