"""Comparison within a field: the worth of a total among the others. Higher totals are better.

A *field* is the totals of one round and one wind (all Norths), or of one table if nothing is
duplicated. Functions take totals and return match points in the same order, as exact fractions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from king.exact import exact_sum, plain
from king.words import gettext_noop

WIND_SCALE: tuple[Fraction, ...] = tuple(Fraction(value) for value in (10, 6, 4, 3, 2, 1))
"""Place points by wind (Labyrinth, tournament rules)."""

TABLE_SCALE: tuple[Fraction, ...] = tuple(Fraction(value) for value in (10, 6, 3, 1))
"""Place points by table (Labyrinth, tournament rules)."""

MATCH_SCALE: tuple[Fraction, ...] = tuple(Fraction(value) for value in (2, 1, 0))
"""Match points of a table that seats two sides: won, drawn, lost (rules §13.14)."""

TIES: Mapping[str, str] = {
    "share": gettext_noop("equals share the mean of the places they occupy"),
    "top": gettext_noop("equals all get the best of the places they occupy"),
    "bottom": gettext_noop("equals all get the worst of the places they occupy"),
}
"""Rules for equals under a scale; ``share`` is the club's rule."""


class Comparison(NamedTuple):
    """How a field is compared. ``scale`` and ``tail``: points of the places, best first, and of
    every later place. ``ties``: a key of ``TIES``. ``expected``: the full size of the field, if
    some totals are missing (Neuberg). ``datum_drop``: how many extremes are left out at each end
    for the datum.
    """

    scale: tuple[Fraction, ...] = WIND_SCALE
    tail: Fraction = Fraction(1)
    ties: str = "share"
    expected: int | None = None
    datum_drop: int = 1

    def value(self, place: int) -> Fraction:
        return self.scale[place - 1] if place <= len(self.scale) else self.tail

    def shared(self, rank: int, alike: int) -> Fraction:
        """Points for each of ``alike`` equal totals, the first of which is at ``rank``."""
        if rank > len(self.scale):
            return self.tail
        if alike == 1 or self.ties == "top":
            return self.scale[rank - 1]
        if self.ties == "bottom":
            return self.value(rank + alike - 1)
        worths = self.scale[rank - 1 : rank + alike - 1]
        return exact_sum((*worths, *[self.tail] * (alike - len(worths)))) / alike


def ranks(totals: Sequence[Fraction | int]) -> list[int]:
    """Competition ranking, 1-2-2-4: one more than the number of better totals.

    >>> ranks([Fraction(5), Fraction(9), Fraction(5), Fraction(1)])
    [2, 1, 2, 4]
    """
    return [rank for rank, _alike in places_of(totals)]


def places_of(totals: Sequence[Fraction | int]) -> list[tuple[int, int]]:
    """Rank of each total, and the number of totals equal to it, itself included."""
    count = len(totals)
    return [(count - less - same + 1, same) for less, same in _less_and_same(totals)]


def _less_and_same(totals: Sequence[Fraction | int]) -> list[tuple[int, int]]:
    """Count, for each total, how many are less and how many are equal, itself included."""
    figures = plain(totals)
    counted = _counts_below(figures)
    return [counted[figure] for figure in figures]


def _counts_below(figures: Iterable[Fraction | int]) -> dict[Fraction | int, tuple[int, int]]:
    times, below = Counter(figures), 0
    counted: dict[Fraction | int, tuple[int, int]] = {}
    for total in sorted(times):
        counted[total] = below, times[total]
        below += times[total]
    return counted


def place_points(totals: Sequence[Fraction], comparison: Comparison) -> list[Fraction]:
    """Points of the scale by place. Equal totals share the mean of the places they occupy (T-38),
    or as ``comparison.ties`` says.

    >>> club = Comparison(scale=TABLE_SCALE)
    >>> [str(points) for points in place_points([Fraction(t) for t in (175, 175, 123, 78)], club)]
    ['8', '8', '3', '1']
    """
    places = places_of(totals)
    values = {place: comparison.shared(*place) for place in set(places)}
    return [values[place] for place in places]


def match_points(totals: Sequence[Fraction], comparison: Comparison) -> list[Fraction]:
    """Points of a match won, drawn or lost. A scale of two has no points for a draw; then equal
    totals share the mean. An entry without an opponent has won.

    >>> [str(points) for points in match_points([Fraction(-26), Fraction(52)], Comparison(MATCH_SCALE))]
    ['0', '2']
    >>> [str(points) for points in match_points([Fraction(3), Fraction(3)], Comparison(scale=(Fraction(10), Fraction(6))))]
    ['8', '8']
    """
    if len(totals) != 2 or len(comparison.scale) != len(MATCH_SCALE):
        return place_points(totals, comparison)
    won, drawn, lost = comparison.scale
    one, other = totals
    if one == other:
        return [drawn, drawn]
    return [won, lost] if one > other else [lost, won]


def matchpoints(totals: Sequence[Fraction], comparison: Comparison) -> list[Fraction]:
    """Match points as in bridge: 2 for each total beaten, 1 for each equal; top is 2(n − 1). If
    ``comparison.expected`` exceeds the number of totals, Neuberg's formula converts to the full
    field: MP′ = (MP + 1)·N/n − 1.

    >>> [str(points) for points in matchpoints([Fraction(t) for t in (90, 0, -50, -50)], Comparison())]
    ['6', '4', '1', '1']
    >>> [str(points) for points in matchpoints([Fraction(t) for t in (3, 2, 1)], Comparison(expected=6))]
    ['9', '5', '1']
    """
    count = len(totals)
    points = [Fraction(2 * less + same - 1) for less, same in _less_and_same(totals)]
    if comparison.expected is None or comparison.expected <= count:
        return points
    return [(point + 1) * comparison.expected / count - 1 for point in points]


def percent(totals: Sequence[Fraction], comparison: Comparison) -> list[Fraction]:
    """Match points as in bridge, in hundredths of the top. An entry without others gets 50, which
    is the mean of any field.
    """
    field = max(len(totals), comparison.expected or 0)
    if field < 2:
        return [Fraction(50)] * len(totals)
    return [points * 100 / (2 * (field - 1)) for points in matchpoints(totals, comparison)]


def shares(totals: Sequence[Fraction]) -> Callable[[Fraction, bool], tuple[int, int]]:
    """Return a function that gives, for a total, its matchpoints and half of the maximum, which is
    the number of the others. For a total ``apart``, they are computed as if it alone had joined the
    field. A total without others gets 1 of 2.

    >>> share = shares([Fraction(total) for total in (3, 1, 1)])
    >>> share(Fraction(1), False), share(Fraction(1), True), share(Fraction(9), True)
    ((1, 2), (2, 3), (6, 3))
    """
    counted, size = _counts_below(plain(totals)), len(totals)

    def share(total: Fraction, apart: bool) -> tuple[int, int]:
        [figure] = plain((total,))
        less, same = counted.get(figure) or (
            sum(times for other, (_below, times) in counted.items() if other < total),
            0,
        )
        others = size if apart else size - 1
        return (2 * less + same - (not apart), others) if others else (1, 1)

    return share


def from_datum(totals: Sequence[Fraction], comparison: Comparison) -> list[Fraction]:
    """Difference from the mean without ``datum_drop`` totals at each end. A field that is too small
    drops none.
    """
    ascending, drop = sorted(totals), comparison.datum_drop
    middle = ascending[drop : len(ascending) - drop] if len(ascending) > 2 * drop else ascending
    if not middle:
        return []
    datum = sum(middle, Fraction(0)) / len(middle)
    return [total - datum for total in totals]


def raw(totals: Sequence[Fraction], comparison: Comparison) -> list[Fraction]:
    return list(totals)


class Method(NamedTuple):
    """A method of earning points from the totals of a field. ``summed``: the sum over all partite
    is ranked within its wind, and its place earns the points. ``by_board``: each hand is a field of
    its own, and the mean of its points counts. ``is_match``: two sides meet at a table, house
    players included.
    """

    code: str
    title: str
    by_table: bool
    points: Callable[[Sequence[Fraction], Comparison], list[Fraction]]
    summed: bool = False
    by_board: bool = False
    is_match: bool = False

    @property
    def has_scale(self) -> bool:
        return self.summed or self.points in (place_points, match_points)

    @property
    def by_order(self) -> bool:
        """Whether only places matter, not the distance between totals, so that places decided
        elsewhere can be used.
        """
        return self.points in (place_points, match_points, matchpoints, percent)


METHODS: Mapping[str, Method] = {
    method.code: method
    for method in (
        # Place points: Labyrinth, tournament rules; of sums: Labyrinth, King singolo.
        Method("places", gettext_noop("Place points by wind"), False, place_points),
        Method(
            "sum_then_places",
            gettext_noop("Place points by wind, of the sum of all partite"),
            False,
            raw,
            True,
        ),
        Method("tables", gettext_noop("Place points by table"), True, place_points),
        # Rules §13.14.
        Method("matches", gettext_noop("Match at the table"), True, match_points, is_match=True),
        # Duplicate bridge; the datum is Butler's.
        Method("matchpoints", gettext_noop("Match points as in bridge"), False, matchpoints),
        Method("percent", gettext_noop("Percentage"), False, percent),
        # Bridge scores simultaneous pairs like this: each board over all tables that played it.
        Method("boards", gettext_noop("Board by board"), False, percent, by_board=True),
        Method("datum", gettext_noop("Difference from the mean of the wind"), False, from_datum),
        # Rules A19.
        Method("raw", gettext_noop("Points made at the table"), False, raw),
    )
}
"""The methods by code, in the order in which a form offers them."""
