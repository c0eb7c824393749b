"""Differences between a result and the others of the same cards: what was taken, who declared, what was sold (§6).

All of it is read off rows. Where every table dealt its own cards nothing compares wind by wind: a result then stands
beside everybody's of the same hand that evening.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from king.cards import WINDS, Wind
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet import points, rulings
from king.sheet.comparison import BoardComparison, Field, Mark, TableResult
from king.sheet.points import Column
from king.sheet.row import Row
from king.sheet.second_look import median
from king.words import Phrase

_OF_BOTH = (points.SOLD, points.SOLD_NULLS, points.TURNED)
"""Reasons that move points between seller and buyer alone."""

_OF_ALL = (points.SLAM, points.BLIND, points.BONUS, points.THIRD, rulings.TAKES_ALL, rulings.SHARE_ALL)
"""Reasons for points that the counts of a row do not explain."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a column in a row; ``units`` None where nothing was counted for it."""

    table: int
    column: Column
    row: Row
    points: Fraction
    units: int | None
    declarer: Column | None
    mark: Mark
    compares: bool
    explanation: tuple[Phrase, ...] = ()

    @property
    def reasons(self) -> tuple[Phrase, ...]:
        """Sentences that say more of these points than what was counted."""
        return tuple(phrase for phrase in self.explanation if self._concerns(phrase))

    def _concerns(self, phrase: Phrase) -> bool:
        if phrase.template in _OF_BOTH:
            return self.column in (phrase.fields["seller"], phrase.fields["buyer"])
        if phrase.template == points.SHARED:
            return self.column in (phrase.fields["one"], phrase.fields["other"])
        return phrase.template in _OF_ALL


@dataclass(frozen=True)
class Peers:
    """Parts that compare with one another; their figures are worked out once, for as many as are held beside them."""

    parts: tuple[Part, ...] = ()

    def __len__(self) -> int:
        return len(self.parts)

    @cached_property
    def mean(self) -> Fraction | None:
        if len(self.parts) < 2:
            return None
        return sum((part.points for part in self.parts), Fraction(0)) / len(self.parts)

    @cached_property
    def median(self) -> Fraction:
        return median(part.points for part in self.parts)

    @cached_property
    def best(self) -> tuple[tuple[Part, ...], ...]:
        """The parts that made most, together those of which the same is told. Most first."""
        most = max(part.points for part in self.parts)
        alike: dict[object, list[Part]] = {}
        for part in self.parts:
            if part.points == most:
                row, reasons = part.row, tuple(map(str, part.reasons))
                marks = row.sale, row.partner, row.start, row.third, row.blind
                alike.setdefault((_declaration(part), part.units, marks, reasons), []).append(part)
        return tuple(map(tuple, sorted(alike.values(), key=len, reverse=True)))

    @property
    def worst(self) -> Fraction:
        return min(part.points for part in self.parts)

    @cached_property
    def mean_units(self) -> Fraction | None:
        counts = [part.units for part in self.parts if part.units is not None]
        return Fraction(sum(counts), len(counts)) if counts else None

    @cached_property
    def with_units(self) -> Counter[int | None]:
        return Counter(part.units for part in self.parts)


@dataclass(frozen=True, slots=True)
class Beside:
    """A part beside its ``peers``: all who held the ``same_cards``, else everybody's of such a hand."""

    contract: Contract | None
    own: Part
    peers: Peers
    same_cards: bool = True

    @property
    def mean(self) -> Fraction | None:
        return self.peers.mean if self.own.compares else None

    @property
    def difference(self) -> Fraction | None:
        return None if self.mean is None else self.own.points - self.mean

    @property
    def mean_units(self) -> Fraction | None:
        return None if self.mean is None else self.peers.mean_units

    @property
    def declared_alike(self) -> int:
        own = _declaration(self.own)
        return sum(_declaration(part) == own for part in self.peers.parts)


def _declaration(part: Part) -> tuple[object, ...]:
    row = part.row
    return part.declarer, row.trump, row.direction == "down", row.unplayed


def part_of(rules: RuleSet, result: TableResult, column: Column) -> Part:
    return Part(
        result.table, column, result.row, result.points[column], _units(rules, result, column), result.declarer,
        result.mark, result.compares, result.explanation,
    )  # fmt: skip


def peers_of(rules: RuleSet, field: Field, column: Column) -> Peers:
    """Parts that compare: each table's column with the same cards as the same hand; of soloists the soloist alone."""
    found = (part_of(rules, result, column) for result in field.results if result.compares)
    return Peers(tuple(part for part in found if scores(rules, part)))


def scores(rules: RuleSet, part: Part) -> bool:
    """Whether the column plays for points at all: of a soloist and two defenders only he does (R12)."""
    return rules.scoring is not Scoring.SOLOIST or part.declarer == part.column


def pooled(rules: RuleSet, boards: Iterable[BoardComparison]) -> dict[str, Peers]:
    found: dict[str, list[Part]] = {}
    for board in boards:
        for field in board.fields:
            if field.contract is not None:
                for column in rules.columns:
                    found.setdefault(field.contract.code, []).extend(peers_of(rules, field, column).parts)
    return {code: Peers(tuple(parts)) for code, parts in found.items()}


def _units(rules: RuleSet, result: TableResult, column: Column) -> int | None:
    row = result.row
    if row.unplayed or not row.units:
        return None
    if rules.scoring is Scoring.SOLOIST:
        soloist = result.declarer
        return points.player_units(row.units, soloist).get(column) if isinstance(soloist, Wind) else None
    written = row.units.keys() & {str(column), *(str(wind) for wind in WINDS if rules.column(wind) == column)}
    return points.column_units(rules, row)[column] if written else None


def apart(besides: Iterable[Beside], most: int = 3) -> tuple[tuple[Beside, ...], tuple[Beside, ...]]:
    """The furthest first; of equals the earlier."""
    compared = [(beside.difference, beside) for beside in besides if beside.difference]
    above = sorted((pair for pair in compared if pair[0] > 0), key=lambda pair: -pair[0])
    below = sorted((pair for pair in compared if pair[0] < 0), key=lambda pair: pair[0])
    return tuple(beside for _gap, beside in above[:most]), tuple(beside for _gap, beside in below[:most])


# The luck of the cards. All who sat at a wind held the same cards, so what they made of them on average is what the
# cards were worth; beside what the four winds made on average, it says who was dealt well. It favours nobody within a
# wind, only one wind against another.


def luck(rules: RuleSet, boards: Iterable[BoardComparison]) -> dict[Column, Fraction]:
    """Worth of each wind's, or side's, cards on these boards, above or below the mean of them all.

    For each hand the mean of the column over every table that compares, whatever it played with the cards, less the
    mean of these means: so the luck of a hand, and of any number of them, adds up to 0. A hand that one table alone
    made something of is passed over. Nothing for a soloist's game, where a hand is one player's (R12).
    """
    found = dict.fromkeys(rules.columns, Fraction(0))
    if rules.scoring is Scoring.SOLOIST:
        return {}
    hands = 0
    for board in boards:
        results = [result for field in board.fields for result in field.results if result.compares]
        if len(results) > 1:
            hands += 1
            worth = {
                column: sum((result.points[column] for result in results), Fraction(0)) / len(results)
                for column in found
            }
            usual = sum(worth.values(), Fraction(0)) / len(worth)
            found = {column: found[column] + worth[column] - usual for column in found}
    return found if hands else {}


def running_luck(
    rules: RuleSet, settings: Settings, boards: Iterable[BoardComparison]
) -> dict[int, dict[Column, Fraction]]:
    """The luck of a partita after each of its boards, by the board's number; boards that tell none are left out."""
    by_hand = {board.hand: board for board in boards}
    so_far: list[BoardComparison] = []
    found: dict[int, dict[Column, Fraction]] = {}
    for number, plans in groupby(rules.schedule(settings), key=lambda plan: plan.board):
        played = [by_hand[plan.number] for plan in plans if plan.number in by_hand]
        so_far += played
        if luck(rules, played):
            found[number] = luck(rules, so_far)
    return found
