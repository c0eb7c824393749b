"""Commands ``king invite``, ``king report`` and ``king merge``: an event run by files, from its
draw to its result.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.command_line.asking import ask
from tests.king.sheets import winds

SEED = "07" * 32
PLAN = {
    "event": "Simultaneo d'autunno",
    "date": "2026-11-27",
    "ruleset": "lab12",
    "halls": ["Genova", "Savona"],
}


def evening(kings: tuple[int, ...]) -> dict[str, Any]:
    rows = [
        {"hand": 1, "units": winds(*kings)},
        {"hand": 2, "units": winds(1, 1, 1, 1)},
        {"hand": 3, "units": winds(0, 0, 1, 0)},
        {"hand": 4, "units": winds(0, 0, 0, 1)},
        *({"hand": hand, "units": winds(4, 3, 3, 3)} for hand in (5, 6)),
        {"hand": 7, "units": winds(1, 1, 0, 0)},
        *({"hand": hand, "units": winds(4, 3, 3, 3), "trump": "S"} for hand in (8, 9, 10, 11)),
        {"hand": 12, "units": winds(4, 3, 3, 3)},
    ]
    sheet = {"table": 1, "seats": {wind: f"Player {wind}" for wind in "NESW"}, "rows": rows}
    night = {"ruleset": "lab12", "rounds": [{"round": 1, "sheets": [sheet]}]}
    return {"written": "2026-11-27T23:40", "night": night}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Folder of an event with key and invitations, the reports of both halls, and their codes told."""
    status, out, err = ask(
        "invite", "-", "--seed", SEED, "--folder", str(tmp_path / "event"), text=json.dumps(PLAN)
    )
    assert (status, err) == (0, "")
    drawn = tmp_path / "event"
    assert sorted(path.name for path in drawn.iterdir()) == sorted(json.loads(out)["files"])
    event = json.loads((drawn / "event.json").read_text(encoding="utf-8"))
    for hall, kings in enumerate(((3, 1, 4, 0), (0, 4, 2, 2)), 1):
        form = json.dumps(evening(kings))
        status, out, err = ask("report", str(drawn / f"hall-{hall}.king"), "-", text=form)
        assert status == 0
        (drawn / f"report-{hall}.king").write_text(out, encoding="utf-8")
        event["halls"][hall - 1]["code"] = err.removeprefix("king report: closing code ").strip()
    (drawn / "event.json").write_text(json.dumps(event), encoding="utf-8")
    return drawn


def merged(folder: Path, *files: str, **options: str) -> tuple[int, Any, str]:
    flags = [word for key, value in options.items() for word in (f"--{key}", value)]
    paths = [str(folder / name) for name in files]
    status, out, err = ask("merge", str(folder / "event.json"), *paths, *flags)
    return status, json.loads(out) if out else None, err


def test_an_event_of_files_from_its_draw_to_its_result(folder: Path) -> None:
    """In Kings and Jacks N has −6 against 0, E −2 against −8, S −8 against −4, W 0 against −4. All
    other hands are the same at both tables.
    """
    key = (folder / "key-1.txt").read_text(encoding="utf-8")
    status, answer, _ = merged(folder, "report-1.king", "report-2.king", key=key)
    assert status == 0
    tops = {
        wind: (lines[0]["hall"], lines[0]["percent"]) for wind, lines in answer["winds"].items()
    }
    assert tops == {"N": (2, "100"), "E": (1, "100"), "S": (2, "100"), "W": (1, "100")}
    assert answer["overall"][0] == {
        "hall": 1,
        "name": "Player E",
        "percent": "100",
        "total": "3",
        "earned": {"1": "100"},
        "rank": 1,
        "tiebreak": "tied",
    }
    assert [(hall["name"], hall["state"]) for hall in answer["halls"]] == [
        ("Genova", "in_field"),
        ("Savona", "in_field"),
    ]
    assert answer["keys"] == ["".join(key.split())]

    (folder / "result.json").write_text(json.dumps(answer), encoding="utf-8")
    against = str(folder / "result.json")
    again = merged(folder, "report-1.king", "report-2.king", key=key, against=against)
    assert (again[0], again[1]["differs"]) == (0, [])
    status, answer, _ = merged(folder, "report-1.king", against=against)
    assert (status, answer["differs"]) == (1, ["halls", "overall", "winds", "seed", "keys"])


def test_the_key_deals_the_boards_of_an_invitation_and_another_is_refused(folder: Path) -> None:
    invitation = str(folder / "hall-1.king")
    seed = json.loads(Path(invitation).read_text(encoding="utf-8"))["seed"]
    key = "".join((folder / "key-1.txt").read_text(encoding="utf-8").split())
    deal = "deal", "--document", invitation, "--seed", seed
    status, out, _ = ask(*deal, "--datum", key)
    assert (status, len(json.loads(out)["rounds"][0]["boards"])) == (0, 12)
    assert ask(*deal)[0] == 2
    assert "does not match the SHA-256" in ask(*deal, "--datum", key[::-1])[2]


def test_a_file_that_cannot_be_read_holds_up_no_other(folder: Path) -> None:
    (folder / "broken.king").write_text("{", encoding="utf-8")
    (folder / "bare.king").write_text("[{}]", encoding="utf-8")
    files = "report-1.king", "broken.king", "bare.king", "none.king", "report-2.king"
    status, answer, _ = merged(folder, *files)
    assert status == 1
    assert [doubt["code"] for doubt in answer["doubts"]] == ["not_read"] * 3
    messages = [doubt["message"].removeprefix(str(folder)) for doubt in answer["doubts"]]
    assert "broken.king: line 1" in messages[0]
    assert "bare.king: [0]: expected the key 'event'" in messages[1]
    assert "none.king: cannot be opened" in messages[2]
    assert [hall["state"] for hall in answer["halls"]] == ["in_field"] * 2


def test_a_list_of_reports_is_as_many_files(folder: Path) -> None:
    reports = [
        json.loads((folder / f"report-{hall}.king").read_text(encoding="utf-8")) for hall in (1, 2)
    ]
    (folder / "all.king").write_text(json.dumps(reports), encoding="utf-8")
    assert merged(folder, "all.king")[1] == merged(folder, "report-1.king", "report-2.king")[1]


def test_a_wrong_key_is_one_line(folder: Path) -> None:
    status, answer, err = merged(folder, "report-1.king", key="ABC")
    assert (status, answer) == (2, None)
    assert err == "king merge: --key: 26 letters from A to Z, found 3\n"
    assert "--key: datum: the value does not match" in merged(folder, key="A" * 26)[2]


def test_an_event_is_never_drawn_over_another(folder: Path) -> None:
    status, _, err = ask("invite", "-", "--folder", str(folder), text=json.dumps(PLAN))
    assert status == 2
    assert "expected an empty folder" in err


def test_a_fresh_event_is_another_each_time() -> None:
    drawn = [json.loads(ask("invite", "-", text=json.dumps(PLAN))[1]) for _ in range(2)]
    assert drawn[0]["keys"] != drawn[1]["keys"]
    assert drawn[0]["event"]["seed"] != drawn[1]["event"]["seed"]


@pytest.mark.parametrize(
    ("verb", "document", "message"),
    [
        ("invite", {**PLAN, "halls": []}, "halls: expected at least one hall"),
        ("invite", {**PLAN, "halls": ["A", "a"]}, "halls: expected each hall once"),
        ("invite", {**PLAN, "ruleset": "whist"}, "ruleset: expected one of"),
        (
            "invite",
            {**PLAN, "standing": {"method": "raw"}},
            "standing.method: expected one of percent",
        ),
        ("merge", {}, "expected the key 'event'"),
    ],
)
def test_a_plan_or_an_event_that_cannot_be_is_refused(
    verb: str, document: object, message: str
) -> None:
    status, out, err = ask(verb, "-", text=json.dumps(document))
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


# -- sealing a report


def report(folder: Path, hall: int, form: Any, *options: str) -> tuple[int, str, str]:
    return ask("report", str(folder / f"hall-{hall}.king"), "-", *options, text=json.dumps(form))


def test_an_evening_that_is_wrong_is_not_sealed_but_anyway(folder: Path) -> None:
    """``--anyway`` seals it: fourteen tricks in misère, a missing sheet of two, a player at two
    tables.
    """
    tricks = evening((2, 2, 2, 2))
    sheet = tricks["night"]["rounds"][0]["sheets"][0]
    sheet["rows"][5]["units"] = winds(4, 4, 3, 3)
    missing = evening((2, 2, 2, 2))
    missing["night"]["rounds"][0]["sheets"][0]["table"] = 2
    twice = evening((2, 2, 2, 2))
    again = twice["night"]["rounds"][0]["sheets"]
    again.append({**again[0], "table": 2})
    for form, problem in (
        (tricks, "Genova, partita 1, table 1: the sheet is not whole or does not add up"),
        (tricks, "one trick too many (14 of 13)"),
        (missing, "Genova, partita 1: the sheet of table 1 is missing"),
        (twice, "Player N (Genova)"),
    ):
        status, out, err = report(folder, 1, form)
        assert (status, out) == (1, "")
        assert problem in err
        assert err.endswith("king report: not sealed; correct it, or add --anyway\n")
        status, out, err = report(folder, 1, form, "--anyway")
        assert status == 0
        assert problem in err
        assert json.loads(out)["hall"] == 1


def test_points_that_no_sheet_can_make_are_sealed_for_nobody(folder: Path) -> None:
    """Labyrinth's twelve hands make 117 points at most, so 1000 are refused; a penalty of 5 is
    accepted.
    """
    form = evening((3, 1, 4, 0))
    ruling = {"round": 1, "table": 1, "kind": "adjustment", "offender": "N"}
    form["night"]["rulings"] = [{**ruling, "points": {"N": 1000}}]
    status, out, err = report(folder, 1, form)
    assert (status, out) == (1, "")
    assert "no sheet of these rules can make more than 117 points" in err
    form["night"]["rulings"] = [{**ruling, "points": {"N": -5}}]
    assert report(folder, 1, form)[0] == 0


def test_cards_go_as_digests_that_tell_equal_ones(folder: Path) -> None:
    sealed = [
        json.loads(report(folder, hall, evening((3, 1, 4, 0)) | {"cards": {"Player N": card}})[1])
        for hall, card in ((1, "GE-0123"), (2, "ge–0123"), (2, "GE 0123"), (2, "GE-0124"))
    ]
    assert "0123" not in json.dumps([form["cards"] for form in sealed])
    one, *same, other = (form["cards"]["Player N"] for form in sealed)
    assert {one} == {*same} != {other}


def test_one_card_in_two_halls_is_a_doubt_however_it_is_written(folder: Path) -> None:
    for hall, kings, card in ((1, (3, 1, 4, 0), "GE-0123"), (2, (4, 1, 3, 0), "ge–0123")):
        form = evening(kings) | {"cards": {"Player N": card}}
        _, out, err = report(folder, hall, form)
        (folder / f"report-{hall}.king").write_text(out, encoding="utf-8")
        event = json.loads((folder / "event.json").read_text(encoding="utf-8"))
        event["halls"][hall - 1]["code"] = err.removeprefix("king report: closing code ").strip()
        (folder / "event.json").write_text(json.dumps(event), encoding="utf-8")
    _, answer, _ = merged(folder, "report-1.king", "report-2.king")
    assert [doubt["code"] for doubt in answer["doubts"]] == ["card_twice"]


def test_a_workbook_is_written_filled_in_and_sealed(folder: Path) -> None:
    """The same sheet in a workbook and in JSON gives the same code."""
    invitation, file = str(folder / "hall-1.king"), str(folder / "sheets.xlsx")
    assert ask("report", invitation, "--form", file, "--tables", "2") == (0, "", "")
    workbook = openpyxl.load_workbook(file)
    assert workbook.sheetnames == ["evening", "1-1", "1-2"]
    sheet = evening((3, 1, 4, 0))["night"]["rounds"][0]["sheets"][0]
    lines = {(line[0].value, line[1].value): line for line in workbook["1-1"].iter_rows()}
    for wind, name in sheet["seats"].items():
        lines["seat", wind][2].value = name
    header = [
        cell.value for cell in next(line for key, line in lines.items() if key[0] == "columns")
    ]
    for row in sheet["rows"]:
        line = lines["row", row["hand"]]
        for wind, count in row["units"].items():
            line[header.index(wind)].value = count
        if "trump" in row:
            line[header.index("trump")].value = row["trump"].lower()
    workbook.save(file)
    status, out, err = ask("report", invitation, file)
    assert (status, err) == (0, f"king report: closing code {code_told(folder, 1)}\n")
    assert json.loads(out)["night"]["rounds"][0]["sheets"][0]["seats"] == sheet["seats"]

    lines["row", 3][header.index("N")].value = "two"
    workbook.save(file)
    status, out, err = ask("report", invitation, file)
    assert (status, out) == (2, "")
    assert "1-1!D10: expected a whole number, found two" in err


@pytest.mark.parametrize("file", ["sheets.xlsx", "hall-1.king"])
def test_an_empty_form_is_written_over_nothing(folder: Path, file: str) -> None:
    """An empty form never overwrites a file: a workbook that is filled in, or the invitation by
    mistake.
    """
    (folder / "sheets.xlsx").write_bytes(b"filled in")
    before = (folder / file).read_bytes()
    status, out, err = ask("report", str(folder / "hall-1.king"), "--form", str(folder / file))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"--form: {folder / file}: is there already" in err
    assert (folder / file).read_bytes() == before


def test_a_folder_that_is_not_empty_is_named_by_its_own_option(folder: Path) -> None:
    status, _, err = merged(folder, "report-1.king", publish=str(folder))
    assert status == 2
    assert err == f"king merge: --publish: expected an empty folder: {folder}\n"
    status, _, err = ask("invite", "-", "--folder", str(folder), text=json.dumps(PLAN))
    assert err == f"king invite: --folder: expected an empty folder: {folder}\n"


def test_a_form_that_is_still_empty_is_said_so(folder: Path) -> None:
    """The form's pages show that it is for this event, so the refusal says that it is empty."""
    invitation, file = str(folder / "hall-1.king"), str(folder / "sheets.xlsx")
    assert ask("report", invitation, "--form", file)[0] == 0
    status, out, err = ask("report", invitation, file)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "nothing is filled in yet" in err
    assert "no page" not in err


def test_half_a_character_in_a_name_is_one_line(folder: Path) -> None:
    form = evening((3, 1, 4, 0))
    form["night"]["rounds"][0]["sheets"][0]["seats"]["N"] = "\ud800"
    status, out, err = report(folder, 1, form)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "night.rounds[0].sheets[0].seats.N: expected whole characters, found \\ud800" in err
    # Two surrogates that form a pair are one character.
    form["night"]["rounds"][0]["sheets"][0]["seats"]["N"] = "Anna \U0001f0a1"
    assert report(folder, 1, form)[0] == 0


def code_told(folder: Path, hall: int) -> str:
    halls = json.loads((folder / "event.json").read_text(encoding="utf-8"))["halls"]
    return str(halls[hall - 1]["code"])


def test_a_workbook_that_is_none_or_empty_is_one_line(folder: Path) -> None:
    invitation, file = str(folder / "hall-1.king"), str(folder / "sheets.xlsx")
    (folder / "sheets.xlsx").write_text("no workbook", encoding="utf-8")
    status, out, err = ask("report", invitation, file)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "expected a workbook" in err
    assert ask("report", invitation)[0] == 2
    assert ask("report", invitation, "--form", f"{file}.new", "--tables", "0")[0] == 2
    assert ask("report", invitation, "--form", str(folder / "no" / "such.xlsx"))[0] == 2


# -- publishing


def test_what_is_published_has_no_secret_and_makes_the_same_result(folder: Path) -> None:
    """Doubts are for the arbiter to judge, so ``--against`` exits 0 for an honest result in spite
    of them.
    """
    key = (folder / "key-1.txt").read_text(encoding="utf-8")
    (folder / "report-3.king").write_text(report(folder, 1, evening((4, 4, 0, 0)))[1])
    files = [f"report-{number}.king" for number in (1, 2, 3)]
    public = folder / "public"
    status, answer, err = merged(folder, *files, key=key, publish=str(public))
    assert status == 1
    assert [doubt["code"] for doubt in answer["doubts"]] == ["other_code"]
    assert re.fullmatch("king merge: code of the result [A-Z]{4} [A-Z]{4} [A-Z]{4}\n", err)
    own = json.loads((folder / "event.json").read_text(encoding="utf-8"))
    for path in public.iterdir():
        text = path.read_text(encoding="utf-8")
        assert not any(hall["secret"] in text for hall in own["halls"])
    assert sorted(path.name for path in public.iterdir()) == [
        "event.json",
        "report-1.king",
        "report-2.king",
        "result.json",
    ]
    against = str(public / "result.json")
    status, again, _ = merged(folder, *files, key=key, against=against)
    assert (status, again.pop("differs"), again) == (0, [], answer)
    status, out, _ = ask(
        "merge",
        *(str(public / name) for name in ("event.json", "report-1.king", "report-2.king")),
        *("--key", key, "--against", against),
    )
    assert (status, json.loads(out)["differs"]) == (0, [])
