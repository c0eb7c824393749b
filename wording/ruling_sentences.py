"""What a ruling does, in words: for the arbiter's pages, the public sheet and the list of the evening's rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import SETTINGS, Settings
from king.sheet.rulings import RulingKind
from wording.figures import joined, number
from wording.naming import column_name

SEATS = "seats"
"""The one kind that the game does not know: winds exchanged at a table."""

SCOPE_WORDS = {
    "hand": gettext_lazy("from the hand"),
    "partita": gettext_lazy("from the partita"),
    "evening": gettext_lazy("from the evening"),
}
POLICIES = SETTINGS["score_error_policy"].labels


class Ruled(Protocol):
    """What is read of a ruling, as a row or as what is about to become one."""

    @property
    def kind(self) -> str: ...
    @property
    def effect(self) -> Mapping[str, Any]: ...
    @property
    def offenders(self) -> Sequence[str]: ...


class Average(Protocol):
    """What the other tables make of a fouled board, and which of them may still move it."""

    @property
    def points(self) -> Mapping[Any, Fraction]: ...
    @property
    def waiting(self) -> Sequence[int]: ...


def effect_in_words(ruling: Ruled, usual_policy: str = "", average: Average | None = None) -> str:
    """What the ruling does, apart from what its kind says already; ``average`` is what a moving one is just now."""
    points = ruling.effect.get("points")
    if ruling.kind == RulingKind.SCORE_ERROR:
        policy = ruling.effect.get("policy") or usual_policy
        return _(POLICIES.get(policy, policy)) if policy else ""
    if ruling.kind == RulingKind.DISQUALIFICATION:
        return scope_in_words(ruling)
    if ruling.kind == SEATS:
        return seats_in_words(ruling)
    if ruling.kind == RulingKind.FOULED and ruling.effect.get("average"):
        return average_in_words(average)
    if isinstance(points, Mapping):
        return _points(points)
    if points is not None:
        return number(Fraction(str(points)), signed=True)
    return _("the row is annulled") if ruling.kind == RulingKind.FOULED else ""


def offenders_in_words(ruling: Ruled) -> str:
    """``North``, or ``North and East`` where several erred together."""
    return joined(map(column_name, ruling.offenders))


def scope_in_words(ruling: Ruled) -> str:
    return str(SCOPE_WORDS.get(str(ruling.effect.get("scope")), ""))


def average_in_words(average: Average | None) -> str:
    """What the average of the other tables is, and whether it may still move; without figures where none are known."""
    if average is None:
        return _("the average of the other tables")
    if not average.points and not average.waiting:
        return _("no other table has a row that compares: the row counts nothing")
    said = _("the average of the other tables: %(points)s") % {"points": _points(average.points)}
    if not average.points:
        said = _("the average of the other tables, of which none has a row yet")
    if not average.waiting:
        return said
    still = ngettext(
        "it may still move until table %(tables)s is closed", "it may still move until tables %(tables)s are closed",
        len(average.waiting),
    ) % {"tables": joined(map(str, average.waiting))}  # fmt: skip
    return f"{said}; {still}"


def _points(points: Mapping[Any, Any]) -> str:
    return ", ".join(f"{column_name(place)} {number(Fraction(worth), signed=True)}" for place, worth in points.items())


def seats_in_words(ruling: Ruled) -> str:
    """Which winds were exchanged from the ruling's hand on, and whose the points are: ``N ↔ E, …``."""
    fields = {"winds": ", ".join(" ↔ ".join(map(column_name, pair)) for pair in ruling.effect["winds"])}
    if ruling.effect["follows"] == "players":
        return _("%(winds)s from there on; the points follow the players") % fields
    return _("%(winds)s from there on; the points follow the winds") % fields


def cost_in_words(ruling: Ruled, contract: Contract | None, settings: Settings) -> str:
    """What an illegal play costs who made it; nothing where that hangs on what else was ruled, or on the arbiter."""
    if ruling.kind != RulingKind.ILLEGAL_PLAY or contract is None:
        return ""
    if contract.family is Family.NEGATIVE and len(ruling.offenders) > 1:
        return _(SETTINGS["offenders_pay"].labels[settings.offenders_pay])
    if contract.family is Family.NEGATIVE:
        return _("all the points of the hand")
    if contract.family is Family.DOMINO or settings.penalty_cap:
        return ""
    return number(settings.positive_penalty, signed=True)
