"""Templates are outlines: one element per line, each block tag on its own line, and no decisions."""

from __future__ import annotations

import re
from pathlib import Path

TEMPLATES = sorted((Path(__file__).parent.parent / "templates").rglob("*.html"))
LINES = [line for path in TEMPLATES for line in path.read_text(encoding="utf-8").split("\n")]
MOST_LINES = 150
A_TAG = re.compile(r"{%[^%]*%}")
AN_IF = re.compile(r"{%\s*if\b")


def test_a_template_is_read_in_a_sitting() -> None:
    long = {
        path.name: lines
        for path in TEMPLATES
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


def test_a_line_has_some_forty_characters() -> None:
    assert sum(map(len, LINES)) / len(LINES) <= 45


def test_hardly_a_line_has_three_tags() -> None:
    crowded = [line for line in LINES if len(A_TAG.findall(line)) >= 3]
    assert len(crowded) / len(LINES) <= 0.03


def test_hardly_a_line_decides_within_itself() -> None:
    """An ``if`` has its own line."""
    within = [line for line in LINES if AN_IF.search(line) and not A_TAG.fullmatch(line.strip())]
    assert len(within) / len(LINES) <= 0.03


def test_a_name_is_never_translated() -> None:
    """Browsers that translate pages would otherwise translate people's names."""
    free = [str(path) for path in TEMPLATES if 'class="name">' in path.read_text(encoding="utf-8")]
    assert free == []
