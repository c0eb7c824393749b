"""Barbu and Trex exist as files: published games that a house edition can play to the end (§13.13)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from king.cards import Card, Deal, Rank, Suit, Wind
from king.play.domino import Domino
from king.play.replay import start_play
from king.play.tricks import play_rules
from king.reading import InputError
from king.rulesets import read_ruleset
from king.rulesets.edition import make_edition
from king.sheet.full_sheet import score
from king.sheet.row import Row

EDITIONS = Path(__file__).parents[2] / "docs" / "editions"
SUMS = {
    "barbu": {"T": -26, "H": -30, "Q": -24, "K": -20, "L": -30, "P": 65, "D": 70},
    "trex": {"K": -75, "Q": -100, "D": -130, "S": -195, "T": 500},
}
"""Points of each contract, added by hand from the rules, such as 12 × 2 + 6 for hearts, 40 + 25 + 10 − 5 for Domino."""


def game(code: str):
    return read_ruleset(json.loads((EDITIONS / f"{code}.json").read_text()))


@pytest.mark.parametrize("code", SUMS)
def test_every_contract_and_the_match_make_what_the_rules_say(code) -> None:
    rules = game(code)
    assert {each.code: int(each.total) for each in rules.played} == SUMS[code]
    assert rules.expected_sum == 4 * sum(SUMS[code].values())


def test_one_player_has_as_many_deals_in_a_row_as_there_are_contracts() -> None:
    dealers = [str(plan.dealer) for plan in game("trex").schedule()]
    assert dealers == ["N"] * 5 + ["W"] * 5 + ["S"] * 5 + ["E"] * 5
    choosers = [str(plan.chooser) for plan in game("barbu").schedule()]
    assert choosers == ["E"] * 7 + ["S"] * 7 + ["W"] * 7 + ["N"] * 7


@pytest.mark.parametrize(
    ("code", "contract", "units", "points"),
    [
        # East has all hearts but the ace, which North has: 12 × 2 and 6.
        ("barbu", "H", {"N": 3, "E": 12, "S": 0, "W": 0}, {"N": -6, "E": -24, "S": 0, "W": 0}),
        # South has the last trick, West the one before.
        ("barbu", "L", {"N": 0, "E": 0, "S": 2, "W": 1}, {"N": 0, "E": 0, "S": -20, "W": -10}),
        ("barbu", "D", {"N": 2, "E": 1, "S": 4, "W": 3}, {"N": 25, "E": 40, "S": -5, "W": 10}),
        ("trex", "T", {"N": 4, "E": 3, "S": 2, "W": 1}, {"N": 50, "E": 100, "S": 150, "W": 200}),
        ("trex", "D", {"N": 13, "E": 0, "S": 0, "W": 0}, {"N": -130, "E": 0, "S": 0, "W": 0}),
    ],
)
def test_a_row_is_worth_what_the_rules_say(code, contract, units, points) -> None:
    rules = game(code)
    chooser = str(rules.schedule()[0].chooser)
    row = score(rules, [Row(1, contract, units, chooser=chooser)]).rows[0]
    assert {str(wind): int(value) for wind, value in row.points.items()} == points
    assert not [
        p for p in score(rules, [Row(1, contract, units, chooser=chooser)]).problems if p.hand == 1
    ]


@pytest.mark.parametrize("units", [(1, 1, 4, 4), (1, 2, 3, 3), (0, 2, 4, 4), (1, 2, 3, 5)])
def test_places_that_are_not_each_there_once_are_refused(units) -> None:
    row = Row(1, "T", dict(zip("NESW", units, strict=True)), chooser="N")
    problems = [p for p in score(game("trex"), [row]).problems if p.hand == 1]
    assert [p.code for p in problems] == ["places_repeated"]
    assert str(problems[0].phrase) == "Trex: each of the places from 1 to 4 is written once"


def in_suits() -> Deal:
    """Deal in which North has the spades, East the hearts, South the diamonds, West the clubs."""
    return Deal("N" * 13 + "E" * 13 + "S" * 13 + "W" * 13)


def test_the_layout_begins_with_a_jack_goes_up_to_the_ace_and_on_until_one_alone_has_cards() -> (
    None
):
    rules = game("trex")
    play = start_play(in_suits(), rules.contract("T"), play_rules(rules), Wind.N)
    assert isinstance(play, Domino)
    assert play.legal() == {Card(Suit.SPADES, Rank.JACK)}
    for ranks in "J":
        for suit in (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS):  # anticlockwise: N W S E
            play = play.play(Card(suit, Rank(ranks)))
    assert play.legal() == {Card(Suit.SPADES, Rank.QUEEN), Card(Suit.SPADES, Rank.TEN)}
    for rank in (Rank.QUEEN, Rank.KING, Rank.ACE, *list(Rank)[4:]):
        for suit in (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS):
            if not play.over:
                play = play.play(Card(suit, rank))
    assert play.units == {Wind.N: 1, Wind.W: 2, Wind.S: 3, Wind.E: 4}
    assert len(play.turns) == 51  # East's last card is not laid


@pytest.mark.parametrize(
    ("definition", "place"),
    [
        ({"places": ["1", "2", "3"]}, "changes.contracts.D.places"),
        ({"places": ["1", "2", "3", "x"]}, "changes.contracts.D.places[3]"),
        ({"places": ["1", "2", "3", "4"], "family": "negative"}, "changes.contracts.D.family"),
        ({"unit": "places"}, "changes.contracts.D.unit"),
    ],
)
def test_a_domino_by_places_that_cannot_be_is_refused(definition, place) -> None:
    wrong = {"name": "D", "family": "domino", "value": "-1"} | definition
    with pytest.raises(InputError) as refused:
        make_edition(game("trex"), "wrong", "Wrong", {"contracts": {"D": wrong}})
    assert refused.value.place == place
