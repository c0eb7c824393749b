"""Package made by `pip install .`: it has the game and its command, and nothing of the site."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import king

ROOT = Path(king.__file__).parents[1]


@pytest.mark.at_length
def test_the_game_installs_alone_with_its_command(tmp_path: Path) -> None:
    source, wheels, environment = tmp_path / "source", tmp_path / "wheels", tmp_path / "environment"
    source.mkdir()
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for package in ("king", "scoring", "king_tournament"):
        shutil.copytree(
            ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        wheels,
        source,
    )
    (wheel,) = wheels.glob("*.whl")
    packed = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in packed} == {
        "king",
        f"duplicate_king-{king.__version__}.dist-info",
    }
    assert {name for name in packed if name.startswith("king/")} == {
        str(path.relative_to(ROOT)) for path in (ROOT / "king").rglob("*.py")
    } | {"king/py.typed", "king/README.md"}
    run(sys.executable, "-m", "venv", environment)
    run(environment / "bin" / "python", "-m", "pip", "install", "--no-index", wheel)
    missing = subprocess.run(
        [environment / "bin" / "python", "-c", "import django"], capture_output=True, check=False
    )
    assert missing.returncode == 1
    found = json.loads(run(environment / "bin" / "king", "rulesets"))
    assert [ruleset["code"] for ruleset in found][:2] == ["lab12", "lab13"]


def run(*command: object) -> str:
    answer = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout
