"""What the captain's page is given: the keys of the partita, the sheet as the desk has it, who sits at the table."""

from __future__ import annotations

import functools
import hashlib
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.conf import settings as site
from django.urls import reverse
from django.utils.translation import gettext as _

from king.cards.winds import SIDES, WINDS, Side, Wind
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.settings import Settings
from king.sheet.full_sheet import ScoredSheet
from king.sheet.problems import Problem
from king.sheet.row import Row
from king.sheet.suggestions import Suggestion, suggest_sheet
from scoring.calls import open_call
from scoring.models import HandResult, Sheet
from scoring.rows import draws_dealer
from scoring.scored_sheets import read_sheet, rules_at
from scoring.sheet_steps import hash_of_rows, missing_for_captains, signed_winds
from scoring.wrong_winds import displaced, players_there, sitting_now
from tournaments.models import Player, SignaturePolicy
from wording import figures, naming
from wording.sentences import say

from .keys import choice_now, content_keyed, contract_keys, hand_keys
from .polling import stamp_of
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
    scripts = sorted([*king.glob("phone/*.js"), king / "outbox.js", king / "press.js"])
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


def state_of(sheet: Sheet) -> dict[str, Any]:
    """The sheet as the desk has it now: rows with their points, totals, what is still wrong."""
    now = stamp_of(sheet)
    rules, settings = rules_at(sheet)
    results, scored, averages = read_sheet(sheet)
    entered = {hand for hand, result in results.items() if result.content is not None}
    rows = [row.row for row in scored.rows]
    leads = leads_of(scored)
    seen = hash_of_rows((hand, results[hand].content) for hand in entered)
    return {
        "stamp": now.text,
        "made_at": time.time(),
        "state": now.state,
        "first_dealer": sheet.first_dealer,
        "seats": seats_of(rules, sheet, reported=now.seat_report is not None),
        "rows": {str(hand): _row(rules, result, scored, leads) for hand, result in results.items()},
        "totals": {str(column): figures.number(points) for column, points in scored.totals.items()},
        "total_sum": "" if not rules.sums_say_something or leads else figures.number(sum(scored.totals.values())),
        "sum": figures.number(scored.sum),
        "expected_sum": figures.number(scored.expected_sum),
        "problems": [_problem(problem) for problem in scored.problems if not problem.ruled],
        "complete": scored.complete,
        "big_win": scored.big_win,
        "choice": choice_now(rules, settings, rows),
        "suggestions": _suggestions(rules, settings, rows),
        "call": _call(sheet),
        "handed_in": _handed_in(sheet),
        "seen": seen,
        "signing": None if now.signatures == SignaturePolicy.NONE else _signing(sheet, seen),
        "moving": [hand for hand, average in averages.items() if average.waiting],
        "missing": [hand for hand in range(1, rules.length + 1) if hand not in entered],
    }


def _handed_in(sheet: Sheet) -> dict[str, Any] | None:
    """When the desk had the sheet last, and whether what it had is here: after a copy was put back a phone may know."""
    at = sheet.handed_in_at
    return None if at is None else {"at": at.timestamp(), "here": bool(sheet.handed_in_by)}


def _suggestions(rules: RuleSet, settings: Settings, rows: list[Row]) -> dict[str, list[dict[str, Any]]]:
    """Explanations of each wrong row, with the rows that one tap puts in its place."""
    found = suggest_sheet(rules, rows, settings)
    return {str(hand): [_suggestion(each) for each in suggestions] for hand, suggestions in found.items()}


def _suggestion(suggestion: Suggestion) -> dict[str, Any]:
    rows = [row.as_json() for row in suggestion.rows]
    return {
        "text": say(suggestion.phrase),
        "rows": [{"hand": row.pop("hand"), "content": row} for row in rows],
    }


def _call(sheet: Sheet) -> dict[str, Any] | None:
    call = open_call(sheet.table)
    if call is None:
        return None
    who = "" if call.taken_by is None else call.taken_by.get_username()
    text = _("%(who)s is coming") % {"who": who} if who else _("The arbiter is called")
    return {"id": call.pk, "hand": call.hand, "text": text}


def _signing(sheet: Sheet, seen: str) -> dict[str, Any]:
    """The winds that signed exactly the rows in force and those still asked to, by the wind whose phone hands in."""
    return {
        "signed": sorted(signed_winds(sheet, seen)),
        "missing": {captain: list(winds) for captain, winds in missing_for_captains(sheet).items()},
        "whose_phone": sheet.table.round.tournament.signatures == SignaturePolicy.ONE,
    }


def _row(rules: RuleSet, result: HandResult, scored: ScoredSheet, leads: Mapping[int, str]) -> dict[str, Any]:
    content = content_keyed(rules, result.content)
    row: dict[str, Any] = {"version": result.version, "content": content, "problems": []}
    found = next((row for row in scored.rows if row.hand == result.hand), None)
    if found is not None:
        row["points"] = {str(column): figures.number(points) for column, points in found.points.items()}
        row["sum"] = leads.get(result.hand) or (figures.number(found.sum) if rules.sums_say_something else "")
        row["problems"] = [
            _problem(problem) for problem in scored.problems if problem.hand == result.hand and not problem.ruled
        ]
    return row


def _problem(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "hand": problem.hand, "text": say(problem.phrase)}


def leads_of(scored: ScoredSheet) -> dict[int, str]:
    """By how much the first side leads after each hand that is entered; nothing where points are sums."""
    if not scored.ruleset.by_difference:
        return {}
    first, lead, found = scored.ruleset.columns[0], Fraction(0), {}
    for row in sorted(scored.rows, key=lambda row: row.hand):
        lead += row.points[first]
        found[row.hand] = figures.number(lead, signed=True)
    return found


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


def seats_of(rules: RuleSet, sheet: Sheet, *, reported: bool) -> dict[str, Any]:
    """Who sits at each wind and side, and at which winds somebody else sits than the seating says.

    One query, and one more where the table has ``reported`` how it sits.

    A wind has the name of whoever sits there by the table's own word, so that what is written beside a name is written
    for the wind where he plays.
    """
    now = sitting_now(sheet)
    report = sheet.seat_reports.order_by("-pk").first() if reported else None
    elsewhere = displaced(report, now.values()) if report is not None else ()
    sitting = players_there(now, elsewhere)
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
    """Short names for narrow places on the phone; whole where two would read alike."""
    taken = Counter(player.short_name for player in sitting.values())
    return {
        wind: player.short_name if taken[player.short_name] == 1 else player.full_name
        for wind, player in sitting.items()
    }


def _side_name(side: Side, names: Mapping[str, str]) -> str:
    return "\n".join(names[wind.value] for wind in side.winds if wind.value in names)


def _soloists(sitting: Mapping[str, Player], names: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The heading of a soloist's column: his name and the dummy."""
    return {wind: {wind: "\n".join([names[wind], _("and the dummy")])} for wind in sitting}
