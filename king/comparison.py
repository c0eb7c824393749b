"""What every table made of the same board, wind by wind: the reason why the cards are dealt beforehand.

All Norths held the same thirteen cards, so their points on a hand compare; and so for each wind (§6). Where the order
is chosen, one board may be played as different hands: only results of the same hand compare, so a board then has a
field for each of them.

A fouled board compares with nothing (§3.4), nor does a row that does not add up; neither is in the figures of a field,
both are listed with their mark. The means of a field add up to what the row should, because every row in it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from king.contracts import Contract
from king.matchpoints import ranks
from king.row import Row
from king.rulings import Ruling, RulingKind
from king.scoring import Column
from king.sheet import ScoredRow, ScoredSheet


class Mark(StrEnum):
    """What a result is: as it was played, or what the arbiter made of it."""

    PLAYED = "played"
    RULED = "ruled"
    """An illegal play, a score error or an adjustment was ruled on this hand."""
    AVERAGED = "averaged"
    """A fouled board that got the mean of the other tables."""
    ASSIGNED = "assigned"
    """A fouled board with points of the arbiter's own."""
    ANNULLED = "annulled"
    """A fouled board that counts nothing."""
    UNSOUND = "unsound"
    """The row has a problem that nobody has ruled on."""


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    """A table's sheet as it was scored, with the rulings that it was scored under."""

    table: int
    scored: ScoredSheet
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table's points on one board; ``compares`` is whether they are in the field's figures."""

    table: int
    row: Row
    points: Mapping[Column, Fraction]
    mark: Mark
    compares: bool

    def as_json(self) -> dict[str, object]:
        """Table, mark and points, exact numbers as text."""
        return {
            "table": self.table,
            "points": {str(column): str(points) for column, points in self.points.items()},
            "mark": str(self.mark),
            "compares": self.compares,
        }


@dataclass(frozen=True, slots=True)
class Figures:
    """A column of a field: how many results, their mean, the best, the worst; ``spread`` is between these two."""

    count: int
    mean: Fraction
    best: Fraction
    worst: Fraction

    @property
    def spread(self) -> Fraction:
        """How far the best is from the worst: 0 where the cards left nothing to win."""
        return self.best - self.worst

    def as_json(self) -> dict[str, object]:
        """The figures, exact numbers as text."""
        numbers = {"mean": self.mean, "best": self.best, "worst": self.worst, "spread": self.spread}
        return {"count": self.count} | {name: str(value) for name, value in numbers.items()}


@dataclass(frozen=True, slots=True)
class Field:
    """The results of one board played as one hand, in the order of the tables.

    ``figures`` by column; empty where no result compares.
    """

    contract: Contract | None
    results: tuple[TableResult, ...]
    figures: Mapping[Column, Figures]

    def difference(self, result: TableResult, column: Column) -> Fraction | None:
        """How much a result is above the mean of its column; None where it does not compare."""
        return result.points[column] - self.figures[column].mean if result.compares else None

    def places(self, column: Column) -> dict[int, int]:
        """The place of each comparable result of the column by table, 1-2-2-4."""
        compared = [result for result in self.results if result.compares]
        found = ranks([result.points[column] for result in compared])
        return {result.table: place for result, place in zip(compared, found, strict=True)}

    def as_json(self) -> dict[str, object]:
        """The field, exact numbers as text; each result with its place and its difference from the mean by column."""
        places = {column: self.places(column) for column in self.figures}
        results = []
        for result in self.results:
            compared = self.figures if result.compares else ()
            results.append(
                result.as_json()
                | {"places": {str(column): places[column][result.table] for column in compared}}
                | {"differences": {str(column): str(self.difference(result, column)) for column in compared}}
            )
        return {
            "contract": None if self.contract is None else self.contract.code,
            "results": results,
            "figures": {str(column): figures.as_json() for column, figures in self.figures.items()},
        }


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """A board with its fields: one where the order is fixed, one for each hand it was played as where it is chosen."""

    hand: int
    fields: tuple[Field, ...]

    @property
    def compared_by(self) -> str:
        """``board`` where two tables played it as the same hand, else ``partita``: then only whole sheets compare."""
        counts = [figures.count for field in self.fields for figures in field.figures.values()]
        return "board" if max(counts, default=0) > 1 else "partita"

    def as_json(self) -> dict[str, object]:
        """The board and its fields, and whether it compares by itself or only within its partita."""
        fields = [field.as_json() for field in self.fields]
        return {"board": self.hand, "compared_by": self.compared_by, "fields": fields}


def compare(sheets: Iterable[PlayedSheet]) -> tuple[BoardComparison, ...]:
    """Every board that some table has a row for, in order; the sheets are all of one system and one round."""
    rows: dict[int, list[tuple[PlayedSheet, ScoredRow]]] = {}
    for sheet in sorted(sheets, key=lambda each: each.table):
        for row in sheet.scored.rows:
            rows.setdefault(row.hand, []).append((sheet, row))
    return tuple(BoardComparison(hand, _fields(rows[hand])) for hand in sorted(rows))


def _fields(rows: list[tuple[PlayedSheet, ScoredRow]]) -> tuple[Field, ...]:
    """The most played hand first; equals in the order in which the tables come."""
    by_contract: dict[str | None, list[tuple[PlayedSheet, ScoredRow]]] = {}
    for sheet, row in rows:
        by_contract.setdefault(None if row.contract is None else row.contract.code, []).append((sheet, row))
    fields = [_field(each) for each in by_contract.values()]
    return tuple(sorted(fields, key=lambda field: -len(field.results)))


def _field(rows: list[tuple[PlayedSheet, ScoredRow]]) -> Field:
    contract = rows[0][1].contract
    compared = [row.points for sheet, row in rows if _compares(sheet, row)]
    figures = {column: _figures([points[column] for points in compared]) for column in compared[0]} if compared else {}
    means = {column: each.mean for column, each in figures.items()}
    results = tuple(
        TableResult(sheet.table, row.row, row.points, _mark(sheet, row, means), _compares(sheet, row))
        for sheet, row in rows
    )
    return Field(contract, results, figures)


def _figures(points: list[Fraction]) -> Figures:
    return Figures(len(points), sum(points, Fraction(0)) / len(points), max(points), min(points))


def _compares(sheet: PlayedSheet, row: ScoredRow) -> bool:
    """Whether these are points of the cards: not of a fouled board, and of a row that adds up."""
    unsound = row.contract is None or any(problem.hand == row.hand for problem in sheet.scored.problems)
    return not unsound and not any(_is_fouled(ruling, row.hand) for ruling in sheet.rulings)


def _is_about(ruling: Ruling, sheet: PlayedSheet, hand: int) -> bool:
    """Whether the ruling changed the row: an illegal play does it to every row of the same cards (O15)."""
    if ruling.kind is RulingKind.WARNING:
        return False
    if ruling.hand == hand:
        return True
    plans = sheet.scored.ruleset.schedule(sheet.scored.settings)
    together = next((plan.together for plan in plans if plan.number == hand), ())
    return ruling.kind is RulingKind.ILLEGAL_PLAY and ruling.hand in together


def _is_fouled(ruling: Ruling, hand: int) -> bool:
    return ruling.kind is RulingKind.FOULED and ruling.hand == hand


def _mark(sheet: PlayedSheet, row: ScoredRow, means: Mapping[Column, Fraction]) -> Mark:
    rulings = [ruling for ruling in sheet.rulings if _is_about(ruling, sheet, row.hand)]
    if any(ruling.kind is RulingKind.FOULED for ruling in rulings):
        if not any(row.points.values()):
            return Mark.ANNULLED
        return Mark.AVERAGED if row.points == means else Mark.ASSIGNED
    if any(problem.hand == row.hand and not problem.ruled for problem in sheet.scored.problems):
        return Mark.UNSOUND
    return Mark.RULED if rulings else Mark.PLAYED
