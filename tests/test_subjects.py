"""A subject is an app that can be removed: without it an evening still runs from the first entry to
the last standings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LEFT_BEHIND = shutil.ignore_patterns(".*", "var", "node_modules", "__pycache__", "*.sqlite3*")
AN_EVENING = [
    "tests/night/test_next_steps.py",
    "tests/desk/test_play.py",
    "tests/captain/test_phone_table.py",
    "tests/live/test_pages.py",
]


@pytest.mark.at_length
@pytest.mark.parametrize("subject", ["people", "simultaneous"])
def test_an_evening_runs_without_a_subject(subject: str, tmp_path: Path) -> None:
    house = tmp_path / "house"
    shutil.copytree(ROOT, house, ignore=LEFT_BEHIND, symlinks=True)
    for folder in (subject, f"templates/{subject}", f"tests/{subject}"):
        shutil.rmtree(house / folder)
    for file in ("king_tournament/settings.py", "king_tournament/urls.py"):
        lines = (house / file).read_text(encoding="utf-8").splitlines(keepends=True)
        without = [
            line
            for line in lines
            if line.strip() not in (f'"{subject}",', f'path("", include("{subject}.urls")),')
        ]
        assert len(without) == len(lines) - 1
        (house / file).write_text("".join(without), encoding="utf-8")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "KING"))
    }
    evening = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", *AN_EVENING],
        cwd=house,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert evening.returncode == 0, evening.stdout[-3000:]
    assert " passed" in evening.stdout
