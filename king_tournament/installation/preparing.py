"""Tables and static files of this version, as an installation needs them before its site starts."""

import os

from django.conf import settings
from django.core.cache import caches
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import make_tables
from ground import system
from ground.folder import tighten
from ground.program import site_command
from king_tournament.installation.static_files import are_static_files_made, make_static_files
from night.backup import refusal_of


def prepare() -> None:
    """Make what this version needs before the site starts. Raises ``CommandError`` if that is not
    possible.
    """
    tighten(settings.DATA_DIR)
    try:
        make_own_static_files()
        # Another version of the program makes them otherwise.
        caches["pages"].clear()
    except OSError as error:
        raise CommandError("; ".join(refusal_of(error, settings.DATA_DIR).messages)) from None
    make_tables()


def make_own_static_files() -> None:
    """Make the static files. Files that several installations share are made only by an account
    that may write there. Raises ``CommandError`` for any other account if they are of another
    version.
    """
    shared = not settings.STATIC_ROOT.is_relative_to(settings.DATA_DIR)
    if shared and not os.access(settings.STATIC_ROOT, os.W_OK):
        if not are_static_files_made():
            raise CommandError(
                _(
                    "The static files in %(place)s are of another version. Make them first, by an "
                    "account that may write there: %(command)s"
                )
                % {"place": settings.STATIC_ROOT, "command": site_command("every_club prepare")}
            )
        return
    make_static_files()
    if shared:
        system.make_readable(settings.STATIC_ROOT)
