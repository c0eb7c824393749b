"""The house as drawn in docs/architecture.md, held by reading the imports: arrows point left only."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ["king", "deals", "tournaments", "scoring", "printing", "king_tournament"]
NAMES_OF_DRAWERS = {"utils", "util", "common", "helpers", "helper", "selectors", "signals", "misc"}
LONGEST_FUNCTION = 50


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(path): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if "migrations" not in path.parts
}
TREES = {name: ast.parse(path.read_text(encoding="utf-8"), str(path)) for name, path in SOURCES.items()}


def imports(name: str, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every module that ``name`` imports, anywhere in it, with the line. Relative imports are made absolute."""
    package = name if SOURCES[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
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


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_stands_to_its_left(package: str) -> None:
    allowed = set(PACKAGES[: PACKAGES.index(package) + 1])
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == package
        for line, imported in imports(name, TREES[name])
        if imported.split(".")[0] in {*PACKAGES, "tests"} - allowed
    ]
    assert wrong == []


def test_the_game_uses_the_standard_library_alone() -> None:
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == "king"
        for line, imported in imports(name, TREES[name])
        if imported.split(".")[0] not in {"king", *sys.stdlib_module_names}
    ]
    assert wrong == []


def test_the_game_knows_no_clock_and_no_chance_of_its_own() -> None:
    # A verb of the command line may ask the system for a seed; what it hands on is an argument like any other.
    allowed = {("king.commands.deal", "secrets"), ("king.commands.seat", "secrets")}
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == "king"
        for line, imported in imports(name, TREES[name])
        if imported.split(".")[0] in {"time", "datetime", "random", "secrets", "uuid", "tempfile"}
        and (name, imported) not in allowed
    ]
    assert wrong == []


def test_the_game_counts_exactly() -> None:
    wrong = [
        f"{name}:{node.lineno}"
        for name, tree in TREES.items()
        if name.split(".")[0] == "king"
        for node in ast.walk(tree)
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float")
    ]
    assert wrong == []


def test_no_module_is_a_drawer() -> None:
    assert [name for name in SOURCES if NAMES_OF_DRAWERS & set(name.split("."))] == []


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {
        name: {imported for _line, imported in at_import_time(name) if imported in SOURCES and imported != name}
        for name in SOURCES
    }
    assert list(cycles(graph)) == []


def at_import_time(name: str) -> Iterator[tuple[int, str]]:
    """What is imported when the module is, not later inside a function nor for types only."""
    for statement in TREES[name].body:
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.If):
            yield from imports(name, statement)


def cycles(graph: dict[str, set[str]]) -> Iterator[str]:
    """Each module that comes back to itself. A package does not count for what its own modules import from it."""
    for start in graph:
        seen, ahead = set(), [module for module in graph[start] if not start.startswith(f"{module}.")]
        while ahead:
            module = ahead.pop()
            if module == start:
                yield start
                break
            if module not in seen:
                seen.add(module)
                ahead.extend(other for other in graph[module] if not module.startswith(f"{other}."))


def test_no_function_is_longer_than_a_page() -> None:
    wrong = [
        f"{name}:{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert wrong == []


@pytest.mark.parametrize("app", ["deals", "tournaments", "scoring", "printing"])
def test_the_first_line_of_an_app_says_what_it_stores_and_which_module_of_the_game_knows_it(app: str) -> None:
    first = (ast.get_docstring(TREES[app]) or "").splitlines()[0]
    assert first.startswith("Stores ")
    assert "king" in first
