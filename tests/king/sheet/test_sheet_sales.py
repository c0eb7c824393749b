"""Problems of a sale that cannot have been made as it is written (§2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from king.cards import Side, Wind
from king.rulesets import find_ruleset
from king.sheet.checks import check_row
from king.sheet.full_sheet import score
from king.sheet.paper_points import units_of_points
from king.sheet.row import Row, Sale
from king.sheet.sale import BidRefused, open_sale, sold_contract
from tests.king.sheets import LAB12, only_problem, winds


@pytest.mark.parametrize(
    ("sale", "code"),
    [
        (Sale("E", "S", 4), "sale_seller"),
        (Sale(None, "S", 4), "sale_seller"),
        (Sale("X", "S", 4), "sale_seller"),
        (Sale("N", "N", 4), "sale_to_self"),
        (Sale("N", None, 4), "sale_buyer"),
        (Sale("N", "NS", 4), "sale_buyer"),
        (Sale("N", "E", 0), "sale_price"),
        (Sale("N", "E", 14), "sale_price"),
        (Sale("N", "E", -3), "sale_price"),
        (Sale("N", "E", None), "sale_price"),
        (Sale("N", "E", 2, "null"), "sale_polarity"),
        (Sale("N", "E", 2, "sideways"), "sale_polarity"),
    ],
)
def test_a_sale_that_cannot_be_is_a_problem_and_the_row_keeps_its_sum(sale, code):
    row = Row(9, "D", winds(2, 6, 3, 2), trump="S", sale=sale)
    assert only_problem(LAB12, row).code == code
    assert score(LAB12, [row]).sum == 13


def test_a_sale_of_a_hand_that_is_not_sold_is_a_problem():
    assert (
        only_problem(LAB12, Row(12, "SA", winds(3, 3, 2, 5), sale=Sale("W", "N", 3))).code
        == "sale_not_allowed"
    )


def test_a_declaration_of_the_pairs_is_not_sold_to_opponents():
    ruleset = find_ruleset("lab_coppie")
    row = Row(1, "D", {"NS": 8, "EW": 5}, trump="S", sale=Sale("N", "E", 3))
    assert only_problem(ruleset, row).code == "sale_to_opponents"


def test_a_sale_between_the_pairs_moves_no_points_where_only_partners_may_buy():
    """A declaration may not be sold to opponents (R2); if it is written as sold, the tricks count
    as they were taken.
    """
    ruleset = find_ruleset("lab_coppie")
    row = Row(1, "D", {"NS": 8, "EW": 5}, trump="S", sale=Sale("N", "E", 3))
    assert score(ruleset, [row]).rows[0].points == {Side.NS: 8, Side.EW: 5}


def test_where_only_partners_may_buy_no_sale_is_opened():
    ruleset = find_ruleset("lab_coppie")
    assert sold_contract(ruleset) is None
    with pytest.raises(BidRefused):
        open_sale(ruleset, ruleset.contract("D"), Wind.N)


def test_the_ladder_of_offers_ends_at_eight_up_or_two_null():
    pt = find_ruleset("pt_ind")
    up = Row(9, "POS", winds(2, 6, 3, 2), trump="S", sale=Sale("N", "E", 9))
    assert only_problem(pt, up).expected == "1..8"
    down = Row(9, "POS", winds(2, 6, 3, 2), sale=Sale("N", "E", 3, "null"))
    assert only_problem(pt, down).expected == "1..2"


@pytest.mark.parametrize(
    ("code", "units", "points"),
    [
        # 325 − 75 per trick, and three plus are 75 points: N 25 + 75, S 250 − 75.
        ("fr10", winds(4, 3, 1, 5), {"N": 100, "E": 100, "S": 175, "W": -50}),
        # The 75 come off the buyer's total, which may be below zero: S 325 − 5 × 75 = −50, less 75.
        ("fr10", winds(4, 3, 5, 1), {"N": 100, "E": 100, "S": -125, "W": 250}),
        ("pt_ind", winds(4, 3, 5, 1), {"N": 100, "E": 100, "S": -125, "W": 250}),
        # 200 − 75 per trick: N 50 + 75, S 200 − 75 − 75.
        ("fr32", winds(2, 3, 1, 2), {"N": 125, "E": -25, "S": 50, "W": 50}),
    ],
)
def test_a_hand_bought_for_tricks_and_played_down_costs_its_buyer_their_points(code, units, points):
    """By the French guide a buyer may "announce the trump or a negative deal"; 25 n points are
    taken from their total (§11.6).
    """
    ruleset = find_ruleset(code)
    row = Row(9, "POS", units, direction="down", sale=Sale("N", "S", 3, "positive"))
    row = replace(
        row, hand=next(p.number for p in ruleset.schedule() if p.number > 6 and p.dealer == "N")
    )
    turned = score(ruleset, [row], settings=ruleset.configure({"buyer_may_turn": True}))
    assert (dict(turned.rows[0].points), turned.problems) == (points, ())
    assert turned.sum == turned.expected_sum
    assert only_problem(ruleset, row).code == "sale_polarity"  # off by default: ambiguous
    figures = {str(wind): figure for wind, figure in turned.rows[0].points.items()}
    assert units_of_points(ruleset, row, figures, turned.settings) == units


def test_an_offer_of_nulls_is_played_down():
    pt = find_ruleset("pt_ind")
    row = Row(9, "POS", winds(2, 6, 3, 2), direction="up", sale=Sale("N", "E", 2, "null"))
    assert only_problem(pt, row).code == "sale_polarity"


# -- other fields of a row


def test_a_hand_down_without_nulls_an_unplayed_one_and_a_blind_one_are_refused_where_they_are_not_played():
    assert (
        only_problem(LAB12, Row(12, "SA", winds(3, 3, 2, 5), direction="down")).code
        == "direction_not_allowed"
    )
    assert (
        only_problem(LAB12, Row(12, "SA", winds(3, 3, 2, 5), direction="left")).code
        == "direction_unknown"
    )
    assert [p.code for p in check_row(LAB12, Row(12, "SA", unplayed=True))] == [
        "unplayed_not_allowed"
    ]
    assert (
        only_problem(LAB12, Row(12, "SA", winds(3, 3, 2, 5), blind=True)).code
        == "blind_not_allowed"
    )


def test_the_chooser_may_name_the_card_that_domino_begins_with():
    pairs, cards_left = find_ruleset("lab_coppie"), winds(0, 1, 2, 5)
    # S2 (§11.9): any card of the deck, in Domino only. The points follow from the cards left, 6 − 2.
    row = Row.from_json(
        {"hand": 1, "contract": "DOM", "chooser": "NS", "units": cards_left, "start": "HQ"}
    )
    assert Row.from_json(row.as_json()) == row
    assert check_row(pairs, row) == ()
    assert score(pairs, [row]).totals == {"NS": 4, "EW": -4}
    assert only_problem(pairs, Row(1, "DOM", cards_left, start="Q")).code == "start_unknown"
    assert (
        only_problem(pairs, Row(1, "Q", {"NS": 1, "EW": 3}, start="HQ")).code == "start_not_allowed"
    )
    assert (
        only_problem(find_ruleset("lab13"), Row(8, "DOM", cards_left, start="HQ")).code
        == "start_not_allowed"
    )


@pytest.mark.parametrize(
    "code", ["lab12", "itwiki13", "itwiki_scelta", "pirandello", "squadre", "squadre_terza"]
)
def test_a_declaration_is_blind_only_where_the_evening_has_blind_declarations_o5(code):
    """Blind declarations are a variant that is off by default (§11.8). A row that has one anyway is
    scored as written.
    """
    ruleset = find_ruleset(code)
    plan = ruleset.schedule()[8]
    fields = {"chooser": str(plan.chooser)} if plan.contract is None else {}
    if code == "pirandello":
        fields["partner"] = str(plan.dealer.partner)
    row = Row(9, "D", winds(2, 5, 3, 3), trump="S", blind=True, **fields)
    assert not ruleset.defaults.blind
    assert only_problem(ruleset, row).code == "blind_not_allowed"
    assert check_row(ruleset, row, ruleset.configure({"blind": True})) == ()


def test_an_unplayed_auction_has_no_other_counts_than_those_booked():
    pt = find_ruleset("pt_ind")
    assert check_row(pt, Row(7, "POS", winds(3, 3, 4, 3), unplayed=True)) == ()
    assert (
        only_problem(pt, Row(7, "POS", winds(5, 3, 2, 3), unplayed=True)).code == "unplayed_units"
    )


def test_pirandello_needs_a_partner_who_is_not_the_dealer():
    ruleset = find_ruleset("pirandello")
    assert (
        only_problem(ruleset, Row(1, "Q", winds(1, 1, 1, 1), chooser="N")).code == "partner_missing"
    )
    assert (
        only_problem(ruleset, Row(1, "Q", winds(1, 1, 1, 1), chooser="N", partner="N")).code
        == "partner_unknown"
    )
    assert (
        only_problem(LAB12, Row(2, "Q", winds(1, 1, 1, 1), partner="S")).code
        == "partner_unexpected"
    )


def test_a_third_option_is_refused_where_there_is_none():
    assert (
        only_problem(find_ruleset("squadre"), Row(2, "Q", {"NS": 2, "EW": 2}, third=True)).code
        == "third_not_allowed"
    )


TWELVE = [
    ("KJ", 4, 4),
    ("Q", 2, 2),
    ("8D", 1, 0),
    ("KH", 1, 0),
    ("NC", 6, 7),
    ("U2", 1, 1),
    ("DOM", 3, 1),
    ("D", 7, 6),
    ("D", 7, 6),
    ("D", 7, 6),
    ("MIS", 5, 8),
    ("D", 7, 6),
    ("SA", 7, 6),
]


def thirds_refused(contracts, *thirds):
    """Numbers of the hands whose third option is refused. Hand ``n`` plays the nth of
    ``contracts``; the hands ``thirds`` are marked.
    """
    rows = [
        Row(
            number,
            code,
            winds(0, ew, ns, ew) if code == "DOM" else {"NS": ns, "EW": ew},
            trump="S" if code == "D" else None,
            third=number in thirds,
        )
        for number, (code, ns, ew) in enumerate(contracts, start=1)
    ]
    problems = score(find_ruleset("squadre_terza"), rows).problems
    assert {problem.code for problem in problems} <= {"third_not_allowed"}
    return [problem.hand for problem in problems]


def test_a_third_option_is_refused_where_all_that_is_left_was_proposed():
    """A third option is any other hand that is left (R7). Of the last two hands both were proposed;
    of three, one was not.
    """
    assert thirds_refused(TWELVE, 13) == [13]
    assert thirds_refused(TWELVE, 12) == [12]
    assert thirds_refused(TWELVE, 11) == []


def test_a_declaration_left_for_another_is_a_third_option_also_of_the_last_two():
    """Leaving a proposed declaration for another declaration is a third option, as long as two are
    left (§11.1).
    """
    one_declaration_beside_no_trump = [*TWELVE[:11], TWELVE[12], TWELVE[11]]
    assert thirds_refused(one_declaration_beside_no_trump, 12) == [12]
    three_declarations = [hand for hand in TWELVE if hand[0] != "D"] + [("D", 7, 6)] * 4
    assert thirds_refused(three_declarations, 10, 11, 12) == []
    assert thirds_refused(three_declarations, 13) == [13]


@pytest.mark.parametrize(("seller", "buyer"), [("N", "E"), ("NS", "EW"), ("N", "EW"), ("NS", "W")])
def test_between_pairs_a_sale_may_name_the_sides(seller, buyer):
    squadre = find_ruleset("squadre")
    row = Row(9, "D", {"NS": 3, "EW": 10}, trump="S", sale=Sale(seller, buyer, 4))
    assert check_row(squadre, row) == ()
    assert score(squadre, [row]).rows[0].points == {"NS": 1, "EW": -1}


@pytest.mark.parametrize(
    ("seller", "buyer", "code"),
    [("EW", "NS", "sale_seller"), ("NS", "NS", "sale_to_self"), ("NS", "X", "sale_buyer")],
)
def test_a_side_that_does_not_deal_or_buys_its_own_hand_is_a_problem(seller, buyer, code):
    row = Row(9, "D", {"NS": 3, "EW": 10}, trump="S", sale=Sale(seller, buyer, 4))
    assert only_problem(find_ruleset("squadre"), row).code == code
