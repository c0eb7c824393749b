"""The workbook of a season: its standings, and every result that they are computed from."""

from __future__ import annotations

import datetime
import io
import random
from collections import defaultdict
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
from scoring.models import Publication
from seasons.paper import workbook
from seasons.season import Season, Sitting, season_of
from tests.seasons.season import the_season
from tournaments.circuits import Circuit
from tournaments.models import Tournament

NOON = datetime.datetime(2026, 6, 1, 12, tzinfo=datetime.UTC)
NAMES = [f"Player's {letter}" for letter in "ABCDEFGHIJKLM"]
EVENINGS = [
    Tournament(pk=number, name=f"{number}", date=datetime.date(2026, number, 1), ruleset="lab12")
    for number in range(1, 6)
]


def results(seed: int, *, places: bool, thirds: bool = False) -> list[RoundResults]:
    """Five evenings of two partite, or of one place each, with twelve of thirteen players who come
    and go, and many ties.

    In one partita three play and a fourth rests; one player comes late to an evening.
    """
    chance, rounds = random.Random(f"season {seed}"), []
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
            rounds.append(
                RoundResults(len(rounds) + 1, tuple(lines), evening=evening, partita=partita)
            )
    return rounds


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


def opened(result: Season) -> openpyxl.Workbook:
    with translation.override("en"):
        return openpyxl.load_workbook(io.BytesIO(workbook(result, NOON)))


def lines_of(book: openpyxl.Workbook, sheet: str) -> list[tuple[Any, ...]]:
    return list(book[sheet].iter_rows(min_row=5, values_only=True))


@pytest.mark.parametrize("places", [False, True])
@pytest.mark.parametrize("regulation", PRESETS)
def test_the_best_results_of_each_player_come_to_the_standing(
    regulation: str, places: bool
) -> None:
    settings = dict(PRESETS[regulation].settings)
    result = season(results(1, places=places), settings)
    book = opened(result)
    earned: dict[str, list[float]] = defaultdict(list)
    for _date, _partita, _wind, _rank, name, _table, _points, match_points in lines_of(
        book, "Results"
    ):
        earned[name].append(float(match_points))
    assert len(result.standings.overall) > 5
    lines = [line for line in lines_of(book, "Standings") if line[0] is not None]
    for line, written in zip(result.standings.overall, lines, strict=True):
        assert written[:2] == (line.rank, line.entry)
        assert float(written[2]) == pytest.approx(float(line.match_points), abs=0.006)
        best = sorted(earned[line.entry], reverse=True)[: settings.get("count_best")]
        assert sum(best) == pytest.approx(float(line.match_points), abs=0.1)


def test_every_cell_is_a_figure_or_text_and_what_is_left_out_stands_in_brackets() -> None:
    book = opened(season(results(1, places=False), PRESETS["genoa"].settings))
    assert book.sheetnames == ["Standings", "Results", "Regulation"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells if cell.value is not None} == {"n", "s"}
    assert book["Standings"]["A1"].value == "=Circolo"
    assert any(str(value).startswith("[") for line in lines_of(book, "Standings") for value in line)
    assert any("10" in str(sentence) for _title, sentence in lines_of(book, "Regulation"))


def test_who_rests_and_a_season_of_partite_have_their_lines() -> None:
    result = season(results(1, places=False), PRESETS["genoa"].settings)
    lines = lines_of(opened(result), "Results")
    assert ("2026-02-01", 2) in {line[:2] for line in lines}
    assert [line[3] for line in lines if line[6] is None] == ["rests"]


@pytest.mark.django_db
@pytest.mark.at_length
def test_the_workbook_of_a_whole_circuit_is_its_standing() -> None:
    result = season_of(the_season())
    ranked = [(line.rank, line.entry) for line in result.standings.overall]
    assert [line[:2] for line in lines_of(opened(result), "Standings")] == ranked
