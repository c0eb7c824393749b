"""The largest total that a sheet can give one column, by the rules alone: no adjustment can be larger.

For each hand the most that a column can win and the most that it can lose, over every way in which the units can fall:
all to one wind, or all but one with the last elsewhere (a slam turns on that one), for whoever may deal, sold at the
highest price or not, played up or down, blind or open where that is allowed. ``king.scoring`` makes the points, so that
no figure of the game is written here. All the winnings of a column, or all its losses, whichever is more, are the
largest total. Labyrinth, 12 hands: −78 for the seven hands to avoid, and −13 for each of three declarations bought for
all the tricks without taking one: 117.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from king.checks import most_for_sale
from king.contracts import Contract, Family
from king.row import Row, Sale
from king.rulesets.base import Order, RuleSet, Scoring
from king.rulesets.settings import Settings
from king.scoring import ZERO, Hand, score_row
from king.winds import WINDS, Wind


@lru_cache(maxsize=64)
def largest_total(ruleset: RuleSet, settings: Settings) -> Fraction:
    """The largest total, won or lost, that one column of a sheet can have before adjustments."""
    won, lost = dict.fromkeys(ruleset.columns, ZERO), dict.fromkeys(ruleset.columns, ZERO)
    for contract, dealers, times in _hands(ruleset, settings):
        outcomes = [
            score_row(ruleset, hand, settings).points
            for dealer in dealers for hand in _ways(ruleset, contract, dealer, settings)
        ]  # fmt: skip
        for column in ruleset.columns:
            won[column] += times * max(points[column] for points in outcomes)
            lost[column] += times * min(points[column] for points in outcomes)
    return max(*won.values(), *(-points for points in lost.values()))


def _hands(ruleset: RuleSet, settings: Settings) -> Iterator[tuple[Contract, tuple[Wind, ...], int]]:
    """Each hand with who may deal it and how often one column plays it; where hands are chosen, anybody may deal."""
    if ruleset.order is Order.FIXED:
        for plan in ruleset.schedule(settings):
            assert plan.contract is not None
            yield plan.contract, WINDS if plan.dealer is None else (plan.dealer,), 1
        return
    share = 1 if ruleset.set_length is None else len(ruleset.columns)  # a soloist scores in his own hands alone (R12)
    for code, times in ruleset.counts.items():
        yield ruleset.contract(code), WINDS, times // share


def _ways(ruleset: RuleSet, contract: Contract, dealer: Wind, settings: Settings) -> Iterator[Hand]:
    """Every way in which the hand can come out at one of its ends."""
    partners = [wind.value for wind in WINDS if wind is not dealer] if ruleset.scoring is Scoring.SHARED else [None]
    downs = (None,) if contract.nulls is None else ("up", "down")
    thirds = (False,) if ruleset.third is None else (False, True)
    blinds = (False, True) if contract.trump and settings.blind else (False,)
    choices = product(list(_falls(ruleset, contract)), downs, partners, thirds, blinds)
    for units, direction, partner, third, blind in choices:
        for sale in _sales(ruleset, contract, dealer, down=direction == "down"):
            row = Row(
                1, contract.code, units, sale=sale, partner=partner, third=third, direction=direction, blind=blind
            )
            yield Hand(row, None, contract, dealer, ruleset.column(dealer))


def _falls(ruleset: RuleSet, contract: Contract) -> Iterator[Mapping[str, int]]:
    """The units at their ends; in Domino one goes out, and each other keeps one card or all that he was dealt."""
    for first in WINDS:
        others = [wind for wind in WINDS if wind is not first]
        if contract.family is Family.DOMINO:
            for left in product((1, ruleset.cards_each), repeat=3):
                yield {first.value: 0, **{wind.value: count for wind, count in zip(others, left, strict=True)}}
            continue
        units = contract.units or 0
        yield {wind.value: units if wind is first else 0 for wind in WINDS}
        for second in others:
            yield {wind.value: {first: units - 1, second: 1}.get(wind, 0) for wind in WINDS}


def _sales(ruleset: RuleSet, contract: Contract, dealer: Wind, *, down: bool) -> Iterator[Sale | None]:
    yield None
    if not contract.sale or ruleset.sale_within_pair:
        return
    for buyer in WINDS:
        if ruleset.column(buyer) != ruleset.column(dealer):
            polarity = "null" if down else None
            yield Sale(dealer.value, buyer.value, most_for_sale(contract, down), polarity)
