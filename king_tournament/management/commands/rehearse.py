"""``manage.py rehearse``: a whole evening against the server, in a folder of its own, the day
before.
"""

import asyncio
import shutil
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from frame.command import HouseCommand
from ground.folder import InUse, held, trouble_with
from king_tournament.demo import MOST_TABLES
from king_tournament.rehearsal.client import Refused
from king_tournament.rehearsal.comparing import compare
from king_tournament.rehearsal.evening import Evening
from king_tournament.rehearsal.report import STEP, WRONG, Report, folder
from king_tournament.rehearsal.server import Server

MARKS = {STEP: "…", WRONG: "✗"}


class Command(HouseCommand):
    help = (
        "Play a whole invented evening by http against a server of its own, in a folder of its own, and say what went "
        "right and what went wrong; fails where something did. Nothing of what is stored is touched."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--tables", type=int, default=8, help=f"1 to {MOST_TABLES} (default: 8)"
        )
        parser.add_argument(
            "--phones", type=int, help="as many as tables (default), or more: some tables have two"
        )
        parser.add_argument(
            "--faults",
            action="store_true",
            help="with lost networks, rows sent twice, a late player, wrong winds, a protest, a server killed",
        )

    def handle(
        self, *args: Any, tables: int, phones: int | None, faults: bool, **options: Any
    ) -> None:
        phones = tables if phones is None else phones
        if not 1 <= tables <= MOST_TABLES or not tables <= phones <= 2 * tables:
            raise CommandError(
                _("A rehearsal has 1 to %(most)s tables, with one phone or two at each.")
                % {"most": MOST_TABLES}
            )
        if found := trouble_with(settings.DATA_DIR):
            raise CommandError(_(found) % {"place": settings.DATA_DIR})
        folder().mkdir(exist_ok=True)
        try:
            with held(folder(), ""):
                wrong = rehearsed(Report(self._say), tables=tables, phones=phones, faults=faults)
        except InUse:
            raise CommandError(
                _("A rehearsal is under way already: wait until it is over.")
            ) from None
        if wrong:
            sentence = ngettext(
                "%(count)s thing went wrong.", "%(count)s things went wrong.", wrong
            )
            raise CommandError(sentence % {"count": wrong})
        self.stdout.write(_("Everything went right."))

    def _say(self, kind: str, sentence: str) -> None:
        self.stdout.write(f"{MARKS.get(kind, '✓')} {sentence}")
        self.stdout.flush()


def rehearsed(report: Report, *, tables: int, phones: int, faults: bool) -> int:
    """How many things went wrong; where any did, the folder stays for whoever looks into it."""
    report.write()
    server = None
    try:
        server = Server(folder() / "installation")
        report.step(gettext_noop("A server of its own starts."))
        server.prepare()
        server.start()
        evening = Evening(server, report, tables=tables, phones=phones, faults=faults)
        asyncio.run(_played(evening))
    except (Refused, OSError) as error:
        report.wrong(
            gettext_noop("The rehearsal could not go on: %(reason)s"),
            reason=str(error) or type(error).__name__,
        )
    except Exception as error:
        report.wrong(gettext_noop("The rehearsal could not go on: %(reason)s"), reason=repr(error))
        raise
    finally:
        if server is not None:
            server.stop()
    wrong = report.end()
    if not wrong:
        shutil.rmtree(folder() / "installation", ignore_errors=True)
    return wrong


async def _played(evening: Evening) -> None:
    """The server's answers are looked at however it ended."""
    try:
        await evening.server.come_up()
        await evening.run()
        await compare(evening.server, evening.desk, evening.known, evening.report)
    finally:
        evening.go_home()
        took = [seconds for connection in evening.connections for seconds in connection.took]
        for error in (error for connection in evening.connections for error in connection.errors):
            evening.report.wrong(gettext_noop("The server had an error: %(error)s"), error=error)
        evening.report.right(
            gettext_noop("%(count)s questions answered, the slowest in %(seconds)s seconds."),
            count=len(took),
            seconds=round(max(took, default=0), 1),
        )
