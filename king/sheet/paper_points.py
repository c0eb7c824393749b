"""Reading of a paper sheet on which points are written: finds the counts that make them.

It reverses ``king.sheet.points``. Points that no count makes, or several do, are refused, and the
refusal says how to write them. Nothing is rounded or guessed. If each place can be read alone, a
row that does not add up is read as it is written.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from king.reading import InputError
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.points import (
    ZERO,
    Column,
    Hand,
    Points,
    Units,
    counted_places,
    may_be_slam,
    place_row,
    score_row,
    tricks_before_sale,
)
from king.sheet.row import Row
from king.words import Phrase, gettext_noop


class PointsUnread(InputError):
    """Error: the points are not those of exactly one count. The phrase says how to write them."""


class Sign(StrEnum):
    """Meaning of a number without a sign in a row."""

    LOST = "lost"
    """Lost points, in a hand to avoid."""
    WON = "won"
    """Points won, in a hand to take."""
    EITHER = "either"
    """One place wins the points that another loses, so the sign has to be written."""


class PaperForm(NamedTuple):
    """Form of a contract on such paper: points of a unit, of the whole hand (None: no fixed sum),
    and the most of one place.
    """

    sign: Sign
    step: Fraction
    total: Fraction | None
    most: Fraction


def units_only(ruleset: RuleSet) -> Phrase | None:
    if ruleset.scoring is Scoring.SHARED:
        return Phrase(SHARED)
    return Phrase(ALONE) if ruleset.scoring is Scoring.SOLOIST else None


def takes_points(ruleset: RuleSet, contract: Contract | None) -> bool:
    """Whether points can be typed for the contract. They cannot for a hand that counts nothing, nor
    for a Domino of pairs, who share cards.
    """
    if units_only(ruleset) is not None or (contract is not None and contract.value == 0):
        return False
    return contract is None or contract.family is not Family.DOMINO or not ruleset.by_side


def written_as(ruleset: RuleSet, contract: Contract) -> PaperForm | None:
    """Form in which points of this contract are written on paper, or None if players write their
    counts.
    """
    if not takes_points(ruleset, contract):
        return None
    step = abs(contract.value)
    if contract.units is None:
        return PaperForm(
            Sign.EITHER, step, None, step * ruleset.cards_each * (len(ruleset.winds) - 1)
        )
    if ruleset.scoring is Scoring.DIFFERENCE:
        return PaperForm(Sign.EITHER, step, ZERO, step * contract.units * (ruleset.third or 1))
    sign = Sign.LOST if contract.value < 0 else Sign.WON
    return PaperForm(
        sign, step, abs(contract.total), step * min(contract.units, ruleset.cards_each)
    )


def sign_of(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> Sign:
    hand = place_row(ruleset, row, settings)
    written = None if hand.contract is None else written_as(ruleset, hand.contract)
    return Sign.EITHER if written is None or hand.nulls is not None else written.sign


def points_of_row(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> Points:
    """Points of the places with a count, before any ruling."""
    points = score_row(place_row(ruleset, row, settings)).points
    return {column: points[column] for column in ruleset.columns if column in row.units}


def units_of_points(
    ruleset: RuleSet, row: Row, points: Mapping[str, Fraction], settings: Settings | None = None
) -> dict[str, int]:
    """Counts that make the points of each place. The units of ``row`` are ignored, the rest of it
    is used.

    Raises ``PointsUnread`` if no count makes these points, or several do.

    >>> from king.rulesets import find_ruleset
    >>> units_of_points(find_ruleset("lab12"), Row(2), {"N": Fraction(3), "E": Fraction(-3), "S": Fraction(6)})
    {'N': 1, 'E': 1, 'S': 2}
    """
    hand = place_row(ruleset, replace(row, units={}), settings)
    if hand.contract is None:
        raise PointsUnread(Phrase(WHICH_HAND))
    if hand.contract.value == 0:
        raise PointsUnread(Phrase(SEVERAL_DIVISIONS))
    written = {column: points[column] for column in ruleset.columns if column in points}
    units = _Reading(hand, hand.contract, written).units()
    return {str(column): count for column, count in units.items()}


class _Reading:
    def __init__(self, hand: Hand, contract: Contract, written: Points) -> None:
        self.hand, self.contract, self.written = hand, contract, written
        self.ruleset, self.row = hand.ruleset, hand.row
        self.bonus, self.value = hand.nulls or (ZERO, contract.value)

    def units(self) -> Units:
        ruleset, row = self.ruleset, self.row
        if row.unplayed and ruleset.unplayed is not None:
            return self._booked()
        if self.contract.family is Family.DOMINO:
            return self._domino()
        counts_third = row.third and ruleset.third_counts
        depends_on_the_other = ruleset.by_difference or row.blind or counts_third
        divided = len(ruleset.columns) == 2 and depends_on_the_other
        return self._divided() if divided else self._summed()

    def _summed(self) -> Units:
        slams = list(self._slams())
        if len(slams) > 1:
            raise PointsUnread(Phrase(SLAM_SIGN))
        if slams:
            return slams[0]
        sold = self.hand.sold
        units = {
            column: self._quotient(column, points)
            for column, points in self.written.items()
            if sold is None or column not in sold[:2]
        }
        if sold is not None:
            units |= self._before_sale(*sold)
        return {column: units[column] for column in self.written}

    def _quotient(self, column: Column, points: Fraction) -> int:
        """Count that makes these points. A unit is worth twice as much to an owner who declared
        blind (O5). Raises ``PointsUnread`` if the count is not whole.
        """
        doubled = self.hand.blind and column == self.ruleset.column(self.hand.owner)
        value = self.value * 2 if doubled else self.value
        if self.hand.nulls is None and value < 0:
            points = -abs(points)
        count = (points - self.bonus) / value
        if count.denominator == 1:
            return int(count)
        below = count.__floor__()
        phrase = Phrase(
            NOT_WHOLE,
            wind=column,
            points=points,
            value=value,
            contract=self.contract.title,
            below=self.bonus + below * value,
            above=self.bonus + (below + 1) * value,
        )
        raise PointsUnread(phrase)

    def _slams(self) -> Iterator[Units]:
        """Yield counts in which one column took everything, if such a slam (O1) makes these points.
        Signs may be missing on the paper.
        """
        may_be = may_be_slam(self.contract, self.hand.settings)
        if not may_be or len(self.written) < len(self.ruleset.columns):
            return
        for taker in self.written:
            units = dict.fromkeys(self.written, 0) | {taker: self.contract.units or 0}
            slam = self._score(units)
            sizes = {column: abs(points) for column, points in slam.items()}
            if self.written in (slam, sizes):
                yield units

    def _score(self, units: Mapping[Column, int]) -> Points:
        row = replace(self.row, units={str(column): count for column, count in units.items()})
        return score_row(replace(self.hand, row=row)).points

    def _before_sale(self, seller: Column, buyer: Column, price: int) -> Units:
        if seller not in self.written or buyer not in self.written:
            raise PointsUnread(Phrase(BOTH_OF_A_SALE, seller=seller, buyer=buyer))
        readings = list(tricks_before_sale(self.hand, self.written[seller], self.written[buyer]))
        if not readings:
            phrase = Phrase(NONE_BEFORE_SALE, seller=seller, buyer=buyer, price=price)
            raise PointsUnread(phrase)
        if len(readings) > 1:
            least, most = readings[0][1], readings[-1][1]
            phrase = Phrase(SEVERAL_BEFORE_SALE, buyer=buyer, price=price, least=least, most=most)
            raise PointsUnread(phrase)
        return dict(zip((seller, buyer), readings[0], strict=True))

    def _divided(self) -> Units:
        """Find the division of the units between two sides that makes these points. Raises
        ``PointsUnread`` if there is none, or several.
        """
        written, (one, other) = self.written, self.ruleset.columns
        both = self.ruleset.by_difference and len(written) == 2
        if both and written[one] != -written[other]:
            raise PointsUnread(Phrase(OPPOSITE, one=one, other=other, points=written[one]))
        whole, value = self.contract.units or 0, abs(self.contract.value)
        divisions = [{one: own, other: whole - own} for own in range(whole + 1) if written]
        readings = [units for units in divisions if written.items() <= self._score(units).items()]
        if len(readings) == 1:
            return readings[0]
        template = SEVERAL_DIVISIONS if readings else NO_DIVISION
        title = self.contract.title
        raise PointsUnread(Phrase(template, contract=title, units=whole, value=value))

    def _domino(self) -> Units:
        """Read a Domino. The wind that went out gains what the others lose; without signs it has as
        much as the others together.
        """
        written = self.written
        if len(written) < len(self.ruleset.columns):
            raise PointsUnread(Phrase(DOMINO_WHOLE))
        if all(points >= 0 for points in written.values()):
            whole = sum(written.values(), ZERO)
            out = [column for column, points in written.items() if points and 2 * points == whole]
            if len(out) != 1:
                raise PointsUnread(Phrase(DOMINO_SIGN))
            written = {
                column: points if column in out else -points for column, points in written.items()
            }
        lost = -sum((points for points in written.values() if points < 0), ZERO)
        # Nobody has nothing: who kept cards has lost, so a nought beside them is a place that went
        # out too.
        winners = [column for column, points in written.items() if points >= 0]
        for column in winners:
            points, gain = written[column], lost / len(winners)
            if points != gain:
                raise PointsUnread(Phrase(DOMINO_GAIN, wind=column, points=points, gain=gain))
        return {
            column: 0 if column in winners else self._quotient(column, points)
            for column, points in written.items()
        }

    def _booked(self) -> Units:
        """Read a failed auction, which has no counts but may have points on the paper. Raises
        ``PointsUnread`` if the points are others.
        """
        if not self.written.items() <= self._score({}).items():
            raise PointsUnread(Phrase(BOOKED))
        return {}


SHARED = gettext_noop(
    "Partners share their points here, so the points do not say what each took: type tricks and "
    "cards."
)
ALONE = gettext_noop(
    "Only the soloist scores here, so the points do not say what was taken: type tricks and cards."
)
WHICH_HAND = gettext_noop("choose the hand first: it says what is counted")
NOT_WHOLE = gettext_noop(
    "{wind}: {points} cannot occur in “{contract}”, where each counts {value}: {below} or {above}"
)
SLAM_SIGN = gettext_noop("somebody took everything: write the sign, which says who")
BOTH_OF_A_SALE = gettext_noop("sold by {seller} to {buyer}: write the points of both")
NONE_BEFORE_SALE = gettext_noop(
    "no tricks give these points to {seller} and {buyer} after a sale for {price}: look at the "
    "price and the signs"
)
SEVERAL_BEFORE_SALE = gettext_noop(
    "{buyer} may have taken from {least} to {most} tricks before paying {price}: "
    "choose tricks and cards above and type the tricks"
)
OPPOSITE = gettext_noop(
    "{one} and {other} have the same points with opposite signs: {points} and its opposite"
)
NO_DIVISION = gettext_noop(
    "these points cannot occur in “{contract}”: two sides share {units}, each counting {value}"
)
SEVERAL_DIVISIONS = gettext_noop(
    "these points may have been counted in several ways: choose tricks and cards above and type "
    "them"
)
DOMINO_WHOLE = gettext_noop(
    "in Domino write the points of all: the player who went out gains what the others lose"
)
DOMINO_SIGN = gettext_noop(
    "in Domino write the signs: the player who went out gains what the others lose"
)
DOMINO_GAIN = gettext_noop(
    "{wind} went out and gains {gain}, not {points}: as much as the others lose"
)
BOOKED = gettext_noop("a hand that was not played has no other points than those booked for it")


def exchange_counts(ruleset: RuleSet, row: Row) -> Iterator[tuple[Column, Column, Row]]:
    """Yield the row with the counts of two winds exchanged, for each pair of winds whose counts
    differ.
    """
    for one, other in combinations(counted_places(ruleset, row), 2):
        first, second = row.units.get(one), row.units.get(other)
        if first is not None and second is not None and first != second:
            units = {str(place): count for place, count in row.units.items()}
            yield one, other, replace(row, units=units | {str(one): second, str(other): first})
