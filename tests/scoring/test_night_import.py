"""Two commands: one loads a whole evening, one writes its standings. A wrong file is refused with
one line.
"""

from __future__ import annotations

import copy
import io
import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation

from deals.models import Board
from scoring.models import Publication, Ruling, Sheet
from tests.evenings import NIGHT, night_file, short_night
from tournaments.log.verification import check_chain
from tournaments.models import Entry, LogEntry, Player, Round, Tournament

pytestmark = pytest.mark.django_db

VALUES = {"KJ": -2, "Q": -3, "KH": -8, "8D": -8, "NC": -1, "MIS": -1, "U2": -4, "D": 1, "SA": 2}
SCALE = (10, 6, 4, 3, 2, 1, 1, 1)


def load(*arguments: str) -> str:
    """Load a night; return the tournament's code, the last word of the output."""
    output = io.StringIO()
    call_command("load_night", *arguments, stdout=output)
    return output.getvalue().split()[-1]


def load_night(night: dict[str, Any], folder: Path) -> str:
    path = folder / "evening.json"
    path.write_text(json.dumps(night))
    return load(str(path))


def export(code: str) -> dict[str, Any]:
    output = io.StringIO()
    call_command("export_results", code, stdout=output)
    return json.loads(output.getvalue())


def totals_by_hand(night: dict[str, Any], number: int) -> dict[str, dict[str, Fraction]]:
    """Points by wind and player, from the file alone: counts times values, with sold tricks handed
    over.
    """
    totals: dict[str, dict[str, Fraction]] = {wind: {} for wind in "NESW"}
    for sheet in night["rounds"][number]["sheets"]:
        points = dict.fromkeys("NESW", 0)
        for row in sheet["rows"]:
            for wind in "NESW":
                points[wind] += VALUES[row["contract"]] * row["units"][wind]
            if "sale" in row:
                points[row["sale"]["seller"]] += row["sale"]["price"]
                points[row["sale"]["buyer"]] -= row["sale"]["price"]
        assert sum(points.values()) == 0
        for wind in "NESW":
            totals[wind][sheet["seats"][wind]] = Fraction(points[wind])
    return totals


def match_points_by_hand(totals: dict[str, Fraction]) -> dict[str, Fraction]:
    """Match points 10 6 4 3 2 1 1 1 by place; level players share the mean of their places."""
    earned = {}
    for player, total in totals.items():
        better = sum(other > total for other in totals.values())
        equal = sum(other == total for other in totals.values())
        earned[player] = Fraction(sum(SCALE[better : better + equal]), equal)
    return earned


def test_the_standings_of_the_simulated_evening_are_those_worked_out_by_hand() -> None:
    night = night_file()
    code = load(str(NIGHT))
    assert list(Sheet.objects.values_list("state", flat=True)) == ["closed"] * 16
    answer = export(code)
    overall: dict[str, Fraction] = defaultdict(Fraction)
    raw: dict[str, Fraction] = defaultdict(Fraction)
    for number, round_ in enumerate(answer["rounds"]):
        by_hand = totals_by_hand(night, number)
        for wind, lines in round_["winds"].items():
            earned = match_points_by_hand(by_hand[wind])
            assert {line["entry"]: Fraction(line["total"]) for line in lines} == by_hand[wind]
            assert {line["entry"]: Fraction(line["match_points"]) for line in lines} == earned
            for player, points in earned.items():
                overall[player] += points
                raw[player] += by_hand[wind][player]
    assert {line["entry"]: Fraction(line["match_points"]) for line in answer["overall"]} == overall
    assert {line["entry"]: Fraction(line["total"]) for line in answer["overall"]} == raw
    match_points = [Fraction(line["match_points"]) for line in answer["overall"]]
    assert match_points == sorted(match_points, reverse=True)
    assert {wind: len(lines) for wind, lines in answer["winds"].items()} == dict.fromkeys("NESW", 8)


def test_an_evening_from_a_file_is_as_if_the_screens_had_made_it() -> None:
    code = load(str(NIGHT))
    tournament = Tournament.objects.get(code=code)
    assert (tournament.entries.count(), tournament.wind_policy, tournament.is_frozen) == (
        32,
        "keep",
        True,
    )
    assert list(Round.objects.values_list("number", "stage")) == [
        (1, "provisional"),
        (2, "provisional"),
    ]
    assert Publication.objects.count() == 2
    assert check_chain(tournament).fault is None
    assert LogEntry.objects.filter(kind="sheet_closed").count() == 16
    board = Board.objects.get(board_set__round__number=2, number=12)
    assert board.deal.pbn == night_file()["rounds"][1]["boards"][11]["pbn"]
    assert (board.origin, board.contract, board.dealer, board.board_set.is_revealed) == (
        "transcribed",
        "SA",
        "W",
        True,
    )
    seats = night_file()["rounds"][1]["sheets"][2]["seats"]
    table = Round.objects.get(number=2).tables.get(number=3)
    assert {seat.wind: seat.player.spoken_name for seat in table.seats.all()} == seats
    norths = tournament.entries.filter(wind="N").order_by("wind_number")
    assert [entry.spoken_title for entry in norths] == [
        s["seats"]["N"] for s in night_file()["rounds"][0]["sheets"]
    ]


def test_players_of_the_roster_are_found_by_their_name() -> None:
    known = Player.objects.create(given_name="Laura", surname="Lo Presti", card_number="7")
    load(str(NIGHT))
    assert known.entries.get().title == "Lo Presti Laura"
    assert Player.objects.count() == 32
    load(str(NIGHT))
    assert Player.objects.count() == 32
    assert Tournament.objects.count() == 2


def test_a_name_that_the_roster_has_twice_is_not_guessed() -> None:
    for card_number in ("7", "8"):
        Player.objects.create(given_name="Laura", surname="Lo Presti", card_number=card_number)
    with pytest.raises(CommandError, match="Laura Lo Presti"):
        load(str(NIGHT))
    assert not Tournament.objects.exists()


def renamed(night: dict[str, Any], round_: int, was: str, name: str) -> dict[str, Any]:
    """The same night with another spelling of a player's name in one partita."""
    for sheet in night["rounds"][round_ - 1]["sheets"]:
        sheet["seats"] = {
            wind: name if player == was else player for wind, player in sheet["seats"].items()
        }
    return night


@pytest.mark.parametrize(
    "written", ["Laura Lo Presti", "Lo Presti Laura", "lo presti LAURA", "Làura Lopresti"]
)
def test_a_player_of_the_roster_is_found_in_either_order_and_spelling(
    written: str, tmp_path: Path
) -> None:
    known = Player.objects.create(given_name="Laura", surname="Lo Presti", card_number="7")
    night = renamed(
        renamed(night_file(), 1, "Laura Lo Presti", written), 2, "Laura Lo Presti", written
    )
    load_night(night, tmp_path)
    assert known.entries.count() == 1
    assert Player.objects.count() == 32


def test_a_name_that_is_new_is_one_person_in_either_order_all_evening(tmp_path: Path) -> None:
    """The evening used to be refused, because the two orders became two people, of whom the second
    was entered already.
    """
    load_night(renamed(night_file(), 2, "Laura Lo Presti", "Lo Presti Laura"), tmp_path)
    assert Player.objects.count() == 32
    assert Tournament.objects.get().wind_policy == "keep"
    assert Player.objects.get(surname="Lo Presti").seats.count() == 2


def test_two_orders_of_a_name_at_two_tables_are_not_guessed(tmp_path: Path) -> None:
    night = night_file()
    other = night["rounds"][0]["sheets"][3]["seats"]["N"]
    with pytest.raises(CommandError, match=r".Laura Lo Presti. .+ .Lo Presti Laura."):
        load_night(renamed(night, 1, other, "Lo Presti Laura"), tmp_path)
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_the_words_themselves_go_before_a_spelling(tmp_path: Path) -> None:
    Player.objects.create(given_name="Làura", surname="Lo Presti")
    known = Player.objects.create(given_name="Lo Presti", surname="Laura")
    load(str(NIGHT))
    assert known.entries.count() == 1


def test_name_and_date_come_from_the_options_or_from_the_file(tmp_path: Path) -> None:
    night = short_night() | {"name": "Gran premio", "date": "2026-03-05"}
    tournament = Tournament.objects.get(code=load_night(night, tmp_path))
    assert (tournament.name, tournament.date.isoformat()) == ("Gran premio", "2026-03-05")
    code = load(str(tmp_path / "evening.json"), "--name", "Altro", "--date", "2026-04-06")
    tournament = Tournament.objects.get(code=code)
    assert (tournament.name, tournament.date.isoformat()) == ("Altro", "2026-04-06")


def test_tables_stand_in_the_order_of_their_numbers_in_whatever_order_the_file_has_them(
    tmp_path: Path,
) -> None:
    night = short_night()
    for round_ in night["rounds"]:
        round_["sheets"].reverse()
    load_night(night, tmp_path)
    for partita in Round.objects.all():
        seats = partita.seats.values_list("table__number", flat=True)
        assert list(seats) == sorted(seats)


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(NIGHT.read_bytes())))
    assert Tournament.objects.filter(code=load("-")).exists()


def test_rulings_of_the_file_are_the_arbiters(tmp_path: Path) -> None:
    night = short_night()
    night["rulings"] = [
        {
            "round": 1,
            "table": 2,
            "kind": "illegal_play",
            "hand": 9,
            "offender": "S",
            "reason": "Revoked.",
        },
        {"round": 1, "table": 2, "kind": "adjustment", "offender": "N", "points": "-3/2"},
    ]
    seats = night["rounds"][0]["sheets"][1]["seats"]
    before = totals_by_hand(night, 0)
    answer = export(load_night(night, tmp_path))
    lines = [line for wind in answer["rounds"][0]["winds"].values() for line in wind]
    totals = {line["entry"]: Fraction(line["total"]) for line in lines}
    assert totals[seats["S"]] == before["S"][seats["S"]] - 5
    assert totals[seats["N"]] == before["N"][seats["N"]] - Fraction(3, 2)
    assert totals[seats["E"]] == before["E"][seats["E"]]
    assert Ruling.objects.get(kind="illegal_play").reason == "Revoked."


def test_a_row_with_an_error_loads_once_the_file_rules_on_it(tmp_path: Path) -> None:
    """Hand 2 of the first table lacks a queen, so its dealer, East, is charged 3 points (A13)."""
    night = short_night()
    sheet = night["rounds"][0]["sheets"][0]
    sheet["rows"][1]["units"] = {"N": 1, "E": 1, "S": 1, "W": 0}
    with pytest.raises(CommandError):
        load_night(night, tmp_path)
    night["rulings"] = [
        {"round": 1, "table": 1, "kind": "score_error", "hand": 2, "policy": "debit_abs"}
    ]
    code = load_night(night, tmp_path)
    totals = {
        line["entry"]: Fraction(line["total"]) for line in export(code)["rounds"][0]["winds"]["E"]
    }
    played = sum(VALUES[row["contract"]] * row["units"]["E"] for row in sheet["rows"])
    sold = sum(
        row["sale"]["price"]
        for row in sheet["rows"]
        if "sale" in row and row["sale"]["seller"] == "E"
    )
    bought = sum(
        row["sale"]["price"]
        for row in sheet["rows"]
        if "sale" in row and row["sale"]["buyer"] == "E"
    )
    assert totals[sheet["seats"]["E"]] == played + sold - bought - 3


Change = Callable[[dict[str, Any]], object]


def first_sheet(night: dict[str, Any]) -> dict[str, Any]:
    return night["rounds"][0]["sheets"][0]


WRONG: list[tuple[Change, str]] = [
    (lambda night: night.pop("ruleset"), "ruleset"),
    (lambda night: night.update(ruleset="lab99"), "lab99"),
    (lambda night: night.update(settings={"sale_settlement": "gift"}), "sale_settlement"),
    (lambda night: night.update(standing_settings={"scale": "ten"}), "standing_settings.scale"),
    (lambda night: night.update(rounds=[]), "rounds"),
    (lambda night: night.update(rounds={"1": []}), "rounds"),
    (lambda night: night["rounds"].reverse(), r"rounds\[0\].round"),
    (lambda night: night.update(date="yesterday"), "date"),
    (lambda night: night.update(name=""), "name"),
    (
        lambda night: night["rounds"][1]["boards"][3].update(pbn="N:AKQ"),
        r"rounds\[1\].boards\[3\].pbn",
    ),
    (lambda night: night["rounds"][0]["boards"][3].update(contract="KH"), r"boards\[3\].contract"),
    (lambda night: night["rounds"][0]["boards"][0].update(dealer="W"), r"boards\[0\].dealer"),
    (
        lambda night: night["rounds"][0]["boards"].append(night["rounds"][0]["boards"][0]),
        "each board once",
    ),
    (lambda night: first_sheet(night).update(table=2), "each table once"),
    (lambda night: first_sheet(night)["seats"].pop("W"), r"sheets\[0\].seats"),
    (lambda night: first_sheet(night)["seats"].update(N=7), r"seats.N"),
    (lambda night: first_sheet(night)["seats"].update(N="Laura Lo Presti"), "Laura Lo Presti"),
    (lambda night: first_sheet(night)["rows"][4]["units"].update(N="three"), r"rows\[4\].units.N"),
    (lambda night: first_sheet(night)["rows"][4].update(hand=4), "each hand once"),
    (lambda night: first_sheet(night)["rows"][4].update(trump="\ud800"), r"rows\[4\].trump"),
    (
        lambda night: night.update(rulings=[{"round": 3, "table": 1, "kind": "fouled"}]),
        r"rulings\[0\].round",
    ),
    (
        lambda night: night.update(rulings=[{"round": 1, "table": 9, "kind": "fouled"}]),
        r"rulings\[0\].table",
    ),
    (
        lambda night: night.update(rulings=[{"round": 1, "table": 1, "kind": "theft"}]),
        r"rulings\[0\].kind",
    ),
    (
        lambda night: night.update(
            rulings=[{"round": 1, "table": 1, "kind": "illegal_play", "hand": 2}]
        ),
        r"gs\[0\]",
    ),
    (lambda night: first_sheet(night)["rows"][1]["units"].update(N=9), "table 1.*[Hh]and 2"),
    (lambda night: night["rounds"][1]["sheets"][1]["rows"].pop(6), "artita 2, table 2.*missing: 7"),
]


@pytest.mark.parametrize(
    ("change", "place"), WRONG, ids=[f"{number}" for number in range(len(WRONG))]
)
def test_a_file_that_is_wrong_is_refused_in_one_line_with_the_place_and_stores_nothing(
    change: Change, place: str, tmp_path: Path
) -> None:
    night = short_night()
    change(night)
    with translation.override("en"), pytest.raises(CommandError, match=place) as error:
        load_night(night, tmp_path)
    assert "\n" not in str(error.value)
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1, 2]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"rounds": NaN}']
)
def test_what_is_no_evening_at_all_is_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_bytes(content)
    with pytest.raises(CommandError) as error:
        load(str(path))
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nowhere\.json"):
        load(str(tmp_path / "nowhere.json"))


def test_an_unknown_code_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(CommandError, match="zzz"):
        export("zzz")
    code = load(str(NIGHT))
    with pytest.raises(CommandError, match=code):
        export("zzz")
    assert export(code.upper()) == export(code)


def pairs_night(seats: dict[str, Any]) -> dict[str, Any]:
    """Night with one table of pairs by difference: North and South take every unit, and North
    closes Domino.
    """
    contracts = ["KJ", "Q", "8D", "KH", "NC", "U2", "MIS", "DOM", "D", "D", "D", "D", "SA"]
    units = {"KJ": 8, "Q": 4, "8D": 1, "KH": 1, "U2": 2}
    rows: list[dict[str, Any]] = []
    for hand, contract in enumerate(contracts, start=1):
        row: dict[str, Any] = {
            "hand": hand,
            "contract": contract,
            "units": {"NS": units.get(contract, 13), "EW": 0},
        }
        if contract == "DOM":
            row["units"] = {"N": 0, "S": 1, "E": 2, "W": 3}
        if contract == "D":
            row["trump"] = "S"
        rows.append(row)
    return {
        "ruleset": "squadre",
        "rounds": [{"round": 1, "sheets": [{"table": 1, "seats": seats, "rows": rows}]}],
    }


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ({"N": "Ada", "S": "Ugo", "E": "Eva", "W": "Ivo"}, {"Ada – Ugo", "Eva – Ivo"}),
        ({"NS": "Ada – Ugo", "EW": "Eva – Ivo"}, {"Ada – Ugo", "Eva – Ivo"}),
        ({"NS": ["Ada", "Ugo"], "EW": ["Eva", "Ivo"]}, {"Ada – Ugo", "Eva – Ivo"}),
        ({"NS": "Ada / Ugo", "EW": "I due mori"}, {"Ada / Ugo", "I due mori"}),
    ],
)
def test_the_seats_of_pairs_may_be_written_by_wind_or_by_pair(
    seats: dict[str, Any], names: set[str], tmp_path: Path
) -> None:
    answer = export(load_night(pairs_night(seats), tmp_path))
    totals = {
        line["entry"]: (wind, int(line["total"]))
        for wind, lines in answer["rounds"][0]["winds"].items()
        for line in lines
    }
    assert set(totals) == names
    assert sorted(totals.values()) == [("EW", -14), ("NS", 14)]
    assert Entry.objects.count() == 2


def test_a_pair_that_changes_winds_stays_one_pair(tmp_path: Path) -> None:
    night = pairs_night({"N": "Ada", "S": "Ugo", "E": "Eva", "W": "Ivo"})
    second = copy.deepcopy(night["rounds"][0]) | {"round": 2}
    second["sheets"][0]["seats"] = {"N": "Ivo", "S": "Eva", "E": "Ugo", "W": "Ada"}
    night["rounds"].append(second)
    answer = export(load_night(night, tmp_path))
    assert {line["entry"]: line["total"] for line in answer["overall"]} == {
        "Ada – Ugo": "0",
        "Eva – Ivo": "0",
    }
    assert Tournament.objects.get().wind_policy == "redraw"


def test_a_whole_partita_is_stored_with_a_few_queries_for_each_table(
    django_assert_max_num_queries: Any,
) -> None:
    """Its 16 sheets used to take 2,154 queries, because each row was locked, looked up and logged
    by itself.
    """
    with django_assert_max_num_queries(530):
        load(str(NIGHT))


def test_the_letters_on_the_cards_come_with_the_evening(tmp_path: Path) -> None:
    """The file may have them (§13.16)."""
    seats = {"NS": "Ada – Ugo", "EW": "Eva – Ivo"}
    code = load_night(pairs_night(seats) | {"card_letters": "ARDF"}, tmp_path)
    assert Tournament.objects.get(code=code).card_letters == "ARDF"
    with pytest.raises(CommandError, match="AKQJ ARDV ARDF"):
        load_night(pairs_night(seats) | {"card_letters": "XYZW"}, tmp_path)
