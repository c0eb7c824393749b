"""Kinds of ruling: "chi sbaglia paga" (whoever errs pays, §3). A kind is one row here, with
everything that it asks for and does to a sheet. Its words are one row of ``wording.ruling_words``.

Forms, commands, log, the pages of an event and the columns of the database offer a kind that stands
here, in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from king.rulesets.contracts import Family
from king.sheet.points import ZERO, Hand, RowScore, by_column
from king.sheet.ruled_sheet import Case, RuledSheet, TakenSentences
from king.words import Phrase, gettext_noop

LONGEST_CODE = 20
"""Most letters of a code: the width of its column in the database."""

SCOPES = ("hand", "partita", "evening")
"""Scopes of a disqualification. Only that of a hand changes the sheet; the others change the
standing."""


class Offenders(Enum):
    """Number of people that a ruling names. ``MAYBE``: it may name one in place of the player who
    is responsible by the rules; no form asks for it.
    """

    NONE = "none"
    MAYBE = "maybe"
    ONE = "one"
    SEVERAL = "several"

    @property
    def are_asked(self) -> bool:
        return self in (Offenders.ONE, Offenders.SEVERAL)


class Effect(Enum):
    """Further choice that a ruling makes: how a score error is charged; a number of points; the
    worth of a row, as points of each column or the mean of the other tables; or the scope of a
    disqualification.
    """

    POLICY = "policy"
    POINTS = "points"
    WORTH = "worth"
    SCOPE = "scope"


Once = Callable[[Case, Hand], tuple[object, ...] | None]
"""Function that returns a key of the ruling. A second ruling of the kind with the same key is
refused; None means that it may be made again."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RulingKind:
    """A kind of ruling. Fields have no defaults, so that a new kind has to say everything.

    ``label`` is its name in a sentence. ``turn``: kinds with a lower one are applied first.
    ``in_place``: its sentences for points that stand in a row in place of the count. ``breach``: it
    is about all rows of the same cards (O15), and nobody wins a match outright with such a hand
    (§13.8). ``warns``: it moves no points, marks no row, and is counted for the evening.
    ``wrong_row``: it is only made for a row that does not add up.
    """

    code: str
    label: str
    offenders: Offenders
    effect: Effect | None
    turn: int
    once: Once
    in_place: tuple[str, ...]
    breach: bool
    warns: bool
    wrong_row: bool
    of_a_hand: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not self.code.isidentifier() or len(self.code) > LONGEST_CODE:
            raise ValueError(f"{self.code}: a code is a word of at most {LONGEST_CODE} letters")

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code}>"

    @property
    def replaces_row(self) -> bool:
        """Whether its points are not those of the cards, so that such a row is compared with no
        other.
        """
        return self.effect is Effect.WORTH

    @property
    def of_the_sheet(self) -> bool:
        """Whether it affects nothing but the sheet, so that halls can report it to one another."""
        return not self.warns and self.effect is not Effect.SCOPE

    def needs_hand(self, scope: str | None) -> bool:
        return self.of_a_hand or (self.effect is Effect.SCOPE and scope == "hand")

    def apply(self, sheet: RuledSheet, case: Case, hand: Hand | None) -> None:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class HandRuling(RulingKind):
    of_a_hand: ClassVar[bool] = True

    on_hand: Callable[[RuledSheet, Case, Hand], None]

    def apply(self, sheet: RuledSheet, case: Case, hand: Hand | None) -> None:
        if hand is not None:
            self.on_hand(sheet, case, hand)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PeopleRuling(RulingKind):
    """A kind of ruling on people. It may name the hand in which it happened."""

    on_people: Callable[[RuledSheet, Case, Hand | None], None]

    def apply(self, sheet: RuledSheet, case: Case, hand: Hand | None) -> None:
        self.on_people(sheet, case, hand)


def _again(_case: Case, _hand: Hand) -> None:
    return None


def _once_a_hand(_case: Case, hand: Hand) -> tuple[object, ...]:
    return (hand.row.hand,)


# --- illegal play


TAKES_ALL = gettext_noop(
    "Illegal play: {who} takes all the points of the hand, {points} (before: {before})"
)
SHARE_ALL = gettext_noop(
    "Illegal play: {who} share all the points of the hand, {points} (before: {before})"
)
ROW_STANDS = gettext_noop(
    "Illegal play: with the points of the hand {who} would be better off, so the row stands"
)
PENALTY = gettext_noop("Illegal play: {who} {points}, beside the sheet")
TAKEN = TakenSentences(TAKES_ALL, SHARE_ALL, ROW_STANDS, PENALTY)
BEYOND_CAP = gettext_noop("Illegal play by {who}: no points, as {most} have already been charged")


def _once_in_negative_cards(_case: Case, hand: Hand) -> tuple[object, ...] | None:
    """Key that a second such ruling in a negative hand would repeat, which is refused: the first
    offence takes all points, and a later one is for the arbiter to weigh and adjust (§3.1). Rows
    played as one hand have one key (O15). None for other hands.
    """
    if hand.contract is None or hand.contract.family is not Family.NEGATIVE:
        return None
    return (hand.plan.together[0] if hand.plan else hand.row.hand,)


def _illegal_play(sheet: RuledSheet, case: Case, hand: Hand) -> None:
    number, contract, settings = hand.row.hand, hand.contract, sheet.settings
    if contract is None:
        return
    if contract.family is Family.NEGATIVE:
        # In the quick game two rows are played with the same cards (O15).
        for together in hand.plan.together if hand.plan else (number,):
            if together in sheet.hands:
                sheet.give_hand(sheet.hands[together], case.columns, TAKEN)
        return
    if contract.family is Family.DOMINO and settings.domino_penalty == "none":
        return
    points, most = settings.positive_penalty, settings.penalty_cap
    for person, offender in zip(case.who, case.columns, strict=True):
        sheet.charged[person] += 1
        if 0 < most < sheet.charged[person]:
            sheet.note(number, BEYOND_CAP, who=person, most=most)
        else:
            sheet.fine(number, offender, points, PENALTY)


ILLEGAL_PLAY = HandRuling(
    code="illegal_play",
    label=gettext_noop("illegal play"),
    offenders=Offenders.SEVERAL,
    effect=None,
    turn=2,
    once=_once_in_negative_cards,
    in_place=(TAKES_ALL, SHARE_ALL),
    breach=True,
    warns=False,
    wrong_row=False,
    on_hand=_illegal_play,
)

# --- score error


CHARGED = gettext_noop(
    "Score error: the row is out by {difference}; {who} is charged {points}, beside the sheet"
)
NOT_CHARGED = gettext_noop(
    "Score error ruled: the row is out by {difference}; nothing is charged to {who}"
)


def _score_error(sheet: RuledSheet, case: Case, hand: Hand) -> None:
    """Charge the dealer of the row for its error of sum, as the policy says (§3.2, A13)."""
    number = hand.row.hand
    sheet.covered.add(number)
    sheet.frozen.add(number)
    difference = sheet.scores[number].expected - sheet.scores[number].sum
    # The dealer keeps the score and checks it before passing it on; in the soloist game, the
    # soloist.
    responsible = hand.chooser if sheet.soloist else sheet.ruleset.column(hand.dealer)
    if case.columns:
        responsible = case.columns[0]
    if responsible is None:
        sheet.refuse_offender(case, None)
        return
    charges = {"debit_abs": -abs(difference), "rebalance": difference, "correct_only": ZERO}
    charge = charges[case.policy or sheet.settings.score_error_policy]
    if sheet.is_too_large(case, {responsible: charge}):
        return
    sheet.charges[responsible] += charge
    template = CHARGED if charge else NOT_CHARGED
    sheet.note(number, template, who=responsible, points=charge, difference=difference)


SCORE_ERROR = HandRuling(
    code="score_error",
    label=gettext_noop("score error"),
    offenders=Offenders.MAYBE,
    effect=Effect.POLICY,
    turn=9,  # It looks at what the other rulings left.
    once=_once_a_hand,
    in_place=(),
    breach=False,
    warns=False,
    wrong_row=True,
    on_hand=_score_error,
)

# --- adjustment


ADJUSTED = gettext_noop("Adjustment by the arbiter: {who} {points}, beside the sheet")


def _adjust(sheet: RuledSheet, case: Case, hand: Hand | None) -> None:
    points = case.points or ZERO
    for offender in case.columns:
        if sheet.is_too_large(case, {offender: points}):
            return
        if hand is None:
            sheet.penalties[offender] += points
        else:
            sheet.fine(hand.row.hand, offender, points, ADJUSTED)


ADJUSTMENT = PeopleRuling(
    code="adjustment",
    label=gettext_noop("adjustment"),
    offenders=Offenders.ONE,
    effect=Effect.POINTS,
    turn=5,
    once=_again,
    in_place=(),
    breach=False,
    warns=False,
    wrong_row=False,
    on_people=_adjust,
)

# --- fouled board


FOULED_ROW = gettext_noop("Fouled board: the arbiter's points stand for the row (before: {before})")
NO_OTHERS = gettext_noop(
    "Fouled board: worth the mean of the other tables; while there are none the row counts "
    "nothing (before: {before})"
)
ANNULLED = gettext_noop(
    "Fouled board: worth the mean of the other tables; until there are any the row counts nothing "
    "(before: {before})"
)


def _foul(sheet: RuledSheet, case: Case, hand: Hand) -> None:
    if sheet.is_too_large(case, case.worth):
        return
    before = sheet.scores[hand.row.hand]
    annulled, total = not any(case.worth.values()), sum(case.worth.values(), ZERO)
    expected = ZERO if annulled else before.expected
    if sheet.may_come_to(total, hand):
        expected = total
    template = (NO_OTHERS if case.average else ANNULLED) if annulled else FOULED_ROW
    phrase = Phrase(template, before=by_column(before.points))
    sheet.replace(hand.row.hand, RowScore(dict(case.worth), expected, [phrase]))


FOULED = HandRuling(
    code="fouled",
    label=gettext_noop("fouled board"),
    offenders=Offenders.NONE,
    effect=Effect.WORTH,
    turn=1,
    once=_once_a_hand,
    in_place=(),
    breach=False,
    warns=False,
    wrong_row=False,
    on_hand=_foul,
)

# --- warning


WARNED = gettext_noop("{who} is warned")


def _warn(sheet: RuledSheet, case: Case, hand: Hand | None) -> None:
    for offender in case.columns:
        if hand is not None:
            sheet.note(hand.row.hand, WARNED, who=offender)


WARNING = PeopleRuling(
    code="warning",
    label=gettext_noop("warning"),
    offenders=Offenders.SEVERAL,
    effect=None,
    turn=4,
    once=_again,
    in_place=(),
    breach=False,
    warns=True,
    wrong_row=False,
    on_people=_warn,
)

# --- disqualification


DISQUALIFIED = gettext_noop(
    "{who} is disqualified from the hand: {points}, which the sum of the sheet leaves out"
)


def _once_from_a_hand(case: Case, hand: Hand) -> tuple[object, ...] | None:
    return (hand.row.hand, case.who) if case.scope == "hand" else None


def _disqualify(sheet: RuledSheet, case: Case, hand: Hand | None) -> None:
    """Take away, beside the sheet, the points that an offender has from a hand beyond the least
    that it can give.

    The others keep their points. A disqualification from a partita or an evening changes nothing on
    the sheet; the standing handles it.
    """
    for offender in case.columns:
        if case.scope == "hand" and hand is not None:
            least = sheet.least(hand, offender)
            points = min(ZERO, least - sheet.scores[hand.row.hand].points[offender])
            sheet.fine(hand.row.hand, offender, points, DISQUALIFIED)


DISQUALIFICATION = PeopleRuling(
    code="disqualification",
    label=gettext_noop("disqualification"),
    offenders=Offenders.SEVERAL,
    effect=Effect.SCOPE,
    turn=3,
    once=_once_from_a_hand,
    in_place=(),
    breach=False,
    warns=False,
    wrong_row=False,
    on_people=_disqualify,
)

KINDS: Mapping[str, RulingKind] = {
    kind.code: kind for kind in tuple(globals().values()) if isinstance(kind, RulingKind)
}
"""Every kind above by its code, as files name it."""


def manual() -> str:
    """List the fields that ``king score`` reads for each kind."""
    return ", ".join(f"``{kind}`` ({_field_words(kind)})" for kind in KINDS.values())


_OFFENDERS = {
    Offenders.MAYBE: "perhaps ``offender``",
    Offenders.ONE: "``offender``",
    Offenders.SEVERAL: "``offender`` or ``offenders``",
}
_EFFECTS = {
    Effect.POLICY: "perhaps ``policy``",
    Effect.POINTS: "``points``",
    Effect.WORTH: "``points`` of each column; all 0: annulled; none: the mean of the other "
    "tables, which "
    "one sheet does not know, so annulled here too; ``average`` true or false says which",
    Effect.SCOPE: "``scope``: " + ", ".join(SCOPES),
}


def _field_words(kind: RulingKind) -> str:
    hand = "``hand``" if kind.of_a_hand else "perhaps ``hand``"
    words = [hand, _OFFENDERS.get(kind.offenders, "")]
    if kind.effect is not None:
        words.append(_EFFECTS[kind.effect])
    return ", ".join(filter(None, words))
