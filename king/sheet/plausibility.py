"""Warnings about entries that are possible but improbable. They are warnings only, because the
improbable happens.

Two sheets are the same if every hand that both have is the same, and four of these hands count more
than one card. A count is far if it is at least a third of the hand's units, and at least two, away
from the nearest count of at least five other tables, and more than twice their median distance from
their median. So one more wrong sheet can neither hide nor cause a warning.
"""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from king.cards import SIDES, WINDS, Wind
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.checks import row_problems
from king.sheet.paper_points import exchange_counts
from king.sheet.points import (
    ZERO,
    Column,
    Hand,
    column_units,
    paid_tricks,
    payer,
    place_row,
    settle_down,
    slam_taker,
)
from king.sheet.row import Row
from king.sheet.suggestions import Suggestion
from king.words import Phrase, gettext_noop

LEAST_EQUAL = 4
"""Fewest hands with more than one unit that two equal sheets share."""
LEAST_TABLES = 5
"""Fewest other tables for a warning about a row."""
PLACES = [str(place) for place in (*WINDS, *SIDES)]
LEAST_DISTANCE = 2
SPREADS = 2


class FarRow(NamedTuple):
    """A count that no other table comes near, with the nearest and the median of the others."""

    table: int
    hand: int
    wind: str
    found: int
    nearest: int
    median: Fraction
    suggestion: Suggestion | None = None

    @property
    def phrase(self) -> Phrase:
        wind = Wind(self.wind) if self.wind in WINDS else self.wind
        others = {"nearest": self.nearest, "median": self.median}
        return Phrase(FAR, others, wind=wind, found=self.found)


def equal_sheets(
    ruleset: RuleSet, sheets: Mapping[int, Iterable[Row]]
) -> tuple[tuple[int, int], ...]:
    by_table = {
        table: {row.hand: row for row in rows if row.units} for table, rows in sheets.items()
    }
    tables_of = defaultdict[str, list[int]](list)
    for table, rows in by_table.items():
        for row in rows.values():
            if sum(row.units.values()) > 1:
                tables_of[str(sorted(row.as_json().items(), key=str))].append(table)
    shared = Counter(
        pair for tables in tables_of.values() for pair in combinations(sorted(tables), 2)
    )
    return tuple(
        (one, other)
        for (one, other), equal in sorted(shared.items())
        if equal >= LEAST_EQUAL
        and all(
            by_table[one][hand].as_json() == by_table[other][hand].as_json()
            for hand in by_table[one].keys() & by_table[other]
        )
    )


def far_rows(
    ruleset: RuleSet, sheets: Mapping[int, Iterable[Row]], settings: Settings | None = None
) -> tuple[FarRow, ...]:
    """Rows whose counts are far from those of all other tables with the same hand and contract.
    Rows with problems are left out. Sorted by table, hand and wind.
    """
    alike = defaultdict[tuple[int, Contract, tuple[Column, ...]], dict[int, Row]](dict)
    for table, rows in sheets.items():
        for row in rows:
            hand = place_row(ruleset, row, settings)
            if hand.contract is not None and not row.unplayed and not list(row_problems(hand)):
                alike[row.hand, hand.contract, hand.places][table] = row
    far: list[FarRow] = []
    for (_number, contract, places), same in alike.items():
        units = contract.units if contract.units is not None else ruleset.cards_each
        if len(same) > LEAST_TABLES and units >= LEAST_DISTANCE:
            far += _find_far_rows(ruleset, same, places, max(LEAST_DISTANCE, -(-units // 3)))
    return tuple(sorted(far, key=lambda far: (far.table, far.hand, PLACES.index(far.wind))))


def _find_far_rows(
    ruleset: RuleSet, rows: Mapping[int, Row], places: Iterable[Column], least: int
) -> Iterator[FarRow]:
    """Find the rows that are far from the others. The first test excludes nearly all rows cheaply,
    so that with a hundred tables few are compared with all.
    """
    times = {place: Counter(row.units[place] for row in rows.values()) for place in places}
    for table, row in rows.items():
        if all(_gap(row.units[place], times[place]) < least for place in times):
            continue
        columns = {
            place: [other.units[place] for key, other in rows.items() if key != table]
            for place in times
        }
        far = [place for place in columns if _is_far(row.units[place], columns[place], least)]
        suggestion = _exchange(ruleset, row, columns, least) if far else None
        for place in far:
            count = row.units[place]
            nearest = min(columns[place], key=lambda other: (abs(other - count), other))
            middle = median(columns[place])
            yield FarRow(table, row.hand, str(place), count, nearest, middle, suggestion)


def _gap(count: int, times: Mapping[int, int]) -> int:
    """Distance to the nearest other count; ``count`` is itself one of the counts."""
    return min(abs(count - other) for other in times if other != count or times[other] > 1)


def _is_far(count: int, others: list[int], least: int) -> bool:
    gap, middle = min(abs(count - other) for other in others), median(others)
    return gap >= least and gap > SPREADS * median(abs(other - middle) for other in others)


def _exchange(
    ruleset: RuleSet, row: Row, columns: Mapping[Column, list[int]], least: int
) -> Suggestion | None:
    exchanges = [
        Suggestion("winds_exchanged", Phrase(EXCHANGED, one=one, other=other), (changed,))
        for one, other, changed in exchange_counts(ruleset, row)
        if not any(
            _is_far(changed.units[place], others, least) for place, others in columns.items()
        )
    ]
    return exchanges[0] if len(exchanges) == 1 else None


def median(values: Iterable[int | Fraction]) -> Fraction:
    """The middle value, or the mean of the two in the middle, exactly.

    >>> median([3, 1, 2]), median([1, 2])
    (Fraction(2, 1), Fraction(3, 2))
    """
    return statistics.median(map(Fraction, values))


FAR = gettext_noop(
    "{wind} has {found}: the nearest of the other tables has {nearest}; the usual number is "
    "{median}"
)
EXCHANGED = gettext_noop("With {one} and {other} exchanged the row is like the others")


# Notes on a row that is right and yet worth a second look: a buyer who cannot pay, and what the
# settlement does. A note is no problem: it never keeps a sheet open (§2.3, A9, A33).


class Note(NamedTuple):
    code: str
    hand: int
    wind: str | None
    phrase: Phrase


def notes_of(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> tuple[Note, ...]:
    """Notes on a row: ``buyer_short`` (with the settlement that follows) and ``slam``."""
    hand = place_row(ruleset, row, settings)
    return () if hand.contract is None or row.unplayed else tuple(_notes(hand, hand.contract))


def _notes(hand: Hand, contract: Contract) -> Iterator[Note]:
    units = column_units(hand.ruleset, hand.row)
    taker = slam_taker(hand, units)
    if taker is not None:
        phrase = Phrase(SLAM, who=taker, contract=contract.title)
        yield Note("slam", hand.row.hand, str(taker), phrase)
    if hand.sold is None:
        return
    seller, buyer, price = hand.sold
    fields: Mapping[str, object]
    if hand.nulls is None:
        tricks_won, paid = paid_tricks(hand, units)
        is_short, template = tricks_won < price, _SHORT[hand.settings.sale_settlement]
        ends = {"gets": units[seller] + paid, "left": units[buyer] - paid}
        fields = {"price": price, "taken": tricks_won, "missing": price - tricks_won} | ends
    else:
        # Nulls are paid in points, or in the seller's tricks: who cannot pay them all pays less, or
        # goes below zero.
        gets, rest = settle_down(hand, units[seller], units[buyer], price)
        owed = price * (contract.value if hand.turned else -hand.nulls.value)
        before = hand.nulls.bonus + hand.nulls.value * units[buyer]
        is_short, template = before - rest != owed or rest < ZERO <= before, SHORT_OF_POINTS
        fields = {"price": owed, "paid": before - rest, "gets": gets, "left": rest}
    if is_short:
        who = (hand.nulls is None and payer(hand)) or buyer
        phrase = Phrase(template, fields, seller=seller, buyer=who)
        yield Note("buyer_short", hand.row.hand, str(buyer), phrase)


_SHORT = {
    "full": gettext_noop(
        "{buyer} took {taken} and owes {price}: they pay in full and end with {left}, {seller} "
        "with {gets}"
    ),
    "double": gettext_noop(
        "{buyer} took {taken} and owes {price}: they give these and two for each of the {missing} "
        "missing, and end with {left}, {seller} with {gets}"
    ),
    "capped": gettext_noop(
        "{buyer} took {taken} and owes {price}: they give what they have and the rest is "
        "forgiven; {seller} ends with {gets}"
    ),
}
SHORT_OF_POINTS = gettext_noop(
    "{buyer} owes {price} points and pays {paid}: they end with {left}, {seller} with {gets}"
)
SLAM = gettext_noop("{contract}: {who} took everything, which counts as a slam")
