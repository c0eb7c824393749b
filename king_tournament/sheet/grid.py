"""A score sheet as the desk types it: a row for each hand, what stands there, what it comes to,
what is advised.

The page and its script are given the same figures, as text in the reader's language; neither of
them knows a rule.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from king.cards import Side, Wind
from king.rulesets.base import HandPlan, Order
from king.rulesets.contracts import Contract
from king.sheet.choice import next_choice
from king.sheet.full_sheet import ScoredSheet
from king.sheet.second_look import notes_of
from king.sheet.suggestions import Suggestion, suggest_sheet
from king_tournament.sheet.fields import SheetFields, values_of
from king_tournament.sheet.state import leads_of, row_shown, sheet_shown
from scoring.models import Sheet
from scoring.scored_sheets import ScoredTable, king_rows
from wording import naming
from wording.regulation import average_in_words
from wording.results import big_win
from wording.sentences import say


@dataclass(frozen=True)
class GridRow:
    """``values`` are what stands in its fields, ``state`` empty, entered, wrong or ruled. ``shown``
    is the row as everybody is shown it; ``proposals`` and ``notes`` come from ``advised_grid``.
    """

    plan: HandPlan
    contract: Contract | None
    fields: Mapping[str, Any]
    values: Mapping[str, str]
    expected: str
    sum_wrong: bool
    running_wrong: bool
    control: str
    state: str
    shown: Mapping[str, Any]
    proposals: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def hand(self) -> int:
        return self.plan.number

    @property
    def version(self) -> int:
        version: int = self.shown["version"]
        return version

    @property
    def points(self) -> Mapping[str, str]:
        points: Mapping[str, str] = self.shown.get("points", {})
        return points

    @property
    def sum(self) -> str:
        return str(self.shown.get("sum", ""))

    @property
    def running(self) -> str:
        return str(self.shown.get("running", ""))

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(problem["text"] for problem in self.shown["problems"])

    @property
    def title(self) -> str:
        return (
            naming.contract_name(self.contract)
            if self.contract
            else _("Hand %(hand)s") % {"hand": self.hand}
        )

    @property
    def field_prefix(self) -> str:
        return f"h{self.hand}-"

    def as_json(self) -> dict[str, Any]:
        return {
            **self.shown,
            "sum_wrong": self.sum_wrong,
            "running_wrong": self.running_wrong,
            "proposals": [
                {"key": proposal["key"], "text": proposal["text"], "rows": proposal["shown"]}
                for proposal in self.proposals
            ],
            "notes": list(self.notes),
            "state": self.state,
        }


@dataclass(frozen=True)
class Grid:
    """``totals``: of each column the figures at the foot. ``choice``: where hands are chosen, what
    may be chosen now for the next one, and why the rest may not.
    """

    rows: tuple[GridRow, ...]
    totals: tuple[Mapping[str, Any], ...]
    sum_wrong: bool
    adjusted: bool
    closable: bool
    columns: tuple[Wind | Side, ...]
    leader: str
    mesa: str
    choice: Mapping[str, Any] | None
    paper: str
    shown: Mapping[str, Any]

    def with_typed(self, typed: Mapping[int, Mapping[str, str]]) -> Grid:
        return replace(
            self,
            rows=tuple(replace(row, values=typed.get(row.hand, row.values)) for row in self.rows),
        )

    @property
    def sum(self) -> str:
        return str(self.shown["sum"])

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(
            problem["text"] for problem in self.shown["problems"] if problem["hand"] is None
        )

    @property
    def complete(self) -> bool:
        return not self.shown["missing"]

    @cached_property
    def any_trump(self) -> bool:
        return any(row.fields["trumped"] for row in self.rows)

    @cached_property
    def any_sale(self) -> bool:
        return any(row.fields["buyers"] for row in self.rows)

    @cached_property
    def any_alone(self) -> bool:
        return any(row.fields["alone"] for row in self.rows)

    @cached_property
    def any_partner(self) -> bool:
        return any(row.fields["usual"] for row in self.rows)

    @cached_property
    def any_odd(self) -> bool:
        return any(row.fields["odd"] for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        return {
            **self.shown,
            "rows": {str(row.hand): row.as_json() for row in self.rows},
            "before_rulings": {
                str(total["column"]): {name: total[name] for name in ("sheet", "adjustment")}
                for total in self.totals
            },
            "sum_wrong": self.sum_wrong,
            "closable": self.closable,
            "verdict": self.verdict,
            "choice_words": self.choice,
        }

    @property
    def verdict(self) -> str:
        if not self.complete:
            hands = ", ".join(map(str, self.shown["missing"]))
            return _("Still without points: hand %(hands)s.") % {"hands": hands}
        if not self.closable:
            return _("Every hand is there; what is marked keeps the sheet from being closed.")
        if self.any_alone:
            return _("Every hand is there, and what was counted in each is whole.")
        if self.sum_wrong:
            whole = _(
                "Every hand is there and every difference is ruled: the rows make %(sum)s, not %(expected)s."
            )
        else:
            whole = _("Every hand is there and the sheet adds up: %(sum)s.")
        whole %= {"sum": self.sum, "expected": self.shown["expected_sum"]}
        return f"{whole} {self.mesa}".strip()


def grid_of(table: ScoredTable, paper: str = Sheet.Paper.UNITS) -> Grid:
    scored = table.scored
    ruleset = scored.ruleset
    return Grid(
        rows=tuple(_rows(table, paper)),
        totals=tuple(
            {
                "column": column,
                "sheet": naming.number(scored.sheet[column]),
                "adjustment": naming.number(adjusted, signed=True)
                if (adjusted := scored.adjustments[column])
                else "",
                "total": naming.number(total),
            }
            for column, total in scored.totals.items()
        ),
        sum_wrong=scored.sum != scored.expected_sum,
        adjusted=any(scored.adjustments.values()),
        closable=scored.closable,
        columns=SheetFields(ruleset, scored.settings).columns,
        leader=naming.column_name(ruleset.columns[0]) if ruleset.by_difference else "",
        mesa=big_win(scored),
        choice=_choice(table),
        paper=paper,
        shown=sheet_shown(table.sheet, scored),
    )


def _choice(table: ScoredTable) -> dict[str, Any] | None:
    ruleset = table.scored.ruleset
    if ruleset.order is Order.FIXED:
        return None
    choice = next_choice(ruleset, king_rows(table.rows), table.scored.settings)
    if choice is None or choice.plan.contract is not None:
        return None
    allowed = ", ".join(map(naming.contract_name, choice.allowed)) or naming.NOTHING
    return {
        "hand": choice.plan.number,
        "allowed": _("May be chosen now: %(contracts)s.") % {"contracts": allowed},
        "refused": [say(option.reason) for option in choice.options if option.reason is not None],
    }


def _rows(table: ScoredTable, paper: str) -> Iterator[GridRow]:
    ruleset, settings = table.scored.ruleset, table.scored.settings
    scored = {row.hand: row for row in table.scored.rows}
    ruled = {ruling.hand for ruling in table.rulings}
    fields, leads = SheetFields(ruleset, settings).rows, leads_of(table.scored)
    off = _first_off(table.scored)
    for plan in ruleset.schedule(settings):
        hand = plan.number
        row, result = scored.get(hand), table.rows.get(hand)
        content = result.content if result else None
        values = values_of(content, ruleset, settings, hand=hand, paper=paper)
        problems = [problem for problem in table.scored.problems if problem.hand == hand]
        shown = row_shown(result.version if result else 0, dict(values), row, problems, leads)
        expected = plan.expected if row is None else row.expected
        yield GridRow(
            plan=plan,
            contract=plan.contract if row is None else row.contract or plan.contract,
            fields=fields[hand],
            values=values,
            expected="" if expected is None else naming.number(expected),
            sum_wrong=row is not None and row.sum != row.expected,
            running_wrong=hand == off,
            control=""
            if plan.control is None or ruleset.by_difference
            else naming.number(plan.control),
            state="wrong"
            if shown["problems"]
            else "ruled"
            if hand in ruled
            else "entered"
            if row
            else "",
            shown=shown,
        )


def _first_off(scored: ScoredSheet) -> int | None:
    """The hand after which the control total is off, where no hand before it is missing."""
    rows, expected = {row.hand: row for row in scored.rows}, Fraction(0)
    for plan in scored.ruleset.schedule(scored.settings):
        row = rows.get(plan.number)
        if row is None:
            return None
        expected += row.expected
        if row.running != expected:
            return row.hand
    return None


MOST_PROPOSALS = 3
"""More than these beside one row are no help."""


def advised_grid(table: ScoredTable, paper: str = Sheet.Paper.UNITS) -> Grid:
    ruleset, settings = table.scored.ruleset, table.scored.settings
    grid, rows = grid_of(table, paper), king_rows(table.rows)
    ruled = {ruling.hand for ruling in table.rulings}
    found = suggest_sheet(ruleset, rows, settings)
    notes = {
        row.hand: tuple(say(note.phrase) for note in notes_of(ruleset, row, settings))
        for row in rows
        if row.hand not in ruled
    } | {hand: (capfirst(average_in_words(average)),) for hand, average in table.averages.items()}

    def proposals(hand: int) -> tuple[dict[str, Any], ...]:
        hints = [hint for hint in found.get(hand, ()) if hint.rows][:MOST_PROPOSALS]
        return tuple(_proposal(table, hand, hint, paper) for hint in hints)

    return replace(
        grid,
        rows=tuple(
            replace(row, proposals=proposals(row.hand))
            if row.state == "wrong"
            else replace(row, notes=notes.get(row.hand, ()))
            for row in grid.rows
        ),
    )


def find_proposal(table: ScoredTable, key: str) -> dict[str, Any] | None:
    proposals = [proposal for row in advised_grid(table).rows for proposal in row.proposals]
    return next((proposal for proposal in proposals if proposal["key"] == key), None)


def _proposal(table: ScoredTable, hand: int, suggestion: Suggestion, paper: str) -> dict[str, Any]:
    """A likely slip in words, and the fields of the rows without it: ``rows`` counted, ``shown`` as
    the paper has them. ``key`` finds it again.
    """
    ruleset, settings = table.scored.ruleset, table.scored.settings
    rows = {row.hand: values_of(row.as_json(), ruleset) for row in suggestion.rows}
    shown = {
        str(row.hand): values_of(row.as_json(), ruleset, settings, hand=row.hand, paper=paper)
        for row in suggestion.rows
    }
    facts = json.dumps([suggestion.code, rows], sort_keys=True)
    return {
        "key": f"{hand}-{hashlib.sha256(facts.encode()).hexdigest()[:12]}",
        "text": say(suggestion.phrase),
        "rows": rows,
        "shown": shown,
        "fields_json": json.dumps(shown),
    }
