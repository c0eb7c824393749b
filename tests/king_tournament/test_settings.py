"""The installation's own files and what the environment changes, each in a fresh process."""

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

ROOT = Path(__file__).parents[2]


def settings_with(folder: Path, *names: str, **environment: str) -> dict:
    """The named settings of a process with this environment."""
    code = (
        "import json; from king_tournament import settings as s;"
        f"print(json.dumps({{n: str(getattr(s, n, None)) for n in {names!r}}}))"
    )
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**kept, "KING_DATA_DIR": str(folder), **environment}, cwd=ROOT,
        capture_output=True, text=True, check=True,
    )
    return json.loads(done.stdout)


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = settings_with(tmp_path, "SECRET_KEY")
    assert settings_with(tmp_path, "SECRET_KEY") == first
    assert len(first["SECRET_KEY"]) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results", "secret_key"]


def test_two_installations_have_two_keys(tmp_path: Path) -> None:
    assert settings_with(tmp_path / "a", "SECRET_KEY") != settings_with(tmp_path / "b", "SECRET_KEY")


def test_an_installation_shows_no_debugging_page_unless_asked(tmp_path: Path) -> None:
    assert settings_with(tmp_path, "DEBUG")["DEBUG"] == "False"
    assert settings_with(tmp_path, "DEBUG", DEBUG="1")["DEBUG"] == "True"


def test_hosts_can_be_listed_and_the_printed_address_is_one(tmp_path: Path) -> None:
    listed = settings_with(
        tmp_path, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", KING_HOSTS="king.example", KING_HTTPS="1",
        KING_ADDRESS="https://tables.example:8443",
    )  # fmt: skip
    assert "'king.example'" in listed["ALLOWED_HOSTS"]
    assert "'tables.example'" in listed["ALLOWED_HOSTS"]
    assert listed["CSRF_TRUSTED_ORIGINS"] == "['https://king.example']"


def test_the_opener_policy_is_sent_where_a_browser_heeds_it(tmp_path: Path) -> None:
    """Over plain http every page of the hall left an error in the browser's console."""
    name = "SECURE_CROSS_ORIGIN_OPENER_POLICY"
    assert settings_with(tmp_path, name) == {name: "None"}
    assert settings_with(tmp_path, name, KING_HTTPS="1") == {name: "same-origin"}


@pytest.mark.parametrize(
    ("url", "engine"), [("", "sqlite3"), ("postgres://u@127.0.0.1/d", "postgresql"), ("sqlite:////tmp/x.db", "sqlite3")]
)
def test_the_database_is_a_file_unless_an_address_is_given(tmp_path: Path, url: str, engine: str) -> None:
    assert f"django.db.backends.{engine}" in settings_with(tmp_path, "DATABASES", DATABASE_URL=url)["DATABASES"]


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    said = io.StringIO()
    call_command("makemigrations", check=True, dry_run=True, stdout=said)
    assert "No changes detected" in said.getvalue()
