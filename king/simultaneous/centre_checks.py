"""Checks by the centre: boards with unusual results in a hall, and sheets drawn by lot."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from king.sheet.points import ZERO, Column, Points

FEWEST_TABLES = 2
"""Fewest tables of a hall, because one table that plays oddly looks like one with other cards."""
FEWEST_OTHERS = 5

FAR: Mapping[int, Fraction] = {
    1: Fraction(10828, 1000),
    2: Fraction(13816, 1000),
    3: Fraction(16266, 1000),
}
"""Upper critical values of chi-square at 0.001 by degrees of freedom: NIST/SEMATECH e-Handbook of
Statistical Methods, 1.3.6.7.4.
"""


Compared = Mapping[tuple[int, str], Sequence[tuple[int, Points]]]
"""Points of each table, with the number of its hall, by partita and board."""


class FarBoard(NamedTuple):
    """A board whose results in one hall are far from those elsewhere. ``means`` are those of the
    hall's tables, ``others`` those of all other tables, by column.
    """

    hall: int
    round: int
    board: str
    tables: int
    means: Points
    others: Points
    farness: Fraction


def far_boards(compared: Compared) -> list[FarBoard]:
    """Boards whose results suggest that a hall's packet had wrong cards, the farthest first.

    If the hall had the same cards, its tables would be a random sample of all tables. The mean of n
    out of N has then the variance s²/n · (N − n)/(N − 1) (W. G. Cochran, Sampling Techniques,
    theorem 2.2). The squared distances in these units, summed over the columns, are about
    chi-square distributed; as the points of a row have a fixed sum, there is one degree of freedom
    fewer than columns.

    A board is far if it stays beyond ``FAR`` whichever one of the hall's tables is left out: wrong
    cards affect all tables, an odd result only one.
    """
    far: list[FarBoard] = []
    for (round_, board), results in compared.items():
        far += _far_halls(round_, board, results)
    return sorted(far, key=lambda one: (-one.farness, one.hall, one.round, one.board))


def _far_halls(round: int, board: str, results: Sequence[tuple[int, Points]]) -> Iterator[FarBoard]:
    tables = defaultdict[int, list[Points]](list)
    for hall, points in results:
        tables[hall].append(points)
    everybody = _Field.of([points for _hall, points in results])
    spread = everybody.spread()
    for hall, own in tables.items():
        size, others = len(own), everybody.size - len(own)
        if size < FEWEST_TABLES or others < FEWEST_OTHERS:
            continue
        sums = _sums(own)
        limit = FAR[len(sums) - 1]
        farness = _farness(size, sums, everybody.size, spread)
        # Most halls are near, and need no second look.
        if farness > limit:
            farness = min(
                _farness(
                    size - 1,
                    _less(sums, points),
                    everybody.size - 1,
                    everybody.without(points).spread(),
                )
                for points in own
            )
        if farness > limit:
            means = {column: total / size for column, total in sums.items()}
            rest = {column: total / others for column, total in _less(everybody.sums, sums).items()}
            yield FarBoard(hall, round, board, size, means, rest, farness)


def _sums(tables: Sequence[Points]) -> Points:
    return {column: sum((points[column] for points in tables), ZERO) for column in tables[0]}


def _less(sums: Points, points: Points) -> Points:
    return {column: total - points[column] for column, total in sums.items()}


def _squares(points: Points) -> Points:
    return {column: value**2 for column, value in points.items()}


Spread = Mapping[Column, tuple[Fraction, Fraction]]
"""Mean and variance of each column."""


class _Field(NamedTuple):
    size: int
    sums: Points
    squares: Points

    @classmethod
    def of(cls, tables: Sequence[Points]) -> _Field:
        return cls(len(tables), _sums(tables), _sums([_squares(points) for points in tables]))

    def without(self, points: Points) -> _Field:
        return _Field(
            self.size - 1, _less(self.sums, points), _less(self.squares, _squares(points))
        )

    def spread(self) -> Spread:
        means = {column: total / self.size for column, total in self.sums.items()}
        return {
            column: (mean, self.squares[column] / self.size - mean**2)
            for column, mean in means.items()
        }


def _farness(size: int, sums: Points, whole: int, spread: Spread) -> Fraction:
    """Distance of ``size`` tables with these sums from the field of ``whole`` tables."""
    share = Fraction(whole - size, size * (whole - 1))
    distance = ZERO
    for column, (mean, variance) in spread.items():
        if variance:
            distance += (sums[column] / size - mean) ** 2 / (variance * share)
    return distance * (len(sums) - 1) / len(sums)


# --- sheets by lot


class Asked(NamedTuple):
    hall: int
    round: int
    table: int


ONE_OF, AT_LEAST = 20, 5
"""Share of the sheets that are seen as photographs (one in so many), and their least number."""


def draw_sheets(
    key: str, codes: Mapping[int, str], sheets: Iterable[tuple[int, int, int]]
) -> list[Asked]:
    """Draw the sheets to be seen as photographs: one in ``ONE_OF``, but at least ``AT_LEAST``. The
    draw depends on the release key and on every closing code that was told. So neither the centre,
    which does not choose the codes, nor a hall, which does not know the others', can influence it.
    """
    lines = " ".join(f"{hall}:{code}" for hall, code in sorted(codes.items()))
    lot = hmac.digest(key.encode(), lines.encode(), "sha256")
    every = sorted(
        (Asked(*sheet) for sheet in sheets),
        key=lambda sheet: hmac.digest(lot, " ".join(map(str, sheet)).encode(), "sha256"),
    )
    return sorted(every[: max(AT_LEAST, -(-len(every) // ONE_OF))])
