"""An installation sleeps only if there are no requests and no work."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from ground import task_queue as tasks
from king_tournament.installation.sleep import LastAsked


@pytest.fixture
def minutes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that moves the monotonic clock on by some minutes."""
    settings.KING_IDLE_MINUTES = 30
    now = 1000.0

    def pass_by(count: float) -> None:
        nonlocal now
        now += 60 * count

    monkeypatch.setattr(time, "monotonic", lambda: now)
    return pass_by


def test_it_sleeps_after_half_an_hour_without_a_request(tmp_path: Path, minutes: Any) -> None:
    last_request, in_another_process = LastAsked(tmp_path), LastAsked(tmp_path)
    last_request.note()
    minutes(29.9)
    assert not last_request.is_long_ago()
    in_another_process.note()
    minutes(29.9)
    assert not last_request.is_long_ago()
    minutes(0.2)
    assert last_request.is_long_ago()


def test_the_minutes_are_a_setting_and_0_is_never(
    tmp_path: Path, minutes: Any, settings: Any
) -> None:
    last_request = LastAsked(tmp_path)
    last_request.note()
    minutes(6)
    settings.KING_IDLE_MINUTES = 5
    assert last_request.is_long_ago()
    settings.KING_IDLE_MINUTES = 0
    minutes(10_000)
    assert not last_request.is_long_ago()


def test_it_stays_awake_where_nothing_is_known_and_after_a_new_start_of_the_machine(
    tmp_path: Path, minutes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    last_request = LastAsked(tmp_path)
    assert not last_request.is_long_ago()
    last_request.note()
    monkeypatch.setattr(time, "monotonic", lambda: 5.0)
    assert not last_request.is_long_ago()


def test_it_does_not_sleep_over_its_own_work(
    tmp_path: Path, minutes: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The remaining mails would be lost with a slow mail server."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    begun, goes_on = threading.Event(), threading.Event()

    class Mails:
        name = "tests.mails"

        def __call__(self) -> None:
            begun.set()
            goes_on.wait(60)

    last_request = LastAsked(tmp_path)
    last_request.note()
    tasks.do_here(Mails())
    assert begun.wait(60)
    minutes(40)
    assert not last_request.is_long_ago()
    goes_on.set()
    tasks.finish()
    assert not tasks.is_working()
    assert not last_request.is_long_ago()  # the half hour begins at the end of the work
    minutes(31)
    assert last_request.is_long_ago()
