"""The card of the hands agrees with the system's own source, and with no other one."""

from __future__ import annotations

import pytest

from king.rulesets import RULESETS, find_ruleset
from king.rulesets.base import RuleSet
from king.rulesets.edition import make_edition
from wording.play_rules import general_rules, special_rules
from wording.regulation import articles

pytestmark = pytest.mark.usefixtures("in_english")

SHOWN = "To prove the void, the hand is shown."
DEALER_KEEPS = "The dealer keeps the score of the hand."


def rules_text(rules: RuleSet, contract: str, **settings: object) -> str:
    return " ".join(special_rules(rules.contract(contract), rules, rules.configure(settings)))


@pytest.mark.parametrize("code", RULESETS)
def test_the_hand_is_shown_where_the_source_says_so_whatever_else_is_set(code: str) -> None:
    """S1: a holder of K♥ who must discard it shows their hand to prove that they are void. S2 has
    the same basic rules ("stesse regole di base").
    """
    rules = find_ruleset(code)
    genoese = code.startswith("lab")
    for contract in {"KH", "8D", "K"} & set(rules.counts):
        for lead in ("until_cut", "never", "free"):
            words = rules_text(rules, contract, forced_card="when_void", restricted_lead=lead)
            assert (SHOWN in words) is genoese, (contract, lead)
        assert SHOWN not in rules_text(rules, contract, forced_card="free")


@pytest.mark.parametrize("code", RULESETS)
def test_the_dealer_keeps_the_score_only_where_a_source_says_so(code: str) -> None:
    """By S1 and S2 the dealer keeps it, in squadre one of the pairs, on Portuguese sheets the pair
    that marks (A7).
    """
    rules = find_ruleset(code)
    words = " ".join(general_rules(rules, rules.defaults))
    article = " ".join(entry.text for entry in articles(rules, rules.defaults))
    for text in (words, article):
        assert (DEALER_KEEPS in text) is code.startswith("lab")
        assert ("One of the pairs keeps the score." in text) is code.startswith("squadre")
        assert ("One pair keeps the score" in text) is (code in ("pt_duplas", "pt_pareado"))


def test_the_declaration_of_the_genoese_pairs_is_the_dealers_or_his_partners_where_he_cedes_it() -> (
    None
):
    """S2: "Non si può vendere la dichiarazione ai propri avversari" (§12.6)."""
    words = rules_text(find_ruleset("lab_coppie"), "D")
    assert "The dealer names the trump suit, or cedes this to their partner." in words
    assert "The hand is not sold to the opponents." in words
    assert "only the partner" not in words


def test_the_slam_with_plus_14_tells_what_the_others_pay() -> None:
    """S0 has a) +14, −9, −9, −9 and b) +13 and nothing. Between pairs by difference the other pair
    gets the negative.
    """
    wiki = find_ruleset("itwiki13")
    assert "gains +14. Each of the others gets −9." in rules_text(wiki, "NC", cappotto="plus14")
    assert "others" not in rules_text(wiki, "NC", cappotto="plus13")
    assert "A pair that takes them all gains +14. The other pair gets −14." in rules_text(
        find_ruleset("squadre"), "NC", cappotto="plus14"
    )
    # S2, A26: +13; the other pair gets nothing, or −13.
    pairs = find_ruleset("lab_coppie")
    assert "A pair that takes them all gains +13." in rules_text(pairs, "NC")
    assert "The other pair gets −13." in rules_text(pairs, "NC", cappotto_others="minus13")


@pytest.mark.parametrize(
    ("consent", "banned"),
    [
        ("first_trick_ban_figures", {"KJ", "Q"}),
        ("first_trick_ban_cards", {"KH", "8D"}),
        ("first_trick_ban_hearts", {"NC"}),
    ],
)
def test_each_consent_of_the_first_trick_stands_beside_its_own_hands(
    consent: str, banned: set[str]
) -> None:
    """S0 asks for consent three times, for different hands (§12.4)."""
    wiki = find_ruleset("itwiki13")
    says = {
        code
        for code in wiki.counts
        if "on the first trick" in rules_text(wiki, code, **{consent: True})
    }
    assert says == banned


def test_a_house_edition_says_what_its_system_says() -> None:
    edition = make_edition(
        find_ruleset("lab12"), "harbour", "Harbour club", {"values": {"KH": "-13"}}
    )
    assert SHOWN in rules_text(edition, "KH")
    assert DEALER_KEEPS in list(general_rules(edition, edition.defaults))
