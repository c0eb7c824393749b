"""The house's style sheets have no rule that could never match."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHEETS = sorted((ROOT / "static" / "king").rglob("*.css"))
USERS = [
    *(ROOT / "templates").rglob("*.*"),
    *(ROOT / "static" / "king").rglob("*.js"),
    *(
        path
        for app in ("printing", "night", "frame", "seasons", "people", "screens", "king_tournament")
        for path in (ROOT / app).rglob("*.py")
    ),
]


def classes(sheet: Path) -> set[str]:
    """Classes named by the selectors of a sheet."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"\{[^{}]*\}", "{}", text)))


def test_every_class_of_a_sheet_is_written_somewhere() -> None:
    """Templates and scripts contain its name, or its beginning before an inserted part: ``state-{{
    … }}``, ``"is-" + state``.
    """
    text = "\n".join(file.read_text() for file in USERS if file.is_file())
    words = set(re.findall(r"[\w-]+", text))
    begun = set(re.findall(r"([\w-]+-)(?=[{\"'`$%])", text))
    unused = {
        name
        for sheet in SHEETS
        for name in classes(sheet)
        if name not in words and not any(name.startswith(beginning) for beginning in begun)
    }
    assert len(SHEETS) > 3
    assert unused == set()
