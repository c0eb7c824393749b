"""Who sits at the table, for its phones: by the seating, and as the table itself says where it sits otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from king.rulesets.base import RuleSet, Scoring
from king.winds import SIDES, Side
from scoring.models import Sheet
from scoring.seats import displaced, sitting_now
from tournaments.models import Player


def seats_of(rules: RuleSet, sheet: Sheet, *, reported: bool) -> dict[str, Any]:
    """Who sits at each wind and side, and at which winds somebody else sits than the seating says.

    One query, and one more where the table has ``reported`` how it sits.

    A wind has the name of whoever sits there by the table's own word, so that what is written beside a name is written
    for the wind where he plays.
    """
    now = sitting_now(sheet)
    report = sheet.seat_reports.order_by("-pk").first() if reported else None
    elsewhere = displaced(report, now.values()) if report is not None else ()
    sitting = {wind: seat.player for wind, seat in now.items()} | {each.wind: each.sits.player for each in elsewhere}
    names = {wind: player.full_name for wind, player in sitting.items()}
    return {
        "players": {wind: player.pk for wind, player in sitting.items()},
        "seating": {wind: seat.player_id for wind, seat in now.items()},
        "short": _short_names(sitting),
        "names": names | {side.value: _side_name(side, names) for side in SIDES},
        "elsewhere": [each.wind for each in elsewhere],
        "alone": _soloists(sitting, names) if rules.scoring is Scoring.SOLOIST else {},
    }


def _short_names(sitting: Mapping[str, Player]) -> dict[str, str]:
    """What the phone may write where a whole name has no room; whole all the same where two would read alike."""
    taken = Counter(player.short_name for player in sitting.values())
    return {
        wind: player.short_name if taken[player.short_name] == 1 else player.full_name
        for wind, player in sitting.items()
    }


def _side_name(side: Side, names: Mapping[str, str]) -> str:
    return "\n".join(names[wind.value] for wind in side.winds if wind.value in names)


def _soloists(sitting: Mapping[str, Player], names: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What stands at the column of who plays with the dummy against the others."""
    return {wind: {wind: "\n".join([names[wind], _("and the dummy")])} for wind in sitting}
