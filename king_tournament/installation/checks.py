"""Checks of this installation. Each gives sentences that say what is wrong and what to do, for
``manage.py doctor`` and for the desk's page of the day before.
"""

import os
import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from ttf_opensans import TTF_BIN_FOLDER

from ground import system
from ground.addresses import lan_address
from ground.program import installed_name
from ground.task_queue import celery_app
from ground.trouble import damage_sentence, is_damaged, trouble
from king_tournament.installation.pooler import wrong_with_connection
from king_tournament.installation.web import processes
from night.backup import DATABASE, last_copies, open_database, read_into
from printing.names import without_letters
from scoring.models import HandResult
from tournaments.models import LogEntry, Player, Tournament

if TYPE_CHECKING:
    from packaging.requirements import Requirement

OF_THE_CLUB = (
    "DATABASE_URL",
    "CACHE_URL",
    "CELERY_BROKER_URL",
    "SECRET_KEY",
    "KING_LOG_KEY",
    "KING_MAIL_HOST",
)
"""Variables that lead to what is the club's: empty, each is as if it were not set."""

SECONDS_FOR_THE_TRIAL = 120


def folder_and_disk() -> Iterator[str]:
    if problem := trouble():
        yield problem


def database() -> Iterator[str]:
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA quick_check")
                [verdict] = cursor.fetchone()
                if verdict != "ok":
                    yield damage_sentence(verdict)
            else:
                cursor.execute("SHOW fsync")
                if cursor.fetchone() != ("on",):
                    yield _(
                        "PostgreSQL runs with fsync off: a power cut loses saved rows. Set fsync "
                        "= on in its postgresql.conf."
                    )
        yield from wrong_with_connection()
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            yield _(
                "The database does not have this version's tables yet: the next start makes them."
            )
    except DatabaseError as error:
        reason = " ".join(str(error).split())
        if is_damaged(error):
            yield damage_sentence(reason)
        else:
            yield _("The database does not answer (%(reason)s).") % {"reason": reason}


def clock() -> Iterator[str]:
    last = LogEntry.objects.order_by("-at").values_list("at", flat=True).first()
    if last and last - timezone.now() > timedelta(minutes=1):
        when = timezone.localtime(last).strftime("%Y-%m-%d %H:%M")
        yield _(
            "This machine's clock is behind: the log was last written at %(when)s. Set the clock."
        ) % {"when": when}


def queue() -> Iterator[str]:
    if not settings.CELERY_BROKER_URL:
        return
    from kombu.exceptions import OperationalError

    try:
        with celery_app().connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=5)
    except (OSError, OperationalError) as error:
        yield _(
            "The print queue does not answer (%(reason)s): check CELERY_BROKER_URL and its server."
        ) % {"reason": error}


def address() -> Iterator[str]:
    if not settings.KING_ADDRESS and lan_address() is None:
        yield _(
            "This machine is not on a network, so phones cannot reach it. Join the hall's wi-fi or open a hotspot."
        )
    elif _is_of_another_machine(urlsplit(settings.KING_ADDRESS).hostname or ""):
        yield _(
            "KING_ADDRESS sends phones to %(address)s, which is another machine: correct it, or leave it out."
        ) % {"address": settings.KING_ADDRESS}


def _is_of_another_machine(host: str) -> bool:
    """Whether the host is an address of a private network that this machine does not have."""
    try:
        private = ip_address(host).is_private
    except ValueError:
        return False
    try:
        with socket.socket() as probe:
            probe.bind((host, 0))
    except OSError:
        return private
    return False


def fonts() -> Iterator[str]:
    if not any(Path(TTF_BIN_FOLDER).glob("*.ttf")):
        sentence = _("The font of the printed papers is missing.")
        yield f"{sentence} {_reinstallation()}"


def _reinstallation() -> str:
    """Sentence on how the libraries are installed again."""
    if installed_name():
        return _("Install the program again: %(command)s") % {
            "command": "pip install --force-reinstall 'duplicate-king[site]'"
        }
    return _("Remove the folder .venv, then start again with an internet connection.")


def names() -> Iterator[str]:
    players = without_letters(Player.objects.filter(is_house=False))
    if players:
        yield _(
            "The printed papers do not have the letters of these names, which print as card or "
            "number: %(players)s. Write a name for paper on each player's page in the roster."
        ) % {"players": ", ".join(player.full_name for player in players)}


def copies() -> Iterator[str]:
    for number, (place, copy) in enumerate(last_copies()):
        if number == 0 and _rows_since(copy.at if copy is not None else None):
            sentence = _(
                "Rows have been written for over an hour without a safety copy in %(place)s: is the program that "
                "prints running? Make one by hand on the page of the safety copies."
            )
            yield sentence % {"place": place}
        elif number and copy is None:
            yield _("No safety copy in %(place)s: is the stick plugged in?") % {"place": place}


def _rows_since(copied: datetime | None) -> bool:
    """Whether rows were written more than an hour after the last copy; without a copy, whether the
    oldest row is more than an hour old.
    """
    try:
        rows = HandResult.objects.order_by("created_at").values_list("created_at", flat=True)
        newest = rows.last()
        oldest = rows.first()
    except DatabaseError:
        return False
    if newest is None or oldest is None:
        return False
    since, until = (oldest, timezone.now()) if copied is None else (copied, newest)
    return until - since > timedelta(hours=1)


MEGABYTES, OF_A_PROCESS, OF_A_TABLE = 55, 68, 0.3
"""Memory after an evening with its papers: of the program, of each web process, of each table. Measured:
docs/measured.md.
"""
USUAL_TABLES = 8


def memory() -> tuple[str, bool] | None:
    """Sentence on what the largest evening that is not over needs, and whether that is free. None if
    the system does not tell what is free.
    """
    free = system.available_memory()
    if free is None:
        return None
    players = None
    with suppress(DatabaseError):  # ``database`` tells of it
        evenings = Tournament.objects.filter(closed_at=None).annotate(players=Count("entries"))
        players = evenings.aggregate(most=Max("players"))["most"]
    tables = -(-players // 4) if players else USUAL_TABLES
    needed = round(MEGABYTES + OF_A_PROCESS * processes() + OF_A_TABLE * tables)
    sentence = ngettext(
        "An evening of %(tables)d table needs some %(needed)d MB of memory, and %(free)d MB are free.",
        "An evening of %(tables)d tables needs some %(needed)d MB of memory, and %(free)d MB are free.",
        tables,
    ) % {"tables": tables, "needed": needed, "free": free // 2**20}
    return sentence, free >= needed * 2**20


def versions() -> Iterator[str]:
    if not hasattr(sqlite3.Connection, "serialize"):
        yield _(
            "This Python's SQLite cannot make safety copies: install another Python 3.11 or later."
        )
    # Here: only ``doctor`` reads requirements.
    from packaging.requirements import Requirement

    wanted = settings.BASE_DIR / "requirements.txt"
    lines = wanted.read_text(encoding="utf-8").splitlines() if wanted.exists() else []
    for requirement in [Requirement(line) for line in lines if line[:1].isalpha()]:
        if not _is_there(requirement):
            sentence = _("The library %(name)s is not installed as %(name)s%(versions)s.") % {
                "name": requirement.name,
                "versions": requirement.specifier,
            }
            yield f"{sentence} {_reinstallation()}"


def _is_there(requirement: "Requirement") -> bool:
    if requirement.marker is not None and not requirement.marker.evaluate():
        return True
    try:
        return requirement.specifier.contains(version(requirement.name), prereleases=True)
    except PackageNotFoundError:
        return False


def trial() -> Iterator[str]:
    """Play one table and print its document, in a separate process and on a copy of the database,
    which is deleted afterwards. With PostgreSQL it uses a new database.
    """
    try:
        with TemporaryDirectory(prefix="trial-", dir=settings.DATA_DIR) as folder:
            if connection.vendor == "sqlite":
                with closing(open_database(Path(folder) / DATABASE)) as copy:
                    read_into(copy)
            environment = dict.fromkeys(OF_THE_CLUB, "") | {
                "KING_DATA_DIR": folder,
                "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
            }
            played = subprocess.run(
                [*system.python_command(), "-m", "king_tournament.installation.trial"],
                cwd=settings.BASE_DIR,
                env=os.environ | environment,
                capture_output=True,
                text=True,
                timeout=SECONDS_FOR_THE_TRIAL,
                check=False,
            )
    except (OSError, sqlite3.Error, subprocess.TimeoutExpired) as error:
        reason = str(error)
    else:
        if played.returncode == 0:
            return
        reason = (played.stderr.strip().splitlines() or [str(played.returncode)])[-1]
    sentence = _(
        "A table could not be played to its end on a copy (%(reason)s). Try once more; if it "
        "happens again, do not play on this machine until somebody who knows the program has checked it."
    )
    yield sentence % {"reason": reason}


def findings(*, with_trial: bool) -> list[tuple[str, list[str]]]:
    """Title of each check, worded for the good case, and the sentences of what it found."""
    checks: list[tuple[str, Callable[[], Iterator[str]]]] = [
        (_("The disk has room, and the folder can be written to."), folder_and_disk),
        (_("The database is whole."), database),
        (_("The clock is right."), clock),
        (_("Printing has its queue."), queue),
        (_("Phones can reach this machine."), address),
        (_("The papers have their font."), fonts),
        (_("Every name can be printed."), names),
        (_("Safety copies are where they should be."), copies),
        (_("All parts of the program have the right versions."), versions),
    ]
    if with_trial:
        checks.append((_("A table was played on a copy, and its score sheet was made."), trial))
    answers: list[tuple[str, list[str]]] = []
    if memory_report := memory():
        sentence, is_enough = memory_report
        remedy = _("End other programs, or start with KING_WEB_PROCESSES=1.")
        answers.append((sentence, [] if is_enough else [f"{sentence} {remedy}"]))
    for title, check in checks:
        sentences: list[str] = []
        with suppress(DatabaseError):  # ``database`` tells of it
            sentences.extend(check())
        answers.append((title, sentences))
    return answers
