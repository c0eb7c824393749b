"""Everything that one evening needs, in one terminal: ``python manage.py run_night``."""

import os
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from frame.command import HouseCommand
from ground import due, system
from ground.addresses import address_change_sentences, lan_address, port_is_free
from ground.folder import IN_USE, READ_ONLY, FolderInUse, folder_problem, lock_folder
from ground.program import start_command
from king_tournament.accounts.services import any_account_exists, first_word
from king_tournament.installation.preparing import prepare
from king_tournament.installation.runner import Looks, keep_running, web_server
from king_tournament.installation.sleep import LastAsked, note_what_is_due
from king_tournament.installation.web import WebServer, load_site, processes, run
from printing.tasks import unfinished_papers


class Command(HouseCommand):
    help = "Prepares and runs the site until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--browser", action="store_true", help="Open the first page when all is ready."
        )

    def handle(self, *args: Any, port: int, browser: bool = False, **options: Any) -> None:
        place = settings.DATA_DIR
        self.opens_browser = browser
        self.handed = next(iter(system.handed_sockets()), None)
        if trouble := folder_problem(place):
            raise CommandError(_(trouble) % {"place": place})
        address = f"http://localhost:{port}/"
        if self.handed is not None:
            address = settings.KING_ADDRESS or str(place)
        try:
            with lock_folder(place, address) as locked:
                due.forget(place)
                status = self._run(port, locked)
                if self.handed is not None:
                    note_what_is_due()
        except FolderInUse as other:
            raise CommandError(_(IN_USE) % {"place": place, "address": other}) from None
        except PermissionError:
            raise CommandError(_(READ_ONLY) % {"place": place}) from None
        raise SystemExit(status)

    def _check_port(self, port: int) -> None:
        if not 1 <= port <= 65535:
            raise CommandError(
                _("There is no port %(port)d: choose one, for example 8001.") % {"port": port}
            )
        if not port_is_free(port):
            other = next(
                (number for number in range(port + 1, port + 50) if port_is_free(number)), port + 1
            )
            sentence = _(
                "Port %(port)d of this machine is in use by another program: close it, or start "
                "here on another port: %(command)s. Codes already printed do not lead to another "
                "port, and a phone takes what it could not send along only from its page that is "
                "still open, with “Another address?”."
            )
            raise CommandError(sentence % {"port": port, "command": start_command(other)})

    def _run(self, port: int, locked: int) -> int:
        if self.handed is None:
            self._check_port(port)
        self._say(_("Preparing the database…"))
        reverse("health")  # Loads every page here, before the fork: the site needs them too.
        if refusal := system.in_a_fork(self._prepare):
            raise CommandError(refusal)
        papers = unfinished_papers()
        if papers:
            self._say(
                ngettext(
                    "%(count)d paper was not finished when the program ended: it is being made now.",
                    "%(count)d papers were not finished when the program ended: they are being made now.",
                    len(papers),
                )
                % {"count": len(papers)}
            )

        last_asked, looks = LastAsked(settings.DATA_DIR), Looks(papers)
        last_asked.note()
        load_site()
        if self.handed is not None and (processes() == 1 or not system.may_fork()):
            # Whoever handed the socket starts this program again if it dies: it needs no second
            # process to watch the first.
            looks.start()
            self._say_where(port)
            return run("", port, self.handed, last_asked.is_long_ago)
        if system.may_fork():
            web = WebServer(port, self.handed, looks)
            web.start()
            self._say_where(port)
            connections.close_all()
            web.watch(locked)
        looks.start()
        return keep_running([web_server(port)], lambda: self._say_where(port), self._say)

    def _prepare(self) -> str:
        """Check the program and make what is missing. Returns the reason if that is refused, else
        an empty text.
        """
        try:
            self.check()
            prepare()
        except CommandError as refusal:
            return str(refusal)
        finally:
            connections.close_all()
        return ""

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _say_where(self, port: int) -> None:
        if self.handed is not None:
            self._say(_("King is ready."))
            return
        if not _answers(f"http://127.0.0.1:{port}/health"):
            self._say(_("The web server does not answer yet; see its messages above."))
        lan = lan_address()
        phones = settings.KING_ADDRESS or (f"http://{lan}:{port}/" if lan else "")
        if not phones:
            phones = _(
                "no network found: join the hall's wi-fi or open a hotspot, then start again"
            )
        lines = [
            ("", ""),
            (_("King is ready."), ""),
            (_("On this machine:"), f"http://localhost:{port}/"),
            (_("For the phones, on the same wi-fi:"), phones),
            (_("Where everything is kept:"), str(settings.DATA_DIR)),
            *(
                []
                if any_account_exists()
                else [(_("First account from another machine, with the word:"), first_word())]
            ),
            (_("Ctrl-C, or closing this window, stops everything."), ""),
        ]
        for label, value in lines:
            self._say(f"  {label:<36}{value}".rstrip())
        for sentence in address_change_sentences(port):
            self._say(f"  {sentence}")
        if self.opens_browser and _has_a_screen():
            webbrowser.open(f"http://localhost:{port}/")


def _has_a_screen() -> bool:
    if os.environ.get("KING_NO_BROWSER"):
        return False
    return sys.platform != "linux" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


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
