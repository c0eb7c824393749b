"""Command ``manage.py run_due``: do once what is due by now; for the timer of a server."""

from typing import Any

from frame.command import HouseCommand
from ground.periodic_jobs import run_due
from ground.task_queue import finish
from king_tournament.installation.sleep import note_what_is_due
from night.backup import copy_if_due


class Command(HouseCommand):
    help = (
        "Do what is due by now: results become official, simultaneous events are closed, programs "
        "are told, robots play, a copy is kept."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        run_due()
        finish()
        copy_if_due()
        note_what_is_due(after_work=True)
