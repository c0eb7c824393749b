"""The first hour names files, functions and sentences that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/first-hour.md").read_text(encoding="utf-8")

FILES = re.findall(r"^\| `([\w./]+)` \| `(\w+)` \|", PAGE, re.MULTILINE)
"""Files that a row passes through, each with its first function."""


def test_the_path_of_a_row_names_six_files_and_a_function_in_each() -> None:
    assert len(FILES) == 6
    missing = [
        (file, function)
        for file, function in FILES
        if not re.search(
            rf"^(?:def {function}|  {function})\(", (ROOT / file).read_text("utf-8"), re.MULTILINE
        )
    ]
    assert missing == []


def test_the_tests_that_it_names_are_there() -> None:
    named = {
        path
        for paths in re.findall(r'FILE=("[^"]+"|[^ `\n]+)', PAGE)
        for path in paths.strip('"').split()
    }
    assert {"tests/docs", "tests/captain/test_phone_requests.py"} <= named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_the_sentence_to_change_is_in_its_template_and_asked_for_by_its_test() -> None:
    found = re.search(r"\*The partita ([\w ]+) yet\.\*", PAGE)
    assert found
    for file in ("templates/captain/waiting.html", "tests/captain/test_phone_requests.py"):
        assert file in PAGE
        assert found[1] in (ROOT / file).read_text("utf-8")
