"""The auction on the card of the hands: said as the sources say it (§2.4, §2.5), and only where there is one."""

from __future__ import annotations

import pytest
from django.utils import translation

from king.rulesets import RULESETS, find_ruleset
from printing.auction_rules import auction_rules


def told(code: str, language: str = "en", **settings: object) -> str:
    rules = find_ruleset(code)
    with translation.override(language):
        return " ".join(auction_rules(rules, rules.configure(settings)))


def test_in_portugal_three_up_are_one_null_a_pass_is_not_final_and_the_earlier_is_preferred() -> None:
    said = told("pt_ind")
    assert "1, 2, 3 = 1 null, 4, 5, 6 = 2 null, 7, 8." in said
    assert "may bid again" in said
    assert "earlier in turn" in said
    assert "At any time the owner may say “8 or nulls” to all" in said  # §11.5
    assert "he cannot refuse" in said


def test_in_france_a_null_stands_above_three_up_and_a_pass_is_final() -> None:
    said = told("fr10")
    assert "1, 2, 3, 1 null, 4, 5, 6, 2 null, 7, 8." in said
    assert "Who has passed is out." in said


def test_where_the_buyer_may_turn_the_hand_the_card_says_what_it_costs() -> None:
    assert "he owes the seller 25 points for each trick that he offered" in told("fr10", buyer_may_turn=True)  # §11.6
    assert "owes" not in told("fr10")


def test_the_card_says_what_the_evening_has_settled() -> None:
    said = told("pt_ind", bid_order="null_above", pass_is_final=True, preference=False)
    assert "3, 1 null, 4" in said
    assert "is out" in said
    assert "earlier in turn" not in said


@pytest.mark.parametrize("code", sorted(set(RULESETS) - {"pt_ind", "fr10", "fr32"}))
def test_where_nothing_is_put_to_auction_nothing_is_said_of_it(code: str) -> None:
    assert told(code) == ""


def test_in_italian_the_ladder_has_its_own_words() -> None:
    assert "3 = 1 a non prendere" in told("pt_ind", "it")
    assert "«8 o a non prendere»" in told("pt_ind", "it")
