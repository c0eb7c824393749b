"""A club on a machine of many: what is refused, and what a command does in each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from ground import system
from king_tournament.installation.clubs import (
    Done,
    NewClub,
    check,
    chosen_clubs,
    make_club,
    run_in_each,
)
from tests.clubs import a_club


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


def test_a_folder_that_is_not_there_or_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValidationError) as error:
        check(new(tmp_path / "nowhere"))
    assert error.value.code == "no_root"
    # Root may write everywhere.
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
    assert [path.name for path in tmp_path.iterdir()] == ["static"]


def test_clubs_are_chosen_by_their_names(tmp_path: Path) -> None:
    with pytest.raises(ValidationError) as error:
        chosen_clubs(tmp_path, [])
    assert error.value.code == "no_club"
    blu, rossa = a_club(tmp_path, "blu"), a_club(tmp_path, "rossa")
    assert chosen_clubs(tmp_path, []) == [blu, rossa]
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
    reports = [*run_in_each(clubs, ["backup", f"{copies}/{{club}}.zip"])]
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
    [done] = run_in_each([club], ["check_log"])
    assert (done.club, done.status) == ("rossa", 1)
    assert "quotation" in done.output


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
    assert started == {"umask": 0o077}  # the one that runs already
    if system.is_administrator():
        os.chown(tmp_path, 12345, 54321)
        started = system.as_owner_of(tmp_path)
        assert (started["user"], started["group"], started["extra_groups"]) == (12345, 54321, [])
