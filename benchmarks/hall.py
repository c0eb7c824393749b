"""The public pages against ``/health``, over HTTP from the real server: ``python -m benchmarks.hall`` (``--help``).

Evenings of 8 and of 100 tables, in play and played to the end, in a data folder of their own; the server exactly as
``run_night`` starts it. First 400 phones ask at one moment for a standing that nobody has asked for yet; then each page
is asked by a few connections for some seconds, in turns with ``/health``. It ends with 1 where a page is served
less often than its share of ``/health``: half for what is posted, three tenths for the hall in play.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time

from benchmarks.site import of_processes, percentile, wait_until_up
from king_tournament.rehearsal.client import Connection

POSTED, IN_PLAY = 0.5, 0.3
"""The least share of the rate of ``/health``."""
CONNECTIONS = 8
PHONES = 400
TURNS = 4
ASKS = {"Accept-Encoding": "gzip", "Accept-Language": "it"}


def prepare(tables: list[int]) -> dict[str, tuple[str, float]]:
    """The evenings; the addresses of what is asked, each with the share that it has to reach."""
    from django.core.management import call_command

    from king_tournament import demo

    call_command("migrate", interactive=False, verbosity=0)
    demo.PEOPLE = tuple((f"Cognome{number}", f"Nome{number}") for number in range(4 * max(tables)))
    demo.MOST_TABLES = max(tables)
    asked: dict[str, tuple[str, float]] = {}
    for count in tables:
        played = demo.make_demo(stage="finished", seed=count, tables=count, language="it").code
        playing = demo.make_demo(stage="playing", seed=count, tables=count, language="it").code
        asked |= {
            f"{count} tables, the evening, posted": (f"/live/{played}/", POSTED),
            f"{count} tables, the standing": (f"/live/{played}/standings/", POSTED),
            f"{count} tables, one player's evening": (f"/live/{played}/players/1/", POSTED),
            f"{count} tables, the hall in play": (f"/live/{playing}/", IN_PLAY),
        }
    return asked


async def ask(connection: Connection, path: str, size: list[int]) -> None:
    answer = await connection.ask("GET", path, headers=ASKS)
    if answer.status != 200:
        raise SystemExit(f"{path} was answered {answer.status}")
    size[:] = [len(answer.body)]


async def at_one_moment(port: int, path: str) -> tuple[float, list[float]]:
    """So many phones at once; how long until the last had the page, and the seconds of each."""
    connections = [Connection(port) for _phone in range(PHONES)]
    for number, connection in enumerate(connections):
        # Each has an address of its own in the hall; the server gives one address no more than its share.
        own = (f"127.0.1.{1 + number % 250}", 0)
        connection.reader, connection.writer = await asyncio.open_connection("127.0.0.1", port, local_addr=own)
    started = time.perf_counter()
    await asyncio.gather(*(ask(connection, path, []) for connection in connections))
    lasted = time.perf_counter() - started
    for connection in connections:
        connection.close()
    return lasted, [seconds for connection in connections for seconds in connection.took]


async def rate(port: int, path: str, seconds: float) -> tuple[float, list[float], int]:
    """Answers a second, the seconds of each, and the bytes of one."""
    connections = [Connection(port) for _number in range(CONNECTIONS)]
    until, size = time.perf_counter() + seconds, [0]

    async def keep_asking(connection: Connection) -> None:
        while time.perf_counter() < until:
            await ask(connection, path, size)

    started = time.perf_counter()
    await asyncio.gather(*map(keep_asking, connections))
    lasted = time.perf_counter() - started
    for connection in connections:
        connection.close()
    took = [each for connection in connections for each in connection.took]
    return len(took) / lasted, took, size[0]


def measure(port: int, leader: int, asked: dict[str, tuple[str, float]], seconds: float) -> bool:
    """Print what was measured; whether every page was served often enough."""
    for name, (path, _share) in asked.items():
        if "standing" in name:
            before = of_processes(leader)[0]
            lasted, took = asyncio.run(at_one_moment(port, path))
            print(
                f"{name}: {PHONES} phones at one moment had it in {lasted:.1f} s, p95 {percentile(took, 0.95):.0f} ms, "
                f"for {of_processes(leader)[0] - before:.1f} s of the server's processor time"
            )
    print(f"{'':<38} {'a second':>9} {'/health':>9} {'share':>6} {'least':>6} {'p95 ms':>7} {'bytes':>8}")
    enough = True
    for name, (path, share) in asked.items():
        # In turns, so that other work on the machine is the same for both.
        turns = [
            (asyncio.run(rate(port, "/health", seconds / TURNS)), asyncio.run(rate(port, path, seconds / TURNS)))
            for _turn in range(TURNS)
        ]
        health, served = (sum(turn[which][0] for turn in turns) / TURNS for which in (0, 1))
        took = [each for _health, page in turns for each in page[1]]
        figures = f"{served:>9.0f} {health:>9.0f} {served / health:>6.2f} {share:>6}"
        print(f"{name:<38} {figures} {percentile(took, 0.95):>7.1f} {turns[0][1][2]:>8}")
        enough = enough and served / health >= share
    return enough


def main(arguments: list[str]) -> int:
    """Prepare, ask, report; 1 where a page is served too seldom."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[8, 100])
    parser.add_argument("--seconds", type=float, default=4)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="king-hall-") as folder:
        os.environ |= {"KING_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "king_tournament.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        from king_tournament.installation.runner import web_server
        from king_tournament.rehearsal.server import free_port

        call_command("collectstatic", interactive=False, verbosity=0)
        asked = prepare(options.tables)
        connections.close_all()
        port = free_port()
        server = web_server(port)
        server.start()
        try:
            asyncio.run(wait_until_up(port))
            enough = measure(port, server.program.pid, asked, options.seconds)
        finally:
            server.stop()
            server.wait_or_kill(time.monotonic() + 10)
    print("Every page is served often enough." if enough else "Some pages are served too seldom.")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
