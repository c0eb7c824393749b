"""Command ``manage.py load_archive FILE``: load an evening or a season from an archive file."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import HouseCommand, make_tables_if_new
from seasons.archive import first_guess, read_archive
from seasons.archive_import import import_archive
from tournaments.roster import Judged, RosterIndex


class Command(HouseCommand):
    help = (
        "Take in the evenings of an archive file that export_archive or the desk has written. People of the roster "
        "are known by their card; where somebody has only the name of one it is refused with the list: the desk asks "
        "who they are. The last word of each line is the evening's code."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the archive file")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(str(error)) from None
        make_tables_if_new()
        archive = read_archive(content)
        judged = archive.judged(RosterIndex.load())
        people = first_guess(judged)
        unsaid = [person for person in judged if person.line not in people]
        if unsaid:
            raise CommandError("\n".join(_questions(unsaid)))
        for evening in import_archive(archive=archive, people=people, author=None):
            self.say(_("%(name)s. Tournament: %(code)s"), name=evening.name, code=evening.code)


def _questions(people: Sequence[Judged]) -> Iterator[str]:
    yield _(
        "The roster has names like these. The page “Load an archive file” of the desk asks who each of them is:"
    )
    for person in people:
        marks = ", ".join(filter(None, (person.row.card_number, person.row.club)))
        name = f"{person.row.full_name} ({marks})" if marks else person.row.full_name
        yield f"{name}: {'; '.join(member.label for member in person.candidates)}"
