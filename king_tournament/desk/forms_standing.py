"""How match points are shown in a form: the scale without what every later place gets anyway, and what is usual.

What an edition says of them is the usual for an evening of it; the numbers themselves ``king.matchpoints`` knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.http import QueryDict

from king.commands.reading import Node
from king.matchpoints import METHODS, TABLE_SCALE, WIND_SCALE
from king.method import usual_method
from king.rulesets import RuleSet
from king.standing_settings import StandingSettings
from tournaments.services import standing_in_force

Scale = tuple[Fraction, ...]


def usual_standing(
    rules: RuleSet, kept: Mapping[str, Any] | None = None, plays_boards: bool | None = None
) -> StandingSettings:
    """The settings of a standing under these rules, with those that an evening has ``kept`` for itself.

    ``plays_boards``: whether its boards are dealt beforehand (None: as is usual under these rules).
    """
    method = usual_method(rules, rules.pre_dealt if plays_boards is None else plays_boards)
    return StandingSettings.from_json(
        Node({"method": method, **standing_in_force(rules, kept or {})}, "standing_settings", "")
    )


def own_scale(method: str) -> Scale:
    """The scale of a method where nobody gives another."""
    return TABLE_SCALE if METHODS[method].by_table else WIND_SCALE


def scale_text(standing: StandingSettings) -> str:
    """The scale in force as a person types it, ``10 6 4 3 2``."""
    scale = own_scale(standing.method) if standing.scale is None else standing.scale
    return " ".join(map(str, without_tail(scale, standing.tail)))


def without_tail(scale: Scale, tail: Fraction) -> Scale:
    """The scale without the places at its end that are worth what every later place is worth anyway."""
    while scale and scale[-1] == tail:
        scale = scale[:-1]
    return scale


def standing_carried(data: QueryDict, rules: RuleSet, old: RuleSet | None) -> QueryDict:
    """What was typed of the match points, when another rule system has been chosen meanwhile.

    What was left as the old system has it becomes what the new one has; what a person changed stays.
    """
    if old is None or old.code == rules.code:
        return data
    copied = data.copy()
    before, after = (_shown(usual_standing(each)) for each in (old, rules))
    for name, value in after.items():
        if " ".join(data.get(name, "").split()) == before[name]:
            copied[name] = value
    return copied


def _shown(standing: StandingSettings) -> dict[str, str]:
    return {
        "method": standing.method, "scale": scale_text(standing), "tail": str(standing.tail), "ties": standing.ties,
    }  # fmt: skip
