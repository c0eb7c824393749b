"""Order of the tests for several workers: each worker's share begins with long tests."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

LONGEST = Path(__file__).parent / "browser" / "test_whole_evening.py"


def is_long(item: pytest.Item) -> bool:
    """Whether the test starts a browser or a whole program."""
    return any(map(item.get_closest_marker, ("browser", "at_length")))


def longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order the tests for ``--dist worksteal``, which cuts them into equal shares. Files with long
    tests are dealt to the shares in turn, so that no worker begins one when the others are done. A
    file stays together, because its tests share fixtures.
    """
    files = [list(tests) for _path, tests in groupby(filter(is_long, items), lambda one: one.path)]
    files.sort(key=lambda tests: tests[0].path != LONGEST)
    short = [item for item in items if not is_long(item)]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        size = (len(items) - len(ordered)) // (workers - worker)
        share = [item for tests in files[worker::workers] for item in tests]
        room = max(0, size - len(share))
        ordered += [*share, *short[:room]]
        del short[:room]
    return [*ordered, *short]
