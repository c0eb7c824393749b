"""Libraries are used by their public ways in: what is private may change with any version, and
did.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = ("king", "wording", "deals", "tournaments", "scoring", "printing", "king_tournament")
MODULES = (
    "django.db.models.sql.compiler",
    "django.db.models.sql.subqueries",
    "waitress.",
    "kombu.transport",
)
NAMES = frozenset({"get_related_populators", "sched_setaffinity", "__code__"})


def private_parts(source: str) -> Iterator[str]:
    """Modules and names in the source that are nobody's to use."""
    for node in ast.walk(ast.parse(source)):
        imported = []
        if isinstance(node, ast.Import):
            imported = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imported = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (
            name
            for name in imported
            if name.startswith(MODULES) or name.rpartition(".")[2] in NAMES
        )
        if isinstance(node, ast.Attribute) and node.attr in NAMES:
            yield node.attr


@pytest.mark.parametrize(
    "source",
    [
        "from waitress.channel import HTTPChannel",
        "import kombu.transport.virtual",
        "from django.db.models.query import get_related_populators",
        "from django.db.models.sql import compiler",
        "from django.db.models.sql.compiler import SQLCompiler",
        "import os\nos.sched_setaffinity(0, {1})",
        "def run(): pass\nrun.__code__ = None",
    ],
)
def test_what_was_used_once_would_be_found(source: str) -> None:
    assert len(list(private_parts(source))) == 1


def test_no_private_part_of_a_library_is_used() -> None:
    files = [path for app in PRODUCT for path in (ROOT / app).rglob("*.py")]
    found = [
        f"{path.relative_to(ROOT)}: {part}"
        for path in files
        for part in private_parts(path.read_text("utf-8"))
    ]
    assert len(files) > 250
    assert found == []
