"""Command ``manage.py send_round CODE FOLDER``: write the published evening as pages for a club's
web space.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from frame.command import HouseCommand, find_evening, make_tables_if_new
from ground import system
from king_tournament.installation.static_files import make_static_files
from king_tournament.live.downloads import folder_of

LISTED = "king-files.txt"
"""The files that were written: those of them that the evening no longer has are taken away by the next time."""


class Command(HouseCommand):
    help = "Write the published evening into a folder, as pages that need no server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "code", metavar="CODE", help="the tournament's code, as on its pages and printouts"
        )
        parser.add_argument(
            "folder", metavar="FOLDER", type=Path, help="a new folder, or that of the last time"
        )
        parser.add_argument(
            "--language", choices=dict(settings.LANGUAGES), help="else the evening's own"
        )

    def handle(
        self, *args: Any, code: str, folder: Path, language: str | None, **options: Any
    ) -> None:
        make_tables_if_new()
        tournament = find_evening(code)
        if folder.is_dir() and any(folder.iterdir()) and not (folder / LISTED).is_file():
            raise CommandError(
                _("%(folder)s holds something else: name a new folder, or the one used last time.")
                % {"folder": folder}
            )
        make_static_files()
        try:
            with translation.override(language or tournament.language):
                files = folder_of(tournament)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        changed = _write(files, folder)
        words = {
            "count": len(files),
            "changed": changed,
            "size": sum(map(len, files.values())) // 1000,
            "folder": folder,
        }
        self.say(
            _("%(folder)s: %(count)s files, %(size)s kB; %(changed)s of them are new or changed."),
            **words,
        )


def _write(files: dict[str, bytes], folder: Path) -> int:
    """Write the files that differ, readable for everybody, and delete those of an earlier run that
    are no longer among them. Returns the number written.
    """
    listed = folder / LISTED
    root = folder.resolve()
    before = listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else []
    for name in before:
        if name not in files and (folder / name).resolve().is_relative_to(root):
            (folder / name).unlink(missing_ok=True)
    changed = 0
    for name, content in {**files, LISTED: "\n".join(files).encode()}.items():
        place = folder / name
        if place.is_file() and place.read_bytes() == content:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        changed += name in files
    system.make_readable(folder)
    return changed
