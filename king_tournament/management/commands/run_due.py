"""Command ``manage.py run_due``: do once what is due by now; for the timer of a server."""

import os
from argparse import ArgumentParser
from typing import Any

from frame.command import HouseCommand
from ground import system
from ground.periodic_jobs import run_due
from ground.task_queue import finish
from king_tournament.installation.runner import when_the_starter_ends
from king_tournament.installation.sleep import note_what_is_due
from night.backup import copy_if_due


class Command(HouseCommand):
    help = (
        "Do what is due by now: results become official, simultaneous events are closed, programs "
        "are told, robots play, a copy is kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--long",
            action="store_true",
            help="Do only what takes long, beside the web server that has started this.",
        )

    def handle(self, *args: Any, long: bool = False, **options: Any) -> None:
        if long:
            when_the_starter_ends(lambda: os._exit(1))
            system.give_way()
            run_due(long=True)
            finish()
            return
        run_due()
        finish()
        copy_if_due()
        note_what_is_due(after_work=True)
