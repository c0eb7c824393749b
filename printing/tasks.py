"""What the worker does for this app."""

from __future__ import annotations

from celery import shared_task

from printing.making import make


@shared_task(name="printing.make_print")
def make_print(job_pk: int) -> None:
    """Make one document. Acknowledged after it is done, so a worker that stops leaves it to the next one."""
    make(job_pk)
