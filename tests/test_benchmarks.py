"""Benchmarks are rarely run by hand, so this checks that their imports exist."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parents[1] / "benchmarks").rglob("*.py"))


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_what_a_benchmark_imports_is_there(path: Path) -> None:
    missing = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = {alias.name: () for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = {node.module: tuple(alias.name for alias in node.names)}
        else:
            continue
        for module, names in modules.items():
            try:
                found = importlib.import_module(module)
            except ImportError as error:
                missing.append(f"line {node.lineno}: {error}")
                continue
            for name in names:
                if not hasattr(found, name):
                    try:
                        importlib.import_module(f"{module}.{name}")
                    except ImportError:
                        missing.append(f"line {node.lineno}: {module} has no {name}")
    assert missing == []
