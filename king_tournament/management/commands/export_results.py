"""``manage.py export_results CODE``: a tournament's standings in the form of ``king standings``' answer."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from king_tournament.management.command import HouseCommand, make_tables_if_new
from scoring.standing import tournament_standings
from tournaments.models import Tournament

MOST_CODES_SHOWN = 10


class Command(HouseCommand):
    help = "Print the standings of a tournament as JSON, in the form of king standings' answer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", metavar="CODE", help="the tournament's code, as on its pages and printouts")

    def handle(self, *args: Any, code: str, **options: Any) -> None:
        make_tables_if_new()
        tournament = Tournament.objects.filter(code__iexact=code.strip()).first()
        if tournament is None:
            raise CommandError(_unknown(code))
        answer = tournament_standings(tournament, spoken=True).as_json()
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))


def _unknown(code: str) -> str:
    codes = list(Tournament.objects.values_list("code", flat=True)[: MOST_CODES_SHOWN + 1])
    if not codes:
        return _("There is no tournament %(code)s: there are none at all yet.") % {"code": code}
    listed = ", ".join(codes[:MOST_CODES_SHOWN]) + (" …" if len(codes) > MOST_CODES_SHOWN else "")
    return _("There is no tournament %(code)s. There are: %(codes)s") % {"code": code, "codes": listed}
