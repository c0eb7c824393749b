"""Backup and restore: the backup is consistent while tables write, and restoring it into an empty
folder gives the same standings.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone, translation

from ground import copies
from ground.folder import lock_folder
from king_tournament.installation import restoring
from king_tournament.models import Answered, ApiToken, Webhook
from night import backup
from scoring.models import Sheet
from scoring.round_steps import close_round
from scoring.standing import tournament_standings
from screens.clock import change_clock, clocks_of
from tests.accounts import signed_in
from tests.evenings import a_tournament, demo, in_play, sealed_round
from tests.markup import flat
from tests.real_servers import free_port, until
from tournaments.board_steps import set_blind
from tournaments.models import Player, Round, Tournament

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.sqlite


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program of ours in an installation of its own."""
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={
            **kept,
            "KING_DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        },
    )


@pytest.fixture
def here(tmp_path: Path, settings) -> Path:
    """Data folder of this installation."""
    settings.DATA_DIR = tmp_path
    return tmp_path


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a management command in an installation."""
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
def test_what_stood_there_before_is_kept_and_can_be_brought_back(tmp_path: Path) -> None:
    first = demo(stage="entries", seed=1, tables=1)
    copied(tmp_path / "first.zip")
    demo(stage="entries", seed=2, tables=1)
    copied(tmp_path / "both.zip")
    place = tmp_path / "place"
    place.mkdir()
    database_in((tmp_path / "both.zip").read_bytes(), place / "king.sqlite3")
    assert manage(place, "restore", str(tmp_path / "first.zip")).returncode == 0
    with closing(sqlite3.connect(place / "king.sqlite3")) as database:
        assert database.execute("SELECT code FROM tournaments_tournament").fetchall() == [
            (first.code,)
        ]
        lines = database.execute(
            "SELECT sentence, tournament_id IS NULL FROM tournaments_logentry WHERE kind = 'backup' ORDER BY id"
        ).fetchall()
        [(counted,)] = database.execute("SELECT revision FROM tournaments_tournament").fetchall()
    # One line in the installation's log and one in the evening's.
    assert lines == [(backup.BROUGHT_BACK, 1), (backup.BROUGHT_BACK, 0)]
    assert counted > 10_000_000, "numbers that a phone had seen before come again"
    [before] = (place / "backups").glob("king-*-before-restoring.zip")
    assert manage(place, "restore", str(before)).returncode == 0
    with closing(sqlite3.connect(place / "king.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM tournaments_tournament").fetchone() == (2,)


@pytest.mark.at_length
def test_an_installation_finds_an_older_copy_put_back_by_hand_and_none_that_was_brought_back(
    installation: Path, tmp_path: Path
) -> None:
    """The number of log lines is also kept outside the database, and `restore` updates it."""
    place = tmp_path / "place"
    shutil.copytree(installation, place)
    assert manage(place, "demo", "--stage", "entries", "--seed", "1").returncode == 0
    older = (place / "king.sqlite3").read_bytes()
    assert manage(place, "backup", str(tmp_path / "older.zip")).returncode == 0
    assert manage(place, "demo", "--stage", "finished", "--seed", "2").returncode == 0
    assert manage(place, "check_log").returncode == 0
    newer = (place / "king.sqlite3").read_bytes()
    (place / "king.sqlite3").write_bytes(older)
    assert manage(place, "check_log").returncode == 1
    (place / "king.sqlite3").write_bytes(newer)
    assert manage(place, "check_log").returncode == 0
    assert manage(place, "restore", str(tmp_path / "older.zip")).returncode == 0
    assert manage(place, "check_log").returncode == 0


CLOCKS = """
import json
from screens.clock import clocks_of
from tournaments.models import Round
clocks = clocks_of(Round.objects.select_related("tournament").get())
print(json.dumps([[table, clock.facts] for table, clock in clocks.items()]))
"""


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_another_process_on_a_copy_that_was_put_back_reads_the_same_clocks(tmp_path: Path) -> None:
    round_ = sealed_round(a_tournament(), 3)
    Round.objects.update(minutes=60, hand_minutes=5)
    round_.refresh_from_db()
    first, second = round_.tables.order_by("number")[:2]
    change_clock(round=round_, kind="extra", minutes=7, author=None)
    change_clock(round=round_, kind="begin", table=first, author=None)
    change_clock(round=round_, kind="pause", table=second, author=None)
    before = [[table, clock.facts] for table, clock in clocks_of(round_).items()]
    assert [facts["stands"] for _table, facts in before] == ["", "", "paused", ""]
    copied(tmp_path / "copy.zip")
    place = tmp_path / "place"
    place.mkdir()
    assert manage(place, "restore", str(tmp_path / "copy.zip")).returncode == 0
    for _start in range(2):
        said = manage(place, "shell", "--verbosity", "0", "--command", CLOCKS).stdout
        assert json.loads(said) == before


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
                left, right = (
                    copy.execute(found, (half,)).fetchone()[0] for half in ("left", "right")
                )
            assert left == right
            counts.append(left)
    finally:
        stop.set()
        writer.join()
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]
    assert written


def changed(good: Path, to: Path, sql: str) -> Path:
    """Make a modified backup with a valid note."""
    database = database_in(good.read_bytes(), to.with_suffix(".sqlite3"))
    with closing(sqlite3.connect(database)) as copy:
        copy.executescript(sql)
    note = {
        "made_at": timezone.now().isoformat(),
        "sha256": backup.digest_of(database),
        "evenings": 1,
    }
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
    changed(
        good,
        newer,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', 'now')",
    )
    torn = tmp_path / "torn.zip"
    content = bytearray(good.read_bytes())
    content[1000:1100] = bytes(100)  # inside the compressed data, so that unpacking fails
    torn.write_bytes(content)
    cases = {
        noise: "no_copy",
        spoiled: "damaged",
        torn: "damaged",
        newer: "newer",
        tmp_path / "absent.zip": "no_file",
    }
    for path, code in cases.items():
        with pytest.raises(ValidationError) as refused:
            restoring.restore(path)
        assert refused.value.code == code
    assert list(Tournament.objects.values_list("code", flat=True)) == [evening.code]


CARRIED = {
    "a trigger": "CREATE TRIGGER quiet AFTER INSERT ON scoring_handresult BEGIN DELETE FROM tournaments_logentry; END",
    "a view": "CREATE VIEW accounts AS SELECT * FROM auth_user",
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
    worked_on = [
        changed(good, tmp_path / f"{number}.zip", sql)
        for number, sql in enumerate(CARRIED.values())
    ]
    code = (
        "import sys, django; django.setup(); from pathlib import Path\n"
        "from django.core.exceptions import ValidationError; from django.db import connection\n"
        "from king_tournament.installation.restoring import restore\n"
        "for path in sys.argv[1:]:\n"
        "    try: restore(Path(path)); print('used')\n"
        "    except ValidationError as refused: print(refused.code, len(connection.introspection.table_names()))"
    )
    # An older version has other guards, or none.
    older = changed(
        good,
        tmp_path / "older.zip",
        "DROP TRIGGER king_scoring_ruling_update; CREATE TRIGGER "
        "king_scoring_ruling_update BEFORE UPDATE ON scoring_ruling BEGIN SELECT 1; END",
    )
    said = run(tmp_path / "var", "-c", code, *map(str, [*worked_on, good, older]))
    assert said.stdout.splitlines() == ["not_ours 0"] * len(CARRIED) + ["used", "used"], said.stderr


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_nothing_is_replaced_that_could_not_be_kept_first(here: Path) -> None:
    copied(here / "empty.zip")
    evening = demo(stage="entries", seed=1, tables=1)
    (here / "backups").write_text("a file where the folder should be")
    with pytest.raises(ValidationError) as refused:
        restoring.restore(here / "empty.zip")
    assert refused.value.code == "nothing_kept"
    assert Tournament.objects.get() == evening


@pytest.mark.django_db
def test_nothing_is_brought_back_under_a_running_program(here: Path) -> None:
    copied(here / "copy.zip")
    with lock_folder(here, ""), pytest.raises(ValidationError) as refused:
        restoring.restore(here / "copy.zip")
    assert refused.value.code == "running"


@pytest.mark.django_db
def test_whoever_holds_a_socket_is_told_to_stop_the_service(here: Path) -> None:
    copied(here / "copy.zip")
    with lock_folder(here, "https://rossa.example.org"), pytest.raises(ValidationError) as refused:
        restoring.restore(here / "copy.zip")
    assert refused.value.code == "running_by_socket"
    assert "https://rossa.example.org" in refused.value.messages[0]
    assert "systemctl stop" in refused.value.messages[0]


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="Windows has no such rights")
@pytest.mark.django_db
def test_a_copy_that_may_not_be_read_is_not_called_something_else(here: Path) -> None:
    copied(here / "copy.zip")
    (here / "copy.zip").chmod(0)
    mine = os.geteuid()
    os.seteuid(65534 if mine == 0 else mine)  # root could read it
    try:
        with pytest.raises(ValidationError) as refused:
            restoring._unpack_database(here / "copy.zip", here / "unpacked")
    finally:
        os.seteuid(mine)
    assert refused.value.code == "not_readable"
    assert str(here / "copy.zip") in refused.value.messages[0]


def torn(path: Path) -> None:
    """Destroy the page of the table of evenings, as a bad sector does; everything else stays
    readable.
    """
    with closing(sqlite3.connect(path)) as database:
        [(page,)] = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'tournaments_tournament'"
        )
        [(size,)] = database.execute("PRAGMA page_size")
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(content)


@pytest.mark.at_length
@pytest.mark.parametrize(
    "spoil", [lambda path: path.write_bytes(b"no database" * 1000), torn], ids=["noise", "torn"]
)
@pytest.mark.django_db(transaction=True)
def test_a_damaged_database_is_put_aside_for_the_copy(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    copied(tmp_path / "copy.zip")
    place = tmp_path / "place"
    place.mkdir()
    file = database_in((tmp_path / "copy.zip").read_bytes(), place / "king.sqlite3")
    spoil(file)
    spoiled = file.read_bytes()
    (place / "king.sqlite3-wal").write_bytes(b"a log of writes")
    said = run(place, "manage.py", "doctor")
    assert said.returncode == 1
    assert "manage.py restore" in said.stdout
    assert "Traceback" not in said.stderr
    said = manage(place, "restore", str(tmp_path / "copy.zip"))
    assert (said.returncode, said.stderr) == (0, "")
    [aside] = place.glob("king.sqlite3-damaged-*[0-9]")
    assert str(aside) in said.stdout
    assert aside.read_bytes() == spoiled
    with closing(backup.open_database(place / "king.sqlite3")) as database:
        assert database.execute("SELECT code FROM tournaments_tournament").fetchall() == [
            (evening.code,)
        ]
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_start_over_a_damaged_database_names_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "king.sqlite3").write_bytes(b"no database" * 1000)
    said = manage(tmp_path, "prepare")
    assert said.returncode == 1
    assert "manage.py restore" in said.stderr
    assert "Traceback" not in said.stderr


def test_the_doctor_makes_no_database(tmp_path: Path) -> None:
    said = manage(tmp_path, "doctor")
    assert said.returncode == 1
    assert said.stderr.count(str(tmp_path)) == 1
    assert "manage.py restore" not in said.stderr
    (tmp_path / "running").touch()
    said = manage(tmp_path, "doctor")
    assert said.returncode == 1
    assert "manage.py restore" in said.stderr  # the installation knows that it had a database
    assert not (tmp_path / "king.sqlite3").exists()


def aged(place: Path, age: timedelta) -> str:
    """Make an empty backup file of that age; return its name."""
    moment = timezone.now() - age
    path = place / f"king-{moment:%Y-%m-%d-%H%M%S}.zip"
    path.touch()
    os.utime(path, (moment.timestamp(), moment.timestamp()))
    return path.name


@pytest.mark.django_db
def test_copies_are_kept_by_age_for_their_owner_alone(here: Path) -> None:
    place = here / "backups"
    assert backup.keep_copy("partita") is not None
    quarter, half = timedelta(minutes=15), timedelta(minutes=30)
    lately = {aged(place, number * quarter) for number in range(1, 8)}
    for number in range(5, 90):
        aged(place, number * half)
    for number in range(3, 40):
        aged(place, number * timedelta(hours=8))
    (place / "king-2020-01-01-200000-before-restoring.zip").touch()
    os.utime(place / "king-2020-01-01-200000-before-restoring.zip", (1577905200, 1577905200))
    assert backup.keep_copy("partita") is not None
    kept = copies.copy_files()
    assert lately < {copy.name for copy in kept}
    assert kept[-1].name.endswith("before-restoring.zip")
    moments = [(timezone.now() - copy.at, timezone.localtime(copy.at)) for copy in kept]
    by_hour = [f"{at:%d %H}" for age, at in moments if timedelta(hours=2) < age < timedelta(days=1)]
    assert len(by_hour) == len(set(by_hour)) >= 21
    by_day = [f"{at:%m-%d}" for age, at in moments if timedelta(days=3) < age < timedelta(days=99)]
    assert len(by_day) == len(set(by_day)) >= 9
    assert place.stat().st_mode & 0o077 == 0
    assert (place / kept[0].name).stat().st_mode & 0o077 == 0


@pytest.mark.django_db
def test_a_copy_is_due_after_each_closed_sheet_and_every_ten_minutes_while_tables_play(
    here: Path,
) -> None:
    demo(stage="entries", seed=1, tables=1)
    assert backup.copy_if_due() is None
    round_ = in_play()
    first = backup.copy_if_due()
    assert first is not None
    assert backup.copy_if_due() is None
    Sheet.objects.filter(table__round=round_).update(state="closed", closed_at=timezone.now())
    assert backup.copy_if_due() is not None
    assert backup.copy_if_due() is None
    for path in (here / "backups").iterdir():
        moment = path.stat().st_mtime - 601
        os.utime(path, (moment, moment))
    Sheet.objects.update(state="open", closed_at=None)
    assert backup.copy_if_due() is not None


@pytest.mark.django_db
def test_a_full_disk_does_not_stop_the_night(here: Path, caplog) -> None:
    (here / "backups").write_text("a file where the folder should be")
    assert backup.keep_copy("partita") is None
    assert "no copy was kept" in caplog.text


@pytest.fixture
def stick(tmp_path: Path, settings, db) -> Path:
    """Folder for backups on a USB stick, beside the installation."""
    settings.DATA_DIR = tmp_path / "var"
    copies = tmp_path / "stick" / "king-copies"
    for folder in (settings.DATA_DIR, copies):
        folder.mkdir(parents=True)
    User.objects.create_superuser("chooser")
    (settings.DATA_DIR / "second_place").write_text(f"{copies}\nchooser")
    return copies


@pytest.mark.django_db
def test_a_first_disk_that_takes_no_copy_had_the_stick_filled_with_one_every_ten_seconds(
    stick: Path, settings
) -> None:
    (settings.DATA_DIR / "backups").write_text("a file where the folder should be")
    in_play()
    assert backup.copy_if_due() is not None
    assert [backup.copy_if_due() for _look in range(3)] == [None] * 3
    assert len(list(stick.iterdir())) == 1


@pytest.mark.django_db
def test_a_disk_that_fills_while_a_copy_is_written_keeps_no_half_of_it(
    stick: Path, settings, monkeypatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", lambda file: no_space())
        assert backup.keep_copy("") is None
    assert list(stick.iterdir()) == list((settings.DATA_DIR / "backups").iterdir()) == []
    # The next backup deletes files left by a power cut, but not one that is still being written.
    for name, age in (
        ("king-2020-01-01-200000.7.part", 10_000),
        ("king-2020-01-01-200001.8.part", 5),
    ):
        (stick / name).touch()
        os.utime(stick / name, (time.time() - age,) * 2)
    kept = backup.keep_copy("")
    assert kept is not None
    assert {path.name for path in stick.iterdir()} == {kept.name, "king-2020-01-01-200001.8.part"}


def no_space() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.django_db
def test_a_stick_that_answers_with_errors_does_not_keep_the_first_disk_from_its_copy(
    stick: Path, settings
) -> None:
    # A name that is too long fails like any write to a broken stick.
    (settings.DATA_DIR / "second_place").write_text(str(stick / ("x" * 300)))
    in_play()
    assert backup.copy_if_due() is not None
    assert [copy is not None for _place, copy in backup.last_copies()] == [True, False]


@pytest.mark.django_db
def test_after_the_clock_was_set_back_copies_of_the_future_stop_no_copy_and_are_not_thinned(
    here: Path,
) -> None:
    (here / "backups").mkdir()
    ahead = {
        aged(here / "backups", -timedelta(hours=hours, minutes=1)) for hours in (3, 3.2, 70, 70.1)
    }
    round_ = in_play()
    made = backup.copy_if_due()
    assert made is not None
    assert {copy.name for copy in copies.copy_files()} == {made.name, *ahead}
    [(_place, last)] = backup.last_copies()
    assert last is not None
    assert last.name == made.name
    # A sheet whose closing lies in the future does not make backups due again and again.
    Sheet.objects.filter(table__round=round_).update(
        state="closed", closed_at=timezone.now() + timedelta(hours=1)
    )
    assert backup.copy_if_due() is None


@pytest.mark.django_db
def test_without_a_second_place_nothing_is_asked_for_it_and_no_place_called_none_is_named(
    here: Path, django_assert_num_queries
) -> None:
    with django_assert_num_queries(0):
        assert backup.keep_copy("") is not None


def test_postgresql_is_copied_with_its_own_programs(monkeypatch) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(ValidationError, match="pg_dump"):
        backup.check_can_copy()
    assert backup.keep_copy("partita") is None


# --- at the desk


@pytest.fixture
def organizer(db: None) -> Client:
    return signed_in("organizer", "organizer")


def test_the_foot_of_a_page_says_the_hour_of_a_copy_and_the_day_of_an_older_one(
    organizer: Client, here: Path
) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    (here / "backups").mkdir()
    for age in (timedelta(days=3), timedelta(0)):
        aged(here / "backups", age)
        at = timezone.localtime(backup.last_copies()[0][1].at)
        page = organizer.get(f"/desk/{evening.code}/log/", headers={"accept-language": "it"})
        said = flat(page.content.decode())
        is_today = at.date() == timezone.localdate()
        when = f"{at:%H:%M}" if is_today else f"{at:%d/%m/%Y %H:%M}"
        assert f"Copia di sicurezza: {when}" in said


def test_every_copy_goes_to_the_stick_too_and_every_page_of_the_desk_says_so(
    organizer: Client, tmp_path: Path, settings
) -> None:
    settings.DATA_DIR = tmp_path / "var"
    settings.DATA_DIR.mkdir()
    stick = tmp_path / "stick"
    stick.mkdir()
    evening = demo(stage="entries", seed=1, tables=1)
    page = f"/desk/{evening.code}/copy/"
    for wrong in (str(tmp_path / "absent"), "stick", str(settings.DATA_DIR)):
        assert organizer.post(f"{page}second/", {"place": wrong}).status_code == 422
    assert organizer.post(f"{page}second/", {"place": str(stick)}).status_code == 302
    assert [copy.name for copy in copies.copy_files()] == [
        path.name for path in (stick / "king-copies").iterdir()
    ]
    assert evening.log.filter(kind="backup").count() == 1
    home = organizer.get("/desk/").content.decode()
    assert "Safety copy: " in home
    assert f"Safety copy in {stick / 'king-copies'}: " in flat(home)
    shutil.rmtree(stick / "king-copies")
    assert backup.keep_copy("without the stick") is not None
    assert "is the stick plugged in?" in organizer.get("/desk/").content.decode()
    assert list(stick.iterdir()) == []


def test_an_organizer_who_plays_has_no_copies_put_where_the_sealed_cards_could_be_read(
    organizer: Client, tmp_path: Path
) -> None:
    tournament = in_play().tournament
    set_blind(tournament=tournament, blind=True, author=None)
    answer = organizer.post(f"/desk/{tournament.code}/copy/second/", {"place": str(tmp_path)})
    assert answer.status_code == 422
    assert list(tmp_path.iterdir()) == []


def test_a_stick_chosen_before_anything_was_sealed_got_the_sealed_cards_without_a_line(
    organizer: Client, tmp_path: Path, settings
) -> None:
    settings.DATA_DIR = tmp_path / "var"
    stick = tmp_path / "stick"
    for folder in (settings.DATA_DIR, stick):
        folder.mkdir()
    evening = a_tournament()
    organizer.post(f"/desk/{evening.code}/copy/second/", {"place": str(stick)})
    assert not evening.log.filter(kind="cards_opened").exists()
    sealed_round(evening)
    for _each in range(2):
        backup.keep_copy("")
    [line] = evening.log.filter(kind="cards_opened")
    assert line.fields == {"place": str(stick / "king-copies")}
    assert len(list((stick / "king-copies").glob("*.zip"))) > 0


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_the_drill_shows_the_same_evening_in_another_folder_on_another_port(tmp_path: Path) -> None:
    evening = demo(stage="finished", seed=7, tables=3)
    assert copied(tmp_path / "copy.zip").evenings == 1
    port, kept = (
        free_port(),
        {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}},
    )
    with (tmp_path / "said.txt").open("w") as out:
        drill = subprocess.Popen(
            [
                "make",
                "-o",
                ".venv/.installed",
                "restore",
                f"FILE={tmp_path / 'copy.zip'}",
                f"FOLDER={tmp_path / 'drill'}",
                f"PORT={port}",
            ],
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=kept,
        )
    try:
        until(
            lambda: (
                f"http://localhost:{port}/" in (tmp_path / "said.txt").read_text()
                or drill.poll() is not None
            )
        )
        with urllib.request.urlopen(
            f"http://127.0.0.1:{port}/live/{evening.code}/", timeout=60
        ) as answer:
            assert evening.name in answer.read().decode()
        exported = manage(tmp_path / "drill", "export_results", evening.code)
        expected = json.loads(json.dumps(tournament_standings(evening, spoken=True).as_json()))
        assert json.loads(exported.stdout) == expected
        assert expected["overall"]
    finally:
        os.killpg(drill.pid, signal.SIGINT)  # like Ctrl-C in a terminal
        drill.wait(60)


def test_one_button_downloads_a_copy_and_the_log_says_so(organizer: Client, tmp_path: Path) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    page = organizer.get(f"/desk/{evening.code}/copy/").content.decode()
    assert page.count("btn-primary") == 1
    answer = organizer.post(f"/desk/{evening.code}/copy/file/")
    packed = b"".join(answer.streaming_content)
    assert answer["Content-Disposition"].endswith('.zip"')
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        assert sorted(file.namelist()) == [backup.NOTE, backup.DATABASE]
    assert evening.log.filter(kind="backup").count() == 1


@pytest.fixture
def torn_table(transactional_db: None) -> Iterator[None]:
    """Overwrite a page of the database that belongs to a table which no page of the desk reads, but
    every backup does.
    """
    file = Path(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT rootpage FROM sqlite_master WHERE name = 'king_tournament_apitoken'")
        [number] = cursor.fetchone()
        [size] = cursor.execute("PRAGMA page_size").fetchone()
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    start, whole = (number - 1) * size, file.read_bytes()

    def write(page: bytes) -> None:
        with file.open("r+b") as opened:
            opened.seek(start)
            opened.write(page)

    write(b"\xff" * size)
    yield
    connection.close()
    write(whole[start : start + size])


def test_a_database_that_cannot_be_read_whole_is_said_with_what_to_do_where_a_copy_is_asked_for(
    organizer: Client, torn_table: None, here: Path
) -> None:
    evening = a_tournament()
    answer = organizer.post(f"/desk/{evening.code}/copy/file/")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "No copy could be made because the database cannot be read" in page
    assert "manage.py doctor" in page
    assert backup.keep_copy("") is None
    with translation.override("en"), pytest.raises(CommandError, match="cannot be read"):
        call_command("backup", str(here / "copy.zip"))
    assert not (here / "copy.zip").exists()


def test_nobody_is_signed_in_by_what_is_in_a_copy(organizer: Client, tmp_path: Path) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    dealer = User.objects.create_user("dealer")
    limited = ApiToken.objects.create(user=dealer, name="scores", digest="d" * 64)
    Answered.objects.create(user=dealer, key="once", digest="e" * 64)
    Webhook.objects.create(user=dealer, name="told", url="http://host/", secret="f" * 60)
    other = Client()
    other.force_login(dealer)
    packed = b"".join(organizer.post(f"/desk/{evening.code}/copy/file/").streaming_content)
    database = database_in(packed, tmp_path / "copied.sqlite3").read_bytes()
    assert b"dealer" in database
    assert other.session.session_key.encode() not in database
    assert limited.digest.encode() not in database
    assert b"e" * 64 not in database
    assert b"f" * 60 not in database


def test_an_organizer_who_plays_gets_no_copy_with_cards_that_are_sealed(organizer: Client) -> None:
    round_ = in_play()
    other = demo(stage="entries", seed=1, tables=1)
    set_blind(tournament=round_.tournament, blind=True, author=None)
    for code in (round_.tournament.code, other.code):
        answer = organizer.post(f"/desk/{code}/copy/file/")
        assert answer.status_code == 422
        assert "sealed" in answer.content.decode()
    assert not round_.tournament.log.filter(kind__in=("backup", "cards_opened")).exists()


def test_a_copy_with_sealed_cards_is_logged_like_any_look_at_them(organizer: Client) -> None:
    evening = in_play().tournament
    assert organizer.post(f"/desk/{evening.code}/copy/file/").status_code == 200
    assert evening.log.filter(kind="cards_opened").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_copy_taken_through_another_evenings_page_is_in_the_log_of_each_whose_cards_it_holds(
    organizer: Client, tmp_path: Path
) -> None:
    """A backup through a trial evening's page used to be in the log of no other evening."""
    evening, trial = in_play().tournament, demo(stage="entries", seed=1, tables=1)
    packed = b"".join(organizer.post(f"/desk/{trial.code}/copy/file/").streaming_content)
    assert evening.log.filter(kind="cards_opened", author_name="organizer").count() == 1
    assert trial.log.filter(kind="backup").count() == 1
    # The line is written first, so the backup itself has it, even if this machine is lost.
    with closing(sqlite3.connect(database_in(packed, tmp_path / "copied.sqlite3"))) as copy:
        lines = copy.execute(
            "SELECT count(*) FROM tournaments_logentry WHERE kind = 'cards_opened' AND tournament_id = ?",
            [evening.pk],
        )
        assert lines.fetchone() == (1,)


def test_only_the_organizer_has_the_page(db: None) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    assert Client().post(f"/desk/{evening.code}/copy/file/").status_code == 302
    arbiter = signed_in("arbiter", "arbiter")
    assert arbiter.post(f"/desk/{evening.code}/copy/file/").status_code == 403


def test_a_copy_is_kept_when_the_desk_closes_a_partita(organizer: Client, here: Path) -> None:
    evening = demo(stage="finished", seed=1, tables=1, rounds=1)
    last = evening.rounds.get()
    type(last).objects.filter(pk=last.pk).update(stage="playing")
    organizer.post(f"/desk/{evening.code}/play/1/close/")
    last.refresh_from_db()
    assert last.is_closed
    assert [copy.name.endswith(f"-{evening.code}-1.zip") for copy in copies.copy_files()] == [True]
    assert close_round(round=last, author=None).is_closed


def test_what_a_migration_moves_is_in_the_database_that_is_migrated() -> None:
    """A backup of an older version is migrated in a second database beside the site's own."""
    asked = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in ROOT.glob("*/migrations/*.py")
        for match in re.finditer(r"\.objects\b(?!\.using\().*", path.read_text())
    ]
    assert asked == []
