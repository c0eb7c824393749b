"""Hands under any rules of play and any contract, for the tests of the robots."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import StrEnum
from typing import NamedTuple

from king.cards import DECKS, Card, Deal, Suit, Wind, number_of_deals
from king.play.tricks import PlayRules, play_rules
from king.reading import InputError
from king.robots.habits import AnyCard
from king.robots.rules import Rules, cards_in
from king.rulesets import RULESETS
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Contract, Family

THOROUGH = os.environ.get("KING_THOROUGH", "") not in {"", "0"}
"""Whether to run the long tests."""


class Table(NamedTuple):
    """A hand before its first card is played."""

    contract: Contract
    play_rules: PlayRules
    trump: Suit | None
    deal: Deal
    leader: Wind
    rules: Rules


def numbers(chance: random.Random) -> Iterator[int]:
    while True:
        yield chance.getrandbits(16)


def any_rules(chance: random.Random, usual: PlayRules, deck: int) -> PlayRules:
    """Rules of play with a random value in every field."""
    values: dict[str, object] = {}
    for field in fields(PlayRules):
        value = getattr(usual, field.name)
        if isinstance(value, bool):
            values[field.name] = chance.random() < 0.5
        elif isinstance(value, Card):
            values[field.name] = chance.choice(DECKS[deck])
        elif isinstance(value, StrEnum):
            values[field.name] = chance.choice(list(type(value)))
        else:
            assert field.name == "domino_winners"
            values[field.name] = chance.choice(("one", "round"))
    return replace(usual, **values)


def dealt(chance: random.Random, ruleset: RuleSet) -> Deal:
    shape = ruleset.deck, ruleset.at_table
    return Deal.numbered(chance.randrange(number_of_deals(*shape)), *shape)


def table(chance: random.Random, ruleset: RuleSet, *, any_rule: bool) -> Table:
    """A contract of the system with random cards. Draw again if no robot plays by those rules."""
    contract = chance.choice(ruleset.contracts)
    usual = play_rules(ruleset)
    chosen = any_rules(chance, usual, ruleset.deck) if any_rule else usual
    named = contract.family is Family.POSITIVE or (any_rule and chance.random() < 0.1)
    trump = chance.choice([*Suit, None]) if named else None
    shape = {"deck": ruleset.deck, "players": ruleset.at_table}
    try:
        rules = Rules.of(contract, chosen, trump=trump, **shape)
    except InputError:
        return table(chance, ruleset, any_rule=any_rule)
    leader = chance.choice(ruleset.winds)
    return Table(contract, chosen, trump, dealt(chance, ruleset), leader, rules)


def tables(seed: int, hands: int, *, any_rule: bool) -> Iterator[Table]:
    """Yield hands of every system in turn."""
    chance = random.Random(seed)
    systems = list(RULESETS.values())
    for hand in range(hands):
        yield table(chance, systems[hand % len(systems)], any_rule=any_rule)


def any_card(seed: int) -> AnyCard:
    return AnyCard(numbers(random.Random(seed)))


class Lowest:
    """Robot that plays the lowest legal card, whatever it costs."""

    __slots__ = ()

    def lead(self, legal: int, held: int, unplayed: int, done: int) -> int:
        return min(cards_in(legal), key=lambda card: card & 15)

    def follow(
        self,
        legal: int,
        held: int,
        unplayed: int,
        high: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        return self.lead(legal, held, unplayed, done)

    def discard(
        self,
        legal: int,
        held: int,
        unplayed: int,
        ruff: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        return self.lead(legal, held, unplayed, done)

    def lay(self, legal: int, held: int) -> int:
        return self.lead(legal, held, 0, 0)
