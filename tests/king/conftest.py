"""The game: no database, the whole folder in two seconds. ``tests/king_at_length`` tries the same
with more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "few",
    max_examples=2,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[Any]:
    """A property of this folder, which takes its profile when its module is read, is tried with few
    examples.
    """
    elsewhere = settings.get_current_profile_name()
    settings.load_profile("few")
    try:
        return (yield)
    finally:
        settings.load_profile(elsewhere)
