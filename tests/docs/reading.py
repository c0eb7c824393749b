"""Documents in each language and their sections; the worked examples of a system's page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ground.languages import AT_THE_DESK
from king.rulesets import RULESETS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WRITTEN = sorted(folder.parent.name for folder in DOCS.glob("*/systems"))
TONGUES = ("en", *(tongue for tongue in WRITTEN if tongue in AT_THE_DESK))
"""Languages that every page is written in. A translation has the same headings and tables as the
English page, in the same order."""
OF_PLAYERS = {
    tongue: [code for code, rules in RULESETS.items() if rules.language == tongue]
    for tongue in WRITTEN
    if tongue not in AT_THE_DESK
}
"""Languages of the players' side only, with the systems of their tradition; only these pages exist."""
in_each_language = pytest.mark.parametrize("tongue", TONGUES)


def pages_of(tongue: str) -> list[str]:
    """Codes of the systems that have a page in a language."""
    return sorted({page.stem for page in (folder_of(tongue) / "systems").glob("*.md")} - {"README"})


def folder_of(tongue: str) -> Path:
    return DOCS if tongue == "en" else DOCS / tongue


def document(name: str, tongue: str) -> str:
    """Return a document in a language, or an empty text if it is missing."""
    page = folder_of(tongue) / f"{name}.md"
    return page.read_text(encoding="utf-8") if page.exists() else ""


in_each_of_its_languages = pytest.mark.parametrize(
    ("tongue", "code"), [(tongue, code) for tongue in ("en", *WRITTEN) for code in pages_of(tongue)]
)
"""Run the test for each system's page in each language that has it."""


def headings(text: str) -> list[str]:
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def section_of(name: str, english: str, tongue: str) -> str:
    """Section of a document in another language whose English heading begins with ``english``."""
    place = next(
        place
        for place, title in enumerate(headings(document(name, "en")))
        if title.startswith(english)
    )
    text = document(name, tongue)
    return section(text, headings(text)[place])


BLOCK = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def section(text: str, heading: str) -> str:
    """Text under the first heading that begins with ``heading``, up to the next heading of its
    level or a higher one.
    """
    found = re.search(rf"^(#+) {re.escape(heading)}", text, re.MULTILINE)
    assert found, f"no heading {heading!r}"
    rest = text[found.end() :]
    following = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start()] if following else rest


def examples(code: str, tongue: str = "en") -> list[tuple[Any, Any]]:
    """Pairs of a scored document and its expected answer, in the order of the page."""
    text = section_of(f"systems/{code}", "Worked example", tongue)
    blocks = [json.loads(block) for block in BLOCK.findall(text)]
    assert blocks
    assert len(blocks) % 2 == 0
    return list(zip(blocks[::2], blocks[1::2], strict=True))
