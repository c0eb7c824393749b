"""What an error costs, in words made of the settings that the points are computed with (§3)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from king.contracts import Family
from king.rulesets import RuleSet, Settings
from printing.setting_words import said
from printing.wording import number


def illegal_play(settings: Settings) -> list[str]:
    """What an illegal play costs, in a negative hand and in a positive one."""
    penalty = number(abs(settings.positive_penalty))
    return [
        _("An illegal play costs the offender all the points of a negative hand."),
        _("In a positive hand it costs %(points)s points.") % {"points": penalty},
    ]


def penalties(rules: RuleSet, settings: Settings) -> list[str]:
    """Everything that an error costs at this tournament."""
    found = [*illegal_play(settings), *limit(settings)]
    if settings.offenders_pay != "share":
        found.append(
            _("Several offenders in a negative hand: %(cost)s.") % {"cost": said(rules, settings, "offenders_pay")}
        )
    if any(contract.family is Family.DOMINO for contract in rules.contracts if contract.code in rules.counts):
        found.append(_("In Domino: %(cost)s.") % {"cost": said(rules, settings, "domino_penalty")})
    return [*found, *score_error(rules, settings)]


def limit(settings: Settings) -> list[str]:
    """How many penalties of one player count, where there is a limit."""
    most = settings.penalty_cap
    sentence = ngettext(
        "Of one player %(count)d such penalty a match counts.",
        "Of one player up to %(count)d such penalties a match count.", most,
    )  # fmt: skip
    return [sentence % {"count": most}] if most else []


def score_error(rules: RuleSet, settings: Settings) -> list[str]:
    """What a row that does not add up costs who kept it; nothing in a system whose rows add up by themselves."""
    cost = said(rules, settings, "score_error_policy")
    sentence = _("A row that does not add up, where the table cannot agree on the facts, costs its dealer: %(cost)s.")
    return [sentence % {"cost": cost}] if cost else []
