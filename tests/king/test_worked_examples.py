"""The worked examples of the sources, each with its source (§4): input and result as printed there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from king.cards import Deal
from king.rulesets import find_ruleset
from king.rulesets.edition import make_edition
from king.sheet.checks import CardRefused, check_row, partner_by_card
from king.sheet.full_sheet import score
from king.sheet.plausibility import notes_of
from king.sheet.row import Row, Sale
from tests.king.sheets import winds


def points_of(code, row, **settings):
    """Points of a sheet with this row alone, by letter, as text."""
    ruleset = find_ruleset(code)
    sheet = score(ruleset, [row], settings=ruleset.configure(settings))
    return {str(column): str(points) for column, points in sheet.rows[0].points.items()}


# Source: Labyrinth, the single tournament


def test_the_twelve_hands_of_labyrinth_sum_to_zero():
    totals = [int(plan.expected) for plan in find_ruleset("lab12").schedule()]
    assert totals == [-16, -12, -8, -8, -13, -13, -8, 13, 13, 13, 13, 26]
    assert find_ruleset("lab12").expected_sum == 0


def test_domino_pays_the_closer_what_the_others_have_left():
    row = Row(8, "DOM", winds(0, 5, 3, 2))
    assert points_of("lab13", row) == {"N": "10", "E": "-5", "S": "-3", "W": "-2"}


@pytest.mark.parametrize("settlement", ["full", "double", "capped"])
def test_a_buyer_with_enough_tricks_hands_over_the_price_whatever_the_settlement(settlement):
    row = Row(9, "D", winds(2, 3, 6, 2), trump="S", sale=Sale("N", "S", 4))
    assert points_of("lab12", row, sale_settlement=settlement) == {
        "N": "6",
        "E": "3",
        "S": "2",
        "W": "2",
    }


@pytest.mark.parametrize(
    ("settlement", "seller", "buyer"),
    # 4 − 1 = 3 tricks are missing. In full S gets 1 − 4; double S owes two for each and N gets 5 + 1 +
    # 6; capped S gets 0.
    [("full", "9", "-3"), ("double", "12", "-6"), ("capped", "6", "0")],
)
def test_a_buyer_who_is_short_pays_as_the_settlement_has_it(settlement, seller, buyer):
    row = Row(9, "D", winds(5, 4, 1, 3), trump="S", sale=Sale("N", "S", 4))
    assert points_of("lab12", row, sale_settlement=settlement) == {
        "N": seller,
        "E": "4",
        "S": buyer,
        "W": "3",
    }


# Source: it.wikipedia, the article on King


def test_the_thirteen_hands_of_italian_wikipedia_sum_to_zero():
    ruleset = find_ruleset("itwiki13")
    assert [plan.contract.code for plan in ruleset.schedule()] == (
        ["KJ", "Q", "8D", "KH", "NC", "U2", "MIS", "DOM", "D", "D", "D", "D", "SA"]
    )
    assert ruleset.expected_sum == 0


def test_pirandello_halves_the_points_of_each_pair():
    row = Row(1, "MIS", winds(5, 3, 1, 4), chooser="N", partner="W")
    assert points_of("pirandello", row) == {"N": "-9/2", "E": "-2", "S": "-2", "W": "-9/2"}


@pytest.mark.parametrize(
    ("contract", "units", "expected"),
    [
        ("Q", (3, 1), "-6"),
        ("KH", (1, 0), "-8"),
        ("U2", (1, 1), "0"),
        ("Q", (2, 2), "0"),
        ("KJ", (4, 4), "0"),
        ("D", (10, 3), "7"),
        ("SA", (6, 7), "-2"),
    ],
)
def test_pairs_by_difference(contract, units, expected):
    ruleset = find_ruleset("squadre")
    hand = 1 + next(index for index, code in enumerate(ruleset.hands) if code == contract)
    row = Row(
        hand, contract, {"NS": units[0], "EW": units[1]}, trump="S" if contract == "D" else None
    )
    points = points_of("squadre", row)
    assert points == {"NS": expected, "EW": str(-Fraction(expected))}
    assert check_row(ruleset, row) == ()


def test_domino_between_pairs_by_difference_gives_ten_more_to_who_closed():
    assert points_of("squadre", Row(8, "DOM", winds(0, 4, 2, 2))) == {"NS": "14", "EW": "-14"}


@pytest.mark.parametrize("cards_left", [(2, 6), (6, 2), (4, 4)])
def test_who_closed_a_domino_is_not_guessed_from_the_cards_of_the_sides(cards_left):
    """2 and 6 cards left may be 0 2 and 3 3, or 1 1 and 0 6, a difference of twenty points (§13.7)."""
    squadre, (north_south, east_west) = find_ruleset("squadre"), cards_left
    row = Row(8, "DOM", {"NS": north_south, "EW": east_west})
    for settings in ({}, {"domino_winners": "round"}):
        (problem,) = check_row(squadre, row, squadre.configure(settings))
        assert problem.code == "domino_closers"
        assert "write the four winds" in str(problem.phrase)
    difference = east_west - north_south
    assert points_of("squadre", row) == {"NS": str(difference), "EW": str(-difference)}
    assert not score(squadre, [row]).closable


@pytest.mark.parametrize(
    ("cards_left", "north_south", "sentence"),
    [
        # Both pairs went out in the same round: 5 − 2, and ten for the pair with fewer cards.
        (winds(0, 0, 2, 5), 13, "Both pairs went out: 10 more for NS, with fewer cards left"),
        (winds(0, 0, 5, 2), -13, "Both pairs went out: 10 more for EW, with fewer cards left"),
        (winds(0, 0, 3, 3), 0, "Both pairs went out with as many cards left: nobody gets the 10"),
        # Two players of one pair went out, or one player alone.
        (winds(0, 1, 0, 2), 13, "NS went out: 10 more"),
        (winds(0, 1, 6, 2), 7, "NS went out: 10 more"),
    ],
)
def test_where_the_round_of_a_domino_is_finished_the_ten_go_to_who_closed_or_to_fewer_cards(
    cards_left, north_south, sentence
):
    squadre = find_ruleset("squadre")
    settings = squadre.configure({"domino_winners": "round"})
    row = Row(8, "DOM", cards_left)
    assert check_row(squadre, row, settings) == ()
    scored = score(squadre, [row], settings=settings).rows[0]
    assert scored.points == {"NS": north_south, "EW": -north_south}
    assert str(scored.explanation[-1]) == sentence


def test_the_pair_that_closed_gets_the_ten_even_with_more_cards_left():
    # North goes out, South keeps 7; East and West keep 2 and 1: 3 − 7 + 10.
    row = Row(8, "DOM", winds(0, 2, 7, 1))
    assert points_of("squadre", row) == {"NS": "6", "EW": "-6"}
    assert points_of("squadre", row, domino_bonus_to="smaller") == {"NS": "-14", "EW": "14"}


def test_a_declaration_lost_as_a_third_option_counts_double():
    units = {"NS": 5, "EW": 8}
    third = Row(1, "D", units, trump="S", chooser="NS", third=True)
    assert points_of("squadre_terza", third) == {"NS": "-6", "EW": "6"}
    plain = Row(1, "D", units, trump="S", chooser="NS")
    assert points_of("squadre_terza", plain) == {"NS": "-3", "EW": "3"}


def test_a_third_option_that_wins_is_not_doubled():
    row = Row(1, "D", {"NS": 8, "EW": 5}, trump="S", chooser="NS", third=True)
    assert points_of("squadre_terza", row) == {"NS": "3", "EW": "-3"}


def test_the_bonus_of_domino_is_not_doubled_after_a_third_option():
    # E goes out with 2 left on the side, N and S keep 6: difference −4, twice, and ten once.
    row = Row(1, "DOM", winds(4, 0, 2, 2), chooser="NS", third=True)
    assert points_of("squadre_terza", row) == {"NS": "-18", "EW": "18"}


def test_a_third_option_lost_by_the_bonus_alone_is_not_doubled():
    # W goes out and East has 9 left; N and S have 3. They win the difference by 6 but lose the bonus.
    row = Row(1, "DOM", winds(1, 9, 2, 0), chooser="NS", third=True)
    assert points_of("squadre_terza", row) == {"NS": "-4", "EW": "4"}


@pytest.mark.parametrize(
    ("cappotto", "taker", "others", "total"),
    [("plus14", "14", "-9", "-13"), ("plus13", "13", "0", "13"), ("none", "-13", "0", "-13")],
)
@pytest.mark.parametrize(("hand", "contract"), [(5, "NC"), (7, "MIS")])
def test_the_three_ways_to_count_thirteen_hearts_or_tricks(
    hand, contract, cappotto, taker, others, total
):
    ruleset = find_ruleset("itwiki13")
    sheet = score(
        ruleset,
        [Row(hand, contract, winds(0, 13, 0, 0))],
        settings=ruleset.configure({"cappotto": cappotto}),
    )
    row = sheet.rows[0]
    assert {str(c): str(p) for c, p in row.points.items()} == {
        "N": others,
        "E": taker,
        "S": others,
        "W": others,
    }
    assert (str(row.sum), str(row.expected)) == (total, total)
    assert sheet.problems == ()


# Source: Labyrinth, the declared game of pairs


def test_a_sheet_of_declared_pairs_makes_26():
    assert find_ruleset("lab_coppie").expected_sum == 26


def test_domino_between_pairs_goes_by_the_cards_not_by_who_closed():
    assert points_of("lab_coppie", Row(1, "DOM", winds(0, 1, 2, 5))) == {"NS": "4", "EW": "-4"}
    # East goes out and the pair still loses: West has 9 left, North and South 3 and 2.
    assert points_of("lab_coppie", Row(1, "DOM", winds(3, 0, 2, 9))) == {"NS": "4", "EW": "-4"}


def test_thirteen_hearts_to_one_pair_are_worth_plus_thirteen():
    assert points_of("lab_coppie", Row(1, "NC", winds(6, 0, 7, 0))) == {"NS": "13", "EW": "0"}


def test_the_other_pair_may_be_announced_to_lose_the_thirteen_of_a_slam():
    ruleset = find_ruleset("lab_coppie")
    settings = ruleset.configure({"cappotto_others": "minus13"})
    sheet = score(ruleset, [Row(1, "NC", winds(6, 0, 7, 0))], settings=settings)
    assert [int(points) for points in sheet.totals.values()] == [13, -13]
    # The row makes 0 instead of −13, so a whole sheet makes 26 + 13 = 39.
    assert (sheet.expected_sum, sheet.problems) == (0, ())


def test_thirteen_tricks_of_a_pair_are_no_slam():
    assert points_of("lab_coppie", Row(1, "MIS", {"NS": 13, "EW": 0})) == {"NS": "-13", "EW": "0"}


def test_the_price_between_partners_never_reaches_the_score():
    row = Row(1, "D", winds(2, 3, 6, 2), trump="S", sale=Sale("N", "S", 4))
    assert points_of("lab_coppie", row) == {"NS": "8", "EW": "5"}
    assert check_row(find_ruleset("lab_coppie"), row) == ()


# Source: pt.wikipedia, the article on King


def test_the_ten_portuguese_hands_sum_to_zero():
    totals = [int(plan.expected) for plan in find_ruleset("pt_ind").schedule()]
    assert totals == [-260, -260, -200, -240, -160, -180, 325, 325, 325, 325]
    assert sum(totals) == 0


def test_a_failed_auction_books_100_for_the_owner_and_75_for_each_other():
    assert points_of("pt_ind", Row(7, "POS", unplayed=True)) == {
        "N": "75",
        "E": "75",
        "S": "100",
        "W": "75",
    }


def test_a_hand_played_down_starts_at_325_and_costs_75_a_trick():
    row = Row(7, "POS", winds(4, 3, 1, 5), direction="down")
    points = points_of("pt_ind", row)
    assert points == {"N": "25", "E": "100", "S": "250", "W": "-50"}
    assert sum(int(value) for value in points.values()) == 325


@pytest.mark.parametrize("settlement", ["fixed", "capped", "absorb"])
def test_two_nulls_paid_by_a_buyer_who_can_pay_are_the_same_whatever_the_settlement(settlement):
    # North owns hand 9 and sells it to South: tricks 4, 3, 1, 5 make 175/100/100/−50.
    row = Row(9, "POS", winds(4, 3, 1, 5), sale=Sale("N", "S", 2, "null"))
    sheet_points = points_of("pt_ind", row, null_settlement=settlement)
    assert sheet_points == {"N": "175", "E": "100", "S": "100", "W": "-50"}


@pytest.mark.parametrize(
    ("settlement", "seller", "buyer"),
    # N took 1, S took 4: S scored 325 − 300 = 25. Fixed S pays all 150; capped only 25; absorbed S pays
    # for N's one trick.
    [("fixed", "400", "-125"), ("capped", "275", "0"), ("absorb", "325", "-50")],
)
def test_two_nulls_paid_by_a_buyer_who_cannot(settlement, seller, buyer):
    row = Row(9, "POS", winds(1, 3, 4, 5), sale=Sale("N", "S", 2, "null"))
    points = points_of("pt_ind", row, null_settlement=settlement)
    assert (points["N"], points["S"]) == (seller, buyer)
    assert sum(int(value) for value in points.values()) == 325


def test_a_capped_buyer_below_zero_pays_nothing():
    # S took 5: 325 − 375 = −50, so S cannot pay; N took 1 and keeps 250.
    points = points_of("pt_ind", Row(9, "POS", winds(1, 3, 5, 4), sale=Sale("N", "S", 2, "null")))
    assert points == {"N": "250", "E": "100", "S": "-50", "W": "25"}


def test_pairs_by_difference_in_portugal():
    assert points_of("pt_duplas", Row(1, "M", {"NS": 3, "EW": 1})) == {"NS": "-100", "EW": "100"}
    assert points_of("pt_duplas", Row(1, "POS", {"NS": 9, "EW": 4}, trump="NT")) == {
        "NS": "125",
        "EW": "-125",
    }


def test_the_greatest_difference_of_a_match_of_pairs_is_2600():
    ruleset = find_ruleset("pt_duplas")
    rows = [
        Row(
            number,
            code,
            {"NS": 0, "EW": contract.units} if contract.value < 0 else {"NS": 13, "EW": 0},
            trump=trump,
        )
        for number, (code, contract, trump) in enumerate(
            ((c, ruleset.contract(c), "S" if c == "POS" else None) for c in ruleset.hands), 1
        )
    ]
    sheet = score(ruleset, rows)
    assert [str(total) for total in sheet.totals.values()] == ["2600", "-2600"]
    assert sheet.big_win


def test_one_point_a_trick_as_a_brazilian_note_has_it_leaves_the_sheet_at_minus_1248():
    edition = make_edition(
        find_ruleset("pt_ind"), "br_note", "One point a trick", {"values": {"POS": 1}}
    )
    assert edition.expected_sum == -1248


# Source: a French guide


def test_the_short_deck_with_the_values_of_the_full_one_does_not_come_to_zero():
    ruleset = find_ruleset("fr32")
    assert [int(plan.expected) for plan in ruleset.schedule()] == [
        -160,
        -160,
        -200,
        -240,
        -160,
        -180,
        *[200] * 4,
    ]
    assert ruleset.expected_sum == -300


def test_the_short_deck_is_balanced_by_34_375_a_trick():
    changes = {"values": {"POS": "34.375"}, "nulls": {"POS": {"bonus": 275, "value": "-103.125"}}}
    edition = make_edition(find_ruleset("fr32"), "fr32_balanced", "Balanced", changes)
    assert edition.expected_sum == 0
    down = score(edition, [Row(7, "POS", winds(0, 1, 2, 5), direction="down")])
    assert down.sum == 275


def test_the_russian_table_makes_every_hand_sixteen():
    values = {"V": -2, "C": -2, "H": -2, "M": -4, "2U": -8, "K": -16}
    edition = make_edition(find_ruleset("fr32"), "russian", "Russian", {"values": values})
    assert {abs(plan.expected) for plan in edition.schedule()[:6]} == {16}


def test_nulls_with_eight_tricks_keep_the_sum_of_the_hand():
    row = Row(7, "POS", winds(0, 1, 2, 5), direction="down")
    assert sum(int(value) for value in points_of("fr32", row).values()) == 200


# Source: it.wikipedia, the variants


@pytest.mark.parametrize(("code", "points"), [("lab_coppie", (13, 0)), ("squadre", (13, -13))])
def test_a_pair_that_takes_every_trick_of_misere_has_made_a_slam_only_where_the_evening_says_so(
    code, points
):
    """ "The same for misère" is it.wikipedia's rule; between pairs it is off by default (O1, A26,
    §11.8).
    """
    ruleset = find_ruleset(code)
    plan = next(
        hand for hand in ruleset.schedule() if hand.contract is None or hand.contract.code == "MIS"
    )
    row = Row(plan.number, "MIS", {"NS": 13, "EW": 0}, chooser="NS")
    off, on = ({"cappotto": "plus13", "cappotto_misere": value} for value in (False, True))
    lost = score(ruleset, [row], settings=ruleset.configure(off)).rows[0]
    assert lost.points["NS"] == -13
    won = score(ruleset, [row], settings=ruleset.configure(on)).rows[0]
    assert tuple(won.points.values()) == points
    assert won.sum == won.expected
    assert not ruleset.defaults.cappotto_misere


def test_a_blind_declarer_counts_each_trick_twice_and_the_sheet_expects_it():
    ruleset = find_ruleset("itwiki13")
    dealer = ruleset.schedule()[8].dealer
    units = winds(2, 5, 3, 3)
    sheet = score(
        ruleset,
        [Row(9, "D", units, trump="H", blind=True)],
        settings=ruleset.configure({"blind": True}),
    )
    assert sheet.rows[0].points[dealer] == 2 * units[dealer]
    assert sheet.rows[0].expected == 13 + units[dealer] == sheet.expected_sum
    assert sheet.problems == ()


@pytest.mark.parametrize(
    ("code", "hand", "contract", "units", "own", "side"),
    [
        # it.wikipedia, pairs by difference: North deals hand 9. 8 to 5 is +3, plus the declarer's own 5 or
        # the pair's 8.
        ("squadre", 9, "D", winds(5, 2, 3, 3), {"NS": 8, "EW": -8}, {"NS": 11, "EW": -11}),
        # Added points: 8, plus the declarer's own 5 or the pair's 8; the other pair has 5.
        ("lab_coppie", 1, "D", winds(5, 2, 3, 3), {"NS": 13, "EW": 5}, {"NS": 16, "EW": 5}),
        # North deals, East on North's left speaks, and West names the trump: 8 to 5 is 3, plus West's own 4
        # or the pair's 8, at 25 each.
        (
            "pt_duplas",
            1,
            "POS",
            winds(2, 4, 3, 4),
            {"NS": -175, "EW": 175},
            {"NS": -275, "EW": 275},
        ),
    ],
)
def test_between_pairs_a_blind_declaration_doubles_the_declarers_own_tricks(
    code, hand, contract, units, own, side
):
    """By default only the declarer's own tricks are doubled; the setting may double the side's
    (§11.8). A row with two columns has to give the declarer's number.
    """
    ruleset = find_ruleset(code)
    declarer = "EW" if code == "pt_duplas" else "NS"
    of_sides = {"NS": units["N"] + units["S"], "EW": units["E"] + units["W"]}
    by_winds = Row(hand, contract, units, trump="H", blind=True, chooser=declarer)
    by_sides = replace(by_winds, units=of_sides)
    alone = ruleset.configure({"blind": True})
    for row in (by_winds, replace(by_sides, blind_tricks=4 if code == "pt_duplas" else 5)):
        scored = score(ruleset, [row], settings=alone)
        assert (dict(scored.rows[0].points), scored.problems) == (own, ())
        assert scored.sum == scored.expected_sum
    for tricks in (None, 9, -1):
        [problem] = score(
            ruleset, [replace(by_sides, blind_tricks=tricks)], settings=alone
        ).problems
        assert (problem.code, problem.expected) == ("blind_tricks", "0..8")
    whole = ruleset.configure({"blind": True, "blind_counts": "side"})
    for row in (by_winds, by_sides):
        assert dict(score(ruleset, [row], settings=whole).rows[0].points) == side
        assert check_row(ruleset, row, whole) == ()


def test_two_who_go_out_in_the_same_round_share_the_points():
    row = Row(8, "DOM", winds(0, 0, 3, 4))
    assert points_of("itwiki13", row, domino_winners="round") == {
        "N": "7/2",
        "E": "7/2",
        "S": "-3",
        "W": "-4",
    }
    row = Row(8, "DOM", winds(0, 0, 0, 4))
    assert points_of("itwiki13", row, domino_winners="round")["N"] == "4/3"


def test_domino_shared_by_three_in_pirandello_comes_to_thirds():
    row = Row(1, "DOM", winds(0, 0, 0, 5), chooser="N", partner="W")
    points = points_of("pirandello", row, domino_winners="round")
    assert points == {"N": "-5/3", "E": "5/3", "S": "5/3", "W": "-5/3"}
    row = Row(1, "DOM", winds(0, 0, 3, 4), chooser="N", partner="S")
    assert points_of("pirandello", row, domino_winners="round")["N"] == "1/4"


# King-FU


def test_only_the_soloist_scores_the_difference_of_the_sides():
    row = Row(1, "M", {"NS": 1, "EW": 3}, chooser="N")
    assert points_of("pt_fu", row) == {"N": "100", "E": "0", "S": "0"}
    row = Row(9, "POS", winds(2, 5, 1, 5), trump="NT", chooser="E")
    assert points_of("pt_fu", row) == {"N": "0", "E": "175", "S": "0"}


def test_the_three_players_of_king_fu_count_each_his_own_and_the_soloist_the_dummys():
    # R12, queens at 50: North and the dummy take one, the two others three; (1 − 3) × −50.
    row = Row(1, "M", {"N": 1, "E": 2, "S": 1}, chooser="N")
    assert points_of("pt_fu", row) == {"N": "100", "E": "0", "S": "0"}
    # South alone: five tricks of thirteen at 25, (5 − 8) × 25.
    row = Row(17, "POS", {"N": 4, "E": 4, "S": 5}, trump="H", chooser="S")
    assert points_of("pt_fu", row) == {"N": "0", "E": "0", "S": "-75"}
    # The same row by seat: the dummy has North's letter and took two, and North has the free place.
    row = Row(17, "POS", winds(2, 4, 3, 4), trump="H", chooser="S")
    assert points_of("pt_fu", row) == {"N": "0", "E": "0", "S": "-75"}


SOLD_TO_WEST = Row(9, "D", winds(3, 6, 4, 0), trump="S", sale=Sale("N", "W", 5))
"""N sells to W for 5; tricks N 3, E 6, S 4, W 0 (§12.1)."""


@pytest.mark.parametrize(
    ("settlement", "by_buyer"),
    # 7 to 6 before the sale. W is 5 short. In full W pays the 5 (12 to 1), double two for each (17 to
    # −4), capped none.
    [("full", 11), ("double", 21), ("capped", 1)],
)
@pytest.mark.parametrize("code", ["squadre", "squadre_terza"])
def test_a_pair_pays_for_a_sale_with_its_tricks_or_with_the_buyers_own(code, settlement, by_buyer):
    """S0 describes sales between single players. In pairs the pair's tricks pay, unless
    `sale_counts` says that only the buyer's do.
    """
    ruleset = find_ruleset(code)
    by_winds = replace(SOLD_TO_WEST, chooser="NS")
    by_sides = replace(by_winds, units={"NS": 7, "EW": 6})
    side = ruleset.configure({"sale_settlement": settlement})
    assert ruleset.defaults.sale_counts == "side"
    for row in (by_winds, by_sides):
        # E and W pay 5 of their 6: 12 to 1.
        scored = score(ruleset, [row], settings=side)
        assert (dict(scored.rows[0].points), check_row(ruleset, row, side)) == (
            {"NS": 11, "EW": -11},
            (),
        )
    buyer = replace(side, sale_counts="buyer")
    for row in (by_winds, replace(by_sides, sale=Sale("N", "W", 5, tricks=0))):
        scored = score(ruleset, [row], settings=buyer)
        assert (dict(scored.rows[0].points), check_row(ruleset, row, buyer)) == (
            {"NS": by_buyer, "EW": -by_buyer},
            (),
        )
        [note] = notes_of(ruleset, row, buyer)
        assert (note.code, str(note.phrase)[:17]) == ("buyer_short", "W took 0 and owes")
    # E took all six and can pay.
    row = replace(by_sides, sale=Sale("N", "E", 5, tricks=6))
    assert dict(score(ruleset, [row], settings=buyer).rows[0].points) == {"NS": 11, "EW": -11}
    assert notes_of(ruleset, row, buyer) == ()


@pytest.mark.parametrize("tricks", [None, 7, -1])
def test_where_the_buyers_own_tricks_pay_a_row_by_sides_says_how_many_they_were(tricks):
    ruleset = find_ruleset("squadre")
    settings = ruleset.configure({"sale_counts": "buyer"})
    row = replace(SOLD_TO_WEST, units={"NS": 7, "EW": 6}, sale=Sale("N", "W", 5, tricks=tricks))
    [problem] = check_row(ruleset, row, settings)
    assert (problem.code, problem.expected, problem.wind) == ("sale_tricks", "0..6", "W")
    [problem] = check_row(ruleset, replace(row, sale=Sale("N", "EW", 5)), settings)
    assert (problem.code, problem.expected) == ("sale_buyer", "E W")


def test_a_named_card_says_who_the_partner_is_and_is_nobodys_own():
    """The dealer names a card of another hand, and its holder is the dealer's partner (S0,
    Pirandello, §12.5).
    """
    ruleset = find_ruleset("pirandello")
    deal = Deal.parse_pbn("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    row = Row(1, "NC", winds(0, 0, 13, 0), chooser="N", card="DQ")
    assert partner_by_card(ruleset, row, deal) == "S"
    assert partner_by_card(ruleset, replace(row, card=None), deal) is None
    # The caller deals, so South may not name South's own queen either.
    for wind, own in (("N", "SA"), ("S", "DQ")):
        with pytest.raises(
            CardRefused, match=f"{wind} holds .*: the dealer must name a card that they do not hold"
        ):
            partner_by_card(ruleset, replace(row, chooser=wind, card=own), deal)
    assert [problem.code for problem in check_row(ruleset, row)] == ["partner_missing"]
    assert check_row(ruleset, replace(row, partner="S")) == ()
    assert [p.code for p in check_row(ruleset, replace(row, partner="S", card="D1"))] == [
        "card_unknown"
    ]
    other = Row(5, "NC", winds(0, 0, 13, 0), card="DQ")
    assert [problem.code for problem in check_row(find_ruleset("itwiki13"), other)] == [
        "card_unexpected"
    ]
