"""A sheet under its rulings, as kinds of ruling see and change it.

A kind replaces a row, or adds points beside the sheet, so that the sum of the sheet can still be
checked (A14). Every change is recorded with its row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from king.cards import WINDS
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Family
from king.rulesets.settings import Settings
from king.sheet.points import (
    ZERO,
    Column,
    Hand,
    RowScore,
    by_column,
    double_third,
    may_be_slam,
    nulls_total,
    slam_total,
)
from king.sheet.row import Problem
from king.words import Phrase, gettext_noop, listed


@dataclass(slots=True)
class Case:
    """A ruling as applied to the sheet. ``code`` and ``label`` are its kind's. ``who`` are the
    offenders, and ``columns`` the column of each, so that two of a pair are two entries. ``points``
    is a single number; ``worth`` has a number for each column.
    """

    code: str
    label: str
    hand: int | None
    who: tuple[str, ...]
    columns: tuple[Column, ...]
    policy: str
    points: Fraction | None
    worth: Mapping[Column, Fraction]
    average: bool
    scope: str


@dataclass(slots=True)
class RuledSheet:
    """A sheet after its rulings: rows replaced, penalties, charges, and problems of the rulings.

    ``played`` are the rows before any ruling. ``penalties`` are what offenders lose, ``charges``
    what scorekeepers lose; only charges count in the residual. ``covered`` are the hands whose
    problems a ruling settles; in ``frozen`` ones the sum is settled too.
    """

    ruleset: RuleSet
    hands: Mapping[int, Hand]
    settings: Settings
    played: Mapping[int, RowScore]
    scores: dict[int, RowScore]
    penalties: dict[Column, Fraction]
    charges: dict[Column, Fraction]
    largest: Callable[[RuleSet, Settings], Fraction]
    covered: set[int] = field(default_factory=set)
    frozen: set[int] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    seen: set[tuple[object, ...]] = field(default_factory=set)
    charged: Counter[str] = field(default_factory=Counter)
    given: dict[tuple[str, Column, bool], Fraction] = field(default_factory=dict)

    @property
    def soloist(self) -> bool:
        return self.ruleset.scoring is Scoring.SOLOIST

    @property
    def by_difference(self) -> bool:
        """Whether points are differences. A soloist's points are too, because only the soloist
        scores.
        """
        return self.soloist or self.ruleset.by_difference

    def note(self, hand: int, template: str, **fields: object) -> None:
        score = self.scores[hand]
        phrase = Phrase(template, **fields)
        self.scores[hand] = RowScore(score.points, score.expected, [*score.explanation, phrase])

    def fine(self, number: int, offender: Column, points: Fraction | int, template: str) -> None:
        """Add points beside the sheet to an offender's, and record it with the row. Negative points
        are taken away.
        """
        self.penalties[offender] += points
        self.note(number, template, who=offender, points=Fraction(points))

    def replace(self, number: int, score: RowScore) -> None:
        self.scores[number] = score
        self.covered.add(number)

    def give_hand(self, hand: Hand, offenders: tuple[Column, ...], words: TakenSentences) -> None:
        """Give the hand's points to the offenders: shared, or all to each (the first in the row,
        the others beside it).

        An offender pays for every unit of the hand, and the others for none (A15); between two
        sides, the difference. If an offender would gain by that, the row stays (§13.1): for example
        in a hand that several share and of which one had most, or in a row that cannot be true.
        """
        if hand.contract is None:
            return
        number, total, before = hand.row.hand, hand.contract.total, self.scores[hand.row.hand]
        paying = offenders[:1] if self.settings.offenders_pay == "each" else offenders
        beside = offenders[len(paying) :]
        points = dict.fromkeys(self.ruleset.columns, ZERO)
        for column in points:
            share = Fraction(paying.count(column), len(paying))
            if not self.soloist or column == hand.chooser:
                points[column] = total * (2 * share - 1 if self.by_difference else share)
        template = words.all_taken if len(paying) == 1 else words.all_shared
        titles = {"points": total, "before": by_column(before.points)}
        score = RowScore(points, ZERO, [Phrase(template, titles, who=listed(paying, ", "))])
        double_third(hand, score)
        score.expected = sum(score.points.values(), ZERO)
        better = [
            column
            for column in dict.fromkeys(offenders)
            if score.points[column] + beside.count(column) * total > before.points[column]
        ]
        if better:
            self.note(number, words.row_stands, who=listed(better, ", "))
            return
        self.replace(number, score)
        for further in beside:
            self.fine(number, further, total, words.beside)

    def may_come_to(self, total: Fraction, hand: Hand) -> bool:
        """Whether an arbiter's points may have this total (§3.4).

        A contract has one total only, unless a slam cancels it, a blind declaration counts its
        tricks twice, or nulls make another (O1, O5, O11). Then any total between the lowest and the
        highest is accepted. For a soloist's row every total is accepted.
        """
        contract = hand.contract
        if self.ruleset.by_difference:
            return total == ZERO
        if self.soloist or contract is None:
            return True
        sums = [contract.total]
        if may_be_slam(contract, self.settings):
            sums.append(slam_total(contract, self.settings, by_side=self.ruleset.by_side))
        if contract.trump and (self.settings.blind or hand.row.blind):
            sums.append(2 * contract.total)
        if contract.nulls is not None:
            sums.append(nulls_total(contract, contract.nulls, len(self.ruleset.columns)))
        return min(sums) <= total <= max(sums)

    def least(self, hand: Hand, column: Column) -> Fraction:
        """Lowest points of a hand for one column: all units of a hand to avoid taken, all of one to
        play lost, or Domino with every card left; twice that for a third option (§13.1).
        """
        contract, rules = hand.contract, self.ruleset
        if contract is None or (self.soloist and column != hand.chooser):
            return ZERO
        if contract.places:
            least = min(contract.places)
        elif contract.family is Family.DOMINO:
            least = rules.cards_each * contract.value * (2 if rules.by_side else 1)
        elif contract.family is Family.NEGATIVE:
            least = contract.total
        else:
            least = -contract.total if self.by_difference else ZERO
        doubled = hand.row.third and rules.third_counts and column == hand.chooser
        return least * (rules.third or 1) if doubled else least

    def is_too_large(self, case: Case, points: Mapping[Column, Fraction]) -> bool:
        """Whether rulings of this kind would move a column by more than a sheet of these rules can
        make. Such a ruling changes nothing and becomes a problem.
        """
        most = self.largest(self.ruleset, self.settings) if any(points.values()) else ZERO
        keys = {(case.code, column, points[column] > 0): points[column] for column in points}
        sums = {key: self.given.get(key, ZERO) + number for key, number in keys.items()}
        large = [(column, total) for (_, column, _), total in sums.items() if abs(total) > most]
        for column, total in large:
            problem = "ruling_too_large", case.hand, most, total, TOO_LARGE, column
            self.problems.append(Problem.of(*problem, kind=Phrase(case.label)))
        if not large:
            self.given |= sums
        return bool(large)

    def refuse(self, case: Case, code: str, expected: object, found: object, template: str) -> None:
        problem = code, case.hand, expected, found, template
        self.problems.append(Problem.of(*problem, kind=Phrase(case.label)))

    def refuse_offender(self, case: Case, wrong: str | None) -> None:
        expected = listed([*self.ruleset.columns, *(WINDS if self.ruleset.by_side else ())])
        template = OFFENDER_MISSING if wrong is None else OFFENDER_UNKNOWN
        self.refuse(case, "ruling_offender", expected, wrong, template)

    def refuse_hand(self, case: Case) -> None:
        self.refuse(case, "ruling_hand", listed(self.hands), case.hand, NO_SUCH_HAND)


@dataclass(frozen=True, slots=True)
class TakenSentences:
    """Sentences for a hand whose points go to the offenders: to one, to several, to nobody; and for
    points taken beside the row.
    """

    all_taken: str
    all_shared: str
    row_stands: str
    beside: str


NO_SUCH_HAND = gettext_noop("A ruling ({kind}) names a hand that is not on the sheet")
REPEATED = gettext_noop("A second ruling ({kind}) for the same hand; rule an adjustment instead")
OFFENDER_MISSING = gettext_noop("A ruling ({kind}) does not say who is meant")
OFFENDER_UNKNOWN = gettext_noop("A ruling ({kind}) names {found}, who is none of {expected}")
POINTS_OF_EACH = gettext_noop("A ruling ({kind}) gives the points of each of {expected}")
TOO_LARGE = gettext_noop(
    "A ruling ({kind}) brings {wind} to {found}; no sheet of these rules can make more than "
    "{expected} points, "
    "won or lost"
)
SCOPE_MISSING = gettext_noop(
    "A ruling ({kind}) does not say what it excludes them from: {expected}"
)
POINTS_MISSING = gettext_noop("A ruling ({kind}) does not say how many points")
