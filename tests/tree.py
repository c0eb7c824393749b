"""Tests of a module, found by its name: ``python -m tests.tree king.sheet.sale``.

``tests/`` mirrors the folders of the house: ``king/sheet/sale.py`` has its tests in
``tests/king/sheet/test_sale.py``, and perhaps others beside it. ``ELSEWHERE`` lists folders with
other names. Tests of whole evenings, with a browser or of documents are arranged by subject.
"""

from __future__ import annotations

import ast
import functools
import sys
from pathlib import Path

from tests.sources import ROOT, SOURCES, imports

TESTS = ROOT / "tests"
ELSEWHERE = {
    "king_tournament.desk": "desk",
    "king_tournament.captain": "captain",
    "king_tournament.live": "live",
    "king_tournament.replay": "replay",
    "king_tournament.api": "api",
    "king.commands": "command_line",
}
AGAIN = {"king": "king_at_length"}
"""Second folder with tests of the same modules, with more examples."""


def folders_of(package: str) -> list[str]:
    """Folders of ``tests/`` for the modules of a package."""
    for begins, folder in ELSEWHERE.items():
        if f"{package}.".startswith(f"{begins}."):
            return [folder + package.removeprefix(begins).replace(".", "/")]
    room, _dot, inside = package.partition(".")
    return [
        "/".join([*root, *inside.split(".")]).rstrip("/")
        for root in ([room], [AGAIN.get(room, room)])
    ]


def own_files(module: str) -> list[str]:
    """Files where a module's own tests may be. Those of a package may also be inside its folder."""
    package, _dot, name = module.rpartition(".")
    inside = folders_of(module) if SOURCES[module].name == "__init__.py" else []
    return [f"{folder}/test_{name}.py" for folder in dict.fromkeys([*folders_of(package), *inside])]


@functools.cache
def test_files() -> dict[str, set[str]]:
    """Modules of the house that each test file imports."""
    return {
        path.relative_to(TESTS).as_posix(): set(_imported(path))
        for path in sorted(TESTS.rglob("test_*.py"))
    }


def _imported(path: Path) -> set[str]:
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & SOURCES.keys()
            modules |= inner or {node.module} & SOURCES.keys()
        elif isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names} & SOURCES.keys()
    return modules


def files_for(module: str) -> list[str]:
    """Files with a module's tests. The first that exist of: its own files; files that import it;
    the nearest folder, whose tests may use pages by address; tests of the modules that import it.
    """
    found = [file for file in own_files(module) if file in test_files()]
    found = found or [file for file, imported in test_files().items() if module in imported]
    package = module.rpartition(".")[0]
    while not found and package:
        found = [folder for folder in dict.fromkeys(folders_of(package)) if has_tests(folder)]
        package = package.rpartition(".")[0]
    return found or sorted({file for user in _users(module) for file in files_for(user)})


def _users(module: str) -> list[str]:
    return [name for name in SOURCES if module in {one for _line, one in imports(name)} - {name}]


def has_tests(folder: str) -> bool:
    return any(file.startswith(f"{folder}/") for file in test_files())


def misplaced() -> list[str]:
    """Commands that move test files which are named after a module but are not where its tests
    belong.
    """
    places = {module: own_files(module) for module in SOURCES}
    stray = test_files().keys() - {place for own in places.values() for place in own}
    return [
        f"git mv tests/{file} tests/{own[0]}"
        for own in places.values()
        if not test_files().keys() & set(own)
        for file in sorted(stray)
        if file.rpartition("/")[2] == own[0].rpartition("/")[2]
        and file.partition("/")[0] in {place.partition("/")[0] for place in own}
    ]


if __name__ == "__main__":
    for module in sys.argv[1:]:
        print(module, *(f"  tests/{file}" for file in files_for(module)), sep="\n")
