"""Tests of the game, without a database: the whole folder takes two seconds.
``tests/king_at_length`` tries the same with more examples.
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
    """Load the profile with few examples while modules of this folder are imported, because a
    property takes its profile then.
    """
    elsewhere = settings.get_current_profile_name()
    settings.load_profile("few")
    try:
        return (yield)
    finally:
        settings.load_profile(elsewhere)
