"""Command ``manage.py doctor``: check this installation, in a terminal."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import HouseCommand
from ground.trouble import database_is_gone, trouble
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
        if database_is_gone():
            # Whoever asked it anything would make an empty one.
            raise CommandError(trouble() if self._was_started() else self._none_yet())
        wrong = False
        for title, sentences in findings(with_trial=with_trial):
            wrong = wrong or bool(sentences)
            for sentence in sentences or [title]:
                self.stdout.write(f"{'✗' if sentences else '✓'} {sentence}")
        if wrong:
            raise CommandError(_("Put this right, then check again."))
        self.stdout.write(_("All is well."))

    def _was_started(self) -> bool:
        return (settings.DATA_DIR / "running").exists()

    def _none_yet(self) -> str:
        sentence = _("There is no installation in %(place)s yet: start it once, then check it.")
        return sentence % {"place": settings.DATA_DIR}
