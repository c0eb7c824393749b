"""Effect of the arbiter's decisions on a sheet: "chi sbaglia paga" (§3).

An illegal play in a negative hand replaces the row's points and leaves what was counted for the
record; every other charge stands beside the sheet, so that the sum of the sheet stays checkable
(A14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from king.cards import WINDS
from king.reading import JsonObject, Node, among
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Family
from king.rulesets.edition import POINTS
from king.rulesets.setting import LARGEST_PENALTY
from king.rulesets.settings import SETTINGS, Settings
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


class RulingKind(StrEnum):
    ILLEGAL_PLAY = "illegal_play"
    SCORE_ERROR = "score_error"
    ADJUSTMENT = "adjustment"
    FOULED = "fouled"
    WARNING = "warning"
    DISQUALIFICATION = "disqualification"


SCOPES = ("hand", "partita", "evening")
"""Extents of a disqualification; of these the sheet feels the hand alone, the others are for the standing."""

POLICIES = SETTINGS["score_error_policy"].choices


def _points(node: Node) -> Fraction | Mapping[str, Fraction]:
    if isinstance(node.value, dict):
        return {key: _number(value) for key, value in node.items()}
    return _number(node)


def _number(node: Node) -> Fraction:
    number = node.number()
    if abs(number) > LARGEST_PENALTY:
        raise node.fail(Phrase(POINTS, least=-LARGEST_PENALTY, most=LARGEST_PENALTY))
    return number


@dataclass(frozen=True, repr=False)
class Ruling(JsonObject):
    """One decision.

    ``illegal_play``: ``hand`` and ``offender``, or ``offenders`` where there are several.
    ``score_error``: ``hand``, and ``policy`` where it is not the tournament's. ``adjustment``:
    ``offender`` and ``points`` under the offender's own letter, or one number. ``fouled``: ``hand``
    and the ``points`` of each column in place of the row's; all 0 annul the row. Without points it
    is worth the mean of the other tables where there are any, else void; ``average`` true or false
    says which of the two (§13.4). One sheet alone has no others. ``warning``: ``offender``, perhaps
    a ``hand``; it costs nothing. ``disqualification``: ``offender`` and ``scope``, with the
    ``hand`` where that is what he is disqualified from.
    """

    kind: RulingKind
    hand: int | None = None
    offender: str | None = None
    policy: Annotated[str | None, among(POLICIES)] = None
    points: Annotated[Fraction | Mapping[str, Fraction] | None, _points] = None
    offenders: tuple[str, ...] = ()
    scope: Annotated[str | None, among(SCOPES)] = None
    average: bool | None = None

    def __post_init__(self) -> None:
        JsonObject.__post_init__(self)
        for key, words in ("policy", POLICIES), ("scope", SCOPES):
            if (value := getattr(self, key)) is not None:
                Node(value, "Ruling", key).choice(words)

    @property
    def is_average(self) -> bool:
        """Whether the hand is worth the mean of the other tables, where there are any."""
        unsaid = self.average is None and self.points is None
        return self.kind is RulingKind.FOULED and (unsaid or bool(self.average))

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """Points that it gives or takes, of whomever."""
        if self.points is None:
            return ()
        return tuple(self.points.values()) if isinstance(self.points, Mapping) else (self.points,)

    @property
    def who(self) -> tuple[str, ...]:
        offenders = dict.fromkeys((self.offender, *self.offenders))
        return tuple(offender for offender in offenders if offender is not None)


def apply_rulings(
    ruleset: RuleSet,
    hands: Mapping[int, Hand],
    scores: Mapping[int, RowScore],
    rulings: Iterable[Ruling],
    settings: Settings,
    largest: Callable[[RuleSet, Settings], Fraction],
) -> Ruled:
    """``largest``: of a sheet's total, asked only where a ruling gives or takes points."""
    penalties, charges = (dict.fromkeys(ruleset.columns, ZERO) for _ in range(2))
    ruled = Ruled(ruleset, hands, settings, scores, dict(scores), penalties, charges, largest)
    for ruling in sorted(rulings, key=lambda ruling: _ORDER.index(ruling.kind)):
        ruled.apply(ruling)
    return ruled


@dataclass(slots=True)
class Ruled:
    """A sheet after its rulings: rows replaced, penalties, charges, and what is wrong with the
    rulings.

    ``played`` are the rows before any ruling. ``penalties`` are what offenders lose, ``charges``
    what scorekeepers are debited: only the latter count in the residual. ``covered`` are the hands
    whose problems a ruling settles.
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
    given: dict[tuple[RulingKind, Column, bool], Fraction] = field(default_factory=dict)

    @property
    def soloist(self) -> bool:
        return self.ruleset.scoring is Scoring.SOLOIST

    @property
    def by_difference(self) -> bool:
        """Of a soloist too, who scores alone."""
        return self.soloist or self.ruleset.by_difference

    def apply(self, ruling: Ruling) -> None:
        hand = None if ruling.hand is None else self.hands.get(ruling.hand)
        if ruling.kind not in _OF_A_HAND and ruling.scope != "hand":
            _OF_PEOPLE[ruling.kind](self, ruling, hand)
        elif hand is None:
            self._refuse(ruling, "ruling_hand", listed(self.hands), ruling.hand, NO_SUCH_HAND)
        elif self._is_repeated(ruling, hand):
            self._refuse(ruling, "ruling_repeated", "1", "2", REPEATED)
        elif ruling.kind in _OF_A_HAND:
            _OF_A_HAND[ruling.kind](self, ruling, hand)
        else:
            _OF_PEOPLE[ruling.kind](self, ruling, hand)

    def _is_repeated(self, ruling: Ruling, hand: Hand) -> bool:
        """In a negative hand the first offence takes all; a later one is the arbiter's to weigh and
        adjust (§3.1).
        """
        number, offenders = hand.row.hand, tuple[str, ...]()
        if ruling.kind is RulingKind.ILLEGAL_PLAY:
            if hand.contract is None or hand.contract.family is not Family.NEGATIVE:
                return False
            # What was played as one hand is one hand to offend in (O15).
            number = hand.plan.together[0] if hand.plan else number
        elif ruling.kind is RulingKind.DISQUALIFICATION:
            offenders = ruling.who
        key = (ruling.kind, number, offenders)
        repeated = key in self.seen
        self.seen.add(key)
        return repeated

    def _illegal_play(self, ruling: Ruling, hand: Hand) -> None:
        offenders = self._offenders(ruling)
        number, contract = hand.row.hand, hand.contract
        if not offenders or contract is None:
            return
        if contract.family is Family.NEGATIVE:
            # In the quick game two rows are played with the same cards (O15).
            for together in hand.plan.together if hand.plan else (number,):
                if together in self.hands:
                    self._taken(self.hands[together], offenders)
            return
        if contract.family is Family.DOMINO and self.settings.domino_penalty == "none":
            return
        points, most = self.settings.positive_penalty, self.settings.penalty_cap
        for person, offender in zip(ruling.who, offenders, strict=True):
            self.charged[person] += 1
            if 0 < most < self.charged[person]:
                self._note(number, Phrase(BEYOND_CAP, who=person, most=most))
            else:
                self._fine(number, offender, points, PENALTY)

    def _fine(self, number: int, offender: Column, points: Fraction, template: str) -> None:
        """Points taken from an offender beside the sheet, and said with the row."""
        self.penalties[offender] += points
        self._note(number, Phrase(template, who=offender, points=points))

    def _offenders(self, ruling: Ruling) -> tuple[Column, ...]:
        """The column of each offender, so that two of a pair are two; none, and a problem, where
        one cannot be told.
        """
        columns = {place: self.ruleset.column(place) for place in ruling.who}
        unknown = [place for place, column in columns.items() if column is None]
        if unknown or not columns:
            self._refuse_offender(ruling, next(iter(unknown), None))
            return ()
        return tuple(column for column in columns.values() if column is not None)

    def _taken(self, hand: Hand, offenders: tuple[Column, ...]) -> None:
        """The hand's points go to whoever erred: shared, or all to each, the first in the row, the
        rest beside it.

        The offender pays for every unit of the hand, the others nothing (A15); between two sides,
        the difference. Where that would leave an offender better than the row, the row stands
        (§13.1): in a hand that several share and one had most of, or in one that cannot be true.
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
        template = TAKES_ALL if len(paying) == 1 else SHARE_ALL
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
            self._note(number, Phrase(ROW_STANDS, who=listed(better, ", ")))
            return
        self.scores[number] = score
        self.covered.add(number)
        for further in beside:
            self._fine(number, further, total, PENALTY)

    def _score_error(self, ruling: Ruling, hand: Hand) -> None:
        """Charge the dealer of the row what it is out by, as the policy has it (§3.2, A13)."""
        number = hand.row.hand
        self.covered.add(number)
        self.frozen.add(number)
        difference = self.scores[number].expected - self.scores[number].sum
        # The dealer keeps the score and checks it before passing it on; in the soloist game, the
        # soloist.
        responsible = hand.chooser if self.soloist else self.ruleset.column(hand.dealer)
        if ruling.offender is not None:
            responsible = self.ruleset.column(ruling.offender)
        if responsible is None:
            self._refuse_offender(ruling, ruling.offender)
            return
        charges = {"debit_abs": -abs(difference), "rebalance": difference, "correct_only": ZERO}
        charge = charges[ruling.policy or self.settings.score_error_policy]
        if self._is_too_large(ruling, {responsible: charge}):
            return
        self.charges[responsible] += charge
        template = CHARGED if charge else NOT_CHARGED
        reason = Phrase(template, who=responsible, points=charge, difference=difference)
        self._note(number, reason)

    def _fouled(self, ruling: Ruling, hand: Hand) -> None:
        columns, assigned = self.ruleset.columns, ruling.points
        assigned = {} if assigned is None else assigned
        if not isinstance(assigned, Mapping) or set(assigned) not in (set(), set(columns)):
            written = listed(assigned) if isinstance(assigned, Mapping) else None
            self._refuse(ruling, "ruling_points", listed(columns), written, POINTS_OF_EACH)
            return
        points = {column: assigned.get(column, ZERO) for column in columns}
        if self._is_too_large(ruling, points):
            return
        before = self.scores[hand.row.hand]
        annulled = not any(points.values())
        expected, total = ZERO if annulled else before.expected, sum(points.values(), ZERO)
        if self._may_come_to(total, hand):
            expected = total
        template = (NO_OTHERS if ruling.average else ANNULLED) if annulled else FOULED
        phrase = Phrase(template, before=by_column(before.points))
        self.scores[hand.row.hand] = RowScore(points, expected, [phrase])
        self.covered.add(hand.row.hand)

    def _may_come_to(self, total: Fraction, hand: Hand) -> bool:
        """Whether an arbiter's points may make this sum: what another table made, or a mean (§3.4).

        Only the one sum of the contract, unless a slam keeps none, a blind declaration counts its
        tricks twice or nulls make another (O1, O5, O11): then whatever lies between. Of a soloist's
        row nothing is foretold.
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

    def _adjustment(self, ruling: Ruling, hand: Hand | None) -> None:
        offender, points = self.ruleset.column(ruling.offender), ruling.points
        if isinstance(points, Mapping):
            points = points.get(str(ruling.offender)) if len(points) == 1 else None
        if offender is None:
            self._refuse_offender(ruling, ruling.offender)
        elif hand is None and ruling.hand is not None:
            self._refuse(ruling, "ruling_hand", listed(self.hands), ruling.hand, NO_SUCH_HAND)
        elif points is None:
            self._refuse(ruling, "ruling_points", "a number", None, POINTS_MISSING)
        elif self._is_too_large(ruling, {offender: points}):
            return
        elif hand is None:
            self.penalties[offender] += points
        else:
            self._fine(hand.row.hand, offender, points, ADJUSTED)

    def _is_too_large(self, ruling: Ruling, points: Mapping[Column, Fraction]) -> bool:
        """Whether the rulings of this kind would give a column, or take from it, more than a sheet
        of these rules can make: such a one is a problem and changes nothing.
        """
        most = self.largest(self.ruleset, self.settings) if any(points.values()) else ZERO
        keys = {(ruling.kind, column, points[column] > 0): points[column] for column in points}
        sums = {key: self.given.get(key, ZERO) + number for key, number in keys.items()}
        large = [(column, total) for (_, column, _), total in sums.items() if abs(total) > most]
        for column, total in large:
            kind = Phrase(_KINDS[ruling.kind])
            problem = "ruling_too_large", ruling.hand, most, total, TOO_LARGE, column
            self.problems.append(Problem.of(*problem, kind=kind))
        if not large:
            self.given |= sums
        return bool(large)

    def _warning(self, ruling: Ruling, hand: Hand | None) -> None:
        for offender in self._offenders(ruling):
            if hand is not None:
                self._note(hand.row.hand, Phrase(WARNED, who=offender))

    def _disqualification(self, ruling: Ruling, hand: Hand | None) -> None:
        """Take away, beside the sheet, what an offender has from a hand beyond the least that it
        can give him.

        The others keep what they made. Of a partita or an evening the sheet says nothing: that is
        for the standing.
        """
        if ruling.scope is None:
            self._refuse(ruling, "ruling_scope", listed(SCOPES), None, SCOPE_MISSING)
            return
        for offender in self._offenders(ruling):
            if ruling.scope == "hand" and hand is not None:
                least = self._least(hand, offender)
                taken = min(ZERO, least - self.scores[hand.row.hand].points[offender])
                self._fine(hand.row.hand, offender, taken, DISQUALIFIED)

    def _least(self, hand: Hand, column: Column) -> Fraction:
        """A hand to avoid all taken, one to play for all lost, Domino with every card left; twice
        that where a third option was chosen (§13.1).
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

    def _note(self, hand: int, phrase: Phrase) -> None:
        score = self.scores[hand]
        self.scores[hand] = RowScore(score.points, score.expected, [*score.explanation, phrase])

    def _refuse(
        self, ruling: Ruling, code: str, expected: object, found: object, template: str
    ) -> None:
        kind = Phrase(_KINDS[ruling.kind])
        self.problems.append(Problem.of(code, ruling.hand, expected, found, template, kind=kind))

    def _refuse_offender(self, ruling: Ruling, wrong: str | None) -> None:
        expected = listed([*self.ruleset.columns, *(WINDS if self.ruleset.by_side else ())])
        template = OFFENDER_MISSING if wrong is None else OFFENDER_UNKNOWN
        self._refuse(ruling, "ruling_offender", expected, wrong, template)


_OF_A_HAND = {
    RulingKind.FOULED: Ruled._fouled,
    RulingKind.ILLEGAL_PLAY: Ruled._illegal_play,
    RulingKind.SCORE_ERROR: Ruled._score_error,
}
_OF_PEOPLE = {
    RulingKind.DISQUALIFICATION: Ruled._disqualification,
    RulingKind.WARNING: Ruled._warning,
    RulingKind.ADJUSTMENT: Ruled._adjustment,
}
_ORDER = (
    RulingKind.FOULED,
    RulingKind.ILLEGAL_PLAY,
    *_OF_PEOPLE,
    RulingKind.SCORE_ERROR,
)
"""Score errors last, for they look at what the other rulings left."""


_KINDS = {
    RulingKind.ILLEGAL_PLAY: gettext_noop("illegal play"),
    RulingKind.SCORE_ERROR: gettext_noop("score error"),
    RulingKind.ADJUSTMENT: gettext_noop("adjustment"),
    RulingKind.FOULED: gettext_noop("fouled board"),
    RulingKind.WARNING: gettext_noop("warning"),
    RulingKind.DISQUALIFICATION: gettext_noop("disqualification"),
}
TAKES_ALL = gettext_noop(
    "Illegal play: {who} takes all the points of the hand, {points} (before: {before})"
)
SHARE_ALL = gettext_noop(
    "Illegal play: {who} share all the points of the hand, {points} (before: {before})"
)
ROW_STANDS = gettext_noop(
    "Illegal play: with the points of the hand {who} would be better off, so the row stands"
)
WARNED = gettext_noop("{who} is warned")
DISQUALIFIED = gettext_noop(
    "{who} is disqualified from the hand: {points}, which the sum of the sheet leaves out"
)
PENALTY = gettext_noop("Illegal play: {who} {points}, beside the sheet")
BEYOND_CAP = gettext_noop("Illegal play of {who}: no points, for {most} have been charged already")
CHARGED = gettext_noop(
    "Score error: the row is out by {difference}; {who} is charged {points}, beside the sheet"
)
NOT_CHARGED = gettext_noop(
    "Score error ruled: the row is out by {difference}; nothing is charged to {who}"
)
FOULED = gettext_noop("Fouled board: the arbiter's points stand for the row (before: {before})")
NO_OTHERS = gettext_noop(
    "Fouled board: worth the mean of the other tables; while there are none the row counts nothing (before: {before})"
)
ANNULLED = gettext_noop("Fouled board: the row is annulled (before: {before})")
ADJUSTED = gettext_noop("Adjustment by the arbiter: {who} {points}, beside the sheet")
NO_SUCH_HAND = gettext_noop("A ruling ({kind}) names a hand that is not on the sheet")
REPEATED = gettext_noop("A second ruling ({kind}) for the same hand; rule an adjustment instead")
OFFENDER_MISSING = gettext_noop("A ruling ({kind}) does not say who is meant")
OFFENDER_UNKNOWN = gettext_noop("A ruling ({kind}) names {found}, who is none of {expected}")
POINTS_OF_EACH = gettext_noop("A ruling ({kind}) gives the points of each of {expected}")
TOO_LARGE = gettext_noop(
    "A ruling ({kind}) brings {wind} to {found}; no sheet of these rules can make more than {expected} points, "
    "won or lost"
)
SCOPE_MISSING = gettext_noop("A ruling ({kind}) does not say from what: {expected}")
POINTS_MISSING = gettext_noop("A ruling ({kind}) does not say how many points")
