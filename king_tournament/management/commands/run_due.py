"""Command ``manage.py run_due``: do once what is due by now; for the timer of a server."""

from typing import Any

from frame.command import HouseCommand
from ground.periodic_jobs import run_due


class Command(HouseCommand):
    help = "Do what is due by now: simultaneous events whose last closing code was due are closed."

    def handle(self, *args: Any, **options: Any) -> None:
        run_due()
