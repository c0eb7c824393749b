"""Comparison of results with the same cards, by wind (§6); the reasons for differences; and the two
tables of teams (R11).

A board has one field for each hand as which it was played. Figures use rows as they were played,
before rulings, so that nobody pays for another table's revoke (§13.3). A fouled board (§3.4) and a
row that does not add up are compared with nothing, and are listed with a mark.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby, product, starmap
from typing import Any, NamedTuple

from king.cards import Side, Wind
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.sheet.plausibility import median
from king.sheet.points import (
    BLIND,
    BONUS,
    BONUS_OF_FEWER,
    NO_BONUS,
    SHARED,
    SLAM,
    SOLD,
    SOLD_NULLS,
    THIRD,
    TURNED,
    ZERO,
    Column,
    Points,
    column_units,
    place_row,
    player_units,
)
from king.sheet.row import Row
from king.sheet.ruling_kinds import KINDS
from king.sheet.rulings import Ruling
from king.standing.tiebreaks import DEFAULT_TIEBREAKS, MATCH_TIEBREAKS, OF_MATCHES
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
    """The row has a problem on which there is no ruling."""


class PlayedSheet(NamedTuple):
    table: int
    scored: ScoredSheet
    rulings: tuple[Ruling, ...] = ()


class TableResult(NamedTuple):
    """One table's points on one board: ``points`` after rulings, and as ``played`` before them.
    ``declarer`` is the column that bought the hand, else chose it, else dealt.
    """

    table: int
    row: Row
    points: Points
    played: Points
    mark: Mark
    compares: bool
    declarer: Column | None = None
    explanation: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    count: int
    mean: Fraction
    best: Fraction
    worst: Fraction

    @property
    def spread(self) -> Fraction:
        return self.best - self.worst


class Field(NamedTuple):
    """Results of one board played as one hand, by table. ``figures`` are by column, empty if no
    result is compared.
    """

    contract: Contract | None
    results: tuple[TableResult, ...]
    figures: Mapping[Column, Figures]

    @property
    def is_compared(self) -> bool:
        """Whether at least two results are compared. A single one is neither good nor bad."""
        return any(figures.count > 1 for figures in self.figures.values())

    def is_best(self, result: TableResult, column: Column) -> bool:
        figures = self.figures.get(column)
        if figures is None or not result.compares:
            return False
        points, played = result.points[column], result.played[column]
        return points == played == figures.best > figures.worst

    def difference(self, result: TableResult, column: Column) -> Fraction | None:
        return result.points[column] - self.figures[column].mean if result.compares else None


class BoardComparison(NamedTuple):
    """A board with its fields. In a fixed order there is one; if hands are chosen, one for each
    contract that was played.
    """

    hand: int
    fields: tuple[Field, ...]

    def at_table(self, number: int) -> Iterator[tuple[Field, TableResult]]:
        for field in self.fields:
            yield from ((field, result) for result in field.results if result.table == number)


def compare(sheets: Iterable[PlayedSheet]) -> tuple[BoardComparison, ...]:
    """Comparisons of all boards, in their order. All sheets are of one system and one round."""
    rows: dict[int, dict[Contract | None, list[tuple[PlayedSheet, ScoredRow]]]] = {}
    for sheet in sorted(sheets, key=lambda played: played.table):
        for row in sheet.scored.rows:
            rows.setdefault(row.hand, {}).setdefault(row.contract, []).append((sheet, row))
    return tuple(
        BoardComparison(
            hand,
            tuple(sorted(starmap(_field, fields.items()), key=lambda field: -len(field.results))),
        )
        for hand, fields in sorted(rows.items())
    )


def _field(contract: Contract | None, rows: list[tuple[PlayedSheet, ScoredRow]]) -> Field:
    compared = [row.played for sheet, row in rows if compares(sheet, row)]
    figures = {}
    for column in compared[0] if compared else ():
        points = [row_points[column] for row_points in compared]
        mean = sum(points, ZERO) / len(points)
        figures[column] = Figures(len(points), mean, max(points), min(points))
    means = {column: figure.mean for column, figure in figures.items()}
    results = []
    for sheet, row in rows:
        scored, sale = sheet.scored, row.row.sale
        buyer = None if sale is None else scored.ruleset.column(sale.buyer)
        declarer = buyer or place_row(scored.ruleset, row.row, scored.settings).chooser
        details = _mark(sheet, row, means), compares(sheet, row), declarer, row.explanation
        results.append(TableResult(sheet.table, row.row, row.points, row.played, *details))
    return Field(contract, tuple(results), figures)


def compares(sheet: PlayedSheet, row: ScoredRow) -> bool:
    """Whether the row can be compared: it is not fouled, and it adds up as it was played. A ruling
    that cannot be applied does not matter.
    """
    if not (sheet.rulings or sheet.scored.problems):
        return row.contract is not None
    fouled = (ruling.hand for ruling in sheet.rulings if ruling.kind.replaces_row)
    wrong = (
        problem.hand
        for problem in sheet.scored.problems
        if not problem.code.startswith(OF_A_RULING)
    )
    return row.contract is not None and row.hand not in {*fouled, *wrong}


OF_A_RULING = "ruling_"
"""Beginning of the codes of a ruling's problems."""


def _is_about(ruling: Ruling, sheet: PlayedSheet, hand: int) -> bool:
    """Whether the ruling is about this hand. A breach of the rules of play is about every row of
    the same cards (O15).
    """
    if ruling.kind.warns:
        return False
    if ruling.hand == hand:
        return True
    plans = sheet.scored.ruleset.schedule(sheet.scored.settings)
    together = next((plan.together for plan in plans if plan.number == hand), ())
    return ruling.kind.breach and ruling.hand in together


def _mark(sheet: PlayedSheet, row: ScoredRow, means: Points) -> Mark:
    rulings = [ruling for ruling in sheet.rulings if _is_about(ruling, sheet, row.hand)]
    if any(ruling.kind.replaces_row for ruling in rulings):
        if not any(row.points.values()):
            return Mark.ANNULLED
        return Mark.AVERAGED if row.points == means else Mark.ASSIGNED
    if any(problem.hand == row.hand and not problem.ruled for problem in sheet.scored.problems):
        return Mark.UNSOUND
    return Mark.RULED if rulings else Mark.PLAYED


# -- differences between a result and the others of the same cards, read off the rows

_OF_BOTH = (SOLD, SOLD_NULLS, TURNED)
"""Reasons that only move points between seller and buyer."""

_OF_RULINGS = (template for kind in KINDS.values() for template in kind.in_place)
_OF_ALL = (SLAM, BLIND, BONUS, BONUS_OF_FEWER, NO_BONUS, THIRD, *_OF_RULINGS)
"""Reasons for points that the counts of a row do not explain."""


class Part(NamedTuple):
    """A column's part in a row, with its points after rulings and, as ``played``, before them.
    ``units`` is None if nothing was counted for it.
    """

    table: int
    column: Column
    row: Row
    points: Fraction
    played: Fraction
    units: int | None
    declarer: Column | None
    mark: Mark
    compares: bool
    explanation: tuple[Phrase, ...] = ()

    @property
    def reasons(self) -> tuple[Phrase, ...]:
        """Sentences that explain the points beyond the count."""
        return tuple(phrase for phrase in self.explanation if self._concerns(phrase))

    def _concerns(self, phrase: Phrase) -> bool:
        if phrase.template in _OF_BOTH:
            return self.column in (phrase.fields["seller"], phrase.fields["buyer"])
        if phrase.template == SHARED:
            return self.column in (phrase.fields["one"], phrase.fields["other"])
        return phrase.template in _OF_ALL


@dataclass(frozen=True)
class Peers:
    """Parts that are compared with one another, as they were played. The figures are computed once,
    however many parts are compared with them.
    """

    parts: tuple[Part, ...] = ()

    def __len__(self) -> int:
        return len(self.parts)

    @cached_property
    def mean(self) -> Fraction | None:
        if len(self.parts) < 2:
            return None
        return sum((part.played for part in self.parts), ZERO) / len(self.parts)

    @cached_property
    def median(self) -> Fraction:
        return median(part.played for part in self.parts)

    @cached_property
    def best(self) -> tuple[tuple[Part, ...], ...]:
        """Results with most points, most first; equal descriptions are grouped. Results that a
        ruling changed are left out, unless all were changed.
        """
        unruled = [part for part in self.parts if part.points == part.played] or self.parts
        most = max(part.points for part in unruled)
        alike: dict[object, list[Part]] = {}
        for part in unruled:
            if part.points == most:
                row, reasons = part.row, tuple(map(str, part.reasons))
                marks = row.sale, row.partner, row.start, row.third, row.blind, part.units
                alike.setdefault((_declaration(part), marks, reasons), []).append(part)
        return tuple(map(tuple, sorted(alike.values(), key=len, reverse=True)))

    @property
    def worst(self) -> Fraction:
        return min(part.played for part in self.parts)

    @cached_property
    def mean_units(self) -> Fraction | None:
        counts = [part.units for part in self.parts if part.units is not None]
        return Fraction(sum(counts), len(counts)) if counts else None

    @cached_property
    def with_units(self) -> Counter[int | None]:
        return Counter(part.units for part in self.parts)


class Beside(NamedTuple):
    """A part and its ``peers``. With ``same_cards``, these are all who held the same cards;
    otherwise everybody's parts in such a hand.
    """

    contract: Contract | None
    own: Part
    peers: Peers
    same_cards: bool = True

    @property
    def mean(self) -> Fraction | None:
        return self.peers.mean if self.own.compares else None

    @property
    def difference(self) -> Fraction | None:
        return None if self.mean is None else self.own.points - self.mean

    @property
    def mean_units(self) -> Fraction | None:
        return None if self.mean is None else self.peers.mean_units

    @property
    def declared_alike(self) -> int:
        own = _declaration(self.own)
        return sum(_declaration(part) == own for part in self.peers.parts)


def _declaration(part: Part) -> tuple[object, ...]:
    row = part.row
    return part.declarer, row.trump, row.direction == "down", row.unplayed


def part_of(rules: RuleSet, result: TableResult, column: Column) -> Part:
    return Part(
        result.table,
        column,
        result.row,
        result.points[column],
        result.played[column],
        _units(rules, result, column),
        result.declarer,
        result.mark,
        result.compares,
        result.explanation,
    )


def peers_of(rules: RuleSet, field: Field, column: Column) -> Peers:
    """Parts that are compared with one another: those of each table's column with the same cards
    and contract; in a soloist's game, only the soloist's.
    """
    parts = (part_of(rules, result, column) for result in field.results if result.compares)
    return Peers(tuple(part for part in parts if scores(rules, part)))


def scores(rules: RuleSet, part: Part) -> bool:
    """Whether the column plays for points. In a soloist's game only the soloist does (R12)."""
    return rules.scoring is not Scoring.SOLOIST or part.declarer == part.column


def pool_boards(rules: RuleSet, boards: Iterable[BoardComparison]) -> dict[str, Peers]:
    by_contract = defaultdict[str, list[Part]](list)
    for board in boards:
        for field, column in product(board.fields, rules.columns):
            if field.contract is not None:
                by_contract[field.contract.code] += peers_of(rules, field, column).parts
    return {code: Peers(tuple(parts)) for code, parts in by_contract.items()}


def _units(rules: RuleSet, result: TableResult, column: Column) -> int | None:
    row = result.row
    if row.unplayed or not row.units:
        return None
    if rules.scoring is Scoring.SOLOIST:
        soloist = result.declarer
        return player_units(row.units, soloist).get(column) if isinstance(soloist, Wind) else None
    written = row.units.keys() & {column, *column.winds}
    return column_units(rules, row)[column] if written else None


def apart(
    besides: Iterable[Beside], most: int = 3
) -> tuple[tuple[Beside, ...], tuple[Beside, ...]]:
    """Results furthest above and furthest below their means, up to ``most`` each. The furthest
    comes first; of equals the earlier.
    """
    compared = [(beside.difference, beside) for beside in besides if beside.difference]
    above, below = (
        sorted((pair for pair in compared if pair[0] * sign > 0), key=lambda pair: -pair[0] * sign)
        for sign in (1, -1)
    )
    return tuple(beside for _, beside in above[:most]), tuple(beside for _, beside in below[:most])


# The luck of the cards. All who sat at a wind held the same cards, so what they made of them on
# average is what the cards were worth; beside what the four winds made on average, it says who was
# dealt well. It favours nobody within a wind, only one wind against another.


def luck(rules: RuleSet, boards: Iterable[BoardComparison]) -> dict[Column, Fraction]:
    """Luck of each column: how far its cards on these boards are above or below average.

    For each hand, take the mean of the column over all tables that are compared, whatever contract
    they played, minus the mean of these means. So the lucks of a hand, and of any number of hands,
    add up to 0. A hand with only one table is skipped. Empty for a soloist's game, in which a hand
    belongs to one player (R12).
    """
    lucks: dict[Column, Fraction] = {}
    if rules.scoring is Scoring.SOLOIST:
        return lucks
    for board in boards:
        results = [result for field in board.fields for result in field.results if result.compares]
        if len(results) > 1:
            worth = {
                column: sum((result.played[column] for result in results), ZERO) / len(results)
                for column in rules.columns
            }
            usual = sum(worth.values(), ZERO) / len(worth)
            lucks = {column: lucks.get(column, ZERO) + worth[column] - usual for column in worth}
    return lucks


def running_luck(
    rules: RuleSet, settings: Settings, boards: Iterable[BoardComparison]
) -> dict[int, dict[Column, Fraction]]:
    """Luck after each board of a partita, by the board's number. Boards that tell nothing are left
    out.
    """
    by_hand = {board.hand: board for board in boards}
    so_far: list[BoardComparison] = []
    lucks: dict[int, dict[Column, Fraction]] = {}
    for number, plans in groupby(rules.schedule(settings), key=lambda plan: plan.board):
        played = [by_hand[plan.number] for plan in plans if plan.number in by_hand]
        so_far += played
        if luck(rules, played):
            lucks[number] = luck(rules, so_far)
    return lucks


# -- matches of teams

Scale = Sequence[tuple[int, int]]
"""Steps of a conversion, in rising order: from this difference of points up, so many match
points."""


def match_points_of(difference: Fraction, scale: Scale) -> Fraction:
    """Match points of a difference, with its sign; the difference itself if there is no scale.

    >>> [str(match_points_of(Fraction(points), [(100, 1), (300, 2)])) for points in (90, 100, -350)]
    ['0', '1', '-2']
    """
    if not scale:
        return difference
    points = max((worth for least, worth in scale if abs(difference) >= least), default=0)
    return Fraction(points if difference >= 0 else -points)


class TableOfMatch(NamedTuple):
    """A table of a match: the team whose pair sits on each side, and the totals (None: the sheet is
    not in).
    """

    table: int
    teams: Mapping[Side, str]
    totals: Mapping[Side, Fraction] | None


class Match(NamedTuple):
    """Two teams at their tables; ``results`` by team, None while a sheet is missing. ``number`` is
    the first table.
    """

    number: int
    tables: tuple[int, ...]
    results: Mapping[str, Fraction | None]


def matches(tables: Iterable[TableOfMatch], scale: Scale = ()) -> tuple[Match, ...]:
    """Matches of the tables, in order. Tables of the same two teams make one match.

    A team's result is the sum of its two pairs' results; only totals are compared, because
    contracts may differ between the tables. A ``scale`` converts the sum; the source has none. The
    opponents' result is the negative, except for penalties: the offender loses points that the
    other team does not get. If only one of the tables played, there is no result.
    """
    by_teams: dict[frozenset[str], list[TableOfMatch]] = {}
    for table in sorted(tables, key=lambda seated: seated.table):
        by_teams.setdefault(frozenset(table.teams.values()), []).append(table)
    return tuple(_match(played, scale) for played in by_teams.values())


def _match(played: Sequence[TableOfMatch], scale: Scale) -> Match:
    results: dict[str, Fraction | None] = dict.fromkeys(played[0].teams.values())
    if len(played) > 1 and all(table.totals is not None for table in played):
        for team in results:
            totals = (
                table.totals[side]
                for table in played
                for side, sitting in table.teams.items()
                if sitting == team and table.totals is not None
            )
            results[team] = match_points_of(sum(totals, ZERO), scale)
    return Match(played[0].table, tuple(table.table for table in played), results)


def usual_method(
    rules: RuleSet, plays_boards: bool, tables: int | None = None, *, steps: bool = False
) -> str:
    """Default method, a key of ``king.standing.matchpoints.METHODS``: by wind with boards, by table
    if each table deals its own; a match if a table seats two sides, with boards too (rules §13.14).

    Soloists are ranked by points (R12), which are comparable over all their hands, and so are teams
    with their own ``steps`` of match points. A single table has no other table to compare with, so
    it is ranked within itself.
    """
    if rules.sides == "teams":
        return "raw" if steps else "matches"
    if rules.scoring is Scoring.SOLOIST:
        return "raw"
    if rules.by_side:
        return "matches"
    return "places" if plays_boards and tables != 1 else "tables"


def usual_standing(
    rules: RuleSet, plays_boards: bool, stored: Mapping[str, Any], tables: int | None = None
) -> dict[str, Any]:
    """Settings of the standing in force, as JSON: the evening's own (``stored``), and the usual
    method if it has none.
    """
    steps = bool(stored.get("team_scale"))
    usual: dict[str, Any] = {"method": usual_method(rules, plays_boards, tables, steps=steps)}
    if rules.by_side:
        by_line = stored.get("method", usual["method"]) == "places"
        rest = DEFAULT_TIEBREAKS if by_line else MATCH_TIEBREAKS
        usual["tiebreaks"] = [*OF_MATCHES, *(code for code in rest if code not in OF_MATCHES)]
    return {**usual, **stored}


def one_field(rules: RuleSet, plays_boards: bool) -> bool:
    return rules.sides == "teams" or (rules.scoring is Scoring.SOLOIST and not plays_boards)
