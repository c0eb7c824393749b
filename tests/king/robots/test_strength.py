"""Robots play better than random cards, on a fixed set of boards. The figures are means of a seat's
units, while the three other seats play by rule of thumb.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from king.cards import Deal, Suit, number_of_deals
from king.robots.choice import WORK, choose
from king.robots.habits import habit
from king.robots.hand import Player, start
from king.robots.rules import Rules, rules_of
from king.robots.seen import Knowledge
from king.rulesets import RULESETS
from tests.king.robots.tables import THOROUGH, Lowest, numbers

LAB13 = RULESETS["lab13"]


def rules_for(code: str) -> Rules:
    contract = LAB13.contract(code)
    return rules_of(LAB13, contract, trump=Suit.SPADES if contract.trump else None)


def boards(rules: Rules, count: int) -> list[tuple[list[int], int, int]]:
    """Hands, leader and compared seat of ``count`` boards."""
    chance = random.Random(20)
    deals = (Deal.numbered(chance.randrange(number_of_deals())) for _ in range(count))
    return [(rules.hands(deal), n % 4, n // 4 % 4) for n, deal in enumerate(deals)]


def by_habit(rules: Rules, player: Player) -> Callable[[list[int], int, int], int]:
    """Return a function for the units of a seat that plays by ``player``."""

    def units(hands: list[int], leader: int, seat: int) -> int:
        hand = start(rules, hands, leader)
        players: list[Player] = [habit(rules)] * 4
        players[seat] = player
        hand.play_out(players)
        return hand.units()[seat]

    return units


def by_sampling(rules: Rules) -> Callable[[list[int], int, int], int]:
    chance = random.Random(21)

    def units(hands: list[int], leader: int, seat: int) -> int:
        hand, played = start(rules, hands, leader), list[int]()
        while not hand.over:
            card = hand.choice_of(habit(rules))
            if hand.turn == seat:
                seen = Knowledge(rules, seat, hands[seat], leader, tuple(played))
                card = choose(seen, numbers(chance), WORK).card
            hand.play(card)
            played.append(card)
        return hand.units()[seat]

    return units


def margin(
    rules: Rules,
    one: Callable[[list[int], int, int], int],
    other: Callable[[list[int], int, int], int],
    count: int,
) -> Fraction:
    """Mean number of units by which ``one`` does better than ``other``."""
    better = sum(one(*board) - other(*board) for board in boards(rules, count))
    return Fraction(better if rules.take else -better, count)


@pytest.mark.parametrize(
    ("code", "least"),
    [("KJ", "1"), ("Q", "0.4"), ("NC", "1"), ("MIS", "0.7"), ("U2", "0.8"), ("SA", "0.5")],
)
def test_rules_of_thumb_are_better_than_the_lowest_legal_card(code: str, least: str) -> None:
    rules = rules_for(code)
    thumb, lowest = by_habit(rules, habit(rules)), by_habit(rules, Lowest())
    assert margin(rules, thumb, lowest, 2_000 if THOROUGH else 800) >= Fraction(least)


def test_in_domino_too() -> None:
    rules = rules_for("DOM")
    thumb, lowest = by_habit(rules, habit(rules)), by_habit(rules, Lowest())
    assert margin(rules, thumb, lowest, 800) >= Fraction("0.2")


# The standard error of a mean is that of one board (2.5 units without hearts, 1.1 in Sans Atout, 1.4
# with kings and jacks) divided by the root of the number of boards. With 240 boards the least margins
# would be 0.3, 0.3 and 0.2. The robots do far better, so fewer boards with a higher least margin
# suffice: it is as many standard errors above zero, so robots that are no better than rules of thumb
# do not pass more often, and robots that are slightly better pass less often.
@pytest.mark.parametrize(
    ("code", "least", "count"),
    [
        ("NC", "0.6", 60),
        ("MIS", "0.25", 240),
        ("SA", "0.35", 180),
        ("KJ", "0.2", 240),
        ("Q", "0.15", 240),
    ]
    if THOROUGH
    else [("NC", "0.3", 16)],
)
def test_sampling_is_better_than_rules_of_thumb(code: str, least: str, count: int) -> None:
    rules = rules_for(code)
    thumb = by_habit(rules, habit(rules))
    assert margin(rules, by_sampling(rules), thumb, count) >= Fraction(least)
