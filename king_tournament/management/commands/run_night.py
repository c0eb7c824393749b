"""Everything that one evening needs, in one terminal: ``python manage.py run_night``."""

from __future__ import annotations

import os
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from king_tournament.addresses import lan_address, port_is_free
from king_tournament.folder import tighten
from king_tournament.management.command import HouseCommand
from king_tournament.new_database import make_tables
from king_tournament.runner import keep_running, print_worker, web_server


class Command(HouseCommand):
    """Prepare the database, the words and the static files, then run the site and the worker until Ctrl-C."""

    help = "Prepares and runs the site and its worker until Ctrl-C."
    # Checked below, when the words are there: a check may already ask for some.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The port, when another program has 8000."""
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        """Run until a signal."""
        if not 1 <= port <= 65535:
            raise CommandError(_("There is no port %(port)d: choose one, for example PORT=8001.") % {"port": port})
        if not port_is_free(port):
            other = next((number for number in range(port + 1, port + 50) if port_is_free(number)), port + 1)
            raise CommandError(
                _(
                    "Port %(port)d of this machine is in use by another program: close it, or start here with another "
                    "port: make run PORT=%(other)d"
                )
                % {"port": port, "other": other}
            )
        self.check()
        self._prepare()
        raise SystemExit(keep_running([web_server(port), print_worker()], lambda: self._say_where(port), self._say))

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _prepare(self) -> None:
        tighten(settings.DATA_DIR)
        call_command("collectstatic", interactive=False, verbosity=0)
        make_tables()

    def _say_where(self, port: int) -> None:
        if not _answers(f"http://127.0.0.1:{port}/health"):
            self._say(_("The web server does not answer yet; what it says is above."))
        lan = lan_address()
        phones = settings.KING_ADDRESS or (f"http://{lan}:{port}/" if lan else "")
        if not phones:
            phones = _("no network found: join the hall's wi-fi or open a hotspot, then start again")
        lines = [
            ("", ""),
            (_("King is ready."), ""),
            (_("On this machine:"), f"http://localhost:{port}/"),
            (_("For the phones, on the same wi-fi:"), phones),
            (_("Where everything is kept:"), str(settings.DATA_DIR)),
            (_("Ctrl-C stops everything."), ""),
        ]
        for label, value in lines:
            self._say(f"  {label:<36}{value}".rstrip())


def _answers(address: str) -> bool:
    # Never through a proxy of the environment: this is our own machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + float(os.environ.get("KING_START_SECONDS", "30"))
    while time.monotonic() < deadline:
        try:
            with opener.open(address, timeout=2) as answer:
                return bool(answer.status == 200)
        except urllib.error.HTTPError:
            return False
        except OSError:
            time.sleep(0.2)
    return False
