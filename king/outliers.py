"""What a sheet has that the other tables' sheets make unlikely: all tables play the same cards.

Two rules, both for warnings only, for the improbable happens.

**Equal sheets.** Two sheets are the same sheet where every hand that both have is the same to the last cell, and at
least four of these hands count more than one card. (A king of hearts falls to the same wind at many tables.)

**A row that no other table comes near.** A count is compared with the counts of the same wind in the same hand and
contract at the other tables, of which at least five must have a sound row. It is far where its distance from the
nearest of them is at least a third of the hand's units (and at least two), and more than twice their median distance
from their median. Medians, since one more wrong sheet among them must not hide or accuse anybody; exact fractions.
Where the row with two winds exchanged is near everywhere, that is the suggestion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from king.checks import check_row
from king.paper_totals import exchanged
from king.row import Row
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.scoring import counted_places, place_row
from king.suggestions import Suggestion
from king.winds import SIDES, WINDS, Wind
from king.words import Phrase, gettext_noop

LEAST_EQUAL = 4
"""Hands with more than one unit that two equal sheets share."""
LEAST_TABLES = 5
"""Other tables without which nothing is said about a row."""
PLACES = [str(place) for place in (*WINDS, *SIDES)]
LEAST_DISTANCE = 2
SPREADS = 2


@dataclass(frozen=True)
class FarRow:
    """A count that no other table comes near: how many, and what the nearest and the middle one of the others are."""

    table: int
    hand: int
    wind: str
    found: int
    nearest: int
    median: Fraction
    suggestion: Suggestion | None = None

    @property
    def phrase(self) -> Phrase:
        """The warning in words."""
        wind = Wind(self.wind) if self.wind in WINDS else self.wind
        fields = {"wind": wind, "found": self.found, "nearest": self.nearest, "median": self.median}
        return Phrase(FAR, fields)


def equal_sheets(ruleset: RuleSet, sheets: Mapping[int, Iterable[Row]]) -> tuple[tuple[int, int], ...]:
    """The pairs of tables whose sheets are the same sheet; ``sheets`` are rows by table."""
    by_table = {table: {row.hand: row for row in rows if row.units} for table, rows in sheets.items()}
    signed: dict[tuple[int, str], list[int]] = {}
    for table, rows in by_table.items():
        for hand, row in rows.items():
            if sum(row.units.values()) > 1:
                signed.setdefault((hand, str(sorted(row.as_json().items(), key=str))), []).append(table)
    shared: dict[tuple[int, int], int] = {}
    for tables in signed.values():
        for pair in combinations(sorted(tables), 2):
            shared[pair] = shared.get(pair, 0) + 1
    return tuple(
        (one, other) for (one, other), equal in sorted(shared.items())
        if equal >= LEAST_EQUAL and all(
            row.as_json() == by_table[other][hand].as_json()
            for hand, row in by_table[one].items() if hand in by_table[other]
        )
    )  # fmt: skip


def far_rows(
    ruleset: RuleSet, sheets: Mapping[int, Iterable[Row]], settings: Settings | None = None
) -> tuple[FarRow, ...]:
    """Every count that no other table comes near, by table, hand and wind. Rows with problems are left out."""
    settings = settings or ruleset.defaults
    fields: dict[tuple[int, str], dict[int, Row]] = {}
    for table, rows in sheets.items():
        for row in rows:
            contract = place_row(ruleset, row, settings).contract
            if contract is not None and not row.unplayed and not check_row(ruleset, row, settings):
                fields.setdefault((row.hand, contract.code), {})[table] = row
    found = [far for key, rows in fields.items() for far in _far_in(ruleset, key[1], rows)]
    return tuple(sorted(found, key=lambda far: (far.table, far.hand, PLACES.index(far.wind))))


def _far_in(ruleset: RuleSet, code: str, rows: Mapping[int, Row]) -> Iterator[FarRow]:
    contract = ruleset.contract(code)
    units = contract.units if contract.units is not None else ruleset.cards_each
    least = max(LEAST_DISTANCE, -(-units // 3))
    for table, row in rows.items():
        places = counted_places(ruleset, row)
        others = [each for key, each in rows.items() if key != table and counted_places(ruleset, each) == places]
        if len(others) < LEAST_TABLES or units < LEAST_DISTANCE:
            continue
        columns = {str(place): [each.units[place] for each in others] for place in places}
        far = [place for place in columns if _is_far(row.units[place], columns[place], least)]
        suggestion = _exchange(ruleset, row, columns, least) if far else None
        for place in far:
            count = row.units[place]
            nearest = min(columns[place], key=lambda each: (abs(each - count), each))
            yield FarRow(table, row.hand, place, count, nearest, median(columns[place]), suggestion)


def _is_far(count: int, others: list[int], least: int) -> bool:
    gap = min(abs(count - each) for each in others)
    middle = median(others)
    spread = median([abs(each - middle) for each in others])
    return gap >= least and gap > SPREADS * spread


def _exchange(ruleset: RuleSet, row: Row, columns: Mapping[str, list[int]], least: int) -> Suggestion | None:
    """The one exchange of two winds after which the row is near everywhere, if there is just one."""
    found = [
        Suggestion("winds_exchanged", Phrase(EXCHANGED, {"one": one, "other": other}), (changed,))
        for one, other, changed in exchanged(ruleset, row)
        if not any(_is_far(changed.units[place], others, least) for place, others in columns.items())
    ]
    return found[0] if len(found) == 1 else None


def median(values: Iterable[int | Fraction]) -> Fraction:
    """The middle value, or the mean of the two in the middle, exactly.

    >>> median([3, 1, 2]), median([1, 2])
    (Fraction(2, 1), Fraction(3, 2))
    """
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return Fraction(ordered[middle])
    return Fraction(ordered[middle - 1] + ordered[middle]) / 2


FAR = gettext_noop("{wind} has {found}: no other table is nearer than {nearest} (the middle one: {median})")
EXCHANGED = gettext_noop("With {one} and {other} exchanged the row is like the others")
