"""Teams of four: a match is the sum of two tables with the same boards (R11), worked out by hand
here.
"""

from __future__ import annotations

import copy
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from king.reading import InputError, Node
from king.rulesets import find_ruleset
from scoring.models import Publication
from scoring.night_file import read_night
from scoring.night_import import NightRefused, load_night
from scoring.standing import tournament_standings
from tournaments.house_rules import Edition
from tournaments.models import Seat, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

RULES = find_ruleset("pt_pareado")


def rows(positive_ns: int) -> list[dict[str, Any]]:
    """Whole sheet: in the negatives North-South take only the last trick, and in each positive
    ``positive_ns`` tricks.

    By hand: V 0 − 13, C 0 − 13 … make NS +260 +260 +200 +240 +160, and the last two tricks, 1 to 1,
    make 0: +1120; each positive makes (2·tricks − 13) × 25.
    """
    sheet_rows = []
    chosen = {"NS": ["V", "C", "M"], "EW": ["H", "K", "2U"]}
    for plan in RULES.schedule():
        side = str(plan.chooser)
        code = chosen[side].pop(0) if chosen[side] else "POS"
        contract = RULES.contract(code)
        ns = {"POS": positive_ns, "2U": 1}.get(code, 0)
        row = {
            "hand": plan.number,
            "contract": code,
            "units": {"NS": ns, "EW": (contract.units or 0) - ns},
            "chooser": side,
        }
        sheet_rows.append(row | ({"trump": "S"} if code == "POS" else {}))
    return sheet_rows


def by_hand(positive_ns: int) -> int:
    return 1120 + 4 * (2 * positive_ns - 13) * 25


def night(*positives: int, **more: Any) -> dict[str, Any]:
    """Night of Portello against Banchi. ``positives`` are North-South's tricks in each positive at
    both tables.
    """
    teams = [
        {"name": name, "players": [f"{name} {n}" for n in range(1, 5)]}
        for name in ("Portello", "Banchi")
    ]
    seats = [{"NS": "Portello", "EW": "Banchi"}, {"NS": "Banchi", "EW": "Portello"}]
    sheets = [
        {"table": place + 1, "seats": seats[place], "rows": rows(tricks)}
        for place, tricks in enumerate(positives)
    ]
    return {
        "ruleset": "pt_pareado",
        "name": "Quadre",
        "date": "2026-11-20",
        "teams": teams,
        "pre_dealt": False,
        "rounds": [{"round": 1, "sheets": sheets}],
    } | more


def loaded(form: dict[str, Any]) -> Tournament:
    return load_night(read_night(Node(form, "night", "")))


def totals(tournament: Tournament) -> dict[str, Fraction]:
    return {line.entry: line.total for line in tournament_standings(tournament).standings.overall}


def test_a_match_is_what_a_team_makes_at_its_two_tables() -> None:
    # Portello are NS at table 1 with 9 tricks in each positive, and EW at table 2, where NS take 4.
    difference = by_hand(9) - by_hand(4)
    assert difference == 4 * 10 * 25
    tournament = loaded(night(9, 4))
    assert totals(tournament) == {"Portello": difference, "Banchi": -difference}
    evening_standings = tournament_standings(tournament)
    # 1120 + 500 at table 1, 1120 − 500 at table 2: only the first is a Mesa.
    assert [(win.table, win.entries, win.total) for win in evening_standings.big_wins] == [
        (1, ("Portello",), Fraction(1620))
    ]
    [line] = evening_standings.standings.rounds[0].winds["all"][:1]
    assert str(line.phrase) == "Partita 1: match won, match points 2."


def test_who_sits_where_is_a_pair_of_the_team_at_each_table() -> None:
    tournament = loaded(night(9, 4))
    seats = {
        (seat.table.number, seat.wind): seat.player.spoken_name
        for seat in Seat.objects.select_related("table")
    }
    assert [seats[1, wind] for wind in "NSEW"] == [
        "Portello 1",
        "Portello 2",
        "Banchi 3",
        "Banchi 4",
    ]
    assert [seats[2, wind] for wind in "NSEW"] == [
        "Banchi 1",
        "Banchi 2",
        "Portello 3",
        "Portello 4",
    ]
    assert [entry.title for entry in tournament.entries.all()] == ["Portello", "Banchi"]


def test_a_difference_may_be_converted_and_a_match_may_be_won_lost_or_drawn() -> None:
    scale = {"standing_settings": {"team_scale": [[100, 1], [1000, 5], [2000, 7]]}}
    assert totals(loaded(night(9, 4, **scale))) == {"Portello": 5, "Banchi": -5}
    won = {"method": "tables", "scale": [2, 0], "tail": 0}
    tournament = loaded(night(6, 6, name="Pari", standing_settings=won))
    assert [
        str(line.match_points) for line in tournament_standings(tournament).standings.overall
    ] == ["1", "1"]


def test_a_penalty_costs_the_team_whose_pair_erred_and_gives_the_other_nothing() -> None:
    form = night(
        9,
        4,
        rulings=[{"round": 1, "table": 2, "kind": "illegal_play", "hand": 10, "offender": "EW"}],
    )
    assert form["rounds"][0]["sheets"][1]["rows"][9]["contract"] == "POS"
    # Genoa's five points are 125 at 25 a trick (§3.1).
    assert totals(loaded(form)) == {"Portello": 1000 - 125, "Banchi": -1000}


def test_the_night_of_teams_is_exported_and_published() -> None:
    tournament = loaded(night(9, 4))
    out = io.StringIO()
    call_command("export_results", tournament.code, stdout=out)
    answer = json.loads(out.getvalue())
    assert [line["entry"] for line in answer["overall"]] == ["Portello", "Banchi"]
    assert answer == Publication.objects.get(tournament=tournament).standings


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda form: form.pop("teams"), "teams"),
        (lambda form: form["teams"][0]["players"].pop(), "from 4 to 6 different names"),
        (lambda form: form["teams"].append(form["teams"][0]), "each team once"),
        (lambda form: form["rounds"][0]["sheets"][0]["seats"].update(NS="Nobody"), "one of"),
        (
            lambda form: form["rounds"][0]["sheets"][0].update(seats={"N": "x"}),
            "a team for each of NS EW",
        ),
        (
            lambda form: form["rounds"][0]["sheets"][0].update(seats=dict.fromkeys("NESW", "x")),
            "two players of one",
        ),
    ],
)
def test_a_file_of_teams_that_cannot_be_is_refused_with_its_place(
    change: Any, message: str
) -> None:
    form = copy.deepcopy(night(9, 4))
    change(form)
    with pytest.raises(InputError, match=message):
        read_night(Node(form, "night", ""))


def test_a_file_may_bring_a_house_edition_with_it() -> None:
    edition = {
        "base": "pt_pareado",
        "code": "porto",
        "name": "Porto",
        "changes": {"values": {"POS": "50"}},
    }
    tournament = loaded(night(9, 4, ruleset=edition))
    assert totals(tournament) == {"Portello": 2000, "Banchi": -2000}
    assert Edition.objects.get().code == tournament.ruleset == "porto"
    again = loaded(night(4, 9, ruleset="porto", name="Porto, again"))
    assert totals(again)["Portello"] == -2000
    other = edition | {"changes": {"values": {"POS": "75"}}}
    with pytest.raises(NightRefused, match="The code “porto” is taken"):
        loaded(night(4, 9, ruleset=other, name="Third"))


def test_an_edition_of_a_file_takes_no_published_systems_code_and_stores_nothing() -> None:
    edition = {
        "base": "pt_pareado",
        "code": "fr32",
        "name": "Porto",
        "changes": {"values": {"POS": "50"}},
    }
    with pytest.raises(NightRefused, match="The code “fr32” is taken"):
        loaded(night(9, 4, ruleset=edition))
    assert not Edition.objects.exists()
    assert not Tournament.objects.exists()


def test_an_edition_whose_name_is_written_with_stray_blanks_is_one_edition() -> None:
    edition = {
        "base": "pt_pareado",
        "code": "porto",
        "name": " Porto  Vecchio",
        "changes": {"values": {"POS": "50"}},
    }
    loaded(night(9, 4, ruleset=edition))
    loaded(night(4, 9, ruleset=edition, name="Second"))
    assert Edition.objects.get().name == "Porto Vecchio"


def test_the_command_refuses_an_edition_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "night.json"
    file.write_text(json.dumps(night(9, 4, ruleset={"base": "lab99", "code": "x", "name": "X"})))
    with pytest.raises(CommandError, match="ruleset"):
        call_command("load_night", str(file))
