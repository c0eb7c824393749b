"""What a ruling does, in words: for the arbiter's pages and for the list of the evening's rulings."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from king.contracts import Contract, Family
from king.rulesets import Settings
from king.rulesets.settings import SETTINGS
from printing.wording import column_name, number
from scoring.models import Ruling
from scoring.sitting import PLAYERS

POLICIES = SETTINGS["score_error_policy"].labels


def effect_in_words(ruling: Ruling, usual_policy: str) -> str:
    """What the ruling does, apart from what its kind says already."""
    points = ruling.effect.get("points")
    if ruling.kind == Ruling.Kind.SCORE_ERROR:
        policy = ruling.effect.get("policy") or usual_policy
        return _(POLICIES.get(policy, policy))
    if ruling.kind == Ruling.Kind.ADJUSTMENT and isinstance(points, str):
        return number(Fraction(points), signed=True)
    if ruling.kind == Ruling.Kind.FOULED:
        if not isinstance(points, dict):
            return _("the row is annulled")
        listed = (f"{column_name(place)} {number(Fraction(each))}" for place, each in points.items())
        return ", ".join(listed)
    if ruling.kind == Ruling.Kind.SEATS:
        return seats_in_words(ruling)
    return ""


def seats_in_words(ruling: Ruling) -> str:
    """Which winds were exchanged from the ruling's hand on, and whose the points are: ``N ↔ E, …``."""
    fields = {"winds": ", ".join(" ↔ ".join(map(column_name, pair)) for pair in ruling.effect["winds"])}
    if ruling.effect["follows"] == PLAYERS:
        return _("%(winds)s from there on; the points follow the players") % fields
    return _("%(winds)s from there on; the points follow the winds") % fields


def cost_in_words(ruling: Ruling, contract: Contract | None, settings: Settings) -> str:
    """What an illegal play costs who made it; nothing where that hangs on what else was ruled, or on the arbiter."""
    if ruling.kind != Ruling.Kind.ILLEGAL_PLAY or contract is None:
        return ""
    if contract.family is Family.NEGATIVE:
        return _("all the points of the hand")
    if contract.family is Family.DOMINO or settings.penalty_cap:
        return ""
    return number(settings.positive_penalty, signed=True)
