"""Commands that create clubs and maintain them on a machine that hosts several."""

from __future__ import annotations

import getpass
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation

from ground import due
from ground.clubs import PROGRAM, Club, wake_due
from tests.clubs import a_club
from tests.real_servers import PATIENCE


def managed(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command as an administrator does: KING_CLUBS is set, and no data folder."""
    variables = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROGRAM,
        env={**variables, "KING_CLUBS": str(root), "KING_LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.at_length
def test_from_an_empty_folder_to_two_clubs_that_sleep(tmp_path: Path) -> None:
    mine = getpass.getuser()
    process = managed(tmp_path, "new_club", "rossa", "--host", "rossa.example.org", "--owner", mine)
    assert process.returncode == 0, process.stderr
    assert process.stdout.startswith("The club rossa is made.\n")
    assert re.search(
        r"https://rossa.example.org/accounts/first\?word=[a-z0-9]{10}$", process.stdout
    )
    also = ("--owner", mine, "--json", "--language", "it", "--set", "KING_MAIL_HOST=smtp.blu.it")
    process = managed(tmp_path, "new_club", "blu", "--host", "blu.example.org", *also)
    assert process.returncode == 0, process.stderr
    blu = json.loads(process.stdout)
    assert blu["folder"] == str(tmp_path / "blu")
    assert blu["address"] == "https://blu.example.org/"
    word = (tmp_path / "blu" / "data" / "first_word").read_text()
    assert blu["first_account"] == f"https://blu.example.org/accounts/first?word={word}"
    variables = Club(tmp_path / "blu").variables()
    assert (variables["KING_LANGUAGE"], variables["KING_MAIL_HOST"]) == ("it", "smtp.blu.it")

    keys = [(tmp_path / name / "data" / "log_key").read_text() for name in ("blu", "rossa")]
    assert len(set(keys)) == 2
    for name in ("blu", "rossa"):
        modes = [
            path.stat().st_mode & 0o777
            for path in (tmp_path / name, tmp_path / name / "club.env", tmp_path / name / "data")
        ]
        assert modes == [0o750, 0o640, 0o700]
        inside = [*(tmp_path / name / "data").rglob("*")]
        assert [path for path in inside if path.stat().st_mode & 0o077] == []
        assert not (tmp_path / name / "data" / "static").exists()
    # Any account may read the static files that all clubs share.
    static = [*(tmp_path / "static").rglob("*.css")]
    assert len(static) > 3
    assert all(path.stat().st_mode & 0o044 == 0o044 for path in static)

    # The first round of the timer finds out whether they have due work.
    assert wake_due(tmp_path) == []
    assert not any(due.is_due(tmp_path / name / "data") for name in ("blu", "rossa"))

    (tmp_path / "rossa" / "data" / "king.sqlite3").write_bytes(b"no database" * 1000)
    copied = managed(tmp_path, "every_club", "--json", "backup", "--if-changed")
    assert copied.returncode == 1
    assert copied.stderr == "It failed in 1 club: rossa\n"
    reports = json.loads(copied.stdout)
    assert [(report["club"], report["ok"]) for report in reports] == [
        ("blu", True),
        ("rossa", False),
    ]
    again = managed(tmp_path, "every_club", "--only", "blu", "backup", "--if-changed")
    assert again.stdout == "blu: done\n  Dall'ultima copia non è cambiato niente.\n"
    assert again.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run_night"], "run_night is not for each club of a machine."),
        (["every_club", "doctor"], "every_club is not for each club of a machine."),
        (["--seconds", "0", "doctor"], "Error: argument --seconds: invalid seconds value: '0'"),
        (["--seconds", "inf", "doctor"], "Error: argument --seconds: invalid seconds value: 'inf'"),
        (["nonsense"], "There is no command nonsense."),
        (["restore", "copy.zip"], "restore is for one club: name it with --only."),
        (["--only", "verde", "doctor"], "There is no club verde in {root}. There are: blu, rossa"),
    ],
)
def test_what_is_no_command_for_each_club(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    for name in ("blu", "rossa"):
        a_club(tmp_path, name)
    with translation.override("en"), pytest.raises(CommandError) as refused:
        call_command("every_club", "--root", str(tmp_path), *arguments)
    assert str(refused.value) == sentence.format(root=tmp_path)


@pytest.mark.parametrize("text", ["KING_X", "king_x=1", "A B=1", "=1", "A=1\nB=2"])
def test_what_is_no_variable_of_a_club(tmp_path: Path, text: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(
            "new_club", "rossa", "--host", "rossa.example.org", "--root", tmp_path, "--set", text
        )
    assert text in str(refused.value)
    assert [*tmp_path.iterdir()] == []


def test_the_commands_of_no_installation_leave_no_keys(tmp_path: Path) -> None:
    before = sorted((PROGRAM / "var").glob("*"))
    refused = managed(tmp_path, "every_club", "doctor")
    assert refused.returncode == 1
    assert refused.stderr == f"There is no club in {tmp_path}.\n"
    assert sorted((PROGRAM / "var").glob("*")) == before
    assert [*tmp_path.iterdir()] == []
