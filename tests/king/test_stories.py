"""A result compared with others of the same hand: exact means, counted units, the declarer, the
order by distance.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from king.rulesets import find_ruleset
from king.sheet import ruling_kinds
from king.sheet.comparison import (
    Beside,
    Peers,
    PlayedSheet,
    apart,
    compare,
    luck,
    part_of,
    peers_of,
    pool_boards,
    running_luck,
)
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling
from tests.king.sheets import winds

LAB12 = find_ruleset("lab12")


def beside(
    table: int, column: str, *rows: dict[str, object], system: str = "lab12", rulings=()
) -> Beside:
    """Compare a table's row with those of all tables; the first row is that of table 1."""
    rules = find_ruleset(system)
    sheets = [
        PlayedSheet(
            at,
            score(rules, [Row.from_json(row)], rulings if at == 1 else ()),
            rulings if at == 1 else (),
        )
        for at, row in enumerate(rows, 1)
    ]
    (board,) = compare(sheets)
    ((field, result),) = board.at_table(table)
    place = rules.column(column)
    return Beside(field.contract, part_of(rules, result, place), peers_of(rules, field, place))


QUEENS = [
    {"hand": 2, "contract": "Q", "units": units_won}
    for units_won in (winds(1, 1, 1, 1), winds(0, 4, 0, 0), winds(1, 0, 3, 0))
]


def test_the_mean_of_a_wind_is_exact_and_so_is_how_far_a_result_is_from_it() -> None:
    # No queens, −3 each (Labyrinth, King torneo singolo). North took 1, 0, 1: −3, 0, −3, the mean
    # −6/3 = −2.
    north = beside(2, "N", *QUEENS)
    assert (north.mean, north.difference, north.own.units, north.mean_units) == (
        -2,
        2,
        0,
        Fraction(2, 3),
    )
    # East took 1, 4, 0: −3, −12, 0, the mean −15/3 = −5; of the queens 5/3.
    east = beside(3, "E", *QUEENS)
    assert (east.mean, east.difference, east.mean_units) == (-5, 5, Fraction(5, 3))
    assert east.peers.with_units[0] == 1


def test_a_result_alone_has_no_mean() -> None:
    alone = beside(1, "N", QUEENS[0])
    assert (alone.mean, alone.difference, alone.mean_units, alone.own.units) == (
        None,
        None,
        None,
        1,
    )


def test_a_fouled_board_stands_beside_no_mean_and_is_in_none() -> None:
    fouled = (Ruling(ruling_kinds.FOULED, 2),)
    own, other = (beside(table, "E", *QUEENS, rulings=fouled) for table in (1, 2))
    assert (own.mean, own.difference) == (None, None)
    assert other.mean == -6  # of −12 and 0


def declaration(**more: object) -> dict[str, object]:
    return {"hand": 9, "contract": "D", "units": winds(2, 3, 5, 3), "trump": "H", **more}


def test_who_deals_declares_unless_another_bought_the_hand() -> None:
    # North deals the first hand of the twelve and so the ninth (rules R1).
    plain, sold = (
        declaration(),
        declaration(sale={"seller": "N", "buyer": "S", "price": 2}, trump="S"),
    )
    one, other = (beside(table, "S", plain, sold, plain) for table in (1, 2))
    assert [result.own.declarer for result in (one, other)] == ["N", "S"]
    assert (one.declared_alike, other.declared_alike) == (2, 1)
    # South took 5 and pays 2: 3, with 5 and 5 at the other tables and a mean of 13/3.
    assert (other.own.points, other.mean, other.own.units) == (3, Fraction(13, 3), 5)
    assert [phrase.fields["paid"] for phrase in other.own.reasons] == [2]
    assert beside(2, "E", plain, sold).own.reasons == ()


def test_cards_left_of_a_pair_are_those_of_both_its_players() -> None:
    row = {"hand": 2, "contract": "DOM", "chooser": "EW", "units": winds(0, 1, 2, 5)}
    part = beside(1, "NS", row, row, system="lab_coppie").own
    # The pair that closed has two cards left, the other six (R2).
    assert (part.units, part.points) == (2, 4)


def test_of_a_soloists_game_only_he_has_a_part() -> None:
    rules = find_ruleset("pt_fu")
    row = Row.from_json(
        {"hand": 1, "contract": "V", "chooser": "N", "units": {"N": 4, "E": 5, "S": 4}}
    )
    boards = compare([PlayedSheet(1, score(rules, [row]))])
    (board,) = pool_boards(rules, boards).values()
    # (4 − 9) × −20 for the soloist alone (R12).
    assert [(part.column, part.units, part.points) for part in board.parts] == [("N", 4, 100)]


def test_where_each_table_dealt_its_own_cards_everybody_of_such_a_hand_is_the_field() -> None:
    boards = compare(
        PlayedSheet(at, score(LAB12, [Row.from_json(row)])) for at, row in enumerate(QUEENS, 1)
    )
    everybody = pool_boards(LAB12, boards)["Q"]
    assert len(everybody) == 12
    # Three tables make −12 each, over four winds: −36 / 12.
    assert Beside(LAB12.contract("Q"), everybody.parts[0], everybody).mean == -3


@pytest.mark.parametrize(("most", "best", "worst"), [(1, [3], [-5]), (3, [3, 3, 1], [-5, -2])])
def test_the_furthest_from_the_mean_come_first_and_of_equals_the_earlier(
    most: int, best: list, worst: list
) -> None:
    own = beside(1, "N", *QUEENS).own
    level = Peers(
        tuple(own._replace(played=Fraction(points)) for points in (7, -7))
    )  # their mean is 0
    hands = [
        Beside(None, own._replace(points=Fraction(points)), level)
        for points in (1, 3, 0, -5, 3, -2)
    ]
    sides = apart(hands, most)
    assert [[result.difference for result in side] for side in sides] == [best, worst]
    assert most == 1 or (sides[0][0] is hands[1] and sides[0][1] is hands[4])


# --- boards


def north_of(*counts: tuple[int, int, int, int]) -> Peers:
    rows = [{"hand": 2, "contract": "Q", "units": winds(*count)} for count in counts]
    return beside(1, "N", *rows).peers


def test_the_median_is_the_middle_or_halfway_between_the_two_there() -> None:
    # No queens: North makes 0, −3, −12.
    assert north_of((0, 4, 0, 0), (1, 1, 1, 1), (4, 0, 0, 0)).median == -3
    assert north_of((0, 4, 0, 0), (1, 1, 1, 1)).median == Fraction(-3, 2)


def test_the_best_are_together_where_they_did_the_same() -> None:
    plain, spades = declaration(), declaration(trump="S")
    less = declaration(units=winds(1, 4, 5, 3))
    peers = beside(1, "N", plain, less, spades, plain).peers
    # North deals hand 9 and makes 2 three times, twice with hearts; 1 is not among the best.
    assert [[part.table for part in ways] for ways in peers.best] == [[1, 4], [3]]
    assert (peers.best[0][0].points, peers.worst) == (2, 1)


def compared(*rows: dict[str, object], system: str = "lab12"):
    rules = find_ruleset(system)
    return compare(
        PlayedSheet(at, score(rules, [Row.from_json(row)])) for at, row in enumerate(rows, 1)
    )


def test_the_luck_of_the_cards_is_what_they_made_on_average_beside_the_other_winds() -> None:
    # Three tables, no queens: North −6/3 = −2, East −15/3 = −5, South −12/3 = −4, West −3/3 = −1. The
    # mean of all is −3.
    assert luck(LAB12, compared(*QUEENS)) == {"N": 1, "E": -2, "S": -1, "W": 2}


def test_a_hand_of_one_table_tells_no_luck_and_a_soloists_game_has_none() -> None:
    assert luck(LAB12, compared(QUEENS[0])) == {}
    row = {"hand": 1, "contract": "V", "chooser": "N", "units": {"N": 4, "E": 5, "S": 4}}
    assert luck(find_ruleset("pt_fu"), compared(row, row, system="pt_fu")) == {}


def test_over_a_whole_labyrinth_sheet_the_luck_is_the_mean_of_the_sheets() -> None:
    # The control totals of the twelve hands end at 0 (rules R1), so the mean of all winds is 0.
    night = json.loads((Path(__file__).parents[1] / "data" / "night.json").read_text("utf-8"))
    scored = [
        score(LAB12, map(Row.from_json, sheet["rows"])) for sheet in night["rounds"][0]["sheets"]
    ]
    boards = compare(PlayedSheet(at, sheet) for at, sheet in enumerate(scored, 1))
    by_wind = luck(LAB12, boards)
    assert by_wind == {
        wind: sum(sheet.totals[wind] for sheet in scored) / len(scored) for wind in LAB12.columns
    }
    assert sum(by_wind.values()) == 0
    running = running_luck(LAB12, LAB12.defaults, boards)
    assert list(running) == list(range(1, 13))
    assert running[12] == by_wind
    assert {wind: running[5][wind] - running[4][wind] for wind in by_wind} == luck(
        LAB12, boards[4:5]
    )


def test_the_quick_games_two_hands_of_a_board_are_one_step_of_luck() -> None:
    settings = LAB12.configure({"quick_game": True})
    rows = [
        {"hand": hand, "contract": code, "units": units_won}
        for hand, code, units_won in ((1, "KJ", winds(8, 0, 0, 0)), (2, "MIS", winds(2, 11, 0, 0)))
    ]
    sheets = [
        PlayedSheet(table, score(LAB12, map(Row.from_json, rows), (), settings)) for table in (1, 2)
    ]
    # Both hands are played with board 1: North −16 − 2, East 0 − 11. The mean of all winds is −29/4.
    steps = running_luck(LAB12, settings, compare(sheets))
    assert {board: sums["N"] for board, sums in steps.items()} == {1: Fraction(-18 * 4 + 29, 4)}


def test_the_best_did_the_same_only_where_everything_told_of_them_is() -> None:
    """North took 2 and was paid 2 at both tables, but the buyer took 5 at one and 6 at the other."""
    sale = {"seller": "N", "buyer": "S", "price": 2}
    rows = [
        declaration(units=winds(2, 3, 5, 3), sale=sale),
        declaration(units=winds(2, 3, 6, 2), sale=sale),
        declaration(units=winds(2, 2, 5, 4), sale=sale),
        declaration(units=winds(1, 4, 4, 4), sale=sale),
    ]
    best = beside(1, "N", *rows).peers.best
    assert [[part.table for part in parts] for parts in best] == [[1, 3], [2]]
