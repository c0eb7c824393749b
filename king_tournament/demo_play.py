"""The tables of a demonstration play their boards card by card: nothing is invented but who holds which opinion.

Contract, trump and sale are chosen from the cards; the cards fall at random among the legal ones; so every row that
comes out is one that these boards could have given.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from king.cards import DECK_52, SUITS, Card, Suit
from king.choice import next_choice
from king.contracts import Contract, Family
from king.deal import Deal
from king.domino import Domino
from king.play import Play
from king.play_rules import play_rules
from king.replay import play_out, start_play
from king.row import Row, Sale
from king.rulesets import HandPlan, RuleSet, Settings
from king.rulesets.base import Order, Scoring
from king.sale import leader_after_sale
from king.winds import WINDS, Wind

SOLD_ONE_IN = 3
"""About every third declaration is sold."""
DOWN_ONE_IN = 4
"""Where it may be, about every fourth positive hand is played for no tricks."""


def dealt_at_the_table(ruleset: RuleSet, chance: random.Random) -> dict[int, Deal]:
    """Cards shuffled at one table, a deal for each hand; a quick game leaves the last of them over."""
    boards: dict[int, Deal] = {}
    for number in range(1, ruleset.length + 1):
        owners = [wind.value for wind in WINDS for _card in range(ruleset.cards_each)]
        chance.shuffle(owners)
        boards[number] = Deal("".join(owners))
    return boards


def play_match(
    ruleset: RuleSet, settings: Settings, boards: Mapping[int, Deal], chance: random.Random
) -> tuple[Row, ...]:
    """The rows of a whole match at one table, one for each board by its number; the same ``chance``, the same rows."""
    rows: list[Row] = []
    for plan in ruleset.schedule(settings):
        if plan.number != plan.together[0]:
            continue
        row, hand = _played_hand(ruleset, settings, plan, boards[plan.board], tuple(rows), chance)
        rows.append(row)
        rows += [_also_counted(other, hand) for other in ruleset.played_on(plan.board, settings)[1:]]
    return tuple(rows)


def _also_counted(plan: HandPlan, hand: Play | Domino) -> Row:
    """The row of the other contract that the same cards were played for (O15)."""
    assert plan.contract is not None
    assert isinstance(hand, Play)
    return Row(plan.number, plan.contract.code, _by_wind(hand.units_of(plan.contract)))


def _by_wind(units: Mapping[Wind, int]) -> dict[str, int]:
    return {wind.value: count for wind, count in units.items()}


def _played_hand(
    ruleset: RuleSet, settings: Settings, plan: HandPlan, deal: Deal, before: tuple[Row, ...], chance: random.Random
) -> tuple[Row, Play | Domino]:
    row = Row(plan.number)
    contract = plan.contract
    if contract is None:
        contract, row = _chosen(ruleset, settings, before, row, chance)
    row = replace(row, contract=contract.code)
    if ruleset.scoring is Scoring.SHARED and plan.dealer is not None and plan.contract is None:
        row = replace(row, partner=_named_partner(deal, plan.dealer, chance).value)
    dealer = plan.dealer or WINDS[(plan.number - 1) % 4]
    declarer = dealer
    if contract.sale and not ruleset.sale_within_pair and not ruleset.by_side:
        row, declarer = _perhaps_sold(row, contract, deal, dealer, chance)
    if contract.nulls is not None and not chance.randrange(DOWN_ONE_IN):
        row = _played_down(row)
    if contract.trump and row.direction != "down":
        row = replace(row, trump=longest_suit(deal, declarer).value)
    hand = _played_out(ruleset, settings, plan, deal, contract, row, chance)
    return replace(row, units=_by_wind(hand.units)), hand


def _played_out(
    ruleset: RuleSet,
    settings: Settings,
    plan: HandPlan,
    deal: Deal,
    contract: Contract,
    row: Row,
    chance: random.Random,
) -> Play | Domino:
    """The hand played to its end; in the soloist's game somebody has to lead all the same."""
    leader = leader_after_sale(plan, row.sale, settings, contract) or WINDS[plan.number % 4]
    trump = None if row.trump is None else Suit(row.trump)
    others = ruleset.played_on(plan.board, settings)[1:]
    also = tuple(other.contract for other in others if other.contract is not None)
    return play_out(start_play(deal, contract, play_rules(ruleset, settings), leader, trump, also), chance.choice)


def _chosen(
    ruleset: RuleSet, settings: Settings, before: tuple[Row, ...], row: Row, chance: random.Random
) -> tuple[Contract, Row]:
    """One of the hands that may be chosen now, with its chooser, as ``king.choice`` allows."""
    choice = next_choice(ruleset, before, settings)
    assert choice is not None
    contract = chance.choice(choice.allowed)
    if ruleset.order is not Order.FIXED and choice.column is not None:
        row = replace(row, chooser=choice.column.value)
    return contract, row


def _named_partner(deal: Deal, dealer: Wind, chance: random.Random) -> Wind:
    """Whoever holds the card that the dealer names, one that he does not hold himself (R5)."""
    return deal.holder(chance.choice([card for card in deal.deck if deal.holder(card) is not dealer]))


def _perhaps_sold(row: Row, contract: Contract, deal: Deal, dealer: Wind, chance: random.Random) -> tuple[Row, Wind]:
    """A dealer with a poor hand sells to whoever has the best suit, for a price that the suit may be worth."""
    buyer = max((wind for wind in WINDS if wind is not dealer), key=lambda wind: _worth(deal, wind))
    if chance.randrange(SOLD_ONE_IN) or _worth(deal, buyer) <= _worth(deal, dealer):
        return row, dealer
    price = chance.randint(2, 4)
    if contract.units is not None and contract.units < len(DECK_52) // 4:
        price = min(price, 2)
    return replace(row, sale=Sale(dealer.value, buyer.value, price)), buyer


def _played_down(row: Row) -> Row:
    """The hand for no tricks and without trumps; whoever bought it gave one null (R8)."""
    sale = None if row.sale is None else replace(row.sale, price=1, polarity="null")
    return replace(row, direction="down", sale=sale)


def longest_suit(deal: Deal, wind: Wind) -> Suit:
    """The suit that the wind would name as trump: the longest, and among equals the strongest."""
    return max(SUITS, key=lambda suit: _strength(deal.hand(wind), suit))


def _worth(deal: Deal, wind: Wind) -> tuple[int, int]:
    return max(_strength(deal.hand(wind), suit) for suit in SUITS)


def _strength(hand: tuple[Card, ...], suit: Suit) -> tuple[int, int]:
    powers = [card.rank.power for card in hand if card.suit is suit]
    return len(powers), sum(powers)


def spoiled(row: Row, contract: Contract, chance: random.Random) -> Row:
    """The row as a tired dealer writes it: one unit too few, or in Domino nobody out."""
    units = dict(row.units)
    if contract.family is Family.DOMINO:
        return replace(row, units={wind: count or 1 for wind, count in units.items()})
    wind = chance.choice([wind for wind, count in sorted(units.items()) if count])
    return replace(row, units=units | {wind: units[wind] - 1})
