"""What would explain a row that cannot be true: the slips that people make, each with the row put right.

A suggestion is only made where the corrected row has none of the problems that it explains and no new one; where a
slip has several readings, each is given if there are two, and none if there are more. So there are few, and the
likeliest comes first: points written for units, then a sign, a wind forgotten, a digit. Nothing is ever corrected by
itself: whoever wrote the row says whether it was so.

What only the totals on the paper can tell is in ``king.sheet.on_paper``, what only the other tables in
``king.sheet.second_look``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from king.cards import SIDES
from king.rulesets.base import Order, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.checks import check_row
from king.sheet.points import Column, Hand, counted_places, is_down, place_row, sale_columns, settle_tricks
from king.sheet.row import Problem, Row, Sale
from king.words import Phrase, gettext_noop

MOST_READINGS = 2
"""A slip that may have happened in more ways than this explains nothing."""

COUNTS = frozenset(
    {"units_missing", "units_range", "units_short", "units_over", "wind_unknown", "domino_closers", "unplayed_units"}
)
"""The problems of what was counted."""


@dataclass(frozen=True)
class Suggestion:
    """A likely slip and the ``rows`` without it; none where only the paper's own sums are wrong."""

    code: str
    phrase: Phrase
    rows: tuple[Row, ...] = ()

    @property
    def row(self) -> Row | None:
        return self.rows[0] if self.rows else None

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "message": str(self.phrase), "rows": [row.as_json() for row in self.rows]}


def suggest_row(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> tuple[Suggestion, ...]:
    """Explanations of this row's problems, the likeliest first; none for a sound row or an odd one."""
    settings = settings or ruleset.defaults
    problems = check_row(ruleset, row, settings)
    hand = place_row(ruleset, row, settings)
    if not problems or hand.contract is None:
        return ()
    found: list[Suggestion] = []
    if any(problem.code in COUNTS for problem in problems):
        found += _first_that_helps(ruleset, hand, hand.contract, problems, settings)
    found += (slip for slip in _other_slips(hand, hand.contract, problems) if _helps(ruleset, slip, problems, settings))
    return tuple(found)


def suggest_sheet(
    ruleset: RuleSet, rows: Iterable[Row], settings: Settings | None = None
) -> Mapping[int, tuple[Suggestion, ...]]:
    """Suggestions by hand; two rows in each other's place stand at both and first: they explain more than two slips."""
    settings = settings or ruleset.defaults
    by_hand: dict[int, Row] = {}
    for row in rows:
        by_hand.setdefault(row.hand, row)
    answer: dict[int, tuple[Suggestion, ...]] = {}
    for number, row in sorted(by_hand.items()):
        if not check_row(ruleset, row, settings):
            continue
        found = (*_neighbours(ruleset, row, by_hand, settings), *suggest_row(ruleset, row, settings))
        if found:
            answer[number] = found
    return answer


# -- whether a suggestion explains anything


def _first_that_helps(
    ruleset: RuleSet, hand: Hand, contract: Contract, problems: Iterable[Problem], settings: Settings
) -> list[Suggestion]:
    """The first kind of slip that explains the counts: a likelier one makes the others unlikely."""
    for kind in (_points_for_units, _sign, _forgotten, _only_one, _digit, _booked):
        readings: dict[tuple[tuple[str, int], ...], Suggestion] = {}
        for suggestion in kind(ruleset, hand, contract, settings):
            if _helps(ruleset, suggestion, problems, settings):
                readings.setdefault(_counts(suggestion.rows[0]), suggestion)
        if 0 < len(readings) <= MOST_READINGS:
            return list(readings.values())
    return []


def _helps(ruleset: RuleSet, suggestion: Suggestion, problems: Iterable[Problem], settings: Settings) -> bool:
    """Whether the corrected row has fewer problems, none of them new, and, where counts change, none in its counts."""
    (row,) = suggestion.rows
    before = {(problem.code, problem.wind) for problem in problems}
    after = check_row(ruleset, row, settings)
    if suggestion.code in UNIT_SLIPS and any(problem.code in COUNTS for problem in after):
        return False
    return len(after) < len(before) and all((problem.code, problem.wind) in before for problem in after)


def _counts(row: Row) -> tuple[tuple[str, int], ...]:
    return tuple((str(place), count) for place, count in row.units.items())


def _with(hand: Hand, code: str, units: Mapping[Column, int], template: str, **fields: object) -> Suggestion:
    counted = {str(place): count for place, count in units.items()}
    return Suggestion(code, Phrase(template, {"units": _said(units)} | fields), (replace(hand.row, units=counted),))


def _said(units: Mapping[Column, int]) -> Phrase:
    fields: dict[str, object] = {}
    for number, (place, count) in enumerate(units.items()):
        fields |= {f"place{number}": place, f"count{number}": count}
    template = ", ".join(f"{{place{number}}} {{count{number}}}" for number in range(len(units)))
    return Phrase(template, fields)


# -- points written for units


def _points_for_units(ruleset: RuleSet, hand: Hand, contract: Contract, settings: Settings) -> Iterator[Suggestion]:
    places = counted_places(ruleset, hand.row)
    typed = {place: hand.row.units.get(place) for place in places}
    written = [points for points in typed.values() if points is not None]
    if not any(written) or hand.row.third or hand.row.blind or hand.row.unplayed:
        return
    if contract.family is Family.DOMINO:
        units = None if places == SIDES else _cards_of_domino(typed)
    elif places == SIDES:
        units = _units_of_difference(ruleset, typed, contract)
    elif is_down(hand.row, contract) and contract.nulls is not None:
        nulls = contract.nulls
        units = _quotients({place: (points or 0) - nulls.bonus for place, points in typed.items()}, nulls.value)
    else:
        units = _units_of_points(typed, contract.value)
        if units is not None and not ruleset.by_side:
            yield from _before_sale(ruleset, hand, contract, units, settings)
            return
    if units is not None:
        yield _with(hand, "points_for_units", units, POINTS_FOR_UNITS)


def _quotients(points: Mapping[Column, Fraction], value: Fraction) -> dict[Column, int] | None:
    """The points divided by the value of a unit, where that comes out everywhere; an edition's may be 0."""
    if value == 0 or any((point / value).denominator != 1 for point in points.values()):
        return None
    return {place: int(point / value) for place, point in points.items()}


def _units_of_points(typed: Mapping[Column, int | None], value: Fraction) -> dict[Column, int] | None:
    """With their sign, or all of them without it; a place where nothing was written has no points."""
    points = {place: Fraction(point or 0) for place, point in typed.items()}
    unsigned = all(point >= 0 for point in points.values())
    return _quotients(points, abs(value) if unsigned else value)


def _units_of_difference(
    ruleset: RuleSet, typed: Mapping[Column, int | None], contract: Contract
) -> dict[Column, int] | None:
    """Own units less the opponents', times the value: from ``NS −6, EW 6`` for the queens, 3 and 1."""
    if ruleset.scoring not in (Scoring.DIFFERENCE, Scoring.SOLOIST) or contract.units is None:
        return _units_of_points(typed, contract.value)
    one, other = (typed[side] for side in SIDES)
    if one is None or other is None or one != -other or contract.value == 0:
        return None
    difference = Fraction(one) / contract.value
    own = (contract.units + difference) / 2
    return None if own.denominator != 1 else {SIDES[0]: int(own), SIDES[1]: contract.units - int(own)}


def _cards_of_domino(typed: Mapping[Column, int | None]) -> dict[Column, int] | None:
    """The wind that went out has as many points as the others lose."""
    points = {place: point or 0 for place, point in typed.items()}
    winners = [place for place, point in points.items() if point > 0]
    if len(winners) != 1 or sum(points.values()) != 0:
        return None
    return {place: 0 if place == winners[0] else -point for place, point in points.items()}


def _before_sale(
    ruleset: RuleSet, hand: Hand, contract: Contract, units: dict[Column, int], settings: Settings
) -> Iterator[Suggestion]:
    """The tricks as they were taken: the points of a sold hand already hold what the buyer paid."""
    sold = sale_columns(ruleset, hand.row.sale, contract)
    if sold is None:
        yield _with(hand, "points_for_units", units, POINTS_FOR_UNITS)
        return
    seller, buyer, price = sold
    both = units[seller] + units[buyer]
    for taken in range(both + 1) if both <= (contract.units or 0) else ():
        if settle_tricks(settings.sale_settlement, both - taken, taken, price) == (units[seller], units[buyer]):
            before = units | {seller: both - taken, buyer: taken}
            fields = {"price": price, "buyer": buyer}
            yield _with(hand, "settled_points", before, SETTLED_POINTS, **fields)


# -- the other slips in the counts


def _sign(ruleset: RuleSet, hand: Hand, contract: Contract, settings: Settings) -> Iterator[Suggestion]:
    places = counted_places(ruleset, hand.row)
    typed = {place: hand.row.units.get(place) for place in places}
    if any(count is None for count in typed.values()):
        return
    units = {place: abs(count or 0) for place, count in typed.items()}
    if any(count is not None and count < 0 for count in typed.values()):
        yield _with(hand, "sign", units, SIGN)


def _forgotten(ruleset: RuleSet, hand: Hand, contract: Contract, settings: Settings) -> Iterator[Suggestion]:
    """One wind was not written, and so many units are left for it; or several, and none are left for them."""
    places = counted_places(ruleset, hand.row)
    missing = [place for place in places if place not in hand.row.units]
    written = {place: hand.row.units[place] for place in places if place not in missing}
    if not missing or not written or contract.units is None:
        return
    rest = contract.units - sum(written.values())
    if len(missing) == 1 or rest == 0:
        units = {place: written.get(place, rest) for place in places}
        template = FORGOTTEN if len(missing) == 1 else REST_NONE
        yield _with(hand, "forgotten", units, template, wind=missing[0], rest=rest)


def _only_one(ruleset: RuleSet, hand: Hand, contract: Contract, settings: Settings) -> Iterator[Suggestion]:
    """The king of hearts, or the 8 of diamonds, was written for two winds: it is with one of them."""
    holders = [place for place in counted_places(ruleset, hand.row) if hand.row.units.get(place)]
    if contract.units != 1 or len(holders) != 2:
        return
    for holder in holders:
        units = {place: int(place == holder) for place in counted_places(ruleset, hand.row)}
        yield _with(hand, "only_one", units, ONLY_ONE, wind=holder)


def _digit(ruleset: RuleSet, hand: Hand, contract: Contract, settings: Settings) -> Iterator[Suggestion]:
    """A digit too few (1 for 11), too many (33 for 3) or two exchanged (21 for 12), in one place alone."""
    places = counted_places(ruleset, hand.row)
    if contract.units is None or any(place not in hand.row.units for place in places):
        return
    total = sum(hand.row.units[place] for place in places)
    for place in places:
        typed = hand.row.units[place]
        meant = typed + contract.units - total
        if typed > 0 and meant >= 0 and typed != meant and _one_digit_apart(str(typed), str(meant)):
            units = {seat: hand.row.units[seat] for seat in places} | {place: meant}
            yield _with(hand, "digit", units, DIGIT, wind=place, found=typed, count=meant)


def _one_digit_apart(typed: str, meant: str) -> bool:
    if len(typed) == len(meant):
        return len(typed) > 1 and sorted(typed) == sorted(meant)
    longer, shorter = sorted((typed, meant), key=len, reverse=True)
    dropped = {longer[:at] + longer[at + 1 :] for at in range(len(longer))}
    return len(longer) == len(shorter) + 1 and shorter in dropped


def _booked(ruleset: RuleSet, hand: Hand, contract: Contract, settings: Settings) -> Iterator[Suggestion]:
    if hand.row.unplayed and ruleset.unplayed is not None and hand.row.units:
        own, other = ruleset.unplayed
        yield Suggestion("booked", Phrase(BOOKED, {"own": own, "other": other}), (replace(hand.row, units={}),))


# -- sale, trump, contract


def _other_slips(hand: Hand, contract: Contract, problems: Iterable[Problem]) -> Iterator[Suggestion]:
    codes = {problem.code for problem in problems}
    row = hand.row
    if "contract_unexpected" in codes and hand.plan is not None and hand.plan.contract is not None:
        planned = hand.plan.contract
        phrase = Phrase(PLANNED, {"contract": planned.title})
        yield Suggestion("planned_contract", phrase, (replace(row, contract=planned.code),))
    if codes & {"trump_unexpected"}:
        yield Suggestion("no_trump_here", Phrase(NO_TRUMP_HERE), (replace(row, trump=None),))
    if row.sale is not None:
        yield from _sale_slips(hand, row.sale, contract, codes)


def _sale_slips(hand: Hand, sale: Sale, contract: Contract, codes: set[str]) -> Iterator[Suggestion]:
    row, dealer = hand.row, hand.dealer
    if "sale_not_allowed" in codes or "sale_to_self" in codes:
        who = dealer if dealer is not None else sale.seller
        phrase = Phrase(NOT_SOLD) if "sale_not_allowed" in codes else Phrase(KEPT, {"wind": who})
        yield Suggestion("not_sold", phrase, (replace(row, sale=None),))
        return
    if "sale_seller" in codes and dealer is not None and sale.buyer == dealer and sale.seller is not None:
        exchanged = replace(sale, seller=str(dealer), buyer=sale.seller)
        phrase = Phrase(SALE_EXCHANGED, {"seller": dealer, "buyer": sale.seller})
        yield Suggestion("sale_exchanged", phrase, (replace(row, sale=exchanged),))
    elif "sale_seller" in codes and dealer is not None and sale.buyer != dealer:
        phrase = Phrase(DEALER_SOLD, {"seller": dealer})
        yield Suggestion("dealer_sold", phrase, (replace(row, sale=replace(sale, seller=str(dealer))),))
    if "sale_price" in codes and sale.price is not None and sale.price > 0 and contract.value != 0:
        tricks = sale.price / contract.value
        if tricks.denominator == 1 and tricks > 0 and contract.value != 1:
            phrase = Phrase(PRICE_IN_POINTS, {"price": int(tricks), "found": sale.price})
            yield Suggestion("price_in_points", phrase, (replace(row, sale=replace(sale, price=int(tricks))),))


# -- rows in each other's place


def _neighbours(ruleset: RuleSet, row: Row, rows: Mapping[int, Row], settings: Settings) -> Iterator[Suggestion]:
    """Slips with the row before or after: the two exchanged, a line skipped, the same counts written twice."""
    wrong = any(problem.code in COUNTS for problem in check_row(ruleset, row, settings))
    if not wrong or not row.units or ruleset.order is not Order.FIXED:
        return
    for number in (row.hand - 1, row.hand + 1):
        if not 1 <= number <= ruleset.length:
            continue
        other = rows.get(number)
        there = _moved(row, number)
        here = Row(row.hand) if other is None or not other.units else _moved(other, row.hand)
        sound_there = not check_row(ruleset, there, settings)
        if other is None or not other.units:
            if sound_there:
                yield Suggestion("skipped_line", Phrase(SKIPPED_LINE, {"hand": number}), (there, here))
        elif sound_there and check_row(ruleset, other, settings) and not check_row(ruleset, here, settings):
            yield Suggestion("rows_exchanged", Phrase(ROWS_EXCHANGED, {"hand": number}), (here, there))
        elif _repeats(ruleset, row, other, settings):
            yield Suggestion("repeated", Phrase(REPEATED, {"hand": number}), (replace(row, units={}),))


def _moved(row: Row, hand: int) -> Row:
    return replace(row, hand=hand, contract=None)


def _repeats(ruleset: RuleSet, row: Row, other: Row, settings: Settings) -> bool:
    """Whether the counts are those of a sound neighbour; a card that anybody may have says nothing."""
    return sum(other.units.values()) > 1 and row.units == other.units and not check_row(ruleset, other, settings)


UNIT_SLIPS = frozenset({"points_for_units", "settled_points", "sign", "forgotten", "only_one", "digit", "booked"})
"""The suggestions that change what was counted."""

POINTS_FOR_UNITS = gettext_noop("These are points; counted, they are {units}")
SETTLED_POINTS = gettext_noop(
    "These are points after the sale; before {buyer} paid for {price}, the tricks were {units}"
)
SIGN = gettext_noop("A count has no sign: {units}")
FORGOTTEN = gettext_noop("{wind} was left out: {rest} are left")
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
PRICE_IN_POINTS = gettext_noop("{found} are points: the price is {price} tricks")
SKIPPED_LINE = gettext_noop("These counts fit hand {hand}, which is empty: a line was skipped")
ROWS_EXCHANGED = gettext_noop("This row and that of hand {hand} are in each other's place")
REPEATED = gettext_noop("These are the counts of hand {hand} once more: count this hand again")
