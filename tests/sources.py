"""Syntax trees and imports of every module of the house, read without importing it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

from tests.rooms import ROOMS

ROOT = Path(__file__).parent.parent


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(path): path
    for package in ROOMS
    for path in sorted((ROOT / package).rglob("*.py"))
    if "migrations" not in path.parts
}


@functools.cache
def trees() -> dict[str, ast.Module]:
    return {
        name: ast.parse(path.read_text(encoding="utf-8"), str(path))
        for name, path in SOURCES.items()
    }


@functools.cache
def imports(name: str) -> list[tuple[int, str]]:
    """Lines and names of all modules that ``name`` imports, including imports inside functions.
    Relative imports are made absolute.
    """
    return list(_imports(name))


def _imports(name: str) -> Iterator[tuple[int, str]]:
    package = name if SOURCES[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(trees()[name]):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            yield node.lineno, base
            names = (f"{base}.{alias.name}" for alias in node.names)
            yield from ((node.lineno, inner) for inner in names if inner in SOURCES)
