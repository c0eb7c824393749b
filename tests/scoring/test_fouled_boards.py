"""A fouled board in a whole night's file gets the mean of the other tables, or is void (§3.4,
§13.3, §13.4).
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from king.reading import Node
from scoring.night_file import read_night
from scoring.night_form import night_form
from scoring.night_import import load_night
from scoring.scored_sheets import scored_round
from tests.king.sheets import winds
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HEARTS = ((2, 5, 3, 3), (3, 3, 3, 4), (1, 6, 3, 3))
"""Hearts of each wind in hand 5 at three tables."""


def a_table(number: int, hearts: tuple[int, ...]) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [
        {"hand": 1, "units": winds(2, 2, 2, 2)},
        {"hand": 2, "units": winds(1, 1, 1, 1)},
        {"hand": 3, "units": winds(0, 0, 1, 0)},
        {"hand": 4, "units": winds(0, 0, 0, 1)},
        {"hand": 5, "units": winds(*hearts)},
        {"hand": 6, "units": winds(4, 3, 3, 3)},
        {"hand": 7, "units": winds(1, 1, 0, 0)},
        *({"hand": hand, "units": winds(4, 3, 3, 3), "trump": "S"} for hand in (8, 9, 10, 11)),
        {"hand": 12, "units": winds(4, 3, 3, 3)},
    ]
    seats = {wind: f"Vento{wind} Tavolo{number}" for wind in "NESW"}
    return {"table": number, "seats": seats, "rows": rows}


def a_night(*rulings: dict[str, Any], tables: int = 3) -> dict[str, Any]:
    sheets = [a_table(number, hearts) for number, hearts in enumerate(HEARTS[:tables], 1)]
    ruled = [{"round": 1, "hand": 5, "kind": "fouled", **ruling} for ruling in rulings]
    rounds = [{"round": 1, "sheets": sheets}]
    return {
        "name": "Prova",
        "date": "2026-11-20",
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
    """North has 3 hearts and an illegal play at table 2, and 1 heart at table 3: −2 for North of
    table 1.
    """
    offence = {"table": 2, "kind": "illegal_play", "offender": "N"}
    east = Fraction(-9, 2)
    mean = {"N": -2, "E": east, "S": -3, "W": Fraction(-7, 2)}
    for rulings in ([], [offence]):
        assert hand_5(a_night({"table": 1, "average": True}, *rulings)) == mean


def test_a_row_without_sound_points_of_its_own_is_left_out_of_the_mean() -> None:
    """Table 2 counted one heart too many and has a ruling for it, so the mean is table 3's row."""
    night = a_night({"table": 1, "average": True}, {"table": 2, "kind": "score_error"})
    night["rounds"][0]["sheets"][1]["rows"][4]["units"]["W"] += 1
    assert hand_5(night) == {"N": -1, "E": -6, "S": -3, "W": -3}


VOID = dict.fromkeys("NESW", 0)
MEAN_OF_OTHERS = {"N": -2, "E": Fraction(-9, 2), "S": -3, "W": Fraction(-7, 2)}


@pytest.mark.parametrize(
    ("ruling", "tables", "points"),
    [
        ({}, 3, MEAN_OF_OTHERS),
        ({"average": True}, 3, MEAN_OF_OTHERS),
        ({"average": False}, 3, VOID),
        ({"points": dict.fromkeys("NESW", 0)}, 3, VOID),
        ({"points": {"N": -1, "E": -2, "S": -4, "W": -6}}, 3, {"N": -1, "E": -2, "S": -4, "W": -6}),
        ({}, 1, VOID),
        ({"average": True}, 1, VOID),
    ],
)
def test_fouled_without_points_is_the_mean_of_the_others_or_void_where_there_are_none(
    ruling: dict[str, Any], tables: int, points: dict[str, Fraction]
) -> None:
    assert hand_5(a_night({"table": 1, **ruling}, tables=tables)) == points


def test_where_every_table_was_fouled_all_are_void() -> None:
    night = a_night({"table": 1}, {"table": 2}, {"table": 3})
    assert hand_5(night) == VOID


def totals_of(tournament: Tournament) -> list[dict[str, Fraction]]:
    (round_,) = tournament.rounds.all()
    tables = scored_round(round_)
    return [{str(wind): total for wind, total in table.scored.totals.items()} for table in tables]


@pytest.mark.parametrize(
    "rulings",
    [
        [{"table": 1}],
        [{"table": 1, "average": False}],
        [{"table": 1, "average": False}, {"table": 2, "average": False}, {"table": 3}],
        [{"table": 1, "points": {"N": -1, "E": -2, "S": -4, "W": -6}}, {"table": 2}],
    ],
)
def test_an_evening_written_as_a_night_and_loaded_again_has_the_same_totals(
    rulings: list[dict[str, Any]],
) -> None:
    first = load_night(read_night(Node(a_night(*rulings), "night.json", "")))
    written = json.loads(json.dumps(night_form(first)))
    # A hall's report has the night under "night", beside its seal.
    for form in (written, {"form": "report", "night": written}):
        again = load_night(read_night(Node(form, "report.json", "")))
        assert totals_of(again) == totals_of(first)
