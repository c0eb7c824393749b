"""Command ``manage.py export_archive CODE FILE``: write an evening, or a circuit with its evenings,
to an archive file.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from frame.command import HouseCommand, find_evening, make_tables_if_new
from seasons.archive import archive_of
from tournaments.circuits import Circuit


class Command(HouseCommand):
    help = "Write an evening that is closed, or a circuit with its evenings, into one file that load_archive reads."

    positional = {
        "code": "the code of the tournament or of the circuit",
        "file": "the file to write",
    }

    def handle(self, *args: Any, code: str, file: str, **options: Any) -> None:
        make_tables_if_new()
        owner = Circuit.objects.filter(code__iexact=code.strip()).first() or find_evening(code)
        try:
            Path(file).write_bytes(archive_of(owner=owner, author=None))
        except OSError as error:
            raise CommandError(str(error)) from None
