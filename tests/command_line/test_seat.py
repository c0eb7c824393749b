"""Command ``king seat``: the form of the answer, and refusals of one line."""

from __future__ import annotations

import json

import pytest

from king.__main__ import main


def ask(capsys, *words: str) -> tuple[int, str, str]:
    try:
        status = main(["seat", *words])
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_eight_tables_four_rounds_with_winds_kept(capsys):
    status, out, _ = ask(capsys, "--tables", "8", "--rounds", "4")
    answer = json.loads(out)
    assert status == 0
    assert answer["tables"] == 8
    assert answer["rounds"][1]["tables"][0] == {
        "table": 1,
        "N": "N1",
        "E": "E2",
        "S": "S3",
        "W": "W4",
    }
    assert answer["certificate"]["meetings_repeated"] == 0
    assert answer["certificate"]["best_possible"] == {
        "meetings_repeated": 0,
        "rounds_without_repeat": 8,
        "no_more_rounds_than": 8,
    }


def test_rotating_seats_are_numbers_and_winds_come_out_even(capsys):
    _, out, _ = ask(capsys, "--tables", "8", "--rounds", "4", "--policy", "rotate")
    answer = json.loads(out)
    assert answer["certificate"]["winds_per_player"] == {"least": 1, "most": 1}
    numbers = [table[wind] for table in answer["rounds"][0]["tables"] for wind in "NESW"]
    assert sorted(numbers) == list(range(1, 33))


def test_redrawn_seats_come_out_again_from_the_seed_that_is_printed(capsys):
    _, out, _ = ask(capsys, "--tables", "8", "--rounds", "4", "--policy", "redraw")
    again = ask(
        capsys,
        "--tables",
        "8",
        "--rounds",
        "4",
        "--policy",
        "redraw",
        "--seed",
        json.loads(out)["seed"],
    )
    assert again[1] == out


def test_a_rest_by_four_sits_out(capsys):
    _, out, _ = ask(capsys, "--players", "26", "--rounds", "2", "--policy", "rotate")
    assert [round_["sitting_out"] for round_ in json.loads(out)["rounds"]] == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--tables", "0", "--rounds", "4"), "tables: expected from 1 to 250"),
        (("--tables", "8", "--rounds", "-1"), "rounds: expected from 1 to 100"),
        (("--tables", "x", "--rounds", "1"), "invalid int value"),
        (("--rounds", "1"), "required"),
        (("--players", "9", "--rounds", "1"), "a multiple of four"),
        (("--tables", "8", "--rounds", "1", "--seed", "xyz"), "expected hexadecimal"),
        (("--tables", "251", "--rounds", "1", "--policy", "rotate"), "players: expected from 4 to"),
    ],
)
def test_what_cannot_be_seated_is_refused_in_one_line(capsys, words, message):
    status, out, err = ask(capsys, *words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
