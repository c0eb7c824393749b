"""Problems of a sheet that cannot be true: code, hand, expected and found value, sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from king.rulesets import find_ruleset
from king.sheet import ruling_kinds
from king.sheet.checks import check_row
from king.sheet.full_sheet import score
from king.sheet.row import Row, Sale
from king.sheet.rulings import Ruling
from tests.king.sheets import LAB12, changed, only_problem, whole_sheet, winds


def problems(rows, ruleset=LAB12, **settings):
    return [
        (p.code, p.hand)
        for p in score(ruleset, rows, settings=ruleset.configure(settings)).problems
    ]


def test_every_sheet_of_a_played_evening_is_sound_and_sums_to_zero():
    night = json.loads((Path(__file__).parents[2] / "data" / "night.json").read_text("utf-8"))
    ruleset = find_ruleset(night["ruleset"])
    sheets = [sheet for evening in night["rounds"] for sheet in evening["sheets"]]
    assert len(sheets) == 16
    for sheet in sheets:
        scored = score(ruleset, [Row.from_json(row) for row in sheet["rows"]])
        assert scored.problems == ()
        assert scored.sum == 0
        assert scored.closable


@pytest.mark.parametrize("code", ["lab12", "lab13"])
def test_a_sound_sheet_has_no_problem_sums_to_zero_and_may_be_closed(code):
    ruleset = find_ruleset(code)
    sheet = score(ruleset, whole_sheet(ruleset))
    assert sheet.problems == ()
    assert (sheet.sum, sheet.expected_sum, sheet.residual) == (0, 0, 0)
    assert sheet.complete
    assert sheet.closable
    assert [row.running for row in sheet.rows] == [plan.control for plan in ruleset.schedule()]


def test_three_queens_say_that_one_is_missing():
    problem = only_problem(LAB12, Row(2, "Q", winds(1, 1, 1, 0)))
    assert problem.as_json() == {
        "code": "units_short",
        "hand": 2,
        "expected": "4",
        "found": "3",
        "message": "No donne: one queen is missing (3 of 4)",
    }


def test_misere_with_twelve_tricks_says_one_is_missing():
    problem = only_problem(LAB12, Row(6, "MIS", winds(4, 6, 2, 0)))
    assert str(problem.phrase) == "Misère: one trick is missing (12 of 13)"


def test_fourteen_tricks_say_one_too_many():
    problem = only_problem(LAB12, Row(12, "SA", winds(4, 6, 2, 2)))
    assert (problem.code, str(problem.phrase)) == (
        "units_over",
        "Sans Atout: one trick too many (14 of 13)",
    )


def test_six_kings_and_jacks_say_that_two_are_missing():
    problem = only_problem(LAB12, Row(1, "KJ", winds(3, 1, 2, 0)))
    assert str(problem.phrase) == "No re e fanti: 2 kings and jacks are missing (6 of 8)"


def test_the_king_of_hearts_is_with_one_wind_alone():
    problem = only_problem(LAB12, Row(3, "KH", winds(1, 0, 1, 0)))
    assert (problem.code, problem.expected, problem.found) == ("units_over", "1", "2")
    problem = only_problem(LAB12, Row(3, "KH", winds(0, 0, 0, 0)))
    assert str(problem.phrase) == "No re di cuori: nobody has the king of hearts"


def test_a_negative_count_and_one_above_the_deck_are_out_of_range():
    row_problems = check_row(LAB12, Row(2, "Q", winds(-1, 5, 0, 0)))
    assert [(p.code, p.wind, p.expected, p.found) for p in row_problems] == [
        ("units_range", "N", "0..4", "-1"),
        ("units_range", "E", "0..4", "5"),
    ]


def test_a_wind_without_a_count_is_named():
    row_problems = check_row(LAB12, Row(2, "Q", {"N": 2, "E": 2, "S": 0}))
    assert [(p.code, p.wind) for p in row_problems] == [("units_missing", "W")]


def test_a_row_without_counts_says_so_for_each_wind_and_for_the_sum():
    codes = [p.code for p in check_row(LAB12, Row(2, "Q"))]
    assert codes == ["units_missing"] * 4 + ["units_short"]


def test_a_count_for_no_wind_is_a_problem_and_is_not_scored():
    row = Row(2, "Q", winds(1, 1, 1, 1) | {"X": 3})
    assert only_problem(LAB12, row).code == "wind_unknown"
    assert score(LAB12, [row]).sum == -12


def test_sides_are_no_winds_in_an_individual_game():
    assert {p.code for p in check_row(LAB12, Row(2, "Q", {"NS": 2, "EW": 2}))} >= {
        "wind_unknown",
        "units_missing",
    }


def test_a_pair_system_takes_sides_or_winds_but_no_mixture():
    ruleset = find_ruleset("squadre")
    assert check_row(ruleset, Row(2, "Q", {"NS": 2, "EW": 2})) == ()
    assert check_row(ruleset, Row(2, "Q", winds(1, 1, 1, 1))) == ()
    mixed = check_row(ruleset, Row(2, "Q", {"NS": 2, "EW": 2, "N": 1}))
    assert [p.code for p in mixed] == ["wind_unknown"]


# -- Domino


def test_domino_with_nobody_out_or_two_out_is_a_problem():
    lab13 = find_ruleset("lab13")
    assert only_problem(lab13, Row(8, "DOM", winds(1, 5, 3, 2))).code == "domino_closers"
    two = Row(8, "DOM", winds(0, 0, 3, 2))
    assert only_problem(lab13, two).found == "2"
    assert check_row(lab13, two, lab13.configure({"domino_winners": "round"})) == ()


@pytest.mark.parametrize(
    ("north_south", "east_west", "sound"),
    # The side that goes out has 1 to 13 cards left, the other at least 2.
    [(3, 6, True), (1, 2, True), (13, 26, True), (0, 6, False), (1, 1, False), (14, 20, False)],
)
def test_the_cards_left_of_two_sides_leave_room_for_one_who_went_out(north_south, east_west, sound):
    row_problems = check_row(
        find_ruleset("lab_coppie"), Row(1, "DOM", {"NS": north_south, "EW": east_west})
    )
    assert (row_problems == ()) == sound


def test_cards_left_by_side_leave_the_bonus_open_until_the_winds_are_written():
    squadre = find_ruleset("squadre")
    assert only_problem(squadre, Row(8, "DOM", {"NS": 4, "EW": 4})).code == "domino_closers"
    assert check_row(squadre, Row(8, "DOM", winds(0, 2, 4, 2))) == ()
    # A25, the other reading: the bonus goes to the smaller count. Here the counts are equal, so there
    # is none.
    to_the_smaller = squadre.configure({"domino_bonus_to": "smaller"})
    assert check_row(squadre, Row(8, "DOM", {"NS": 6, "EW": 6}), to_the_smaller) == ()


def test_where_nobody_went_out_of_a_domino_no_side_gets_the_bonus():
    squadre = find_ruleset("squadre")
    row = Row(8, "DOM", winds(1, 10, 7, 11))
    assert only_problem(squadre, row).code == "domino_closers"
    assert score(squadre, [row]).rows[0].points == {"NS": 13, "EW": -13}


# -- trump


def test_a_declaration_without_trump_is_scored_and_is_a_problem():
    row = Row(9, "D", winds(2, 6, 3, 2))
    assert only_problem(LAB12, row).code == "trump_missing"
    assert score(LAB12, [row]).sum == 13


def test_where_no_trump_may_be_played_a_hand_that_names_no_suit_is_one():
    pt = find_ruleset("pt_ind")
    assert check_row(pt, Row(7, "POS", winds(4, 3, 1, 5))) == ()
    assert check_row(pt, Row(7, "POS", winds(4, 3, 1, 5), trump="NT")) == ()


def test_no_trump_needs_the_setting():
    row = Row(9, "D", winds(2, 6, 3, 2), trump="NT")
    assert only_problem(LAB12, row).code == "trump_no_trump"
    assert check_row(LAB12, row, LAB12.configure({"allow_no_trump": True})) == ()


def test_a_trump_where_none_belongs_or_of_no_suit_is_a_problem():
    assert (
        only_problem(LAB12, Row(12, "SA", winds(3, 3, 2, 5), trump="S")).code == "trump_unexpected"
    )
    assert only_problem(LAB12, Row(9, "D", winds(2, 6, 3, 2), trump="X")).code == "trump_unknown"


def test_a_hand_played_down_has_no_trump():
    pt = find_ruleset("pt_ind")
    down = Row(7, "POS", winds(4, 3, 1, 5), direction="down")
    assert check_row(pt, down) == ()
    assert (
        only_problem(pt, Row(7, "POS", winds(4, 3, 1, 5), direction="down", trump="S")).code
        == "trump_unexpected"
    )


# -- the sheet


def test_an_eleventh_row_of_twelve_leaves_the_sheet_open():
    rows = whole_sheet()
    for missing in range(12):
        sheet = score(LAB12, rows[:missing] + rows[missing + 1 :])
        assert not sheet.complete
        assert not sheet.closable
        assert sheet.sum == sheet.expected_sum


def test_a_hole_in_a_sheet_is_no_problem_for_a_sheet_may_be_partial():
    rows = whole_sheet()
    sheet = score(LAB12, rows[:6] + rows[7:])
    assert sheet.problems == ()
    assert not sheet.complete


def test_a_sheet_being_written_has_no_problem_and_expects_only_its_rows():
    sheet = score(LAB12, whole_sheet()[:3])
    assert sheet.problems == ()
    assert (sheet.sum, sheet.expected_sum, sheet.complete) == (-36, -36, False)
    assert problems([whole_sheet()[8]]) == []


def test_a_hand_written_twice_is_counted_once():
    rows = whole_sheet()
    sheet = score(LAB12, [*rows, rows[3]])
    assert [(p.code, p.hand) for p in sheet.problems] == [("hand_repeated", 4)]
    assert sheet.sum == 0
    assert not sheet.closable


def test_a_hand_that_is_not_on_the_sheet_is_a_problem():
    assert problems([*whole_sheet(), Row(13, "Q", winds(1, 1, 1, 1))]) == [("hand_unknown", 13)]


def test_a_contract_that_is_not_the_schedules_is_named_with_both():
    sheet = score(LAB12, changed(1, contract="Q", units=winds(1, 1, 1, 1)))
    assert [(p.code, p.hand, p.expected, p.found) for p in sheet.problems] == [
        ("contract_unexpected", 1, "KJ", "Q")
    ]


def test_an_unknown_contract_is_scored_as_the_scheduled_one():
    sheet = score(LAB12, changed(1, contract="DOM"))
    assert [(p.code, p.hand) for p in sheet.problems] == [("contract_unknown", 1)]
    assert sheet.rows[0].sum == -16


def test_a_chosen_hand_without_a_contract_is_not_scored():
    ruleset = find_ruleset("lab_chiamata")
    sheet = score(ruleset, [Row(1, None, winds(1, 1, 1, 1))])
    assert [p.code for p in sheet.problems] == ["contract_missing"]
    assert sheet.sum == 0


def test_all_the_problems_are_there_at_once():
    rows = changed(2, units=winds(1, 1, 1, 0))
    rows[8] = Row(9, "D", winds(2, 6, 3, 3), sale=Sale("E", "S", 20))
    assert problems(rows) == [
        ("units_short", 2),
        ("units_over", 9),
        ("trump_missing", 9),
        ("sale_seller", 9),
        ("sale_price", 9),
    ]


def test_a_contract_chosen_twice_and_a_quota_exceeded_are_named():
    ruleset = find_ruleset("lab_coppie")
    rows = [
        Row(1, "Q", {"NS": 2, "EW": 2}, chooser="NS"),
        Row(2, "Q", {"NS": 2, "EW": 2}, chooser="EW"),
        Row(3, "DOM", {"NS": 2, "EW": 3}, chooser="NS"),
        Row(5, "DOM", {"NS": 2, "EW": 3}, chooser="NS"),
    ]
    assert problems(rows, ruleset) == [("contract_repeated", 2), ("quota_exceeded", 5)]


def test_a_pair_that_kept_no_deals_for_its_mandatory_hands_is_told():
    ruleset = find_ruleset("lab_coppie")
    negatives = ["KJ", "Q", "KH", "8D", "U2"]
    # North and South deal hands 1, 3, 5, 7, 9. After five negatives they have three deals left for
    # four mandatory hands.
    units = {"KJ": 4, "Q": 2, "KH": 1, "8D": 1, "U2": 1}
    rows = [
        Row(
            2 * i + 1,
            code,
            {"NS": units[code], "EW": ruleset.contract(code).units - units[code]},
            chooser="NS",
        )
        for i, code in enumerate(negatives)
    ]
    assert problems(rows[:4], ruleset) == []
    assert problems(rows, ruleset) == [("choice_impossible", 9)]


def test_who_chose_out_of_turn_is_told():
    ruleset = find_ruleset("lab_coppie")
    row = Row(2, "Q", {"NS": 2, "EW": 2}, chooser="NS")
    assert only_problem(ruleset, row).code == "chooser_unexpected"
    assert (
        only_problem(ruleset, Row(2, "Q", {"NS": 2, "EW": 2}, chooser="Z")).code
        == "chooser_unknown"
    )


@pytest.mark.parametrize("code", ["pirandello", "itwiki_scelta"])
def test_who_chose_the_last_hand_out_of_turn_is_told_and_does_not_become_its_dealer(code):
    """The hand without trumps closes the match (R4, R5). It is North's, who deals the thirteenth
    hand in turn.
    """
    ruleset = find_ruleset(code)
    partner = "S" if code == "pirandello" else None
    row = Row(13, "SA", winds(4, 3, 3, 3), chooser="E", partner=partner)
    assert only_problem(ruleset, row).code == "chooser_unexpected"
    of_the_dealer = Row(13, "SA", winds(4, 3, 3, 3), partner=partner)
    assert score(ruleset, [row]).rows[0].points == score(ruleset, [of_the_dealer]).rows[0].points
    too_few = replace(row, units={"N": 3, "E": 3, "S": 3, "W": 3})
    charged = score(ruleset, [too_few], [Ruling(ruling_kinds.SCORE_ERROR, 13)]).adjustments
    assert {column: points for column, points in charged.items() if points} == {"N": -2}


def test_the_forced_last_hand_cannot_be_chosen_before():
    ruleset = find_ruleset("itwiki_scelta")
    assert only_problem(ruleset, Row(1, "SA", winds(3, 3, 2, 5))).code == "contract_unexpected"
    assert check_row(ruleset, Row(13, "SA", winds(3, 3, 2, 5))) == ()


def test_queens_that_fell_one_to_each_are_played_again_where_it_is_announced():
    lab12 = find_ruleset("lab12")
    row = Row(2, "Q", {"N": 1, "E": 1, "S": 1, "W": 1})
    problems = check_row(lab12, row, lab12.configure({"queens_replayed": True}))
    assert [(problem.code, str(problem.phrase)) for problem in problems] == [
        ("queens_one_each", "No donne: every player has taken one, so the hand is played again")
    ]
    assert check_row(lab12, row) == ()
    other = Row(2, "Q", {"N": 2, "E": 1, "S": 1, "W": 0})
    assert check_row(lab12, other, lab12.configure({"queens_replayed": True})) == ()


def test_a_soloists_row_lacks_a_players_count_and_the_unit_that_nobody_has():
    fu = find_ruleset("pt_fu")
    row = Row(1, "M", {"N": 1, "E": 2}, chooser="N")
    assert [(fault.code, fault.wind) for fault in check_row(fu, row)] == [
        ("units_missing", "S"),
        ("units_short", None),
    ]
    assert check_row(fu, Row(1, "M", {"N": 1, "E": 2, "S": 1}, chooser="N")) == ()


def test_rows_are_told_apart_by_their_counts_and_equal_ones_have_one_hash() -> None:
    """A row is the key of its points in a dictionary of a hall's five hundred rows of one hand."""
    ways = [{"N": north, "E": 13 - north, "S": 0, "W": 0} for north in range(14)]
    assert len({hash(Row(hand=1, contract="H", units=units)) for units in ways}) == len(ways)
    assert hash(Row(hand=1, units={"N": 1, "E": 2})) == hash(Row(hand=1, units={"E": 2, "N": 1}))
