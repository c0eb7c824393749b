"""A fouled board in a whole night's file: the mean of the other tables, or void (§3.4, §13.3,
§13.4).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from king.reading import Node
from scoring.night_file import read_night
from scoring.night_import import load_night
from scoring.scored_sheets import scored_round

pytestmark = pytest.mark.django_db

HEARTS = ((2, 5, 3, 3), (3, 3, 3, 4), (1, 6, 3, 3))
"""Hand 5 at three tables, by wind."""


def units(*counts: int) -> dict[str, int]:
    return dict(zip("NESW", counts, strict=True))


def a_table(number: int, hearts: tuple[int, ...]) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [
        {"hand": 1, "units": units(2, 2, 2, 2)},
        {"hand": 2, "units": units(1, 1, 1, 1)},
        {"hand": 3, "units": units(0, 0, 1, 0)},
        {"hand": 4, "units": units(0, 0, 0, 1)},
        {"hand": 5, "units": units(*hearts)},
        {"hand": 6, "units": units(4, 3, 3, 3)},
        {"hand": 7, "units": units(1, 1, 0, 0)},
        *({"hand": hand, "units": units(4, 3, 3, 3), "trump": "S"} for hand in (8, 9, 10, 11)),
        {"hand": 12, "units": units(4, 3, 3, 3)},
    ]
    seats = {wind: f"Vento{wind} Tavolo{number}" for wind in "NESW"}
    return {"table": number, "seats": seats, "rows": rows}


def a_night(*rulings: dict[str, Any], tables: int = 3) -> dict[str, Any]:
    sheets = [a_table(number, hearts) for number, hearts in enumerate(HEARTS[:tables], 1)]
    ruled = [{"round": 1, "hand": 5, "kind": "fouled", **ruling} for ruling in rulings]
    rounds = [{"round": 1, "sheets": sheets}]
    return {
        "name": "Prova",
        "ruleset": "lab12",
        "pre_dealt": False,
        "rounds": rounds,
        "rulings": ruled,
    }


def hand_5(night: dict[str, Any], table: int = 1) -> dict[str, Fraction]:
    tournament = load_night(read_night(Node(night, "night.json", "")))
    (round_,) = tournament.rounds.all()
    scored = scored_round(round_)[table - 1].scored
    return {str(wind): points for wind, points in scored.rows[4].points.items()}


def test_the_mean_of_the_other_tables_leaves_their_rulings_out() -> None:
    """North 3 hearts and an illegal play at table 2, 1 at table 3: −2 for North of table 1."""
    offence = {"table": 2, "kind": "illegal_play", "offender": "N"}
    east = Fraction(-9, 2)
    mean = {"N": -2, "E": east, "S": -3, "W": Fraction(-7, 2)}
    for rulings in ([], [offence]):
        assert hand_5(a_night({"table": 1, "average": True}, *rulings)) == mean


def test_a_row_without_sound_points_of_its_own_is_left_out_of_the_mean() -> None:
    """Table 2 has counted one heart too many, which is ruled: the mean is table 3's."""
    night = a_night({"table": 1, "average": True}, {"table": 2, "kind": "score_error"})
    night["rounds"][0]["sheets"][1]["rows"][4]["units"]["W"] += 1
    assert hand_5(night) == {"N": -1, "E": -6, "S": -3, "W": -3}
