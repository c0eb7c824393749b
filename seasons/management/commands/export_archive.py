"""``manage.py export_archive CODE FILE``: an evening, or a circuit with its evenings, as an archive
file.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from frame.command import HouseCommand, find_evening, make_tables_if_new
from seasons.archive import archive_of
from tournaments.circuits import Circuit


class Command(HouseCommand):
    help = "Write an evening that is closed, or a circuit with its evenings, into one file that load_archive reads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "code", metavar="CODE", help="the code of the tournament or of the circuit"
        )
        parser.add_argument("file", metavar="FILE", type=Path, help="the file to write")

    def handle(self, *args: Any, code: str, file: Path, **options: Any) -> None:
        make_tables_if_new()
        owner = Circuit.objects.filter(code__iexact=code.strip()).first() or find_evening(code)
        try:
            file.write_bytes(archive_of(owner=owner, author=None))
        except OSError as error:
            raise CommandError(str(error)) from None
