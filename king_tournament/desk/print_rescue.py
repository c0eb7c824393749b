"""Paper without the worker: where it does not answer, the site itself makes what waits, and the night goes on."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterable

from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from king_tournament.worker import worker_is_running
from printing.making import make
from printing.models import PrintJob

PATIENCE = datetime.timedelta(seconds=3)
"""How long a job waits for a worker that gives no sign of life."""

PATIENCE_WITH_A_WORKER = datetime.timedelta(seconds=45)
"""How long it waits where one is at work, on something else perhaps."""

SECONDS_OF_A_CLAIM = 60
"""Nobody else takes up the same job meanwhile; making it twice would do no harm, only take time."""


def rescue(jobs: Iterable[PrintJob]) -> int:
    """Make here those that nobody makes, in a thread of their own; how many were taken up."""
    patience = PATIENCE_WITH_A_WORKER if worker_is_running() else PATIENCE
    too_long = timezone.now() - patience
    waiting = (PrintJob.State.QUEUED, PrintJob.State.RUNNING)
    taken = [
        job.pk
        for job in jobs
        if job.state in waiting and job.created_at < too_long
        and (job.state == PrintJob.State.QUEUED or not worker_is_running())
        and cache.add(f"print-here-{job.pk}", True, SECONDS_OF_A_CLAIM)
    ]  # fmt: skip
    if taken:
        threading.Thread(target=_make_in_thread, args=(taken,), name="printing", daemon=True).start()
    return len(taken)


def make_here(keys: Iterable[int]) -> None:
    """Make the jobs one after the other."""
    for key in keys:
        make(key)


def _make_in_thread(keys: Iterable[int]) -> None:
    """A thread has a connection of its own, and gives it back."""
    try:
        make_here(keys)
    finally:
        connection.close()
