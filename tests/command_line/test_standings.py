"""Command ``king standings``: the answer's form, the exit status, and JSON of any kind without a
traceback.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from king.__main__ import main
from king.standing.ranking import Line, Standings
from king.standing.round_results import Result, RoundResults
from tests.command_line.asking import answered, ask
from tests.services import examples

CONTRACT = {
    "settings": {
        "scale": [10, 6, 4, 3, 2, 1],
        "tail": 1,
        "ties": "share",
        "count_best": 9,
        "tiebreaks": ["firsts", "seconds", "thirds", "dropped"],
    },
    "rounds": [
        {
            "round": 1,
            "results": [
                {"entry": "Rossi", "table": 1, "wind": "N", "total": "25"},
                {"entry": "Verdi", "table": 2, "wind": "N", "total": "-9/2"},
            ],
        }
    ],
}


def test_the_answer_has_the_form_of_the_contract():
    status, out, _ = ask("standings", "-", text=json.dumps(CONTRACT))
    assert status == 0
    answer = json.loads(out)
    assert list(answer) == ["rounds", "overall", "winds"]
    assert answer["rounds"] == [
        {
            "round": 1,
            "winds": {
                "N": [
                    {"entry": "Rossi", "rank": 1, "total": "25", "match_points": "10"},
                    {"entry": "Verdi", "rank": 2, "total": "-9/2", "match_points": "6"},
                ]
            },
        }
    ]
    assert answer["overall"][1] == {
        "rank": 2,
        "entry": "Verdi",
        "match_points": "6",
        "total": "-9/2",
        "counted": [{"round": 1, "match_points": "6"}],
        "dropped": [],
        "tiebreak": None,
        "explanation": ["Partita 1, N: place 2 of 2, match points 6."],
    }
    assert answer["winds"] == {"N": answer["overall"]}


def test_settings_may_be_left_out():
    assert ask("standings", "-", text=json.dumps({"rounds": CONTRACT["rounds"]}))[0] == 0


def test_an_entry_twice_in_a_round_is_answered_with_the_problem():
    results = [{"entry": "Rossi", "table": t, "wind": "N", "total": 1} for t in (1, 2)]
    status, out, _ = ask(
        "standings", "-", text=json.dumps({"rounds": [{"round": 1, "results": results}]})
    )
    assert status == 1
    assert json.loads(out)["problems"] == [
        {
            "code": "entry_twice",
            "round": 1,
            "entries": ["Rossi"],
            "message": "Partita 1: Rossi has 2 results; one is counted.",
        }
    ]


def test_house_players_byes_and_missing_sheets_are_read():
    results = [
        {"entry": "Rossi", "table": 1, "wind": "N", "total": 4},
        {"entry": "Jolly", "table": 2, "wind": "N", "total": 9, "ranked": False},
        {"entry": "Verdi", "bye": True},
        {"entry": "Neri", "table": "3", "wind": "N", "total": None},
    ]
    document = {
        "settings": {"bye_points": 5},
        "rounds": [{"round": 1, "tables": 3, "results": results}],
    }
    status, out, _ = ask("standings", "-", text=json.dumps(document))
    answer = json.loads(out)
    assert status == 0
    assert answer["unranked"] == ["Jolly"]
    assert answer["rounds"][0]["byes"] == [{"entry": "Verdi", "match_points": "5"}]
    assert [line["entry"] for line in answer["overall"]] == ["Rossi", "Verdi", "Neri"]


def test_the_command_reads_boards() -> None:
    def line(entry: str, first: str, second: object) -> dict[str, object]:
        boards = [{"board": "1", "points": first}, {"board": "2", "points": second}]
        return {"entry": entry, "wind": "N", "total": 0, "boards": boards}

    results = [line("Anna", "-6", None), line("Elsa", "-2", 5)]
    document = {"settings": {"method": "boards"}, "rounds": [{"round": 1, "results": results}]}
    status, answer, _ = answered("standings", document)
    assert status == 0
    assert [(one["entry"], one["match_points"]) for one in answer["overall"]] == [
        ("Elsa", "75"),  # 100 on board 1, and 50 on board 2, where nobody compares
        ("Anna", "25"),
    ]
    written = answer["rounds"][0]["winds"]["N"][1]["boards"]
    assert written == [{"board": "1", "points": "-6"}, {"board": "2", "points": None}]

    results[0]["boards"] = [{"points": 1}]
    assert (
        "rounds[0].results[0].boards[0]: expected the key 'board'"
        in answered("standings", json.dumps(document))[2]
    )


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("{", "expected JSON"),
        ('{"rounds": [1e999999999]}', "rounds[0]: expected an ordinary number, found 1e999999999"),
        (
            '{"rounds": [], "settings": {}, "settings": {}}',
            "expected every key once, found settings",
        ),
        (
            {"rounds": [{"round": 1, "results": [{"entry": "A", "wind": "n", "total": 1}]}]},
            "results[0].wind: expected one of N E S W NS EW",
        ),
        ([], "expected an object"),
        ({}, "expected the key 'rounds'"),
        (
            {"rounds": [{"round": 0, "results": []}]},
            "rounds[0].round: expected a whole number from 1",
        ),
        ({"rounds": [], "settings": {"scales": []}}, "settings.scales: no such setting"),
        (
            {"rounds": [], "settings": {"ties": "half"}},
            "settings.ties: expected one of share top bottom",
        ),
        (
            {"rounds": [], "settings": {"tiebreaks": ["firsts", "firsts"]}},
            "expected each tie-break once",
        ),
        ({"rounds": [], "settings": {"lot_seed": "xyz"}}, "expected a seed in hexadecimal"),
        (
            {"rounds": [{"round": 1, "results": [{"entry": " "}]}]},
            "results[0].entry: expected the entry's name",
        ),
        (
            {"rounds": [{"round": 1, "results": [{"entry": "A", "wind": "N", "total": 10**12}]}]},
            "a number of points",
        ),
        (
            {
                "settings": {"method": "tables"},
                "rounds": [{"round": 1, "results": [{"entry": "A", "total": 1}]}],
            },
            "expected the key 'table'",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(document, message):
    status, out, err = ask(
        "standings", "-", text=document if isinstance(document, str) else json.dumps(document)
    )
    assert (status, out) == (2, "")
    assert err.startswith("king standings: standard input: ")
    assert message in err
    assert err.count("\n") == 1


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.just("N")
    | st.just("1/2")
)
anything: st.SearchStrategy[Any] = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
)
results = st.fixed_dictionaries(
    {},
    optional={
        "entry": st.sampled_from(["A", "B", "{x}", "\ud800"]) | anything,
        "table": st.integers(-1, 3) | st.text(max_size=2) | anything,
        "wind": st.sampled_from(["N", "E", "NS", ""]) | anything,
        "total": st.integers(-9, 9) | st.sampled_from(["1/3", "−2", "1e9", "1/0"]) | anything,
        "ranked": st.booleans() | anything,
        "bye": st.booleans() | anything,
    },
)
documents = st.fixed_dictionaries(
    {
        "rounds": anything
        | st.lists(
            st.fixed_dictionaries(
                {
                    "round": st.integers(0, 3) | anything,
                    "results": st.lists(results, max_size=4) | anything,
                },
                optional={"tables": anything},
            ),
            max_size=3,
        )
    },
    optional={
        "settings": anything
        | st.fixed_dictionaries(
            {},
            optional={
                "method": st.sampled_from(
                    ["places", "tables", "matchpoints", "percent", "boards", "datum", "raw"]
                )
                | anything,
                "scale": st.lists(st.integers(0, 9)) | anything,
                "count_best": st.integers(0, 2) | anything,
                "tiebreaks": st.lists(st.sampled_from(["firsts", "lot", "previous", "best_sheet"]))
                | anything,
                "previous": st.just(["A"]) | anything,
                "bye_points": st.sampled_from(["average", "zero", 3]) | anything,
                "datum_drop": st.integers(-1, 3) | anything,
                "by_wind": st.booleans() | anything,
            },
        )
    },
)


@given(documents | anything)
@example(
    {"rounds": [{"round": 1, "results": [{"entry": "{x}", "table": 1, "wind": "N", "total": 1}]}]}
)
@settings(max_examples=examples(80), deadline=None)
def test_no_json_whatever_makes_a_traceback(document):
    status, out, err = ask("standings", "-", text=json.dumps(document))
    if status == 2:
        assert err.count("\n") == 1
    else:
        assert status == (1 if "problems" in json.loads(out) else 0)


def test_the_help_tells_every_key_of_the_document_and_of_the_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["standings", "--help"])
    words = set(re.findall(r"\w+", capsys.readouterr().out))
    read = {field.name for kind in (RoundResults, Result) for field in fields(kind)} - {
        "number",
        "sat",
    }
    answered = {field.name for kind in (Standings, Line) for field in fields(kind)}
    assert read | answered <= words
