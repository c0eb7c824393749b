"""Clubs in their folders, and the timer that wakes those with work that is due."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ground import due, system
from ground.clubs import PROGRAM, Club, clubs_in, root_of, run, wake_due
from ground.folder import lock_folder
from tests.clubs import a_club, hanging, is_running
from tests.real_servers import until


def asleep(club: Club) -> None:
    due.note(club.data, None, database=club.data / "king.sqlite3")


@pytest.mark.parametrize(
    "value",
    ["plain", "", "King <club@example.org>", 'a "word" and a \\', "two  blanks", "è", "#1", "a=b"],
)
def test_a_variable_is_read_as_it_was_written(tmp_path: Path, value: str) -> None:
    club = a_club(tmp_path, "rossa", KING_MAIL_FROM=value, TIME_ZONE="Europe/Rome")
    assert club.variables() == {"KING_MAIL_FROM": value, "TIME_ZONE": "Europe/Rome"}


def test_variables_that_an_administrator_has_written_are_read_too(tmp_path: Path) -> None:
    club = a_club(tmp_path, "rossa")
    text = "# King\n\n; no\nA='one two'\n  B=\"three\" \nexport C=4\nD=\n"
    (club.folder / "club.env").write_text(text)
    assert club.variables() == {"A": "one two", "B": "three", "D": ""}


def test_clubs_are_the_folders_with_variables(tmp_path: Path) -> None:
    a_club(tmp_path, "verde")
    a_club(tmp_path, "blu")
    (tmp_path / "static").mkdir()
    assert [club.name for club in clubs_in(tmp_path)] == ["blu", "verde"]
    with pytest.raises(FileNotFoundError):
        clubs_in(tmp_path / "nowhere")


def test_the_folder_of_all_clubs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KING_CLUBS", raising=False)
    assert root_of() == Path("/srv/king")
    monkeypatch.setenv("KING_CLUBS", str(tmp_path))
    assert root_of() == tmp_path.resolve()
    assert root_of("/elsewhere") == Path("/elsewhere")


def test_a_club_has_nothing_of_the_environment_of_whoever_runs_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SECRET_KEY", "KING_LOG_KEY", "DATABASE_URL", "KING_MAIL_PASSWORD", "KING_X"):
        monkeypatch.setenv(name, "of another")
    club = a_club(tmp_path, "rossa", KING_X="its own")
    environment = club.environment()
    assert environment["KING_X"] == "its own"
    assert environment["KING_DATA_DIR"] == str(club.data)
    assert "of another" not in environment.values()
    assert environment["PATH"] == os.environ["PATH"]


def with_tables(club: Club, installation: Path) -> Club:
    shutil.copy(installation / "king.sqlite3", club.data)
    return club


def test_a_command_is_run_in_its_folder(tmp_path: Path, installation: Path) -> None:
    club = with_tables(a_club(tmp_path, "rossa", KING_LANGUAGE="en"), installation)
    done = run(club, ["check_log"], seconds=300)
    assert done.returncode == 0, done.stdout
    assert (club.data / "secret_key").exists()
    assert (club.data / "secret_key").stat().st_mode & 0o077 == 0


def test_nobody_is_woken_who_has_nothing_to_do_or_runs(tmp_path: Path) -> None:
    """A woken club would leave keys and a note in its folder."""
    sleeping, running = a_club(tmp_path, "blu"), a_club(tmp_path, "rossa")
    asleep(sleeping)
    due.forget(running.data)
    with lock_folder(running.data, "http://localhost/"):
        assert wake_due(tmp_path) == []
    assert sorted(path.name for path in sleeping.data.iterdir()) == ["due"]
    assert [path.name for path in running.data.iterdir()] == ["running"]


def test_one_that_fails_is_named_and_the_next_is_woken(tmp_path: Path, installation: Path) -> None:
    a_club(tmp_path, "blu", DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    after = with_tables(a_club(tmp_path, "rossa"), installation)
    asleep(after)
    due.forget(after.data)
    timer = [sys.executable, "-m", "ground.clubs", str(tmp_path)]
    done = subprocess.run(timer, cwd=PROGRAM, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["blu"]
    assert not due.is_due(after.data)


BROKEN = [b'A=1\nKING_X="never closed\n', b"A=1\nKING_X=\xff\n", b"A=1\nKING_X=a\\\n"]


@pytest.mark.parametrize("content", BROKEN, ids=["quotation mark", "letters", "backslash"])
def test_variables_that_cannot_be_read_are_named_with_file_and_line(
    tmp_path: Path, installation: Path, content: bytes
) -> None:
    broken = a_club(tmp_path, "blu")
    (broken.folder / "club.env").write_bytes(content)
    after = with_tables(a_club(tmp_path, "rossa"), installation)
    line = f"blu: {broken.folder / 'club.env'}, line 2: it cannot be read"
    assert wake_due(tmp_path) == [line]
    assert not due.is_due(after.data)


def test_whatever_a_club_puts_into_its_folder_stops_no_other(
    tmp_path: Path, installation: Path
) -> None:
    """The first club has a malformed note and a pipe in place of its lock; the second one is still
    woken.
    """
    first = with_tables(a_club(tmp_path, "blu"), installation)
    (first.data / "due").write_text('{"at": "x", "wait": 0, "of": [], "file": "nope"}')
    os.mkfifo(first.data / "running")
    after = with_tables(a_club(tmp_path, "rossa"), installation)
    assert wake_due(tmp_path) == []
    assert not due.is_due(first.data)
    assert not due.is_due(after.data)


def test_a_lock_leads_to_no_other_file(tmp_path: Path) -> None:
    with (tmp_path / "another").open("w") as file:
        system.lock(file.fileno())
        assert system.is_locked(tmp_path / "another")
        (tmp_path / "running").symlink_to(tmp_path / "another")
        assert not system.is_locked(tmp_path / "running")


def test_a_club_that_is_stopped_is_left_alone(tmp_path: Path) -> None:
    club = a_club(tmp_path, "blu")
    (club.folder / "stopped").touch()
    assert due.is_due(club.data)
    assert wake_due(tmp_path) == []
    assert [*club.data.iterdir()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_one_that_hangs_is_ended_with_its_children(tmp_path: Path, installation: Path) -> None:
    pids = hanging(a_club(tmp_path, "blu"))
    assert wake_due(tmp_path, seconds=5) == ["blu: not done within 5 seconds"]
    until(lambda: not any(map(is_running, pids.read_text().split())))
    with pytest.raises(subprocess.TimeoutExpired) as late:
        run(Club(tmp_path / "blu"), ["run_due"], seconds=5)
    assert late.value.output == "it began\n"


def test_a_root_that_is_not_there_is_named(tmp_path: Path) -> None:
    timer = [sys.executable, "-m", "ground.clubs", str(tmp_path / "nowhere")]
    done = subprocess.run(timer, cwd=PROGRAM, capture_output=True, text=True, check=False)
    sentence = f"{tmp_path / 'nowhere'}: No such file or directory\n"
    assert (done.returncode, done.stderr) == (1, sentence)


def test_the_timer_loads_no_site() -> None:
    """Loading the site for sixty clubs each minute would take a whole core."""
    code = "import sys, ground.clubs; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROGRAM, capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "ground" in loaded
    assert loaded & {"django", "celery", "king", "king_tournament", "sqlite3"} == set()
