"""Command ``manage.py restore FILE``: restore the data from a copy."""

from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from frame.command import HouseCommand
from king_tournament.installation.restoring import restore


class Command(HouseCommand):
    help = "Put a copy in the place of what is stored. What is stored now is kept beside it first."
    # The database may not be there yet.
    requires_migrations_checks = False

    positional = {"file": "a copy that the desk or the command backup has made"}

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        note, before, was_damaged = restore(Path(file))
        if was_damaged:
            self.say(_("The database was damaged and is put aside in %(path)s"), path=before)
        elif before is not None:
            self.say(_("The earlier data are kept in %(path)s"), path=before)
        when = date_format(timezone.localtime(note.moment), "SHORT_DATETIME_FORMAT")
        sentence = ngettext(
            "Restored: %(count)d evening, as of %(when)s.",
            "Restored: %(count)d evenings, as of %(when)s.",
            note.evenings,
        )
        self.say(sentence, count=note.evenings, when=when)
