"""Boards that a hall made differently from the field, and sheets drawn by lot."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction

import pytest

from king.cards import WINDS
from king.rulesets import find_ruleset
from king.sheet.points import Points
from king.sheet.row import Row
from king.simultaneous.centre_checks import AT_LEAST, FAR, Asked, Compared, draw_sheets, far_boards
from king.simultaneous.report_sheets import HallSheet

LAB12 = find_ruleset("lab12")


def sheet(table: int, *misere: int) -> HallSheet:
    """Sheet on which only misère (hand 6) was played."""
    row = Row(6, "MIS", dict(zip("NESW", misere, strict=True)))
    names = {wind: f"{wind}{table}" for wind in WINDS}
    return HallSheet(1, table, names, (row,), (), frozenset(), LAB12, LAB12.configure({}))


def field(*halls: list[tuple[int, ...]]) -> Compared:
    results = defaultdict[tuple[int, str], list[tuple[int, Points]]](list)
    for number, tables in enumerate(halls, 1):
        for table, counts in enumerate(tables, 1):
            played = sheet(table, *counts)
            for board, _points, as_played in played.compared(played.scored()):
                results[played.round, board].append((number, as_played))
    return results


USUAL = [(6, 1, 3, 3), (5, 2, 3, 3), (6, 2, 2, 3), (5, 1, 3, 4)]


def test_a_hall_whose_every_table_has_another_wind_s_cards_is_far() -> None:
    """North's packet lay at East, so at every table of hall 3 the two winds are exchanged."""
    exchanged = [(east, north, south, west) for north, east, south, west in USUAL]
    (far,) = far_boards(field(USUAL, USUAL, exchanged, USUAL, USUAL))
    assert (far.hall, far.round, far.board, far.tables) == (3, 1, "6", 4)
    assert (far.means["N"], far.others["N"]) == (Fraction(-3, 2), Fraction(-11, 2))
    assert (far.means["E"], far.others["E"]) == (Fraction(-11, 2), Fraction(-3, 2))
    assert far.farness > FAR[3]


def test_one_odd_table_is_no_packet() -> None:
    odd = [*USUAL[:3], (0, 13, 0, 0)]
    assert far_boards(field(USUAL, USUAL, odd, USUAL, USUAL)) == []


def test_a_hall_of_one_table_and_a_field_of_few_are_not_judged() -> None:
    assert far_boards(field(USUAL, [(0, 13, 0, 0)])) == []
    assert far_boards(field(USUAL, [(1, 6, 3, 3)] * 4)) == []


def test_the_distance_by_hand() -> None:
    """At six tables of other halls East takes all thirteen tricks; at two tables of hall 2 North
    does.

    Leave out one of the two: of seven tables one has N −13, E 0. The mean of N is −13/7, its
    variance 169/7 − (13/7)² = 169·6/49; the mean of one of seven tables has this variance. (−13 +
    13/7)² = 169·36/49, so the square is 6 for N, and for E too; S and W never differ. 12 · 3/4 = 9,
    which is not above 16.266.
    """
    assert far_boards(field([(0, 13, 0, 0)] * 6, [(13, 0, 0, 0)] * 2)) == []


def test_where_everybody_is_dealt_the_same_hardly_a_board_is_far() -> None:
    """Among forty halls of four tables with random results, at most one is far: the limit is 1 in
    1,000, and one table is left out.
    """
    lot = random.Random(7)

    def table() -> tuple[int, ...]:
        counts = [0, 0, 0, 0]
        for _trick in range(13):
            counts[lot.choices(range(4), (5, 2, 3, 3))[0]] += 1
        return tuple(counts)

    halls = field(*[[table() for _ in range(4)] for _ in range(40)])
    assert len(far_boards(halls)) <= 1


# -- by lot


SHEETS = [Asked(hall, 1, table) for hall in range(1, 41) for table in range(1, 6)]


def test_one_sheet_of_twenty_is_drawn_and_anybody_draws_the_same() -> None:
    sample = draw_sheets("K" * 26, {1: "A" * 12, 2: "B" * 12}, SHEETS)
    assert len(sample) == 10
    assert sample == draw_sheets("K" * 26, {2: "B" * 12, 1: "A" * 12}, reversed(SHEETS))
    assert len(draw_sheets("K" * 26, {}, SHEETS[:20])) == AT_LEAST


@pytest.mark.parametrize(("key", "code"), [("L" * 26, "A" * 12), ("K" * 26, "B" * 12)])
def test_another_key_or_code_draws_others(key: str, code: str) -> None:
    assert draw_sheets(key, {1: code}, SHEETS) != draw_sheets("K" * 26, {1: "A" * 12}, SHEETS)
