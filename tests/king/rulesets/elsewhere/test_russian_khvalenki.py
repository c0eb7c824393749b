"""Russian King with khvalenki (R18): eight hands with trumps, each owned by the player on the
dealer's left.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from king.cards import Wind
from king.rulesets import RULESETS, find_ruleset
from king.rulesets.edition import EditionError, make_edition
from king.sheet.full_sheet import score
from king.sheet.row import Row, Sale
from king.sheet.sale import BidRefused, WrittenCall, judge_bidding, may_buy, open_sale
from tests.king.sheets import played, winds

GAME = find_ruleset("russian_khvalenki")
N, E, S, W = Wind


def points(row):
    return {str(wind): int(value) for wind, value in score(GAME, [row]).rows[0].points.items()}


def test_six_hands_all_at_once_and_eight_with_trumps_come_to_nothing():
    assert GAME.hands == ("V", "C", "J", "M", "2U", "K", "V+C+J+M+2U+K", *["XV"] * 8)
    totals = {code: GAME.contract(code).total for code in GAME.counts}
    assert totals == dict.fromkeys(("V", "C", "J", "M", "2U", "K"), -16) | {"XV": 24}
    assert (GAME.length, GAME.expected_sum) == (20, 0)


def test_a_jack_costs_four_and_a_trick_with_trumps_makes_three():
    assert points(Row(3, "J", winds(1, 1, 2, 0))) == winds(-4, -4, -8, 0)
    assert points(Row(13, "XV", winds(3, 2, 2, 1), "S")) == winds(9, 6, 6, 3)
    assert points(Row(13, "XV", winds(3, 2, 2, 1), "NT")) == winds(9, 6, 6, 3)


def test_a_hand_with_trumps_is_that_of_the_player_on_the_dealers_left():
    plans = GAME.schedule()
    assert [(p.dealer, p.owner, p.leader) for p in plans[12:]] == [
        (W, N, N),
        (N, E, E),
        (E, S, S),
        (S, W, W),
    ] * 2
    # Each player owns two. In systems where the dealer declares, the dealer is the owner.
    assert all(plan.owner is plan.dealer for plan in find_ruleset("lab12").schedule())


def test_the_others_offer_tricks_to_the_owner_and_not_to_the_dealer():
    plan = GAME.schedule()[12]
    assert may_buy(GAME, plan) == (E, S, W)
    sale = open_sale(GAME, GAME.contract("XV"), plan.owner)
    calls = [WrittenCall.parse(text) for text in ("E 1", "S 2", "W pass", "E pass", "N accepts")]
    bidding = judge_bidding(sale, calls)
    assert bidding.sold == Sale("N", "S", 2)
    with pytest.raises(BidRefused):
        sale.bid(N, WrittenCall.parse("N 3").bid)


def test_the_owner_sells_and_the_buyer_hands_over_the_tricks():
    sold = Row(13, "XV", winds(1, 2, 5, 0), "H", Sale("N", "S", 2))
    assert points(sold) == winds(9, 6, 9, 0)
    by_dealer = Row(13, "XV", winds(1, 2, 5, 0), "H", Sale("W", "S", 2))
    [problem] = [each for each in score(GAME, [by_dealer]).problems if each.hand == 13]
    assert problem.code == "sale_seller"
    assert "The player on the dealer's left sells, N, not W" in str(problem.phrase)


def test_two_tricks_each_may_be_booked_without_play():
    row = Row(13, "XV", {}, unplayed=True)
    assert points(row) == winds(6, 6, 6, 6)
    sale = open_sale(GAME, GAME.contract("XV"), N)
    assert judge_bidding(sale, []).bookable is not None


def test_matches_at_random_make_nothing_over_all():
    rng = random.Random("khvalenki")
    for _ in range(5):
        sheet = played("russian_khvalenki", rng).score()
        assert (sheet.sum, sheet.expected_sum, sheet.closable) == (0, 0, True)


def test_four_with_trumps_and_all_at_once_to_take_is_an_edition_that_makes_nothing_too():
    hands = [*GAME.hands[:7], *["XV"] * 4, "VP+CP+JP+MP+2UP+KP"]
    game = make_edition(GAME, "four", "Four khvalenki", {"hands": hands})
    assert (game.length, game.expected_sum) == (22, 0)
    totals = [game.contract(code).total for code in ("VP", "CP", "JP", "MP", "2UP", "KP")]
    assert sum(totals) == 96


def test_kings_and_jacks_at_two_are_an_edition():
    boys = {
        "name": "Мальчики",
        "unit": "kings_and_jacks",
        "units": 8,
        "value": "-2",
        "family": "negative",
    }
    game = make_edition(GAME, "boys", "Boys", {"contracts": {"J": boys}})
    assert (game.contract("J").total, game.expected_sum) == (-16, 0)


@pytest.mark.parametrize("code", ["russian", "lab12", "pt_ind"])
def test_who_owns_a_hand_with_trumps_is_a_figure_of_any_game_of_single_players(code):
    game = make_edition(RULESETS[code], "left", "On the left", {"owner": "left_of_dealer"})
    for plan in game.schedule():
        assert plan.owner == plan.dealer.after(1)
    back = make_edition(GAME, "dealers", "Dealer's own", {"owner": "dealer"})
    assert {plan.owner == plan.dealer for plan in back.schedule()} == {True}


def test_of_pairs_the_owner_is_as_their_game_has_it():
    with pytest.raises(EditionError, match="owner"):
        make_edition(RULESETS["lab_coppie"], "left", "Left", {"owner": "left_of_dealer"})


def test_a_blind_declaration_doubles_the_owners_tricks():
    game = make_edition(
        RULESETS["lab12"], "left", "Left", {"owner": "left_of_dealer", "settings": {"blind": True}}
    )
    plan = game.schedule()[7]
    assert (plan.dealer, plan.owner) == (W, N)
    row = Row(8, "D", winds(4, 3, 3, 3), "S", blind=True)
    assert score(game, [row]).rows[0].points == {
        N: Fraction(8),
        E: Fraction(3),
        S: Fraction(3),
        W: Fraction(3),
    }
