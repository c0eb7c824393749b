"""Sheets of differences on the phone: what one side gains the other loses, so one running score says all (R6, R10)."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from king.rulesets.base import RuleSet, Scoring
from king.sheet import ScoredSheet
from king.winds import Side
from printing import wording


def leads_of(scored: ScoredSheet) -> dict[int, str]:
    """By how much the first side leads after each hand that is entered; nothing where points are sums."""
    if scored.ruleset.scoring is not Scoring.DIFFERENCE:
        return {}
    first, lead, found = scored.ruleset.columns[0], Fraction(0), {}
    for row in sorted(scored.rows, key=lambda row: row.hand):
        lead += row.points[first]
        found[row.hand] = wording.number(lead, signed=True)
    return found


def lead_texts(rules: RuleSet) -> dict[str, str]:
    """What the page says of such a sheet instead of sums, which would always be nothing; of any other, its column."""
    if rules.scoring is Scoring.SOLOIST:
        return {
            "row_holds": _("every unit is counted"),
            "sum_column": "",
            "sum_holds": _("Every hand is there, and what was counted in each is whole."),
        }
    if rules.scoring is not Scoring.DIFFERENCE:
        return {"sum_column": "Σ"}
    first = Side(str(rules.columns[0]))
    letters = "–".join(map(wording.wind_letter, first.winds))
    return {
        "row_holds": _("%(side)s leads by") % {"side": wording.side_name(first)} + " {sum}",
        "sum_column": f"{letters} ±",
        "sum_holds": _("The sheet holds"),
    }
