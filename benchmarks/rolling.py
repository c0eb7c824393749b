"""Servers restarted one after the other while tables write: ``python -m benchmarks.rolling`` (nginx
is needed).

Two web servers on two ports behind the nginx of docs/federation.md, on SQLite or with
``--database`` on PostgreSQL. Each table's phone writes row after row through the proxy; each server
in turn is told to end (SIGTERM), started again and waited for until ``/ready``. It ends with 1
where a row that was confirmed is missing or there twice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.client import Connection
from benchmarks.phones import prepare, some_row
from benchmarks.site import own_site, percentile, serving, wait_until_up

if TYPE_CHECKING:
    from king_tournament.installation.runner import Child

GUIDE = Path(__file__).parent.parent / "docs" / "federation.md"


def proxy(folder: Path, port: int, servers: list[int]) -> subprocess.Popen[bytes]:
    """Start nginx with the guide's configuration and the ports of this run."""
    [written] = re.findall(r"```nginx\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for guides, ours in zip(("8206", "8207", "8216"), (*servers, port), strict=True):
        written = written.replace(guides, str(ours))
    whole = f"pid {folder}/nginx.pid; error_log {folder}/error.log; events {{ }} http {{ access_log off; {written} }}"
    (folder / "nginx.conf").write_text(whole)
    return subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"])


class Writer:
    """A phone that writes the first hand again and again, each row until it is confirmed."""

    def __init__(self, port: int, code: str) -> None:
        self.connection, self.code, self.chance = Connection(port), code, random.Random(code)
        self.confirmed: list[str] = []
        self.failed: Counter[str] = Counter()
        self.version = 0
        self.took: list[float] = []

    async def write_until(self, over: asyncio.Event) -> None:
        from king.rulesets import find_ruleset

        plan = find_ruleset("lab12").schedule()[0]
        while not over.is_set():
            mark = f"{self.chance.getrandbits(128):032x}"
            form = {
                "hand": 1,
                "content": some_row(plan, self.chance),
                "client_id": mark,
                "based_on": self.version,
            }
            began = time.perf_counter()
            while (version := await self._sent(form)) is None:
                await asyncio.sleep(0.5)
            self.took.append(time.perf_counter() - began)
            if version > self.version:  # the same row as before makes no version
                self.confirmed.append(mark)
            self.version = version
            await asyncio.sleep(self.chance.random() / 4)

    async def _sent(self, form: dict[str, object]) -> int | None:
        try:
            answer = await self.connection.post_json(f"/t/{self.code}/1/rows", form)
        except OSError:
            self.failed["no answer"] += 1
            return None
        if answer.status != 200:
            self.failed[str(answer.status)] += 1
            return None
        return int(answer.json()["version"])


async def restarted(servers: list[tuple[Child, int]], writers: list[Writer], rounds: int) -> None:
    over = asyncio.Event()

    async def one_after_the_other() -> None:
        await asyncio.sleep(2)
        for _round in range(rounds):
            for server, port in servers:
                await asyncio.to_thread(_restart, server)
                await wait_until_up(port, "/ready")
                await asyncio.sleep(1)
        over.set()

    await asyncio.gather(one_after_the_other(), *(writer.write_until(over) for writer in writers))
    for writer in writers:
        writer.connection.close()


def _restart(server: Child) -> None:
    server.stop()
    server.wait_or_kill(time.monotonic() + 12)
    server.start()


def main(arguments: list[str]) -> int:
    """Restart the servers while tables write, and count the rows. Returns 1 if a confirmed row is
    missing or doubled.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rolling", description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--database", default="", help="a PostgreSQL server, postgres://user@host/postgres"
    )
    options = parser.parse_args(arguments)
    with own_site(options.database):
        from django.conf import settings

        from benchmarks.site import free_port
        from king_tournament.installation.runner import web_server
        from scoring.models import HandResult

        _evening, codes = prepare(options.tables)
        ports = [free_port() for _each in range(3)]
        servers = [(web_server(port, "127.0.0.1"), port) for port in ports[1:]]
        writers = [Writer(ports[0], code) for code in codes]
        with serving(*servers):
            nginx = proxy(settings.DATA_DIR, ports[0], ports[1:])
            try:
                asyncio.run(wait_until_up(ports[0]))
                asyncio.run(restarted(servers, writers, options.rounds))
            finally:
                nginx.terminate()
                nginx.wait()
        stored = Counter(
            mark.hex for mark in HandResult.objects.values_list("client_id", flat=True)
        )
    marks = [mark for writer in writers for mark in writer.confirmed]
    wrong = [mark for mark in marks if stored[mark] != 1]
    failed = sum((writer.failed for writer in writers), Counter[str]())
    took = [seconds for writer in writers for seconds in writer.took]
    print(
        f"{2 * options.rounds} restarts, {len(marks):,} rows confirmed, {len(wrong)} of them missing or twice; "
        f"p95 {percentile(took, 0.95):.0f} ms, the slowest {max(took):.1f} s; sent again: {dict(failed) or 0}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
