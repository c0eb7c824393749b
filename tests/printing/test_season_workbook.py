"""The workbook of a season, computed by a spreadsheet's own arithmetic, is the standing, also when
it changes.
"""

from __future__ import annotations

import datetime
import io
import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import openpyxl
import pytest
from django.utils import translation

from king.reading import Node
from king.standing.ranking import standings
from king.standing.round_results import EVERYBODY, Result, RoundResults
from king.standing.standing_settings import PRESETS, StandingSettings
from printing.documents.season_workbook import render
from scoring.models import Publication
from scoring.season import Season, Sitting, season_of
from tests.printing.formulas import Recomputed
from tests.scoring.test_season import the_season
from tournaments.circuits import Circuit
from tournaments.models import Tournament

NOON = datetime.datetime(2026, 6, 1, 12, tzinfo=datetime.UTC)
NAMES = [f"Player's {letter}" for letter in "ABCDEFGHIJKLM"]
EVENINGS = [
    Tournament(pk=number, name=f"{number}", date=datetime.date(2026, number, 1), ruleset="lab12")
    for number in range(1, 6)
]


def results(seed: int, *, places: bool, thirds: bool = False) -> list[RoundResults]:
    """Five evenings of two partite, or of a place each: twelve of thirteen who come and go, with
    many ties.

    In one partita three play and a fourth rests; one comes late to an evening.
    """
    chance, found = random.Random(f"season {seed}"), []
    for evening in range(1, 6):
        here = chance.sample(NAMES, 8 + 4 * (evening % 2))
        for partita in (None,) if places else (1, 2):
            chance.shuffle(here)
            totals = {
                name: Fraction(chance.randrange(-12, 13, 4), 3 if thirds else 1) for name in here
            }
            lines = [
                Result(
                    name,
                    at // 4 + 1,
                    EVERYBODY if places else "NESW"[at % 4],
                    totals[name],
                    place=1 + sum(other > totals[name] for other in totals.values())
                    if places
                    else None,
                )
                for at, name in enumerate(here)
            ]
            if partita == 2 and evening == 2:
                lines[0] = Result(lines[0].entry, None, None, None, bye=True)
                lines.pop(1)
            found.append(
                RoundResults(len(found) + 1, tuple(lines), evening=evening, partita=partita)
            )
    return found


def season(rounds: list[RoundResults], settings: Mapping[str, Any]) -> Season:
    read = StandingSettings.from_json(Node(dict(settings), "", ""))
    circuit = Circuit(
        name="=Circolo",
        counts="partite" if rounds[0].partita else "evenings",
        settings=dict(settings),
    )
    sittings = {
        round_.number: Sitting(
            round_.evening, round_.partita, Publication(tournament=EVENINGS[round_.evening - 1]), {}
        )
        for round_ in rounds
    }
    return Season(circuit, read, standings(rounds, read), sittings, tuple(EVENINGS))


def opened(found: Season) -> openpyxl.Workbook:
    with translation.override("en"):
        return openpyxl.load_workbook(io.BytesIO(render(found, NOON)))


def computed(book: openpyxl.Workbook) -> list[tuple[Any, ...]]:
    """Place, name, match points and points of each line, down to the last that has a place."""
    lines = [line[:4] for line in Recomputed(book).lines("Standing, computed", 5)]
    return [line for line in lines if line[0] != ""]


def in_figures(found: Season) -> list[Any]:
    return [
        (
            line.rank,
            line.entry,
            pytest.approx(float(line.match_points)),
            pytest.approx(float(line.total)),
        )
        for line in found.standings.overall
    ]


EVERY_RULE = ["firsts", "seconds", "thirds", "dropped", "raw_points", "best_sheet", "lot"]
REGULATIONS = {
    **{name: dict(preset.settings) for name, preset in PRESETS.items()},
    "top": {"ties": "top", "count_best": 4},
    "bottom": {
        "ties": "bottom",
        "tail": "1/2",
        "bye_points": "3/2",
        "tiebreaks": EVERY_RULE,
        "lot_seed": "ab",
    },
    "attendance": {
        "minimum_evenings": 4,
        "missed_points": "1/3",
        "late_points": 2,
        "count_best": 6,
    },
    "tables": {
        "method": "tables",
        "count_best": 3,
        "tiebreaks": ["previous"],
        "previous": NAMES[::-2],
    },
    "matchpoints": {"method": "matchpoints", "count_best": 5},
    "percent": {"method": "percent", "tiebreaks": ["best_sheet"]},
    "datum": {"method": "datum", "count_best": 5},
    "of the sum": {"method": "sum_then_places"},
    "raw": {"method": "raw", "count_best": 2, "missed_points": -50},
}


@pytest.mark.parametrize("regulation", REGULATIONS)
@pytest.mark.parametrize("places", [False, True])
def test_the_formulas_come_to_the_standing(regulation: str, places: bool) -> None:
    found = season(results(1, places=places, thirds=not places), REGULATIONS[regulation])
    assert computed(opened(found)) == in_figures(found)
    assert len(found.standings.overall) > 5


@pytest.mark.parametrize("places", [False, True])
def test_a_changed_result_moves_the_standing_as_it_moves_ours(places: bool) -> None:
    rounds, genoa = results(3, places=places), PRESETS["genoa"].settings
    before = season(rounds, genoa)
    book, last = opened(before), before.standings.overall[-1].entry
    row = next(row for row in range(5, 30) if book["Results"].cell(row, 1).value == last)
    changed = []
    for round_ in rounds:
        lines = tuple(
            Result(one.entry, one.table, one.wind, Fraction(99), place=0 if places else None)
            if one.entry == last and not one.bye
            else one
            for one in round_.results
        )
        changed.append(
            RoundResults(round_.number, lines, evening=round_.evening, partita=round_.partita)
        )
        if isinstance(book["Results"].cell(row, round_.number + 1).value, int):
            book["Results"].cell(row, round_.number + 1).value = 0 if places else 99
            if places:
                book["Points"].cell(row, round_.number + 1).value = 99
    after = season(changed, genoa)
    assert computed(book) == in_figures(after)
    assert after.standings.overall[-1].entry != last


def test_another_number_of_results_and_another_scale_move_the_standing_too() -> None:
    rounds = results(4, places=False)
    book = opened(season(rounds, PRESETS["genoa"].settings))
    sheet = book["Regulation"]
    best = next(
        row for row in range(4, 20) if sheet.cell(row, 1).value == "Best results that count"
    )
    sheet.cell(best, 2).value = 3
    head = next(row for row in range(4, 20) if sheet.cell(row, 1).value == "Place")
    sheet.cell(head + 1, 2).value = 7
    other = dict(PRESETS["genoa"].settings) | {"count_best": 3, "scale": [7, 6, 4, 3, 2, 1]}
    assert computed(book) == in_figures(season(rounds, other))


def test_what_is_typed_is_text_or_a_number_and_what_is_left_out_is_struck_through() -> None:
    book = opened(season(results(1, places=False), PRESETS["genoa"].settings))
    assert book["Standing"]["A1"].value == "=Circolo"
    assert book["Standing"]["A1"].data_type == "s"
    assert book.sheetnames == [
        "Standing",
        "Standing, computed",
        "Ranking",
        "Match points",
        "Places",
        "Results",
        "Winds",
        "Regulation",
    ]
    typed = [
        cell
        for row in book["Results"].iter_rows(min_row=5, min_col=2)
        for cell in row
        if cell.value is not None
    ]
    assert {cell.data_type for cell in typed} == {"n", "s"}  # the one who rests
    (area,) = book["Match points"].conditional_formatting
    assert (str(area.sqref), area.rules[0].dxf.font.strike) == ("B5:K17", True)


@pytest.mark.django_db
@pytest.mark.at_length
def test_the_workbook_of_a_whole_circuit_comes_to_its_standing() -> None:
    found = season_of(the_season())
    assert computed(opened(found)) == in_figures(found)
