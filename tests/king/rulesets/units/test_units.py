"""Each unit, published or a club's own, is played, counted, miscounted and described (§13.13)."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from king.cards import DECK_52, DECKS, WINDS, Deal
from king.play.replay import start_play
from king.play.tricks import Play, play_rules
from king.reading import InputError
from king.rulesets import RULESETS, find_ruleset
from king.rulesets.edition import make_edition
from king.rulesets.units import KINGS, UNITS
from king.sheet.full_sheet import score
from king.sheet.row import Row
from tests.king.sheets import OF_UNIT
from tests.rooms import ROOMS

ROOT = Path(__file__).parents[4]
LAB12 = find_ruleset("lab12")

OWN = {
    "diamonds": {"name": "diamonds", "cards": {"D": 1}, "restricted": "D"},
    "ace_heavy": {"name": "hearts, the ace three", "cards": {"H": 1, "HA": 3}},
    "first_and_fifth": {"name": "first and fifth trick", "tricks": {"1": 2, "5": 1}},
    "last_ones": {"name": "last tricks", "tricks": {"-1": 2, "-2": 1}},
    "two_weigh_two": {"name": "black queens", "cards": {"SQ": 2, "CQ": 2}, "forced": "SQ"},
}
OWN_TOTALS = {
    "diamonds": 13,
    "ace_heavy": 15,
    "first_and_fifth": 3,
    "last_ones": 3,
    "two_weigh_two": 4,
}
"""Units in a hand, added up manually."""
TRICK_UNITS = sorted(key for key, unit in UNITS.items() if not unit.of_layout) + sorted(OWN)


def edition_of(key: str):
    """Edition of four hands, one per dealer, that count only this unit."""
    total = OWN_TOTALS.get(key) or UNITS[key].dealt(52, 13) or 2
    contract = {"name": "X", "unit": key, "units": total, "value": -1, "family": "negative"}
    changes = {"contracts": {"X": contract}, "hands": ["X"] * 4}
    if key in OWN:
        changes["units"] = {key: OWN[key]}
    return make_edition(LAB12, "one_unit", "One unit", changes)


def played_out(edition, rng) -> Play:
    cards = list(DECKS[52])
    rng.shuffle(cards)
    deal = Deal.of({wind: cards[place::4] for place, wind in enumerate(WINDS)})
    play = start_play(deal, edition.contract("X"), play_rules(edition), WINDS[1])
    while not play.over:
        play = play.play(rng.choice(sorted(play.legal(), key=str)))
    return play


@pytest.mark.parametrize("key", TRICK_UNITS)
def test_a_unit_that_is_played_out_is_counted_whole_and_makes_a_sheet_that_holds(key) -> None:
    edition, rng = edition_of(key), random.Random(7)
    contract = edition.contract("X")
    rows = []
    for number in range(1, 5):
        counts = played_out(edition, rng).units
        assert sum(counts.values()) == contract.units
        rows.append(Row(number, "X", {str(wind): count for wind, count in counts.items()}))
    sheet = score(edition, rows)
    assert sheet.problems == ()
    assert sum(sheet.totals.values()) == -4 * Fraction(contract.units)


@pytest.mark.parametrize("key", TRICK_UNITS)
@pytest.mark.parametrize("change", [-1, 1, 2])
def test_a_wrong_count_of_a_unit_is_said_in_a_whole_sentence(key, change) -> None:
    edition = edition_of(key)
    total = edition.contract("X").units
    rows = [Row(1, "X", {"N": total + change, "E": 0, "S": 0, "W": 0})]
    wrong = [problem for problem in score(edition, rows).problems if problem.hand == 1]
    code = "units_short" if change < 0 else "units_over"
    sentences = [str(problem.phrase) for problem in wrong if problem.code == code]
    assert len(sentences) == 1
    assert sentences[0].startswith("X: ")
    assert not set("{}") & set(sentences[0])


def test_a_count_that_no_cards_make_is_refused() -> None:
    edition = edition_of("two_weigh_two")
    rows = [Row(1, "X", {"N": 3, "E": 1, "S": 0, "W": 0})]
    codes = [(p.code, p.wind) for p in score(edition, rows).problems if p.hand == 1]
    assert codes == [("units_impossible", "N"), ("units_impossible", "E")]


@pytest.mark.parametrize(
    ("unit", "place"),
    [
        ({"name": "x"}, "changes.units.mine"),
        ({"name": "x", "cards": {"Z": 1}}, "changes.units.mine.cards.Z"),
        ({"name": "x", "cards": {"H": -1}}, "changes.units.mine.cards.H"),
        ({"name": "x", "tricks": {"0": 1}}, "changes.units.mine.tricks.0"),
        ({"name": "x", "tricks": {"18": 1}}, "changes.units.mine.tricks.18"),
        ({"name": "{x}", "cards": {"H": 1}}, "changes.units.mine.name"),
        ({"name": "x", "cards": {"H": 1}, "forced": "SK"}, "changes.units.mine.forced"),
        ({"name": "x", "cards": {"H": 1}, "weight": 2}, "changes.units.mine.weight"),
    ],
)
def test_an_own_unit_that_cannot_be_is_refused_at_its_place(unit, place) -> None:
    with pytest.raises(InputError) as refused:
        make_edition(LAB12, "mine", "Mine", {"units": {"mine": unit}})
    assert refused.value.place == place


def test_a_key_of_the_game_is_not_taken_by_an_own_unit() -> None:
    with pytest.raises(InputError, match="hearts"):
        make_edition(LAB12, "mine", "Mine", {"units": {"hearts": {"name": "x", "cards": {"H": 1}}}})


def test_no_table_and_no_branch_beside_the_declaration_knows_a_unit() -> None:
    """A unit's words and functions are all in its declaration, so adding a unit takes one place."""
    found = []
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if path.parent.name == "units":
                continue
            tree = ast.parse(path.read_text())
            for node in ast.walk(tree):
                keys = node.keys if isinstance(node, ast.Dict) else []
                if isinstance(node, ast.Compare):
                    keys = [node.left, *node.comparators]
                found += [
                    f"{path.relative_to(ROOT)}:{key.lineno}"
                    for key in keys
                    if isinstance(key, ast.Attribute)
                    and isinstance(key.value, ast.Name)
                    and key.value.id == "units"
                    and key.attr.isupper()
                ]
    assert found == []


def test_the_cards_that_count_are_those_of_a_second_writing() -> None:
    of_cards = {unit for unit in UNITS.values() if unit.cards}
    assert of_cards == OF_UNIT.keys()
    for unit in of_cards:
        assert set(unit.cards) == set(filter(OF_UNIT[unit], DECK_52))


@pytest.mark.parametrize("code", RULESETS)
def test_a_contract_has_as_many_units_as_are_dealt(code) -> None:
    ruleset = RULESETS[code]
    for contract in ruleset.contracts:
        dealt = contract.unit.dealt(ruleset.deck, ruleset.cards_each)
        assert dealt in (None, contract.units), contract.code


def test_a_unit_in_which_nothing_counts_is_refused() -> None:
    with pytest.raises(ValueError, match="kings: either cards or tricks count"):
        replace(KINGS, cards={})
