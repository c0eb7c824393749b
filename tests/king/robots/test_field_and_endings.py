"""The mean of a board over many robots' games, and exact play of the last cards."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from king.cards import Deal, Wind
from king.reading import InputError
from king.robots.endings import solve
from king.robots.field import GAMES, Mean, field
from king.robots.hand import Tricks, start
from king.robots.rules import cards_in, rules_of
from king.rulesets import RULESETS
from tests.king.robots.tables import any_card, numbers, tables

SUITS_APART = Deal.parse_pbn(
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
)


def test_the_means_of_a_board_add_up_to_its_units() -> None:
    chance = random.Random(1)
    for table in tables(6, 19, any_rule=False):
        if table.rules.lane is not None:
            continue
        means = field(table.rules, table.deal, table.leader, numbers(chance), games=10)
        assert set(means) == set(table.deal.winds)
        assert sum(one.mean for one in means.values()) == table.rules.units
        assert all(one.variance >= 0 for one in means.values())


def test_a_board_without_a_choice_of_suit_has_no_spread() -> None:
    """North has all spades, and there are no trumps to stop them."""
    ruleset = RULESETS["lab12"]
    rules = rules_of(ruleset, ruleset.contract("SA"))
    means = field(rules, SUITS_APART, Wind.N, numbers(random.Random(1)))
    assert means[Wind.N] == Mean(Fraction(13), Fraction(0))
    assert means[Wind.E] == Mean(Fraction(0), Fraction(0))
    assert GAMES == 100


def test_mean_and_variance_of_four_counts() -> None:
    assert Mean.of([1, 2, 3, 6]) == Mean(Fraction(3), Fraction(14, 4))


def by_trying_all(hand: Tricks, side: tuple[int, ...]) -> int:
    """Value of an ending by definition: try every card of every player."""
    if hand.over:
        return 0
    values = []
    for card in cards_in(hand.legal()):
        after = hand.with_hands(hand.hands)
        before = sum(after.taken[seat] for seat in side)
        after.play(card)
        gained = sum(after.taken[seat] for seat in side) - before
        values.append(gained + by_trying_all(after, side))
    best = max if (hand.turn in side) == hand.rules.take else min
    return best(values)


@pytest.mark.parametrize("side", [(0, 2), (1,)])
def test_an_ending_is_worth_what_trying_every_card_finds(side: tuple[int, ...]) -> None:
    count = 0
    for seed, table in enumerate(tables(7, 76, any_rule=True)):
        rules = table.rules
        hand = start(rules, rules.hands(table.deal), rules.seat(table.leader))
        if not isinstance(hand, Tricks):
            continue
        player = any_card(seed)
        while not hand.over and hand.unplayed.bit_count() > 9 + seed % 4:
            hand.play(hand.choice_of(player))
        if hand.over:
            continue
        ending = solve(hand, side)
        assert ending.units == by_trying_all(hand, side), table
        before = sum(hand.taken[seat] for seat in side)
        hand.play(ending.card)
        gained = sum(hand.taken[seat] for seat in side) - before
        assert gained + by_trying_all(hand, side) == ending.units
        count += 1
    assert count > 20


def test_an_ending_of_seven_cards_or_of_none_is_refused() -> None:
    ruleset = RULESETS["lab12"]
    rules = rules_of(ruleset, ruleset.contract("MIS"))
    hand = Tricks(rules, rules.hands(SUITS_APART), 0)
    with pytest.raises(InputError, match="at most 6 cards in a hand, found 13"):
        solve(hand, (0,))
    hand.play_out([any_card(1)] * 4)
    with pytest.raises(InputError, match="the hand is over"):
        solve(hand, (0,))
