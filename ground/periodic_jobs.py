"""Periodic jobs, which run when they are due whether or not anybody is looking. An app declares its
job. The starter of a club's site runs all of them every few seconds; ``manage.py run_due`` runs
them once, for the timer of a server.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.db import DatabaseError
from django.utils import timezone

logger = logging.getLogger(__name__)


class _Job(NamedTuple):
    run: Callable[[], object]
    next_at: Callable[[], datetime | None]
    long: bool


_JOBS: list[_Job] = []


def declare(
    job: Callable[[], object], next_at: Callable[[], datetime | None], *, long: bool = False
) -> None:
    """Register a job that runs periodically and checks itself whether something is due. ``next_at``
    returns the moment when it will next have something to do, which may be in the past, or None if
    nothing will be due until somebody writes something. A ``long`` job takes a processor for more
    than a moment, so a web server leaves it to a program of its own.
    """
    _JOBS.append(_Job(job, next_at, long))


def next_due() -> datetime | None:
    """First moment at which a job will have something to do, or None if nothing waits."""
    return min(filter(None, (job.next_at() for job in _JOBS)), default=None)


def has_long_work() -> bool:
    """Whether a long job has something to do by now."""
    moments = [job.next_at() for job in _JOBS if job.long]
    return any(moment is not None and moment <= timezone.now() for moment in moments)


def run_due(*, long: bool | None = None) -> None:
    """Run all jobs, or only those that are ``long`` or are not. If one fails, that is logged and
    the others still run.
    """
    for job in _JOBS:
        if long in (None, job.long):
            try:
                job.run()
            except (DatabaseError, OSError) as error:
                logger.warning("%s: %s", job.run.__qualname__, error)
