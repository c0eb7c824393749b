"""Each board over all halls: how often each number of points was made, its worth, and the luck of the
cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.sheet.points import ZERO, Column

Boards = dict[str, dict[str, dict[str, dict[str, int]]]]
"""By partita, board and column how often each number of points was made; all of it text, for JSON."""


class Worth(NamedTuple):
    """A number of points: how often it was made, and its per cent of matchpoints."""

    points: Fraction
    times: int
    percent: Fraction


class Made(NamedTuple):
    """How often each number of points was made in a column of a board."""

    times: Counter[Fraction]

    @property
    def mean(self) -> Fraction | None:
        points = sum((points * times for points, times in self.times.items()), ZERO)
        return points / self.times.total() if self.times else None

    @property
    def worth(self) -> list[Worth]:
        """The best first. Nobody to be compared with is 50 per cent."""
        others, less, worths = self.times.total() - 1, 0, list[Worth]()
        for points, times in sorted(self.times.items()):
            matchpoints = 2 * less + times - 1
            percent = Fraction(50 * matchpoints, others) if others else Fraction(50)
            worths.append(Worth(points, times, percent))
            less += times
        return worths[::-1]


class BoardField(NamedTuple):
    """One hand of one partita over all halls; with its ``contract`` where hands are chosen."""

    round: int
    hand: int
    contract: Contract | None
    columns: Mapping[Column, Made]

    @property
    def times(self) -> int:
        return max((made.times.total() for made in self.columns.values()), default=0)


def counted(fields: Mapping[tuple[int, str, Column], Iterable[Fraction]]) -> Boards:
    boards: Boards = defaultdict(lambda: defaultdict(dict))
    for (round_, label, column), points in sorted(fields.items(), key=lambda field: field[0][0]):
        times = Counter(points)
        made = {str(number): times[number] for number in sorted(times)}
        boards[str(round_)][label][str(column)] = made
    return {number: dict(labels) for number, labels in boards.items()}


def read_fields(boards: Boards, ruleset: RuleSet) -> list[BoardField]:
    """In order of partite and hands; of one hand the contract that was played most comes first."""
    fields = []
    for number, labels in boards.items():
        for label, by_column in sorted(labels.items()):
            hand, _blank, contract = label.partition(" ")
            columns = {
                column: Made(Counter(_exactly(by_column[str(column)])))
                for column in ruleset.columns
                if str(column) in by_column
            }
            played = ruleset.find_contract(contract or None)
            fields.append(BoardField(int(number), int(hand), played, columns))
    return sorted(fields, key=lambda field: (field.round, field.hand, -field.times))


def _exactly(times: Mapping[str, int]) -> dict[Fraction, int]:
    return {Fraction(points): count for points, count in times.items()}


def luck(ruleset: RuleSet, fields: Iterable[BoardField]) -> dict[Column, Fraction]:
    """As ``king.sheet.comparison.luck``, over all halls."""
    lucks: dict[Column, Fraction] = {}
    by_hand = defaultdict[tuple[int, int], list[BoardField]](list)
    for field in fields:
        by_hand[field.round, field.hand].append(field)
    if ruleset.scoring is Scoring.SOLOIST:
        return lucks
    for played in by_hand.values():
        made = defaultdict[Column, Counter[Fraction]](Counter)
        for field in played:
            for column, own in field.columns.items():
                made[column] += own.times
        worth = {column: Made(made[column]).mean for column in ruleset.columns}
        means = [points for points in worth.values() if points is not None]
        usual = sum(means, ZERO) / len(means) if means else ZERO
        for column, points in worth.items():
            if points is not None and max(field.times for field in played) > 1:
                lucks[column] = lucks.get(column, ZERO) + points - usual
    return lucks
