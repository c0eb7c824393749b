"""The installation's own files, and settings from the environment, each tried in a fresh process."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from ground.folder import tighten

ROOT = Path(__file__).parents[2]


def settings_with(folder: Path, *names: str, **environment: str) -> dict:
    """Values of these settings in a process with this environment."""
    code = (
        "import json; from king_tournament import settings as s;"
        f"print(json.dumps({{n: str(getattr(s, n, None)) for n in {names!r}}}))"
    )
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "KING_DATA_DIR": str(folder), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = settings_with(tmp_path, "SECRET_KEY")
    assert settings_with(tmp_path, "SECRET_KEY") == first
    assert len(first["SECRET_KEY"]) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log_key", "results", "secret_key"]


def test_two_installations_have_two_keys(tmp_path: Path) -> None:
    assert settings_with(tmp_path / "a", "SECRET_KEY") != settings_with(
        tmp_path / "b", "SECRET_KEY"
    )


def test_an_installation_shows_no_debugging_page_unless_asked(tmp_path: Path) -> None:
    assert settings_with(tmp_path, "DEBUG")["DEBUG"] == "False"
    assert settings_with(tmp_path, "DEBUG", DEBUG="1")["DEBUG"] == "True"


def test_hosts_can_be_listed_and_the_printed_address_is_one(tmp_path: Path) -> None:
    listed = settings_with(
        tmp_path,
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        KING_HOSTS="king.example",
        KING_HTTPS="1",
        KING_ADDRESS="https://tables.example:8443",
    )
    assert "'king.example'" in listed["ALLOWED_HOSTS"]
    assert "'tables.example'" in listed["ALLOWED_HOSTS"]
    assert listed["CSRF_TRUSTED_ORIGINS"] == "['https://king.example']"


def test_the_opener_policy_is_sent_where_a_browser_heeds_it(tmp_path: Path) -> None:
    """The policy used to cause an error in the browser's console on every page over plain http."""
    name = "SECURE_CROSS_ORIGIN_OPENER_POLICY"
    assert settings_with(tmp_path, name) == {name: "None"}
    assert settings_with(tmp_path, name, KING_HTTPS="1") == {name: "same-origin"}


@pytest.mark.parametrize(
    ("url", "engine"),
    [
        ("", "sqlite3"),
        ("postgres://u@127.0.0.1/d", "postgresql"),
        ("sqlite:////tmp/x.db", "sqlite3"),
    ],
)
def test_the_database_is_a_file_unless_an_address_is_given(
    tmp_path: Path, url: str, engine: str
) -> None:
    assert (
        f"django.db.backends.{engine}"
        in settings_with(tmp_path, "DATABASES", DATABASE_URL=url)["DATABASES"]
    )


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    said = io.StringIO()
    call_command("makemigrations", check=True, dry_run=True, stdout=said)
    assert "No changes detected" in said.getvalue()


# --- an acknowledged row is on the disk


@pytest.mark.at_length
@pytest.mark.sqlite
def test_the_connection_that_answers_a_phone_waits_for_the_disk(tmp_path: Path) -> None:
    """The value 2 is FULL (sqlite.org/pragma.html#pragma_synchronous). With 1, NORMAL, rows that
    had been acknowledged to phones were missing after a power cut: benchmarks/faults.py.
    """
    code = (
        "import king_tournament.wsgi; from django.test import Client; from django.db import connection\n"
        "from django.core.signals import request_finished\n"
        "asked = []\n"
        "def ask(**_):\n"
        "    with connection.cursor() as cursor:\n"
        "        for name in ('synchronous', 'journal_mode'):\n"
        "            asked.append(cursor.execute(f'PRAGMA {name}').fetchone()[0])\n"
        "request_finished.connect(ask)\n"
        "Client().get('/health', headers={'host': 'localhost'})\n"
        "print(asked)"
    )
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "KING_DATA_DIR": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == "[2, 'wal']"


def test_postgresql_is_asked_for_the_same_promise_whatever_its_server_does_for_others(
    tmp_path: Path,
) -> None:
    plain = settings_with(tmp_path, "DATABASES", DATABASE_URL="postgres://u@127.0.0.1/d")[
        "DATABASES"
    ]
    assert "'options': '-c synchronous_commit=on'" in plain
    url = "postgres://u@127.0.0.1/d?options=-c%20synchronous_commit%3Dremote_apply"
    own = settings_with(tmp_path, "DATABASES", DATABASE_URL=url)["DATABASES"]
    assert "'options': '-c synchronous_commit=on -c synchronous_commit=remote_apply'" in own


def test_behind_a_pooler_nothing_is_prepared_or_asked_for_at_the_beginning(tmp_path: Path) -> None:
    url = "postgres://u@127.0.0.1/d"
    found = settings_with(tmp_path, "DATABASES", DATABASE_URL=url, KING_POOLER="transaction")[
        "DATABASES"
    ]
    assert "'prepare_threshold': None" in found
    assert "'DISABLE_SERVER_SIDE_CURSORS': True" in found
    assert "synchronous_commit" not in found


# --- the folder belongs to its owner alone


def open_to_others(folder: Path) -> list[str]:
    """Paths in the folder, and the folder itself, that another account of the machine could list or
    read.
    """
    found = [folder, *folder.rglob("*")]
    return sorted(str(path.relative_to(folder)) for path in found if path.lstat().st_mode & 0o077)


def in_a_new_process(folder: Path, code: str) -> None:
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    environment = {
        **kept,
        "KING_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
    }
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True, umask=0o022)


def test_what_an_installation_writes_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It writes the database with sealed cards, a printed slip, the cache and the queue."""
    in_a_new_process(
        tmp_path / "var",
        "import django; django.setup()\n"
        "from django.core.cache import cache; from django.core.files.base import ContentFile\n"
        "from django.core.files.storage import default_storage; from django.db import connection\n"
        "from king_tournament.celery import app\n"
        "connection.cursor().execute('CREATE TABLE sealed (cards)')\n"
        "default_storage.save('prints/slips.pdf', ContentFile(b'slips'))\n"
        "cache.set('a', 1); app.send_task('nothing', ignore_result=True)",
    )
    made = {path.relative_to(tmp_path / "var").parts[0] for path in (tmp_path / "var").rglob("*")}
    assert made >= {"king.sqlite3", "cache", "secret_key"}
    assert open_to_others(tmp_path / "var") == []


def test_an_installation_that_others_could_read_is_tightened(tmp_path: Path) -> None:
    prints = tmp_path / "documents" / "prints"
    prints.mkdir(parents=True)
    (tmp_path / "metrics").mkdir()
    for path in (prints / "slips.pdf", tmp_path / "king.sqlite3", tmp_path / "king.sqlite3-wal"):
        path.write_text("sealed")
        path.chmod(0o644)
    for path in (prints, prints.parent, tmp_path):
        path.chmod(0o755)
    tighten(tmp_path)
    assert open_to_others(tmp_path) == []
    assert (prints / "slips.pdf").read_text() == "sealed"


def test_of_a_folder_that_holds_other_things_only_what_is_ours_is_tightened(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters").chmod(0o755)
    (tmp_path / "king.sqlite3").write_text("sealed")
    (tmp_path / "king.sqlite3").chmod(0o644)
    tmp_path.chmod(0o755)
    tighten(tmp_path)
    assert open_to_others(tmp_path) == [".", "letters"]
