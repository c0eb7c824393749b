"""What the desk says beside a row: a slip that would explain it, to be put right with one click, and what to know."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import capfirst

from king.notes import notes_of
from king.rulesets import RuleSet, Settings
from king.suggestions import Suggestion, suggest_sheet
from king_tournament.desk.sheet_grid import Grid, grid_of
from king_tournament.desk.sheet_values import values_of
from printing import wording
from printing.ruling_words import average_in_words
from scoring.models import Sheet
from scoring.reading import ScoredTable, king_rows, rules_at

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
        rows = {str(hand): dict(each) for hand, each in self.shown.items()}
        return {"key": self.key, "text": self.text, "rows": rows}


def advised_grid(table: ScoredTable, paper: str = Sheet.Paper.UNITS) -> Grid:
    """The sheet with a proposal or a note beside the rows that have one."""
    ruleset, settings = rules_at(table.sheet)
    grid, rows = grid_of(table, paper), king_rows(table.rows)
    ruled = {ruling.hand for ruling in table.rulings if ruling.hand is not None}
    found = suggest_sheet(ruleset, rows, settings)
    notes = {
        row.hand: tuple(wording.phrase(note.phrase) for note in notes_of(ruleset, row, settings))
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
    return next((each for row in advised_grid(table).rows for each in row.proposals if each.key == key), None)


def _proposals(
    ruleset: RuleSet, settings: Settings, hand: int, found: tuple[Suggestion, ...], paper: str
) -> tuple[Proposal, ...]:
    return tuple(_proposal(ruleset, settings, hand, each, paper) for each in found if each.rows)[:MOST_PROPOSALS]


def _proposal(ruleset: RuleSet, settings: Settings, hand: int, suggestion: Suggestion, paper: str) -> Proposal:
    rows = {row.hand: values_of(row.as_json(), ruleset) for row in suggestion.rows}
    shown = {
        row.hand: values_of(row.as_json(), ruleset, settings, hand=row.hand, paper=paper) for row in suggestion.rows
    }
    mark = hashlib.sha256(json.dumps([suggestion.code, rows], sort_keys=True).encode()).hexdigest()[:12]
    return Proposal(f"{hand}-{mark}", wording.phrase(suggestion.phrase), rows, shown)
