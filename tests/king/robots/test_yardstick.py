"""The robots' mean of a board, beside the tables' rows: with the row's own declaration, in its
points.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from king.cards import Deal, Suit, Wind, number_of_deals
from king.reading import InputError
from king.robots.habits import habit
from king.robots.hand import start
from king.robots.rules import rules_of
from king.robots.yardstick import PlayedRow, has_robots, robots_mean
from king.rulesets import RULESETS
from king.sheet.points import place_row, score_row
from king.sheet.row import Row, Sale
from tests.king.robots.tables import numbers

LAB12 = RULESETS["lab12"]
DEAL = Deal.numbered(random.Random(7).randrange(number_of_deals()))


def by_thumb(code: str, leader: Wind, trump: Suit | None = None) -> dict[str, int]:
    """Units by wind of the game that robots play by rule of thumb alone."""
    rules = rules_of(LAB12, LAB12.contract(code), trump=trump)
    hand = start(rules, rules.hands(DEAL), rules.seat(leader))
    hand.play_out([habit(rules)] * 4)
    return {wind.value: count for wind, count in zip(rules.seats, hand.units(), strict=True)}


def mean(*rows: Row, games: int = 1, noise: int = 0) -> dict[str, Fraction]:
    played = [PlayedRow(row, LAB12.defaults) for row in rows]
    points = robots_mean(LAB12, DEAL, played, numbers(random.Random(8)), games, noise)
    return {str(column): figure for column, figure in points.items()}


def test_a_game_is_counted_as_the_row_of_its_table_is() -> None:
    plan = LAB12.schedule()[0]
    assert plan.contract is not None
    assert plan.leader is not None
    counts = by_thumb(plan.contract.code, plan.leader)
    row = Row(1, units={"N": 7, "E": 0, "S": 0, "W": 0})
    assert mean(row) == {wind: count * plan.contract.value for wind, count in counts.items()}


def test_each_table_s_declaration_is_played_in_its_turn() -> None:
    plan = next(plan for plan in LAB12.schedule() if plan.contract and plan.contract.sale)
    assert plan.contract is not None
    assert plan.leader is not None
    assert plan.owner is not None
    code = plan.contract.code
    spades, hearts = (by_thumb(code, plan.leader, trump) for trump in (Suit.SPADES, Suit.HEARTS))
    assert spades != hearts
    one, other = (Row(plan.number, trump=trump) for trump in "SH")
    assert mean(one, other, games=2) == {
        wind: Fraction(spades[wind] + hearts[wind], 2) for wind in "NESW"
    }
    # A sale in the row is settled with the robots' tricks.
    sold = Row(plan.number, trump="S", sale=Sale(plan.owner.value, plan.owner.after().value, 2))
    settled = score_row(place_row(LAB12, Row(plan.number, None, spades, "S", sold.sale)))
    assert mean(sold) == {str(wind): points for wind, points in settled.points.items()}
    assert mean(sold) != mean(one)


def test_a_hundred_games_differ_and_share_out_all_that_the_hand_is_worth() -> None:
    for plan in LAB12.schedule():
        row = Row(plan.number, trump="S" if plan.contract and plan.contract.trump else None)
        points = mean(row, games=100, noise=10)
        assert sum(points.values()) == plan.expected
        assert points != mean(row)


def test_a_hand_that_was_not_played_has_no_mean() -> None:
    assert mean(Row(9, unplayed=True)) == {}


def test_none_is_made_where_the_declarer_of_a_pair_has_a_dummy() -> None:
    pairs = [ruleset for ruleset in RULESETS.values() if ruleset.by_side]
    assert pairs
    for ruleset in pairs:
        open_cards = ruleset.configure({"declarer_dummy": True})
        for contract in ruleset.played:
            for plan in ruleset.schedule(open_cards):
                usual = has_robots(ruleset, plan, contract, ruleset.defaults)
                dummy = has_robots(ruleset, plan, contract, open_cards)
                assert dummy == (usual and not contract.trump)


@pytest.mark.parametrize(
    ("code", "settings", "error"),
    [
        ("pt_fu", {}, "pt_fu is played with a dummy"),
        ("russian", {}, "expected one contract at a time"),
        ("lab12", {"quick_game": True}, "expected one contract at a time"),
    ],
)
def test_what_has_no_robots_is_known_before_and_refused_by_name(
    code: str, settings: dict[str, object], error: str
) -> None:
    ruleset = RULESETS[code]
    configured = ruleset.configure(settings)
    plans = ruleset.schedule(configured)
    without = [plan for plan in plans if not has_robots(ruleset, plan, plan.contract, configured)]
    assert without
    for plan in plans:
        contract = plan.contract or ruleset.played[0]
        deal = Deal.numbered(5, ruleset.deck, ruleset.at_table)
        row = Row(plan.number, contract.code, chooser="N")
        played = [PlayedRow(row, configured)]
        if plan not in without:
            assert robots_mean(ruleset, deal, played, numbers(random.Random(1)), 2)
            continue
        with pytest.raises(InputError, match="robots: ") as refused:
            robots_mean(ruleset, deal, played, numbers(random.Random(1)), 2)
        assert error in str(refused.value)
