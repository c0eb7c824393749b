"""A hand that somebody typed for the judge, as its link tells it.

The link is the whole hand: its system, what was declared, and the cards as they were typed. Nothing
here reads the database, so no board of this site can be read or confirmed through it. The cards of a
hand are those that were typed as played from it; where all were, the judge reads them again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import urlencode

from king.cards import DECKS, Card, Deal, Suit, Wind
from king.play.domino import Domino
from king.play.replay import replay, start_play
from king.play.tricks import (
    Breach,
    DominoOpener,
    Infraction,
    Play,
    PlayRules,
    best_card,
    breach,
    play_rules,
)
from king.reading import InputError
from king.rulesets import RULESETS
from king.rulesets.base import RuleSet
from king.rulesets.contracts import TOGETHER, Contract, Family
from king.words import listed
from king_tournament.replay.card_letters import cards_of, letters_of

KEYS = {
    "ruleset",
    "contract",
    "leader",
    "trump",
    "led",
    "cards",
    *map(attrgetter("name"), fields(PlayRules)),
}
"""Words of a link that say something."""
LONGEST = 400
"""Characters of each part: a Domino with all its passes has under three hundred cards."""
ANY_HAND = {Infraction.OUT_OF_TURN, Infraction.LEAD_CARD}
"""Rules that a card breaks whatever else its player holds."""
WHEN_VOID = {
    Infraction.FORCED_DISCARD,
    Infraction.FIRST_TRICK,
    Infraction.MUST_RUFF,
    Infraction.MUST_OVERRUFF,
    Infraction.COUNTED_DISCARD,
    Infraction.HEART_DISCARD,
}
"""Rules of a discard. A player who holds the suit led breaks another one."""
_LED = re.compile(r"(\d{1,2})([NESW])")


class NoHand(Exception):
    """Raised if a link tells no hand: it was cut short or changed, or a card was typed twice."""


class HandRecord(NamedTuple):
    """A hand as it was typed. ``contracts`` are several if the same cards are played for them;
    ``leaders`` has, by number of the trick from 1, the leaders that somebody typed.
    """

    ruleset: RuleSet
    contracts: tuple[Contract, ...]
    rules: PlayRules
    leader: Wind
    trump: Suit | None
    cards: tuple[Card | None, ...]
    leaders: Mapping[int, Wind]

    @property
    def query(self) -> str | None:
        """Query of the hand's link. None for a house edition's own contract, which no link can
        name.
        """
        system = self.ruleset
        while system.base is not None:
            system = system.base
        alike = all(_alike(contract, system) for contract in self.contracts)
        if not alike or (system.deck, system.winds) != (self.ruleset.deck, self.ruleset.winds):
            return None
        defaults = play_rules(system)
        changes = {
            field.name: str(value)
            for field in fields(PlayRules)
            if (value := getattr(self.rules, field.name)) != getattr(defaults, field.name)
        }
        parts = {
            "ruleset": system.code,
            "contract": TOGETHER.join(contract.code for contract in self.contracts),
            "leader": self.leader.value,
            "trump": self.trump.value if self.trump else "",
            "led": "".join(f"{trick}{wind}" for trick, wind in self.leaders.items()),
            "cards": letters_of(self.cards),
        }
        return urlencode({key: value for key, value in (parts | changes).items() if value})

    @classmethod
    def read(cls, query: Mapping[str, str]) -> HandRecord:
        """Read a hand from the query of its link. Raises ``NoHand``."""
        values = {
            key: value for key, value in query.items() if key in KEYS and len(value) <= LONGEST
        }
        try:
            ruleset = RULESETS[values["ruleset"]]
            codes = values["contract"].split(TOGETHER)
            return cls(
                ruleset,
                tuple(dict.fromkeys(map(ruleset.contract, codes))),
                _rules_of(ruleset, values),
                Wind(values["leader"]),
                Suit(values["trump"]) if "trump" in values else None,
                cards_of(values["cards"]),
                {int(trick): Wind(wind) for trick, wind in _LED.findall(values.get("led", ""))},
            )
        except (KeyError, ValueError):
            raise NoHand from None


def _alike(contract: Contract, system: RuleSet) -> bool:
    """Whether the system plays this contract for the same units, under the same name and rules."""
    own = system.find_contract(contract.code)
    alike = ("name", "unit", "units", "family", "trump", "places", "in_words")
    return own is not None and all(getattr(own, key) == getattr(contract, key) for key in alike)


def _rules_of(ruleset: RuleSet, values: Mapping[str, str]) -> PlayRules:
    defaults = play_rules(ruleset)
    names = (field.name for field in fields(PlayRules) if field.name in values)
    changes = {name: _value(getattr(defaults, name), values[name]) for name in names}
    return replace(defaults, **changes)


def _value(default: object, text: str) -> Any:
    """Value of a rule from its text, of the same kind as the ``default`` one. Raises
    ``ValueError``.
    """
    if isinstance(default, bool):
        return {"True": True, "False": False}[text]
    if isinstance(default, Card):
        return Card.parse(text)
    if isinstance(default, StrEnum):
        return type(default)(text)
    return {"one": "one", "round": "round"}[text]


class TypedHand:
    """A typed hand, card by card. Raises ``NoHand`` for cards that nobody can have played."""

    def __init__(self, record: HandRecord) -> None:
        self.record, self.cards = record, record.cards
        deck, winds = DECKS[record.ruleset.deck], record.ruleset.winds
        cards = [card for card in record.cards if card is not None]
        passes = len(cards) < len(record.cards)
        has_domino = Family.DOMINO in {contract.family for contract in record.contracts}
        may_name_a_trump = any(contract.trump for contract in record.contracts)
        if (
            not cards
            or (has_domino and len(record.contracts) > 1)
            or (record.trump is not None and not may_name_a_trump)
            or record.leader not in winds
            or not {*record.leaders.values()} <= {*winds}
            or len({*cards}) < len(cards)
            or not {*cards} <= {*deck}
            or (passes and not self.is_domino)
        ):
            raise NoHand
        self.typed = self._by_wind()
        if max(map(len, self.typed.values())) > len(deck) // len(winds):
            raise NoHand

    @property
    def contract(self) -> Contract:
        return self.record.contracts[0]

    @property
    def is_domino(self) -> bool:
        return self.contract.family is Family.DOMINO

    @property
    def is_whole(self) -> bool:
        """Whether every card of the deck was typed, so that all four hands are known."""
        return sum(map(len, self.typed.values())) == self.record.ruleset.deck

    def _by_wind(self) -> dict[Wind, list[Card]]:
        record, winds = self.record, self.record.ruleset.winds
        typed: dict[Wind, list[Card]] = {wind: [] for wind in winds}
        lead, table = record.leader, list[Card]()
        for place, card in enumerate(self.cards):
            if not self.is_domino and not table:
                lead = record.leaders.get(place // len(winds) + 1, lead)
            turn = place if self.is_domino else len(table)
            wind = lead.after(turn, record.rules.direction, winds)
            if card is None:
                continue
            typed[wind].append(card)
            table.append(card)
            if not self.is_domino and len(table) == len(winds):
                won = best_card(tuple(table), record.trump)
                lead, table = lead.after(won, record.rules.direction, winds), []
        return typed

    @cached_property
    def deal(self) -> Deal:
        """Deal with the typed cards at their winds. The other cards lie wherever there is room, in
        the order of the deck, so that the judge can count. No page shows them.
        """
        record = self.record
        deck, winds = DECKS[record.ruleset.deck], record.ruleset.winds
        owner = {card: wind for wind, cards in self.typed.items() for card in cards}
        if self.is_domino and record.rules.domino_opener is DominoOpener.HOLDER:
            owner.setdefault(record.rules.domino_start, record.leader)
        each, owners = len(deck) // len(winds), list(owner.values())
        room = iter([wind for wind in winds for _card in range(each - owners.count(wind))])
        try:
            return Deal("".join(owner[card] if card in owner else next(room) for card in deck))
        except (InputError, StopIteration, RuntimeError):
            raise NoHand from None

    def dealt(self, wind: Wind) -> Sequence[Card]:
        return [card for card in self.deal.deck if card in self.typed[wind]]

    @cached_property
    def states(self) -> list[Play | Domino]:
        """States of the hand: before its first card, and after each. The next leader need not be
        the rightful one.
        """
        record = self.record
        state = start_play(
            self.deal,
            self.contract,
            record.rules,
            record.leader,
            record.trump,
            record.contracts[1:],
        )
        if isinstance(state, Domino) and state.opener is not record.leader:
            raise NoHand
        states: list[Play | Domino] = [self._led(state, 1)]
        for place, card in enumerate(self.cards, start=1):
            if state.over:
                raise NoHand
            state = states[-1].placed(card)  # type: ignore[arg-type]
            states.append(self._led(state, place // len(self.deal.winds) + 1))
        return states

    def _led(self, state: Play | Domino, trick: int) -> Play | Domino:
        if (
            isinstance(state, Domino)
            or state.table
            or state.over
            or trick not in self.record.leaders
        ):
            return state
        return state.led_by(self.record.leaders[trick])

    @cached_property
    def breaches(self) -> Mapping[int, list[Breach]]:
        """Broken rules by place of the card, from 1, as far as the typed cards prove them. If every
        card was typed, all breaches.
        """
        record = self.record
        report = replay(
            self.deal,
            self.contract,
            self.cards,
            rules=record.rules,
            leader=record.leader,
            trump=record.trump,
            leaders=record.leaders,
            also=record.contracts[1:],
        )
        breaches: dict[int, list[Breach]] = {}
        for card in report.illegal:
            broken = self._proved(card.turn, card.breach)
            if broken is not None:
                breaches.setdefault(card.turn, []).append(broken)
        return breaches

    def _proved(self, turn: int, broken: Breach) -> Breach | None:
        """Breach that the typed cards prove, whatever cards are missing. ``broken`` is the one if
        the others lie as in ``deal``. No sentence names a card that nobody typed.
        """
        wind, state = broken.wind, self.states[turn - 1]
        misplaced = self.is_domino and broken.card is not None
        if misplaced or broken.infraction in ANY_HAND or self._is_known(wind):
            return broken
        held = state.hands[wind].intersection(self.typed[wind])
        if isinstance(state, Domino):
            playable = sorted(state.legal() & held, key=str)
            return (
                breach(broken.infraction, wind, None, cards=listed(playable)) if playable else None
            )
        typed_state = replace(state, hands={**state.hands, wind: held})
        assert broken.card is not None
        proved = typed_state.breach(broken.card)
        if proved is None or proved.infraction is Infraction.HIGHEST_HEART:
            return None
        void = proved.infraction in WHEN_VOID and not self._is_typed(state.table[0].suit)
        return None if void else proved

    def _is_known(self, wind: Wind) -> bool:
        return len(self.typed[wind]) == self.deal.cards_each

    def _is_typed(self, suit: Suit) -> bool:
        """Whether every card of the suit was typed, so that nobody has one that is missing."""
        return {card for card in self.deal.deck if card.suit is suit} <= {*self.cards}
