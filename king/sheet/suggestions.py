"""Explanations for a row that cannot be true: common slips, each with the corrected row.

A suggestion removes all the problems that it explains and adds none. A slip with more than two
readings is not suggested. Nothing is corrected automatically: the writer of the row decides.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from king.reading import JsonObject
from king.rulesets.base import Order, Owner, RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.checks import check_row
from king.sheet.paper_points import PointsUnread, units_of_points
from king.sheet.points import Column, Hand, by_column, place_row, tricks_before_sale
from king.sheet.row import Problem, Row, Sale
from king.words import Phrase, gettext_noop

MOST_READINGS = 2
"""Most readings of a slip. One with more readings explains nothing."""

COUNTS = frozenset(
    """
    units_missing units_range units_impossible places_repeated units_short units_over wind_unknown
    domino_closers unplayed_units
    """.split()
)
"""Problems of counts."""


@dataclass(frozen=True)
class Suggestion(JsonObject):
    """A likely slip and the corrected ``rows``; no rows if only the paper's own sums are wrong."""

    ALWAYS = ("rows",)

    code: str
    phrase: Phrase
    rows: tuple[Row, ...] = ()

    @property
    def row(self) -> Row | None:
        return self.rows[0] if self.rows else None


def suggest_row(
    ruleset: RuleSet, row: Row, settings: Settings | None = None
) -> tuple[Suggestion, ...]:
    problems = check_row(ruleset, row, settings)
    hand = place_row(ruleset, row, settings)
    if not problems or hand.contract is None:
        return ()

    return tuple(_Slips(hand, hand.contract, problems).likely())


def suggest_sheet(
    ruleset: RuleSet, rows: Iterable[Row], settings: Settings | None = None
) -> Mapping[int, tuple[Suggestion, ...]]:
    """Suggestions by number of the hand. A swap of two rows is listed at both and first, because it
    explains more than two separate slips.
    """
    by_hand: dict[int, Row] = {}

    for row in rows:
        by_hand.setdefault(row.hand, row)

    suggested = {
        number: (
            *_neighbours(ruleset, row, by_hand, settings),
            *suggest_row(ruleset, row, settings),
        )
        for number, row in sorted(by_hand.items())
        if check_row(ruleset, row, settings)
    }
    return {number: suggestions for number, suggestions in suggested.items() if suggestions}


class _Slips:
    """Slips that may explain a row. ``typed`` is each place with its count, ``written`` only places
    with a count.
    """

    def __init__(self, hand: Hand, contract: Contract, problems: Collection[Problem]) -> None:
        self.hand, self.contract, self.problems = hand, contract, problems
        self.ruleset, self.row, self.places = hand.ruleset, hand.row, hand.places
        self.whole, self.value = contract.units, contract.value
        self.typed = {place: hand.row.units.get(place) for place in self.places}
        self.written = {place: count for place, count in self.typed.items() if count is not None}

    def likely(self) -> Iterator[Suggestion]:
        """Suggestions that help: the first of those that change counts, and all others."""
        if any(problem.code in COUNTS for problem in self.problems):
            yield from self._first_that_helps()

        yield from filter(self._helps, self._other_slips())

    def _first_that_helps(self) -> Collection[Suggestion]:
        """Suggestions of the first kind of slip that helps, because a likelier slip makes the
        others unlikely.
        """
        for kind in (
            self._points_for_units,
            self._sign,
            self._forgotten,
            self._only_one,
            self._digit,
            self._booked,
        ):
            readings: dict[object, Suggestion] = {}
            for suggestion in filter(self._helps, kind()):
                readings.setdefault(str(suggestion.rows[0].units), suggestion)
            if 0 < len(readings) <= MOST_READINGS:
                return readings.values()

        return ()

    def _helps(self, suggestion: Suggestion) -> bool:
        """Whether the corrected row has fewer problems and no new one. A correction of counts must
        leave no problem in the counts.
        """
        before = {(problem.code, problem.wind) for problem in self.problems}
        after = check_row(self.ruleset, suggestion.rows[0], self.hand.settings)
        if suggestion.code in UNIT_SLIPS and any(problem.code in COUNTS for problem in after):
            return False

        return len(after) < len(self.problems) and before.issuperset(
            (problem.code, problem.wind) for problem in after
        )

    def _with(
        self, code: str, units: Mapping[Column, int], template: str, **fields: object
    ) -> Suggestion:
        counted = {str(place): count for place, count in units.items()}
        return self._without(code, {"units": counted}, template, units=by_column(units), **fields)

    def _without(
        self, code: str, changes: Mapping[str, Any], template: str, **fields: object
    ) -> Suggestion:
        """Suggestion that changes these fields of the row."""
        return Suggestion(code, Phrase(template, fields), (replace(self.row, **changes),))

    def _points_for_units(self) -> Iterator[Suggestion]:
        if not any(self.written.values()) or self.row.third or self.row.blind or self.row.unplayed:
            return
        signs = {count > 0 for count in self.written.values() if count}
        avoided = self.contract.family is Family.NEGATIVE and not self.ruleset.by_difference
        if avoided and len(signs) > 1:
            return
        sold = None if self.hand.nulls or self.ruleset.by_side else self.hand.sold
        row = replace(self.row, sale=None) if sold else self.row
        points = {str(place): Fraction(count or 0) for place, count in self.typed.items()}
        try:
            counted = units_of_points(self.ruleset, row, points, self.hand.settings)
        except PointsUnread:
            return
        units = {place: counted[place] for place in self.places if place in counted}
        if sold is None:
            yield self._with("points_for_units", units, POINTS_FOR_UNITS)
        else:
            yield from self._before_sale(units, *sold)

    def _before_sale(
        self, units: dict[Column, int], seller: Column, buyer: Column, price: int
    ) -> Iterator[Suggestion]:
        """Slip: points were written that already include the payment of the sale. The suggestion
        has the tricks as taken.
        """
        settled = units[seller] * self.value, units[buyer] * self.value

        for seller_tricks, buyer_tricks in tricks_before_sale(self.hand, *settled):
            before = units | {seller: seller_tricks, buyer: buyer_tricks}
            yield self._with("settled_points", before, SETTLED_POINTS, price=price, buyer=buyer)

    def _sign(self) -> Iterator[Suggestion]:
        if len(self.written) == len(self.places) and min(self.written.values()) < 0:
            yield self._with("sign", {place: abs(n) for place, n in self.written.items()}, SIGN)

    def _forgotten(self) -> Iterator[Suggestion]:
        """Slip: one wind was forgotten and the missing units belong to it; or several were, and no
        units are missing.
        """
        missing = [place for place in self.places if place not in self.written]
        if not missing or not self.written or self.whole is None:
            return

        rest = self.whole - sum(self.written.values())
        if len(missing) == 1 or rest == 0:
            units = {place: self.written.get(place, rest) for place in self.places}
            template = FORGOTTEN if len(missing) == 1 else REST_NONE
            yield self._with("forgotten", units, template, wind=missing[0], rest=rest)

    def _only_one(self) -> Iterator[Suggestion]:
        """Slip: two places have the only card of the hand. Each of them is suggested."""
        holders = [place for place, count in self.written.items() if count]
        if self.whole != 1 or len(holders) != 2:
            return
        for holder in holders:
            units = {place: int(place == holder) for place in self.places}
            yield self._with("only_one", units, ONLY_ONE, wind=holder)

    def _digit(self) -> Iterator[Suggestion]:
        """Slip: in one place a digit is missing (1 for 11), doubled (33 for 3), or two are swapped
        (21 for 12).
        """
        if self.whole is None or len(self.written) < len(self.places):
            return

        missing = self.whole - sum(self.written.values())

        for place, typed in self.written.items():
            count = typed + missing
            if missing and typed > 0 <= count and _differ_by_one_digit(str(typed), str(count)):
                units = self.written | {place: count}
                yield self._with("digit", units, DIGIT, wind=place, found=typed, count=count)

    def _booked(self) -> Iterator[Suggestion]:
        if self.row.unplayed and self.ruleset.unplayed is not None and self.row.units:
            own, other = self.ruleset.unplayed
            yield self._without("booked", {"units": {}}, BOOKED, own=own, other=other)

    def _other_slips(self) -> Iterator[Suggestion]:
        codes = {problem.code for problem in self.problems}
        planned = self.hand.plan and self.hand.plan.contract
        if planned and "contract_unexpected" in codes:
            changes = {"contract": planned.code}
            yield self._without("planned_contract", changes, PLANNED, contract=planned.title)
        if "trump_unexpected" in codes:
            yield self._without("no_trump_here", {"trump": None}, NO_TRUMP_HERE)
        if self.row.sale is not None:
            yield from self._sale_slips(self.row.sale, codes)

    def _sale_slips(self, sale: Sale, codes: set[str]) -> Iterator[Suggestion]:
        """Slips of the sale: nothing was sold; seller and buyer swapped; another seller; a price in
        points.
        """
        owner, value = self.hand.owner, self.value
        if "sale_not_allowed" in codes or "sale_to_self" in codes:
            template = NOT_SOLD if "sale_not_allowed" in codes else KEPT
            yield self._without("not_sold", {"sale": None}, template, wind=owner or sale.seller)
            return
        if "sale_seller" in codes and owner is not None:
            by_owner = replace(sale, seller=str(owner))
            template = DEALER_SOLD if self.hand.ruleset.owner is Owner.DEALER else OWNER_SOLD
            if sale.buyer != owner:
                yield self._without("dealer_sold", {"sale": by_owner}, template, seller=owner)
            elif sale.seller is not None:
                exchanged = {"sale": replace(by_owner, buyer=sale.seller)}
                sold = {"seller": owner, "buyer": sale.seller}
                yield self._without("sale_exchanged", exchanged, SALE_EXCHANGED, **sold)
        if "sale_price" in codes and sale.price and sale.price > 0 and value not in (0, 1):
            tricks = sale.price / value
            if tricks.denominator == 1:
                changes = {"sale": replace(sale, price=int(tricks))}
                prices = {"price": int(tricks), "found": sale.price}
                yield self._without("price_in_points", changes, PRICE_IN_POINTS, **prices)


def _differ_by_one_digit(typed: str, corrected: str) -> bool:
    if len(typed) == len(corrected):
        return len(typed) > 1 and sorted(typed) == sorted(corrected)

    longer, shorter = sorted((typed, corrected), key=len, reverse=True)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


# -- rows in each other's place


def _neighbours(
    ruleset: RuleSet, row: Row, rows: Mapping[int, Row], settings: Settings | None
) -> Iterator[Suggestion]:
    """Slips with the row before or after: the two swapped, a line skipped, the same counts written
    twice.
    """
    wrong = any(problem.code in COUNTS for problem in check_row(ruleset, row, settings))
    if not wrong or not row.units or ruleset.order is not Order.FIXED:
        return

    def is_sound(row: Row) -> bool:
        return not check_row(ruleset, row, settings)

    for number in (row.hand - 1, row.hand + 1):
        if not 1 <= number <= ruleset.length:
            continue
        other = rows.get(number, Row(number))
        there = replace(row, hand=number, contract=None)
        here = replace(other, hand=row.hand, contract=None)
        if not other.units:
            if is_sound(there):
                rows_meant = (there, Row(row.hand))
                yield Suggestion("skipped_line", Phrase(SKIPPED_LINE, hand=number), rows_meant)
        elif is_sound(there) and is_sound(here) and not is_sound(other):
            yield Suggestion("rows_exchanged", Phrase(ROWS_EXCHANGED, hand=number), (here, there))
        # A card that anybody may have says nothing.
        elif sum(other.units.values()) > 1 and row.units == other.units and is_sound(other):
            yield Suggestion("repeated", Phrase(REPEATED, hand=number), (replace(row, units={}),))


UNIT_SLIPS = frozenset(
    {"points_for_units", "settled_points", "sign", "forgotten", "only_one", "digit", "booked"}
)
"""Suggestions that change counts."""

POINTS_FOR_UNITS = gettext_noop("These are points; in tricks or cards they are {units}")
SETTLED_POINTS = gettext_noop(
    "These are points after the sale; before {buyer} paid for {price}, the tricks were {units}"
)
SIGN = gettext_noop("Tricks and cards have no sign: {units}")
FORGOTTEN = gettext_noop("{wind} was left out: the rest is {rest}")
REST_NONE = gettext_noop("The others have none: {units}")
ONLY_ONE = gettext_noop("Only {wind} took it")
DIGIT = gettext_noop("{wind}: {count}, not {found}")
BOOKED = gettext_noop("Booked without play: {own} for the owner, {other} for each other")
PLANNED = gettext_noop("This hand is {contract}")
NO_TRUMP_HERE = gettext_noop("There is no trump in this hand: leave it out")
NOT_SOLD = gettext_noop("This hand is not sold: leave the sale out")
KEPT = gettext_noop("Not sold: {wind} kept the hand")
SALE_EXCHANGED = gettext_noop("The other way round: {seller} sold to {buyer}")
DEALER_SOLD = gettext_noop("The dealer sold: {seller}")
OWNER_SOLD = gettext_noop("The player on the dealer's left sold: {seller}")
PRICE_IN_POINTS = gettext_noop("{found} are points: the price is {price} tricks")
SKIPPED_LINE = gettext_noop("These numbers fit hand {hand}, which is empty: a row was skipped")
ROWS_EXCHANGED = gettext_noop("This row and that of hand {hand} have been exchanged")
REPEATED = gettext_noop("These are the numbers of hand {hand} again: count this hand once more")
