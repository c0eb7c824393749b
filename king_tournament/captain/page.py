"""What the captain's page is given: the keys of the partita, and the sheet as the desk has it."""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings as site
from django.urls import reverse
from django.utils.translation import gettext as _

from king.problems import Problem
from king.row import Row
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet import ScoredSheet
from king.suggestions import Suggestion, suggest_sheet
from king.winds import SIDES, WINDS, Wind
from printing import wording
from scoring.calls import open_call
from scoring.first_dealer import draws_dealer
from scoring.models import HandResult, Sheet
from scoring.reading import read_sheet, rules_at
from scoring.signing import hash_of_rows, missing_for_captains, signed_winds
from tournaments.models import SignaturePolicy

from .keys import choice_now, content_keyed, contract_keys, hand_keys
from .leads import lead_texts, leads_of
from .polling import stamp_of
from .seats import seats_of
from .texts import phone_texts

PARTS = ("state", "rows", "hand_in", "call", "seats", "first_dealer", "sign", "fault")
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
    scripts = sorted((site.BASE_DIR / "static/king/phone").glob("*.js"))
    return hashlib.sha256(b"".join(script.read_bytes() for script in scripts)).hexdigest()[:8]


def _places() -> dict[str, Any]:
    """Winds and sides by their letters: which badges they carry, what they are called."""
    places = {
        str(wind): {"winds": [_badge(wind)], "word": wording.wind_name(wind), "letter": wording.wind_letter(wind)}
        for wind in WINDS
    }
    for side in SIDES:
        places[str(side)] = {
            "winds": [_badge(wind) for wind in side.winds],
            "word": wording.side_name(side),
            "letter": "–".join(wording.wind_letter(wind) for wind in side.winds),
        }
    return places


def _badge(wind: Wind) -> dict[str, str]:
    return {"wind": wind.value, "letter": wording.wind_letter(wind), "word": wording.wind_name(wind)}


def state_of(sheet: Sheet) -> dict[str, Any]:
    """The sheet as the desk has it now: rows with their points, totals, what is still wrong."""
    now = stamp_of(sheet)
    rules, settings = rules_at(sheet)
    results, scored = read_sheet(sheet)
    entered = {hand for hand, result in results.items() if result.content is not None}
    rows = [row.row for row in scored.rows]
    leads = leads_of(scored)
    return {
        "stamp": now.text,
        "made_at": time.time(),
        "state": now.state,
        "first_dealer": sheet.first_dealer,
        "seats": seats_of(rules, sheet, reported=now.seat_report is not None),
        "rows": {str(hand): _row(rules, result, scored, leads) for hand, result in results.items()},
        "totals": {str(column): wording.number(points) for column, points in scored.totals.items()},
        "total_sum": "" if leads else wording.number(sum(scored.totals.values())),
        "sum": wording.number(scored.sum),
        "expected_sum": wording.number(scored.expected_sum),
        "problems": [_problem(problem) for problem in scored.problems if not problem.ruled],
        "complete": scored.complete,
        "big_win": scored.big_win,
        "choice": choice_now(rules, settings, rows),
        "suggestions": _suggestions(rules, settings, rows),
        "call": _call(sheet),
        "seen": hash_of_rows((hand, results[hand].content) for hand in entered),
        "signing": None if now.signatures == SignaturePolicy.NONE else _signing(sheet),
        "missing": [hand for hand in range(1, rules.length + 1) if hand not in entered],
    }


def _suggestions(rules: RuleSet, settings: Settings, rows: list[Row]) -> dict[str, list[dict[str, Any]]]:
    """What would explain each wrong row, with the rows that one tap puts in its place."""
    found = suggest_sheet(rules, rows, settings)
    return {str(hand): [_suggestion(each) for each in suggestions] for hand, suggestions in found.items()}


def _suggestion(suggestion: Suggestion) -> dict[str, Any]:
    rows = [row.as_json() for row in suggestion.rows]
    return {
        "text": wording.phrase(suggestion.phrase),
        "rows": [{"hand": row.pop("hand"), "content": row} for row in rows],
    }


def _call(sheet: Sheet) -> dict[str, Any] | None:
    call = open_call(sheet.table)
    if call is None:
        return None
    who = "" if call.taken_by is None else call.taken_by.get_username()
    text = _("%(who)s is coming") % {"who": who} if who else _("The arbiter is called")
    return {"id": call.pk, "hand": call.hand, "text": text}


def _signing(sheet: Sheet) -> dict[str, Any]:
    """Who has agreed with exactly the rows in force and who is still asked to, by the wind whose phone hands in."""
    return {
        "signed": sorted(signed_winds(sheet)),
        "missing": {captain: list(winds) for captain, winds in missing_for_captains(sheet).items()},
        "whose_phone": sheet.table.round.tournament.signatures == SignaturePolicy.ONE,
    }


def _row(rules: RuleSet, result: HandResult, scored: ScoredSheet, leads: Mapping[int, str]) -> dict[str, Any]:
    content = content_keyed(rules, result.content)
    row: dict[str, Any] = {"version": result.version, "content": content, "problems": []}
    found = next((row for row in scored.rows if row.hand == result.hand), None)
    if found is not None:
        row["points"] = {str(column): wording.number(points) for column, points in found.points.items()}
        row["sum"] = leads.get(result.hand) or wording.number(found.sum)
        row["problems"] = [
            _problem(problem) for problem in scored.problems if problem.hand == result.hand and not problem.ruled
        ]
    return row


def _problem(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "hand": problem.hand, "text": wording.phrase(problem.phrase)}
