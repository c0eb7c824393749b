"""Command ``manage.py load_season FILE``: load a circuit with its evenings from a file."""

from typing import Any

from django.core.management.base import CommandError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from frame.command import HouseCommand, make_tables_if_new
from king.reading import read_json
from scoring.night_import import NightRefused
from seasons.season import load_season, read_season


class Command(HouseCommand):
    help = (
        "Load a season: a circuit, its regulation and its evenings, each as load_night reads it, from a JSON file "
        "(- for standard input). All of it is stored, or nothing. The last word printed is the circuit's code."
    )

    positional = {"file": "the season's JSON file, - for standard input"}

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            content = read_json(file)
            # before the rule systems are looked for: they may be house editions
            make_tables_if_new()
            circuit = load_season(read_season(content))
        except NightRefused as error:
            raise CommandError(str(error)) from None
        for evening in circuit.tournaments.order_by("date", "pk"):
            self.say(
                _("%(date)s, %(name)s: %(entries)d entries"),
                date=date_format(evening.date),
                name=evening.name,
                entries=evening.entries.count(),
            )
        self.say(_("%(name)s. Circuit: %(code)s"), name=circuit.name, code=circuit.code)
