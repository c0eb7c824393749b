"""The copy of everything and the way back: whole while tables write, the same standings in an empty folder."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import subprocess
import sys
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from rest_framework.authtoken.models import Token

from king_tournament import backup, restoring
from scoring.rounds import close_round
from scoring.standing import tournament_standings
from tests.evenings import demo, in_play
from tournaments.boards import set_blind
from tournaments.models import Player, Tournament

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.sqlite


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A program of ours in an installation of its own."""
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300,
        env={**kept, "KING_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "king_tournament.settings"},
    )  # fmt: skip


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of the program."""
    return run(folder, "manage.py", *words)


def copied(path: Path) -> backup.Note:
    with path.open("wb") as file:
        return backup.write_copy(file)


def database_in(packed: bytes, to: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        to.write_bytes(file.read(backup.DATABASE))
    return to


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_a_copy_in_an_empty_folder_has_the_same_standings(tmp_path: Path) -> None:
    evening = demo(stage="finished", seed=7, tables=3)
    assert copied(tmp_path / "copy.zip").evenings == 1
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = manage(elsewhere, "restore", str(tmp_path / "copy.zip"))
    assert done.returncode == 0, done.stderr
    exported = manage(elsewhere, "export_results", evening.code)
    assert exported.returncode == 0, exported.stderr
    expected = json.loads(json.dumps(tournament_standings(evening).as_json()))
    assert json.loads(exported.stdout) == expected
    assert expected["overall"]


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_what_stood_there_before_is_kept_and_can_be_brought_back(tmp_path: Path) -> None:
    first = demo(stage="entries", seed=1, tables=1)
    copied(tmp_path / "first.zip")
    demo(stage="entries", seed=2, tables=1)
    copied(tmp_path / "both.zip")
    place = tmp_path / "place"
    place.mkdir()
    assert manage(place, "restore", str(tmp_path / "both.zip")).returncode == 0
    assert manage(place, "restore", str(tmp_path / "first.zip")).returncode == 0
    with closing(sqlite3.connect(place / "king.sqlite3")) as database:
        assert database.execute("SELECT code FROM tournaments_tournament").fetchall() == [(first.code,)]
        [(line,)] = database.execute("SELECT sentence FROM tournaments_logentry WHERE kind = 'backup'").fetchall()
    assert "Brought back" in line
    [before] = (place / "backups").glob("king-*-before-restoring.zip")
    assert manage(place, "restore", str(before)).returncode == 0
    with closing(sqlite3.connect(place / "king.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM tournaments_tournament").fetchone() == (2,)


@pytest.mark.django_db(transaction=True)
def test_a_copy_made_while_tables_write_has_whole_transactions(tmp_path: Path) -> None:
    stop, written = threading.Event(), []

    def write() -> None:
        try:
            while not stop.is_set():
                with transaction.atomic():
                    for half in ("left", "right"):
                        Player.objects.create(surname="Both", given_name=half)
                written.append(1)
        finally:
            connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    counts = []
    try:
        for number in range(12):
            packed = io.BytesIO()
            backup.write_copy(packed)
            database = database_in(packed.getvalue(), tmp_path / f"{number}.sqlite3")
            with closing(sqlite3.connect(database)) as copy:
                assert copy.execute("PRAGMA foreign_key_check").fetchone() is None
                found = "SELECT count(*) FROM tournaments_player WHERE given_name = ?"
                left, right = (copy.execute(found, (half,)).fetchone()[0] for half in ("left", "right"))
            assert left == right
            counts.append(left)
    finally:
        stop.set()
        writer.join()
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]
    assert written


def changed(good: Path, to: Path, sql: str) -> Path:
    """A copy that somebody has worked on, its note put right."""
    database = database_in(good.read_bytes(), to.with_suffix(".sqlite3"))
    with closing(sqlite3.connect(database)) as copy:
        copy.executescript(sql)
    note = {"made_at": timezone.now().isoformat(), "sha256": backup.digest_of(database), "evenings": 1}
    with zipfile.ZipFile(to, "w") as target:
        target.write(database, backup.DATABASE)
        target.writestr(backup.NOTE, json.dumps(note))
    return to


@pytest.mark.django_db(transaction=True)
def test_what_is_no_whole_copy_changes_nothing(tmp_path: Path) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    good = tmp_path / "good.zip"
    copied(good)
    noise = tmp_path / "noise.zip"
    noise.write_bytes(b"no zip at all")
    spoiled = tmp_path / "spoiled.zip"
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(spoiled, "w") as target:
        content = bytearray(source.read(backup.DATABASE))
        content[len(content) // 2] ^= 255
        target.writestr(backup.DATABASE, bytes(content))
        target.writestr(backup.NOTE, source.read(backup.NOTE))
    newer = tmp_path / "newer.zip"
    changed(good, newer, "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', 'now')")
    torn = tmp_path / "torn.zip"
    content = bytearray(good.read_bytes())
    content[1000:1100] = bytes(100)  # inside what is packed, so that it cannot be unpacked
    torn.write_bytes(content)
    cases = {
        noise: "no_copy", spoiled: "damaged", torn: "damaged", newer: "newer", tmp_path / "absent.zip": "no_file"
    }  # fmt: skip
    for path, code in cases.items():
        with pytest.raises(ValidationError) as refused:
            restoring.restore(path)
        assert refused.value.code == code
    assert list(Tournament.objects.values_list("code", flat=True)) == [evening.code]


CARRIED = {
    "a trigger": "CREATE TRIGGER quiet AFTER INSERT ON scoring_handresult BEGIN DELETE FROM tournaments_logentry; END",
    "a view": "CREATE VIEW accounts AS SELECT * FROM auth_user",
    "a table": "CREATE TABLE kept_aside (cards text)",
    "an index": "CREATE INDEX slow ON scoring_handresult (created_at)",
    "a table without its constraints": "ALTER TABLE tournaments_player RENAME TO old; "
    "CREATE TABLE tournaments_player AS SELECT * FROM old; DROP TABLE old",
    "one index less": "DROP INDEX django_session_expire_date_a5c62663",
}


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_a_copy_with_anything_but_what_the_migrations_make_is_refused(tmp_path: Path) -> None:
    demo(stage="entries", seed=1, tables=1)
    good = tmp_path / "good.zip"
    copied(good)
    worked_on = [changed(good, tmp_path / f"{number}.zip", sql) for number, sql in enumerate(CARRIED.values())]
    code = (
        "import sys, django; django.setup(); from pathlib import Path\n"
        "from django.core.exceptions import ValidationError; from django.db import connection\n"
        "from king_tournament.restoring import restore\n"
        "for path in sys.argv[1:]:\n"
        "    try: restore(Path(path)); print('used')\n"
        "    except ValidationError as refused: print(refused.code, len(connection.introspection.table_names()))"
    )
    said = run(tmp_path / "var", "-c", code, *map(str, [*worked_on, good]))
    assert said.stdout.splitlines() == ["not_ours 0"] * len(CARRIED) + ["used"], said.stderr


@pytest.mark.django_db(transaction=True)
def test_nothing_is_replaced_that_could_not_be_kept_first(tmp_path: Path, settings) -> None:
    copied(tmp_path / "empty.zip")
    evening = demo(stage="entries", seed=1, tables=1)
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").write_text("a file where the folder should be")
    with pytest.raises(ValidationError) as refused:
        restoring.restore(tmp_path / "empty.zip")
    assert refused.value.code == "nothing_kept"
    assert Tournament.objects.get() == evening


@pytest.mark.django_db
def test_nothing_is_brought_back_under_a_running_program(tmp_path: Path, settings) -> None:
    copied(tmp_path / "copy.zip")
    settings.DATA_DIR = tmp_path
    (tmp_path / "worker.alive").touch()
    with pytest.raises(ValidationError) as refused:
        restoring.restore(tmp_path / "copy.zip")
    assert refused.value.code == "running"


@pytest.mark.django_db
def test_the_program_keeps_its_last_twenty_for_its_owner_alone(tmp_path: Path, settings, monkeypatch) -> None:
    settings.DATA_DIR = tmp_path
    names = iter(range(100, 200))
    monkeypatch.setattr(backup, "file_name", lambda what="": f"king-{next(names)}.zip")
    for _number in range(backup.KEPT + 3):
        assert backup.keep_copy("partita") is not None
    kept = [each.name for each in backup.kept_copies()]
    assert kept == [f"king-{number}.zip" for number in range(122, 102, -1)]
    assert (tmp_path / "backups").stat().st_mode & 0o077 == 0
    assert (tmp_path / "backups" / kept[0]).stat().st_mode & 0o077 == 0


@pytest.mark.django_db
def test_a_full_disk_does_not_stop_the_night(tmp_path: Path, settings, caplog) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").write_text("a file where the folder should be")
    assert backup.keep_copy("partita") is None
    assert "no copy was kept" in caplog.text


def test_postgresql_is_copied_with_its_own_programs(monkeypatch) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(ValidationError, match="pg_dump"):
        backup.check_can_copy()
    assert backup.keep_copy("partita") is None


# --- at the desk


@pytest.fixture
def organizer(db: None) -> Client:
    user = User.objects.create_user("organizer")
    user.groups.add(Group.objects.get_or_create(name="organizer")[0])
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def test_one_button_downloads_a_copy_and_the_log_says_so(organizer: Client, tmp_path: Path) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    page = organizer.get(f"/desk/{evening.code}/copy/").content.decode()
    assert page.count("btn-primary") == 1
    answer = organizer.post(f"/desk/{evening.code}/copy/")
    packed = b"".join(answer.streaming_content)
    assert answer["Content-Disposition"].endswith('.zip"')
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        assert sorted(file.namelist()) == [backup.NOTE, backup.DATABASE]
    assert evening.log.filter(kind="backup").count() == 1


def test_nobody_is_signed_in_by_what_is_in_a_copy(organizer: Client, tmp_path: Path) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    dealer = User.objects.create_user("dealer")
    token = Token.objects.create(user=dealer).key
    other = Client()
    other.force_login(dealer)
    packed = b"".join(organizer.post(f"/desk/{evening.code}/copy/").streaming_content)
    database = database_in(packed, tmp_path / "copied.sqlite3").read_bytes()
    assert b"dealer" in database
    assert other.session.session_key.encode() not in database
    assert token.encode() not in database


def test_an_organizer_who_plays_gets_no_copy_with_cards_that_are_sealed(organizer: Client) -> None:
    round_ = in_play()
    other = demo(stage="entries", seed=1, tables=1)
    set_blind(tournament=round_.tournament, blind=True, author=None)
    for code in (round_.tournament.code, other.code):
        answer = organizer.post(f"/desk/{code}/copy/")
        assert answer.status_code == 422
        assert "sealed" in answer.content.decode()
    assert not round_.tournament.log.filter(kind__in=("backup", "cards_opened")).exists()


def test_a_copy_with_sealed_cards_is_logged_like_any_look_at_them(organizer: Client) -> None:
    evening = in_play().tournament
    assert organizer.post(f"/desk/{evening.code}/copy/").status_code == 200
    assert evening.log.filter(kind="cards_opened").count() == 1


def test_only_the_organizer_has_the_page(db: None) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    arbiter = User.objects.create_user("arbiter")
    arbiter.groups.add(Group.objects.get_or_create(name="arbiter")[0])
    client = Client()
    assert client.post(f"/desk/{evening.code}/copy/").status_code == 302
    client.force_login(arbiter)
    assert client.post(f"/desk/{evening.code}/copy/").status_code == 403


def test_a_copy_is_kept_when_the_desk_closes_a_partita(organizer: Client, tmp_path: Path, settings) -> None:
    settings.DATA_DIR = tmp_path
    evening = demo(stage="finished", seed=1, tables=1, rounds=1)
    last = evening.rounds.get()
    type(last).objects.filter(pk=last.pk).update(stage="playing")
    organizer.post(f"/desk/{evening.code}/play/1/", {"step": "close"})
    last.refresh_from_db()
    assert last.is_closed
    assert [each.name.endswith(f"-{evening.code}-1.zip") for each in backup.kept_copies()] == [True]
    assert close_round(round=last, author=None).is_closed
