"""Results of every table on the same board, wind by wind, and teams' two tables against one another (§6, R11).

All Norths held the same thirteen cards, so their points on a hand compare; and so for each wind (§6). Where the order
is chosen, one board may be played as different hands: only results of the same hand compare, so a board then has a
field for each of them.

A fouled board compares with nothing (§3.4), nor does a row that does not add up; neither is in the figures of a field,
both are listed with their mark. The means of a field add up to what the row should, because every row in it does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from king.cards import Side
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.sheet.points import Column, place_row
from king.sheet.row import Row
from king.sheet.rulings import Ruling, RulingKind
from king.standings.matchpoints import ranks
from king.words import Phrase


class Mark(StrEnum):
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
    table: int
    scored: ScoredSheet
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table's points on one board; ``declarer`` bought the hand, chose it, else dealt."""

    table: int
    row: Row
    points: Mapping[Column, Fraction]
    mark: Mark
    compares: bool
    declarer: Column | None = None
    explanation: tuple[Phrase, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "table": self.table,
            "points": {str(column): str(points) for column, points in self.points.items()},
            "mark": str(self.mark),
            "compares": self.compares,
        }


@dataclass(frozen=True, slots=True)
class Figures:
    count: int
    mean: Fraction
    best: Fraction
    worst: Fraction

    @property
    def spread(self) -> Fraction:
        return self.best - self.worst

    def as_json(self) -> dict[str, object]:
        numbers = {"mean": self.mean, "best": self.best, "worst": self.worst, "spread": self.spread}
        return {"count": self.count} | {name: str(value) for name, value in numbers.items()}


@dataclass(frozen=True, slots=True)
class Field:
    """The results of one board played as one hand, by table; ``figures`` by column, empty where none compares."""

    contract: Contract | None
    results: tuple[TableResult, ...]
    figures: Mapping[Column, Figures]

    @property
    def is_compared(self) -> bool:
        """A result alone is neither good nor bad."""
        return any(figures.count > 1 for figures in self.figures.values())

    def is_best(self, result: TableResult, column: Column) -> bool:
        figures = self.figures.get(column)
        return result.compares and figures is not None and figures.spread > 0 and result.points[column] == figures.best

    def difference(self, result: TableResult, column: Column) -> Fraction | None:
        return result.points[column] - self.figures[column].mean if result.compares else None

    def places(self, column: Column) -> dict[int, int]:
        compared = [result for result in self.results if result.compares]
        found = ranks([result.points[column] for result in compared])
        return {result.table: place for result, place in zip(compared, found, strict=True)}

    def as_json(self) -> dict[str, object]:
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

    def at_table(self, number: int) -> Iterator[tuple[Field, TableResult]]:
        for field in self.fields:
            yield from ((field, result) for result in field.results if result.table == number)

    def as_json(self) -> dict[str, object]:
        fields = [field.as_json() for field in self.fields]
        return {"board": self.hand, "compared_by": self.compared_by, "fields": fields}


def compare(sheets: Iterable[PlayedSheet]) -> tuple[BoardComparison, ...]:
    """In order of the boards; the sheets are all of one system and one round."""
    rows: dict[int, list[tuple[PlayedSheet, ScoredRow]]] = {}
    for sheet in sorted(sheets, key=lambda played: played.table):
        for row in sheet.scored.rows:
            rows.setdefault(row.hand, []).append((sheet, row))
    return tuple(BoardComparison(hand, _fields(rows[hand])) for hand in sorted(rows))


def _fields(rows: list[tuple[PlayedSheet, ScoredRow]]) -> tuple[Field, ...]:
    """The most played hand first; equals in the order in which the tables come."""
    by_contract: dict[str | None, list[tuple[PlayedSheet, ScoredRow]]] = {}
    for sheet, row in rows:
        by_contract.setdefault(None if row.contract is None else row.contract.code, []).append((sheet, row))
    fields = [_field(results) for results in by_contract.values()]
    return tuple(sorted(fields, key=lambda field: -len(field.results)))


def _field(rows: list[tuple[PlayedSheet, ScoredRow]]) -> Field:
    contract = rows[0][1].contract
    compared = [row.points for sheet, row in rows if _compares(sheet, row)]
    figures = {column: _figures([points[column] for points in compared]) for column in compared[0]} if compared else {}
    means = {column: figure.mean for column, figure in figures.items()}
    results = tuple(
        TableResult(
            sheet.table, row.row, row.points, _mark(sheet, row, means), _compares(sheet, row),
            _declarer(sheet.scored, row.row), row.explanation,
        )
        for sheet, row in rows
    )  # fmt: skip
    return Field(contract, results, figures)


def _declarer(scored: ScoredSheet, row: Row) -> Column | None:
    buyer = None if row.sale is None else scored.ruleset.column(row.sale.buyer)
    return buyer or place_row(scored.ruleset, row, scored.settings).chooser


def _figures(points: list[Fraction]) -> Figures:
    return Figures(len(points), sum(points, Fraction(0)) / len(points), max(points), min(points))


def _compares(sheet: PlayedSheet, row: ScoredRow) -> bool:
    """Points of the cards: not of a fouled board, and of a row that adds up."""
    unsound = row.contract is None or any(problem.hand == row.hand for problem in sheet.scored.problems)
    return not unsound and not any(_is_fouled(ruling, row.hand) for ruling in sheet.rulings)


def _is_about(ruling: Ruling, sheet: PlayedSheet, hand: int) -> bool:
    """An illegal play changes every row of the same cards (O15)."""
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


Scale = Sequence[tuple[int, int]]
"""Steps of a conversion: from so many points of difference up, so many match points; in rising order."""


def converted(difference: Fraction, scale: Scale) -> Fraction:
    """The match points of a difference, its sign kept; the difference itself where there is no scale.

    >>> [str(converted(Fraction(points), [(100, 1), (300, 2)])) for points in (90, 100, -350)]
    ['0', '1', '-2']
    """
    if not scale:
        return difference
    points = max((worth for least, worth in scale if abs(difference) >= least), default=0)
    return Fraction(points if difference >= 0 else -points)


@dataclass(frozen=True, slots=True)
class TableOfMatch:
    """A table of a match: which team's pair sits on each side, and its totals (None: the sheet is not in)."""

    table: int
    teams: Mapping[Side, str]
    totals: Mapping[Side, Fraction] | None


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams at their tables; ``results`` by team, None while a sheet is missing. ``number`` is the first table."""

    number: int
    tables: tuple[int, ...]
    results: Mapping[str, Fraction | None]


def matches(tables: Iterable[TableOfMatch], scale: Scale = ()) -> tuple[Match, ...]:
    """The matches that the tables make, in order: those where the same two teams sit belong together.

    A team's result is the sum of what its two pairs made: contracts may differ from table to table, so only totals
    compare. With a ``scale`` the sum is converted; the source has none, so none is the default. The opponents' result
    is the negative, but for penalties: who errs pays, and the other team is not given what he lost.
    One table alone, the other never played, is no result.
    """
    found: dict[frozenset[str], list[TableOfMatch]] = {}
    for table in sorted(tables, key=lambda seated: seated.table):
        found.setdefault(frozenset(table.teams.values()), []).append(table)
    return tuple(_match(played, scale) for played in found.values())


def _match(played: Sequence[TableOfMatch], scale: Scale) -> Match:
    results: dict[str, Fraction | None] = {}
    for team in played[0].teams.values():
        made = [
            table.totals[side] if table.totals is not None else None
            for table in played
            for side, sitting in table.teams.items()
            if sitting == team
        ]
        whole = len(made) > 1 and None not in made
        total = sum((points for points in made if points is not None), Fraction(0))
        results[team] = converted(total, scale) if whole else None
    return Match(played[0].table, tuple(table.table for table in played), results)


def usual_method(rules: RuleSet, plays_boards: bool, tables: int | None = None) -> str:
    """A code of ``king.standings.matchpoints.METHODS``: by wind with boards, by table where each dealt its own.

    Teams and soloists rank by what they made (R11, R12), which all of theirs compares. A single one of the ``tables``
    has nobody of the same wind to compare with: it ranks within itself, boards or not.
    """
    if rules.sides == "teams" or rules.scoring is Scoring.SOLOIST:
        return "raw"
    return "places" if plays_boards and tables != 1 else "tables"


def one_field(rules: RuleSet, plays_boards: bool) -> bool:
    return rules.sides == "teams" or (rules.scoring is Scoring.SOLOIST and not plays_boards)
