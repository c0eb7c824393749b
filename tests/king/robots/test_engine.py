"""The robots' fast engine agrees with the judge on cards, turns and units, under any rules of play."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import dataclass, fields, replace

import pytest

from king.cards import Card, Deal, Suit, Wind
from king.play.domino import Domino
from king.play.replay import start_play
from king.play.tricks import PlayRules, RestrictedLead, play_rules
from king.reading import InputError
from king.robots.any_cards import play_any
from king.robots.habits import Wavering, habit
from king.robots.hand import Player, Tricks, start
from king.robots.rules import READ, Rules, card_of, cards_in, mask_of
from king.rulesets import RULESETS
from king.rulesets.contracts import KING_OF_HEARTS, MISERE
from tests.king.robots.tables import THOROUGH, Lowest, Table, any_card, numbers, tables

HANDS = 1_900 if THOROUGH else 95
"""Number of hands in each of two runs, shared by the nineteen systems."""


def judged(table: Table, player: Player) -> int:
    """Play a hand in both engines and compare each step; return the number of cards and passes."""
    judge = start_play(table.deal, table.contract, table.play_rules, table.leader, table.trump)
    rules = table.rules
    hand = start(rules, rules.hands(table.deal), rules.seat(table.leader))
    count = 0
    while not judge.settled:
        assert not hand.over
        assert rules.seats[hand.turn] is judge.turn
        assert hand.legal() == mask_of(judge.legal()), table
        number = hand.choice_of(player)
        hand.play(number)
        card = card_of(number)
        if isinstance(judge, Domino):
            judge = judge.play(card)
        else:
            assert card is not None
            judge = judge.play(card)
        count += 1
    assert hand.over
    assert hand.units() == [judge.units[wind] for wind in rules.seats]
    return count


@pytest.mark.parametrize("any_rule", [False, True])
def test_cards_turns_and_units_are_the_judges(any_rule: bool) -> None:
    assert sum(judged(table, any_card(1)) for table in tables(1, HANDS, any_rule=any_rule)) > HANDS


def test_by_rules_of_thumb_too() -> None:
    chance = numbers(random.Random(2))
    for table in tables(2, HANDS // 5, any_rule=True):
        assert judged(table, Wavering(habit(table.rules), chance, 10)) > 0


def test_a_hand_played_at_one_go_is_the_hand_played_card_by_card() -> None:
    """The fast loop plays as many cards and counts the same units, from any point of a hand."""
    for number, table in enumerate(tables(3, HANDS // 2, any_rule=True)):
        rules = table.rules
        hands, leader = rules.hands(table.deal), rules.seat(table.leader)
        slow = start(rules, hands, leader)
        players = [Lowest() if number % 2 else habit(rules)] * len(hands)
        steps = number % rules.each
        while steps and not slow.over:
            slow.play(slow.choice_of(players[0]))
            steps -= 1
        fast = slow.with_hands(slow.hands)
        played = fast.play_out(players)
        turns = 0
        while not slow.over:
            slow.play(slow.choice_of(players[0]))
            turns += 1
        assert played == turns
        assert fast.units() == slow.units()
        assert fast.unplayed == slow.unplayed


def test_any_card_at_one_go_is_any_card() -> None:
    """The loop of random cards draws the same cards as ``AnyCard``."""
    for seed, table in enumerate(tables(8, HANDS, any_rule=True)):
        rules = table.rules
        hand = start(rules, rules.hands(table.deal), rules.seat(table.leader))
        if not isinstance(hand, Tricks):
            continue
        other = hand.with_hands(hand.hands)
        cards = play_any(hand, numbers(random.Random(seed)))
        assert cards == other.play_out([any_card(seed)] * len(other.hands))
        assert (hand.units(), hand.unplayed) == (other.units(), other.unplayed)


WITNESSES = 400


@pytest.mark.parametrize("name", [field.name for field in fields(PlayRules)])
def test_every_rule_of_play_changes_the_compiled_rules(name: str) -> None:
    """Some hand compiles to other rules if the field changes; a field that the engine ignores would
    never do so.
    """
    chance = random.Random(name)
    for table in tables(4, WITNESSES, any_rule=True):
        usual = table.play_rules
        value = getattr(usual, name)
        others = {
            bool: (not value,),
            RestrictedLead: tuple(RestrictedLead),
            Card: (Card.parse("SA"), Card.parse("D8")),
            str: ("one", "round"),
        }.get(type(value)) or tuple(type(value))
        other = replace(usual, **{name: chance.choice(others)})
        shape = {"deck": len(table.deal.deck), "players": len(table.deal.winds)}
        try:
            rules = Rules.of(table.contract, other, trump=table.trump, **shape)
        except InputError:
            continue
        if rules != table.rules:
            return
    pytest.fail(f"nothing in {WITNESSES} hands reads {name}")


@dataclass(frozen=True)
class MoreRules(PlayRules):
    last_trick_doubled: bool = False


def test_a_rule_of_play_that_is_not_known_is_refused_by_its_name() -> None:
    assert Rules.of(MISERE, MoreRules()) == Rules.of(MISERE, PlayRules())
    with pytest.raises(InputError, match="robots: no robot plays by the rule 'last_trick_doubled'"):
        Rules.of(MISERE, MoreRules(last_trick_doubled=True))


RULE_ADDED = """
from dataclasses import make_dataclass
from king.play import tricks

tricks.PlayRules = make_dataclass(
    "PlayRules",
    [("last_trick_doubled", bool, False)],
    bases=(tricks.PlayRules,),
    frozen=True,
)

from king.robots.rules import READ, Rules
from king.rulesets.contracts import MISERE

Rules.of(MISERE, tricks.PlayRules())
Rules.of(MISERE, tricks.PlayRules(last_trick_doubled=True))
"""


def test_a_rule_that_was_added_to_the_rules_of_play_themselves_is_refused_too() -> None:
    """The rule is added in a process of its own, before the robots are imported."""
    ended = subprocess.run(
        [sys.executable, "-c", RULE_ADDED], check=False, capture_output=True, text=True
    )
    assert ended.stderr.endswith("robots: no robot plays by the rule 'last_trick_doubled'\n")


def test_every_rule_of_play_is_known() -> None:
    assert {field.name for field in fields(PlayRules)} == READ


def test_rules_that_can_leave_nothing_to_lead_are_refused_by_their_names() -> None:
    odd = PlayRules(restricted_lead=RestrictedLead.CARD, trump_after_ruff=True)
    with pytest.raises(InputError, match="'trump_after_ruff' where 'restricted_lead'"):
        Rules.of(KING_OF_HEARTS, odd, trump=Suit.SPADES)


def test_a_deal_of_another_deck_is_refused() -> None:
    rules = Rules.of(MISERE, play_rules(RULESETS["lab12"]))
    with pytest.raises(InputError, match="expected 52 cards to 4"):
        rules.hands(Deal.numbered(0, 32))
    assert rules.seat(Wind.S) == 2
    assert cards_in(rules.hands(Deal.numbered(0))[0]) == list(range(13))
