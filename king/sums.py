"""What may move the sum of a sheet from what its hands make by themselves (I3, O1, O5)."""

from __future__ import annotations

from fractions import Fraction

from king.rulesets import RuleSet, Settings
from king.rulesets.base import Scoring
from king.scoring import may_be_slam, slam_total


def sum_changes(rules: RuleSet, settings: Settings) -> tuple[tuple[Fraction, ...], bool]:
    """What each slam adds, smallest first, and whether a blind declaration adds its tricks; points of the sheet."""
    if rules.scoring in (Scoring.DIFFERENCE, Scoring.SOLOIST):
        return (), False
    played = [rules.contract(code) for code in rules.counts]
    slams = {
        slam_total(each, settings, by_side=rules.by_side) - each.total for each in played if may_be_slam(each, settings)
    }
    return tuple(sorted(slams - {0})), settings.blind and any(each.trump for each in played)
