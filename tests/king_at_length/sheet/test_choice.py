"""Choice of hands: the allowed ones, the player who chooses, and the reasons against the others
(R2, R4, R7, R10, R12).
"""

from __future__ import annotations

import pytest

from king.rulesets import find_ruleset
from king.rulesets.contracts import Family
from king.sheet.choice import ChoiceRefused, Proposal, next_choice
from king.sheet.row import Row


def played(code, *contracts):
    """Next choice after these contracts, each chosen by the player whose turn it was."""
    return next_choice(
        find_ruleset(code), [Row(number, contract) for number, contract in enumerate(contracts, 1)]
    )


def codes(choice):
    return [contract.code for contract in choice.allowed]


def why(choice, code):
    return str(choice.option(code).reason)


def test_in_a_fixed_order_the_next_hand_is_the_only_one():
    choice = played("lab12", "KJ", "Q")
    assert codes(choice) == ["KH"]
    assert why(choice, "Q") == "This hand is No re di cuori"


def test_a_whole_sheet_leaves_nothing_to_choose():
    lab12 = find_ruleset("lab12")
    assert played("lab12", *lab12.hands) is None


def test_a_dealer_may_call_what_is_left_but_not_the_last_hand():
    choice = played("lab_chiamata", "KJ")
    assert (choice.column, choice.speaker, choice.decider) == ("E", "E", "E")
    assert "KJ" not in codes(choice)
    assert why(choice, "KJ") == "No re e fanti has been played already"
    assert why(choice, "SA") == "Sans Atout closes the match and cannot be chosen"
    with pytest.raises(ChoiceRefused) as refusal:
        choice.verify("KJ")
    assert [contract.code for contract in refusal.value.allowed] == codes(choice)


def test_each_player_declares_once():
    choice = played("lab_chiamata", "D", "KJ", "Q", "KH")
    assert choice.column == "N"
    assert "D" not in codes(choice)
    assert "D" in codes(played("lab_chiamata", "KJ", "D", "Q", "KH"))


def test_with_the_limit_at_four_one_player_may_declare_again():
    ruleset = find_ruleset("lab_chiamata")
    settings = ruleset.configure({"max_declarations_per_player": 4})
    rows = [Row(n, code) for n, code in enumerate(["D", "KJ", "Q", "KH"], 1)]
    assert "D" in [c.code for c in next_choice(ruleset, rows, settings).allowed]


def test_a_player_with_one_deal_left_and_no_declaration_yet_must_declare():
    # West deals hands 4 and 8 of the called ones, and the twelfth is forced, so at the eighth West has
    # to declare.
    choice = played("lab_chiamata", "D", "D", "D", "KJ", "Q", "KH", "8D")
    assert (choice.column, codes(choice)) == ("W", ["D"])
    assert "needed for others" in why(choice, "NC")


def test_the_last_hand_is_forced():
    called = ["D", "D", "D", "D", "KJ", "Q", "KH", "8D", "NC", "MIS", "U2"]
    assert codes(played("lab_chiamata", *called)) == ["SA"]


def test_in_the_declared_game_the_dealer_proposes_and_the_partner_decides():
    choice = played("lab_coppie")
    assert (choice.column, choice.speaker, choice.decider) == ("NS", "N", "S")


def test_a_pairs_quotas_are_its_own():
    choice = played("lab_coppie", "DOM", "KJ")
    assert "DOM" not in codes(choice)
    assert "DOM" in codes(played("lab_coppie", "DOM"))


def test_negatives_are_over_when_every_deal_left_is_needed_for_the_mandatory_hands():
    # The first pair has eight deals. After four negatives it has as many deals left as mandatory
    # hands.
    choice = played("lab_coppie", "KJ", "DOM", "Q", "D", "KH", "D", "8D", "SA")
    assert choice.column == "NS"
    assert codes(choice) == ["DOM", "D", "SA"]
    # With one negative less, one more may be chosen.
    choice = played("lab_coppie", "KJ", "DOM", "Q", "D", "KH", "D", "D", "SA")
    assert {"8D", "NC", "U2", "MIS"} <= set(codes(choice))


def test_every_way_of_choosing_plays_all_fifteen_hands():
    ruleset = find_ruleset("lab_coppie")
    for pick in (0, -1):
        rows = []
        while (choice := next_choice(ruleset, rows)) is not None:
            rows.append(Row(choice.plan.number, choice.allowed[pick].code))
        assert sorted(row.contract for row in rows) == sorted(ruleset.hands)


@pytest.mark.parametrize(
    "code", ["itwiki_scelta", "pirandello", "squadre_terza", "pt_duplas", "pt_pareado", "pt_fu"]
)
def test_choosing_never_comes_to_a_dead_end(code):
    ruleset = find_ruleset(code)
    for pick in (0, -1):
        rows = []
        while (choice := next_choice(ruleset, rows)) is not None:
            assert choice.allowed
            rows.append(Row(choice.plan.number, choice.allowed[pick].code))
        assert sorted(row.contract for row in rows) == sorted(ruleset.hands)


# Two proposals and a third option


def test_whatever_is_available_may_be_the_third_option():
    choice = played("squadre_terza")
    proposals = (Proposal("KJ"), Proposal("MIS"))
    choice.verify_proposals(proposals)
    assert choice.is_third(proposals, Proposal("SA"))
    assert not choice.is_third(proposals, Proposal("MIS"))


def test_two_different_hands_are_proposed():
    choice = played("squadre_terza", "KJ")
    for proposals in ((), (Proposal("Q"),), (Proposal("Q"), Proposal("Q"))):
        with pytest.raises(ChoiceRefused, match="Different hands"):
            choice.verify_proposals(proposals)
    with pytest.raises(ChoiceRefused, match="played already"):
        choice.verify_proposals((Proposal("KJ"), Proposal("Q")))


def test_a_trump_is_said_only_where_both_hands_proposed_are_declarations():
    """A declaration beside another hand is proposed without its suit (§11.1)."""
    played("squadre_terza", "D", "D").verify_proposals((Proposal("D", "S"), Proposal("D", "H")))
    played("squadre_terza", "D", "D").verify_proposals((Proposal("D"), Proposal("Q")))
    for wrong in ((Proposal("D", "S"), Proposal("Q")), (Proposal("Q", "S"), Proposal("D"))):
        with pytest.raises(ChoiceRefused, match="only where both hands proposed are declarations"):
            played("squadre_terza", "D", "D").verify_proposals(wrong)
    with pytest.raises(ChoiceRefused, match="only one is left"):
        played("squadre_terza", "D", "D", "D").verify_proposals(
            (Proposal("D", "S"), Proposal("D", "H"))
        )


def test_a_declaration_is_heard_and_may_still_be_left_for_a_third_hand():
    """The suit is named once the partner asks about the declaration (§11.1). Another declaration is
    a third option only if two or more are left.
    """
    beside = (Proposal("D"), Proposal("Q"))
    two_left, one_left = played("squadre_terza", "D", "D"), played("squadre_terza", "D", "D", "D")
    for choice in (two_left, one_left):
        assert not choice.is_third(beside, Proposal("D", "S"), named_suit="S")
        assert not choice.is_third(beside, Proposal("Q"), named_suit="S")
        assert choice.is_third(beside, Proposal("KJ"), named_suit="S")
    assert two_left.is_third(beside, Proposal("D", "H"), named_suit="S")
    with pytest.raises(ChoiceRefused, match="only one is left"):
        one_left.is_third(beside, Proposal("D", "H"), named_suit="S")


def test_two_hands_are_proposed_in_lab_coppie_without_a_word_of_trump():
    proposals = (Proposal("D"), Proposal("Q"))
    played("lab_coppie").verify_proposals(proposals)
    with pytest.raises(ChoiceRefused, match="no trump is said"):
        played("lab_coppie").verify_proposals((Proposal("D", "S"), Proposal("Q")))


@pytest.mark.parametrize("code", ["lab_coppie", "squadre_terza"])
def test_to_the_last_hand_there_is_something_that_may_be_proposed(code):
    """Two hands can be proposed if two are left; one, if the pair has only one kind left, however
    often (R2, R7).
    """
    ruleset = find_ruleset(code)
    for pick in (0, -1):
        rows = []
        while (choice := next_choice(ruleset, rows)) is not None:
            codes = [contract.code for contract in choice.allowed]
            if code == "squadre_terza" and codes == ["D"] and choice.option("D").left > 1:
                choice.verify_proposals((Proposal("D", "S"), Proposal("D", "H")))
            else:
                choice.verify_proposals(tuple(Proposal(contract) for contract in codes[:2]))
            rows.append(Row(choice.plan.number, codes[pick]))
        assert len(rows) == ruleset.length


def test_the_last_declaration_of_a_pair_is_proposed_alone():
    """The pair's only deal left is for the declaration that it still owes, though the other pair
    owes one too (R2).
    """
    hands = ["KJ", "NC", "Q", "U2", "KH", "MIS", "8D", "DOM", "DOM", "SA", "SA", "D", "D"]
    choice = played("lab_coppie", *hands)
    assert [
        (option.contract.code, option.left, option.own)
        for option in choice.options
        if option.allowed
    ] == [("D", 2, 1)]
    choice.verify_proposals((Proposal("D"),))
    with pytest.raises(ChoiceRefused, match="Different hands"):
        choice.verify_proposals((Proposal("D"), Proposal("D")))


def test_after_a_declaration_was_proposed_another_is_a_third_option_only_while_two_are_left():
    both = (Proposal("D", "S"), Proposal("D", "H"))
    assert played("squadre_terza", "D", "D").is_third(both, Proposal("D", "C"))
    assert not played("squadre_terza", "D", "D").is_third(both, Proposal("D", "H"))


# Portugal


def test_the_left_of_the_dealer_says_positive_or_negative_and_the_right_which():
    choice = played("pt_duplas")
    assert (choice.column, choice.speaker, choice.decider) == ("EW", "E", "W")
    assert {contract.family for contract in choice.allowed} == {Family.NEGATIVE, Family.POSITIVE}


def test_a_pair_that_chose_three_negatives_is_left_with_positives():
    choice = played("pt_duplas", "V", "POS", "C", "POS", "H", "M")
    assert choice.column == "EW"
    assert {contract.family for contract in choice.allowed} == {Family.POSITIVE}


def test_each_soloist_plays_every_negative_once():
    choice = played("pt_fu", "V", "C", "M", "H", "K", "2U", "POS")
    assert (choice.column, codes(choice)) == ("N", ["POS"])
    assert len(codes(played("pt_fu", "V", "C", "M", "H", "K", "2U", "POS", "POS"))) == 7


def test_a_contract_that_does_not_exist_is_refused():
    with pytest.raises(ChoiceRefused, match="no contract XX"):
        played("lab_chiamata").verify("XX")


def test_what_is_left_to_the_one_who_chooses_is_not_what_is_left_to_all():
    """Every soloist has each negative once and two positives, while the sheet has three and six
    (R12).
    """
    first = played("pt_fu")
    assert (first.option("V").left, first.option("V").own) == (3, 1)
    assert (first.option("POS").left, first.option("POS").own) == (6, 2)
    after = played("pt_fu", "V", "POS")
    assert (after.option("V").left, after.option("V").own) == (2, 0)
    assert after.option("POS").own == 1
    # R2: each pair has two of the four declarations; the negatives belong to neither pair.
    pairs = played("lab_coppie")
    assert (pairs.option("D").left, pairs.option("D").own, pairs.option("KJ").own) == (4, 2, 1)


@pytest.mark.parametrize("code", ["pt_duplas", "pt_pareado"])
def test_posi_or_neg_is_said_only_of_what_the_pair_may_still_choose(code: str) -> None:
    """Each pair chooses exactly three negatives and two positives, each negative once (S3, R10).
    East is left of the first dealer, North, so E–W choose hands 1, 3, 5, 7 and 9, N–S the others.
    """
    begun = played(code)
    assert (begun.column, begun.speaker, begun.decider) == ("EW", "E", "W")
    for family, hand in ((Family.POSITIVE, "POS"), (Family.NEGATIVE, "V")):
        begun.verify_word(family)
        assert begun.verify_named(family, hand).code == hand
    with pytest.raises(ChoiceRefused, match="Não fazer vazas: E has said Posi") as refused:
        begun.verify_named(Family.POSITIVE, "V")
    assert [contract.code for contract in refused.value.allowed] == ["POS"]
    with pytest.raises(ChoiceRefused, match="Posi: E has said Neg"):
        begun.verify_named(Family.NEGATIVE, "POS")
    # E–W have chosen their two positives in hands 1 and 3, so they may only say "Neg", and only choose
    # hands that are not played yet.
    positives = played(code, "POS", "V", "POS", "C")
    with pytest.raises(
        ChoiceRefused, match="EW has chosen all the hands of this kind that are due"
    ):
        positives.verify_word(Family.POSITIVE)
    with pytest.raises(ChoiceRefused, match="Não fazer copas has been played already"):
        positives.verify_named(Family.NEGATIVE, "C")
    # E–W have chosen their three negatives, so they may only say "Posi".
    negatives = played(code, "V", "POS", "C", "POS", "M", "H")
    negatives.verify_word(Family.POSITIVE)
    with pytest.raises(
        ChoiceRefused, match="EW has chosen all the hands of this kind that are due"
    ):
        negatives.verify_word(Family.NEGATIVE)
