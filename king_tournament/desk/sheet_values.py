"""What stands in the fields of a sheet's row: counts, or their points where the paper has points, and the way back.

``king.paper_points`` knows what points are made of; here they are only read and written as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from king.commands.reading import Node
from king.paper_points import PointsUnread, Sign, points_of_row, sign_of, takes_points, units_of_points, units_only
from king.row import Row
from king.rulesets import RuleSet
from king.rulesets.settings import Settings
from king.scoring import place_row
from king.winds import SIDES, WINDS
from king.words import MINUS
from king_tournament.captain.keys import counted_units
from king_tournament.desk.sheet_fields import FLAGS, YES
from printing import wording
from scoring.models import Sheet

PLACES = tuple(map(str, (*WINDS, *SIDES)))
NUMBER = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,4})?")


def paper_of(request: HttpRequest, sheet: Sheet, ruleset: RuleSet) -> str:
    """What is typed: as the sending page says, else as was said for this sheet, else for this typist's last one."""
    if units_only(ruleset) is not None:
        return Sheet.Paper.UNITS
    for said in (request.POST.get("paper"), request.GET.get("paper"), sheet.paper, request.session.get("paper")):
        if said in Sheet.Paper.values:
            return str(said)
    return Sheet.Paper.UNITS


def values_of(
    content: Mapping[str, Any] | None,
    ruleset: RuleSet,
    settings: Settings | None = None,
    *,
    hand: int = 1,
    paper: str = Sheet.Paper.UNITS,
) -> dict[str, str]:
    """What stands in the fields of a hand's row, as text; points where the paper has points and the hand takes them."""
    if not content:
        return {}
    units, sale = counted_units(ruleset, content), content.get("sale") or {}
    values = {place: str(units[place]) for place in PLACES if place in units}
    if paper == Sheet.Paper.POINTS:
        values |= _points(_row(content, hand), units, ruleset, settings or ruleset.defaults)
    more = {name: content.get(name) for name in ("trump", "contract", "partner", "direction", "start")}
    more |= {"buyer": sale.get("buyer"), "price": sale.get("price"), "polarity": sale.get("polarity")}
    values |= {field: str(value) for field, value in more.items() if value is not None}
    values |= {name: YES for name in FLAGS if content.get(name)}
    own = content.get("blind_tricks")
    return values if own is None or "blind" not in values else values | {"blind": str(own)}


def _points(row: Row, units: Mapping[str, Any], ruleset: RuleSet, settings: Settings) -> dict[str, str]:
    """The points of what was counted, as such a paper has them: without a sign in a hand that only costs."""
    row = replace(row, units=units)
    contract = place_row(ruleset, row, settings).contract
    if contract is None or not takes_points(ruleset, contract):
        return {}
    points = points_of_row(ruleset, row, settings)
    costs = sign_of(ruleset, row, settings) is Sign.LOST
    bare = costs and all(each <= 0 for each in points.values())
    return {
        str(place): wording.number(-each) if bare else wording.number(each, signed=costs)
        for place, each in points.items()
    }


def _row(content: Mapping[str, Any], hand: int) -> Row:
    return Row.from_json(Node({**content, "hand": hand, "units": {}}, "row", ""))


def units_read(
    written: Mapping[str, str],
    content: Mapping[str, Any],
    standing: Mapping[str, Any] | None,
    number: int,
    ruleset: RuleSet,
    settings: Settings,
) -> Mapping[str, Any] | None:
    """The counts behind the points that were written in a row; None where this hand is counted on such a paper too.

    ``content`` is the row without its counts; where the ``standing`` ones make just these points they stay, so that
    points which several counts give are not asked for again. Raises ``ValidationError`` with what to write instead.
    """
    contract = ruleset.find_contract(str(content.get("contract") or ""))
    if not takes_points(ruleset, contract):
        return None
    as_it_stands = {**content, "units": standing}
    shown = values_of(as_it_stands, ruleset, settings, hand=number, paper=Sheet.Paper.POINTS) if standing else {}
    if standing and {place: shown[place] for place in PLACES if place in shown} == dict(written):
        return standing
    points = {place: _number(text, place, number) for place, text in written.items()}
    try:
        return units_of_points(ruleset, _row(content, number), points, settings)
    except PointsUnread as refused:
        raise ValidationError(
            _("Hand %(hand)s: %(problem)s."),
            code="points_unread",
            params={"hand": number, "problem": wording.phrase(refused.phrase)},
        ) from None


def _number(text: str, place: str, hand: int) -> Fraction:
    plain = text.strip().replace(MINUS, "-").replace(",", ".")
    if not NUMBER.fullmatch(plain):
        raise ValidationError(
            _("Hand %(hand)s, %(place)s: “%(found)s” is no number of points."), code="no_points",
            params={"hand": hand, "place": wording.column_name(place), "found": text[:20]},
        )  # fmt: skip
    return Fraction(plain)
