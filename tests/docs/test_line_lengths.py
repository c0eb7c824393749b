"""Lines of documents are short enough to read as text and to compare in diffs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
WIDTH = 100

FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
UNBROKEN = re.compile(r"`[^`\n]*`|!?\[[^\]\n]*\]\([^)\n]*\)|\*\([^()\n]*\)\*")
"""Parts that may not be broken: code, links, pictures, and the files at the end of a decision."""


def too_long(text: str) -> list[str]:
    lines = FENCED.sub("", text).splitlines()
    return [
        line
        for line in lines
        if len(line) > WIDTH and len(UNBROKEN.sub("…", line)) > WIDTH and not line.startswith("|")
    ]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_line_is_longer_than_the_page_is_wide(path: Path) -> None:
    assert too_long(path.read_text(encoding="utf-8")) == [], "make format"


def test_prose_is_measured_and_tables_code_and_links_are_not() -> None:
    word = "word " * 21
    assert too_long(f"{word}\n\n- {word}") == [word, f"- {word}"]
    assert too_long(f"| {word} |\n\n```\n{word}\n```\n\n`{word}`\n\n[{word}](x.md)") == []
