"""Each board over all halls: how often each number of points was made, its worth, and the luck of the
cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from king.rulesets.base import RuleSet, Scoring
from king.sheet.points import ZERO, Column

Boards = dict[str, dict[str, dict[str, dict[str, int]]]]
"""By partita, board and column how often each number of points was made; all of it text, for JSON."""


class Worth(NamedTuple):
    """A number of points: how often it was made, and its per cent of matchpoints."""

    points: Fraction
    times: int
    percent: Fraction


class BoardField(NamedTuple):
    """The points of one hand of one partita, by column; ``label``: its number, with the contract
    where hands are chosen.
    """

    round: int
    label: str
    made: Mapping[Column, Counter[Fraction]]

    @property
    def hand(self) -> int:
        return int(self.label.partition(" ")[0])

    @property
    def contract(self) -> str:
        return self.label.partition(" ")[2]

    @property
    def times(self) -> int:
        return max((made.total() for made in self.made.values()), default=0)

    def mean(self, column: Column) -> Fraction | None:
        return mean(self.made.get(column, Counter()))

    def worth(self, column: Column) -> list[Worth]:
        """The best first. Nobody to be compared with is 50 per cent."""
        made = self.made.get(column, Counter())
        others, less, told = made.total() - 1, 0, list[Worth]()
        for points in sorted(made):
            matchpoints = 2 * less + made[points] - 1
            percent = Fraction(50 * matchpoints, others) if others else Fraction(50)
            told.append(Worth(points, made[points], percent))
            less += made[points]
        return told[::-1]


def mean(made: Counter[Fraction]) -> Fraction | None:
    points = sum((points * times for points, times in made.items()), ZERO)
    return points / made.total() if made else None


def counted(fields: Mapping[tuple[int, str, Column], Iterable[Fraction]]) -> Boards:
    boards: Boards = defaultdict(lambda: defaultdict(dict))
    for (round_, label, column), points in sorted(fields.items(), key=lambda field: field[0][0]):
        times = Counter(points)
        made = {str(number): times[number] for number in sorted(times)}
        boards[str(round_)][label][str(column)] = made
    return {number: dict(labels) for number, labels in boards.items()}


def read_fields(boards: Boards, ruleset: RuleSet) -> list[BoardField]:
    """In order of partite and hands; of one hand the contract that was played most comes first."""
    fields = [
        BoardField(
            int(number),
            label,
            {
                column: Counter(
                    {Fraction(points): times for points, times in made[str(column)].items()}
                )
                for column in ruleset.columns
                if str(column) in made
            },
        )
        for number, labels in boards.items()
        for label, made in labels.items()
    ]
    return sorted(fields, key=lambda field: (field.round, field.hand, -field.times, field.label))


def luck(ruleset: RuleSet, fields: Iterable[BoardField]) -> dict[Column, Fraction]:
    """As ``king.sheet.comparison.luck``, over all halls."""
    lucks: dict[Column, Fraction] = {}
    by_hand = defaultdict[tuple[int, int], list[BoardField]](list)
    for field in fields:
        by_hand[field.round, field.hand].append(field)
    if ruleset.scoring is Scoring.SOLOIST:
        return lucks
    for played in by_hand.values():
        worth = {
            column: mean(sum((field.made.get(column, Counter()) for field in played), Counter()))
            for column in ruleset.columns
        }
        means = [points for points in worth.values() if points is not None]
        usual = sum(means, ZERO) / len(means) if means else ZERO
        for column, points in worth.items():
            if points is not None and max(field.times for field in played) > 1:
                lucks[column] = lucks.get(column, ZERO) + points - usual
    return lucks
