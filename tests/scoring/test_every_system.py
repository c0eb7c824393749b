"""A demonstration evening of every rule system: every sheet is closed, and every result is
accounted for.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from fractions import Fraction

import pytest
from django.core.management import call_command

from king.rulesets import RULESETS, find_ruleset
from scoring.models import Publication, Sheet
from scoring.scored_sheets import ScoredTable, scored_rounds
from scoring.standing import tournament_standings
from tests.evenings import SYSTEMS, demo
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

# Sum of a whole sheet over all columns, in points (I3, T-01 to T-36); None if only the soloist scores
# (R12).
EXPECTED = {
    "lab12": 0,
    "lab13": 0,
    "lab_coppie": 26,
    "lab_chiamata": 0,
    "itwiki13": 0,
    "itwiki_scelta": 0,
    "pirandello": 0,
    "squadre": 0,
    "squadre_terza": 0,
    "pt_ind": 0,
    "pt_duplas": 0,
    "pt_pareado": 0,
    "pt_fu": None,
    "fr10": 0,
    "fr32": -300,
}
PLAYERS_OF_TWO_TABLES = {"individual": 8, "pairs": 8, "teams": 8, "soloist": 6}


def played(code: str, **options: object) -> tuple[Tournament, list[ScoredTable]]:
    """Play an evening of two tables and one partita; return it with its sheets."""
    tournament = demo(
        **{"stage": "finished", "seed": 8, "ruleset": code, "tables": 2, "rounds": 1} | options
    )
    return tournament, [
        table for tables in scored_rounds(tournament.rounds.all()).values() for table in tables
    ]


def owed(tables: list[ScoredTable]) -> Counter[Entry]:
    """Points of each entry, added up from the columns of its sheets."""
    sums: Counter[Entry] = Counter()
    for table in tables:
        for column, points in table.scored.totals.items():
            for entry in table.entries(column):
                sums[entry] += points
    return sums


def test_the_sums_are_those_of_the_rules() -> None:
    assert {code: find_ruleset(code).expected_sum for code in EXPECTED} == EXPECTED


@pytest.mark.parametrize("code", SYSTEMS)
def test_an_evening_is_played_to_its_end_and_everybody_stands_once_with_his_own_points(
    code: str,
) -> None:
    tournament, tables = played(code)
    rules = find_ruleset(code)
    assert {table.sheet.state for table in tables} == {Sheet.State.CLOSED}
    assert all(table.scored.closable and len(table.scored.rows) == rules.length for table in tables)
    players = {seat.player_id for table in tables for seat in table.seats.values()}
    three = len(rules.winds) == 3
    assert len(players) == (6 if three else PLAYERS_OF_TWO_TABLES[rules.sides])
    if rules.expected_sum is not None:
        for table in tables:
            # A slam in hearts between the Genoese pairs raises the sheet's sum by 26 (O1d).
            assert table.scored.sum in {rules.expected_sum, *({52} if code == "lab_coppie" else ())}
            assert table.scored.residual == 0
    check_standings(tournament, tables)


def check_standings(tournament: Tournament, tables: list[ScoredTable]) -> None:
    """Check that each entry occurs once with the total of its sheets, and that publication and
    export agree.
    """
    evening_standings = tournament_standings(tournament)
    sums = owed(tables)
    assert {
        evening_standings.entries[line.entry]: line.total
        for line in evening_standings.standings.overall
    } == dict(sums)
    assert Publication.objects.get(tournament=tournament).standings == json.loads(
        json.dumps(evening_standings.as_json())
    )
    out = io.StringIO()
    call_command("export_results", tournament.code, stdout=out)
    exported = json.loads(out.getvalue())
    assert sorted(line["entry"] for line in exported["overall"]) == sorted(
        entry.spoken_title for entry in evening_standings.entries.values()
    )
    assert sum(Fraction(line["total"]) for line in exported["overall"]) == sum(sums.values())


FIELDS = {
    "lab12": {"N", "E", "S", "W"},
    "pt_ind": {"N", "E", "S", "W"},
    "squadre": {"NS", "EW"},
    "lab_coppie": {"NS", "EW"},
    "pt_pareado": {"all"},
    "pt_fu": {"all"},
}


@pytest.mark.parametrize("code", FIELDS)
def test_results_compare_within_the_wind_the_line_or_with_all(code: str) -> None:
    tournament, _tables = played(code)
    [round_] = tournament_standings(tournament).standings.rounds
    assert set(round_.winds) == FIELDS[code]


@pytest.mark.parametrize("code", [code for code in SYSTEMS if not RULESETS[code].pre_dealt])
def test_without_boards_of_its_own_a_system_is_compared_table_by_table_and_single_players_with_them_by_wind(
    code: str,
) -> None:
    soloist = find_ruleset(code).sides == "soloist"
    tournament, _tables = played(code)
    assert tournament.rounds.get().board_set is None
    [round_] = tournament_standings(tournament).standings.rounds
    assert set(round_.tables) == (set() if soloist else {"1", "2"})
    with_boards, tables = played(code, pre_dealt=True)
    boards = list(with_boards.rounds.get().board_set.boards.order_by("number"))
    assert len(boards) == find_ruleset(code).length
    assert {board.contract for board in boards[:3]} == {""}, (
        "a chosen hand has a dealer, and no contract"
    )
    [round_] = tournament_standings(with_boards).standings.rounds
    # §13.14: a table of two sides plays a match, with or without boards.
    pairs = find_ruleset(code).sides == "pairs"
    assert set(round_.tables) == ({"1", "2"} if pairs else set())
    assert len(round_.winds) == (3 if soloist else len(find_ruleset(code).columns))
    assert all(table.scored.closable for table in tables)


def test_a_system_with_boards_may_be_played_without() -> None:
    tournament, tables = played("lab12", pre_dealt=False)
    assert tournament.rounds.get().board_set is None
    assert all(table.scored.sum == 0 for table in tables)
    [round_] = tournament_standings(tournament).standings.rounds
    # A table's places are worth 10, 6, 3 and 1 (T-38).
    for lines in round_.tables.values():
        assert sum(line.match_points for line in lines) == 20
