"""Slow tests, which ``make test`` leaves to the whole run: ``slow_tests.txt`` lists them.

``python -m tests.slow`` (``make slow``) runs all tests without a browser in one process, measures them
and writes the list anew.
"""

from __future__ import annotations

import resource
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

LIMIT = Fraction("0.25")
"""Seconds of CPU, on the mean of a function's cases, from which a test is slow."""
LIST = Path(__file__).with_name("slow_tests.txt")


@cache
def listed() -> frozenset[str]:
    """Return the listed functions, as ``tests/folder/test_file.py::test_name``."""
    return frozenset(LIST.read_text().split())


def function_of(item: pytest.Item) -> str:
    """Return the node id without the case: one function is slow in all its cases, or in none."""
    return item.nodeid.partition("[")[0]


def seconds_used() -> Fraction:
    """Return the CPU seconds of this process and of the children that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum((Fraction(usage.ru_utime + usage.ru_stime) for usage in usages), Fraction())


class Measurement:
    """Plugin of pytest that collects the CPU seconds of each case, by function."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[Fraction]] = defaultdict(list)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before = seconds_used()
        answer = yield
        self.seconds[function_of(item)].append(seconds_used() - before)
        return answer

    def slow(self) -> list[str]:
        """Return the functions whose cases take ``LIMIT`` on the mean, sorted."""
        return sorted(
            function
            for function, seconds in self.seconds.items()
            if sum(seconds, Fraction()) >= LIMIT * len(seconds)
        )


def main() -> int:
    measurement = Measurement()
    code = pytest.main(["-q", "-m", "not at_length and not browser"], plugins=[measurement])
    if code == pytest.ExitCode.OK:
        LIST.write_text("".join(f"{function}\n" for function in measurement.slow()))
    return int(code)


if __name__ == "__main__":
    raise SystemExit(main())
