"""Editions as random JSON of the right shape are either refused with the place of the problem, or
score any rows and rulings without an error of the program (§13.6).
"""

from __future__ import annotations

from typing import Any

import pytest

from king.boards import plan_boards
from king.commands.sheets import ruleset_text, scored
from king.reading import InputError, Node
from king.rulesets import RULESETS, read_ruleset
from king.rulesets.base import RuleSet, can_be_played
from king.rulesets.edition import EditionError, Unplayable, make_edition
from king.sheet.choice import next_choice
from king.sheet.full_sheet import ScoredSheet, largest_total, score
from tests.king.forms import Forms

RIFKI, LAB12, RUSSIAN = RULESETS["rifki"], RULESETS["lab12"], RULESETS["russian"]

# -- unplayable editions


def test_more_of_a_family_than_the_players_may_choose_is_refused_at_the_quotas() -> None:
    """There are twelve negative hands, but four players who may choose two each."""
    negatives = ["V", "C", "M", "H", "K", "2U"] * 2
    quotas = [{"contracts": ["negative"], "most": 2}, {"contracts": ["POS"], "most": 1}]
    form = {
        "base": "rifki",
        "code": "kisa",
        "name": "Kısa",
        "changes": {"hands": [*negatives, *["POS"] * 4], "quotas": quotas},
    }
    with pytest.raises(Unplayable) as error:
        read_ruleset(Node({"ruleset": form}, "file.json", "")["ruleset"])
    assert str(error.value) == (
        "file.json: edition: changes.quotas: there are more of a kind among the 16 hands than the "
        "players may choose"
    )
    quotas[0]["most"] = 3
    edition = read_ruleset(form)
    assert score(edition, []).problems == ()


def test_a_setting_of_the_edition_may_be_what_makes_it_unplayable() -> None:
    """Nine declarations need four players of whom each may choose three; two are not enough."""
    base = RULESETS["itwiki_scelta"]
    hands = [*base.hands, *["D"] * 5]
    assert hands.count("D") == 9

    def edition_with(most: int) -> RuleSet:
        settings = {"max_declarations_per_player": most}
        return make_edition(base, "nine", "Nine", {"hands": hands, "settings": settings})

    assert edition_with(3).hands == tuple(hands)
    with pytest.raises(Unplayable) as error:
        edition_with(2)
    assert error.value.place == "changes.hands"


def test_thirty_quotas_are_weighed_at_once() -> None:
    names = [f"X{number}" for number in range(30)]
    own = {"unit": "queens", "units": 4, "value": -3, "family": "negative"}
    contracts = {name: {"name": name, **own} for name in names}
    quotas = [{"contracts": [name], "most": 1} for name in names]
    changes = {"contracts": contracts, "hands": names, "quotas": quotas}
    edition = make_edition(RIFKI, "thirty", "Thirty", changes)
    assert can_be_played(edition, edition.defaults)


@pytest.mark.parametrize(
    ("unit", "right", "wrong"),
    [
        ("tricks", 13, 12),
        ("hearts", 13, 14),
        ("queens", 4, 7),
        ("kings", 4, 5),
        ("jacks", 4, 1),
        ("kings_and_jacks", 8, 4),
        ("king_of_hearts", 1, 2),
        ("eight_of_diamonds", 1, 2),
    ],
)
def test_units_that_the_deck_fixes_are_the_decks(unit: str, right: int, wrong: int) -> None:
    def edition(units: int, base: str = "lab12", **changes: Any) -> None:
        own = {"name": "Own", "unit": unit, "units": units, "value": -1, "family": "negative"}
        make_edition(RULESETS[base], "own", "Own", {"contracts": {"Q": own}, **changes})

    edition(right)
    with pytest.raises(EditionError) as error:
        edition(wrong)
    assert error.value.place == "changes.contracts.Q.units"
    if unit in ("tricks", "hearts"):
        # A deck of 32 cards has eight of each.
        edition(8, deck=32)
        with pytest.raises(EditionError):
            edition(right, deck=32)


def test_cards_left_are_counted_in_domino_and_nowhere_else() -> None:
    for unit, family, units in (("cards_left", "negative", 13), ("tricks", "domino", None)):
        own = {"name": "Own", "unit": unit, "value": -1, "family": family}
        own |= {} if units is None else {"units": units}
        with pytest.raises(EditionError) as error:
            make_edition(LAB12, "own", "Own", {"contracts": {"Q": own}})
        assert error.value.place == "changes.contracts.Q.unit"


def test_settings_of_a_file_that_leave_no_choice_are_a_problem_of_the_sheet() -> None:
    """The edition has eight declarations and allows each player two; the file allows only one."""
    base = RULESETS["itwiki_scelta"]
    hands = [code for code in base.hands if code != "D"] + ["D"] * 8
    changes = {"hands": hands, "settings": {"max_declarations_per_player": 2}}
    edition = make_edition(base, "eight", "Eight declarations", changes)
    assert score(edition, []).problems == ()
    settings = edition.configure({"max_declarations_per_player": 1})
    (problem,) = score(edition, [], settings=settings).problems
    assert (problem.code, problem.hand) == ("choice_impossible", None)


# -- random editions

FORMS = 600


def test_king_score_of_any_edition_is_a_sheet_or_one_sentence_with_its_place() -> None:
    sheets, refused = list[ScoredSheet](), 0
    for seed in range(FORMS):
        node = Node(Forms(seed).sheet(), "sheet.json", "")
        try:
            sheet = scored(node)
        except InputError as error:
            refused += (error.source, bool(error.place)) == ("sheet.json", True)
            continue
        sheets.append(sheet)
        assert sheet.as_json()["problems"] is not None
        # A match can always begin, and its boards are known.
        rules = sheet.ruleset
        assert ruleset_text(rules)["code"] == "house"
        first = next_choice(rules, (), rules.defaults)
        assert first is not None
        assert any(option.reason is None for option in first.options)
        assert list(plan_boards(rules, rules.defaults))
    assert len(sheets) > FORMS // 8
    assert refused == FORMS - len(sheets)
    assert all(largest_total(one.ruleset, one.settings) >= 0 for one in sheets[:5])
