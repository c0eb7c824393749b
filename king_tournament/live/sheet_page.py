"""A table's sheet as it is read by everybody: what was counted, what it came to, why, and what was ruled."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from king.cards import SIDES, WINDS, Side, Suit, Wind
from king.rulesets.base import HandPlan, RuleSet, Scoring
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from scoring.models import Ruling
from scoring.scored_sheets import Average, ScoredTable
from wording import figures, naming
from wording.regulation import effect_in_words, offenders_in_words
from wording.results import big_win, declaration, without_trump
from wording.sentences import problem_line, say

Column = Wind | Side


def sheet_page(scored: ScoredTable) -> dict[str, Any]:
    """The table of a posted partita as scored; no query. ``mesa`` is a big win, in words."""
    sheet = scored.scored
    return {
        "scored": scored,
        "columns": sheet.ruleset.columns,
        "lines": lines_of(sheet, {ruling.hand for ruling in scored.rulings}),
        "rulings": [ruling_line(ruling, scored.averages.get(ruling.hand or 0)) for ruling in scored.rulings],
        "problems": [problem_line(problem) for problem in sheet.problems],
        "leader": leader_of(sheet),
        "mesa": big_win(sheet),
        # Where each wind has a column, its shade can say who dealt.
        "by_wind": all(isinstance(column, Wind) for column in sheet.ruleset.columns),
        # Where one plays with a dummy and scores alone, a sum over the players says nothing.
        "soloists": sheet.ruleset.scoring is Scoring.SOLOIST,
        "adjusted": any(sheet.adjustments.values()),
    }


def lines_of(sheet: ScoredSheet, ruled: Collection[int | None]) -> list[dict[str, Any]]:
    """Every row of the sheet, those too that nobody has written; ``ruled`` are the hands that a decision covers.

    Of a row: ``cells`` are column, units and points, one for each column; ``shaded`` is who deals, or the soloist;
    ``expected`` what the row should make; figures are None where nothing was written.
    """
    rows = {row.hand: row for row in sheet.rows}
    lines = [
        _line(plan, rows.get(plan.number), sheet.ruleset, plan.number in ruled)
        for plan in sheet.ruleset.schedule(sheet.settings)
    ]
    if leader_of(sheet):
        # What one side gains the other loses, so that a row makes nothing: the first side's lead is the running figure.
        lead = Fraction(0)
        for line in lines:
            _column, _units, points = line["cells"][0]
            lead += points or 0
            line["running"] = None if points is None else lead
    return lines


def leader_of(sheet: ScoredSheet) -> str:
    """The side whose lead is the running figure, where differences count; nothing where rows have a sum."""
    return naming.column_name(sheet.ruleset.columns[0]) if sheet.ruleset.by_difference else ""


def _line(plan: HandPlan, row: ScoredRow | None, rules: RuleSet, ruled: bool) -> dict[str, Any]:
    columns, alone = rules.columns, rules.scoring is Scoring.SOLOIST
    contract = row.contract if row is not None and row.contract is not None else plan.contract
    return {
        "number": plan.number,
        "name": naming.contract_name(contract) if contract is not None else figures.NOTHING,
        "dealer": plan.dealer,
        "shaded": plan.chooser if alone and isinstance(plan.chooser, Wind) else plan.dealer,
        "cells": cells_of(row, columns),
        "trump": trump_of(row),
        "extra": " · ".join(filter(None, (naming.played_with(plan), extra_of(row), _counted_beside(row, columns)))),
        "sum": row.sum if row is not None else None,
        "running": row.running if row is not None else None,
        "why": tuple(map(say, row.explanation)) if row is not None else (),
        "ruled": ruled,
        "expected": row.expected if row is not None else None,
    }


def trump_of(row: ScoredRow | None) -> str:
    """The trump suit, to be drawn; nothing where there is none."""
    return row.row.trump if row is not None and row.row.trump in tuple(Suit) else ""


def extra_of(row: ScoredRow | None) -> str:
    """What else was declared, in words: no trump, a sale, the rarer marks."""
    if row is None:
        return ""
    return without_trump(row.row) if trump_of(row) else declaration(row.row)


def cells_of(row: ScoredRow | None, columns: tuple[Column, ...]) -> tuple[tuple[Column, str, Fraction | None], ...]:
    """Units and points of each column; the two winds of a side together where units were counted by wind."""
    if row is None:
        return tuple((column, figures.NOTHING, None) for column in columns)
    return tuple((column, _units(row.row.units, column), row.points.get(column)) for column in columns)


def _units(units: Mapping[str, int], column: Column) -> str:
    if column in units:
        return str(units[column])
    if isinstance(column, Side):
        counted = [str(units[wind]) for wind in column.winds if wind in units]
        return " + ".join(counted) or figures.NOTHING
    return figures.NOTHING


def _counted_beside(row: ScoredRow | None, columns: tuple[Column, ...]) -> str:
    """Counts at places without a column: sides, or the dummy's wind, where only the soloist scores."""
    shown = {str(wind) for column in columns for wind in (column, *(column.winds if isinstance(column, Side) else ()))}
    units = row.row.units if row is not None else {}
    beside = [(place, count) for place, count in units.items() if place not in shown and place in (*WINDS, *SIDES)]
    return naming.counted(beside)


def ruling_line(ruling: Ruling, average: Average | None = None) -> dict[str, Any]:
    """The decision in words; ``average`` is what the other tables make of its hand, where it is worth that."""
    return {
        "kind": str(Ruling.Kind(ruling.kind).label),
        "hand": ruling.hand,
        "offender": offenders_in_words(ruling),
        "effect": effect_in_words(ruling, average=average),
        "article": ruling.article,
        "reason": ruling.reason,
    }
