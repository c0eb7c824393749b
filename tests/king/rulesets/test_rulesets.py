"""The systems as data: schedules, sums and settings, compared with the published figures."""

from __future__ import annotations

import importlib
import pkgutil
from fractions import Fraction

import pytest

from king import rulesets
from king.rulesets import RULESETS, find_ruleset, read_ruleset
from king.rulesets.base import RuleSet, UnknownRuleSet
from king.rulesets.contracts import Family
from king.rulesets.setting import SettingError
from king.rulesets.settings import SETTINGS
from king.sheet.choice import is_proposed
from king.sheet.points import counted_units
from king.sheet.sale import leader_after_sale

CODES = [
    "lab12",
    "lab13",
    "lab_coppie",
    "lab_chiamata",
    "itwiki13",
    "itwiki_scelta",
    "pirandello",
    "squadre",
    "squadre_terza",
    "pt_ind",
    "pt_duplas",
    "pt_pareado",
    "pt_fu",
    "fr10",
    "fr32",
]


def test_every_published_system_is_found_by_its_code():
    assert [code for code in RULESETS if code in CODES] == CODES
    assert all(find_ruleset(code).code == code for code in CODES)


def test_every_file_with_a_system_is_in_the_registry():
    files = pkgutil.walk_packages(rulesets.__path__, "king.rulesets.")
    declared = {
        value
        for file in files
        for value in vars(importlib.import_module(file.name)).values()
        if isinstance(value, RuleSet)
    }
    assert declared == {*RULESETS.values()}


def test_an_unknown_system_is_refused_with_those_that_there_are():
    with pytest.raises(UnknownRuleSet, match=r"expected one of lab12 lab13 .* found 'lab14'"):
        find_ruleset("lab14")


@pytest.mark.parametrize(
    ("code", "length", "expected_sum"),
    [
        ("lab12", 12, 0),
        ("lab13", 13, 0),
        ("lab_coppie", 15, 26),
        ("lab_chiamata", 12, 0),
        ("itwiki13", 13, 0),
        ("itwiki_scelta", 13, 0),
        ("pirandello", 13, 0),
        ("squadre", 13, 0),
        ("squadre_terza", 13, 0),
        ("pt_ind", 10, 0),
        ("pt_duplas", 10, 0),
        ("pt_pareado", 10, 0),
        ("pt_fu", 24, None),
        ("fr10", 10, 0),
        ("fr32", 10, -300),
    ],
)
def test_a_match_has_its_hands_and_its_sum(code, length, expected_sum):
    ruleset = find_ruleset(code)
    assert (ruleset.length, ruleset.expected_sum) == (length, expected_sum)


def test_labyrinth_deals_clockwise_from_north_and_leads_from_the_dealers_left():
    plans = find_ruleset("lab12").schedule()
    assert "".join(plan.dealer for plan in plans) == "NESW" * 3
    assert "".join(plan.leader for plan in plans) == "ESWN" * 3
    # "Each wind deals three hands, exactly one of them a declaration."
    assert sorted(plan.dealer for plan in plans if plan.contract.code == "D") == [
        "E",
        "N",
        "S",
        "W",
    ]


def test_italian_wikipedia_deals_anticlockwise_and_leads_from_the_dealers_right():
    plans = find_ruleset("itwiki13").schedule()
    assert "".join(plan.dealer for plan in plans[:5]) == "NWSEN"
    assert "".join(plan.leader for plan in plans[:4]) == "WSEN"


def test_the_portuguese_dealer_leads_and_each_owns_one_positive():
    plans = find_ruleset("pt_ind").schedule()
    assert all(plan.dealer == plan.leader for plan in plans)
    assert sorted(plan.dealer for plan in plans[6:]) == ["E", "N", "S", "W"]


def test_in_portuguese_pairs_the_dealers_partner_leads_and_the_left_of_the_dealer_chooses():
    plan = find_ruleset("pt_duplas").schedule()[0]
    assert (plan.dealer, plan.leader, plan.chooser) == ("N", "S", "EW")


def test_the_soloist_sits_on_the_dealers_left_and_the_dealers_partner_leads():
    plans = {plan.number: plan for plan in find_ruleset("pt_fu").schedule()}
    # §11.4: soloist N: dealer W, E leads, S is the dummy; E: dealer N, S leads; S: dealer E, W
    # leads.
    roles = [
        "".join((plans[hand].chooser, plans[hand].dealer, plans[hand].leader))
        for hand in (1, 8, 9, 16, 17, 24)
    ]
    assert roles == ["NWE", "NWE", "ENS", "ENS", "SEW", "SEW"]


def test_first_dealer_and_direction_turn_the_whole_schedule():
    ruleset = find_ruleset("lab12")
    plans = ruleset.schedule(ruleset.configure({"first_dealer": "W", "direction": "anticlockwise"}))
    assert "".join(plan.dealer for plan in plans[:4]) == "WSEN"
    assert "".join(plan.leader for plan in plans[:4]) == "SENW"


def test_the_first_pair_of_the_declared_game_deals_eight_hands_the_other_seven():
    plans = find_ruleset("lab_coppie").schedule()
    assert [sum(plan.chooser == side for plan in plans) for side in ("NS", "EW")] == [8, 7]


def test_each_soloist_plays_eight_hands_in_a_row():
    assert (
        "".join(plan.chooser for plan in find_ruleset("pt_fu").schedule())
        == "N" * 8 + "E" * 8 + "S" * 8
    )


def test_only_the_domino_of_the_pre_dealt_thirteen_limits_aces_and_kings():
    limited = [code for code, ruleset in RULESETS.items() if ruleset.max_extremes is not None]
    assert limited == ["lab13"]
    assert find_ruleset("lab13").max_extremes == 3


ONLY_SOME = {"russian_khvalenki"}
"""Systems that have only some of the contracts of another game, here the Russian one."""


@pytest.mark.parametrize("code", list(RULESETS))
def test_a_system_is_sound(code):
    ruleset = find_ruleset(code)
    parts = {part for hand in ruleset.hands for part in hand.split("+")}
    codes = {contract.code for contract in ruleset.contracts}
    assert parts <= codes if code in ONLY_SOME else parts == codes
    assert ruleset.name
    assert ruleset.source
    for contract in ruleset.contracts:
        assert (contract.units is None) == (contract.family is Family.DOMINO)
        assert (contract.value > 0) == (contract.family is Family.POSITIVE)
        if contract.nulls is not None:
            down = 4 * contract.nulls.bonus + contract.units * contract.nulls.value
            assert down == contract.total
    assert read_ruleset(ruleset.as_json()) is ruleset


@pytest.mark.parametrize("code", list(RULESETS))
def test_every_default_is_one_of_the_choices_and_settings_round_trip(code):
    ruleset = find_ruleset(code)
    for setting in ruleset.settings:
        assert setting.read(setting.default) == setting.default
        assert setting.title
        assert setting.help
    assert ruleset.configure(ruleset.defaults.as_json()) == ruleset.defaults


def test_the_penalty_of_five_tricks_is_scaled_where_a_trick_is_worth_25():
    assert find_ruleset("lab12").defaults.positive_penalty == -5
    assert find_ruleset("pt_ind").defaults.positive_penalty == -125


def test_a_penalty_takes_points_away_whichever_sign_was_typed():
    ruleset = find_ruleset("lab12")
    for typed in (7, -7, "7", "−7", "-7", Fraction(7)):
        assert ruleset.configure({"positive_penalty": typed}).positive_penalty == -7


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("sale_settlement", "half", "one of full double capped"),
        ("sale_settlement", 3, "one of full double capped"),
        ("cappotto", ["none"], "one of none plus13 plus14"),
        ("first_dealer", "O", "one of N E S W"),
        ("positive_penalty", "five", "a number"),
        ("positive_penalty", True, "a number"),
        ("positive_penalty", 10**30, "a number"),
        ("max_declarations_per_player", 9, "a whole number from 1 to 4"),
        ("allow_no_trump", "yes", "true or false"),
        ("colour", "red", "one of the settings sale_settlement"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_key_found_and_allowed(key, value, allowed):
    with pytest.raises(SettingError) as refusal:
        find_ruleset("lab12").configure({key: value})
    assert refusal.value.key == key
    assert f"settings.{key}: expected {allowed}" in str(refusal.value)


def test_a_setting_of_another_system_is_accepted_and_changes_nothing():
    assert find_ruleset("pt_ind").configure({"domino_winners": "round"}).sale_settlement == "capped"


def test_a_setting_left_empty_is_the_systems_own():
    assert find_ruleset("itwiki13").configure({"sale_settlement": None}).sale_settlement == "double"


def test_a_form_shows_only_the_settings_that_change_something():
    def keys(code):
        return {setting.key for setting in find_ruleset(code).settings}

    assert "domino_winners" in keys("lab13") - keys("lab12")
    assert "null_settlement" in keys("pt_ind") - keys("lab12")
    assert "max_declarations_per_player" in keys("itwiki_scelta") - keys("itwiki13")
    assert "sale_settlement" not in keys("lab_coppie")
    assert keys("lab12") <= set(SETTINGS)


def test_the_left_of_the_dealer_may_lead_declarations_where_the_turn_goes_to_the_right():
    """This is it.wikipedia's second rule (A3, §11.8). North deals hands 1, 5, 9, 13; West is on
    North's right, East on the left.
    """
    itwiki13 = find_ruleset("itwiki13")
    usual, left = (
        itwiki13.schedule(itwiki13.configure(choice))
        for choice in ({}, {"leader": "left_in_declarations"})
    )
    assert [(plan.dealer, plan.leader) for plan in usual[::4]] == [("N", "W")] * 4
    assert [plan.leader for plan in left[::4]] == [
        "W",
        "W",
        "E",
        "W",
    ]  # KJ, no hearts, declaration, Sans Atout
    chosen = find_ruleset("itwiki_scelta")
    settings = chosen.configure({"leader": "left_in_declarations"})
    first, *_, last = chosen.schedule(settings)
    assert (first.leader, last.leader) == (None, "W")
    for code, leader in (("D", "E"), ("Q", "W")):
        assert leader_after_sale(first, None, settings, chosen.contract(code)) == leader


def test_three_sit_where_one_plays_with_a_dummy_and_their_points_make_no_sum():
    assert find_ruleset("pt_fu").players == ("N", "E", "S")
    assert {find_ruleset(code).players for code in CODES if code != "pt_fu"} == {
        ("N", "E", "S", "W")
    }
    assert [code for code in CODES if not find_ruleset(code).sums_say_something] == ["pt_fu"]


def test_pairs_that_lose_what_the_others_win_are_scored_by_difference():
    """These are the systems of R6, R7, R10 and R11. With a soloist (R12) the difference is the
    soloist's alone, so that system is not among them.
    """
    found = [code for code in CODES if find_ruleset(code).by_difference]
    assert found == ["squadre", "squadre_terza", "pt_duplas", "pt_pareado"]


def test_a_third_option_counts_where_a_loss_is_doubled_and_not_for_the_clubs_pairs():
    """R7 doubles the loss. R2 has third options but doubles nothing; in Portugal the partner
    chooses freely (R10).
    """
    assert [code for code in CODES if find_ruleset(code).third_counts] == ["squadre_terza"]


@pytest.mark.parametrize(
    ("code", "proposed"), [("lab_coppie", True), ("squadre_terza", True), ("pt_duplas", False)]
)
def test_two_hands_are_proposed_where_the_partner_may_leave_them_for_a_third(code, proposed):
    system = find_ruleset(code)
    assert is_proposed(system, system.schedule()[0]) is proposed


def test_dominoes_are_counted_by_wind_even_between_pairs():
    pairs = find_ruleset("lab_coppie")
    assert pairs.counted_columns(pairs.contract("Q")) == ("NS", "EW")
    assert pairs.counted_columns(pairs.contract("DOM")) == ("N", "E", "S", "W")


@pytest.mark.parametrize(
    ("code", "content", "counted"),
    [
        (
            "lab_coppie",
            {"contract": "Q", "units": {"N": 1, "E": 0, "S": 2, "W": 1}},
            {"NS": 3, "EW": 1},
        ),
        ("lab_coppie", {"contract": "Q", "units": {"N": "x"}}, {"N": "x"}),
        ("lab_coppie", {"contract": "DOM", "units": {"N": 0, "E": 1}}, {"N": 0, "E": 1}),
        ("lab12", {"contract": "Q", "units": {"N": 1, "S": 3}}, {"N": 1, "S": 3}),
        (
            "pt_fu",
            {"contract": "M", "chooser": "S", "units": {"N": 1, "E": 0, "S": 2, "W": 1}},
            {"N": 1, "E": 0, "S": 3},
        ),
    ],
)
def test_counts_that_came_by_wind_go_under_the_columns_of_the_sheet(code, content, counted):
    assert counted_units(find_ruleset(code), content) == counted
