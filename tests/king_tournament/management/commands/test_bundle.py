"""The archive for Windows that contains Python; ``test_start`` has the one without it."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation

ROOT = Path(__file__).parents[4]
WHEEL = "tiny-1.0-py3-none-win_amd64.whl"


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def checkout(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose lock has one library, for Windows only."""
    place, links = tmp_path / "checkout", tmp_path / "links"
    (place / "tests").mkdir(parents=True)
    links.mkdir()
    with zipfile.ZipFile(links / WHEEL, "w") as packed:
        packed.writestr("tiny/__init__.py", "PLACE = 'libraries'\n")
        packed.writestr(
            "tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n"
        )
        packed.writestr(
            "tiny-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-win_amd64\n",
        )
        packed.writestr("tiny-1.0.dist-info/RECORD", "")
    digest = hashlib.sha256((links / WHEEL).read_bytes()).hexdigest()
    (place / "requirements.lock").write_text(f"tiny==1.0 \\\n    --hash=sha256:{digest}\n")
    (place / "manage.py").write_text("# the program\n")
    (place / "tests" / "test_it.py").write_text("# not for the club\n")
    for words in (("init", "--quiet"), ("add", ".")):
        subprocess.run(["git", *words], cwd=place, check=True)
    settings.BASE_DIR = place
    for name, value in (
        ("PIP_NO_INDEX", "1"),
        ("PIP_FIND_LINKS", str(links)),
        ("PIP_CONFIG_FILE", os.devnull),
    ):
        monkeypatch.setenv(name, value)
    return place


def python_archive(place: Path, folder: str, library: str = "python313.dll") -> Path:
    archive = place / "python.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("python.exe", library, "python3.dll", "python313.zip", "python313._pth"):
            packed.writestr(f"{folder}{name}", name)
    return archive


@pytest.mark.parametrize("folder", ["", "python/"])
def test_the_archive_holds_program_python_and_libraries_side_by_side(
    folder: str, checkout: Path, tmp_path: Path
) -> None:
    call_command("bundle", windows=python_archive(tmp_path, folder))
    [archive] = (checkout / "build").iterdir()
    packed = zipfile.ZipFile(archive)
    top = archive.stem
    assert archive.name.endswith("-windows.zip")
    names = {name.removeprefix(f"{top}/") for name in packed.namelist()}
    assert {"manage.py", "King.cmd", "python/python.exe", "libraries/tiny/__init__.py"} <= names
    assert not [name for name in names if name.startswith("tests")]
    assert packed.read(f"{top}/King.cmd") == (
        b'@"%~dp0python\\python.exe" -X utf8 "%~dp0start.py" %*\r\n'
    )
    places = packed.read(f"{top}/python/python313._pth").decode().split()
    assert places == ["python313.zip", ".", "Lib", "DLLs", r"..\libraries", ".."]


@pytest.mark.parametrize(
    ("library", "sentence"),
    [
        ("python38.dll", r"python\.zip is Python 3\.8; the program needs one of 3\.11, "),
        ("libpython.so", r"There is no Python for Windows in .*python\.zip"),
    ],
)
def test_another_python_is_refused_with_what_is_needed(
    library: str, sentence: str, checkout: Path, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("bundle", windows=python_archive(tmp_path, "", library))
    assert list((checkout / "build").iterdir()) == []


def test_what_is_no_archive_is_said(checkout: Path, tmp_path: Path) -> None:
    text = tmp_path / "python.zip"
    text.write_text("not an archive")
    with pytest.raises(CommandError, match=r"python\.zip cannot be read as an archive of Python"):
        call_command("bundle", windows=text)
    with pytest.raises(CommandError, match=r"none\.zip cannot be read as an archive of Python"):
        call_command("bundle", windows=tmp_path / "none.zip")


def test_without_a_checkout_there_is_no_archive(
    checkout: Path, tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="made from a checkout with git"):
        call_command("bundle", windows=python_archive(tmp_path, ""))
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match="made from a checkout with git"):
        call_command("bundle")


def test_with_its_libraries_beside_it_the_program_starts_without_an_environment(
    tmp_path: Path,
) -> None:
    for path in ROOT.iterdir():
        if path.name in ("start.py", "manage.py"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
        elif path.is_dir() and not path.name.startswith(".") and path.name not in ("var", "build"):
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "libraries").mkdir()
    variables = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}}
    started = subprocess.run(
        [sys.executable, "start.py", "--port", "0"],
        cwd=tmp_path,
        env={
            **variables,
            "LANG": "en",
            "KING_DATA_DIR": str(tmp_path / "data"),
            "KING_LANGUAGE": "en",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "There is no port 0" in started.stderr
    assert not (tmp_path / ".venv").exists()
