"""Command ``manage.py every_club COMMAND``: a command in each club of a machine of many."""

import json
import math
from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.core.management import get_commands
from django.core.management.base import CommandError
from django.utils.translation import gettext as _, ngettext

from frame.command import HouseCommand
from ground.clubs import root_of
from king_tournament.installation.clubs import (
    Done,
    chosen_clubs,
    make_shared_static_files,
    run_in_each,
)

ENDLESS = ("run_night", "runserver", "testserver", "new_club", "every_club", "bundle")
FOR_ONE = ("restore", "flush", "loaddata", "load_archive", "load_night", "load_season", "demo")
"""Commands that put one club's data, or an invention, where another's is."""


def seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError
    return number


class Command(HouseCommand):
    help = (
        "Run a command in each club, as its own account and with its own variables; go on after a "
        "failure, and fail at the end. {club} in an argument is the club's name. A club with a file "
        "“stopped” in its folder is left out, unless --only names it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--root", default="", help="folder of all clubs (KING_CLUBS)")
        parser.add_argument(
            "--only", action="append", default=[], metavar="CLUB", help="may be repeated"
        )
        parser.add_argument(
            "--seconds",
            type=seconds,
            default=3600.0,
            help="of one club, after which the command is ended there; 3600 unless said",
        )
        parser.add_argument("--json", action="store_true", help="print JSON, for a program")
        parser.add_argument("command", metavar="COMMAND", help="such as prepare, backup, doctor")
        parser.add_argument("arguments", nargs=REMAINDER, metavar="…")

    def handle(
        self, *args: Any, command: str, arguments: list[str], only: list[str], **options: Any
    ) -> None:
        root = root_of(options["root"])
        if command not in get_commands():
            raise CommandError(_("There is no command %(command)s.") % {"command": command})
        if command in ENDLESS:
            raise CommandError(
                _("%(command)s is not for each club of a machine.") % {"command": command}
            )
        clubs = chosen_clubs(root, only)
        if command in FOR_ONE and len(only) != 1:
            raise CommandError(
                _("%(command)s is for one club: name it with --only.") % {"command": command}
            )
        if command == "prepare":
            make_shared_static_files(root)
        reports = []
        for done in run_in_each(clubs, [command, *arguments], seconds=options["seconds"]):
            reports.append(done)
            if not options["json"]:
                self._report(done)
        if options["json"]:
            self.stdout.write(json.dumps([done.as_json() for done in reports], indent=2))
        self._conclude(reports)

    def _report(self, done: Done) -> None:
        sentence = _("%(club)s: failed (%(status)d)") if done.status else _("%(club)s: done")
        self.say(sentence, club=done.club, status=done.status)
        for line in done.output.splitlines():
            self.stdout.write(f"  {line}".rstrip())
        self.stdout.flush()

    def _conclude(self, reports: list[Done]) -> None:
        failed = [done.club for done in reports if done.status]
        if failed:
            sentence = ngettext(
                "It failed in %(count)d club: %(clubs)s",
                "It failed in %(count)d clubs: %(clubs)s",
                len(failed),
            )
            raise CommandError(sentence % {"count": len(failed), "clubs": ", ".join(failed)})
