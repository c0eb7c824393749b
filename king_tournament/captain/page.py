"""What the captain's page is given: the keys of the partita, the sheet as the desk has it, who sits at the table."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import replace
from typing import Any

from django.conf import settings as site
from django.urls import reverse
from django.utils.translation import gettext as _

from king.cards import SIDES, WINDS, Side, Wind
from king.rulesets.base import RuleSet
from king_tournament.sheet.keys import contract_keys, hand_keys
from king_tournament.sheet.state import state_of
from scoring.models import Sheet
from scoring.rows import draws_dealer
from scoring.scored_sheets import rules_at
from wording import naming

from .texts import phone_texts

PARTS = ("state", "rows", "hand_in", "call", "seats", "first_dealer", "sign", "fault", "was_handed_in")
"""What the phone asks the desk for, by the names of the addresses."""


def page_of(sheet: Sheet) -> dict[str, Any]:
    """Everything the page needs to go on by itself until the desk answers again."""
    table = sheet.table
    rules, settings = rules_at(sheet)
    address = {"code": table.place.code, "number": table.round.number}
    return {
        "key": f"{table.place.code}:{table.round.number}:{sheet.pk}",
        "sheet_key": sheet.pk,
        "version": page_version(),
        "urls": {name: reverse(f"captain:{name}", kwargs=address) for name in PARTS}
        | {"worker": reverse("captain:worker")},
        "columns": [str(column) for column in rules.columns],
        "places": _places(),
        "contracts": contract_keys(rules, settings),
        "hands": hand_keys(rules, settings),
        "hands_by_dealer": _hands_by_dealer(sheet),
        "texts": phone_texts() | lead_texts(rules),
        "sheet": state_of(sheet),
    }


def _hands_by_dealer(sheet: Sheet) -> dict[str, Any] | None:
    """The hands for each wind that may be drawn to deal first, so that the table goes on while the desk is silent."""
    if not draws_dealer(sheet.table.round.tournament):
        return None
    rules, settings = rules_at(sheet)
    return {wind.value: hand_keys(rules, replace(settings, first_dealer=wind)) for wind in WINDS}


@functools.cache
def page_version() -> str:
    """Which page a phone shows, also one that was loaded before an update: a short name made of its scripts."""
    king = site.BASE_DIR / "static/king"
    scripts = sorted([*king.glob("phone/*.js"), king / "countdown.js", king / "outbox.js", king / "press.js"])
    return hashlib.sha256(b"".join(script.read_bytes() for script in scripts)).hexdigest()[:8]


def _places() -> dict[str, Any]:
    """Winds and sides by their letters: which badges they carry, what they are called."""
    places = {
        str(wind): {"winds": [_badge(wind)], "word": naming.wind_name(wind), "letter": naming.wind_letter(wind)}
        for wind in WINDS
    }
    for side in SIDES:
        places[str(side)] = {
            "winds": [_badge(wind) for wind in side.winds],
            "word": naming.side_name(side),
            "letter": naming.column_letters(side),
        }
    return places


def _badge(wind: Wind) -> dict[str, str]:
    return {"wind": wind.value, "letter": naming.wind_letter(wind), "word": naming.wind_name(wind)}


def lead_texts(rules: RuleSet) -> dict[str, str]:
    """The words for such a sheet instead of sums, which would always be 0; for any other, its column."""
    if not rules.sums_say_something:
        return {
            "row_holds": _("every unit is counted"),
            "sum_column": "",
            "sum_holds": _("Every hand is there, and what was counted in each is whole."),
        }
    if not rules.by_difference:
        return {"sum_column": "Σ"}
    first = Side(str(rules.columns[0]))
    letters = "–".join(map(naming.wind_letter, first.winds))
    return {
        "row_holds": _("%(side)s leads by") % {"side": naming.side_name(first)} + " {sum}",
        "sum_column": f"{letters} ±",
        "sum_holds": _("The sheet holds"),
    }
