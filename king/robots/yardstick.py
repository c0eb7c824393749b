"""The robots' mean of a board as the tables played it: the tables' declarations with a robot's
cards.

Each game takes the row of the next table, its trump, sale and direction with it, and is counted as
that row is. So it stands beside the hall's mean, in the same points. It is a yardstick and knows
nothing of luck: against players of other habits it fails in three contracts of ten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from king.cards import Card, Deal, Suit, Wind
from king.reading import InputError
from king.robots.field import GAMES, NOISE
from king.robots.habits import Wavering, habit
from king.robots.hand import start
from king.robots.rules import Rules, has_dummy, rules_of
from king.rulesets.base import HandPlan, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.points import ZERO, Column, Hand, Points, place_row, score_row
from king.sheet.row import Row
from king.sheet.sale import leader_after_sale


class PlayedRow(NamedTuple):
    """A row of one table with the settings of its sheet."""

    row: Row
    settings: Settings


class _Game(NamedTuple):
    """A table's declaration. ``leader`` is None if the row does not tell who led."""

    hand: Hand
    rules: Rules
    leader: Wind | None


def has_robots(
    ruleset: RuleSet, plan: HandPlan, contract: Contract | None, settings: Settings
) -> bool:
    """Whether robots play this hand: they play with no dummy, and one contract at a time."""
    dummy = contract is not None and has_dummy(ruleset, contract, settings)
    return ruleset.scoring is not Scoring.SOLOIST and len(plan.together) == 1 and not dummy


def robots_mean(
    ruleset: RuleSet,
    deal: Deal,
    played: Sequence[PlayedRow],
    numbers: Iterator[int],
    games: int = GAMES,
    noise: int = NOISE,
) -> dict[Column, Fraction]:
    """Mean points of each column over so many games; empty if none of these rows was played. The
    rows are of one hand and one contract.

    Raises ``InputError`` for hands that robots do not play.
    """
    tables = [_game(ruleset, table_row) for table_row in played if not table_row.row.unplayed]
    if not tables:
        return {}
    hands = tables[0].rules.hands(deal)
    points_by_result: dict[tuple[int, tuple[int, ...]], Points] = {}
    sums = dict.fromkeys(ruleset.columns, ZERO)
    for game in range(games):
        at = game % len(tables)
        hand, rules, leader = tables[at]
        seat = rules.seat(leader) if leader else game // len(tables) % len(hands)
        table = start(rules, hands, seat)
        table.play_out([Wavering(habit(rules), numbers, noise)] * len(hands))
        units = tuple(table.units())
        if (at, units) not in points_by_result:
            points_by_result[at, units] = _points(hand, rules, units)
        for column, points in points_by_result[at, units].items():
            sums[column] += points
    return {column: points / games for column, points in sums.items()}


def _game(ruleset: RuleSet, played: PlayedRow) -> _Game:
    row, settings = played
    hand = place_row(ruleset, row, settings)
    plan, contract = hand.plan, hand.contract
    if plan is None or contract is None:
        raise InputError("robots: no contract is known")
    down = hand.nulls is not None
    trump = row.trump or ""
    suited = contract.trump and not down and trump in tuple(Suit)
    partner_hands = (
        partner_hand
        for partner_hand in ruleset.played_on(plan.board, settings)
        if partner_hand != plan
    )
    rules = rules_of(
        ruleset,
        contract,
        settings,
        trump=Suit(trump) if suited else None,
        down=down,
        start=Card.parse(row.start) if row.start and contract.family is Family.DOMINO else None,
        also=[partner_hand.contract for partner_hand in partner_hands if partner_hand.contract],
    )
    plan, winds = plan._replace(dealer=hand.dealer), ruleset.winds
    return _Game(hand, rules, leader_after_sale(plan, row.sale, settings, contract, winds))


def _points(hand: Hand, rules: Rules, units: tuple[int, ...]) -> Points:
    counts = {wind.value: count for wind, count in zip(rules.seats, units, strict=True)}
    return score_row(replace(hand, row=replace(hand.row, units=counts))).points
