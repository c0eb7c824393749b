"""What the arbiter's decisions do to a sheet: "chi sbaglia paga" (§3).

An illegal play in a negative hand replaces the row's points and leaves what was counted for the record; every other
charge stands beside the sheet, so that the sum of the sheet stays checkable (A14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from king.commands.reading import Node
from king.contracts import Family
from king.problems import Problem
from king.row import as_node
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.edition import POINTS
from king.rulesets.settings import LARGEST_PENALTY, SETTINGS, Settings
from king.scoring import ZERO, Column, Hand, RowScore, slam_total
from king.winds import WINDS
from king.words import Phrase, gettext_noop, listed


class RulingKind(StrEnum):
    """The four things that an arbiter's decision can do."""

    ILLEGAL_PLAY = "illegal_play"
    SCORE_ERROR = "score_error"
    ADJUSTMENT = "adjustment"
    FOULED = "fouled"


@dataclass(frozen=True)
class Ruling:
    """One decision.

    ``illegal_play``: ``hand`` and ``offender``. ``score_error``: ``hand``, and ``policy`` where it is not the
    tournament's. ``adjustment``: ``offender`` and ``points`` under the offender's own letter, or one number.
    ``fouled``: ``hand`` and the ``points`` of each column in place of the row's; none, or all 0, annuls the row.
    """

    kind: RulingKind
    hand: int | None = None
    offender: str | None = None
    policy: str | None = None
    points: Fraction | Mapping[str, Fraction] | None = None

    @classmethod
    def from_json(cls, source: Node | Mapping[str, object]) -> Ruling:
        """Read a ruling of the form of ``king score``; raises ``InputError`` naming the place."""
        node = as_node(source, "ruling")
        kind = RulingKind(node["kind"].choice(tuple(RulingKind)))
        hand, offender, policy, points = (node.get(key) for key in ("hand", "offender", "policy", "points"))
        return cls(
            kind,
            None if hand is None else hand.integer(-(10**9), 10**9),
            None if offender is None else offender.text(),
            None if policy is None else policy.choice(SETTINGS["score_error_policy"].choices),
            None if points is None else _read_points(points),
        )

    def as_json(self) -> dict[str, object]:
        """The form that ``from_json`` reads, without the keys that say nothing."""
        answer: dict[str, object] = {"kind": str(self.kind)}
        if self.hand is not None:
            answer["hand"] = self.hand
        if self.offender is not None:
            answer["offender"] = str(self.offender)
        if self.policy is not None:
            answer["policy"] = self.policy
        if isinstance(self.points, Mapping):
            answer["points"] = {str(place): str(points) for place, points in self.points.items()}
        elif self.points is not None:
            answer["points"] = str(self.points)
        return answer


def _read_points(node: Node) -> Fraction | Mapping[str, Fraction]:
    if isinstance(node.value, dict):
        return {key: _read_number(value) for key, value in node.items()}
    return _read_number(node)


def _read_number(node: Node) -> Fraction:
    number = node.number()
    if abs(number) > LARGEST_PENALTY:
        raise node.fail(Phrase(POINTS, {"least": -LARGEST_PENALTY, "most": LARGEST_PENALTY}))
    return number


@dataclass(slots=True)
class Ruled:
    """What the rulings made of a sheet: rows replaced, penalties, charges, and what is wrong with the rulings.

    ``penalties`` are what offenders lose, ``charges`` what scorekeepers are debited: only the latter count in the
    residual. ``covered`` are the hands whose problems a ruling settles; ``notes`` sentences for each hand.
    """

    scores: dict[int, RowScore]
    penalties: dict[Column, Fraction]
    charges: dict[Column, Fraction]
    covered: set[int] = field(default_factory=set)
    frozen: set[int] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def apply_rulings(
    ruleset: RuleSet,
    hands: Mapping[int, Hand],
    scores: Mapping[int, RowScore],
    rulings: Iterable[Ruling],
    settings: Settings,
) -> Ruled:
    """The rows, penalties and charges after every ruling; score errors last, for they look at what the rest left."""
    zero = dict.fromkeys(ruleset.columns, ZERO)
    ruled = Ruled(dict(scores), dict(zero), dict(zero))
    seen: set[tuple[RulingKind, int]] = set()
    charged: Counter[Column] = Counter()
    in_order = sorted(rulings, key=lambda ruling: _ORDER.index(ruling.kind))
    for ruling in in_order:
        if ruling.kind is not RulingKind.ADJUSTMENT:
            if ruling.hand is None or ruling.hand not in hands:
                ruled.problems.append(_problem(ruling, "ruling_hand", listed(hands), ruling.hand, NO_SUCH_HAND))
                continue
            if _is_repeated(ruling, hands[ruling.hand], seen):
                ruled.problems.append(_problem(ruling, "ruling_repeated", "1", "2", REPEATED))
                continue
        if ruling.kind is RulingKind.ILLEGAL_PLAY:
            _illegal_play(ruleset, hands, ruling, settings, ruled, charged)
        elif ruling.kind is RulingKind.SCORE_ERROR:
            _score_error(ruleset, hands, ruling, settings, ruled)
        elif ruling.kind is RulingKind.FOULED:
            _fouled(ruleset, hands, ruling, settings, ruled)
        else:
            _adjustment(ruleset, hands, ruling, ruled)
    return ruled


_ORDER = (RulingKind.FOULED, RulingKind.ILLEGAL_PLAY, RulingKind.ADJUSTMENT, RulingKind.SCORE_ERROR)


def _is_repeated(ruling: Ruling, hand: Hand, seen: set[tuple[RulingKind, int]]) -> bool:
    """In a negative hand the first offence takes all; a later one is an adjustment for the arbiter to weigh (§3.1)."""
    negative = hand.contract is not None and hand.contract.family is Family.NEGATIVE
    if ruling.kind is RulingKind.ILLEGAL_PLAY and not negative:
        return False
    number = hand.row.hand
    if ruling.kind is RulingKind.ILLEGAL_PLAY and hand.plan is not None:
        number = hand.plan.together[0]  # what was played as one hand is one hand to offend in (O15)
    key = (ruling.kind, number)
    repeated = key in seen
    seen.add(key)
    return repeated


def _illegal_play(
    ruleset: RuleSet, hands: Mapping[int, Hand], ruling: Ruling, settings: Settings, ruled: Ruled,
    charged: Counter[Column],
) -> None:  # fmt: skip
    assert ruling.hand is not None
    hand = hands[ruling.hand]
    offender = ruleset.column(ruling.offender)
    if offender is None:
        ruled.problems.append(_offender_problem(ruleset, ruling))
        return
    contract = hand.contract
    if contract is None:
        return
    if contract.family is Family.NEGATIVE:
        for played in _played_together(hand, hands):
            assert played.contract is not None
            ruled.scores[played.row.hand] = _taken_by_offender(ruleset, played, offender, played.contract.total, ruled)
            ruled.covered.add(played.row.hand)
        return
    if contract.family is Family.DOMINO and settings.domino_penalty == "none":
        return
    charged[offender] += 1
    if 0 < settings.penalty_cap < charged[offender]:
        _note(ruled, ruling.hand, Phrase(BEYOND_CAP, {"who": offender, "most": settings.penalty_cap}))
        return
    ruled.penalties[offender] += settings.positive_penalty
    fields = {"who": offender, "points": settings.positive_penalty}
    _note(ruled, ruling.hand, Phrase(PENALTY, fields))


def _played_together(hand: Hand, hands: Mapping[int, Hand]) -> list[Hand]:
    """The rows of the sheet that were played with the same cards: in the quick game two, else the one (O15)."""
    numbers = (hand.row.hand,) if hand.plan is None else hand.plan.together
    return [hands[number] for number in numbers if number in hands and hands[number].contract is not None]


def _taken_by_offender(ruleset: RuleSet, hand: Hand, offender: Column, total: Fraction, ruled: Ruled) -> RowScore:
    """The offender pays for every unit of the hand, the others nothing (A15); between two sides, the difference."""
    before = ruled.scores[hand.row.hand]
    points: dict[Column, Fraction] = dict.fromkeys(ruleset.columns, ZERO)
    expected = total
    if ruleset.scoring is Scoring.SOLOIST:
        expected = ZERO
        if hand.chooser in points:
            expected = points[hand.chooser] = total if offender == hand.chooser else -total
    elif ruleset.scoring is Scoring.DIFFERENCE:
        points = {column: total if column == offender else -total for column in ruleset.columns}
        expected = ZERO
    else:
        points[offender] = total
    fields = {"who": offender, "points": total, "before": points_text(before.points)}
    return RowScore(points, expected, [Phrase(TAKES_ALL, fields)])


def _score_error(ruleset: RuleSet, hands: Mapping[int, Hand], ruling: Ruling, settings: Settings, ruled: Ruled) -> None:
    """Charge the dealer of the row what it is out by, as the policy has it (§3.2, A13)."""
    assert ruling.hand is not None
    hand, score = hands[ruling.hand], ruled.scores[ruling.hand]
    ruled.covered.add(ruling.hand)
    ruled.frozen.add(ruling.hand)
    difference = score.expected - sum(score.points.values(), ZERO)
    responsible = ruleset.column(ruling.offender) if ruling.offender is not None else _responsible(ruleset, hand)
    if responsible is None:
        ruled.problems.append(_offender_problem(ruleset, ruling))
        return
    policy = ruling.policy or settings.score_error_policy
    charge = {"debit_abs": -abs(difference), "rebalance": difference, "correct_only": ZERO}[policy]
    ruled.charges[responsible] += charge
    fields = {"who": responsible, "points": charge, "difference": difference}
    _note(ruled, ruling.hand, Phrase(CHARGED if charge else NOT_CHARGED, fields))


def _responsible(ruleset: RuleSet, hand: Hand) -> Column | None:
    """The dealer keeps the score and checks it before passing it on; in the soloist game, the soloist."""
    return hand.chooser if ruleset.scoring is Scoring.SOLOIST else ruleset.column(hand.dealer)


def _fouled(ruleset: RuleSet, hands: Mapping[int, Hand], ruling: Ruling, settings: Settings, ruled: Ruled) -> None:
    assert ruling.hand is not None
    given = ruling.points if isinstance(ruling.points, Mapping) else {}
    unknown = [place for place in given if place not in ruleset.columns]
    missing = [column for column in ruleset.columns if given and column not in given]
    if unknown or missing or (ruling.points is not None and not isinstance(ruling.points, Mapping)):
        found = listed(given) if given else None
        ruled.problems.append(_problem(ruling, "ruling_points", listed(ruleset.columns), found, POINTS_OF_EACH))
        return
    points = {column: given.get(column, ZERO) for column in ruleset.columns}
    before = ruled.scores[ruling.hand]
    annulled = not any(points.values())
    expected = ZERO if annulled else before.expected
    found_sum = sum(points.values(), ZERO)
    if _may_come_to(found_sum, ruleset, hands[ruling.hand], settings):
        expected = found_sum
    phrase = Phrase(ANNULLED if annulled else FOULED, {"before": points_text(before.points)})
    ruled.scores[ruling.hand] = RowScore(points, expected, [phrase])
    ruled.covered.add(ruling.hand)


def _may_come_to(total: Fraction, ruleset: RuleSet, hand: Hand, settings: Settings) -> bool:
    """Whether a row may make this where the arbiter gives its points: what another table made, or a mean (§3.4).

    Only the one sum of the contract, unless a slam keeps none, a blind declaration counts its tricks twice or nulls
    make another (O1, O5, O11): then whatever lies between. Of a soloist's row, or an unknown hand, nothing is foretold.
    """
    contract = hand.contract
    if ruleset.scoring is Scoring.DIFFERENCE:
        return total == ZERO
    if ruleset.scoring is Scoring.SOLOIST or contract is None:
        return True
    sums = [contract.total]
    if contract.cappotto and settings.cappotto != "none":
        sums.append(slam_total(contract, settings, by_side=ruleset.by_side))
    if contract.trump and (settings.blind or hand.row.blind):
        sums.append(2 * contract.total)
    if contract.nulls is not None:
        sums.append(len(ruleset.columns) * contract.nulls.bonus + (contract.units or 0) * contract.nulls.value)
    return min(sums) <= total <= max(sums)


def _adjustment(ruleset: RuleSet, hands: Mapping[int, Hand], ruling: Ruling, ruled: Ruled) -> None:
    offender = ruleset.column(ruling.offender)
    if offender is None:
        ruled.problems.append(_offender_problem(ruleset, ruling))
        return
    if ruling.hand is not None and ruling.hand not in hands:
        ruled.problems.append(_problem(ruling, "ruling_hand", listed(hands), ruling.hand, NO_SUCH_HAND))
        return
    points = ruling.points
    if isinstance(points, Mapping):
        points = points.get(str(ruling.offender)) if set(points) == {str(ruling.offender)} else None
    if points is None:
        ruled.problems.append(_problem(ruling, "ruling_points", "a number", None, POINTS_MISSING))
        return
    ruled.penalties[offender] += points
    if ruling.hand is not None:
        _note(ruled, ruling.hand, Phrase(ADJUSTED, {"who": offender, "points": points}))


def points_text(points: Mapping[Column, Fraction]) -> Phrase:
    """``N −6, E −2, …``: a row's points in a sentence."""
    return listed((listed(pair) for pair in points.items()), ", ")


def _note(ruled: Ruled, hand: int, phrase: Phrase) -> None:
    score = ruled.scores[hand]
    ruled.scores[hand] = RowScore(score.points, score.expected, [*score.explanation, phrase])


def _problem(ruling: Ruling, code: str, expected: object, found: object, template: str) -> Problem:
    fields = {"expected": expected, "found": found, "kind": Phrase(_KINDS[ruling.kind])}
    return Problem(
        code,
        ruling.hand,
        None if expected is None else str(expected),
        None if found is None else str(found),
        Phrase(template, fields),
    )


def _offender_problem(ruleset: RuleSet, ruling: Ruling) -> Problem:
    expected = listed([*ruleset.columns, *(WINDS if ruleset.by_side else ())])
    template = OFFENDER_MISSING if ruling.offender is None else OFFENDER_UNKNOWN
    return _problem(ruling, "ruling_offender", expected, ruling.offender, template)


_KINDS = {
    RulingKind.ILLEGAL_PLAY: gettext_noop("illegal play"),
    RulingKind.SCORE_ERROR: gettext_noop("score error"),
    RulingKind.ADJUSTMENT: gettext_noop("adjustment"),
    RulingKind.FOULED: gettext_noop("fouled board"),
}
TAKES_ALL = gettext_noop("Illegal play: {who} takes all the points of the hand, {points} (before: {before})")
PENALTY = gettext_noop("Illegal play: {who} {points}, beside the sheet")
BEYOND_CAP = gettext_noop("Illegal play of {who}: no points, for {most} have been charged already")
CHARGED = gettext_noop("Score error: the row is out by {difference}; {who} is charged {points}, beside the sheet")
NOT_CHARGED = gettext_noop("Score error ruled: the row is out by {difference}; nothing is charged to {who}")
FOULED = gettext_noop("Fouled board: the arbiter's points stand for the row (before: {before})")
ANNULLED = gettext_noop("Fouled board: the row is annulled (before: {before})")
ADJUSTED = gettext_noop("Adjustment by the arbiter: {who} {points}, beside the sheet")
NO_SUCH_HAND = gettext_noop("A ruling ({kind}) names a hand that is not on the sheet")
REPEATED = gettext_noop("A second ruling ({kind}) for the same hand; rule an adjustment instead")
OFFENDER_MISSING = gettext_noop("A ruling ({kind}) does not say who is meant")
OFFENDER_UNKNOWN = gettext_noop("A ruling ({kind}) names {found}, who is none of {expected}")
POINTS_OF_EACH = gettext_noop("A ruling ({kind}) gives the points of each of {expected}")
POINTS_MISSING = gettext_noop("A ruling ({kind}) does not say how many points")
