"""Shares of several workers: each begins with long tests, and no test is lost or given twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.shares import LONGEST, longest_first


class Collected(NamedTuple):
    """A collected test: its file, its number in the file, its marks."""

    path: Path
    number: int
    marks: tuple[str, ...] = ()

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None


def shares(ordered: list[Any], workers: int) -> list[list[Any]]:
    """First tests of each worker, as the scheduler cuts a list: an equal part of the rest."""
    rest, parts = list(ordered), []
    for worker in range(workers):
        size = len(rest) // (workers - worker)
        parts.append(rest[:size])
        rest = rest[size:]
    return parts


SHORT = [Collected(Path(f"test_{number % 7}.py"), number) for number in range(100)]
LONG = [
    Collected(path, number, ("browser",))
    for path, tests in ((Path("a.py"), 2), (Path("b.py"), 1), (Path("c.py"), 4), (LONGEST, 1))
    for number in range(tests)
]


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_every_share_opens_with_long_tests_and_the_longest_opens_the_first(workers: int) -> None:
    items: list[Any] = [*SHORT[:40], *LONG, *SHORT[40:]]
    ordered = longest_first(items, workers)
    assert sorted(ordered, key=items.index) == items
    assert ordered[0].path == LONGEST
    files = [{item.path for item in share if item.marks} for share in shares(ordered, workers)]
    assert all(files)
    assert sum(map(len, files)) == 4, "a file of long tests stays together"
    for share in shares(ordered, workers):
        marks = [bool(item.marks) for item in share]
        assert marks == sorted(marks, reverse=True)


def test_more_long_tests_than_a_share_holds_are_all_there() -> None:
    items: list[Any] = [*LONG, *SHORT[:2]]
    assert sorted(longest_first(items, 3), key=items.index) == items
