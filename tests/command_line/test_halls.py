"""``king invite``, ``king report`` and ``king merge``: an event of files from its draw to its
result.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.asking import ask

SEED = "07" * 32
PLAN = {
    "event": "Simultaneo d'autunno",
    "date": "2026-11-27",
    "ruleset": "lab12",
    "halls": ["Genova", "Savona"],
}


def units(*counts: int) -> dict[str, int]:
    return dict(zip("NESW", counts, strict=True))


def evening(kings: tuple[int, ...]) -> dict[str, Any]:
    rows = [
        {"hand": 1, "units": units(*kings)},
        {"hand": 2, "units": units(1, 1, 1, 1)},
        {"hand": 3, "units": units(0, 0, 1, 0)},
        {"hand": 4, "units": units(0, 0, 0, 1)},
        *({"hand": hand, "units": units(4, 3, 3, 3)} for hand in (5, 6)),
        {"hand": 7, "units": units(1, 1, 0, 0)},
        *({"hand": hand, "units": units(4, 3, 3, 3), "trump": "S"} for hand in (8, 9, 10, 11)),
        {"hand": 12, "units": units(4, 3, 3, 3)},
    ]
    sheet = {"table": 1, "seats": {wind: f"Player {wind}" for wind in "NESW"}, "rows": rows}
    night = {"ruleset": "lab12", "rounds": [{"round": 1, "sheets": [sheet]}]}
    return {"written": "2026-11-27T23:40", "night": night}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Event, key and invitations, the reports of both halls, and their codes told."""
    status, out, err = ask(
        "invite", "-", "--seed", SEED, "--folder", str(tmp_path / "event"), text=json.dumps(PLAN)
    )
    assert (status, err) == (0, "")
    drawn = tmp_path / "event"
    assert sorted(path.name for path in drawn.iterdir()) == sorted(json.loads(out)["files"])
    event = json.loads((drawn / "event.json").read_text(encoding="utf-8"))
    for hall, kings in enumerate(((3, 1, 4, 0), (0, 4, 2, 2)), 1):
        told = json.dumps(evening(kings))
        status, out, err = ask("report", str(drawn / f"hall-{hall}.king"), "-", text=told)
        assert status == 0
        (drawn / f"report-{hall}.king").write_text(out, encoding="utf-8")
        event["halls"][hall - 1]["code"] = err.removeprefix("king report: closing code ").strip()
    (drawn / "event.json").write_text(json.dumps(event), encoding="utf-8")
    return drawn


def merged(folder: Path, *files: str, **options: str) -> tuple[int, Any, str]:
    told = [word for key, value in options.items() for word in (f"--{key}", value)]
    paths = [str(folder / name) for name in files]
    status, out, err = ask("merge", str(folder / "event.json"), *paths, *told)
    return status, json.loads(out) if out else None, err


def test_an_event_of_files_from_its_draw_to_its_result(folder: Path) -> None:
    """Kings and Jacks: N −6 against 0, E −2 against −8, S −8 against −4, W 0 against −4; all else
    is the same at both tables.
    """
    key = (folder / "key.txt").read_text(encoding="utf-8")
    status, answer, _ = merged(folder, "report-1.king", "report-2.king", key=key)
    assert status == 0
    tops = {
        wind: (lines[0]["hall"], lines[0]["percent"]) for wind, lines in answer["winds"].items()
    }
    assert tops == {"N": (2, "100"), "E": (1, "100"), "S": (2, "100"), "W": (1, "100")}
    assert answer["overall"][0] == {
        "rank": 1,
        "hall": 1,
        "name": "Player E",
        "percent": "100",
        "total": "3",
        "earned": {"1": "100"},
        "tiebreak": "tied",
    }
    assert [(hall["name"], hall["state"]) for hall in answer["halls"]] == [
        ("Genova", "in_field"),
        ("Savona", "in_field"),
    ]
    assert answer["key"] == "".join(key.split())

    (folder / "result.json").write_text(json.dumps(answer), encoding="utf-8")
    against = str(folder / "result.json")
    again = merged(folder, "report-1.king", "report-2.king", key=key, against=against)
    assert (again[0], again[1]["differs"]) == (0, [])
    status, answer, _ = merged(folder, "report-1.king", against=against)
    assert (status, answer["differs"]) == (1, ["halls", "overall", "winds", "seed", "key"])


def test_the_key_deals_the_boards_of_an_invitation_and_another_is_refused(folder: Path) -> None:
    invitation = str(folder / "hall-1.king")
    seed = json.loads(Path(invitation).read_text(encoding="utf-8"))["seed"]
    key = "".join((folder / "key.txt").read_text(encoding="utf-8").split())
    deal = "deal", "--document", invitation, "--seed", seed
    status, out, _ = ask(*deal, "--datum", key)
    assert (status, len(json.loads(out)["rounds"][0]["boards"])) == (0, 12)
    assert ask(*deal)[0] == 2
    assert "not the one whose SHA-256" in ask(*deal, "--datum", key[::-1])[2]


def test_a_file_that_cannot_be_read_holds_up_no_other(folder: Path) -> None:
    (folder / "broken.king").write_text("{", encoding="utf-8")
    (folder / "bare.king").write_text("[{}]", encoding="utf-8")
    files = "report-1.king", "broken.king", "bare.king", "none.king", "report-2.king"
    status, answer, _ = merged(folder, *files)
    assert status == 1
    assert [doubt["code"] for doubt in answer["doubts"]] == ["not_read"] * 3
    said = [doubt["message"].removeprefix(str(folder)) for doubt in answer["doubts"]]
    assert "broken.king: line 1" in said[0]
    assert "bare.king: [0]: expected the key 'event'" in said[1]
    assert "none.king: cannot be opened" in said[2]
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
    assert "--key: datum: the value is not the one" in merged(folder, key="A" * 26)[2]


def test_an_event_is_never_drawn_over_another(folder: Path) -> None:
    status, _, err = ask("invite", "-", "--folder", str(folder), text=json.dumps(PLAN))
    assert status == 2
    assert "expected an empty folder" in err


def test_a_fresh_event_is_another_each_time() -> None:
    drawn = [json.loads(ask("invite", "-", text=json.dumps(PLAN))[1]) for _ in range(2)]
    assert drawn[0]["key"] != drawn[1]["key"]
    assert drawn[0]["event"]["seed"] != drawn[1]["event"]["seed"]


@pytest.mark.parametrize(
    ("verb", "document", "said"),
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
    verb: str, document: object, said: str
) -> None:
    status, out, err = ask(verb, "-", text=json.dumps(document))
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
