"""Effects of the arbiter's rulings on rows, adjustments, residual and closing: the offender pays
(§3).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from king.rulesets import RULESETS, find_ruleset
from king.rulesets.base import Order
from king.sheet import ruling_kinds
from king.sheet.full_sheet import largest_total, score
from king.sheet.row import Row
from king.sheet.ruling_kinds import RulingKind
from king.sheet.rulings import Ruling
from tests.king.sheets import LAB12, changed, whole_sheet, winds


def illegal(hand, offender):
    return Ruling(ruling_kinds.ILLEGAL_PLAY, hand, offender)


def error(hand, policy=None):
    return Ruling(ruling_kinds.SCORE_ERROR, hand, policy=policy)


def by_letter(points):
    return {str(column): int(value) for column, value in points.items()}


def test_an_illegal_play_in_a_negative_hand_gives_the_offender_all_its_points():
    sheet = score(LAB12, whole_sheet(), [illegal(2, "E")])
    assert by_letter(sheet.rows[1].points) == winds(0, -12, 0, 0)
    assert sheet.sum == 0
    assert by_letter(sheet.adjustments) == winds(0, 0, 0, 0)
    # The counts stay as written, and the row explains the ruling.
    assert sheet.rows[1].row.units == winds(1, 1, 1, 1)
    assert any("Illegal play" in str(phrase) for phrase in sheet.rows[1].explanation)
    assert sheet.closable


def test_an_illegal_play_in_a_positive_hand_costs_five_beside_the_sheet():
    sheet = score(LAB12, whole_sheet(), [illegal(12, "S"), illegal(12, "S"), illegal(9, "W")])
    assert by_letter(sheet.adjustments) == winds(0, 0, -10, -5)
    assert (sheet.sum, sheet.residual) == (0, 0)
    assert sum(sheet.totals.values()) == -15
    assert sheet.closable


def test_the_five_points_are_a_setting_and_125_where_a_trick_is_worth_25():
    settings = LAB12.configure({"positive_penalty": 7})
    assert by_letter(
        score(LAB12, whole_sheet(), [illegal(12, "S")], settings).adjustments
    ) == winds(0, 0, -7, 0)
    pt = find_ruleset("pt_ind")
    row = Row(7, "POS", winds(3, 4, 4, 2), trump="NT")
    assert by_letter(score(pt, [row], [illegal(7, "E")]).adjustments) == winds(0, -125, 0, 0)


def test_an_illegal_play_in_domino_counts_as_in_a_positive_hand_unless_announced_otherwise():
    lab13 = find_ruleset("lab13")
    row = Row(8, "DOM", winds(0, 5, 3, 2))
    assert by_letter(score(lab13, [row], [illegal(8, "E")]).adjustments) == winds(0, -5, 0, 0)
    settings = lab13.configure({"domino_penalty": "none"})
    assert by_letter(score(lab13, [row], [illegal(8, "E")], settings).adjustments) == winds(
        0, 0, 0, 0
    )


def together(hand, *offenders):
    return Ruling(ruling_kinds.ILLEGAL_PLAY, hand, offenders=offenders)


def test_several_offenders_share_the_points_of_a_negative_hand_exactly():
    # No hearts, 13 × −1 shared by three: −13/3 each; the row still sums to −13 (I2).
    sheet = score(LAB12, whole_sheet(), [together(5, "N", "E", "S")])
    points = {str(column): value for column, value in sheet.rows[4].points.items()}
    assert points == {"N": Fraction(-13, 3), "E": Fraction(-13, 3), "S": Fraction(-13, 3), "W": 0}
    assert (sheet.rows[4].sum, sheet.sum, sheet.closable) == (-13, 0, True)


def test_where_each_pays_the_whole_hand_the_first_does_in_the_row_and_the_others_beside_the_sheet():
    settings = LAB12.configure({"offenders_pay": "each"})
    sheet = score(LAB12, whole_sheet(), [together(2, "E", "S")], settings)
    assert by_letter(sheet.rows[1].points) == winds(0, -12, 0, 0)
    assert by_letter(sheet.adjustments) == winds(0, 0, -12, 0)
    assert (sheet.sum, sheet.residual, sum(sheet.totals.values())) == (
        0,
        0,
        -12,
    )  # I4 before, I5 after


def test_in_a_positive_hand_each_of_several_offenders_loses_the_five_points():
    for policy in ("share", "each"):
        sheet = score(
            LAB12,
            whole_sheet(),
            [together(12, "S", "W")],
            LAB12.configure({"offenders_pay": policy}),
        )
        assert by_letter(sheet.adjustments) == winds(0, 0, -5, -5)


def test_two_of_one_pair_pay_the_hand_once_between_them():
    coppie = find_ruleset("lab_coppie")
    row = Row(1, "Q", {"NS": 1, "EW": 3})
    assert by_letter(score(coppie, [row], [together(1, "N", "S")]).rows[0].points) == {
        "NS": -12,
        "EW": 0,
    }


def test_offenders_of_both_pairs_share_a_hand_that_they_had_halved():
    # R2: the queens' −12, half each; R6: the difference of two equal halves is 0.
    row = Row(2, "Q", {"NS": 2, "EW": 2})
    for code, half in (("lab_coppie", -6), ("squadre", 0)):
        points = score(find_ruleset(code), [row], [together(2, "N", "E")]).rows[0].points
        assert by_letter(points) == {"NS": half, "EW": half}


THIRD_ALL_TAKEN = Row(1, "KJ", {"NS": 8, "EW": 0}, chooser="NS", third=True)


@pytest.mark.parametrize(
    ("rulings", "north_south"),
    [
        ([], -32),  # S0: eight at −2 each, doubled as the difference of a lost third option
        (
            [illegal(1, "N")],
            -32,
        ),  # S1: all the points of the hand; both rules apply together (§13.1)
        (
            [illegal(1, "E")],
            16,
        ),  # the other pair's offence: the choosing pair does not lose, so nothing is doubled
    ],
)
def test_the_points_ruled_in_a_third_option_are_doubled_too(rulings, north_south):
    row = score("squadre_terza", [THIRD_ALL_TAKEN], rulings).rows[0]
    assert by_letter(row.points) == {"NS": north_south, "EW": -north_south}
    assert (row.sum, row.expected) == (0, 0)


@pytest.mark.parametrize(
    ("code", "row", "settings", "offenders"),
    [
        # Shared by both sides, the queens would cost East-West 6 instead of 9, or 0 instead of 6.
        ("lab_coppie", Row(1, "Q", {"NS": 1, "EW": 3}), {}, ("N", "E")),
        ("squadre", Row(2, "Q", {"NS": 1, "EW": 3}), {}, ("N", "E")),
        # North took ten hearts of thirteen; half of all hearts would be less.
        ("lab12", Row(5, "NC", winds(10, 0, 3, 0)), {}, ("N", "E")),
        # The soloist took three queens of four; sharing with a defender would cost less.
        ("pt_fu", Row(1, "M", {"NS": 3, "EW": 1}, chooser="N"), {}, ("N", "E")),
        # If each pays the whole hand, East would win what North pays, and pay no more than that.
        ("squadre", Row(2, "Q", {"NS": 1, "EW": 3}), {"offenders_pay": "each"}, ("N", "E")),
        # Fourteen tricks are impossible; the offender would pay for thirteen, which are fewer.
        ("lab12", Row(6, "MIS", winds(14, 0, 0, 0)), {}, ("N",)),
    ],
)
def test_where_a_ruling_would_pay_an_offender_the_row_stands_and_says_so(
    code, row, settings, offenders
):
    rules = find_ruleset(code)
    ruling = together(row.hand, *offenders)
    plain, ruled = (
        score(rules, [row], rulings, rules.configure(settings)) for rulings in ((), [ruling])
    )
    assert ruled.totals == plain.totals
    assert ruled.closable == plain.closable
    assert "the row stands" in str(ruled.rows[0].explanation[-1])


@pytest.mark.parametrize("offenders", [(), ("N", "Q")])
def test_offenders_that_are_missing_or_nobody_are_a_problem_and_change_nothing(offenders):
    sheet = score(LAB12, whole_sheet(), [together(2, *offenders)])
    assert [problem.code for problem in sheet.problems] == ["ruling_offender"]
    assert sheet.rows[1].points == score(LAB12, whole_sheet()).rows[1].points


def test_who_is_disqualified_from_a_third_option_loses_twice_the_hand():
    # KJ, 5 to 3, is −8 as a third option (S0). All eight taken would be −32, so 24 more.
    row = Row(1, "KJ", {"NS": 5, "EW": 3}, chooser="NS", third=True)
    out = Ruling(ruling_kinds.DISQUALIFICATION, 1, "N", scope="hand")
    assert by_letter(score("squadre_terza", [row], [out]).adjustments) == {"NS": -24, "EW": 0}


def rows_to_rule(rules):
    """Yield a row of one hand of each counted family, with all units, one less or half of them on
    one side.
    """
    hands = {plan.contract: plan.number for plan in rules.schedule() if plan.contract}
    families = {contract.family: contract for contract in rules.played if contract.units}
    first, second, *others = map(str, rules.winds)
    for contract in families.values():
        most = contract.units
        for one in {most, most - 1, most // 2}:
            for third in {False, rules.third is not None}:
                yield Row(
                    hands.get(contract, 1),
                    contract.code,
                    {first: one, second: most - one} | dict.fromkeys(others, 0),
                    trump="S" if contract.trump else None,
                    chooser=str(rules.columns[0]) if rules.order is not Order.FIXED else None,
                    third=third,
                )


@pytest.mark.parametrize("code", RULESETS)
def test_no_illegal_play_and_no_disqualification_pays_its_offender(code):
    rules = find_ruleset(code)
    offenders = [who for count in (1, 2) for who in permutations(map(str, rules.columns), count)]
    for row in rows_to_rule(rules):
        out = Ruling(ruling_kinds.DISQUALIFICATION, row.hand, scope="hand")
        rulings = [replace(out, offenders=who[:1]) for who in offenders]
        rulings += [together(row.hand, *who) for who in offenders]
        for settings in map(rules.configure, ({}, {"offenders_pay": "each"})):
            before = score(rules, [row], settings=settings).totals
            for ruling in rulings:
                after = score(rules, [row], [ruling], settings).totals
                assert all(after[offender] <= before[offender] for offender in ruling.who)


def test_a_warning_costs_nothing_and_stands_beside_its_row():
    sheet = score(
        LAB12,
        whole_sheet(),
        [Ruling(ruling_kinds.WARNING, 2, "E"), Ruling(ruling_kinds.WARNING, 2, "E")],
    )
    assert sheet.totals == score(LAB12, whole_sheet()).totals
    assert sheet.closable
    assert str(sheet.rows[1].explanation[-1]) == "E is warned"


def test_who_is_disqualified_from_a_hand_has_the_least_that_it_can_give_and_the_others_keep_what_they_made():
    # Sans Atout 3 3 3 4 at +2: North loses the 6 points. Queens, one each at −3: North gets all −12, so
    # 9 more.
    out = [Ruling(ruling_kinds.DISQUALIFICATION, hand, "N", scope="hand") for hand in (12, 2)]
    plain, sheet = score(LAB12, whole_sheet()), score(LAB12, whole_sheet(), out)
    north = plain.rows[11].points["N"]
    assert by_letter(sheet.adjustments) == winds(int(-north - 9), 0, 0, 0)
    assert sheet.rows[11].points == plain.rows[11].points
    assert (sheet.sum, sheet.closable) == (0, True)
    for scope in ("partita", "evening"):
        assert (
            score(
                LAB12,
                whole_sheet(),
                [Ruling(ruling_kinds.DISQUALIFICATION, None, "N", scope=scope)],
            )
            == plain
        )


def test_the_form_of_several_offenders_leaves_the_old_one_valid():
    for form in (
        {"kind": "illegal_play", "hand": 2, "offender": "E"},
        {"kind": "illegal_play", "hand": 2, "offenders": ["E", "S"]},
        {"kind": "warning", "offender": "E"},
        {"kind": "disqualification", "offender": "E", "scope": "evening"},
    ):
        assert Ruling.from_json(form).as_json() == form


def test_a_slam_is_no_way_out_of_an_illegal_play():
    settings = LAB12.configure({"cappotto": "plus13"})
    rows = changed(5, units=winds(0, 13, 0, 0))
    sheet = score(LAB12, rows, [illegal(5, "E")], settings)
    assert by_letter(sheet.rows[4].points) == winds(0, -13, 0, 0)
    assert sheet.sum == sheet.expected_sum == 0


def test_a_second_offence_in_a_negative_hand_is_left_to_the_arbiter():
    sheet = score(LAB12, whole_sheet(), [illegal(2, "E"), illegal(2, "N")])
    assert by_letter(sheet.rows[1].points) == winds(0, -12, 0, 0)
    assert [p.code for p in sheet.problems] == ["ruling_repeated"]
    assert not sheet.closable


def test_between_pairs_the_offending_side_pays_the_whole_difference():
    squadre = find_ruleset("squadre")
    sheet = score(squadre, [Row(2, "Q", {"NS": 1, "EW": 3})], [illegal(2, "N")])
    assert by_letter(sheet.rows[0].points) == {"NS": -12, "EW": 12}
    coppie = find_ruleset("lab_coppie")
    sheet = score(coppie, [Row(1, "Q", {"NS": 1, "EW": 3})], [illegal(1, "NS")])
    assert by_letter(sheet.rows[0].points) == {"NS": -12, "EW": 0}


def test_against_the_soloist_a_defenders_offence_pays_the_soloist():
    fu = find_ruleset("pt_fu")
    row = Row(1, "M", {"NS": 1, "EW": 3}, chooser="N")
    assert by_letter(score(fu, [row], [illegal(1, "E")]).rows[0].points) == {
        "N": 200,
        "E": 0,
        "S": 0,
    }
    assert by_letter(score(fu, [row], [illegal(1, "N")]).rows[0].points) == {
        "N": -200,
        "E": 0,
        "S": 0,
    }


# d = expected − written: a missing queen means too many points were handed out.


@pytest.mark.parametrize("policy", ["debit_abs", "rebalance"])
def test_a_missing_queen_is_charged_to_the_dealer_and_the_sheet_balances(policy):
    # Hand 2 is dealt by East; one queen of −3 is missing.
    sheet = score(LAB12, changed(2, units=winds(1, 1, 1, 0)), [error(2, policy)])
    assert by_letter(sheet.adjustments) == winds(0, -3, 0, 0)
    assert (sheet.sum, sheet.residual, sum(sheet.totals.values())) == (3, 0, 0)
    assert sheet.problems[0].ruled
    assert sheet.closable


@pytest.mark.parametrize(
    ("policy", "charge", "residual"),
    # Twelve tricks of +2: d = +2. Charged to the dealer, the sheet misses 2 twice; rebalanced, nothing;
    # only corrected, once.
    [("debit_abs", -2, -4), ("rebalance", 2, 0), ("correct_only", 0, -2)],
)
def test_a_missing_trick_is_charged_as_the_policy_has_it(policy, charge, residual):
    rows = changed(12, units=winds(3, 3, 2, 4))
    for rulings, settings in (
        ([error(12, policy)], {}),
        ([error(12)], {"score_error_policy": policy}),
    ):
        sheet = score(LAB12, rows, rulings, LAB12.configure(settings))
        assert by_letter(sheet.adjustments) == winds(0, 0, 0, charge)  # West deals hand 12
        assert sheet.residual == residual
        assert sheet.closable


def test_without_a_ruling_a_wrong_row_keeps_the_sheet_open_and_shows_the_residual():
    sheet = score(LAB12, changed(12, units=winds(3, 3, 2, 4)))
    assert not sheet.closable
    assert sheet.complete
    assert sheet.residual == -2
    assert by_letter(sheet.adjustments) == winds(0, 0, 0, 0)


def test_an_offence_in_a_positive_hand_does_not_excuse_its_counts():
    sheet = score(LAB12, changed(12, units=winds(3, 3, 2, 4)), [illegal(12, "N")])
    assert [p.ruled for p in sheet.problems] == [False]


def test_an_offence_in_a_negative_hand_settles_its_counts():
    sheet = score(LAB12, changed(2, units=winds(1, 1, 1, 0)), [illegal(2, "N")])
    assert [p.ruled for p in sheet.problems] == [True]
    assert (sheet.sum, sheet.residual, sheet.closable) == (0, 0, True)


def test_the_charge_goes_to_the_dealer_of_the_tournaments_own_schedule():
    settings = LAB12.configure({"first_dealer": "S"})
    sheet = score(LAB12, changed(2, units=winds(1, 1, 1, 0)), [error(2)], settings)
    assert by_letter(sheet.adjustments) == winds(0, 0, 0, -3)


def test_an_adjustment_is_a_penalty_and_no_part_of_the_residual():
    ruling = Ruling(ruling_kinds.ADJUSTMENT, offender="W", points=Fraction("-7/2"))
    sheet = score(LAB12, whole_sheet(), [ruling])
    assert sheet.totals["W"] == sheet.sheet["W"] - Fraction(7, 2)
    assert sheet.residual == 0
    assert sheet.closable


def too_large(sheet):
    problems = [problem for problem in sheet.problems if problem.code == "ruling_too_large"]
    return [(str(problem.wind), problem.expected, problem.found) for problem in problems]


def adjustment(offender, points):
    return Ruling(ruling_kinds.ADJUSTMENT, offender=offender, points=Fraction(points))


@pytest.mark.parametrize(
    ("rulings", "problems"),
    [
        # 117: all 78 of the hands to avoid, and three declarations bought for 13 each.
        ([adjustment("N", 117)], []),
        ([adjustment("N", -117), adjustment("E", 117)], []),
        ([adjustment("N", points) for points in (50, 40, 20, 7)], []),
        ([adjustment("N", 118)], [("N", "117", "118")]),
        ([adjustment("N", -118)], [("N", "117", "-118")]),
        # Several adjustments add up, and opposite ones do not reduce the sum.
        ([adjustment("W", 100), adjustment("W", 18)], [("W", "117", "118")]),
        ([adjustment("W", 100), adjustment("W", -99), adjustment("W", 18)], [("W", "117", "118")]),
    ],
)
def test_no_adjustment_is_larger_than_a_sheet_can_be(rulings, problems):
    sheet = score(LAB12, whole_sheet(), rulings)
    assert too_large(sheet) == problems
    assert sheet.closable == (not problems)


def test_a_ruling_that_is_too_large_changes_nothing():
    before = score(LAB12, whole_sheet())
    assert score(LAB12, whole_sheet(), [adjustment("N", 1000)]).totals == before.totals


def test_points_of_a_fouled_board_are_no_larger_than_a_sheet_can_be():
    """Hand 2, the queens, sums to −12 in any distribution."""
    points = {"N": Fraction(1000), "E": Fraction(-1012), "S": Fraction(0), "W": Fraction(0)}
    sheet = score(LAB12, whole_sheet(), [Ruling(ruling_kinds.FOULED, 2, points=points)])
    assert too_large(sheet) == [("N", "117", "1000"), ("E", "117", "-1012")]
    assert not sheet.closable
    assert sheet.totals == score(LAB12, whole_sheet()).totals


@pytest.mark.parametrize("tricks", [1000, -1000])
def test_a_score_error_settles_no_count_that_no_hand_has(tricks):
    """Misère is hand 6. If the ruling counted, the dealer or North would get 996 points."""
    rows = changed(6, units=winds(tricks, 3, 3, 3))
    sheet = score(LAB12, rows, [error(6, "rebalance")])
    assert [problem.code for problem in sheet.problems if not problem.ruled] == [
        "units_range",
        "ruling_too_large",
    ]
    assert not sheet.closable
    assert sheet.totals == score(LAB12, rows).totals


def test_a_fouled_board_takes_the_points_that_the_arbiter_gives():
    average = {"N": Fraction(-5, 2), "E": Fraction(-7, 2), "S": Fraction(-3), "W": Fraction(-3)}
    sheet = score(LAB12, whole_sheet(), [Ruling(ruling_kinds.FOULED, 2, points=average)])
    assert sheet.rows[1].points == average
    assert (sheet.sum, sheet.problems, sheet.closable) == (0, (), True)


def test_a_fouled_boards_points_that_do_not_add_up_are_told():
    points = {wind: Fraction(-2) for wind in "NESW"}
    fouled = Ruling(ruling_kinds.FOULED, 2, points=points)
    sheet = score(LAB12, whole_sheet(), [fouled])
    assert [(p.code, p.expected, p.found, p.ruled) for p in sheet.problems] == [
        ("row_sum", "-12", "-8", False)
    ]
    assert sheet.residual == 4
    sheet = score(LAB12, whole_sheet(), [fouled, error(2)])
    assert [p.ruled for p in sheet.problems] == [True]


@pytest.mark.parametrize(
    ("code", "settings", "row", "mean"),
    [
        # R2: at one table a pair took all thirteen hearts, +13 and 0; at the other they were 3 and 10.
        ("lab_coppie", {}, Row(1, "NC", {"NS": 5, "EW": 8}), {"NS": "5", "EW": "-5"}),
        (
            "lab12",
            {"cappotto": "plus13"},
            Row(5, "NC", winds(3, 4, 6, 0)),
            winds("13", "0", "0", "0"),
        ),
        # O5: blind with 6 tricks makes 13 + 6 points, the other table has 13: the mean is 16.
        (
            "itwiki13",
            {"blind": True},
            Row(9, "D", winds(4, 3, 3, 3), trump="S"),
            winds("8", "3", "3", "2"),
        ),
    ],
)
def test_the_mean_of_the_other_tables_stands_though_their_rows_made_different_sums(
    code, settings, row, mean
):
    ruleset = find_ruleset(code)
    fouled = Ruling(
        ruling_kinds.FOULED,
        row.hand,
        points={place: Fraction(points) for place, points in mean.items()},
    )
    sheet = score(ruleset, [row], [fouled], ruleset.configure(settings))
    assert (sheet.problems, sheet.residual) == ((), 0)


def test_a_fouled_boards_points_are_beyond_what_any_table_could_make():
    lab_coppie = find_ruleset("lab_coppie")
    row = Row(1, "NC", {"NS": 5, "EW": 8}, chooser="NS")
    fouled = Ruling(ruling_kinds.FOULED, 1, points={"NS": Fraction(13), "EW": Fraction(1)})
    assert [p.code for p in score(lab_coppie, [row], [fouled]).problems] == ["row_sum"]


def test_a_fouled_board_with_no_points_is_annulled_and_lowers_the_target():
    sheet = score(LAB12, whole_sheet(), [Ruling(ruling_kinds.FOULED, 12)])
    assert (sheet.sum, sheet.expected_sum, sheet.residual, sheet.closable) == (-26, -26, 0, True)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "the row counts nothing"),
        ({"average": False}, "the row counts nothing"),
        ({"average": True}, "worth the mean of the other tables"),
    ],
)
def test_one_sheet_alone_has_no_other_tables_so_a_fouled_board_without_points_is_void(
    form, sentence
):
    ruling = Ruling.from_json({"kind": "fouled", "hand": 2, **form})
    assert ruling.as_json() == {"kind": "fouled", "hand": 2, **form}
    sheet = score(LAB12, whole_sheet(), [ruling])
    assert by_letter(sheet.rows[1].points) == winds(0, 0, 0, 0)
    assert sentence in str(sheet.rows[1].explanation[0])
    assert (sheet.residual, sheet.closable) == (0, True)


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (illegal(13, "E"), "ruling_hand"),
        (illegal(None, "E"), "ruling_hand"),
        (illegal(2, None), "ruling_offender"),
        (illegal(2, "NS"), "ruling_offender"),
        (illegal(12, "X"), "ruling_offender"),
        (error(None), "ruling_hand"),
        (Ruling(ruling_kinds.ADJUSTMENT, offender="N"), "ruling_points"),
        (Ruling(ruling_kinds.ADJUSTMENT, points=Fraction(1)), "ruling_offender"),
        (Ruling(ruling_kinds.ADJUSTMENT, 40, "N", points=Fraction(1)), "ruling_hand"),
        (Ruling(ruling_kinds.FOULED, 2, points={"N": Fraction(1)}), "ruling_points"),
        (Ruling(ruling_kinds.FOULED, 2, points=Fraction(1)), "ruling_points"),
    ],
)
def test_a_ruling_that_cannot_be_applied_is_a_problem_and_changes_nothing(ruling, code):
    sheet = score(LAB12, whole_sheet(), [ruling])
    assert [p.code for p in sheet.problems] == [code]
    assert sheet.totals == score(LAB12, whole_sheet()).totals
    assert not sheet.closable


def test_a_ruling_reads_what_it_writes():
    for ruling in (
        illegal(2, "E"),
        error(6, "rebalance"),
        Ruling(ruling_kinds.ADJUSTMENT, 3, "W", points=Fraction(-7, 2)),
        Ruling(
            ruling_kinds.FOULED,
            2,
            points={"N": Fraction(-12), "E": Fraction(0), "S": Fraction(0), "W": Fraction(0)},
        ),
    ):
        assert Ruling.from_json(ruling.as_json()) == ruling


@pytest.mark.parametrize(
    ("code", "settings", "largest"),
    [
        (
            "lab12",
            {"sale_settlement": "capped"},
            78,
        ),  # S1: all 78 points of the seven negative hands
        (
            "lab12",
            {},
            78 + 3 * 13,
        ),  # and three declarations bought for 13 tricks by a player who takes none (§2.3 FULL)
        (
            "itwiki13",
            {},
            78 + 13 + 3 * 26,
        ),  # 13 cards left in Domino; two points for each missing trick (ITWIKI_X2)
        (
            "pt_ind",
            {},
            1300 + 4 * 650,
        ),  # R8: 325 − 13 × 75 for a player who takes every trick of a hand played down
        ("pt_duplas", {}, 2600),  # R10: "max possible ±2600"
        ("pt_fu", {}, 1300 + 2 * 325),  # R12: a soloist's own eight hands
    ],
)
def test_the_largest_total_of_a_sheet_follows_from_the_rules(code, settings, largest):
    ruleset = find_ruleset(code)
    assert largest_total(ruleset, ruleset.configure(settings)) == largest


def test_a_limit_of_penalties_counts_for_each_player_and_match_and_none_is_the_default():
    rulings = [Ruling(ruling_kinds.ILLEGAL_PLAY, hand, "E") for hand in (8, 9, 10)]
    rulings += [Ruling(ruling_kinds.ILLEGAL_PLAY, 12, "S")]
    rows = [
        Row(hand, code, {"N": 4, "E": 3, "S": 3, "W": 3}, trump="S" if code == "D" else None)
        for hand, code in ((8, "D"), (9, "D"), (10, "D"), (12, "SA"))
    ]
    lab12 = find_ruleset("lab12")
    # A16: −5 for each infraction. If the cap is two per match, the third costs nothing.
    adjustments = [
        score(lab12, rows, rulings, lab12.configure({"penalty_cap": most})).adjustments
        for most in (0, 2)
    ]
    assert [(adjustment["E"], adjustment["S"]) for adjustment in adjustments] == [
        (-15, -5),
        (-10, -5),
    ]


def test_the_limit_of_penalties_is_each_players_own_also_between_pairs():
    lab = find_ruleset("lab_coppie")
    row = Row(1, "SA", {"NS": 7, "EW": 6}, chooser="NS")
    rulings = [Ruling(ruling_kinds.ILLEGAL_PLAY, 1, offender) for offender in ("N", "S", "S")]
    assert score(lab, [row], rulings, lab.configure({"penalty_cap": 1})).adjustments == {
        "NS": -10,
        "EW": 0,
    }


def test_what_each_kind_costs_is_tested_here() -> None:
    written = Path(__file__).read_text(encoding="utf-8")
    named = {
        code
        for code in ruling_kinds.KINDS
        if f"ruling_kinds.{code.upper()}" in written or f'"{code}"' in written
    }
    assert named == {*ruling_kinds.KINDS}


def test_each_kind_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in vars(ruling_kinds).values() if isinstance(kind, RulingKind)]
    assert [kind for kind in kinds if ruling_kinds.KINDS[kind.code] is not kind] == []
