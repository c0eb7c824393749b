"""A site to measure: a data folder of its own, SQLite or a new PostgreSQL database, ``run_night``'s
own server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from benchmarks.client import Connection
from ground.addresses import port_is_free

if TYPE_CHECKING:
    from king_tournament.installation.runner import Child


OF_THE_CLUB = (
    "DATABASE_URL",
    "CELERY_BROKER_URL",
    "CELERY_RESULT_BACKEND",
    "KING_QUEUE",
    "KING_ADDRESS",
    "KING_HOSTS",
    "KING_HTTPS",
    "KING_PROXIES",
    "SECRET_KEY",
    "KING_LOG_KEY",
    "DEBUG",
)
"""Variables that would lead to what is the club's: empty, each is as if it were not set."""

SECONDS_TO_COME_UP = 120


def free_port() -> int:
    """A free port below those that the system gives to connections, so that none takes it
    meanwhile. Raises ``OSError`` if there is none.
    """
    chosen = (
        port
        for port in random.SystemRandom().sample(range(15_000, 30_000), 100)
        if port_is_free(port)
    )
    port = next(chosen, None)
    if port is None:
        raise OSError("no free port")
    return port


@contextlib.contextmanager
def own_site(database: str = "") -> Iterator[None]:
    """Context manager with settings, database and static files of an installation that is deleted
    afterwards. ``database`` is the address of a PostgreSQL server,
    ``postgres://user@host/postgres``, where a new one is made.
    """
    with tempfile.TemporaryDirectory(prefix="king-measured-") as folder, _database(database):
        os.environ |= {
            "KING_DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", interactive=False, verbosity=0)
        try:
            yield
        finally:
            connections.close_all()


@contextlib.contextmanager
def _database(server: str) -> Iterator[None]:
    os.environ.pop("DATABASE_URL", None)
    if not server:
        yield
        return
    import psycopg

    name = f"king_measured_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        os.environ["DATABASE_URL"] = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        try:
            yield
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def serving(*servers: tuple[Child, int]) -> Iterator[None]:
    """Context manager with running servers, each with its port. It waits until all answer."""
    from django.db import connections

    connections.close_all()
    for server, _port in servers:
        server.start()
    try:
        for _server, port in servers:
            asyncio.run(wait_until_up(port))
        yield
    finally:
        for server, _port in servers:
            server.stop()
            server.wait_or_kill(time.monotonic() + 10)


async def wait_until_up(port: int, path: str = "/health") -> None:
    """Wait until both processes of the server have answered and so have loaded everything."""
    deadline = time.monotonic() + 30
    answered = 0
    while answered < 20:
        try:
            for connection in [Connection(port) for _ in range(4)]:
                answered += (await connection.ask("GET", path)).status == 200
                connection.close()
        except OSError:
            await asyncio.sleep(0.2)
        if time.monotonic() > deadline:
            raise SystemExit("The server did not start.")


def of_processes(leader: int) -> tuple[float, float]:
    """Processor seconds so far and megabytes in memory of a server's processes. Both are 0 if the
    system does not tell them.
    """
    ticks = pages = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == leader:
                ticks += int(fields[11]) + int(fields[12])
                pages += int(fields[21])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def percentile(values: Sequence[float], share: float) -> float:
    """Percentile of durations, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
