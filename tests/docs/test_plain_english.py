"""Docstrings open with a verb or with their subject, not with a preposition or a condition."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rooms import ROOMS
from tests.sources import ROOT

LISTED = frozenset(
    """
    About After Against Along Among As At Because Before Beside Besides Between Beyond By During
    Except For From If In Into Like Near None Of On Once Out Over Per Since Than That Those Through
    To Toward Towards Under Unless Until Upon What Whatever When Whenever Where Wherever Which While
    Who Whoever Whom Whose With Within Without
    """.split()
)
"""Words that open a topic or a condition, so that the verb or the result comes late. "Whether" is
not among them: it opens the docstring of a function that returns a bool."""

MOST_PER_CENT = 5

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def documented(tree: ast.Module) -> Iterator[tuple[Documented, str]]:
    """Yield each node of a module that has a docstring, with the docstring."""
    for node in ast.walk(tree):
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            yield node, text


def own_names(node: Documented) -> set[str]:
    """Parameters of a function, or fields of a class."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = node.args
        listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        return {arg.arg for arg in [*listed, arguments.vararg, arguments.kwarg] if arg is not None}
    body = node.body if isinstance(node, ast.ClassDef) else []
    targets = [one.target for one in body if isinstance(one, ast.AnnAssign)]
    targets += [name for one in body if isinstance(one, ast.Assign) for name in one.targets]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def opens_with_its_topic(node: Documented, text: str) -> bool:
    """Whether a docstring opens with a listed word, a parameter or a field."""
    code = re.match(r"``(\w+)``", text)
    if code:
        return code[1] in own_names(node)
    word = re.match(r"\W*(\w+)", text)
    return word is not None and word[1] in LISTED


def files_of(room: str) -> list[Path]:
    return [path for path in sorted((ROOT / room).rglob("*.py")) if "migrations" not in path.parts]


@functools.cache
def openings(room: str) -> tuple[list[str], int]:
    """Docstrings of a room that open so, and the number of all its docstrings."""
    found, count = [], 0
    for path in files_of(room):
        for node, text in documented(ast.parse(path.read_text(encoding="utf-8"))):
            count += 1
            if opens_with_its_topic(node, text):
                name = getattr(node, "name", "(module)")
                found.append(f"{path.relative_to(ROOT)} {name}: {text.splitlines()[0]}")
    return found, count


@pytest.mark.parametrize("room", [*ROOMS, "tests", "benchmarks"])
def test_few_docstrings_of_a_room_open_with_a_preposition_or_a_condition(room: str) -> None:
    found, count = openings(room)
    assert count
    assert len(found) * 100 <= MOST_PER_CENT * count, "\n".join(found)


def test_few_docstrings_of_all_rooms_together_open_so() -> None:
    rooms = [openings(room) for room in (*ROOMS, "tests", "benchmarks")]
    found = [line for lines, _count in rooms for line in lines]
    assert len(found) * 100 <= MOST_PER_CENT * sum(count for _lines, count in rooms)


@pytest.mark.parametrize(
    ("code", "opens_so"),
    [
        ('def f():\n    "Return the hall\'s clock."', False),
        ('def f() -> bool:\n    "Whether the hall is full."', False),
        ('def f():\n    "Of the hall, the clock."', True),
        ('def f():\n    "None where there is no clock."', True),
        ('def f(hall):\n    "``hall``: whose clock is read."', True),
        ('def f(*, hall):\n    "``hall`` may be closed."', True),
        ('def f():\n    "``3 of 16``: a place."', False),
        ('class Hall:\n    "``clock`` may be None."\n    clock: int', True),
        ('class Hall:\n    "A hall. ``clock`` may be None."\n    clock: int', False),
        ('"Over the hall."', True),
    ],
)
def test_an_opening_is_told(code: str, opens_so: bool) -> None:
    [(node, text)] = documented(ast.parse(code))
    assert opens_with_its_topic(node, text) is opens_so
