"""A hand before its first card: contract, leader and trump, taken from its row on the sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from king.cards import SUITS, Card, Deal, Suit, Wind
from king.play.domino import Domino
from king.play.replay import start_play
from king.play.tricks import DominoOpener, Play, PlayRules, play_rules
from king.rulesets.base import RuleSet
from king.rulesets.contracts import TOGETHER, Contract
from king.rulesets.settings import Settings
from king.sheet.points import place_row
from king.sheet.row import Row
from king.sheet.sale import leader_after_sale


class Declared(NamedTuple):
    """Declaration of a hand. ``down``: a positive hand is played for as few tricks as possible.
    ``start``: the card with which the chooser lets a Domino begin. ``also``: other contracts that
    the same cards are played for, in the quick game (O15).
    """

    contract: Contract
    leader: Wind
    trump: Suit | None = None
    down: bool = False
    start: Card | None = None
    also: tuple[Contract, ...] = ()

    def rules(self, ruleset: RuleSet, settings: Settings) -> PlayRules:
        rules = play_rules(ruleset, settings)
        if self.start is None:
            return rules
        return replace(rules, domino_opener=DominoOpener.HOLDER, domino_start=self.start)

    def begin(self, ruleset: RuleSet, settings: Settings, deal: Deal) -> Play | Domino:
        rules = self.rules(ruleset, settings)
        return start_play(deal, self.contract, rules, self.leader, self.trump, self.also)

    def as_json(self) -> dict[str, Any]:
        codes = TOGETHER.join(contract.code for contract in (self.contract, *self.also))
        fields = {"contract": codes, "leader": self.leader.value}
        if self.trump is not None:
            fields["trump"] = self.trump.value
        if self.down:
            fields["direction"] = "down"
        if self.start is not None:
            fields["start"] = str(self.start)
        return fields

    @classmethod
    def from_json(cls, ruleset: RuleSet, fields: dict[str, Any]) -> Declared:
        contract, *also = map(ruleset.contract, fields["contract"].split(TOGETHER))
        return cls(
            contract,
            Wind(fields["leader"]),
            Suit(fields["trump"]) if "trump" in fields else None,
            "direction" in fields,
            Card.parse(fields["start"]) if "start" in fields else None,
            tuple(also),
        )


def declaration_of(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> Declared | None:
    """Declaration in the row. None if it has none, or if the hand was booked without play."""
    settings = settings or ruleset.defaults
    hand = place_row(ruleset, row, settings)
    plan, contract = hand.plan, hand.contract
    if plan is None or contract is None or row.unplayed:
        return None
    leader = leader_after_sale(plan, row.sale, settings, contract, ruleset.winds)
    if leader is None:
        return None
    down = row.direction == "down" or row.sold_for_nulls
    trump = None if down or not contract.trump or row.trump not in SUITS else row.trump
    also = (other.contract for other in ruleset.played_on(plan.board, settings) if other != plan)
    return Declared(
        contract,
        leader,
        None if trump is None else Suit(trump),
        down,
        None if row.start is None else Card.parse(row.start),
        tuple(other for other in also if other is not None),
    )
