"""Helpers of the tests: what two files need is written once, in a module that both import."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.sources import ROOT

SHORT = 60
"""Letters of a body that may be said again: a call that a file has under its own name."""


def bodies() -> dict[str, list[str]]:
    """Every function that is no test, with the files and names under which it is written."""
    found = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith(("test_", "pytest_")):
                said = ast.get_docstring(node) is not None
                body = ast.unparse(ast.Module(node.body[said:], []))
                found[body].append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    return found


def test_no_helper_is_written_twice() -> None:
    twice = [files for body, files in bodies().items() if len(body) > SHORT and len(files) > 1]
    assert twice == []
