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

logger = logging.getLogger(__name__)


class _Job(NamedTuple):
    run: Callable[[], object]
    next_at: Callable[[], datetime | None]


_JOBS: list[_Job] = []


def declare(job: Callable[[], object], next_at: Callable[[], datetime | None]) -> None:
    """Register a job that runs periodically and checks itself whether something is due. ``next_at``
    returns the moment when it will next have something to do, which may be in the past, or None if
    nothing will be due until somebody writes something.
    """
    _JOBS.append(_Job(job, next_at))


def next_due() -> datetime | None:
    """First moment at which a job will have something to do, or None if nothing waits."""
    return min(filter(None, (job.next_at() for job in _JOBS)), default=None)


def run_due() -> None:
    """Run all jobs. If one fails, that is logged and the others still run."""
    for job, _next_at in _JOBS:
        try:
            job()
        except (DatabaseError, OSError) as error:
            logger.warning("%s: %s", job.__qualname__, error)
