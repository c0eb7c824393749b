"""Command ``manage.py new_club NAME --host HOST``: one more club on a machine of many."""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import HouseCommand
from ground import system
from ground.clubs import root_of
from king_tournament.installation.clubs import ACCOUNT, NewClub, make_club, sentences_on_unreadable


class Command(HouseCommand):
    help = (
        "Make a club on a machine of many: its folder, its variables, its keys and its tables. "
        "Print the link for its first account."
    )
    positional = {"name": "name of its folder and of its units, such as rossa"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--host", required=True, help="host name, such as rossa.example.org")
        parser.add_argument("--root", default="", help="folder of all clubs (KING_CLUBS)")
        parser.add_argument("--language", default=settings.KING_LANGUAGE)
        parser.add_argument("--zone", default=settings.TIME_ZONE, help="such as Europe/Rome")
        parser.add_argument(
            "--owner", default="", help="account that owns its data; for root king-NAME"
        )
        parser.add_argument("--http", action="store_true", help="without TLS, for a closed network")
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="VARIABLE=VALUE",
            help="one more variable of the club, such as DATABASE_URL; may be repeated",
        )
        parser.add_argument("--json", action="store_true", help="print JSON, for a program")

    def handle(self, *args: Any, name: str, host: str, **options: Any) -> None:
        owner = options["owner"] or (ACCOUNT % name if system.is_administrator() else "")
        new = NewClub(
            root=root_of(options["root"]),
            name=name,
            host=host,
            language=options["language"],
            zone=options["zone"],
            has_https=not options["http"],
            owner=owner,
            further=dict(map(_variable, options["set"])),
        )
        link = make_club(new)
        for sentence in sentences_on_unreadable(new.root):
            self.stderr.write(sentence)
        report = {
            "club": name,
            "folder": str(new.root / name),
            "address": f"{new.address}/",
            "owner": owner,
            "first_account": link,
        }
        if options["json"]:
            self.stdout.write(json.dumps(report, ensure_ascii=False))
            return
        self.say(_("The club %(name)s is made."), name=name)
        for label, value in (
            (_("Folder:"), report["folder"]),
            (_("Address:"), report["address"]),
            (_("First account:"), link),
        ):
            self.stdout.write(f"  {label:<20}{value}")


def _variable(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier() or not name.isupper() or not value.isprintable():
        raise CommandError(
            _("“%(text)s” is no variable: write it like KING_MAIL_HOST=smtp.example.org.")
            % {"text": text}
        )
    return name, value
