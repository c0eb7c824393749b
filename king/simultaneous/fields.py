"""Each board over all halls: how often each number of points was made, its worth, and the luck of
the cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.sheet.points import ZERO, Column

Boards = dict[str, dict[str, dict[str, Any]]]
"""How often each number of points was made, by partita, board and column; all of it is text, for
JSON. If a ruling changed some, ``PLAYED`` beside the columns has the counts before rulings."""

Counts = Mapping[tuple[int, str, Column], Iterable[Fraction]]
PLAYED = "played"


class Worth(NamedTuple):
    """A number of points, how often it was made, and its worth in per cent of matchpoints."""

    points: Fraction
    times: int
    percent: Fraction


class PointCounts(NamedTuple):
    """Counts of each number of points that a column made on a board. ``as_played`` are those before
    rulings, from which the mean is computed (§13.3).
    """

    times: Counter[Fraction]
    as_played: Counter[Fraction]

    @property
    def mean(self) -> Fraction | None:
        points = sum((points * times for points, times in self.as_played.items()), ZERO)
        return points / self.as_played.total() if self.as_played else None

    @property
    def worth(self) -> list[Worth]:
        """Worth of each number of points, the best first. A result without others to compare is
        worth 50 per cent.
        """
        others, less, worths = self.times.total() - 1, 0, list[Worth]()
        for points, times in sorted(self.times.items()):
            matchpoints = 2 * less + times - 1
            percent = Fraction(50 * matchpoints, others) if others else Fraction(50)
            worths.append(Worth(points, times, percent))
            less += times
        return worths[::-1]


class BoardField(NamedTuple):
    """One hand of one partita over all halls. ``contract`` is set if hands are chosen."""

    round: int
    hand: int
    contract: Contract | None
    columns: Mapping[Column, PointCounts]

    @property
    def times(self) -> int:
        return max((counts.times.total() for counts in self.columns.values()), default=0)


def count_fields(fields: Counts, played: Counts) -> Boards:
    boards: Boards = defaultdict(lambda: defaultdict(dict))
    for (round_, label, column), points in sorted(fields.items(), key=lambda field: field[0][0]):
        board = boards[str(round_)][label]
        counts, before = _times(points), _times(played[round_, label, column])
        board[str(column)] = counts
        if before != counts:
            board.setdefault(PLAYED, {})[str(column)] = before
    return {number: dict(labels) for number, labels in boards.items()}


def _times(points: Iterable[Fraction]) -> dict[str, int]:
    times = Counter(points)
    return {str(number): times[number] for number in sorted(times)}


def read_fields(boards: Boards, ruleset: RuleSet) -> list[BoardField]:
    """Fields of all boards, by partita and hand. Among the contracts of one hand the one played
    most comes first.
    """
    fields = []
    for number, labels in boards.items():
        for label, by_column in sorted(labels.items()):
            hand, _blank, contract = label.partition(" ")
            played = {**by_column, **by_column.get(PLAYED, {})}
            columns = {
                column: PointCounts(_exactly(by_column[str(column)]), _exactly(played[str(column)]))
                for column in ruleset.columns
                if str(column) in by_column
            }
            chosen = ruleset.find_contract(contract or None)
            fields.append(BoardField(int(number), int(hand), chosen, columns))
    return sorted(fields, key=lambda field: (field.round, field.hand, -field.times))


def _exactly(times: Mapping[str, int]) -> Counter[Fraction]:
    return Counter({Fraction(points): count for points, count in times.items()})


def luck(ruleset: RuleSet, fields: Iterable[BoardField]) -> dict[Column, Fraction]:
    """Luck of each column over all halls, defined as in ``king.sheet.comparison.luck``."""
    lucks: dict[Column, Fraction] = {}
    by_hand = defaultdict[tuple[int, int], list[BoardField]](list)
    for field in fields:
        by_hand[field.round, field.hand].append(field)
    if ruleset.scoring is Scoring.SOLOIST:
        return lucks
    for played in by_hand.values():
        counts = defaultdict[Column, Counter[Fraction]](Counter)
        for field in played:
            for column, own in field.columns.items():
                counts[column] += own.as_played
        worth = {
            column: PointCounts(counts[column], counts[column]).mean for column in ruleset.columns
        }
        means = [points for points in worth.values() if points is not None]
        usual = sum(means, ZERO) / len(means) if means else ZERO
        for column, points in worth.items():
            if points is not None and max(field.times for field in played) > 1:
                lucks[column] = lucks.get(column, ZERO) + points - usual
    return lucks
