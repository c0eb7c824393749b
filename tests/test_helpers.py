"""Helpers of the tests: a function that two files need is written once, in a module that both
import.
"""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.sources import ROOT

SHORT = 60
"""Length of a body that may be repeated, such as a call that a file gives a name of its own."""


def bodies() -> dict[str, list[str]]:
    """Bodies of all functions that are not tests, each with the files and names that have it."""
    places = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith(("test_", "pytest_")):
                has_docstring = ast.get_docstring(node) is not None
                body = ast.unparse(ast.Module(node.body[has_docstring:], []))
                places[body].append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    return places


def test_no_helper_is_written_twice() -> None:
    twice = [files for body, files in bodies().items() if len(body) > SHORT and len(files) > 1]
    assert twice == []
