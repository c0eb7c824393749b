"""An evening of any system, written to a file and loaded again, has the same standings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from king.reading import InputError, Node
from king.rulesets import find_ruleset
from scoring.night_file import read_night
from scoring.night_import import load_night
from scoring.scored_sheets import king_form, scored_round
from scoring.standing import tournament_standings
from tests.evenings import SYSTEMS, demo
from tournaments.models import Player, Round, Tournament

pytestmark = pytest.mark.django_db


def written_down(tournament: Tournament) -> dict[str, Any]:
    """The evening in the form of ``load_night``: names by wind, boards if there are any, rows and
    rulings.
    """
    form: dict[str, Any] = {
        "ruleset": tournament.ruleset,
        "settings": tournament.settings,
        "name": "Again",
        "date": "2026-11-20",
        "rounds": [_round(round_) for round_ in tournament.rounds.order_by("number")],
        "rulings": [
            {"round": round_.number, "table": table.table.number, **king_form(ruling, {})}
            for round_ in tournament.rounds.order_by("number")
            for table in scored_round(round_)
            for ruling in table.rulings
        ],
    }
    if tournament.rules.sides == "teams":
        form["teams"] = [
            {
                "name": entry.name,
                "players": [member.player.spoken_name for member in entry.members.all()],
            }
            for entry in tournament.entries.all()
        ]
    return json.loads(json.dumps(form))


def _round(round_: Round) -> dict[str, Any]:
    sheets = [
        {
            "table": table.table.number,
            "seats": {wind.value: seat.player.spoken_name for wind, seat in table.seats.items()},
            "rows": [{"hand": row.hand, **row.content} for row in table.rows.values()],
        }
        | ({"first_dealer": table.sheet.first_dealer} if table.sheet.first_dealer else {})
        for table in scored_round(round_)
    ]
    form: dict[str, Any] = {"round": round_.number, "sheets": sheets}
    if round_.board_set is not None:
        boards = round_.board_set.boards.order_by("number")
        form["boards"] = [{"board": board.number, "pbn": board.deal.pbn} for board in boards]
    return form


@pytest.mark.parametrize("code", SYSTEMS)
def test_an_evening_from_a_file_stands_as_it_was_played(code: str) -> None:
    tables = 2 if find_ruleset(code).sides == "teams" else 1
    played = demo(stage="finished", seed=6, ruleset=code, tables=tables, rounds=1)
    loaded = load_night(read_night(Node(written_down(played), "night", "")))
    assert loaded.pk != played.pk
    assert loaded.plays_boards == played.plays_boards
    before, after = (tournament_standings(evening).as_json() for evening in (played, loaded))
    assert after["rounds"] == before["rounds"]
    assert after["overall"] == before["overall"]


@pytest.mark.parametrize("code", SYSTEMS)
def test_seats_with_the_surname_first_are_the_same_people(code: str) -> None:
    """This includes teams, whose players the file lists with the given name first."""
    tables = 2 if find_ruleset(code).sides == "teams" else 1
    played = demo(stage="finished", seed=6, ruleset=code, tables=tables, rounds=1)
    form, turned = (
        written_down(played),
        {player.spoken_name: player.full_name for player in Player.objects.all()},
    )
    for sheet in form["rounds"][0]["sheets"]:
        sheet["seats"] = {wind: turned[name] for wind, name in sheet["seats"].items()}
    loaded = load_night(read_night(Node(form, "night", "")))
    assert Player.objects.count() == len(turned)
    assert (
        tournament_standings(loaded).as_json()["overall"]
        == tournament_standings(played).as_json()["overall"]
    )


def test_the_boards_of_a_quick_game_are_those_that_were_dealt() -> None:
    """A quick game has nine boards (O15). They used to be read as if each of the twelve hands had
    one, so contracts and dealers did not fit.
    """
    played = demo(stage="finished", seed=6, tables=1, rounds=1, settings={"quick_game": True})
    form = written_down(played)
    lain = list(
        played.rounds.get()
        .board_set.boards.order_by("number")
        .values_list("number", "contract", "dealer")
    )
    for board, (_number, contract, dealer) in zip(form["rounds"][0]["boards"], lain, strict=True):
        board |= {"contract": contract, "dealer": dealer}
    loaded = load_night(read_night(Node(form, "night", "")))
    boards = loaded.rounds.get().board_set.boards.order_by("number")
    assert list(boards.values_list("number", "contract", "dealer")) == lain
    # Hands 1 and 6, 2 and 5, 3 and 4 of KJ Q KH 8D NC MIS are combined.
    assert [contract for _number, contract, _dealer in lain[:4]] == [
        "KJ+MIS",
        "Q+NC",
        "KH+8D",
        "U2",
    ]
    assert (
        tournament_standings(loaded).as_json()["overall"]
        == tournament_standings(played).as_json()["overall"]
    )
    form["rounds"][0]["boards"].append(form["rounds"][0]["boards"][0] | {"board": 10})
    with pytest.raises(InputError, match="a board from 1 to 9"):
        read_night(Node(form, "night", ""))
