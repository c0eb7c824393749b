"""The golden boards are the same on every Python of this machine from 3.11 on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/king/golden/boards.json").read_text(encoding="utf-8"))
OLDEST = 11

PROGRAM = """
import json, sys
from king.dealing import BoardFilter, deal_board
for case in json.load(sys.stdin):
    condition = BoardFilter("DOM", tuple(case["filtered"])) if case["filtered"] else None
    seed = bytes.fromhex(case["seed"])
    for number, owners in enumerate(case["owners"], start=1):
        dealt = deal_board(seed, case["datum"], case["round"], number, condition).owners
        assert dealt == owners, (case["name"], number)
print("same", sys.version_info.minor)
"""


def pythons() -> list[str]:
    """Paths of one interpreter per version from 3.11 on: this one, those of pyenv, those on the
    path.
    """
    found = {sys.version_info[:2]: sys.executable}
    for path in sorted(
        Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser().glob("versions/3.*/bin/python")
    ):
        version = tuple(int(part) for part in path.parts[-3].split(".")[:2] if part.isdecimal())
        if len(version) == 2 and version >= (3, OLDEST):
            found.setdefault(version, str(path))
    for minor in range(OLDEST, OLDEST + 6):
        on_path = shutil.which(f"python3.{minor}")
        if on_path and _works(on_path):
            found.setdefault((3, minor), on_path)
    return [found[version] for version in sorted(found)]


def _works(python: str) -> bool:
    """Whether the interpreter runs; a name on the path may be a wrapper for a version that is not
    installed.
    """
    process = subprocess.run(
        [python, "-c", "import hashlib"], capture_output=True, timeout=300, check=False
    )
    return process.returncode == 0


@pytest.mark.parametrize(
    "python", pythons(), ids=lambda path: Path(path).resolve().name + "-" + path.split("/")[-3]
)
def test_every_python_deals_the_golden_boards(python: str) -> None:
    answer = subprocess.run(
        [
            python,
            "-I",
            "-B",
            "-W",
            "error",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{PROGRAM}",
        ],
        input=json.dumps(CASES),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert answer.stderr == ""
    assert answer.stdout.startswith("same")
