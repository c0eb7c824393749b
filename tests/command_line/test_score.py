"""Commands ``king score`` and ``king rulesets``: forms, exit status, and JSON of any kind without a
traceback.
"""

from __future__ import annotations

import copy
import json
import re
from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import king.sheet
from king.__main__ import main
from king.rulesets import RULESETS
from king.sheet.row import Row, Sale
from king.sheet.ruling_kinds import KINDS
from king.sheet.rulings import Ruling
from tests.command_line.asking import ask
from tests.king.sheets import whole_sheet
from tests.services import examples

PUBLISHED = {
    "ruleset": "lab12",
    "settings": {"sale_settlement": "full"},
    "rows": [
        {"hand": 1, "contract": "KJ", "units": {"N": 3, "E": 1, "S": 4, "W": 0}},
        {
            "hand": 9,
            "contract": "D",
            "trump": "S",
            "units": {"N": 2, "E": 6, "S": 3, "W": 2},
            "sale": {"seller": "N", "buyer": "E", "price": 4},
        },
    ],
    "rulings": [],
}


def ask_score(document):
    status, out, err = ask("score", "-", text=json.dumps(document))
    return status, json.loads(out) if out else None, err


def test_the_published_example_answers_with_its_two_rows_and_the_rulings_that_have_none():
    """The example has two of twelve rows; the rulings are about two others."""
    rulings = [
        {"kind": "illegal_play", "hand": 2, "offender": "E"},
        {"kind": "score_error", "hand": 6, "policy": "debit_abs"},
    ]
    status, answer, _ = ask_score(PUBLISHED | {"rulings": rulings})
    assert status == 1
    assert [row["points"] for row in answer["rows"]] == [
        {"N": "-6", "E": "-2", "S": "-8", "W": "0"},
        {"N": "6", "E": "2", "S": "3", "W": "2"},
    ]
    assert [(problem["code"], problem["hand"]) for problem in answer["problems"]] == [
        ("ruling_hand", 2),
        ("ruling_hand", 6),
    ]
    assert (answer["sum"], answer["expected_sum"], answer["residual"]) == ("-3", "-3", "0")
    assert not answer["complete"]
    assert not answer["closable"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"ruleset": "lab12", "rows": NaN}', "rows: expected an ordinary number, found NaN"),
        (
            '{"ruleset": "lab12", "rows": [{"hand": 1e9999}]}',
            "rows[0].hand: expected an ordinary number, found 1e9999",
        ),
        (
            '{"ruleset": "lab12", "rows": [{"hand": ' + "9" * 5000 + "}]}",
            "rows[0].hand: expected an ordinary number, found " + "9" * 57 + "…",
        ),
        (
            '{"ruleset": "lab12", "rows": [{"hand": 1, "units": {"N": 8, "N": 2}}]}',
            "rows[0].units: expected every key once, found N",
        ),
        # A lone surrogate is refused, because it could not be written to a file again.
        (
            '{"ruleset": "lab12", "rows": [{"hand": 1, "units": {}, "note": "a\\ud800"}]}',
            "rows[0].note: expected whole characters, found a\\ud800",
        ),
        (
            '{"ruleset": "lab12", "rows": [{"hand": 1, "units": {"\\uDC00": 1}}]}',
            "rows[0].units: expected whole characters, found \\udc00",
        ),
        ("[" * 100_000, "expected JSON without deep nesting"),
    ],
)
def test_what_json_lets_through_and_nobody_can_mean_is_refused_with_its_place(text, message):
    """A count written twice is refused; the later one used to win silently. A number that is out of
    range is refused with its place, which used to be missing.
    """
    assert ask("score", "-", text=text) == (2, "", f"king score: standard input: {message}\n")


def test_the_published_form_is_answered_in_the_published_form():
    status, answer, _ = ask_score(PUBLISHED)
    assert status == 0
    assert answer["rows"][0] == {
        "hand": 1,
        "contract": "KJ",
        "points": {"N": "-6", "E": "-2", "S": "-8", "W": "0"},
        "sum": "-16",
        "expected": "-16",
        "running": "-16",
        "explanation": ["N: 3 × −2 = −6", "E: 1 × −2 = −2", "S: 4 × −2 = −8", "W: 0 × −2 = 0"],
    }
    assert answer["rows"][1]["points"] == {"N": "6", "E": "2", "S": "3", "W": "2"}
    assert answer["sheet"] == answer["totals"] == {"N": "0", "E": "0", "S": "-5", "W": "2"}
    assert answer["adjustments"] == {"N": "0", "E": "0", "S": "0", "W": "0"}
    assert (answer["sum"], answer["expected_sum"], answer["residual"]) == ("-3", "-3", "0")
    assert (answer["problems"], answer["complete"], answer["closable"]) == ([], False, False)


def test_a_whole_sheet_is_complete_and_closable():
    rows = [row.as_json() for row in whole_sheet()]
    status, answer, _ = ask_score({"ruleset": "lab12", "rows": rows})
    assert status == 0
    assert (answer["sum"], answer["expected_sum"], answer["complete"], answer["closable"]) == (
        "0",
        "0",
        True,
        True,
    )


def test_a_sheet_with_problems_is_answered_with_exit_1_and_the_ruled_ones_marked():
    document = copy.deepcopy(PUBLISHED)
    document["rows"].append({"hand": 2, "contract": "Q", "units": {"N": 3, "E": 0, "S": 0, "W": 0}})
    problem = {
        "code": "units_short",
        "hand": 2,
        "expected": "4",
        "found": "3",
        "message": "No donne: one queen is missing (3 of 4)",
    }
    status, answer, _ = ask_score(document)
    assert (status, answer["problems"], answer["residual"]) == (1, [problem], "3")
    document["rulings"] = [{"kind": "score_error", "hand": 2, "policy": "debit_abs"}]
    status, answer, _ = ask_score(document)
    assert (status, answer["problems"], answer["residual"]) == (1, [problem | {"ruled": True}], "0")
    assert answer["adjustments"] == {"N": "0", "E": "-3", "S": "0", "W": "0"}


def test_pairs_are_answered_by_side_and_halves_as_text():
    status, answer, _ = ask_score(
        {
            "ruleset": "lab_coppie",
            "rows": [{"hand": 1, "contract": "Q", "units": {"NS": 1, "EW": 3}, "chooser": "NS"}],
        }
    )
    assert (status, answer["totals"]) == (0, {"NS": "-3", "EW": "-9"})
    row = {
        "hand": 1,
        "contract": "MIS",
        "units": {"N": 5, "E": 3, "S": 1, "W": 4},
        "chooser": "N",
        "partner": "W",
    }
    status, answer, _ = ask_score({"ruleset": "pirandello", "rows": [row]})
    assert (status, answer["totals"]["N"]) == (0, "-9/2")


def test_a_house_edition_may_stand_in_place_of_a_code():
    edition = {
        "base": "lab12",
        "code": "harbour",
        "name": "Harbour",
        "changes": {"values": {"KJ": "-5/2"}},
    }
    document = {"ruleset": edition, "rows": PUBLISHED["rows"][:1]}
    assert ask_score(document)[1]["totals"] == {"N": "-15/2", "E": "-5/2", "S": "-10", "W": "0"}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"ruleset": "lab14"}, "standard input: ruleset: expected one of lab12"),
        ({"ruleset": 3}, "ruleset: expected text"),
        ({"rows": {}}, "rows: expected a list"),
        ({"rows": [3]}, "rows[0]: expected an object"),
        ({"rows": [{"contract": "KJ"}]}, "rows[0]: expected the key 'hand'"),
        ({"rows": [{"hand": "1"}]}, "rows[0].hand: expected a whole number"),
        ({"rows": [{"hand": True}]}, "rows[0].hand: expected a whole number"),
        ({"rows": [{"hand": 1, "contract": 7}]}, "rows[0].contract: expected text"),
        ({"rows": [{"hand": 1, "units": [1, 2]}]}, "rows[0].units: expected an object"),
        ({"rows": [{"hand": 1, "units": {"N": "3"}}]}, "rows[0].units.N: expected a whole number"),
        (
            {"rows": [{"hand": 1, "units": {"N": False}}]},
            "rows[0].units.N: expected a whole number",
        ),
        ({"rows": [{"hand": 1, "units": {"N": 1.5}}]}, "rows[0].units.N: expected a whole number"),
        (
            {"rows": [{"hand": 1, "units": {"N": 10**40}}]},
            "rows[0].units.N: expected a whole number",
        ),
        ({"rows": [{"hand": 1, "sale": "N to E"}]}, "rows[0].sale: expected an object"),
        (
            {"rows": [{"hand": 1, "sale": {"price": "4"}}]},
            "rows[0].sale.price: expected a whole number",
        ),
        ({"rows": [{"hand": 1, "third": "yes"}]}, "rows[0].third: expected true or false"),
        (
            {"settings": {"cappotto": "maybe"}},
            "settings.cappotto: expected one of none plus13 plus14",
        ),
        ({"settings": {"colour": 1}}, "settings.colour: expected one of the settings"),
        ({"settings": []}, "settings: expected an object"),
        (
            {"rulings": [{"kind": "shouting"}]},
            "rulings[0].kind: expected one of illegal_play score_error",
        ),
        ({"rulings": [{"hand": 1}]}, "rulings[0]: expected the key 'kind'"),
        (
            {"rulings": [{"kind": "score_error", "hand": 1, "policy": "x"}]},
            "rulings[0].policy: expected one of",
        ),
        (
            {"rulings": [{"kind": "adjustment", "offender": "N", "points": "a"}]},
            "rulings[0].points: expected a number",
        ),
        ({"rulings": 4}, "rulings: expected a list"),
    ],
)
def test_what_cannot_be_read_is_one_line_with_file_place_and_what_was_expected(change, place):
    status, out, err = ask_score(PUBLISHED | change)
    assert (status, out) == (2, None)
    assert place in err
    assert "standard input" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "null", '"lab12"', "{}", '{"ruleset": "lab12"}', "NaN", "[" * 100000]
)
def test_what_is_no_such_document_is_refused_in_one_line(text):
    status, out, err = ask("score", "-", text=text)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_named():
    status, _, err = ask("score", "no/such/sheet.json")
    assert status == 2
    assert "no/such/sheet.json" in err


words = st.sampled_from(
    [
        *"NESW",
        "NS",
        "EW",
        "KJ",
        "Q",
        "D",
        "DOM",
        "POS",
        "SA",
        "S",
        "NT",
        "up",
        "down",
        "null",
        "",
        "X",
        "\U0001f0a1",
        "é",
    ]
)
numbers = st.one_of(
    st.integers(-3, 15), st.integers(), st.booleans(), st.none(), st.floats(allow_nan=False)
)
anything = st.recursive(
    st.one_of(numbers, words, st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)),
    max_leaves=12,
)
units = st.one_of(
    st.fixed_dictionaries({wind: st.integers(-1, 14) for wind in "NESW"}),
    st.fixed_dictionaries({side: st.integers(-1, 27) for side in ("NS", "EW")}),
    st.dictionaries(words, st.integers(-2, 15), max_size=5),
)
sales = st.fixed_dictionaries(
    {}, optional={"seller": words, "buyer": words, "price": st.integers(-2, 15), "polarity": words}
)
rows = st.fixed_dictionaries(
    {"hand": st.integers(-1, 26)},
    optional={
        "contract": st.sampled_from(
            [c.code for r in RULESETS.values() for c in r.contracts] + ["?"]
        ),
        "units": units,
        "trump": words,
        "sale": sales,
        "chooser": words,
        "partner": words,
        "third": st.booleans(),
        "direction": words,
        "unplayed": st.booleans(),
        "blind": st.booleans(),
        "blind_tricks": st.integers(-3, 20),
        "start": words,
    },
)
rulings = st.fixed_dictionaries(
    {"kind": st.sampled_from(["illegal_play", "score_error", "adjustment", "fouled"])},
    optional={
        "hand": st.integers(-1, 26),
        "offender": words,
        "policy": st.sampled_from(["debit_abs", "rebalance", "correct_only"]),
        "points": st.one_of(
            st.integers(-9, 9), st.dictionaries(words, st.integers(-9, 9), max_size=4)
        ),
    },
)


@given(
    st.sampled_from(list(RULESETS)),
    st.lists(rows, max_size=6),
    st.lists(rulings, max_size=4),
    st.sampled_from(
        [
            {},
            {"cappotto": "plus14"},
            {"cappotto": "plus13", "domino_winners": "round"},
            {"blind": True, "buyer_may_turn": True},
        ]
    ),
)
@settings(max_examples=examples(70), deadline=None)
def test_every_readable_sheet_is_scored_and_its_sums_are_consistent(
    code, some_rows, some_rulings, some_settings
):
    document = {
        "ruleset": code,
        "rows": some_rows,
        "rulings": some_rulings,
        "settings": some_settings,
    }
    status, out, err = ask("score", "-", text=json.dumps(document))
    assert status in (0, 1)
    assert err == ""
    answer = json.loads(out)
    assert status == (1 if answer["problems"] else 0)
    from_text = {
        key: [Fraction(value) for value in answer[key].values()]
        for key in ("sheet", "adjustments", "totals")
    }
    assert sum(from_text["sheet"]) == Fraction(answer["sum"])
    assert [
        a + b for a, b in zip(from_text["sheet"], from_text["adjustments"], strict=True)
    ] == from_text["totals"]
    for row in answer["rows"]:
        assert sum(map(Fraction, row["points"].values())) == Fraction(row["sum"])
    assert all(problem["message"] and problem["code"] for problem in answer["problems"])


@given(
    anything,
    st.sampled_from(
        ["ruleset", "rows", "settings", "rulings", "row", "units", "sale", "ruling", "all"]
    ),
)
@settings(max_examples=examples(70), deadline=None)
def test_no_json_whatever_makes_a_traceback(value, place):
    document = copy.deepcopy(PUBLISHED)
    if place == "all":
        document = value
    elif place == "row":
        document["rows"].append(value)
    elif place in ("units", "sale"):
        document["rows"][1][place] = value
    elif place == "ruling":
        document["rulings"].append(value)
    else:
        document[place] = value
    status, out, err = ask("score", "-", text=json.dumps(document))
    assert status in (0, 1, 2)
    assert (err == "") == (status != 2)
    assert (out == "") == (status == 2)
    assert err.count("\n") <= 1


def test_the_systems_are_listed_with_their_figures():
    status, out, _ = ask("rulesets")
    assert status == 0
    answer = json.loads(out)
    assert [system["code"] for system in answer] == list(RULESETS)
    lab12 = answer[0]
    first = {
        "hand": 1,
        "contract": "KJ",
        "units": 8,
        "value": "-2",
        "total": "-16",
        "dealer": "N",
        "leader": "E",
    }
    assert first.items() <= lab12["hands"][0].items()
    assert (len(lab12["hands"]), lab12["expected_sum"], lab12["sides"]) == (12, "0", "individual")
    for system in answer:
        assert {"code", "name", "hands", "expected_sum", "sides", "source", "settings"} <= set(
            system
        )


def test_a_chosen_order_lists_what_may_be_chosen_and_how_often():
    coppie = json.loads(ask("rulesets", "lab_coppie")[1])[0]
    assert {hand["contract"]: hand["count"] for hand in coppie["hands"]} == (
        {"KJ": 1, "Q": 1, "KH": 1, "8D": 1, "NC": 1, "U2": 1, "MIS": 1, "DOM": 2, "D": 4, "SA": 2}
    )
    assert (coppie["expected_sum"], coppie["sides"]) == ("26", "pairs")
    assert [deal["dealer"] for deal in coppie["deals"][:4]] == ["N", "E", "S", "W"]


def test_an_unknown_system_is_refused_by_name():
    status, _, err = ask("rulesets", "lab14")
    assert status == 2
    assert "lab14" in err


def test_the_help_tells_every_key_of_a_row_and_a_ruling_and_every_code_of_a_problem(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    vocabulary = set(re.findall(r"\w+", capsys.readouterr().out))
    keys = {field.name for kind in (Row, Sale, Ruling) for field in fields(kind)}
    sources = "".join(
        path.read_text(encoding="utf-8") for path in Path(king.sheet.__path__[0]).glob("*.py")
    )
    pattern = r'(?:_problem\(\s*hand|_problem\(\s*hands\[-1\]|Problem\.of\(|\.refuse\(\s*case),?\s*"(\w+)"'
    codes = set(re.findall(pattern, sources)) | {"units_short", "units_over"}
    assert len(codes) > 40
    assert keys | set(KINDS) | codes <= vocabulary


def test_a_row_may_say_the_named_card_and_what_the_buyer_took_himself() -> None:
    """A row may have the named card (§12.5) and the buyer's own tricks (§12.1) in addition to its
    other fields. Pirandello's row is the source's: 9 and 4 tricks.
    """
    row = {
        "hand": 1,
        "chooser": "N",
        "partner": "W",
        "contract": "MIS",
        "units": {"N": 5, "E": 3, "S": 1, "W": 4},
    }
    for more in ({}, {"card": "HQ"}):
        answer = json.loads(
            ask("score", "-", text=json.dumps({"ruleset": "pirandello", "rows": [row | more]}))[1]
        )
        assert answer["rows"][0]["points"] == {"N": "-9/2", "E": "-2", "S": "-2", "W": "-9/2"}
        assert answer["problems"] == []
    sold = {
        "hand": 9,
        "trump": "S",
        "units": {"NS": 7, "EW": 6},
        "sale": {"seller": "N", "buyer": "W", "price": 5},
    }
    document = {"ruleset": "squadre", "settings": {"sale_settlement": "full"}, "rows": [sold]}
    assert json.loads(ask("score", "-", text=json.dumps(document))[1])["rows"][0]["points"] == {
        "NS": "11",
        "EW": "-11",
    }
    document = {"ruleset": "squadre", "settings": {"sale_counts": "buyer"}, "rows": [sold]}
    [problem] = json.loads(ask("score", "-", text=json.dumps(document))[1])["problems"]
    assert (problem["code"], problem["wind"]) == ("sale_tricks", "W")
    sold["sale"]["tricks"] = 0
    # W is five tricks short, doubled by it.wikipedia's footnote: 7 + 10 against 6 − 10.
    assert json.loads(ask("score", "-", text=json.dumps(document))[1])["rows"][0]["points"] == {
        "NS": "21",
        "EW": "-21",
    }
