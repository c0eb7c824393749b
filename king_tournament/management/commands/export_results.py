"""Command ``manage.py export_results CODE``: print a tournament's standings in the form of ``king
standings``.
"""

import json
from typing import Any

from frame.command import HouseCommand, find_evening, make_tables_if_new
from scoring.standing import tournament_standings


class Command(HouseCommand):
    help = "Print the standings of a tournament as JSON, in the form of king standings' answer."

    positional = {"code": "the tournament's code, as on its pages and printouts"}

    def handle(self, *args: Any, code: str, **options: Any) -> None:
        make_tables_if_new()
        answer = tournament_standings(find_evening(code), spoken=True).as_json()
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))
