"""Order in which several workers begin the tests: each one's share opens with long ones."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

LONGEST = Path(__file__).parent / "browser" / "test_whole_evening.py"


def is_long(item: pytest.Item) -> bool:
    """Return whether a browser or a whole program is started."""
    return any(map(item.get_closest_marker, ("browser", "at_length")))


def longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in the order in which ``--dist worksteal`` cuts them into equal shares. Files with
    long tests are dealt to the shares in turn, so that no worker begins one when the others are
    done; a file stays together, with what its tests share.
    """
    files = [list(tests) for _path, tests in groupby(filter(is_long, items), lambda one: one.path)]
    files.sort(key=lambda tests: tests[0].path != LONGEST)
    short = [item for item in items if not is_long(item)]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        size = (len(items) - len(ordered)) // (workers - worker)
        share = [item for tests in files[worker::workers] for item in tests]
        taken = max(0, size - len(share))
        ordered += [*share, *short[:taken]]
        del short[:taken]
    return [*ordered, *short]
