"""A score sheet as the desk types it: a row for each hand, what stands there, what it comes to, what is advised.

The page and its script are given the same figures, as text in the reader's language; neither of them knows a rule.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from king.cards import Side, Wind
from king.rulesets.base import HandPlan, Order, RuleSet
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.choice import next_choice
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.sheet.row import Problem
from king.sheet.second_look import notes_of
from king.sheet.suggestions import Suggestion, suggest_sheet
from king_tournament.sheet.fields import RowFields, SheetFields, values_of
from king_tournament.sheet.state import row_shown, sheet_shown
from scoring.models import Sheet
from scoring.scored_sheets import ScoredTable, king_rows, rules_at
from wording import figures, naming
from wording.regulation import average_in_words
from wording.sentences import say


@dataclass(frozen=True)
class Cell:
    """What a row is worth in a column."""

    column: Wind | Side
    points: str

    @property
    def field(self) -> str:
        """The column's name."""
        return str(self.column)

    @property
    def letter(self) -> str:
        """The letter of its badge."""
        return naming.column_letters(self.column)


@dataclass(frozen=True)
class GridRow:
    """One hand of the sheet. ``values`` are what stands in its fields, ``state`` empty, entered, wrong or ruled.

    ``proposals`` and ``notes`` come from ``row_advice``.
    """

    plan: HandPlan
    contract: Contract | None
    fields: RowFields
    cells: tuple[Cell, ...]
    values: Mapping[str, str]
    version: int
    sum: str
    expected: str
    sum_wrong: bool
    running: str
    running_wrong: bool
    control: str
    state: str
    shown: Mapping[str, Any]
    proposals: tuple[Any, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def hand(self) -> int:
        """Its number."""
        return self.plan.number

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with it, in sentences."""
        return tuple(problem["text"] for problem in self.shown["problems"])

    @property
    def title(self) -> str:
        """The contract in words; a hand whose contract is chosen has a number alone."""
        return naming.contract_name(self.contract) if self.contract else _("Hand %(hand)s") % {"hand": self.hand}

    @property
    def field_prefix(self) -> str:
        """What the names of its fields begin with."""
        return f"h{self.hand}-"

    def with_typed(self, values: Mapping[str, str]) -> GridRow:
        """The row with what was typed in its fields."""
        return replace(self, values=values)

    def as_json(self) -> dict[str, Any]:
        """What the page's script shows after a save."""
        return {
            **self.shown,
            "sum_wrong": self.sum_wrong,
            "running": self.running,
            "running_wrong": self.running_wrong,
            "proposals": [proposal.as_json() for proposal in self.proposals],
            "notes": list(self.notes),
            "state": self.state,
        }


@dataclass(frozen=True)
class Total:
    """A column's figures at the foot of the sheet."""

    column: Wind | Side
    sheet: str
    adjustment: str
    total: str

    @property
    def letter(self) -> str:
        """The letter of its badge."""
        return naming.column_letters(self.column)


@dataclass(frozen=True)
class Choosing:
    """The next hand, where hands are chosen: what may be chosen now, and why the rest may not."""

    hand: int
    allowed: tuple[str, ...]
    refused: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """What the page's script shows."""
        return {"hand": self.hand, "allowed": self.allowed_words, "refused": list(self.refused)}

    @property
    def allowed_words(self) -> str:
        """What may be chosen, in a sentence."""
        return _("May be chosen now: %(contracts)s.") % {"contracts": ", ".join(self.allowed) or figures.NOTHING}


@dataclass(frozen=True)
class Grid:
    """The whole sheet: its rows, its totals, what is wrong with the sheet as a whole."""

    rows: tuple[GridRow, ...]
    totals: tuple[Total, ...]
    sum: str
    expected_sum: str
    sum_wrong: bool
    adjusted: bool
    problems: tuple[str, ...]
    missing: tuple[int, ...]
    closable: bool
    columns: tuple[Wind | Side, ...]
    leader: str
    mesa: str
    choice: Choosing | None
    paper: str
    shown: Mapping[str, Any]

    def with_typed(self, typed: Mapping[int, Mapping[str, str]]) -> Grid:
        """The grid with what was typed in rows that were not taken, instead of what stands there."""
        if not typed:
            return self
        rows = [row if row.hand not in typed else row.with_typed(typed[row.hand]) for row in self.rows]
        return replace(self, rows=tuple(rows))

    @property
    def complete(self) -> bool:
        """Whether every hand is there."""
        return not self.missing

    @property
    def wrong(self) -> tuple[GridRow, ...]:
        """The rows that keep the sheet from being closed."""
        return tuple(row for row in self.rows if row.state == "wrong")

    @cached_property
    def any_trump(self) -> bool:
        """Whether any hand names a trump, so that the column is worth its place."""
        return any(row.fields.trumped for row in self.rows)

    @cached_property
    def any_sale(self) -> bool:
        """Whether any hand may be sold."""
        return any(row.fields.buyers for row in self.rows)

    @cached_property
    def any_alone(self) -> bool:
        """Whether one plays with a dummy against the others, so that the columns change from set to set."""
        return any(row.fields.alone for row in self.rows)

    @cached_property
    def any_partner(self) -> bool:
        """Whether hands say with whom their chooser plays."""
        return any(row.fields.usual for row in self.rows)

    @cached_property
    def any_odd(self) -> bool:
        """Whether a hand has a field for what happens now and then."""
        return any(row.fields.odd for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        """What the page's script shows after a save."""
        return {
            **self.shown,
            "rows": {str(row.hand): row.as_json() for row in self.rows},
            "before_rulings": {
                str(total.column): {"sheet": total.sheet, "adjustment": total.adjustment} for total in self.totals
            },
            "sum_wrong": self.sum_wrong,
            "closable": self.closable,
            "verdict": self.verdict,
            "choice": None if self.choice is None else self.choice.as_json(),
        }

    def as_figures(self) -> dict[str, Any]:
        """The sums alone, beside a reading that must not show anything else."""
        names = ("sum", "sum_wrong", "running", "running_wrong")
        rows = {str(row.hand): {name: getattr(row, name) for name in names} for row in self.rows}
        return {"rows": rows, "totals": {str(total.column): total.sheet for total in self.totals},
                "sum": self.sum, "sum_wrong": self.sum_wrong}  # fmt: skip

    @property
    def verdict(self) -> str:
        """How the sheet stands, in a sentence."""
        if self.missing:
            hands = ", ".join(map(str, self.missing))
            return _("Still to be entered: hand %(hands)s.") % {"hands": hands}
        if not self.closable:
            return _("Every hand is there; what is marked keeps the sheet from being closed.")
        if self.any_alone:
            return _("Every hand is there, and what was counted in each is whole.")
        if self.sum_wrong:
            whole = _("Every hand is there and every difference is ruled: the rows make %(sum)s, not %(expected)s.")
        else:
            whole = _("Every hand is there and the sheet adds up: %(sum)s.")
        whole %= {"sum": self.sum, "expected": self.expected_sum}
        return f"{whole} {self.mesa}".strip()


def grid_of(table: ScoredTable, paper: str = Sheet.Paper.UNITS) -> Grid:
    """The sheet of a table, ready for the page; its fields hold what its paper has, units or points."""
    ruleset, settings = rules_at(table.sheet)
    scored = table.scored
    rows = tuple(_rows(table, ruleset, settings, paper))
    entered = {row.hand for row in scored.rows}
    whole_sheet = tuple(problem for problem in scored.problems if problem.hand is None and not problem.ruled)
    return Grid(
        rows=rows,
        totals=tuple(
            Total(
                column,
                figures.number(scored.sheet[column]),
                figures.number(scored.adjustments[column], signed=True) if scored.adjustments[column] else "",
                figures.number(scored.totals[column]),
            )
            for column in scored.totals
        ),
        sum=figures.number(scored.sum),
        expected_sum=figures.number(scored.expected_sum),
        sum_wrong=scored.sum != scored.expected_sum,
        adjusted=any(scored.adjustments.values()),
        problems=tuple(say(problem.phrase) for problem in whole_sheet),
        missing=tuple(row.hand for row in rows if row.hand not in entered),
        closable=scored.closable,
        columns=SheetFields(ruleset, settings).columns,
        leader=naming.column_name(ruleset.columns[0]) if ruleset.by_difference else "",
        mesa=_mesa(scored),
        choice=_choosing(table, ruleset, settings),
        paper=paper,
        shown=sheet_shown(scored),
    )


def _mesa(scored: ScoredSheet) -> str:
    """A difference so large that the match is a "Mesa" (R10)."""
    if not scored.big_win:
        return ""
    winner = max(scored.totals, key=lambda column: scored.totals[column])
    return _("Mesa for %(side)s: %(points)s.") % {
        "side": naming.column_name(winner), "points": figures.number(scored.totals[winner])
    }  # fmt: skip


def _choosing(table: ScoredTable, ruleset: RuleSet, settings: Settings) -> Choosing | None:
    if ruleset.order is Order.FIXED:
        return None
    choice = next_choice(ruleset, king_rows(table.rows), settings)
    if choice is None or choice.plan.contract is not None:
        return None
    allowed = tuple(naming.contract_name(contract) for contract in choice.allowed)
    refused = tuple(say(option.reason) for option in choice.options if option.reason is not None)
    return Choosing(choice.plan.number, allowed, refused)


def _rows(table: ScoredTable, ruleset: RuleSet, settings: Settings, paper: str) -> Iterable[GridRow]:
    scored = {row.hand: row for row in table.scored.rows}
    ruled = {ruling.hand for ruling in table.rulings if ruling.hand is not None}
    fields = SheetFields(ruleset, settings).rows
    expected, unbroken, lead, off = Fraction(0), True, Fraction(0), False
    for plan in ruleset.schedule(settings):
        row = scored.get(plan.number)
        unbroken = unbroken and row is not None
        expected += row.expected if row is not None else 0
        problems = [problem for problem in table.scored.problems if problem.hand == plan.number]
        lead += row.points[ruleset.columns[0]] if row is not None else 0
        was_off, off = off, off or (unbroken and row is not None and row.running != expected)
        yield _row(
            table, ruleset, plan, fields[plan.number], row, problems,
            values=_values(table, plan, ruleset, settings, paper),
            running=None if row is None else lead if ruleset.by_difference else row.running,
            running_wrong=off and not was_off,
            ruled=plan.number in ruled,
        )  # fmt: skip


def _values(table: ScoredTable, plan: HandPlan, ruleset: RuleSet, settings: Settings, paper: str) -> Mapping[str, str]:
    result = table.rows.get(plan.number)
    return values_of(result.content if result else None, ruleset, settings, hand=plan.number, paper=paper)


def _row(
    table: ScoredTable,
    ruleset: RuleSet,
    plan: HandPlan,
    fields: RowFields,
    row: ScoredRow | None,
    problems: Sequence[Problem],
    *,
    values: Mapping[str, str],
    running: Fraction | None,
    running_wrong: bool,
    ruled: bool,
) -> GridRow:
    result = table.rows.get(plan.number)
    contract = plan.contract if row is None else row.contract or plan.contract
    version, total = result.version if result else 0, figures.number(row.sum) if row else ""
    shown = row_shown(version, dict(values), row, problems, total)
    state = "wrong" if shown["problems"] else "ruled" if ruled else "entered" if row else ""
    return GridRow(
        plan=plan,
        contract=contract,
        fields=fields,
        cells=tuple(
            Cell(column, figures.number(row.points[column]) if row else "") for column in ruleset.columns
        ),
        values=values,
        version=version,
        sum=total,
        expected=figures.number(row.expected if row else plan.expected) if row or plan.expected is not None else "",
        sum_wrong=row is not None and row.sum != row.expected,
        running=figures.number(running, signed=ruleset.by_difference) if running is not None else "",
        running_wrong=running_wrong,
        control=figures.number(plan.control) if plan.control is not None and not ruleset.by_difference else "",
        state=state,
        shown=shown,
    )  # fmt: skip


MOST_PROPOSALS = 3
"""More than these beside one row are no help."""


@dataclass(frozen=True)
class Proposal:
    """A likely slip in words, and what the fields of the rows would say without it. ``key`` finds it again.

    ``rows`` are counted, ``shown`` as the paper has them.
    """

    key: str
    text: str
    rows: Mapping[int, Mapping[str, str]]
    shown: Mapping[int, Mapping[str, str]]

    @property
    def fields_json(self) -> str:
        """The rows for the button, as the script reads them."""
        return json.dumps(self.as_json()["rows"])

    def as_json(self) -> dict[str, Any]:
        """What the page's script puts into the rows."""
        rows = {str(hand): dict(row) for hand, row in self.shown.items()}
        return {"key": self.key, "text": self.text, "rows": rows}


def advised_grid(table: ScoredTable, paper: str = Sheet.Paper.UNITS) -> Grid:
    """The sheet with a proposal or a note beside the rows that have one."""
    ruleset, settings = rules_at(table.sheet)
    grid, rows = grid_of(table, paper), king_rows(table.rows)
    ruled = {ruling.hand for ruling in table.rulings if ruling.hand is not None}
    found = suggest_sheet(ruleset, rows, settings)
    notes = {
        row.hand: tuple(say(note.phrase) for note in notes_of(ruleset, row, settings))
        for row in rows
        if row.hand not in ruled
    } | {hand: (capfirst(average_in_words(average)),) for hand, average in table.averages.items()}
    return replace(grid, rows=tuple(
        replace(
            row,
            proposals=_proposals(ruleset, settings, row.hand, found.get(row.hand, ()), paper)
            if row.state == "wrong" else (),
            notes=notes.get(row.hand, ()) if row.state != "wrong" else (),
        )
        for row in grid.rows
    ))  # fmt: skip


def find_proposal(table: ScoredTable, key: str) -> Proposal | None:
    """The proposal that a button of the page means; None where the row no longer calls for it."""
    return next(
        (proposal for row in advised_grid(table).rows for proposal in row.proposals if proposal.key == key), None
    )


def _proposals(
    ruleset: RuleSet, settings: Settings, hand: int, found: tuple[Suggestion, ...], paper: str
) -> tuple[Proposal, ...]:
    return tuple(_proposal(ruleset, settings, hand, hint, paper) for hint in found if hint.rows)[:MOST_PROPOSALS]


def _proposal(ruleset: RuleSet, settings: Settings, hand: int, suggestion: Suggestion, paper: str) -> Proposal:
    rows = {row.hand: values_of(row.as_json(), ruleset) for row in suggestion.rows}
    shown = {
        row.hand: values_of(row.as_json(), ruleset, settings, hand=row.hand, paper=paper) for row in suggestion.rows
    }
    mark = hashlib.sha256(json.dumps([suggestion.code, rows], sort_keys=True).encode()).hexdigest()[:12]
    return Proposal(f"{hand}-{mark}", say(suggestion.phrase), rows, shown)
