"""A database in which nothing was ever kept: its tables are made by the first command, whichever that is."""

from __future__ import annotations

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _


def make_tables() -> None:
    """Make or update every table. Raises ``CommandError`` where the database cannot be reached."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise _unreachable(error) from error


def make_tables_if_new() -> None:
    """The same, only where there is not one table yet."""
    try:
        tables = connection.introspection.table_names()
    except DatabaseError as error:
        raise _unreachable(error) from error
    if not tables:
        make_tables()


def _unreachable(error: DatabaseError) -> CommandError:
    reason = " ".join(str(error).split())
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        sentence = _("The database cannot be opened (%(reason)s). Look at the folder %(place)s.")
    else:
        sentence = _("The database does not answer (%(reason)s). Look at DATABASE_URL and at its server.")
    return CommandError(sentence % {"reason": reason, "place": settings.DATA_DIR})
