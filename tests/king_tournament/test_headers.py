"""Security headers: things that pages forbid the browser, and that pages therefore may not do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.evenings import a_sheet

ROOT = Path(__file__).parents[2]
WITHIN_THE_PAGE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*application/json)|<style|\son[a-z]+\s*=|hx-on|javascript:|hx-(vals|headers)=.js:",
    re.I,
)


def test_no_page_has_a_script_or_a_style_sheet_within_it() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in (ROOT / "templates").rglob("*.html")
        for match in WITHIN_THE_PAGE.finditer(path.read_text())
    ]
    assert found == []


def test_no_script_of_ours_makes_code_of_a_text() -> None:
    code = re.compile(
        r"\beval\(|new Function|set(Timeout|Interval)\(\s*[\"'`]|setAttribute\(\s*[\"']on"
    )
    assert [
        path.name for path in (ROOT / "static").rglob("*.js") if code.search(path.read_text())
    ] == []


@pytest.mark.django_db
def test_every_kind_of_page_forbids_scripts_within_it(client: Client, admin_client: Client) -> None:
    sheet = a_sheet()
    phone = f"/t/{sheet.table.place.code}/{sheet.table.round.number}/"
    answers = [client.get(path) for path in ("/", "/t/", phone, "/rules/", "/nowhere")]
    answers += [admin_client.get(path) for path in ("/desk/", "/accounts/")]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 404, 200, 200]
    for answer in answers:
        rules = dict(
            rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; ")
        )
        assert rules["script-src"] == rules["default-src"] == rules["style-src"] == "'self'"
        assert "camera=()" in answer.headers["Permissions-Policy"]


@pytest.mark.at_length
def test_an_installation_behind_https_passes_djangos_own_examination(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "KING_DATA_DIR": str(tmp_path), "KING_HTTPS": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.at_length
def test_a_script_and_a_style_sheet_import_no_other(installation: Path) -> None:
    """Browsers cache files forever, so an import by a plain name would load an outdated file. Each
    import would also cost a further request in sequence.
    """
    named = [
        path
        for path in (installation / "static/king").rglob("*.*")
        if re.search(r"\.[0-9a-f]{12}\.(js|css)$", path.name)
    ]
    imports = re.compile(r"^import\b|\bimport\(|@import", re.MULTILINE)
    assert len(named) > 40
    assert [path.name for path in named if imports.search(path.read_text())] == []
