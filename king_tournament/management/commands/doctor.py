"""Command ``manage.py doctor``: check this installation, in a terminal."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import HouseCommand
from king_tournament.installation.checks import findings


class Command(HouseCommand):
    help = "Look over this installation and say what is wrong and what to do; fails where something is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--try",
            action="store_true",
            dest="with_trial",
            help="play one table and make its score sheet too, on a copy of what is stored",
        )

    def handle(self, *args: Any, with_trial: bool, **options: Any) -> None:
        wrong = False
        for title, sentences in findings(with_trial=with_trial):
            wrong = wrong or bool(sentences)
            for sentence in sentences or [title]:
                self.stdout.write(f"{'✗' if sentences else '✓'} {sentence}")
        if wrong:
            raise CommandError(_("Put this right, then check again."))
        self.stdout.write(_("All is well."))
