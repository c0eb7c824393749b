"""Periodic jobs, which run when they are due whether or not anybody is looking. An app declares its
job. The starter of a club's site runs all of them every few seconds; ``manage.py run_due`` runs
them once, for the timer of a server.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError

logger = logging.getLogger(__name__)

_JOBS: list[Callable[[], object]] = []


def declare(job: Callable[[], object]) -> None:
    """Register a job that runs periodically. It checks itself whether something is due."""
    _JOBS.append(job)


def run_due() -> None:
    """A job that fails holds up no other."""
    for job in _JOBS:
        try:
            job()
        except (DatabaseError, OSError) as error:
            logger.warning("%s: %s", job.__qualname__, error)
