"""Hands of a demonstration, played card by card. Contract, trump and sale are chosen by looking at
the cards. Robots then play by rule of thumb, one card in ten at random, so that sheets look like
people's; hands without robots are played at random among the legal cards. So every row could really
result from these boards.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from king.boards import dealer_in_notations
from king.cards import DECK_52, SUITS, Card, Deal, Suit, Wind
from king.play.domino import Domino
from king.play.replay import play_out, start_play
from king.play.tricks import Play, play_rules
from king.robots.field import NOISE
from king.robots.habits import Wavering, habit
from king.robots.hand import start
from king.robots.rules import Rules, rules_of
from king.robots.yardstick import has_robots
from king.rulesets.base import Order, RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.choice import PROPOSALS, next_choice
from king.sheet.full_sheet import score
from king.sheet.row import Row, Sale
from king.sheet.sale import leader_after_sale

THIRD_ONE_IN = 4
"""About every fourth hand that a partner chooses is a third option."""
SOLD_ONE_IN = 3
"""About every third declaration is sold."""
DOWN_ONE_IN = 4
"""Where it may be, about every fourth positive hand is played for no tricks."""


def deal_hands(ruleset: RuleSet, chance: random.Random) -> dict[int, Deal]:
    """Deals by number of the hand. A quick game does not use the last ones."""
    boards: dict[int, Deal] = {}
    for number in range(1, ruleset.length + 1):
        owners = [wind.value for wind in ruleset.winds for _card in range(ruleset.cards_each)]
        chance.shuffle(owners)
        boards[number] = Deal("".join(owners))
    return boards


def play_match(
    ruleset: RuleSet, settings: Settings, boards: Mapping[int, Deal], chance: random.Random
) -> tuple[Row, ...]:
    """One row for each board, by number, until the match is over. The same ``chance`` gives the
    same rows.
    """
    rows: list[Row] = []
    for plan in ruleset.schedule(settings):
        if plan.number != plan.together[0]:
            continue
        deal = boards[plan.board]
        contract = plan.contract
        row = Row(plan.number)
        if not contract:
            contract, row = _chosen(ruleset, settings, tuple(rows), row, chance)
        row = replace(row, contract=contract.code)
        if ruleset.scoring is Scoring.SHARED and plan.dealer and not plan.contract:
            # The dealer names a card of another hand (R5).
            others = [card for card in deal.deck if deal.holder(card) is not plan.dealer]
            partner_card = chance.choice(others)
            row = replace(row, partner=deal.holder(partner_card).value, card=str(partner_card))
        dealer = dealer_in_notations(plan.dealer, plan.number)
        declarer = ruleset.owner_of(dealer) or dealer
        if contract.sale and not ruleset.sale_within_pair and not ruleset.by_side:
            row, declarer = _maybe_sell(row, contract, deal, declarer, chance)
        if contract.nulls and not chance.randrange(DOWN_ONE_IN):
            # A buyer gave one null (R8).
            sale = None if row.sale is None else replace(row.sale, price=1, polarity="null")
            row = replace(row, direction="down", sale=sale)
        trump = None
        if contract.trump and row.direction != "down":
            # The longest suit, and among equals the strongest.
            trump = max(SUITS, key=lambda suit: _strength(deal.hand(declarer), suit))
            row = replace(row, trump=trump.value)
        winds = ruleset.winds
        after = leader_after_sale(plan, row.sale, settings, contract, winds)
        leader = after or winds[plan.number % len(winds)]
        # The same cards are counted for another row too (O15).
        with_it = [
            (other.number, other.contract)
            for other in ruleset.played_on(plan.board, settings)[1:]
            if other.contract
        ]
        also = tuple(also for _number, also in with_it)
        if has_robots(ruleset, plan, contract, settings):
            down = row.direction == "down"
            robots = rules_of(ruleset, contract, settings, trump=trump, down=down)
            play = partial(_play_by_robots, robots, deal, leader, chance)
        else:
            begun = start_play(deal, contract, play_rules(ruleset, settings), leader, trump, also)
            play = partial(_random_units, begun, (contract, *also), chance)
        counts = play()
        while settings.queens_replayed and _one_queen_each(contract, counts[0]):
            counts = play()
        rows.append(replace(row, units=_units_by_wind(counts[0])))
        for (number, other), units in zip(with_it, counts[1:], strict=True):
            rows.append(Row(number, other.code, _units_by_wind(units)))
        if settings.king_tricks and score(ruleset, rows, (), settings).winner is not None:
            break
    return tuple(rows)


def _play_by_robots(
    rules: Rules, deal: Deal, leader: Wind, chance: random.Random
) -> list[Mapping[Wind, int]]:
    hand = start(rules, rules.hands(deal), rules.seat(leader))
    numbers = iter(partial(chance.getrandbits, 16), None)
    hand.play_out([Wavering(habit(rules), numbers, NOISE)] * len(rules.seats))
    units = dict(zip(rules.seats, hand.units(), strict=True))
    return [{wind: units[wind] for wind in deal.winds}]


def _random_units(
    begun: Play | Domino, contracts: tuple[Contract, ...], chance: random.Random
) -> list[Mapping[Wind, int]]:
    """Units of each contract that the cards are counted for, after the hand was played at
    random.
    """
    hand = play_out(begun, chance.choice)
    return [hand.units_of(contract) for contract in contracts]


def _one_queen_each(contract: Contract, units: Mapping[Wind, int]) -> bool:
    return contract.unit.one_each and set(units.values()) == {1}


def _units_by_wind(units: Mapping[Wind, int]) -> dict[str, int]:
    return {wind.value: count for wind, count in units.items()}


def _chosen(
    ruleset: RuleSet, settings: Settings, before: tuple[Row, ...], row: Row, chance: random.Random
) -> tuple[Contract, Row]:
    choice = next_choice(ruleset, before, settings)
    assert choice is not None
    if ruleset.order is not Order.FIXED and choice.column:
        row = replace(row, chooser=choice.column.value)
    if ruleset.third_counts and len(set(choice.allowed)) > PROPOSALS:
        row = replace(row, third=not chance.randrange(THIRD_ONE_IN))
    return chance.choice(choice.allowed), row


def _maybe_sell(
    row: Row, contract: Contract, deal: Deal, owner: Wind, chance: random.Random
) -> tuple[Row, Wind]:
    buyer = max(
        (wind for wind in deal.winds if wind is not owner), key=lambda wind: _worth(deal, wind)
    )
    if chance.randrange(SOLD_ONE_IN) or _worth(deal, buyer) <= _worth(deal, owner):
        return row, owner
    price = chance.randint(2, 4)
    if contract.units is not None and contract.units < len(DECK_52) // 4:
        price = min(price, 2)
    return replace(row, sale=Sale(owner.value, buyer.value, price)), buyer


def _worth(deal: Deal, wind: Wind) -> tuple[int, int]:
    return max(_strength(deal.hand(wind), suit) for suit in SUITS)


def _strength(hand: tuple[Card, ...], suit: Suit) -> tuple[int, int]:
    powers = [card.rank.power for card in hand if card.suit is suit]
    return len(powers), sum(powers)


def spoil_row(row: Row, contract: Contract, chance: random.Random) -> Row:
    units = dict(row.units)
    if contract.units is None:
        return replace(row, units={wind: count or 1 for wind, count in units.items()})
    wind = chance.choice([wind for wind, count in sorted(units.items()) if count])
    return replace(row, units=units | {wind: units[wind] - 1})
