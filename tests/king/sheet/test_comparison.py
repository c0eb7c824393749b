"""Means of a board over its tables: they add up, fouled results are left out, and chosen hands are
compared separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from king.cards import Wind
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet
from king.sheet import ruling_kinds
from king.sheet.comparison import BoardComparison, Mark, PlayedSheet, compare, luck, peers_of
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling

LAB12 = find_ruleset("lab12")


def sheet(
    table: int,
    *rows: Mapping[str, object],
    rulings: tuple[Ruling, ...] = (),
    ruleset: RuleSet = LAB12,
) -> PlayedSheet:
    scored = score(ruleset, [Row.from_json(row) for row in rows], rulings)
    return PlayedSheet(table, scored, rulings)


def queens(n: int, e: int, s: int, w: int) -> dict[str, object]:
    """Row of hand 2, the queens: −3 for each of the four (Labyrinth, King torneo singolo)."""
    return {"hand": 2, "contract": "Q", "units": {"N": n, "E": e, "S": s, "W": w}}


def only_field(compared: tuple[BoardComparison, ...]):
    ((field,),) = (board.fields for board in compared)
    return field


FOUR = (queens(1, 1, 1, 1), queens(0, 4, 0, 0), queens(2, 0, 2, 0))


def test_a_wind_has_the_mean_the_best_the_worst_and_the_spread_of_its_field() -> None:
    field = only_field(compare(sheet(table, row) for table, row in enumerate(FOUR, 1)))
    north, east = field.figures["N"], field.figures["E"]
    assert (north.count, north.mean, north.best, north.worst, north.spread) == (3, -3, 0, -6, 6)
    assert (east.mean, east.best, east.worst, east.spread) == (-5, 0, -12, 12)
    assert sum(figures.mean for figures in field.figures.values()) == -12


def test_means_are_exact() -> None:
    field = only_field(
        compare(
            sheet(table, row)
            for table, row in enumerate(
                [queens(1, 1, 1, 1), queens(0, 2, 1, 1), queens(0, 1, 1, 2)], 1
            )
        )
    )
    assert field.figures["N"].mean == Fraction(-1)
    assert field.figures["E"].mean == Fraction(-4)
    assert field.figures["S"].mean == Fraction(-3)


def test_a_result_says_how_much_better_than_the_mean_it_is() -> None:
    field = only_field(compare(sheet(table, row) for table, row in enumerate(FOUR, 1)))
    first, second, third = field.results
    assert [field.difference(result, "N") for result in (first, second, third)] == [0, 3, -3]


def test_the_tables_come_in_order_whatever_order_they_are_given_in() -> None:
    compared = compare([sheet(9, queens(1, 1, 1, 1)), sheet(2, queens(0, 4, 0, 0))])
    assert [result.table for result in only_field(compared).results] == [2, 9]


def test_a_fouled_board_with_the_mean_of_the_others_is_averaged_and_in_no_figure() -> None:
    mean = Ruling(
        ruling_kinds.FOULED,
        2,
        points={"N": Fraction(-1), "E": Fraction(-3), "S": Fraction(-4), "W": Fraction(-4)},
    )
    others = [
        sheet(1, queens(0, 2, 1, 1)),
        sheet(2, queens(0, 1, 1, 2)),
        sheet(3, queens(1, 0, 2, 1)),
    ]
    field = only_field(compare([*others, sheet(4, queens(4, 0, 0, 0), rulings=(mean,))]))
    assert [result.mark for result in field.results] == [Mark.PLAYED] * 3 + [Mark.AVERAGED]
    assert [result.compares for result in field.results] == [True] * 3 + [False]
    assert field.figures["N"].count == 3
    assert field.difference(field.results[3], "N") is None


def test_fouled_boards_annulled_or_with_points_of_the_arbiters_own_are_told_apart() -> None:
    annulled = Ruling(ruling_kinds.FOULED, 2)
    assigned = Ruling(ruling_kinds.FOULED, 2, points={wind: Fraction(-3) for wind in "NESW"})
    field = only_field(
        compare(
            [
                sheet(1, queens(0, 4, 0, 0)),
                sheet(2, queens(1, 1, 1, 1), rulings=(annulled,)),
                sheet(3, queens(4, 0, 0, 0), rulings=(assigned,)),
            ]
        )
    )
    assert [result.mark for result in field.results] == [Mark.PLAYED, Mark.ANNULLED, Mark.ASSIGNED]
    assert list(field.results[1].points.values()) == [0, 0, 0, 0]
    assert field.figures["E"].worst == -12


def test_where_every_table_was_fouled_there_is_nothing_to_compare() -> None:
    field = only_field(
        compare([sheet(1, queens(0, 4, 0, 0), rulings=(Ruling(ruling_kinds.FOULED, 2),))])
    )
    assert field.figures == {}
    assert field.results[0].mark is Mark.ANNULLED


def test_an_illegal_play_is_marked_and_moves_no_mean_because_nobody_pays_for_anothers_revoke() -> (
    None
):
    """South of table 2 took one queen (−3) but pays for all four (−12) (§13.3)."""
    offence = Ruling(ruling_kinds.ILLEGAL_PLAY, 2, "S")
    compared = compare(
        [
            sheet(1, queens(0, 2, 0, 2)),
            sheet(2, queens(1, 1, 1, 1), rulings=(offence,)),
            sheet(3, queens(2, 1, 1, 0)),
        ]
    )
    field = only_field(compared)
    assert [result.mark for result in field.results] == [Mark.PLAYED, Mark.RULED, Mark.PLAYED]
    means = {column: figures.mean for column, figures in field.figures.items()}
    assert means == {"N": -3, "E": -4, "S": -2, "W": -3}
    assert (field.figures["S"].best, field.figures["S"].worst) == (0, -3)
    # South's ruled points differ from the mean of the points played. North has 0 by the ruling, which
    # does not count as the best result.
    ruled = field.results[1]
    assert (field.difference(ruled, "S"), field.difference(ruled, "N")) == (-10, 3)
    assert [field.is_best(result, "N") for result in field.results] == [True, False, False]
    south, north = (peers_of(LAB12, field, column) for column in (Wind.S, Wind.N))
    assert (south.mean, south.median, south.worst) == (-2, -3, -3)
    assert [part.table for parts in north.best for part in parts] == [1]
    assert luck(LAB12, compared) == {"N": 0, "E": -1, "S": 1, "W": 0}


def test_a_ruling_that_cannot_be_applied_leaves_its_row_in_the_field() -> None:
    nobody = Ruling(ruling_kinds.ILLEGAL_PLAY, 2, "X")
    field = only_field(
        compare([sheet(1, queens(0, 2, 0, 2)), sheet(2, queens(4, 0, 0, 0), rulings=(nobody,))])
    )
    assert [result.compares for result in field.results] == [True, True]


def test_a_row_that_does_not_add_up_is_no_result_ruled_or_not() -> None:
    ruled = Ruling(ruling_kinds.SCORE_ERROR, 2)
    field = only_field(
        compare(
            [
                sheet(1, queens(1, 1, 1, 1)),
                sheet(2, queens(1, 1, 1, 0)),
                sheet(3, queens(1, 1, 1, 0), rulings=(ruled,)),
            ]
        )
    )
    assert [(result.mark, result.compares) for result in field.results] == [
        (Mark.PLAYED, True),
        (Mark.UNSOUND, False),
        (Mark.RULED, False),
    ]
    assert field.figures["W"].mean == -3


def test_a_ruling_on_another_hand_marks_nothing() -> None:
    elsewhere = Ruling(ruling_kinds.ADJUSTMENT, None, "N", points=Fraction(-5))
    field = only_field(compare([sheet(1, queens(1, 1, 1, 1), rulings=(elsewhere,))]))
    assert field.results[0].mark is Mark.PLAYED


def test_where_the_order_is_chosen_only_the_same_hand_compares() -> None:
    called = find_ruleset("lab_chiamata")

    def row(contract: str, **units: int) -> dict[str, object]:
        counted = dict.fromkeys("NESW", 0) | units
        return {"hand": 1, "contract": contract, "chooser": "N", "units": counted}

    (board,) = compare(
        [
            sheet(1, row("KH", W=1), ruleset=called),
            sheet(2, row("Q", N=4), ruleset=called),
            sheet(3, row("Q", E=4), ruleset=called),
        ]
    )
    assert [
        (field.contract.code, [result.table for result in field.results]) for field in board.fields
    ] == [
        ("Q", [2, 3]),
        ("KH", [1]),
    ]
    assert board.fields[0].figures["N"].mean == -6


def test_pairs_are_compared_by_side() -> None:
    pairs = find_ruleset("lab_coppie")
    row = {"hand": 1, "contract": "Q", "chooser": "NS", "units": {"NS": 3, "EW": 1}}
    other = {"hand": 1, "contract": "Q", "chooser": "NS", "units": {"NS": 1, "EW": 3}}
    (board,) = compare([sheet(1, row, ruleset=pairs), sheet(2, other, ruleset=pairs)])
    assert set(board.fields[0].figures) == set(pairs.columns)
    assert board.fields[0].figures["NS"].count == 2


def test_no_sheets_are_no_boards() -> None:
    assert compare([]) == ()
