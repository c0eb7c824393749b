"""A score sheet as a value: its rows scored, its problems, its rulings, its totals (§0).

The public door of scoring: ``score`` for a sheet, ``check_row`` for one row. The steps are in ``king.scoring``
(points), ``king.settlement`` (sales), ``king.checks`` (problems) and ``king.rulings`` (the arbiter).

The sums, in their order: ``sheet`` is each column's points before adjustments and ``sum`` their total, which is
``expected_sum`` for a sheet without errors, whole or not, because only the rows that are there are expected (I4).
``totals`` add the ``adjustments``; ``residual`` is what is left between the totals and the expected sum when
penalties are not counted (I5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from king.checks import check_row, repeated_hand, row_problems, sheet_problems
from king.contracts import Contract
from king.problems import Problem
from king.row import Row, Sale
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.rulings import Ruled, Ruling, RulingKind, apply_rulings
from king.scoring import ZERO, Column, Hand, RowScore, place_row, score_row
from king.words import Phrase, gettext_noop

__all__ = [
    "Problem",
    "Row",
    "Ruling",
    "RulingKind",
    "Sale",
    "ScoredRow",
    "ScoredSheet",
    "check_row",
    "score",
]


@dataclass(frozen=True)
class ScoredRow:
    """One row with its points.

    ``points`` by column, ``sum`` over the columns, ``expected`` what the sum should be, ``running`` the sum of this
    row and those before, ``explanation`` the sentences that say where the points come from.
    """

    hand: int
    contract: Contract | None
    points: Mapping[Column, Fraction]
    sum: Fraction
    expected: Fraction
    running: Fraction
    explanation: tuple[Phrase, ...]
    row: Row

    def as_json(self) -> dict[str, object]:
        """The row in the answer of ``king score``."""
        return {
            "hand": self.hand,
            "contract": self.row.contract if self.contract is None else self.contract.code,
            "points": _numbers(self.points),
            "sum": str(self.sum),
            "expected": str(self.expected),
            "running": str(self.running),
            "explanation": [str(phrase) for phrase in self.explanation],
        }


@dataclass(frozen=True)
class ScoredSheet:
    """A sheet scored: rows in the order of the hands, sums, adjustments, totals and everything that is wrong.

    ``complete``: every hand of the match is there. ``closable``: complete, and a ruling covers every problem.
    """

    ruleset: RuleSet
    settings: Settings
    rows: tuple[ScoredRow, ...]
    sheet: Mapping[Column, Fraction]
    sum: Fraction
    expected_sum: Fraction
    adjustments: Mapping[Column, Fraction]
    residual: Fraction
    totals: Mapping[Column, Fraction]
    problems: tuple[Problem, ...]
    complete: bool

    @property
    def closable(self) -> bool:
        """Whether the sheet may be closed: nothing is missing, nothing is wrong that is not ruled (§3.2)."""
        return self.complete and all(problem.ruled for problem in self.problems)

    @property
    def big_win(self) -> bool:
        """Whether the difference makes a "Mesa", where the system has one (R10)."""
        limit = self.ruleset.big_win
        return limit is not None and any(abs(total) > limit for total in self.totals.values())

    def as_json(self) -> dict[str, object]:
        """The answer of ``king score``: exact numbers as text."""
        answer: dict[str, object] = {
            "rows": [row.as_json() for row in self.rows],
            "sheet": _numbers(self.sheet),
            "sum": str(self.sum),
            "expected_sum": str(self.expected_sum),
            "adjustments": _numbers(self.adjustments),
            "residual": str(self.residual),
            "totals": _numbers(self.totals),
            "problems": [problem.as_json() for problem in self.problems],
            "complete": self.complete,
            "closable": self.closable,
        }
        return answer if self.ruleset.big_win is None else answer | {"big_win": self.big_win}


def score(
    ruleset: RuleSet,
    rows: Iterable[Row],
    rulings: Iterable[Ruling] = (),
    settings: Settings | None = None,
) -> ScoredSheet:
    """Score a sheet, whole or in part; whatever is wrong is in ``problems`` and nothing is raised.

    Of two rows for one hand the first counts. Cost: a sheet of twelve rows in about half a millisecond.
    """
    settings = settings or ruleset.defaults
    hands, problems = _placed(ruleset, rows, settings)
    scores: dict[int, RowScore] = {}
    for number, hand in hands.items():
        problems.extend(row_problems(ruleset, hand, settings))
        scores[number] = score_row(ruleset, hand, settings)
    problems.extend(sheet_problems(ruleset, list(hands.values()), settings))
    ruled = apply_rulings(ruleset, hands, scores, rulings, settings)
    problems.extend(_row_sum_problems(hands, ruled, {p.hand for p in problems if p.code in COUNTING}))
    # Facts that are known cannot be ruled away: a row that is written twice or is no row of the sheet stays open.
    problems = [replace(p, ruled=True) if p.hand in ruled.covered and p.code not in UNRULABLE else p for p in problems]
    problems.sort(key=lambda problem: (problem.hand is None, problem.hand or 0))
    complete = len(hands) >= ruleset.length and all(n in hands for n in range(1, ruleset.length + 1))
    return _totalled(ruleset, settings, hands, ruled, (*problems, *ruled.problems), complete)


COUNTING = frozenset({"units_short", "units_over", "units_missing", "units_range", "wind_unknown", "domino_closers"})
"""Problems of what was counted, which already say why a row's points do not add up."""

UNRULABLE = frozenset({"hand_unknown", "hand_repeated", "row_sum"})
"""Problems that only a correction, or a ruling of a score error, can settle."""


def _placed(ruleset: RuleSet, rows: Iterable[Row], settings: Settings) -> tuple[dict[int, Hand], list[Problem]]:
    """The first row for each hand, in the order of the hands, and a problem for each other."""
    hands: dict[int, Hand] = {}
    problems: list[Problem] = []
    for row in sorted(rows, key=lambda row: row.hand):
        hand = place_row(ruleset, row, settings)
        if row.hand in hands:
            problems.append(repeated_hand(hand))
        else:
            hands[row.hand] = hand
    return hands, problems


def _row_sum_problems(hands: Mapping[int, Hand], ruled: Ruled, counted: set[int | None]) -> list[Problem]:
    """Rows whose points do not add up though nothing is wrong with their counts (I2): fouled boards, mostly."""
    problems = []
    for number in hands:
        row = ruled.scores[number]
        found = sum(row.points.values(), ZERO)
        if found != row.expected and (number not in counted or number in ruled.covered - ruled.frozen):
            fields = {"found": found, "expected": row.expected}
            phrase = Phrase(ROW_SUM, fields)
            ruling = number in ruled.frozen
            problems.append(Problem("row_sum", number, str(row.expected), str(found), phrase, ruled=ruling))
    return problems


def _totalled(
    ruleset: RuleSet,
    settings: Settings,
    hands: Mapping[int, Hand],
    ruled: Ruled,
    problems: tuple[Problem, ...],
    complete: bool,
) -> ScoredSheet:
    rows: list[ScoredRow] = []
    sheet = dict.fromkeys(ruleset.columns, ZERO)
    running = expected_sum = ZERO
    for number, hand in hands.items():
        row = ruled.scores[number]
        row_sum = sum(row.points.values(), ZERO)
        running += row_sum
        expected_sum += row.expected
        for column, points in row.points.items():
            sheet[column] += points
        rows.append(
            ScoredRow(
                number,
                hand.contract,
                row.points,
                row_sum,
                row.expected,
                running,
                tuple(row.explanation),
                hand.row,
            )
        )
    adjustments = {column: ruled.penalties[column] + ruled.charges[column] for column in sheet}
    return ScoredSheet(
        ruleset=ruleset,
        settings=settings,
        rows=tuple(rows),
        sheet=sheet,
        sum=running,
        expected_sum=expected_sum,
        adjustments=adjustments,
        residual=running + sum(ruled.charges.values(), ZERO) - expected_sum,
        totals={column: sheet[column] + adjustments[column] for column in sheet},
        problems=problems,
        complete=complete,
    )


def _numbers(points: Mapping[Column, Fraction]) -> dict[str, str]:
    return {str(column): str(value) for column, value in points.items()}


ROW_SUM = gettext_noop("The points of the row make {found}, not {expected}")
