"""Rulings in words: a row of sentences for each kind, used by form, log, pages and papers; and the
words of a stored ruling.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, ngettext

from king.rulesets.settings import SETTINGS
from king.sheet.ruling_kinds import KINDS, SCOPES, Effect, RulingKind
from wording.naming import column_name, join_words, number

SCOPE_WORDS: Mapping[str, str | Promise] = {
    "hand": gettext_lazy("from the hand"),
    "partita": gettext_lazy("from the partita"),
    "evening": gettext_lazy("from the evening"),
}
POLICIES = SETTINGS["score_error_policy"].labels
AVERAGE, TYPED, ANNULLED = "average", "typed", "annulled"
"""Ways to give the worth of a row."""


class Ruled(Protocol):
    """A ruling, stored or not yet stored."""

    @property
    def kind(self) -> str: ...
    @property
    def effect(self) -> Mapping[str, Any]: ...
    @property
    def offenders(self) -> Sequence[str]: ...


class Decision(Ruled, Protocol):
    """A ruling on a sheet, or on one of its hands."""

    @property
    def hand(self) -> int | None: ...
    def get_kind_display(self) -> str: ...


class Average(Protocol):
    """Average of the other tables for a fouled board, and the tables that may still change it."""

    @property
    def points(self) -> Mapping[Any, Fraction]: ...
    @property
    def waiting(self) -> Sequence[int]: ...


# --- effects, apart from what a kind says already


EffectWords = Callable[[Ruled, str, Average | None], str]
"""Function that words the effect, given the ruling, the evening's policy for score errors, and the
present value of an average that may still change."""


def nothing_more(_ruling: Ruled, _policy: str, _average: Average | None) -> str:
    return ""


def charge(ruling: Ruled, policy: str, _average: Average | None) -> str:
    policy = ruling.effect.get("policy") or policy
    return _(POLICIES.get(policy, policy)) if policy else ""


def one_number(ruling: Ruled, _policy: str, _average: Average | None) -> str:
    points = ruling.effect.get("points")
    if isinstance(points, Mapping):
        return _points(points)
    return "" if points is None else number(Fraction(str(points)), signed=True)


def worth_of_the_row(ruling: Ruled, _policy: str, average: Average | None) -> str:
    if ruling.effect.get("average"):
        return average_in_words(average)
    points = ruling.effect.get("points")
    return _points(points) if isinstance(points, Mapping) else _("the row is annulled")


def extent(ruling: Ruled, _policy: str, _average: Average | None) -> str:
    return str(SCOPE_WORDS.get(str(ruling.effect.get("scope")), ""))


def average_in_words(average: Average | None) -> str:
    if average is None:
        return _("the average of the other tables")
    if not average.points and not average.waiting:
        return _("no other table has a comparable row: the row counts nothing")
    average_words = _("the average of the other tables: %(points)s") % {
        "points": _points(average.points)
    }
    if not average.points:
        average_words = _("the average of the other tables, none of which has a row yet")
    if not average.waiting:
        return average_words
    still = ngettext(
        "it may still change until table %(tables)s is closed",
        "it may still change until tables %(tables)s are closed",
        len(average.waiting),
    ) % {"tables": join_words(map(str, average.waiting))}
    return _("; ").join((average_words, still))


def _points(points: Mapping[Any, Any]) -> str:
    return ", ".join(
        f"{column_name(place)} {number(Fraction(worth), signed=True)}"
        for place, worth in points.items()
    )


# --- kinds


@dataclass(frozen=True, kw_only=True)
class RulingWords:
    """Sentences of a kind of ruling. There are no defaults, so that a new kind has to give all.

    ``choice`` is for the desk's form and tells an arbiter when to use the kind. ``short`` is for a
    list of decisions, for halls of an event. ``sentences`` and ``revoked`` are for the log; the keys
    of ``sentences`` are the scopes of a disqualification, the ways to give a row's worth, or one
    empty key.
    ``effect`` describes one ruling. ``bare``: a decision is described by its points alone.
    """

    code: str
    choice: str | Promise
    short: str | Promise
    sentences: Mapping[str, str]
    revoked: str
    effect: EffectWords
    bare: bool

    def log_sentence(self, effect: Mapping[str, Any]) -> str:
        """The log's sentence for a ruling of this effect."""
        if len(self.sentences) == 1:
            return next(iter(self.sentences.values()))
        if "scope" in effect:
            return self.sentences[effect["scope"]]
        typed = TYPED if effect.get("points") else ANNULLED
        return self.sentences[AVERAGE if effect.get("average") else typed]


_ROWS = (
    RulingWords(
        code="illegal_play",
        choice=gettext_lazy(
            "Illegal play. In a negative hand the offender takes all its points; in a positive one a penalty beside "
            "the sheet."
        ),
        short=gettext_lazy("Illegal play"),
        sentences={
            "": gettext_noop(
                "Partita %(round)s, table %(table)s, hand %(hand)s: ruled an illegal play by "
                "%(offender)s. Reason: %(reason)s"
            )
        },
        revoked=gettext_noop(
            "Partita %(round)s, table %(table)s, hand %(hand)s: the ruling of an illegal play by "
            "%(offender)s is revoked. Reason: %(reason)s"
        ),
        effect=nothing_more,
        bare=False,
    ),
    RulingWords(
        code="score_error",
        choice=gettext_lazy(
            "Score error. The row does not add up and the table cannot agree: the dealer answers for it."
        ),
        short=gettext_lazy("Score error: the dealer answers for it"),
        sentences={
            "": gettext_noop(
                "Partita %(round)s, table %(table)s, hand %(hand)s: ruled a score error. Reason: %(reason)s"
            )
        },
        revoked=gettext_noop(
            "Partita %(round)s, table %(table)s, hand %(hand)s: the ruling of a score error is revoked. "
            "Reason: %(reason)s"
        ),
        effect=charge,
        bare=False,
    ),
    RulingWords(
        code="adjustment",
        choice=gettext_lazy("Adjustment. Points given or taken beside the sheet."),
        short=gettext_lazy("Penalty, or points given back"),
        sentences={
            "": gettext_noop(
                "Partita %(round)s, table %(table)s: %(offender)s is adjusted by %(points)s. Reason: %(reason)s"
            )
        },
        revoked=gettext_noop(
            "Partita %(round)s, table %(table)s: the adjustment of %(offender)s by %(points)s is revoked. "
            "Reason: %(reason)s"
        ),
        effect=one_number,
        bare=True,
    ),
    RulingWords(
        code="fouled",
        choice=gettext_lazy(
            "Fouled board. The hand was not played with the right cards: the row is replaced."
        ),
        short=gettext_lazy("Fouled board"),
        sentences={
            AVERAGE: gettext_noop(
                "Partita %(round)s, table %(table)s, hand %(hand)s: ruled a fouled board, worth the average of the "
                "other tables. Reason: %(reason)s"
            ),
            TYPED: gettext_noop(
                "Partita %(round)s, table %(table)s, hand %(hand)s: ruled a fouled board (%(points)s). "
                "Reason: %(reason)s"
            ),
            ANNULLED: gettext_noop(
                "Partita %(round)s, table %(table)s, hand %(hand)s: ruled a fouled board, the row is annulled. "
                "Reason: %(reason)s"
            ),
        },
        revoked=gettext_noop(
            "Partita %(round)s, table %(table)s, hand %(hand)s: the ruling of a fouled board is revoked. "
            "Reason: %(reason)s"
        ),
        effect=worth_of_the_row,
        bare=False,
    ),
    RulingWords(
        code="warning",
        choice=gettext_lazy("Warning. It costs nothing, and is counted for the whole evening."),
        short=gettext_lazy("Warning"),
        sentences={
            "": gettext_noop(
                "Partita %(round)s, table %(table)s: %(offender)s is warned. Reason: %(reason)s"
            )
        },
        revoked=gettext_noop(
            "Partita %(round)s, table %(table)s: the warning of %(offender)s is revoked. Reason: %(reason)s"
        ),
        effect=nothing_more,
        bare=False,
    ),
    RulingWords(
        code="disqualification",
        choice=gettext_lazy(
            "Disqualification. From a hand: the least that it can give. From the partita or the evening: no place "
            "in it."
        ),
        short=gettext_lazy("Disqualification"),
        sentences={
            "hand": gettext_noop(
                "Partita %(round)s, table %(table)s: %(offender)s is disqualified from hand %(hand)s. "
                "Reason: %(reason)s"
            ),
            "partita": gettext_noop(
                "Partita %(round)s, table %(table)s: %(offender)s is disqualified from the partita. "
                "Reason: %(reason)s"
            ),
            "evening": gettext_noop(
                "Partita %(round)s, table %(table)s: %(offender)s is disqualified from the evening. "
                "Reason: %(reason)s"
            ),
        },
        revoked=gettext_noop(
            "Partita %(round)s, table %(table)s: the disqualification of %(offender)s is revoked. Reason: %(reason)s"
        ),
        effect=extent,
        bare=False,
    ),
)


def ruling_words_by_code(rows: Sequence[RulingWords]) -> Mapping[str, RulingWords]:
    """Words of rulings by code, in the order of the kinds. Raises ``LookupError`` for a kind
    without words, or words without a kind.
    """
    by_code = {row.code: row for row in rows}
    if unlike := by_code.keys() ^ KINDS.keys():
        raise LookupError(f"wording/ruling_words.py and the kinds of ruling differ: {unlike}")
    for kind in KINDS.values():
        if unlike := by_code[kind.code].sentences.keys() ^ _cases(kind):
            raise LookupError(f"the log's sentences of the ruling {kind} differ: {unlike}")
    return {code: by_code[code] for code in KINDS}


def _cases(kind: RulingKind) -> set[str]:
    """Keys that ``sentences`` must have for this kind."""
    of_effect = {Effect.SCOPE: SCOPES, Effect.WORTH: (AVERAGE, TYPED, ANNULLED)}
    return set(of_effect.get(kind.effect, ("",))) if kind.effect else {""}


WORDS = ruling_words_by_code(_ROWS)
"""Words of every kind. The program does not start if a kind has none."""


def label_of(code: str) -> str:
    return _(KINDS[code].label)


# --- a ruling


SEATS = "seats"
"""The only kind with an effect that the game does not know: winds exchanged at a table."""


def effect_in_words(ruling: Ruled, usual_policy: str = "", average: Average | None = None) -> str:
    """Effect of a ruling in words, beyond the name of its kind. ``average`` is the current value of
    an average that may still change.
    """
    if ruling.kind == SEATS:
        return seats_in_words(ruling)
    words = WORDS.get(ruling.kind)
    return words.effect(ruling, usual_policy, average) if words else ""


def decision_in_words(
    ruling: Decision, usual_policy: str = "", average: Average | None = None
) -> str:
    """Decision in words: ``The arbiter decided: −2 for North, hand 1``."""
    who = offenders_in_words(ruling)
    effect = effect_in_words(ruling, usual_policy, average)
    what = [str(ruling.get_kind_display()), who]
    if (words := WORDS.get(ruling.kind)) and words.bare:
        what, effect = [_("%(points)s for %(who)s") % {"points": effect, "who": who}], ""
    if ruling.hand is not None:
        what.append(_("hand %(hand)s") % {"hand": ruling.hand})
    decided = _("The arbiter decided: %(what)s") % {"what": ", ".join(filter(None, what))}
    return f"{decided} ({effect})" if effect else decided


def offenders_in_words(ruling: Ruled) -> str:
    return join_words(map(column_name, ruling.offenders))


def seats_in_words(ruling: Ruled) -> str:
    fields = {
        "winds": ", ".join(" ↔ ".join(map(column_name, pair)) for pair in ruling.effect["winds"])
    }
    if ruling.effect["follows"] == "players":
        return _("%(winds)s from there on; the points follow the players") % fields
    return _("%(winds)s from there on; the points follow the winds") % fields


def mean_in_short(code: str) -> str:
    return _("%(ruling)s: worth the mean of the whole field") % {"ruling": WORDS[code].short}


def typed_in_short(code: str) -> str:
    return _("%(ruling)s: worth these points") % {"ruling": WORDS[code].short}


def short_ruling(form: Mapping[str, Any]) -> str:
    """Short words of a ruling in the form of ``king score``, for a hall or the centre of an event."""
    code, points = str(form.get("kind", "")), form.get("points")
    kind = KINDS.get(code)
    parts = [code if kind is None else str(WORDS[code].short)]
    if kind is not None and kind.effect is Effect.WORTH and points is None:
        parts = [mean_in_short(code) if form.get("average") is not False else parts[0]]
    if hand := form.get("hand"):
        parts.append(_("hand %(hand)s") % {"hand": hand})
    who = form.get("offenders") or filter(None, (form.get("offender"),))
    parts.append(join_words(map(column_name, who)))
    if isinstance(points, Mapping):
        parts.append(_points(points))
    elif points is not None:
        parts.append(number(Fraction(str(points)), signed=True))
    elif form.get("average") is False:
        parts.append(_("the row is annulled"))
    return " · ".join(filter(None, parts))
