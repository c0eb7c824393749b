"""A sheet for programs: rows with their versions, points exact, sentences in the reader's language."""

from __future__ import annotations

from typing import Any

from printing import wording
from scoring.models import Ruling, Sheet
from scoring.reading import ScoredTable, king_form, scored_table


def sheet_facts(scored: ScoredTable, standing: int | None = None) -> dict[str, Any]:
    """The table's sheet as ``shapes.SheetShape`` writes it; no query."""
    sheet = scored.scored
    rows = {row.hand: row for row in sheet.rows}
    present = {hand for hand, result in scored.rows.items() if result.content is not None}
    return {
        "round": scored.table.round.number,
        "table": scored.table.number,
        "standing": standing,
        "state": scored.sheet.state,
        "first_dealer": scored.sheet.first_dealer or None,
        "rows": [_row(hand, scored, rows.get(hand)) for hand in sorted(scored.rows)],
        "missing": [hand for hand in range(1, sheet.ruleset.length + 1) if hand not in present],
        "sheet": sheet.sheet,
        "adjustments": sheet.adjustments,
        "totals": sheet.totals,
        "sum": sheet.sum,
        "expected_sum": sheet.expected_sum,
        "problems": [
            {"code": each.code, "hand": each.hand, "message": wording.phrase(each.phrase), "ruled": each.ruled}
            for each in sheet.problems
        ],
        "rulings": [_ruling(ruling, scored) for ruling in scored.rulings],
        "complete": sheet.complete,
        "closable": sheet.closable,
    }


def _ruling(ruling: Ruling, scored: ScoredTable) -> dict[str, Any]:
    """The effect of an average with the plain figures that it is now."""
    figures = {key: value for key, value in king_form(ruling, scored.averages).items() if key == "points"}
    return {
        "kind": ruling.kind, "hand": ruling.hand, "offender": ruling.offender, "effect": ruling.effect | figures,
        "article": ruling.article, "reason": ruling.reason,
    }  # fmt: skip


def current_facts(sheet: Sheet) -> dict[str, Any]:
    """The sheet as it stands now. Six queries."""
    return sheet_facts(scored_table(sheet))


def _row(hand: int, scored: ScoredTable, row: Any) -> dict[str, Any]:
    result = scored.rows[hand]
    facts: dict[str, Any] = {"hand": hand, "version": result.version, "written": result.content}
    if row is None:
        return {**facts, "points": None, "sum": None, "expected": None, "running": None, "explanation": []}
    return {
        **facts,
        "points": row.points,
        "sum": row.sum,
        "expected": row.expected,
        "running": row.running,
        "explanation": [wording.phrase(phrase) for phrase in row.explanation],
    }
