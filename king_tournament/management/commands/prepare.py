"""Command ``manage.py prepare``: tables and static files of this version, as each start makes them."""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from frame.command import HouseCommand
from king_tournament.accounts.services import any_account_exists, first_word
from king_tournament.installation.preparing import make_own_static_files, prepare


class Command(HouseCommand):
    help = (
        "Make tables and static files of this version, and print the link for the first account as "
        "long as there is none."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON, for a program")
        parser.add_argument("--static", action="store_true", help="make the static files alone")

    def handle(self, *args: Any, json: bool, static: bool, **options: Any) -> None:
        if static:
            make_own_static_files()
            return
        prepare()
        link = "" if any_account_exists() else _link()
        if json:
            self._print({"first_account": link})
        elif link:
            self.say(_("The first account is made at %(link)s"), link=link)

    def _print(self, value: dict[str, str]) -> None:
        self.stdout.write(json.dumps(value))


def _link() -> str:
    query = urlencode({"word": first_word()})
    return f"{settings.KING_ADDRESS}{reverse('first_account')}?{query}"
