"""Scoring of one row: from counts to points, with the sentences that explain them (§0, §1, §2).

``score_row`` never fails: a wrong row is scored as it is written, a missing count as 0. Its
problems are found by ``king.sheet.checks``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from king.cards import SIDES, WINDS, Side, Wind
from king.exact import exact_sum
from king.rulesets.base import Chooser, HandPlan, Order, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family, Nulls
from king.rulesets.settings import Settings
from king.sheet.row import Row
from king.sheet.settlement import settle_nulls, settle_tricks
from king.words import Phrase, gettext_noop, listed

Column = Wind | Side
Points = Mapping[Column, Fraction]
Units = dict[Column, int]
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Hand:
    """A row with what its system knows about it.

    ``plan`` is None if the sheet has no such row; ``contract`` is None if it is unknown. ``dealer``
    deals and keeps the score. ``chooser`` is the column that chooses or owns the hand.
    """

    ruleset: RuleSet
    settings: Settings
    row: Row
    plan: HandPlan | None
    contract: Contract | None
    dealer: Wind | None
    chooser: Column | None

    @property
    def owner(self) -> Wind | None:
        """Player who owns the hand if it is positive: they name its trump, or sell it."""
        return self.ruleset.owner_of(self.dealer)

    @property
    def places(self) -> tuple[Column, ...]:
        return counted_places(self.ruleset, self.row)

    @property
    def nulls(self) -> Nulls | None:
        """Points of a hand that was played down, else None. A sale for nulls that was accepted is
        played down as well.
        """
        if self.contract is None or not (self.row.direction == "down" or self.row.sold_for_nulls):
            return None
        return self.contract.nulls

    @property
    def turned(self) -> bool:
        """Whether the buyer of a hand bought for tricks played it down (§11.6)."""
        sold = self.row.sale is not None
        return self.row.direction == "down" and sold and not self.row.sold_for_nulls

    @property
    def blind(self) -> bool:
        """Whether the hand is a blind declaration whose tricks count twice: with a trump, neither
        sold nor played down (O5).
        """
        trump = self.contract is not None and self.contract.trump and self.nulls is None
        return self.row.blind and trump and self.row.sale is None

    @property
    def sold(self) -> tuple[Column, Column, int] | None:
        """Seller's column, buyer's column and price, or None if the sale changes nothing that can
        be settled.
        """
        sale, ruleset = self.row.sale, self.ruleset
        if sale is None or self.contract is None or not self.contract.sale:
            return None
        seller, buyer = ruleset.column(sale.seller), ruleset.column(sale.buyer)
        if seller is None or buyer is None or seller == buyer or ruleset.sale_within_pair:
            return None
        return (seller, buyer, sale.price) if sale.price and sale.price > 0 else None


@dataclass
class RowScore:
    points: dict[Column, Fraction]
    expected: Fraction
    explanation: list[Phrase] = field(default_factory=list)

    @cached_property
    def sum(self) -> Fraction:
        return exact_sum(self.points.values())


def by_column(figures: Mapping[Column, object]) -> Phrase:
    return listed((listed(pair) for pair in figures.items()), ", ")


def place_row(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> Hand:
    """Place a row in the match: its plan, contract, dealer and chooser. If the order is fixed, an
    unknown contract becomes the scheduled one.
    """
    settings = settings or ruleset.defaults
    schedule = ruleset.schedule(settings)
    plan = schedule[row.hand - 1] if 1 <= row.hand <= len(schedule) else None
    planned = plan and plan.contract
    contract = ruleset.find_contract(row.contract) or planned
    chooser = ruleset.column(row.chooser) if ruleset.order is not Order.FIXED else None
    dealer = plan and plan.dealer
    called = ruleset.order is Order.CALLED and planned is None
    if called and isinstance(chooser, Wind) and ruleset.chooser is Chooser.DEALER:
        # The chooser dealt it. If the schedule has another dealer, the checks say so.
        dealer = chooser
    chooser = chooser or (plan and plan.chooser) or ruleset.column(dealer)
    return Hand(ruleset, settings, row, plan, contract, dealer, chooser)


def score_row(hand: Hand) -> RowScore:
    ruleset, contract, row = hand.ruleset, hand.contract, hand.row
    if contract is None:
        return RowScore(dict.fromkeys(ruleset.columns, ZERO), ZERO, [Phrase(UNSCORED)])
    if row.unplayed and ruleset.unplayed is not None and contract.sale:
        return _unplayed_points(hand, contract, *ruleset.unplayed)
    if ruleset.scoring is Scoring.SOLOIST:
        return _soloist(hand, contract)
    scoring = _difference if ruleset.by_difference else _sum
    if contract.family is Family.DOMINO:
        scoring = _domino
    score = scoring(hand, contract, column_units(ruleset, row))
    if ruleset.scoring is Scoring.SHARED:
        _share(hand, score)
    double_third(hand, score)
    return score


def counted_places(ruleset: RuleSet, row: Row) -> tuple[Column, ...]:
    """Columns that may have this row's units: the winds, or the sides if the system has sides and
    the row uses them.

    A soloist's row has a count for each player; the soloist's includes the dummy's, unless the row
    is written by side or by seat.
    """
    soloist = ruleset.scoring is Scoring.SOLOIST
    if (ruleset.by_side or soloist) and row.by_side:
        return SIDES
    return ruleset.columns if soloist and Wind.W not in row.units else ruleset.winds


def player_units(units: Mapping[str, int], soloist: Wind) -> Units:
    """Counts of a soloist's row by player: the soloist's including the dummy's, and each
    defender's.

    If the dummy lies at a defender's letter, that defender sits at the free place. Of counts by
    side, only the soloist's belongs to one player.

    >>> player_units({"N": 3, "E": 4, "S": 1, "W": 5}, Wind.N)
    {<Wind.N: 'N'>: 4, <Wind.E: 'E'>: 4, <Wind.S: 'S'>: 5}
    """
    if any(side in units for side in SIDES):
        return {soloist: units.get(soloist.side, 0)}
    if Wind.W not in units:
        return {wind: units[wind] for wind in WINDS if wind in units}
    counts: Units = {}
    for player in WINDS[:3]:
        seat = Wind.W if player == soloist.partner else player
        dummy = units.get(soloist.partner, 0) if player == soloist else 0
        counts[player] = units.get(seat, 0) + dummy
    return counts


def counted_units(ruleset: RuleSet, content: Mapping[str, Any]) -> dict[str, Any]:
    """Counts under the columns that the system writes: those of two winds added up if the system
    counts by side, those of each player if one plays with a dummy.

    Rows of programs and of a night's file may be written by wind. A value that is no count stays.

    >>> from king.rulesets import find_ruleset
    >>> counted_units(find_ruleset("squadre"), {"contract": "Q", "units": {"N": 1, "E": 0, "S": 2, "W": 1}})
    {'NS': 3, 'EW': 1}
    """
    units: Mapping[str, Any] = content.get("units") or {}
    contract = ruleset.find_contract(str(content.get("contract") or ""))
    soloist = content.get("chooser")
    counted = all(isinstance(count, int) for count in units.values())
    if ruleset.scoring is Scoring.SOLOIST and soloist in WINDS and counted:
        return {str(player): count for player, count in player_units(units, Wind(soloist)).items()}
    if contract is None or ruleset.counted_columns(contract) != SIDES:
        return dict(units)
    by_side: dict[str, Any] = {str(side): units[side] for side in SIDES if side in units}
    for side in SIDES:
        both = [units[wind] for wind in side.winds if wind in units]
        if both and side not in by_side and all(isinstance(count, int) for count in both):
            by_side[str(side)] = sum(both)
    return by_side or dict(units)


def side_units(row: Row) -> Units:
    places = {side: (side,) if row.by_side else side.winds for side in SIDES}
    return {side: sum(row.units.get(place, 0) for place in own) for side, own in places.items()}


def column_units(ruleset: RuleSet, row: Row) -> Units:
    if ruleset.by_side:
        return side_units(row)
    return {wind: row.units.get(wind, 0) for wind in ruleset.winds}


# -- the kinds of scoring


def _sum(hand: Hand, contract: Contract, units: Units) -> RowScore:
    if hand.nulls is not None:
        return _nulls(hand, contract, hand.nulls, units)
    taker = slam_taker(hand, units)
    if taker is not None:
        return _slam(hand, contract, units, taker)
    explanation = _settle(hand, units)
    points = {column: count * contract.value for column, count in units.items()}
    explanation += [_product(column, count, contract) for column, count in units.items()]
    expected = contract.total
    blind = _blind(hand, units)
    if blind is not None:
        declarer, extra = blind[0], blind[1] * contract.value
        points[declarer] += extra
        expected += extra
        explanation.append(Phrase(BLIND, who=declarer, extra=extra))
    return RowScore(points, expected, explanation)


def _settle(hand: Hand, units: Units) -> list[Phrase]:
    """Move the tricks of a sale within ``units``, and return the sentence about it."""
    if hand.sold is None:
        return []
    seller, buyer, price = hand.sold
    tricks_won, paid = paid_tricks(hand, units)
    units[seller] += paid
    units[buyer] -= paid
    who = payer(hand) or buyer
    return [Phrase(SOLD, seller=seller, buyer=who, price=price, paid=paid, taken=tricks_won)]


def paid_tricks(hand: Hand, units: Mapping[Column, int]) -> tuple[int, int]:
    """Tricks that pay for the sale, of the buyer or their pair (§12.1), and how many of them are
    paid.
    """
    sale = hand.row.sale
    assert hand.sold is not None
    assert sale is not None
    _seller, buyer, price = hand.sold
    tricks_won = units[buyer]
    if counts_buyer(hand):
        who = payer(hand)
        tricks_won = (
            sale.tricks if hand.places == SIDES or not who else hand.row.units.get(who)
        ) or 0
    return tricks_won, settle_tricks(hand.settings.sale_settlement, 0, tricks_won, price)[0]


def payer(hand: Hand) -> Wind | None:
    """Player whose own tricks pay for a sale between pairs; None if the pair's tricks do, or the
    player is unknown.
    """
    sale = hand.row.sale
    if sale is None or sale.buyer not in WINDS or not counts_buyer(hand):
        return None
    return Wind(sale.buyer)


def counts_buyer(hand: Hand) -> bool:
    """Whether the buyer, in a game of pairs, pays with the tricks that they took themselves."""
    return hand.ruleset.by_side and hand.settings.sale_counts == "buyer"


def _nulls(hand: Hand, contract: Contract, nulls: Nulls, units: Units) -> RowScore:
    points = {column: nulls.bonus + count * nulls.value for column, count in units.items()}
    worth = {"bonus": nulls.bonus, "value": nulls.value}
    explanation = [
        Phrase(DOWN, worth, who=column, count=count, points=points[column])
        for column, count in units.items()
    ]
    if hand.sold is not None:
        seller, buyer, price = hand.sold
        before = points[buyer]
        points[seller], points[buyer] = settle_down(hand, units[seller], units[buyer], price)
        template, paid = TURNED if hand.turned else SOLD_NULLS, before - points[buyer]
        explanation.append(Phrase(template, seller=seller, buyer=buyer, price=price, paid=paid))
    return RowScore(points, nulls_total(contract, nulls, len(units)), explanation)


def nulls_total(contract: Contract, nulls: Nulls, columns: int) -> Fraction:
    return columns * nulls.bonus + (contract.units or 0) * nulls.value


def may_be_slam(contract: Contract, settings: Settings) -> bool:
    """Whether a slam in this contract is scored apart. Misère is included if the settings say so
    (O1).
    """
    if settings.cappotto == "none":
        return False
    misere = contract.unit.every_trick and contract.family is Family.NEGATIVE
    return contract.cappotto or (misere and settings.cappotto_misere)


def slam_taker(hand: Hand, units: Mapping[Column, int]) -> Column | None:
    if hand.contract is None or not may_be_slam(hand.contract, hand.settings):
        return None
    takers = [column for column, count in units.items() if count]
    return takers[0] if [units[taker] for taker in takers] == [hand.contract.units] else None


def slam_total(contract: Contract, settings: Settings, *, by_side: bool) -> Fraction:
    """Total of all columns after a slam (O1, A26)."""
    if settings.cappotto == "plus14":
        return contract.total
    if settings.cappotto_others == "minus13" and by_side:
        return ZERO
    return -contract.total


def _slam(hand: Hand, contract: Contract, units: Mapping[Column, int], taker: Column) -> RowScore:
    gain, others, expected = slam_points(hand.ruleset, contract, hand.settings)
    points = {column: gain if column == taker else others for column in units}
    return RowScore(points, expected, [Phrase(SLAM, who=taker, gain=gain, others=others)])


def slam_points(
    ruleset: RuleSet, contract: Contract, settings: Settings
) -> tuple[Fraction, Fraction, Fraction]:
    """Points of the taker, of each other column, and of all: +13 and nothing, or +14 and what keeps
    the hand's sum (O1).
    """
    gain = -contract.total - (contract.value if settings.cappotto == "plus14" else 0)
    expected = ZERO
    if ruleset.scoring in (Scoring.SUM, Scoring.SHARED):
        expected = slam_total(contract, settings, by_side=ruleset.by_side)
    others = 1 if ruleset.scoring is Scoring.SOLOIST else len(ruleset.columns) - 1
    return gain, (expected - gain) / others, expected


def _difference(hand: Hand, contract: Contract, units: Units) -> RowScore:
    taker = slam_taker(hand, units)
    if taker is not None:
        return _slam(hand, contract, units, taker)
    explanation = _settle(hand, units)
    blind = _blind(hand, units)
    if blind is not None:
        declarer, extra = blind
        units[declarer] += extra
        explanation.append(Phrase(BLIND, who=declarer, extra=extra))
    return _antisymmetric(units, contract.value, explanation)


def _antisymmetric(
    units: Mapping[Column, int], value: Fraction, explanation: list[Phrase]
) -> RowScore:
    one, other = units
    points = (units[one] - units[other]) * value
    counts = {"own": units[one], "opponents": units[other], "value": value}
    explanation.append(Phrase(DIFFERENCE, counts, who=one, points=points))
    return RowScore({one: points, other: -points}, ZERO, explanation)


def _domino(hand: Hand, contract: Contract, units: Units) -> RowScore:
    """Score a Domino. A card left costs a point, and the wind that goes out gains all that the
    others lose (R1b, R2, R6, O2).
    """
    if contract.places:
        return _points_by_place(contract, units)
    if hand.ruleset.by_side:
        return _domino_of_pairs(hand, contract, units)
    closers = [column for column, count in units.items() if count == 0]
    points = {column: count * contract.value for column, count in units.items()}
    gain = -sum(points.values(), ZERO)
    explanation = [_product(column, count, contract) for column, count in units.items() if count]
    template = CLOSED if len(closers) == 1 else CLOSED_TOGETHER
    for closer in closers:
        points[closer] = share = gain / len(closers)
        explanation.append(
            Phrase(template, who=closer, points=share, gain=gain, count=len(closers))
        )
    return RowScore(points, ZERO, explanation)


def _points_by_place(contract: Contract, units: Units) -> RowScore:
    """Score a Domino by places of going out (§13.13); empty if the places are impossible."""
    known = dict(enumerate(contract.places, start=1))
    points = {column: known.get(place, ZERO) for column, place in units.items()}
    explanation = [
        Phrase(PLACE, who=column, place=place, points=points[column])
        for column, place in units.items()
    ]
    return RowScore(points, contract.total, explanation)


def _domino_of_pairs(hand: Hand, contract: Contract, units: Units) -> RowScore:
    score = _antisymmetric(units, contract.value, [])
    bonus = hand.ruleset.domino_bonus
    if not bonus:
        return score
    side, both = closing_side(hand), len(closing_sides(hand)) > 1
    if side is not None:
        score.points[side] += bonus
        score.points[side.other] -= bonus
        score.explanation.append(Phrase(BONUS_OF_FEWER if both else BONUS, who=side, bonus=bonus))
    elif both:
        score.explanation.append(Phrase(NO_BONUS, bonus=bonus))
    return score


def closing_sides(hand: Hand) -> set[Side]:
    """Sides with a player who went out; empty if only the counts of the sides are written."""
    return {wind.side for wind in WINDS if hand.row.units.get(wind) == 0}


def closing_side(hand: Hand) -> Side | None:
    """Side that gets the bonus of Domino (A25), or None if nobody gets it or it is unknown.

    It is the pair that went out. If both did within the round, it is the one with fewer cards left,
    and neither if equal (§13.7). With counts by side it is not known who went out.
    """
    if hand.settings.domino_bonus_to == "closer":
        closers = closing_sides(hand)
        if len(closers) < 2:
            return next(iter(closers), None)
    sides = side_units(hand.row)
    if sides[Side.NS] == sides[Side.EW]:
        return None
    return min(SIDES, key=lambda side: sides[side])


def _soloist(hand: Hand, contract: Contract) -> RowScore:
    """Score a soloist's row. The soloist's side is their seat and the dummy's, opposite; only the
    soloist scores (R12).
    """
    points: dict[Column, Fraction] = dict.fromkeys(hand.ruleset.columns, ZERO)
    soloist = hand.chooser
    if not isinstance(soloist, Wind) or soloist not in points:
        return RowScore(points, ZERO, [Phrase(UNSCORED)])
    side, units = soloist.side, side_units(hand.row)
    if not hand.row.by_side:
        own = player_units(hand.row.units, soloist).get(soloist, 0)
        units = {side: own, side.other: sum(units.values()) - own}
    points[soloist] = _difference(hand, contract, units).points[side]
    counts = {"own": units[side], "opponents": units[side.other], "value": contract.value}
    reason = Phrase(DIFFERENCE, counts, who=soloist, points=points[soloist])
    return RowScore(points, points[soloist], [reason])


def _unplayed_points(hand: Hand, contract: Contract, own: int, other: int) -> RowScore:
    """Score a failed auction booked without play: 4-3-3-3, the owner first (R8)."""
    counts = {column: own if column == hand.owner else other for column in hand.ruleset.columns}
    points = {column: count * contract.value for column, count in counts.items()}
    explanation = [_product(column, count, contract) for column, count in counts.items()]
    return RowScore(points, contract.total, [Phrase(UNPLAYED), *explanation])


def _share(hand: Hand, score: RowScore) -> None:
    dealer, partner = hand.dealer, hand.row.partner
    if dealer is None or partner not in WINDS or partner == dealer:
        return
    partners = [dealer, Wind(partner)]
    for one, other in (partners, [wind for wind in WINDS if wind not in partners]):
        total = score.points[one] + score.points[other]
        score.points[one] = score.points[other] = half = total / 2
        score.explanation.append(Phrase(SHARED, one=one, other=other, total=total, points=half))


def double_third(hand: Hand, score: RowScore) -> None:
    """Double the difference that the pair of a third option lost, but not the bonus of Domino (R7).
    Points of rulings are doubled like played ones (§13.1).
    """
    factor, chooser, contract = hand.ruleset.third, hand.chooser, hand.contract
    if not hand.row.third or factor is None or not hand.ruleset.third_counts:
        return
    if contract is None or not isinstance(chooser, Side) or score.points[chooser] >= 0:
        return
    difference = score.points[chooser]
    if contract.family is Family.DOMINO:
        difference = _antisymmetric(side_units(hand.row), contract.value, []).points[chooser]
    if difference >= 0:
        return
    doubled = score.points[chooser] + difference * (factor - 1)
    score.points |= {chooser: doubled, chooser.other: -doubled}
    score.explanation.append(Phrase(THIRD, who=chooser, points=doubled))


def _blind(hand: Hand, units: Mapping[Column, int]) -> tuple[Column, int] | None:
    """Column that declared blind, and the number of tricks that count twice: all of its ``units``,
    or in games of pairs perhaps only the declarer's (O5, §11.8). None if nobody did.
    """
    ruleset, row = hand.ruleset, hand.row
    column = hand.chooser if ruleset.by_side else ruleset.column(hand.owner)
    if ruleset.scoring is Scoring.SOLOIST:
        column = hand.chooser.side if isinstance(hand.chooser, Wind) else None
    if not hand.blind or column is None:
        return None
    if asks_blind_tricks(hand):
        return column, row.blind_tricks or 0
    if ruleset.by_side and hand.settings.blind_counts == "declarer":
        return column, row.units.get(_declaring_wind(hand) or "", 0)
    return column, units[column]


def asks_blind_tricks(hand: Hand) -> bool:
    """Whether the declarer's own tricks have to be written, because only the sides' are (§11.8)."""
    own = hand.ruleset.by_side and hand.settings.blind_counts == "declarer"
    return own and hand.places == SIDES


def _declaring_wind(hand: Hand) -> Wind | None:
    """Wind that declares: the owner names the trump, or the partner of the player on the dealer's
    left does (R10).
    """
    if hand.dealer is None or hand.ruleset.chooser is not Chooser.LEFT_OF_DEALER:
        return hand.owner
    return hand.dealer.after().partner


def _product(column: Column, count: int, contract: Contract) -> Phrase:
    points = count * contract.value
    return Phrase(PRODUCT, who=column, count=count, value=contract.value, points=points)


UNSCORED = gettext_noop("Not scored: the contract is not known")
PRODUCT = gettext_noop("{who}: {count} × {value} = {points}")
SOLD = gettext_noop(
    "Sold by {seller} to {buyer} for {price}: {buyer} took {taken} tricks and pays {paid}"
)
SOLD_NULLS = gettext_noop(
    "Sold by {seller} to {buyer} for {price} nulls: {buyer} pays {paid} points"
)
TURNED = gettext_noop(
    "Sold by {seller} to {buyer} for {price} and turned down: {buyer} pays {paid} points"
)
DOWN = gettext_noop("{who}: {bonus} and {count} × {value} = {points}")
BLIND = gettext_noop("{who} declared blind: the tricks taken count twice ({extra} more)")
SLAM = gettext_noop("Slam: {who} took everything and scores {gain}, the others {others}")
DIFFERENCE = gettext_noop("{who}: ({own} less {opponents}) × {value} = {points}")
PLACE = gettext_noop("{who}, place {place}: {points}")
CLOSED = gettext_noop("{who} went out: {points}, as many as the others lose")
CLOSED_TOGETHER = gettext_noop("{who} went out: {points}, of {gain} shared by {count}")
BONUS = gettext_noop("{who} went out: {bonus} more")
BONUS_OF_FEWER = gettext_noop("Both pairs went out: {bonus} more for {who}, with fewer cards left")
NO_BONUS = gettext_noop("Both pairs went out with as many cards left: nobody gets the {bonus}")
UNPLAYED = gettext_noop("Failed auction, booked without play")
SHARED = gettext_noop("{one} and {other} are partners: {total} together, {points} each")
THIRD = gettext_noop("{who} chose a third option and lost: the difference counts double, {points}")


def settle_down(hand: Hand, seller: int, buyer: int, price: int) -> tuple[Fraction, Fraction]:
    """Points of seller and buyer for the tricks taken in a hand played down. A buyer who bought it
    for tricks and then plays it down owes their points (§11.6).
    """
    nulls, contract = hand.nulls, hand.contract
    assert contract is not None
    assert nulls is not None
    if not hand.turned:
        return settle_nulls(hand.settings.null_settlement, nulls, seller, buyer, price)
    owed = price * contract.value
    return nulls.bonus + nulls.value * seller + owed, nulls.bonus + nulls.value * buyer - owed


def tricks_before_sale(hand: Hand, seller: Fraction, buyer: Fraction) -> Iterator[tuple[int, int]]:
    """Tricks of seller and buyer that this sale turns into these points. It does not change their
    sum (A8).
    """
    assert hand.contract is not None
    assert hand.sold is not None
    nulls, price = hand.nulls, hand.sold[2]
    bonus, value = (ZERO, hand.contract.value) if nulls is None else (nulls.bonus, nulls.value)
    both = (seller + buyer - 2 * bonus) / value
    # More than every unit of the hand twice over is a slip of the pen, whatever it came from.
    if both.denominator != 1 or both > 2 * (hand.contract.units or 0):
        return
    for buyer_tricks in range(int(both) + 1):
        seller_tricks = int(both) - buyer_tricks
        if nulls is not None:
            after = settle_down(hand, seller_tricks, buyer_tricks, price)
        else:
            one, other = settle_tricks(
                hand.settings.sale_settlement, seller_tricks, buyer_tricks, price
            )
            after = one * value, other * value
        if after == (seller, buyer):
            yield seller_tricks, buyer_tricks
