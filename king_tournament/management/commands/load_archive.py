"""``manage.py load_archive FILE``: an evening or a season from an archive file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from king_tournament.management.command import HouseCommand, make_tables_if_new
from scoring.archive import first_guess, read_archive, take_in
from tournaments.roster import RosterIndex


class Command(HouseCommand):
    help = (
        "Take in the evenings of an archive file that export_archive or the desk has written. People of the roster "
        "are known by card and name; where that leaves a doubt it is refused: the desk asks. The last word of each "
        "line is the evening's code."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the archive file")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            content = file.read_bytes()
            make_tables_if_new()
            archive = read_archive(content)
            said = first_guess(archive.judged(RosterIndex.load()))
            evenings = take_in(archive=archive, said=said, author=None)
        except OSError as error:
            raise CommandError(str(error)) from None
        for evening in evenings:
            self.stdout.write(_("%(name)s. Tournament: %(code)s") % {"name": evening.name, "code": evening.code})
