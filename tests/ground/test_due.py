"""The note on when a sleeping installation has work that is due."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ground import due
from ground.clubs import PROGRAM


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "king.sqlite3"
    path.write_bytes(b"rows")
    return path


def test_it_is_woken_at_its_moment_and_not_before(tmp_path: Path, database: Path) -> None:
    due.note(tmp_path, time.time() + 3600, database=database)
    assert not due.is_due(tmp_path)
    due.note(tmp_path, time.time() - 1, database=database)
    assert due.is_due(tmp_path)


def test_where_nothing_waits_it_sleeps_until_somebody_writes(
    tmp_path: Path, database: Path
) -> None:
    due.note(tmp_path, None, database=database)
    assert not due.is_due(tmp_path)
    log = database.with_name("king.sqlite3-wal")
    log.touch()  # a reader leaves an empty one
    assert not due.is_due(tmp_path)
    log.write_bytes(b"a row")
    assert due.is_due(tmp_path)
    log.unlink()
    database.write_bytes(b"rows, and another")
    assert due.is_due(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"at": null}',
        '{"of": 3, "file": 4}',
        '{"at": "x", "wait": 0, "of": [], "file": "nope"}',
        '{"at": 1e999, "wait": 0, "of": [], "file": "nope"}',
        f'{{"at": 1{"0" * 400}, "wait": 0, "of": [], "file": "nope"}}',
        '{"at": NaN, "wait": 0, "of": [], "file": "nope"}',
        '{"at": null, "wait": "x", "of": [], "file": "nope"}',
        '{"at": null, "wait": 0, "of": [], "file": "a\\u0000b"}',
        "[" * 5_000,
        "[" * 100_000,
        '{"at": null, "wait": 0, "of": [], "file": "nope"}' + " " * 100_000,
    ],
    ids=lambda text: text[:48],
)
def test_without_a_note_that_can_be_read_it_is_woken(
    tmp_path: Path, database: Path, text: str
) -> None:
    due.note(tmp_path, None, database=database)
    (tmp_path / "due").write_text(text)
    assert due.is_due(tmp_path)
    due.note(tmp_path, None, database=database)
    assert not due.is_due(tmp_path)
    due.forget(tmp_path)
    due.forget(tmp_path)
    assert due.is_due(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such file")
def test_a_pipe_in_place_of_the_note_holds_nobody_up(tmp_path: Path, database: Path) -> None:
    os.mkfifo(tmp_path / "due")
    code = f"from ground import due, clubs; print(due.is_due(clubs.Path({str(tmp_path)!r})))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=PROGRAM, capture_output=True, text=True, check=False, timeout=20
    )
    assert done.stdout == "True\n"
    due.note(tmp_path, None, database=database)
    assert not due.is_due(tmp_path)


def test_a_note_leads_to_no_other_file(tmp_path: Path, database: Path) -> None:
    """A symbolic link is not followed: the timer runs as root, but the club's account writes the
    note.
    """
    due.note(tmp_path, None, database=database)
    (tmp_path / "due").rename(tmp_path / "elsewhere")
    (tmp_path / "due").symlink_to(tmp_path / "elsewhere")
    assert due.is_due(tmp_path)


def test_work_that_cannot_be_done_is_tried_again_after_waits_that_double(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_800_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    waits = []
    for _try in range(9):
        due.note(tmp_path, now - 60, database=database, after_work=True)
        begun = now
        while not due.is_due(tmp_path):
            now += 300
        waits.append((now - begun) / 60)
    assert waits == [10, 20, 40, 80, 160, 320, 640, 1280, 1440]
    # After success the next work is tried at once.
    due.note(tmp_path, now + 60, database=database, after_work=True)
    due.note(tmp_path, now - 1, database=database, after_work=True)
    now += 599
    assert not due.is_due(tmp_path)
    now += 2
    assert due.is_due(tmp_path)
