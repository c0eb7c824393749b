"""Command ``manage.py load_night FILE``: load a whole evening from a file, through the same
services as the pages.
"""

import datetime
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from frame.command import HouseCommand, make_tables_if_new
from king.reading import read_json
from scoring.night_file import LONGEST_NAME, Night, read_night
from scoring.night_import import NightRefused, load_night
from tournaments.models import Tournament


class Command(HouseCommand):
    help = (
        "Load an evening: boards, seats, sheets and rulings from a JSON file (- for standard input). "
        "All of it is stored, or nothing. The last word printed is the tournament's code."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="the evening's JSON file, - for standard input"
        )
        parser.add_argument(
            "--name", type=_a_name, help="the tournament's name; else the file's own"
        )
        parser.add_argument(
            "--date", type=_a_date, help="its date, 2026-11-20; else the file's own, or today"
        )

    def handle(
        self,
        *args: Any,
        file: str,
        name: str | None = None,
        date: datetime.date | None = None,
        **options: Any,
    ) -> None:
        try:
            content = read_json(file)
            make_tables_if_new()  # before the rule system is looked for: it may be a house edition
            night = read_night(content)
            chosen = date or night.date or timezone.localdate()
            usual = _("Evening of %(date)s") % {"date": date_format(chosen)}
            night = night._replace(name=name or night.name or usual, date=chosen)
            tournament = load_night(night)
        except NightRefused as error:
            raise CommandError(str(error)) from None
        self._tell(night, tournament)

    def _tell(self, night: Night, tournament: Tournament) -> None:
        self.say_evening(tournament)
        for number, (boards, sheets) in enumerate(night.rounds, 1):
            self.say(
                _("Partita %(round)d: %(boards)d boards, %(sheets)d sheets, closed"),
                round=number,
                boards=len(boards),
                sheets=len(sheets),
            )
        if night.rulings:
            self.say(_("Rulings: %(count)d"), count=len(night.rulings))
        self.say(_("Tournament: %(code)s"), code=tournament.code)


def _a_name(text: str) -> str:
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME:
        raise ArgumentTypeError(_("a name has 1 to %(most)d letters") % {"most": LONGEST_NAME})
    return name


def _a_date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(_("a date is written 2026-11-20")) from None
