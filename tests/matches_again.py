"""Second implementation of the standings of pairs, from the written rows, without ``king``.

The value of a hand follows R2 and R7; match points and tie-breaks follow 13.14; rests follow 13.10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

SIDES = ("NS", "EW")
WORTH = {"KJ": -2, "Q": -3, "KH": -8, "8D": -8, "NC": -1, "MIS": -1, "U2": -4, "D": 1, "SA": 2}
"""Points of one unit of each hand."""
COUNTED = {"KJ": 8, "Q": 4, "KH": 1, "8D": 1, "NC": 13, "MIS": 13, "U2": 2, "D": 13, "SA": 13}
"""Units of each hand."""
Row = Mapping[str, Any]


def by_side(row: Row) -> tuple[int, int]:
    """Units taken by North-South, and by East-West."""
    units = row["units"]
    sums = tuple(sum(units[wind] for wind in side) for side in SIDES)
    assert row["contract"] == "DOM" or sum(sums) == COUNTED[row["contract"]], row
    return sums


def labyrinth(row: Row) -> tuple[int, int]:
    """R2: add up the partners' points. Domino counts the cards left. Thirteen hearts to one pair
    make +13.
    """
    own, other = by_side(row)
    if row["contract"] == "DOM":
        return other - own, own - other
    if row["contract"] == "NC" and 13 in (own, other):
        return (13, 0) if own == 13 else (0, 13)
    value = WORTH[row["contract"]]
    return own * value, other * value


def difference(row: Row) -> tuple[int, int]:
    """R7: only the difference counts. The pair that wins Domino gets ten more. The third option
    doubles the loss, but never the ten.
    """
    own, other = by_side(row)
    ten = 0
    if row["contract"] == "DOM":
        margin = other - own
        closed = [wind for wind, remaining in row["units"].items() if remaining == 0]
        ten = 10 if closed[0] in "NS" else -10
    else:
        margin = (own - other) * WORTH[row["contract"]]
    if row.get("third"):
        lost = margin + ten < 0 if row["chooser"] == "NS" else margin + ten > 0
        margin *= 2 if lost else 1
    return margin + ten, -margin - ten


GAMES: Mapping[str, Callable[[Row], tuple[int, int]]] = {
    "lab_coppie": labyrinth,
    "squadre_terza": difference,
}


def sheet(game: str, rows: Iterable[Row], ruled: Mapping[int, str] | None = None) -> list[int]:
    """Totals of both sides. ``ruled`` maps a hand to the wind whose illegal play (3.1) costs it all
    units of the hand.
    """
    totals = [0, 0]
    for hand, row in enumerate(rows, start=1):
        if side := (ruled or {}).get(hand):
            units = {**dict.fromkeys("NESW", 0), side[0]: COUNTED[row["contract"]]}
            row = {**row, "units": units}
        scores = GAMES[game](row)
        totals = [total + points for total, points in zip(totals, scores, strict=True)]
    return totals


@dataclass
class Evening:
    """Pairs by their names; matches as ``(one, its points, other, its points)``. ``house``: pairs
    that only fill a table. ``resting``: the pair that sat out, once for each partita.
    """

    pairs: Sequence[str]
    house: Sequence[str] = ()
    matches: list[tuple[str, int, str, int]] = field(default_factory=list)
    resting: list[str] = field(default_factory=list)

    def of(self, pair: str) -> list[tuple[str, int, int]]:
        """Opponents of a pair, its own points, and theirs."""
        results = []
        for one, own, other, theirs in self.matches:
            if pair == one:
                results.append((other, own, theirs))
            if pair == other:
                results.append((one, theirs, own))
        return results

    def points(self, pair: str) -> Fraction:
        """Two for a win, one for a draw; a rest counts as the mean of the pair's own matches."""
        won = [1 + (own > theirs) - (own < theirs) for _rival, own, theirs in self.of(pair)]
        rests = Counter(self.resting)[pair] if won else 0
        return Fraction(sum(won)) + (Fraction(rests * sum(won), len(won)) if rests else 0)

    def total(self, pair: str) -> int:
        return sum(own for _rival, own, _theirs in self.of(pair))

    def parted(self, level: Sequence[str]) -> list[list[str]]:
        """Level pairs in the order of the tie-breaks; pairs that stay level share a group."""
        if len(level) == 2:
            met = [(own, theirs) for rival, own, theirs in self.of(level[0]) if rival == level[1]]
            if len(met) == 1 and met[0][0] != met[0][1]:
                first = 0 if met[0][0] > met[0][1] else 1
                return [[level[first]], [level[1 - first]]]

        def then(pair: str) -> tuple[int, int, int]:
            of = self.of(pair)
            return (
                sum(own - theirs for _rival, own, theirs in of),
                sum(own >= theirs for _rival, own, theirs in of),
                self.total(pair),
            )

        orders = sorted({then(pair) for pair in level}, reverse=True)
        return [[pair for pair in level if then(pair) == order] for order in orders]

    def ranked(self) -> dict[str, tuple[int, Fraction, int]]:
        """Place, match points and points of each pair."""
        places: dict[str, tuple[int, Fraction, int]] = {}
        ranking = [pair for pair in self.pairs if pair not in self.house]
        for points in sorted({self.points(pair) for pair in ranking}, reverse=True):
            level = [pair for pair in ranking if self.points(pair) == points]
            for group in self.parted(level):
                place = len(places) + 1
                places |= {pair: (place, points, self.total(pair)) for pair in group}
        return places
