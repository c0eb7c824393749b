"""The list of the slow tests names functions that exist, and their marks leave them out of ``make test``."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.slow import LIST, Measurement, function_of, listed

ROOT = Path(__file__).parent.parent


def test_each_listed_function_exists() -> None:
    gone = []
    for function in listed():
        file, _colons, name = function.partition("::")
        # tests/king_at_length takes properties from tests/king, and adds the file they come from.
        name, _underscores, source = name.partition("__")
        files = [*(ROOT / "tests" / "king").rglob(f"{source}.py")] if source else [ROOT / file]
        if not any(each.exists() and f"def {name}(" in each.read_text() for each in files):
            gone.append(function)
    assert gone == [], "`make slow` writes the list anew"


def test_the_list_is_sorted_and_names_each_function_once() -> None:
    lines = LIST.read_text().splitlines()
    assert lines == sorted(set(lines))


def test_a_listed_test_is_marked_and_no_other(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        marked = item.get_closest_marker("slow") is not None
        assert marked == (function_of(item) in listed()), item.nodeid


def test_a_function_is_slow_by_the_mean_of_its_cases() -> None:
    measurement = Measurement()
    for function, seconds in {"b": (0, 1), "a": (1,), "c": (0, 0, 0.5)}.items():
        measurement.seconds[function] = [Fraction(each) for each in seconds]
    assert measurement.slow() == ["a", "b"]
