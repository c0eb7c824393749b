"""Only public parts of libraries are used, because private ones may change with any version, and
have done so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OTHERS = {"tests", "benchmarks"}
PRODUCT = {path.parent.name for path in ROOT.glob("*/__init__.py")} - OTHERS
MODULES = (
    "django.db.models.sql.compiler",
    "django.db.models.sql.subqueries",
    "waitress.",
    "kombu.transport",
)
PUBLIC = {"waitress.create_server", "waitress.serve"}
NAMES = {"get_related_populators", "sched_setaffinity", "__code__"}


def private_parts(source: str) -> Iterator[str]:
    """Yield the private modules and names that the source uses."""
    inside: set[ast.AST] = set()
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and node not in inside:
            names = [ast.unparse(node)]
            part = node.value
            while isinstance(part, ast.Attribute):
                inside.add(part)
                part = part.value
            if not isinstance(part, ast.Name):
                names = ["." + node.attr]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if node.value in NAMES else []
        is_import = isinstance(node, ast.Import | ast.ImportFrom)
        for name in names:
            first, *parts = name.split(".")
            is_private = any(part[:1] == "_" and part[:2] != "__" for part in parts)
            if (
                (name.startswith(MODULES) and name not in PUBLIC)
                or not NAMES.isdisjoint((first, *parts))
                or (is_import and is_private and first not in PRODUCT)
            ):
                yield name


@pytest.mark.parametrize(
    "source",
    [
        "from waitress.channel import HTTPChannel",
        "import waitress.server",
        "import waitress\nwaitress.task.ThreadedTaskDispatcher()",
        "import kombu.transport.virtual",
        "from kombu.transport import virtual",
        "from kombu.transport.virtual import Channel",
        "from django.db.models.query import get_related_populators",
        "from django.db.models import query\nquery.get_related_populators({}, [], 'default')",
        "from django.db.models.sql import compiler",
        "from django.db.models.sql.compiler import SQLCompiler",
        "import django.db.models.sql.subqueries",
        "from django.db.models.sql.subqueries import InsertQuery",
        "import os\nos.sched_setaffinity(0, {1})",
        "from os import sched_setaffinity",
        "def run(): pass\nrun.__code__ = None",
        "def run(): pass\nprint(run.__code__).more",
        "def run(): pass\nsetattr(run, '__code__', None)",
        "from django.core.cache.backends.redis import _private",
        "from celery._state import current_app",
        "import redis._parsers",
    ],
)
def test_what_is_private_would_be_found(source: str) -> None:
    assert len(list(private_parts(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from __future__ import annotations",
        "import waitress\nwaitress.create_server(None)",
        "from waitress import serve",
        "from king import __version__",
        "from django.utils.translation import gettext as _",
        "from king.standing.ranking import _tied",
    ],
)
def test_what_is_public_or_ours_is_passed(source: str) -> None:
    assert list(private_parts(source)) == []


def test_no_template_loads_the_tags_that_newer_versions_of_django_have_themselves() -> None:
    templates = [*(ROOT / "templates").rglob("*.html")]
    assert len(templates) > 50
    loads = re.compile(r"{% load [^%]*\bpartials\b")
    assert [path for path in templates if loads.search(path.read_text("utf-8"))] == []


def test_no_private_part_of_a_library_is_used() -> None:
    files = [ROOT / "start.py", ROOT / "manage.py"]
    files += [path for app in PRODUCT for path in (ROOT / app).rglob("*.py")]
    private = [
        f"{path.relative_to(ROOT)}: {part}"
        for path in files
        for part in private_parts(path.read_text("utf-8"))
    ]
    assert len(files) > 250
    assert private == []
