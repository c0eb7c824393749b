"""The commands that sentences name are those by which their reader started the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from ground import addresses, trouble
from ground.program import site_command, start_command
from king_tournament.installation import checks
from tests.sources import ROOT

CATALOGUE = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"
STARTED_AS = pytest.mark.parametrize(
    ("name", "restore", "start"),
    [
        ("", "python manage.py restore", "python start.py --port 8001"),
        ("king-site", "king-site restore", "king-site run --port 8001"),
    ],
)


@pytest.fixture(autouse=True)
def python_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/usr/bin/python3")


@STARTED_AS
def test_a_sentence_names_the_command_that_started_the_program(
    monkeypatch: pytest.MonkeyPatch, name: str, restore: str, start: str
) -> None:
    monkeypatch.setenv("KING_PROGRAM", name)
    with translation.override("en"):
        assert f"“{restore}”" in trouble.damage_sentence("no database")
        moved = addresses.moved_in_words("http://192.0.2.9:8001", "http://192.0.2.9:8000")
    assert start in moved[1]
    assert ("make run" in moved[1]) == (not name)


def test_a_checkout_names_the_python_that_has_its_libraries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("KING_PROGRAM", raising=False)
    monkeypatch.setattr("sys.executable", str(ROOT / ".venv" / "bin" / "python"))
    assert site_command("doctor") == f"{Path('.venv/bin/python')} manage.py doctor"
    assert start_command(9000).endswith("(make run PORT=9000)")


@pytest.mark.parametrize(
    ("name", "remedy"), [("", "folder .venv"), ("king-site", "'duplicate-king[site]'")]
)
def test_a_missing_font_is_mended_where_the_libraries_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, remedy: str
) -> None:
    monkeypatch.setenv("KING_PROGRAM", name)
    monkeypatch.setattr(checks, "TTF_BIN_FOLDER", str(tmp_path))
    with translation.override("en"):
        [sentence] = checks.fonts()
    assert sentence.startswith("The font of the printed papers is missing. ")
    assert remedy in sentence
    assert (".venv" in sentence) == (not name)


def test_no_sentence_for_people_spells_out_how_a_command_is_typed() -> None:
    """A wheel has no ``manage.py`` that its reader could call, no ``make`` and no ``start.py``."""
    sentences = re.findall(r'^msgid "(.+)"$', CATALOGUE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(sentences) > 5000
    spelled = re.compile(r"manage\.py|king-site|\bmake (?:run|restore|bundle)\b|\.venv/")
    assert [sentence for sentence in sentences if spelled.search(sentence)] == []
