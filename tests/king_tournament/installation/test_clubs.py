"""A club on a machine that hosts several: refusals, and the effect of a command on each club."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from ground import system
from king_tournament.installation.clubs import (
    Done,
    NewClub,
    check,
    chosen_clubs,
    make_club,
    run_in_each,
    sentences_on_unreadable,
)
from tests.clubs import a_club, hanging, is_running
from tests.real_servers import PATIENCE, until


def new(root: Path, **changed: Any) -> NewClub:
    known = {
        "root": root,
        "name": "rossa",
        "host": "rossa.example.org",
        "language": "it",
        "zone": "Europe/Rome",
    }
    return NewClub(**{**known, **changed})


@pytest.mark.parametrize("name", ["rossa", "a", "circolo-di-via-po", "club7", "a" * 24])
def test_names_that_are_folders_units_and_accounts_at_once(tmp_path: Path, name: str) -> None:
    check(new(tmp_path, name=name))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"name": ""}, "bad_name"),
        ({"name": "Rossa"}, "bad_name"),
        ({"name": "7up"}, "bad_name"),
        ({"name": "-rossa"}, "bad_name"),
        ({"name": "rossa-"}, "bad_name"),
        ({"name": "../rossa"}, "bad_name"),
        ({"name": "rossa/blu"}, "bad_name"),
        ({"name": "due parole"}, "bad_name"),
        ({"name": "perù"}, "bad_name"),
        ({"name": "a" * 25}, "bad_name"),
        ({"host": "rossa"}, "bad_host"),
        ({"host": "https://rossa.example.org"}, "bad_host"),
        ({"host": "rossa.example.org/"}, "bad_host"),
        ({"host": "rossa.example.org:8000"}, "bad_host"),
        ({"host": "Rossa.example.org"}, "bad_host"),
        ({"host": "rossa..example.org"}, "bad_host"),
        ({"host": "-rossa.example.org"}, "bad_host"),
        ({"host": f"{'a' * 64}.example.org"}, "bad_host"),
        ({"host": f"{'a.' * 127}org"}, "bad_host"),
        ({"host": "rossa.example.org; location /"}, "bad_host"),
        ({"language": "xx"}, "no_language"),
        ({"zone": "Europe/Vattelapesca"}, "no_zone"),
        ({"owner": "nobody-of-this-name"}, "no_owner"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_made(
    tmp_path: Path, changed: dict[str, str], code: str
) -> None:
    with pytest.raises(ValidationError) as error:
        make_club(new(tmp_path, **changed))
    assert error.value.code == code
    assert list(tmp_path.iterdir()) == []


def test_a_name_and_a_host_are_taken_once(tmp_path: Path) -> None:
    a_club(tmp_path, "blu", KING_ADDRESS="https://blu.example.org")
    with pytest.raises(ValidationError) as error:
        check(new(tmp_path, name="blu"))
    assert error.value.code == "name_taken"
    with pytest.raises(ValidationError) as error:
        check(new(tmp_path, host="blu.example.org"))
    assert error.value.code == "host_taken"
    assert "blu" in error.value.messages[0]
    check(new(tmp_path, host="www.blu.example.org"))
    a_club(
        tmp_path, "verde", KING_ADDRESS="https://a.org", KING_HOSTS="b.org, Www.Verde.example.org"
    )
    for changed in (
        {"host": "www.verde.example.org"},
        {"further": {"KING_HOSTS": "c.org,b.org"}},
        {"further": {"KING_ADDRESS": "https://a.org"}},
    ):
        with pytest.raises(ValidationError) as error:
            check(new(tmp_path, **changed))
        assert error.value.code == "host_taken"
        assert "verde" in error.value.messages[0]


def test_a_folder_that_is_not_there_or_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValidationError) as error:
        check(new(tmp_path / "nowhere"))
    assert error.value.code == "no_root"
    # Simulated, because root may write everywhere.
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    with pytest.raises(ValidationError) as error:
        check(new(tmp_path))
    assert error.value.code == "not_writable"
    assert str(tmp_path) in error.value.messages[0]


def test_variables_of_a_club_behind_tls_and_of_one_without(tmp_path: Path) -> None:
    variables = new(tmp_path, further={"KING_MAIL_HOST": "smtp.example.org"}).variables()
    assert variables == {
        "KING_DATA_DIR": str(tmp_path / "rossa" / "data"),
        "KING_STATIC_DIR": str(tmp_path / "static"),
        "KING_ADDRESS": "https://rossa.example.org",
        "KING_HOSTS": "rossa.example.org",
        "KING_HTTPS": "1",
        "KING_PROXIES": "1",
        "KING_LANGUAGE": "it",
        "TIME_ZONE": "Europe/Rome",
        "KING_WEB_PROCESSES": "1",
        "KING_MAIL_HOST": "smtp.example.org",
    }
    plain = new(tmp_path, has_https=False).variables()
    assert plain["KING_ADDRESS"] == "http://rossa.example.org"
    assert "KING_HTTPS" not in plain


@pytest.mark.at_length
def test_of_a_club_that_could_not_be_prepared_nothing_stays(tmp_path: Path) -> None:
    away = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    with pytest.raises(ValidationError) as error:
        make_club(new(tmp_path, further=away))
    assert error.value.code == "not_prepared"
    assert "DATABASE_URL" in error.value.messages[0]
    assert [*tmp_path.iterdir()] == []


@pytest.mark.at_length
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "nonsense"),
        ("KING_PROXIES", "x"),
        ("KING_IDLE_MINUTES", "x"),
        ("KING_ADDRESS", "https://[x"),
    ],
)
def test_a_variable_that_cannot_be_read_is_named(tmp_path: Path, name: str, value: str) -> None:
    (tmp_path / "static").mkdir()
    with pytest.raises(ValidationError) as error:
        make_club(new(tmp_path, further={name: value}))
    assert error.value.code == "not_prepared"
    assert name in error.value.messages[0]
    assert "docs/running.md" in error.value.messages[0]
    assert "Traceback" not in error.value.messages[0]
    assert value not in error.value.messages[0].replace(name, "").replace("docs/", "").split()
    assert [path.name for path in tmp_path.iterdir()] == ["static"]


@pytest.mark.at_length
def test_on_a_full_disk_nothing_of_a_club_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = os.open

    def full(path: Any, *how: Any, **more: Any) -> int:
        if str(path).endswith("club.env"):
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return really(path, *how, **more)

    monkeypatch.setattr("os.open", full)
    with translation.override("en"), pytest.raises(ValidationError) as error:
        make_club(new(tmp_path))
    assert error.value.code == "not_made"
    assert "The disk is full" in error.value.messages[0]
    assert [*tmp_path.iterdir()] == []


def test_a_club_whose_variables_cannot_be_read_keeps_no_other_from_being_made(
    tmp_path: Path,
) -> None:
    blu = a_club(tmp_path, "blu")
    (blu.folder / "club.env").write_text('A=1\nKING_ADDRESS="https://blu.example.org\n')
    a_club(tmp_path, "verde", KING_ADDRESS="https://[x", KING_HOSTS="verde.example.org")
    check(new(tmp_path))
    with pytest.raises(ValidationError) as error:
        check(new(tmp_path, host="verde.example.org"))
    assert error.value.code == "host_taken"
    [sentence] = sentences_on_unreadable(tmp_path)
    assert sentence.startswith("blu: ")
    assert f"{blu.folder}/club.env" in sentence
    assert "2" in sentence.replace(str(tmp_path), "")


def test_clubs_are_chosen_by_their_names(tmp_path: Path) -> None:
    with pytest.raises(ValidationError) as error:
        chosen_clubs(tmp_path, [])
    assert error.value.code == "no_club"
    with pytest.raises(ValidationError) as error:
        chosen_clubs(tmp_path / "nowhere", [])
    assert error.value.code == "no_root"
    assert f"{tmp_path}/nowhere" in error.value.messages[0]
    blu, rossa = a_club(tmp_path, "blu"), a_club(tmp_path, "rossa")
    assert chosen_clubs(tmp_path, []) == [blu, rossa]
    assert chosen_clubs(tmp_path, ["rossa"]) == [rossa]
    (rossa.folder / "stopped").touch()
    assert chosen_clubs(tmp_path, []) == [blu]
    assert chosen_clubs(tmp_path, ["rossa"]) == [rossa]
    with pytest.raises(ValidationError) as error:
        chosen_clubs(tmp_path, ["rossa", "verde"])
    assert error.value.code == "unknown_club"
    assert "verde" in error.value.messages[0]


def test_each_club_has_a_report_whatever_the_one_before_did(
    tmp_path: Path, installation: Path
) -> None:
    clubs = [a_club(tmp_path, name, KING_LANGUAGE="en") for name in ("blu", "rossa", "verde")]
    for club in (clubs[0], clubs[2]):
        (club.data / "king.sqlite3").write_bytes((installation / "king.sqlite3").read_bytes())
    (clubs[1].data / "king.sqlite3").write_bytes(b"no database" * 1000)
    copies = tmp_path / "copies"
    copies.mkdir()
    reports = [*run_in_each(clubs, ["backup", f"{copies}/{{club}}.zip"], seconds=PATIENCE)]
    assert [(done.club, bool(done.status)) for done in reports] == [
        ("blu", False),
        ("rossa", True),
        ("verde", False),
    ]
    assert reports[0].output == f"The copy is in {copies}/blu.zip"
    assert sorted(path.name for path in copies.iterdir()) == ["blu.zip", "verde.zip"]


def test_variables_that_cannot_be_read_fail_in_that_club_alone(tmp_path: Path) -> None:
    club = a_club(tmp_path, "rossa")
    (club.folder / "club.env").write_text('KING_X="never closed\n')
    [done] = run_in_each([club], ["check_log"], seconds=PATIENCE)
    assert (done.club, done.status) == ("rossa", 1)
    assert f"{club.folder}/club.env" in done.output


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_one_that_hangs_is_ended_and_the_next_is_worked_on(
    tmp_path: Path, installation: Path
) -> None:
    blu, rossa = a_club(tmp_path, "blu"), a_club(tmp_path, "rossa")
    pids = hanging(blu)
    (rossa.data / "king.sqlite3").write_bytes((installation / "king.sqlite3").read_bytes())
    with translation.override("en"):
        late, done = run_in_each([blu, rossa], ["check_log"], seconds=15)
    assert (late.club, late.status) == ("blu", 1)
    assert late.output == "It was not done within 15 seconds and was ended.\nit began"
    until(lambda: not any(map(is_running, pids.read_text().split())))
    assert (done.club, done.status) == ("rossa", 0)


def test_a_report_for_a_program() -> None:
    assert Done("rossa", 2, 1.2345, "no").as_json() == {
        "club": "rossa",
        "ok": False,
        "status": 2,
        "seconds": 1.23,
        "output": "no",
    }


def test_a_child_is_started_as_the_account_that_owns_the_folder(tmp_path: Path) -> None:
    started = system.as_owner_of(tmp_path)
    assert started == {"umask": 0o077}  # the account is the current one, so only the mode is set
    if system.is_administrator():
        os.chown(tmp_path, 12345, 54321)
        started = system.as_owner_of(tmp_path)
        assert (started["user"], started["group"], started["extra_groups"]) == (12345, 54321, [])
