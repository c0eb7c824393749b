"""Reading and applying an arbiter's decisions on a sheet.

The effects of each kind are in ``ruling_kinds``. This module looks up the hand, offenders and
effect that a ruling names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from king.reading import JsonObject, Node, among
from king.rulesets.base import RuleSet
from king.rulesets.edition import POINTS
from king.rulesets.setting import LARGEST_PENALTY
from king.rulesets.settings import SETTINGS, Settings
from king.sheet.points import ZERO, Column, Hand, RowScore
from king.sheet.ruled_sheet import (
    POINTS_MISSING,
    POINTS_OF_EACH,
    REPEATED,
    SCOPE_MISSING,
    Case,
    RuledSheet,
)
from king.sheet.ruling_kinds import KINDS, SCOPES, Effect, Offenders, RulingKind
from king.words import Phrase, listed

POLICIES = SETTINGS["score_error_policy"].choices


def read_kind(node: Node) -> RulingKind:
    return KINDS[node.choice(tuple(KINDS))]


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
    """A decision. ``king score --help`` lists the fields of each kind.

    ``offender``, or ``offenders`` if several, are the players named. ``points`` is one number, or
    one under the offender's letter. For a ruling on a row's worth it has the points of each column,
    all 0 to annul the row. Without points such a row is worth the mean of the other tables, if
    there are any, else it is void; ``average`` true or false chooses between the two (§13.4). A
    single sheet has no other tables.
    """

    kind: Annotated[RulingKind, read_kind]
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
        """Whether the hand is worth the mean of the other tables, if there are any."""
        unsaid = self.average is None and self.points is None
        return self.kind.effect is Effect.WORTH and (unsaid or bool(self.average))

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """All points that the ruling gives or takes."""
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
) -> RuledSheet:
    """Apply the rulings in the order of their kinds' ``turn``. ``largest`` computes the largest
    total of a sheet; it is called only if a ruling gives or takes points.
    """
    penalties, charges = (dict.fromkeys(ruleset.columns, ZERO) for _ in range(2))
    sheet = RuledSheet(ruleset, hands, settings, scores, dict(scores), penalties, charges, largest)
    for ruling in sorted(rulings, key=lambda ruling: ruling.kind.turn):
        hand = None if ruling.hand is None else hands.get(ruling.hand)
        case = _case(sheet, ruling)
        if not _is_refused(sheet, ruling, case, hand):
            ruling.kind.apply(sheet, case, hand)
    return sheet


def _case(sheet: RuledSheet, ruling: Ruling) -> Case:
    """Look up what the ruling names. Unknown names are left out; ``_is_refused`` reports them."""
    kind, points, place = ruling.kind, ruling.points, sheet.ruleset.column
    who = ruling.who if kind.offenders is not Offenders.NONE else ()
    columns = tuple([column for name in who if (column := place(name)) is not None])
    number, worth = (None, points) if isinstance(points, Mapping) else (points, {})
    if kind.effect is Effect.POINTS and len(worth) == 1:
        number = worth.get(str(ruling.offender))
    of_each: dict[Column, Fraction] = {}
    if kind.effect is Effect.WORTH:
        of_each = {column: worth.get(column, ZERO) for column in sheet.ruleset.columns}
    return Case(
        kind.code,
        kind.label,
        ruling.hand,
        who,
        columns,
        ruling.policy or "",
        number,
        of_each,
        bool(ruling.average),
        ruling.scope or "",
    )


def _is_refused(sheet: RuledSheet, ruling: Ruling, case: Case, hand: Hand | None) -> bool:
    """Whether the ruling does not fit the sheet. The first reason is added to the sheet's problems."""
    kind = ruling.kind
    if kind.effect is Effect.SCOPE and ruling.scope is None:
        sheet.refuse(case, "ruling_scope", listed(SCOPES), None, SCOPE_MISSING)
    elif hand is None and kind.needs_hand(ruling.scope):
        sheet.refuse_hand(case)
    elif _is_repeated(sheet, kind, case, hand):
        sheet.refuse(case, "ruling_repeated", "1", "2", REPEATED)
    elif _has_wrong_offenders(kind, case):
        unknown = (place for place in case.who if sheet.ruleset.column(place) is None)
        sheet.refuse_offender(case, next(unknown, None))
    elif kind.effect is Effect.POINTS:
        return _lacks_points(sheet, ruling, case, hand)
    elif kind.effect is Effect.WORTH:
        return _has_wrong_worth(sheet, ruling, case)
    else:
        return False
    return True


def _is_repeated(sheet: RuledSheet, kind: RulingKind, case: Case, hand: Hand | None) -> bool:
    what = None if hand is None else kind.once(case, hand)
    if what is None:
        return False
    key = (kind.code, *what)
    repeated = key in sheet.seen
    sheet.seen.add(key)
    return repeated


def _has_wrong_offenders(kind: RulingKind, case: Case) -> bool:
    many = len(case.who)
    if len(case.columns) < many:
        return True
    return kind.offenders.are_asked and (many < 1 or (kind.offenders is Offenders.ONE and many > 1))


def _lacks_points(sheet: RuledSheet, ruling: Ruling, case: Case, hand: Hand | None) -> bool:
    if hand is None and ruling.hand is not None:
        sheet.refuse_hand(case)
    elif case.points is None:
        sheet.refuse(case, "ruling_points", "a number", None, POINTS_MISSING)
    else:
        return False
    return True


def _has_wrong_worth(sheet: RuledSheet, ruling: Ruling, case: Case) -> bool:
    """Whether the points are neither those of each column nor none at all. If so, a problem is
    added.
    """
    columns, assigned = sheet.ruleset.columns, ruling.points
    if assigned is None:
        return False
    of_each: Mapping[str, Fraction] | None = assigned if isinstance(assigned, Mapping) else None
    if of_each is not None and set(of_each) in (set(), set(columns)):
        return False
    written = None if of_each is None else listed(of_each)
    sheet.refuse(case, "ruling_points", listed(columns), written, POINTS_OF_EACH)
    return True
