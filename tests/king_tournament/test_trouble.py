"""Troubles that keep the installation from saving are reported where people look, with a remedy,
and not as an error of the program.
"""

from __future__ import annotations

import errno
import io
import logging
import os
import shutil
import subprocess
import sys
import uuid
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone, translation

from ground import folder, guards
from ground.addresses import address_change_sentences, leads_nowhere
from ground.trouble import JSONFormatter, LineFormatter, OneSentenceFilter
from printing.models import PrintJob
from scoring.models import HandResult
from tests.evenings import demo, in_play, played
from tournaments.models import LogEntry, Player, Tournament

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.sqlite


@pytest.fixture
def organizer(db: None) -> Client:
    user = User.objects.create_user("organizer")
    user.groups.add(Group.objects.get_or_create(name="organizer")[0])
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.force_login(user)
    return client


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report a disk with four kilobytes left, as the system does."""
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: SimpleNamespace(total=10**9, used=10**9, free=4096)
    )


def test_a_full_disk_is_said_on_every_page_of_the_desk_and_in_health(
    organizer: Client, full_disk: None
) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    for path in ("/desk/", f"/desk/{evening.code}/", f"/desk/{evening.code}/players/"):
        answer = organizer.get(path)
        assert answer.status_code == 200
        assert "The disk is full" in answer.content.decode()
    health = organizer.get("/health")
    assert health.status_code == 503
    assert health.json()["database"] is True
    assert "Make room" in health.json()["trouble"]


def test_without_trouble_nothing_is_said(organizer: Client) -> None:
    assert 'role="alert"' not in organizer.get("/desk/").content.decode()
    assert organizer.get("/health").json()["trouble"] == ""


@pytest.mark.django_db(transaction=True)
def test_a_row_that_finds_no_room_is_answered_with_what_to_do_and_sent_again_by_the_phone(
    full_disk: None,
) -> None:
    """A phone keeps a row and tries again if the status is 500 or more: static/king/phone/store.js."""
    table = in_play().tables.get(number=1)
    rows = HandResult.objects.filter(sheet__table=table, hand=1)
    phone = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    form = {"hand": 1, "device": "d"}
    with (
        connection.cursor() as cursor
    ):  # SQLite refuses to grow the file, with the message that it has for a full disk.
        cursor.execute("VACUUM")  # Remove free pages that earlier tests left.
        [pages] = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(1000):
        before = rows.count()
        content = {"units": {"N": number % 14, "E": 13 - number % 14, "S": 0, "W": 0}}
        row = form | {"content": content, "client_id": str(uuid.uuid4()), "based_on": before}
        answer = phone.post(f"/t/{table.place.code}/1/rows", row, content_type="application/json")
        if answer.status_code != 200:
            break
    connection.close()
    assert answer.status_code == 503
    assert "The disk is full" in answer.content.decode()
    assert rows.count() == before


@pytest.mark.usefixtures("full_disk")
def test_the_terminal_says_a_full_disk_without_a_traceback() -> None:
    try:
        raise OperationalError("database or disk is full")
    except OperationalError:
        record = logging.LogRecord(
            "django.request", logging.ERROR, __file__, 1, "%s: %s", ("a", "b"), sys.exc_info()
        )
    assert OneSentenceFilter().filter(record)
    assert record.exc_info is None
    assert "\n" not in record.getMessage()
    assert str(connection.settings_dict["NAME"]).rpartition("/")[0] in record.getMessage()


@pytest.mark.usefixtures("full_disk")
def test_a_command_that_finds_no_room_says_so_without_a_traceback(settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "running").mkdir()  # a file that the system does not open
    with translation.override("en"), pytest.raises(CommandError, match="The disk is full"):
        call_command("restore", str(tmp_path / "copy.zip"))


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EROFS, "Nothing can be written"),
        (errno.ENOENT, "The folder"),
    ],
)
def test_the_first_start_says_what_is_wrong_with_the_disk_and_not_that_there_can_be_no_folder(
    number: int, sentence: str
) -> None:
    assert folder.trouble_at_start(OSError(number, "in English")).startswith(sentence)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_gone_is_said_and_nothing_is_saved_until_it_is_back(
    organizer: Client,
) -> None:
    evening = demo(stage="entries", seed=1, tables=1)
    database = Path(connection.settings_dict["NAME"])
    aside = database.with_suffix(".aside")
    assert organizer.get(f"/desk/{evening.code}/").status_code == 200
    database.rename(aside)
    try:
        for path in (f"/desk/{evening.code}/", "/", "/t/abcdef/1/state"):
            answer = organizer.get(path)
            assert answer.status_code == 503
            assert "no longer there" in answer.content.decode()
        assert organizer.get("/health").json()["database"] is False
        assert not database.exists()
    finally:
        aside.rename(database)
    assert organizer.get(f"/desk/{evening.code}/").status_code == 200
    # If the file is replaced by a copy, the open connection is closed and the copy is read.
    shutil.copyfile(database, aside)
    aside.replace(database)
    assert organizer.get(f"/desk/{evening.code}/").status_code == 200


# --- the doctor


def doctor() -> list[str]:
    """Findings of ``doctor``, one per line; empty if all is well."""
    output = io.StringIO()
    try:
        with translation.override("en"):
            call_command("doctor", stdout=output)
    except CommandError:
        return [line for line in output.getvalue().splitlines() if line.startswith("✗")]
    assert "All is well" in output.getvalue()
    return []


@pytest.mark.django_db
def test_the_doctor_says_each_thing_that_is_wrong_with_what_to_do(
    settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings.KING_ADDRESS = "http://king.example.org"
    settings.DATA_DIR = tmp_path
    assert doctor() == []
    evening = demo(stage="entries", seed=1, tables=1)
    last = evening.log.order_by("-sequence").first()
    with guards.guards_off(connection):
        type(last).objects.filter(pk=last.pk).update(at=timezone.now() + timedelta(hours=2))
    (tmp_path / "second_place").write_text(str(tmp_path / "stick" / "king-copies"))
    request.getfixturevalue("full_disk")
    full, behind, stick = doctor()
    assert "The disk is full" in full
    assert "Set the clock" in behind
    assert "is the stick plugged in?" in stick


@pytest.mark.django_db
def test_the_doctor_finds_an_address_of_another_machine_and_rows_that_no_copy_has(
    settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    settings.KING_ADDRESS = "http://192.168.77.201:8000"
    [other] = doctor()
    assert (
        "KING_ADDRESS sends phones to http://192.168.77.201:8000, which is another machine" in other
    )
    settings.KING_ADDRESS = "http://king.example.org"
    played(1)
    with guards.guards_off(connection):
        HandResult.objects.update(created_at=timezone.now() - timedelta(hours=2))
    [uncopied] = doctor()
    assert "Rows have been written for over an hour without a safety copy" in uncopied


def test_the_page_of_the_day_before_has_a_tick_or_a_sentence_for_each_thing(
    organizer: Client, settings
) -> None:
    settings.KING_ADDRESS = "http://192.168.77.201:8000"
    page = organizer.get("/desk/rehearsal/").content.decode()
    assert "The database is whole." in page
    assert "KING_ADDRESS sends phones to http://192.168.77.201:8000" in page
    assert "A table was played" not in page
    assert "All is well." not in page


def test_a_table_is_played_on_a_copy_and_leaves_no_trace(
    organizer: Client, settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    before = {model: model.objects.count() for model in (Tournament, Player, HandResult, LogEntry)}
    page = organizer.post("/desk/rehearsal/").content.decode()
    assert "A table was played on a copy, and its score sheet was made." in page
    assert {model: model.objects.count() for model in before} == before
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_cannot_be_played_is_said(
    organizer: Client, settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    page = organizer.post("/desk/rehearsal/").content.decode()
    assert "A table could not be played to its end on a copy" in page
    assert "no-python" in page
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_changed_since_the_last_start_is_said_at_the_start(
    settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    with translation.override("en"):
        settings.KING_ADDRESS = "http://192.0.2.7:8000"
        assert address_change_sentences(8000) == ()
        settings.KING_ADDRESS = "http://192.0.2.9:8000"
        text = " ".join(address_change_sentences(8000))
        assert (
            "now reach this site at http://192.0.2.9:8000; before it was http://192.0.2.7:8000"
            in text
        )
        assert "Codes printed earlier lead to the old address" in text
        assert "not send are on its page that is still open" in text
        assert address_change_sentences(8000) == ()
        settings.KING_ADDRESS = "http://192.0.2.9:8001"
        assert "make run PORT=8000" in address_change_sentences(8001)[1]


OLD_CODES = "now reach this site at http://192.0.2.9:8000; before it was http://192.0.2.7:8000"


def printed(
    evening: Tournament, document: str = "table_cards", host: str = "192.0.2.7", **options: object
) -> PrintJob:
    options |= {"base_url": f"http://{host}:8000"}
    return PrintJob.objects.create(
        tournament=evening, document=document, options=options, state="done"
    )


@pytest.mark.django_db
def test_a_new_address_is_said_only_where_paper_of_an_evening_in_play_has_the_old_one(
    organizer: Client, settings
) -> None:
    settings.KING_ADDRESS = "http://192.0.2.9:8000"
    evening, other = in_play(1).tournament, in_play(1).tournament
    printed(evening)
    pages = [f"/desk/{evening.code}/{page}" for page in ("", "play/1/", "standings/", "players/")]
    assert all(OLD_CODES in organizer.get(page).content.decode() for page in pages)
    for page in ("/desk/", "/desk/roster/", f"/desk/{other.code}/"):
        assert "http://192.0.2.7:8000" not in organizer.get(page).content.decode()
    # The card of a single table is not enough; new cards for all tables are.
    printed(evening, host="192.0.2.9", table=1)
    assert OLD_CODES in organizer.get(pages[0]).content.decode()
    printed(evening, host="192.0.2.9")
    assert OLD_CODES not in organizer.get(pages[0]).content.decode()
    # The paper of this partita includes score sheets with codes. Paper of another partita is not on the
    # tables.
    printed(evening, "tables", round=2)
    assert OLD_CODES not in organizer.get(pages[0]).content.decode()
    printed(evening, "tables", round=1)
    assert OLD_CODES in organizer.get(pages[0]).content.decode()


@pytest.mark.django_db
def test_where_every_partita_has_been_played_old_codes_lead_nobody_astray(
    organizer: Client, settings
) -> None:
    settings.KING_ADDRESS = "http://192.0.2.9:8000"
    evening = played(1).tournament
    printed(evening)
    assert OLD_CODES in organizer.get(f"/desk/{evening.code}/").content.decode()
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=1)
    assert OLD_CODES not in organizer.get(f"/desk/{evening.code}/").content.decode()


@pytest.mark.django_db
def test_the_cross_takes_the_notice_away_until_the_address_changes_once_more(
    organizer: Client, settings
) -> None:
    settings.KING_ADDRESS = "http://192.0.2.9:8000"
    evening = in_play(1).tournament
    printed(evening)
    desk = f"/desk/{evening.code}/"
    assert f'action="{desk}codes/"' in organizer.get(desk).content.decode()
    assert organizer.post(f"{desk}codes/")["Location"] == desk
    assert OLD_CODES not in organizer.get(desk).content.decode()
    assert organizer.post(f"{desk}codes/", headers={"HX-Request": "true"}).content == b""
    settings.KING_ADDRESS = "http://192.0.2.11:8000"
    assert "now reach this site at http://192.0.2.11:8000" in organizer.get(desk).content.decode()


def test_an_address_that_is_still_this_machines_or_a_name_leads_there_as_before() -> None:
    assert leads_nowhere("http://192.0.2.7:8000", "http://127.0.0.1:8000")
    assert leads_nowhere("http://127.0.0.1:8001", "http://192.0.2.7:8000")
    assert not leads_nowhere("http://127.0.0.1:8000", "http://192.0.2.7:8000")
    assert not leads_nowhere("http://king.local:8000", "http://192.0.2.7:8000")


@pytest.mark.django_db
def test_cards_whose_codes_lead_to_the_old_address_are_said_to_be_so_and_made_again_for_the_new(
    organizer: Client, settings
) -> None:
    evening = in_play(1).tournament
    old = {"base_url": "http://192.0.2.7:8000"}
    job = PrintJob.objects.create(
        tournament=evening, document="table_cards", options=old, state="done"
    )
    settings.KING_ADDRESS = "http://192.0.2.9:8000"
    assert (
        "old address http://192.0.2.7:8000"
        in organizer.get(f"/desk/{evening.code}/print/").content.decode()
    )
    organizer.post(f"/desk/{evening.code}/print/{job.pk}/again/")
    assert PrintJob.objects.exclude(pk=job.pk).get().options == {
        "base_url": "http://192.0.2.9:8000"
    }


WITHOUT_A_SERVER = """
import django
django.setup()
from django.test import Client
paths = "/health", "/", "/live/abcdef/", "/t/abcdef/1/state", "/t/abcdef/1/", "/api/tournaments/", "/circuits/abcdef/"
for path in paths:
    visitor = Client(raise_request_exception=False, headers={"Host": "127.0.0.1", "Accept-Language": "en"})
    answer = visitor.get(path)
    print(path, answer.status_code, "The database server does not answer" in answer.content.decode())
"""


@pytest.mark.at_length
def test_without_the_database_server_each_answer_is_a_sentence_and_no_traceback(
    installation: Path, tmp_path: Path
) -> None:
    place = shutil.copytree(installation, tmp_path / "data")
    environment = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    environment |= {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:9/none",
        "KING_DATA_DIR": str(place),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
    }
    process = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_SERVER],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = process.stdout.splitlines()
    assert len(lines) == 7
    assert [line for line in lines if not line.endswith(" 503 True")] == []
    assert "Traceback" not in process.stderr
    assert "abcdef" not in process.stderr
    assert len(process.stderr) < 400 * len(lines)


@pytest.mark.parametrize(
    "path",
    [
        "/t/abcdef/1/rows",
        "/t/abcdef/",
        "/api/tables/abcdef/rounds/1/",
        "/players/abcdef/",
        "/live/wxyz12/speaker/abcdef/",
    ],
)
def test_no_line_of_an_error_has_the_code_that_opens_a_table(path: str) -> None:
    try:
        raise KeyError(path)
    except KeyError:
        record = logging.LogRecord(
            "django.request", 40, "", 1, "%s: %s", ("Internal Server Error", path), sys.exc_info()
        )
    for formatter in (
        LineFormatter("{asctime} {levelname} {name}: {message}", style="{"),
        JSONFormatter(),
    ):
        record.exc_text = None
        line = formatter.format(record)
        assert "abcdef" not in line
        assert "Internal Server Error" in line
    assert settings.LOGGING["formatters"]["line"]["()"].endswith(".LineFormatter")
