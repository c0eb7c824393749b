"""A Celery task that leaves a trace in a file, for the tests with brokers."""

from pathlib import Path

from celery import shared_task

import king_tournament.celery  # noqa: F401  (the application that shared tasks attach to)


@shared_task
def write(path: str, line: str) -> None:
    """Add a line to a file."""
    with Path(path).open("a") as file:
        file.write(f"{line}\n")
