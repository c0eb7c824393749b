"""A table's sheet as it is read by everybody: what was counted, what it came to, why, and what was ruled."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from king.cards import Suit
from king.rulesets.base import HandPlan, Scoring
from king.sheet import ScoredRow, ScoredSheet
from king.winds import SIDES, WINDS, Side, Wind
from printing import wording
from printing.ruling_words import average_in_words, offenders_in_words, scope_in_words, seats_in_words
from printing.workbook import declared
from scoring.averages import Average
from scoring.models import Ruling
from scoring.reading import ScoredTable

Column = Wind | Side


@dataclass(frozen=True)
class RulingLine:
    """A decision in force, in the arbiter's words."""

    kind: str
    hand: int | None
    offender: str
    effect: str
    article: str
    reason: str


@dataclass(frozen=True)
class SheetLine:
    """A row of the sheet: its plan, and what was written and came of it (None: nothing was).

    ``cells`` are column, units and points, one for each column; ``ruled`` says that a decision covers the row;
    ``shaded`` is who deals, or the soloist where no source says who does; ``expected`` what the row should make.
    """

    number: int
    name: str
    dealer: Wind | None
    shaded: Wind | None
    cells: tuple[tuple[Column, str, Fraction | None], ...]
    trump: str
    extra: str
    sum: Fraction | None
    running: Fraction | None
    why: tuple[str, ...]
    ruled: bool
    expected: Fraction | None = None


@dataclass(frozen=True)
class SheetPage:
    """A table of a posted partita.

    ``leader``: the side whose lead is the running figure, where differences count; ``mesa``: a big win, in words.
    """

    scored: ScoredTable
    columns: tuple[Column, ...]
    lines: tuple[SheetLine, ...]
    rulings: tuple[RulingLine, ...]
    problems: tuple[str, ...]
    leader: str = ""
    mesa: str = ""

    @property
    def by_wind(self) -> bool:
        """Whether each wind has a column, so that its shade can say who dealt."""
        return all(isinstance(column, Wind) for column in self.columns)

    @property
    def soloists(self) -> bool:
        """Whether one plays with a dummy against the others."""
        return any(line.shaded != line.dealer for line in self.lines)

    @property
    def adjusted(self) -> bool:
        """Whether something stands beside the sheet."""
        return any(self.scored.scored.adjustments.values())


def sheet_page(scored: ScoredTable) -> SheetPage:
    """The table as scored; no query."""
    sheet = scored.scored
    return SheetPage(
        scored,
        sheet.ruleset.columns,
        lines_of(sheet, {ruling.hand for ruling in scored.rulings}),
        tuple(ruling_line(ruling, scored.averages.get(ruling.hand or 0)) for ruling in scored.rulings),
        tuple(problem_line(problem) for problem in sheet.problems),
        leader=leader_of(sheet),
        mesa=wording.big_win(sheet),
    )


def lines_of(sheet: ScoredSheet, ruled: Collection[int | None]) -> tuple[SheetLine, ...]:
    """Every row of the sheet, those too that nobody has written; ``ruled`` are the hands that a decision covers."""
    rows = {row.hand: row for row in sheet.rows}
    lines = tuple(
        _line(plan, rows.get(plan.number), sheet.ruleset.columns, plan.number in ruled)
        for plan in sheet.ruleset.schedule(sheet.settings)
    )
    return _with_the_lead(lines) if leader_of(sheet) else lines


def leader_of(sheet: ScoredSheet) -> str:
    """The side whose lead is the running figure, where differences count; nothing where rows have a sum."""
    by_difference = sheet.ruleset.scoring is Scoring.DIFFERENCE
    return wording.column_name(sheet.ruleset.columns[0]) if by_difference else ""


def _with_the_lead(lines: tuple[SheetLine, ...]) -> tuple[SheetLine, ...]:
    """What one side gains the other loses, so that a row makes nothing: the running figure is the first side's lead."""
    lead, found = Fraction(0), []
    for line in lines:
        _column, _units, points = line.cells[0]
        lead += points or 0
        found.append(replace(line, running=None if points is None else lead))
    return tuple(found)


def problem_line(problem: Any) -> str:
    """What is wrong, with its hand, and whether it was ruled."""
    said = wording.phrase(problem.phrase)
    if problem.hand is not None:
        said = _("Hand %(hand)s: %(problem)s") % {"hand": problem.hand, "problem": said}
    return _("%(problem)s (ruled)") % {"problem": said} if problem.ruled else said


def _line(plan: HandPlan, row: ScoredRow | None, columns: tuple[Column, ...], ruled: bool) -> SheetLine:
    contract = row.contract if row is not None and row.contract is not None else plan.contract
    return SheetLine(
        number=plan.number,
        name=wording.contract_name(contract) if contract is not None else wording.NOTHING,
        dealer=plan.dealer,
        shaded=plan.chooser if plan.dealer is None and isinstance(plan.chooser, Wind) else plan.dealer,
        cells=cells_of(row, columns),
        trump=trump_of(row),
        extra=" · ".join(filter(None, (wording.played_with(plan), extra_of(row), _counted_beside(row, columns)))),
        sum=row.sum if row is not None else None,
        running=row.running if row is not None else None,
        why=tuple(map(wording.phrase, row.explanation)) if row is not None else (),
        ruled=ruled,
        expected=row.expected if row is not None else None,
    )


def trump_of(row: ScoredRow | None) -> str:
    """The trump suit, to be drawn; nothing where there is none."""
    return row.row.trump if row is not None and row.row.trump in tuple(Suit) else ""


def extra_of(row: ScoredRow | None) -> str:
    """What else was declared, in words: no trump, a sale, the rarer marks."""
    if row is None:
        return ""
    return declared(replace(row.row, trump=None) if trump_of(row) else row.row) or ""


def cells_of(row: ScoredRow | None, columns: tuple[Column, ...]) -> tuple[tuple[Column, str, Fraction | None], ...]:
    """Units and points of each column; the two winds of a side together where units were counted by wind."""
    if row is None:
        return tuple((column, wording.NOTHING, None) for column in columns)
    return tuple((column, _units(row.row.units, column), row.points.get(column)) for column in columns)


def _units(units: Mapping[str, int], column: Column) -> str:
    if column in units:
        return str(units[column])
    if isinstance(column, Side):
        counted = [str(units[wind]) for wind in column.winds if wind in units]
        return " + ".join(counted) or wording.NOTHING
    return wording.NOTHING


def _counted_beside(row: ScoredRow | None, columns: tuple[Column, ...]) -> str:
    """What was counted at places without a column: sides, or the dummy's wind, where only the soloist scores."""
    shown = {str(wind) for column in columns for wind in (column, *(column.winds if isinstance(column, Side) else ()))}
    units = row.row.units if row is not None else {}
    beside = [(place, count) for place, count in units.items() if place not in shown and place in (*WINDS, *SIDES)]
    return ", ".join(f"{wording.column_name(place)} {count}" for place, count in beside)


def ruling_line(ruling: Ruling, average: Average | None = None) -> RulingLine:
    """The decision in words; ``average`` is what the other tables make of its hand, where it is worth that."""
    return RulingLine(
        kind=str(Ruling.Kind(ruling.kind).label),
        hand=ruling.hand,
        offender=offenders_in_words(ruling),
        effect=_effect_of(ruling, average),
        article=ruling.article,
        reason=ruling.reason,
    )


def _effect_of(ruling: Ruling, average: Average | None) -> str:
    if ruling.is_average:
        return average_in_words(average)
    if ruling.kind == Ruling.Kind.DISQUALIFICATION:
        return scope_in_words(ruling)
    return seats_in_words(ruling) if ruling.kind == Ruling.Kind.SEATS else _effect(ruling.effect.get("points"))


def _effect(points: Any) -> str:
    """The points that a decision gives, ``Nord −5``; nothing where it gives none by itself."""
    if isinstance(points, Mapping):
        shown = (
            f"{wording.column_name(place)} {wording.number(Fraction(str(value)), signed=True)}"
            for place, value in points.items()
        )
        return ", ".join(shown)
    return "" if points is None else wording.number(Fraction(str(points)), signed=True)
