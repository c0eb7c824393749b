"""The auction on the card of the hands agrees with the sources (§2.4, §2.5), and is left out in
systems without one.
"""

from __future__ import annotations

import pytest
from django.utils import translation

from king.rulesets import find_ruleset
from wording.rules import sale_rules


def rules_text(code: str, language: str = "en", **settings: object) -> str:
    rules = find_ruleset(code)
    with translation.override(language):
        return " ".join(sale_rules(rules, rules.configure(settings)))


def test_in_portugal_three_up_are_one_null_a_pass_is_not_final_and_the_earlier_is_preferred() -> (
    None
):
    text = rules_text("pt_ind")
    assert "1, 2, 3 = 1 nulo, 4, 5, 6 = 2 nulos, 7, 8." in text
    assert "may bid again" in text
    assert "earlier in turn" in text
    assert "At any time the owner may say “8 ou nulos” to all" in text  # §11.5
    assert "the owner cannot refuse" in text


def test_in_france_a_null_stands_above_three_up_and_a_pass_is_final() -> None:
    text = rules_text("fr10")
    assert "1, 2, 3, 1 moins, 4, 5, 6, 2 moins, 7, 8." in text
    assert "A player who has passed is out." in text


def test_where_the_buyer_may_turn_the_hand_the_card_says_what_it_costs() -> None:
    assert "owes the seller 25 points for each trick" in rules_text(
        "fr10", buyer_may_turn=True
    )  # §11.6
    assert "owes" not in rules_text("fr10")


def test_the_card_says_what_the_evening_has_settled() -> None:
    text = rules_text("pt_ind", bid_order="null_above", pass_is_final=True, preference=False)
    assert "3, 1 nulo, 4" in text
    assert "is out" in text
    assert "earlier in turn" not in text


@pytest.mark.parametrize("code", ["lab_coppie", "pt_duplas", "pt_pareado", "pt_fu"])
def test_where_nothing_is_sold_to_others_nothing_is_said_of_it(code: str) -> None:
    assert rules_text(code) == ""


@pytest.mark.parametrize("code", ["lab12", "lab13", "lab_chiamata"])
def test_in_genoa_the_price_stands_the_first_who_takes_it_has_it_and_the_buyer_names_the_trump(
    code: str,
) -> None:
    """These are S1's three sentences (§11.10); the settlement is the evening's (A9)."""
    assert rules_text(code) == (
        "The dealer may ask a price in tricks, and may not lower it. The first in turn after the "
        "seller who takes the hand at that price, or more, has it unless another bids more. If "
        "nobody takes it, the owner declares. The buyer names the trump suit. In full: the buyer "
        "hands over the agreed tricks and may go below zero."
    )


@pytest.mark.parametrize(
    "code", ["itwiki13", "itwiki_scelta", "pirandello", "squadre", "squadre_terza"]
)
def test_at_a_fixed_price_nobody_bids_more_and_a_short_buyer_pays_double(code: str) -> None:
    """In it.wikipedia the first taker in turn gets the hand, and pays two for each missing trick
    (note 2).
    """
    text = rules_text(code)
    assert "The first in turn after the seller who takes the hand at that price has it." in text
    assert "more" not in text
    assert "pays two for each missing." in text
    assert "or plays without trumps" in rules_text(code, allow_no_trump=True)


def test_in_italian_the_ladder_has_the_words_of_portugal_too() -> None:
    text = rules_text("pt_ind", "it")
    assert "3 = 1 nulo" in text
    assert "può dire a tutti «8 ou nulos»" in text  # §12.9
