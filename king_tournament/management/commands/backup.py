"""Command ``manage.py backup [FILE]``: copy everything, also while tables play."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import HouseCommand
from night.backup import changed_since_copy, check_can_copy, keep_copy, refusal_of, write_copy


class Command(HouseCommand):
    help = "Write a copy of everything to FILE, or to the installation's own folder of copies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="a file that is not there yet")
        parser.add_argument(
            "--if-changed",
            action="store_true",
            help="do nothing if nothing was written since the last copy",
        )

    def handle(
        self, *args: Any, file: str | None = None, if_changed: bool = False, **options: Any
    ) -> None:
        check_can_copy()
        if if_changed and not changed_since_copy():
            self.say(_("Nothing has changed since the last copy."))
            return
        path = self._write(Path(file)) if file else keep_copy("")
        if path is None:
            raise CommandError(
                _("The copy could not be written: check the disk and its free space.")
            )
        self.say(_("The copy is in %(path)s"), path=path)

    def _write(self, path: Path) -> Path:
        try:
            with path.open("xb") as target:
                write_copy(target)
        except FileExistsError:
            raise CommandError(
                _("%(path)s already exists: choose another name.") % {"path": path}
            ) from None
        except OSError as error:
            path.unlink(missing_ok=True)
            raise refusal_of(error, path.parent) from None
        except ValidationError:
            path.unlink(missing_ok=True)
            raise
        return path
