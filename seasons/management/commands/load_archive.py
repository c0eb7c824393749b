"""Command ``manage.py load_archive FILE``: load an evening or a season from an archive file."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _, gettext_noop

from frame.command import HouseCommand, make_tables_if_new
from king.reading import Node, read_json
from seasons.archive import first_guess, read_archive
from seasons.taking_in import take_in
from tournaments.roster import Judged, RosterIndex, Status


class Command(HouseCommand):
    help = (
        "Take in the evenings of an archive file that export_archive or the desk has written. People of the roster "
        "are known by their card; of whoever has only the name of one it is refused with the list, until an answers "
        "file says who they are. The last word of each line is the evening's code."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the archive file")
        parser.add_argument(
            "--answers",
            metavar="FILE",
            help='who is who, as JSON: {"number in the file": number on the roster, or "new"}, - for standard input',
        )

    def handle(self, *args: Any, file: Path, answers: str | None = None, **options: Any) -> None:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(str(error)) from None
        make_tables_if_new()
        archive = read_archive(content)
        judged = archive.judged(RosterIndex.load())
        people = first_guess(judged)
        if answers is not None:
            people |= _read_answers(read_json(answers), judged)
        unsaid = [person for person in judged if person.line not in people]
        if unsaid:
            raise CommandError("\n".join(_questions(unsaid)))
        for evening in take_in(archive=archive, people=people, author=None):
            self.say(_("%(name)s. Tournament: %(code)s"), name=evening.name, code=evening.code)


def _read_answers(node: Node, judged: Sequence[Judged]) -> dict[int, int | None]:
    asked = {str(person.line): person for person in judged if person.status is Status.DOUBTFUL}
    people: dict[int, int | None] = {}
    for key, answer in node.items():
        if key not in asked:
            raise answer.fail(gettext_noop("the number of somebody about whom is asked"))
        candidates = {member.pk for member in asked[key].candidates}
        if answer.value != "new" and answer.value not in candidates:
            raise answer.fail(gettext_noop("“new”, or the number of one of those asked about"))
        people[int(key)] = None if answer.value == "new" else answer.integer()
    return people


def _questions(people: Sequence[Judged]) -> Iterator[str]:
    yield _(
        "The roster has names like these. Say who each is in a file, and give it with --answers:"
    )
    for person in people:
        marks = ", ".join(filter(None, (person.row.card_number, person.row.club)))
        name = f"{person.row.full_name} ({marks})" if marks else person.row.full_name
        candidates = "; ".join(f"{member.pk} = {member.shown}" for member in person.candidates)
        yield f"{person.line} {name}: {candidates}; new"
    yield _("The file, for example if all of them were new:")
    yield json.dumps({str(person.line): "new" for person in people})
