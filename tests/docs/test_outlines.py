"""A translated document has the English one's headings, tables and code blocks, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.reading import DOCS, WRITTEN, document

TRANSLATED = [
    (tongue, page.relative_to(DOCS / tongue).with_suffix("").as_posix())
    for tongue in WRITTEN
    for page in sorted(Path(DOCS / tongue).rglob("*.md"))
]
PART = re.compile(r"(?ms)^```.*?^```$|^#+ |(?:^\|[^\n]*\n)+")


def outline(text: str) -> list[str]:
    """Headings with their levels, tables with their numbers of cells, and code blocks."""
    return [
        part
        if part.startswith("#")
        else "code"
        if part.startswith("`")
        else " ".join(["table", *(str(_cells(row)) for row in part.splitlines())])
        for part in PART.findall(text)
    ]


def _cells(row: str) -> int:
    return len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", row))) - 1


def test_every_document_of_another_language_is_one_of_the_english() -> None:
    assert [name for _tongue, name in TRANSLATED if not document(name, "en")] == []


@pytest.mark.parametrize(("tongue", "name"), TRANSLATED)
def test_a_document_is_built_as_the_english_one(tongue: str, name: str) -> None:
    assert outline(document(name, tongue)) == outline(document(name, "en"))
