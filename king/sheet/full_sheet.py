"""A score sheet as a value: scored rows, problems, rulings and totals (§0), and the largest
possible total.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, permutations, product
from typing import Any, NamedTuple

from king.cards import WINDS, Wind
from king.exact import as_fraction, exact_sum, plain
from king.reading import picked
from king.rulesets import find_ruleset
from king.rulesets.base import HandPlan, Order, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.checks import most_for_sale, repeated_hand, row_problems, sheet_problems
from king.sheet.points import (
    ZERO,
    Column,
    Hand,
    Points,
    RowScore,
    may_be_slam,
    place_row,
    score_row,
    slam_total,
)
from king.sheet.row import Problem, Row, Sale
from king.sheet.ruled_sheet import RuledSheet
from king.sheet.rulings import Ruling, apply_rulings
from king.words import Phrase, gettext_noop


class ScoredRow(NamedTuple):
    """A scored row.

    ``points`` by column; ``sum`` over the columns; ``expected`` is the correct sum; ``running`` is
    the sum of this row and those before; ``explanation`` has sentences on how the points were made;
    ``played`` are the points before rulings.
    """

    hand: int
    contract: Contract | None
    points: Points
    sum: Fraction
    expected: Fraction
    running: Fraction
    explanation: tuple[Phrase, ...]
    row: Row
    played: Points

    def as_json(self) -> dict[str, Any]:
        code = self.row.contract if self.contract is None else self.contract.code
        figures = "points", "sum", "expected", "running", "explanation"
        return {"hand": self.hand, "contract": code} | picked(self, *figures)


@dataclass(frozen=True, repr=False)
class ScoredSheet:
    """A scored sheet.

    ``sheet`` has each column's points before adjustments, and ``sum`` is their total.
    ``expected_sum`` is what ``sum`` is if the rows have no errors; it expects only rows that are
    there, so that it holds for a partial sheet (I4). ``totals`` include the ``adjustments``.
    ``residual`` is the sum of the totals without penalties, less ``expected_sum`` (I5).
    """

    ruleset: RuleSet
    settings: Settings
    rows: tuple[ScoredRow, ...]
    sheet: Points
    sum: Fraction
    expected_sum: Fraction
    adjustments: Points
    residual: Fraction
    totals: Points
    problems: tuple[Problem, ...]
    complete: bool
    winner: Column | None = None
    """The column that took so many tricks that the match ended there (R15)."""
    won_with: int | None = None
    """Number of the hand in which the winner took them."""

    @property
    def closable(self) -> bool:
        """Whether nothing is missing, and every problem is settled by a ruling (§3.2)."""
        return self.complete and all(problem.ruled for problem in self.problems)

    @property
    def big_win(self) -> bool:
        """Whether a total is large enough for a "Mesa" (R10)."""
        limit = self.ruleset.big_win
        return limit is not None and any(abs(total) > limit for total in self.totals.values())

    @property
    def plans(self) -> tuple[HandPlan, ...]:
        """Plans of the hands. After a hand that won the match, only hands that are written."""
        last, written = self.won_with or self.ruleset.length, {row.hand for row in self.rows}
        return tuple(
            plan
            for plan in self.ruleset.schedule(self.settings)
            if plan.number <= last or plan.number in written
        )

    def __str__(self) -> str:
        columns = self.ruleset.columns
        lines = [(self.ruleset.code, [str(column) for column in columns])]
        for row in self.rows:
            code = row.contract.code if row.contract else "?"
            lines.append((f"{row.hand:>2} {code}", [str(row.points[column]) for column in columns]))
        lines.append(("total", [str(self.totals[column]) for column in columns]))
        table = (f"{name:<8}" + "".join(f"{text:>7}" for text in texts) for name, texts in lines)
        return "\n".join(
            (*table, *(f"{problem.hand}: {problem.phrase}" for problem in self.problems))
        )

    def __repr__(self) -> str:
        return f"<ScoredSheet {self.ruleset.code}: {len(self.rows)} rows>"

    def as_json(self) -> dict[str, Any]:
        sums = "sheet", "sum", "expected_sum", "adjustments", "residual", "totals"
        big_win = () if self.ruleset.big_win is None else ("big_win",)
        winner = () if self.winner is None else ("winner", "won_with")
        return picked(self, "rows", *sums, "problems", "complete", "closable", *big_win, *winner)


def score(
    ruleset: RuleSet | str,
    rows: Iterable[Row],
    rulings: Iterable[Ruling] = (),
    settings: Settings | Mapping[str, object] | None = None,
) -> ScoredSheet:
    """Score a sheet, whole or in part, in half a millisecond. If a hand has two rows, the first
    counts.

    Faults of rows and rulings are in ``problems``. Raises ``InputError`` for an unknown code or
    setting, as ``Row`` and ``Ruling`` do for a value of a wrong type.
    """
    ruleset = find_ruleset(ruleset)
    settings = ruleset.configure(settings)
    hands: dict[int, Hand] = {}
    scores: dict[int, RowScore] = {}
    problems: list[Problem] = []
    scored_alone = _scored_alone(ruleset, settings)
    for row in sorted(rows, key=lambda row: row.hand):
        hand, of_row, row_score = scored_alone(row)
        if row.hand in hands:
            problems.append(repeated_hand(hand))
        else:
            hands[row.hand], scores[row.hand] = hand, row_score
            problems.extend(of_row)
    rulings = tuple(rulings)
    ended = last_hand(hands.values(), rulings)
    problems += sheet_problems(ruleset, list(hands.values()), settings)
    if ended is not None:
        problems += (
            Problem.of("hand_after_end", number, None, None, AFTER_END, ended[1], hand=ended[0])
            for number in hands
            if number > ended[0]
        )
    ruled = apply_rulings(ruleset, hands, scores, rulings, settings, largest_total)
    counted = {problem.hand for problem in problems if problem.code in COUNTING}
    problems += _row_sum_problems(ruled, counted)
    # Facts that are known cannot be ruled away: a row that is written twice or is no row of the
    # sheet stays open, and so does one that counts what no hand has.
    problems = [
        replace(problem, ruled=True)
        if problem.hand in ruled.covered and not _stays(problem, ruled)
        else problem
        for problem in problems
    ]
    problems.sort(key=lambda problem: (problem.hand is None, problem.hand or 0))
    return _total(ruled, (*problems, *ruled.problems), ended)


def last_hand(hands: Iterable[Hand], rulings: Iterable[Ruling] = ()) -> tuple[int, Column] | None:
    """Hand that ended the match early, and the column that won it (R15). If it has an illegal play,
    nobody wins this way (§13.8).
    """
    illegal = {
        (ruling.hand, offender)
        for ruling in rulings
        if ruling.kind.breach
        for offender in ruling.who
    }
    for hand in hands:
        needed, contract = hand.settings.king_tricks, hand.contract
        counts = needed and contract and contract.trump and not hand.row.unplayed
        if not counts or not hand.row.units:
            continue
        most = max(hand.row.units.values())
        takers = [place for place, count in hand.row.units.items() if count == most >= needed]
        if any((hand.row.hand, taker) in illegal for taker in takers):
            continue
        if len(takers) == 1 and takers[0] in hand.ruleset.columns:
            return hand.row.hand, Wind(takers[0])
    return None


COUNTING = frozenset(
    {
        "units_short",
        "units_over",
        "units_missing",
        "units_range",
        "units_impossible",
        "places_repeated",
        "wind_unknown",
        "domino_closers",
    }
)
"""Problems of counts. They explain already why a row's points do not add up."""

UNRULABLE = frozenset({"hand_unknown", "hand_repeated", "row_sum"})
"""Problems that only a correction, or a ruling of a score error, can settle."""


def _stays(problem: Problem, ruled: RuledSheet) -> bool:
    """Whether a problem stays in spite of its ruling. A ruling on a score error keeps the row's
    points, so that its counts still have to be possible in a hand.
    """
    impossible = (
        problem.code in ("units_range", "units_impossible") and problem.hand in ruled.frozen
    )
    return impossible or problem.code in UNRULABLE


@lru_cache(maxsize=64)
def _scored_alone(
    ruleset: RuleSet, settings: Settings
) -> Callable[[Row], tuple[Hand, tuple[Problem, ...], RowScore]]:
    """Score a row on its own. Cached, because a sheet is scored anew with each row that is entered."""

    @lru_cache(maxsize=16384)
    def scored(row: Row) -> tuple[Hand, tuple[Problem, ...], RowScore]:
        hand = place_row(ruleset, row, settings)
        return hand, tuple(row_problems(hand)), score_row(hand)

    return scored


def _row_sum_problems(ruled: RuledSheet, counted: set[int | None]) -> Iterator[Problem]:
    """Problems of rows whose points do not add up although their counts are right (I2). Most are
    fouled boards.
    """
    for number, row in ruled.scores.items():
        is_told = number in counted and number not in ruled.covered - ruled.frozen
        if row.sum != row.expected and not is_told:
            problem = Problem.of("row_sum", number, row.expected, row.sum, ROW_SUM)
            yield replace(problem, ruled=number in ruled.frozen)


def _total(
    ruled: RuledSheet, problems: tuple[Problem, ...], ended: tuple[int, Column] | None
) -> ScoredSheet:
    rows: list[ScoredRow] = []
    scores = [ruled.scores[number] for number in ruled.hands]
    running = list(map(as_fraction, accumulate(plain([score.sum for score in scores]))))
    for hand, score, so_far in zip(ruled.hands.values(), scores, running, strict=True):
        number, contract = hand.row.hand, hand.contract
        figures = score.points, score.sum, score.expected, so_far, tuple(score.explanation)
        played = ruled.played[number].points
        rows.append(ScoredRow(number, contract, *figures, hand.row, played))
    ruleset = ruled.ruleset
    sheet = {
        column: exact_sum([score.points[column] for score in scores if column in score.points])
        for column in ruleset.columns
    }
    total, expected_sum = running[-1] if running else ZERO, exact_sum([s.expected for s in scores])
    adjustments = {
        column: exact_sum((ruled.penalties[column], ruled.charges[column])) for column in sheet
    }
    return ScoredSheet(
        ruleset=ruleset,
        settings=ruled.settings,
        rows=tuple(rows),
        sheet=sheet,
        sum=total,
        expected_sum=expected_sum,
        adjustments=adjustments,
        residual=exact_sum((total, -expected_sum, *ruled.charges.values())),
        totals={column: exact_sum((sheet[column], adjustments[column])) for column in sheet},
        problems=problems,
        complete=ruled.hands.keys() >= set(range(1, (ended or (ruleset.length,))[0] + 1)),
        winner=None if ended is None else ended[1],
        won_with=None if ended is None else ended[0],
    )


AFTER_END = gettext_noop("The match ended with hand {hand}, which {wind} won outright")
ROW_SUM = gettext_noop("The points of the row make {found}, not {expected}")


def sum_changes(rules: RuleSet, settings: Settings) -> tuple[tuple[Fraction, ...], bool]:
    """Points that each slam adds to the sheet's sum, smallest first, and whether a blind
    declaration adds its tricks.
    """
    if rules.scoring in (Scoring.DIFFERENCE, Scoring.SOLOIST):
        return (), False
    played = [rules.contract(code) for code in rules.counts]
    slams = {
        slam_total(contract, settings, by_side=rules.by_side) - contract.total
        for contract in played
        if may_be_slam(contract, settings)
    }
    return tuple(sorted(slams - {0})), settings.blind and any(contract.trump for contract in played)


# The largest total that a sheet can give one column, by the rules alone: no adjustment can be
# larger. For each hand the most that a column can win and the most that it can lose, over every way
# in which the units can fall: all to one wind, or all but one with the last elsewhere (a slam turns
# on that one), for whoever may deal, sold at the highest price or not, played up or down, blind or
# open where that is allowed. ``king.sheet.points`` makes the points, so that no figure of the game
# is written here. All the winnings of a column, or all its losses, whichever is more, are the
# largest total. Labyrinth, 12 hands: −78 for the seven hands to avoid, and −13 for each of three
# declarations bought for all the tricks without taking one: 117.


@lru_cache(maxsize=64)
def largest_total(ruleset: RuleSet, settings: Settings) -> Fraction:
    won, lost = dict.fromkeys(ruleset.columns, ZERO), dict.fromkeys(ruleset.columns, ZERO)
    for contract, dealers, times in _hands(ruleset, settings):
        outcomes = [
            score_row(hand).points
            for dealer in dealers
            for hand in _ways(ruleset, contract, dealer, settings)
        ]
        for column in ruleset.columns:
            won[column] += times * max(points[column] for points in outcomes)
            lost[column] += times * min(points[column] for points in outcomes)
    return max(*won.values(), *(-points for points in lost.values()))


def _hands(
    ruleset: RuleSet, settings: Settings
) -> Iterator[tuple[Contract, tuple[Wind, ...], int]]:
    """Yield each hand with its possible dealers, and how often one column plays it. If hands are
    chosen, anybody may deal.
    """
    if ruleset.order is Order.FIXED:
        for plan in ruleset.schedule(settings):
            assert plan.contract is not None
            yield plan.contract, ruleset.winds if plan.dealer is None else (plan.dealer,), 1
        return
    # Soloists score only in their own hands (R12).
    share = 1 if ruleset.set_length is None else len(ruleset.columns)
    for code, times in ruleset.counts.items():
        yield ruleset.contract(code), ruleset.winds, times // share


def _ways(ruleset: RuleSet, contract: Contract, dealer: Wind, settings: Settings) -> Iterator[Hand]:
    partners = (
        [wind.value for wind in WINDS if wind is not dealer]
        if ruleset.scoring is Scoring.SHARED
        else [None]
    )
    downs = ("up", "down") if contract.nulls else (None,)
    thirds = {False, ruleset.third is not None}
    blinds = {False, contract.trump and settings.blind}
    choices = product(list(_falls(ruleset, contract)), downs, partners, thirds, blinds)
    for units, direction, partner, third, blind in choices:
        for sale in _sales(ruleset, contract, ruleset.owner_of(dealer), down=direction == "down"):
            row = Row(1, contract.code, units, None, sale, None, partner, third, direction)
            row = replace(row, blind=blind)
            yield Hand(ruleset, settings, row, None, contract, dealer, ruleset.column(dealer))


def _falls(ruleset: RuleSet, contract: Contract) -> Iterator[Mapping[str, int]]:
    """Extreme distributions of the units. In Domino one player goes out, and each other keeps one
    card or all.
    """
    none, units = dict.fromkeys(map(str, ruleset.winds), 0), contract.units or 0
    for first in none:
        others = [wind for wind in none if wind != first]
        if contract.places:
            rest = range(2, len(none) + 1)
            yield from (
                {first: 1} | dict(zip(others, order, strict=True)) for order in permutations(rest)
            )
            continue
        if contract.family is Family.DOMINO:
            for rests in product((1, ruleset.cards_each), repeat=len(others)):
                yield none | dict(zip(others, rests, strict=True))
            continue
        yield none | {first: units}
        for second in others:
            yield none | {first: units - 1, second: 1}


def _sales(
    ruleset: RuleSet, contract: Contract, owner: Wind | None, *, down: bool
) -> Iterator[Sale | None]:
    yield None
    if not contract.sale or owner is None:
        return
    for buyer in ruleset.winds:
        if ruleset.column(buyer) != ruleset.column(owner):
            polarity = "null" if down else None
            yield Sale(owner.value, buyer.value, most_for_sale(contract, down), polarity)
