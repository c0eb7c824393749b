"""Score sheet as the desk types it: a row for each hand, with its values, points and advice.

Page and script get the same figures, as text in the reader's language. Neither knows a rule.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from king.rulesets.base import Order
from king.sheet.choice import next_choice
from king.sheet.full_sheet import ScoredSheet
from king.sheet.plausibility import notes_of
from king.sheet.suggestions import Suggestion, suggest_sheet
from king_tournament.sheet.fields import count_columns, row_fields, values_of
from king_tournament.sheet.keys import Shown, contract_keys
from king_tournament.sheet.state import leads_of, row_shown, sheet_shown, sums_with_rulings
from scoring.models import Sheet
from scoring.scored_sheets import ScoredTable, king_rows
from wording.naming import NOTHING, column_name, contract_name, number, played_with
from wording.results import big_win
from wording.ruling_words import average_in_words
from wording.sentences import say

ANY = {"trump": "trumped", "sale": "buyers", "alone": "alone", "partner": "usual", "odd": "odd"}
"""What a sheet has where a row of it has such fields."""


def grid_of(table: ScoredTable, paper: str = Sheet.Paper.UNITS) -> Shown:
    """Grid of a sheet. ``totals``: the figures below each column. ``choice``: if hands are chosen,
    what may be chosen for the next one, and why the rest may not.
    """
    scored = table.scored
    ruleset = table.scored.ruleset
    state = sheet_shown(table.sheet, scored)
    rows = list(_rows(table, paper))
    grid: Shown = {
        "rows": rows,
        "totals": [
            {
                "column": column,
                "sheet": number(scored.sheet[column]),
                "adjustment": number(adjusted, signed=True) if adjusted else "",
                "total": number(total),
            }
            for column, total in scored.totals.items()
            for adjusted in [scored.adjustments[column]]
        ],
        "sum": state["sum"],
        "sum_wrong": scored.sum != scored.expected_sum and not scored.closable,
        "adjusted": any(scored.adjustments.values()),
        "complete": not state["missing"],
        "closable": scored.closable,
        "problems": [problem["text"] for problem in state["problems"] if problem["hand"] is None],
        "columns": count_columns(contract_keys(ruleset, scored.settings)),
        "leader": column_name(ruleset.columns[0]) if ruleset.by_difference else "",
        "choice": _choice(table, state),
        "paper": paper,
        "shown": state,
    }
    for name, field in ANY.items():
        grid[f"any_{name}"] = any(row["fields"][field] for row in rows)
    before_points = grid["any_trump"] + 2 * grid["any_sale"] + grid["any_odd"]
    grid["span"] = 1 + len(grid["columns"]) + before_points
    sums = sums_with_rulings(scored)
    return grid | {"verdict": f"{_verdict(grid, sums)} {big_win(scored)}".strip()}


def _verdict(grid: Shown, sums: Shown) -> str:
    if not grid["complete"]:
        hands = ", ".join(map(str, grid["shown"]["missing"]))
        return _("Hands still without points: %(hands)s.") % {"hands": hands}
    if not grid["closable"]:
        first = next(iter(grid["shown"]["problems"]), {"text": ""})["text"]
        whole = _("Every hand is there; the marked ones keep the sheet from being closed.")
        return f"{whole} {first}".strip()
    if grid["any_alone"]:
        return _("Every hand is there, and what was counted in each is whole.")
    whole = _("Every hand is there and the sheet adds up: %(sum)s.")
    if grid["sum"] != grid["shown"]["expected_sum"]:
        whole = _(
            "Every hand is there and every difference is ruled: the rows make %(sum)s, not %(expected)s."
        )
    whole %= {"sum": grid["sum"], "expected": grid["shown"]["expected_sum"]}
    if not sums["ruled_sum"]:
        return whole
    ruled = _("With the rulings, {ruled}, the total is {total}.")
    return f"{whole} {ruled.format(ruled=sums['ruled_sum'], total=sums['total_sum'])}"


def for_script(grid: Shown) -> Shown:
    rows = {
        str(row["hand"]): {
            **row["shown"],
            **{
                name: row[name] for name in ("sum_wrong", "running_wrong", "notes", "state", "over")
            },
            "proposals": [
                {"key": proposal["key"], "text": proposal["text"], "rows": proposal["shown"]}
                for proposal in row["proposals"]
            ],
        }
        for row in grid["rows"]
    }
    return {
        **grid["shown"],
        "rows": rows,
        "before_rulings": {
            str(total["column"]): {name: total[name] for name in ("sheet", "adjustment")}
            for total in grid["totals"]
        },
        **{name: grid[name] for name in ("sum_wrong", "closable", "verdict")},
        "choice_words": grid["choice"],
    }


def _choice(table: ScoredTable, state: Shown) -> Shown | None:
    ruleset = table.scored.ruleset
    if ruleset.order is Order.FIXED or not state["missing"]:
        return None
    choice = next_choice(ruleset, king_rows(table.rows), table.scored.settings)
    if not choice or choice.plan.contract:
        return None
    allowed = ", ".join(map(contract_name, choice.allowed)) or NOTHING
    return {
        "hand": choice.plan.number,
        "allowed": _("May be chosen now: %(contracts)s.") % {"contracts": allowed},
        "refused": [say(option.reason) for option in choice.options if option.reason],
    }


def _rows(table: ScoredTable, paper: str) -> Iterator[Shown]:
    """Rows of the grid. ``values`` are the contents of the fields of a hand. ``state`` is empty,
    entered, wrong or ruled. ``over``: the match was won before this hand. ``shown`` is the row as
    players see it. ``proposals`` and ``notes`` come from ``advised_grid``.
    """
    ruleset = table.scored.ruleset
    settings = table.scored.settings
    scored = {row.hand: row for row in table.scored.rows}
    ruled = {ruling.hand for ruling in table.rulings}
    fields = row_fields(ruleset, settings)
    leads = leads_of(table.scored)
    off = _first_wrong_hand(table.scored)
    played = {plan.number for plan in table.scored.plans}
    for plan in ruleset.schedule(settings):
        hand = plan.number
        row = scored.get(hand)
        result = table.rows.get(hand)
        content, version = (result.content, result.version) if result else (None, 0)
        values = values_of(content, ruleset, settings, hand=hand, paper=paper)
        problems = [problem for problem in table.scored.problems if problem.hand == hand]
        row_state = row_shown(version, values, row, problems, leads)
        contract = (row and row.contract) or plan.contract
        expected = row.expected if row else plan.expected
        state = "entered" if row else ""
        if hand in ruled:
            state = "ruled"
        yield {
            "points": {},
            "sum": "",
            "running": "",
            **row_state,
            "hand": hand,
            "plan": plan,
            "played_with": played_with(ruleset, plan),
            "title": contract_name(contract) if contract else _("Hand %(hand)s") % {"hand": hand},
            "fields": fields[hand],
            "field_prefix": f"h{hand}-",
            "values": values,
            "expected": "" if expected is None else number(expected),
            "sum_wrong": row is not None
            and row.sum != row.expected
            and bool(row_state["problems"]),
            "running_wrong": hand == off and not table.scored.closable,
            "control": ""
            if plan.control is None or ruleset.by_difference
            else number(plan.control),
            "state": "wrong" if row_state["problems"] else state,
            "over": hand not in played,
            "shown": row_state,
            "problems": [problem["text"] for problem in row_state["problems"]],
            "proposals": [],
            "notes": [],
        }


def _first_wrong_hand(scored: ScoredSheet) -> int | None:
    """First hand after which the control total is wrong, if no hand before it is missing."""
    rows = {row.hand: row for row in scored.rows}
    expected = Fraction(0)
    for plan in scored.ruleset.schedule(scored.settings):
        row = rows.get(plan.number)
        if not row:
            return None
        expected += row.expected
        if row.running != expected:
            return row.hand
    return None


MOST_PROPOSALS = 3
"""More than these beside one row are no help."""


def advised_grid(table: ScoredTable, paper: str = Sheet.Paper.UNITS) -> Shown:
    ruleset = table.scored.ruleset
    settings = table.scored.settings
    grid = grid_of(table, paper)
    rows = king_rows(table.rows)
    ruled = {ruling.hand for ruling in table.rulings}
    hints = suggest_sheet(ruleset, rows, settings)
    notes = {
        row.hand: [say(note.phrase) for note in notes_of(ruleset, row, settings)]
        for row in rows
        if row.hand not in ruled
    }
    notes |= {hand: [capfirst(average_in_words(each))] for hand, each in table.averages.items()}
    for row in grid["rows"]:
        hand = row["hand"]
        if row["state"] == "wrong":
            likely = [hint for hint in hints.get(hand, ()) if hint.rows][:MOST_PROPOSALS]
            row["proposals"] = [_proposal(table, hand, hint, paper) for hint in likely]
        else:
            row["notes"] = notes.get(hand, [])
    return grid


def find_proposal(table: ScoredTable, key: str) -> Shown | None:
    proposals = [proposal for row in advised_grid(table)["rows"] for proposal in row["proposals"]]
    return next((proposal for proposal in proposals if proposal["key"] == key), None)


def _proposal(table: ScoredTable, hand: int, suggestion: Suggestion, paper: str) -> Shown:
    """A likely slip in words, and the corrected fields: ``rows`` as counts, ``shown`` as on the
    paper. ``key`` identifies it.
    """
    ruleset = table.scored.ruleset
    settings = table.scored.settings
    rows = {row.hand: values_of(row.as_json(), ruleset) for row in suggestion.rows}
    proposal = {
        str(row.hand): values_of(row.as_json(), ruleset, settings, hand=row.hand, paper=paper)
        for row in suggestion.rows
    }
    facts = json.dumps([suggestion.code, rows], sort_keys=True)
    return {
        "key": f"{hand}-{hashlib.sha256(facts.encode()).hexdigest()[:12]}",
        "text": say(suggestion.phrase),
        "rows": rows,
        "shown": proposal,
        "fields_json": json.dumps(proposal),
    }
