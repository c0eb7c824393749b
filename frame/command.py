"""The base of this site's commands; tables are made by the first command, whichever that is."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ground.folder import folder_problem
from ground.trouble import damage_sentence, is_damaged
from king.reading import InputError
from night.lookups import codes_of_evenings, evening_typed
from tournaments.models import Tournament
from wording.naming import system_title
from wording.sentences import say_error

MOST_CODES_SHOWN = 10


class HouseCommand(BaseCommand):
    """Base of commands. A refusal is printed as its own sentence; Django would put
    ``CommandError:`` before it. The system checks are skipped, because they import every page of
    the site, two thirds of the time of a short command; `make test` runs them.
    """

    requires_system_checks = ()
    positional: ClassVar[Mapping[str, str]] = {}
    """Arguments that have to be there, by name, with their help."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name, meaning in self.positional.items():
            parser.add_argument(name, metavar=name.upper(), help=meaning)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. In a terminal a refusal is printed without traceback; with
        ``--traceback``, and for other programs, it is raised.
        """
        try:
            return self._executed(*args, **options)
        except CommandError as error:
            if not getattr(self, "_called_from_command_line", False) or options.get("traceback"):
                raise
            self.stderr.write(str(error))
            raise SystemExit(error.returncode) from None

    def _executed(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Refusals of services and unreadable input become ``CommandError``."""
        try:
            return super().execute(*args, **options)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from None
        except InputError as error:
            raise CommandError(say_error(error)) from None
        except (DatabaseError, OSError) as error:
            if trouble := folder_problem(settings.DATA_DIR):
                raise CommandError(_(trouble) % {"place": settings.DATA_DIR}) from error
            raise

    def say(self, sentence: str, **fields: object) -> None:
        self.stdout.write(sentence % fields)

    def say_evening(self, evening: Tournament) -> None:
        self.say(
            _("%(name)s, %(date)s, %(rules)s: %(entries)d entries"),
            name=evening.name,
            date=date_format(evening.date),
            rules=system_title(evening.rules),
            entries=evening.entries.count(),
        )


def find_evening(code: str) -> Tournament:
    """Find the evening. Raises ``CommandError`` with the codes that exist if there is none with
    this code.
    """
    evening = evening_typed(code)
    if evening is not None:
        return evening
    codes = codes_of_evenings(MOST_CODES_SHOWN + 1)
    if not codes:
        raise CommandError(
            _("There is no tournament %(code)s: none has been made yet.") % {"code": code}
        )
    listed = ", ".join(codes[:MOST_CODES_SHOWN]) + (" …" if len(codes) > MOST_CODES_SHOWN else "")
    raise CommandError(
        _("There is no tournament %(code)s. There are: %(codes)s") % {"code": code, "codes": listed}
    )


def make_tables() -> None:
    """Make or update the tables. Raises ``CommandError`` if the database cannot be reached."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise _unreachable(error) from error


def make_tables_if_new() -> None:
    """Make the tables if there is none yet. Raises ``CommandError`` if the database cannot be
    reached.
    """
    try:
        tables = connection.introspection.table_names()
    except DatabaseError as error:
        raise _unreachable(error) from error
    if not tables:
        make_tables()


def _unreachable(error: DatabaseError) -> CommandError:
    reason = " ".join(str(error).split())
    if is_damaged(error):
        return CommandError(damage_sentence(reason))
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        sentence = _("The database cannot be opened (%(reason)s). Look at the folder %(place)s.")
    else:
        sentence = _(
            "The database does not answer (%(reason)s). Look at DATABASE_URL and at its server."
        )
    return CommandError(sentence % {"reason": reason, "place": settings.DATA_DIR})
