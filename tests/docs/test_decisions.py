"""Each decision has its date and the files that it binds, and these files exist."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/decisions.md").read_text(encoding="utf-8")

DECISIONS = [" ".join(item.split()) for item in re.findall(r"^- .*(?:\n  .*)*", PAGE, re.MULTILINE)]
"""Decisions in the page's lists, each joined to one line."""
END = re.compile(r" \*\((?P<day>[^;()]+); (?P<files>[^()]+)\)\*$")

LIBRARIES = [
    re.split(r"\s*\|\s*", line.strip("| ")) for line in PAGE.splitlines() if line.startswith("| ")
][1:]
"""Rows of the table of libraries: library, reason, date, files."""


def bound() -> list[tuple[str, str, list[str]]]:
    """First words, date and files of each decision."""
    ends = [(decision[:60], END.search(decision)) for decision in DECISIONS]
    lists = [(title, end["day"], end["files"].split(", ")) for title, end in ends if end]
    return [*lists, *((name, day, files.split(", ")) for name, _reason, day, files in LIBRARIES)]


def test_every_decision_ends_with_its_day_and_the_files_that_it_binds() -> None:
    assert len(DECISIONS) > 100
    assert [decision for decision in DECISIONS if not END.search(decision)] == []
    assert [library for library in LIBRARIES if len(library) != 4] == []
    days = {day for _decision, day, _files in bound()}
    assert [day for day in sorted(days) if date.fromisoformat(day) < date(2026, 11, 20)] == []


def test_the_files_that_decisions_bind_are_there() -> None:
    missing = [
        (decision, file)
        for decision, _day, files in bound()
        for file in files
        if not (ROOT / file).exists()
    ]
    assert missing == []
    assert [
        file
        for _decision, _day, files in bound()
        for file in files
        if file.endswith("/") != (ROOT / file).is_dir()
    ] == []


def test_sentences_of_decisions_begin_with_their_subject() -> None:
    begins = re.compile(r"(?:^- \**|[.:] )(?:Who|What)(?:ever)?\b")
    assert [decision for decision in DECISIONS if begins.search(decision)] == []
