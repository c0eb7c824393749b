"""Command ``manage.py export_season CODE``: print a circuit's standing in the form of ``king
standings``.
"""

import json
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import HouseCommand, make_tables_if_new
from seasons.season import season_of
from tournaments.circuits import Circuit


class Command(HouseCommand):
    help = (
        "Print the standing of a season as JSON, in the form of king standings' answer; each result that counts or is "
        "left out names its evening and its partita."
    )

    positional = {"code": "the circuit's code, as on its pages"}

    def handle(self, *args: Any, code: str, **options: Any) -> None:
        make_tables_if_new()
        circuit = Circuit.objects.filter(code__iexact=code.strip()).first()
        if circuit is None:
            codes = ", ".join(Circuit.objects.values_list("code", flat=True)[:10]) or "–"
            raise CommandError(
                _("There is no circuit %(code)s. There are: %(codes)s")
                % {"code": code, "codes": codes}
            )
        answer = season_of(circuit, spoken=True).as_json()
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))
