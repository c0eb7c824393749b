"""Periodic jobs run when they are due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from ground import periodic_jobs

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def none_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic_jobs, "_JOBS", [])


def test_the_next_moment_is_the_first_of_all_jobs() -> None:
    assert periodic_jobs.next_due() is None
    for moment in (None, NOON + HOUR, NOON, None, NOON + 2 * HOUR):
        periodic_jobs.declare(lambda: None, lambda moment=moment: moment)  # type: ignore[misc]
    assert periodic_jobs.next_due() == NOON


def test_a_job_that_fails_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    ran = []

    def fails() -> None:
        raise OperationalError("no")

    periodic_jobs.declare(fails, lambda: None)
    periodic_jobs.declare(lambda: ran.append(1), lambda: None)
    periodic_jobs.run_due()
    assert ran == [1]
    assert "fails" in caplog.text


def test_a_long_job_is_run_by_itself_and_only_when_it_has_something_to_do() -> None:
    ran: list[str] = []
    moments: list[datetime | None] = [None]
    periodic_jobs.declare(lambda: ran.append("short"), lambda: NOON - HOUR)
    periodic_jobs.declare(lambda: ran.append("long"), lambda: moments[-1], long=True)
    assert not periodic_jobs.has_long_work()
    now = timezone.now()
    moments.append(now + HOUR)
    assert not periodic_jobs.has_long_work()
    moments.append(now - HOUR)
    assert periodic_jobs.has_long_work()
    periodic_jobs.run_due(long=False)
    assert ran == ["short"]
    periodic_jobs.run_due(long=True)
    assert ran == ["short", "long"]
    periodic_jobs.run_due()
    assert ran == ["short", "long", "short", "long"]
