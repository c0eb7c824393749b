"""Many clubs on one machine: some play at once, one of them is killed and one updated meanwhile, the
others sleep. ``python -m benchmarks.clubs [--clubs 60] [--playing 5] [--tables 12] [--seconds 120]``

Each club is an installation of its own, made as ``new_club`` makes one; their sockets are held as
systemd would. Each table's phone polls every 1.7 seconds and writes rows until each is confirmed. It
ends with 1 where a confirmed row is missing or there twice, or where something of one club is in
another. On Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.client import Connection
from benchmarks.clubs.holder import Held, Holder, environment_of
from benchmarks.memory import megabytes
from benchmarks.phones import POLL_SECONDS, some_row
from benchmarks.site import free_port, percentile
from benchmarks.start import processor_seconds
from ground import due
from ground.clubs import PROGRAM, Club, run, write_variables

SECONDS_BETWEEN_ROWS = 20.0
IDLE_MINUTES = 0.5
FOR_THE_SYSTEM = 1000
"""Megabytes that the system, nginx and the pages of files have for themselves."""

_EVENING = """
import json, sys, django
django.setup()
from benchmarks.phones import prepare
print(json.dumps(prepare(int(sys.argv[1]))))
"""
_MARKS = """
import json, django
django.setup()
from scoring.models import HandResult
print(json.dumps([mark.hex for mark in HandResult.objects.values_list("client_id", flat=True)]))
"""


@dataclass
class Measured:
    """A club with its socket, and the tables that play in it."""

    club: Club
    port: int
    held: Held
    tables: list[Table] = field(default_factory=list)

    def asked(self, code: str, *arguments: str) -> Any:
        """JSON that a piece of Python prints in the club's installation."""
        settings = {"DJANGO_SETTINGS_MODULE": "king_tournament.settings"}
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=PROGRAM,
            env={**environment_of(self.club.environment()), **settings},
            check=True,
            capture_output=True,
            text=True,
        )
        return json.loads(done.stdout)

    def memory(self) -> float:
        """Memory of all processes of the club in megabytes (PSS); 0 while it sleeps."""
        program = self.held.program
        return megabytes(program.pid) if program is not None and self.held.is_running else 0.0

    def processor(self) -> float:
        program = self.held.program
        running = program is not None and self.held.is_running
        return processor_seconds(program.pid) if program is not None and running else 0.0


class Table:
    """A phone that polls and writes the first hand over and over, each row until it is confirmed."""

    def __init__(self, port: int, code: str) -> None:
        self.connection, self.code, self.chance = Connection(port), code, random.Random(code)
        self.confirmed: list[str] = []
        self.took: list[float] = []
        self.again = self.version = 0
        self.stamp = ""

    async def play(self, until: float) -> None:
        next_row = time.monotonic() + self.chance.random() * SECONDS_BETWEEN_ROWS
        while (now := time.monotonic()) < until:
            if now >= next_row:
                await self._write()
                next_row += SECONDS_BETWEEN_ROWS * (0.5 + self.chance.random())
            with contextlib.suppress(OSError):
                path = f"/t/{self.code}/1/state?stamp={self.stamp}"
                answer = await self.connection.ask("GET", path)
                if answer.status == 200:
                    self.stamp = answer.json()["stamp"]
            await asyncio.sleep(POLL_SECONDS)
        self.connection.close()

    async def _write(self) -> None:
        from king.rulesets import find_ruleset

        form = {
            "hand": 1,
            "content": some_row(find_ruleset("lab12").schedule()[0], self.chance),
            "client_id": (mark := uuid.uuid4().hex),
            "based_on": self.version,
        }
        began = time.perf_counter()
        while (version := await self._sent(form)) is None:
            self.again += 1
            await asyncio.sleep(0.5)
        self.took.append(time.perf_counter() - began)
        if version > self.version:  # the same row as before makes no version
            self.confirmed.append(mark)
        self.version = version

    async def _sent(self, form: dict[str, object]) -> int | None:
        try:
            answer = await self.connection.post_json(f"/t/{self.code}/1/rows", form)
        except OSError:
            return None
        return int(answer.json()["version"]) if answer.status == 200 else None


def first_club(root: Path) -> Club:
    """Make the first club with the command itself. The others are made after its pattern, with keys
    of their own.
    """
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = f"new_club club-1 --host club-1.example.org --http --owner {root.owner()}"
    idle = f"KING_IDLE_MINUTES={IDLE_MINUTES}"
    finished = subprocess.run(
        [sys.executable, "manage.py", *command.split(), "--root", str(root), "--set", idle],
        cwd=PROGRAM,
        check=False,
        capture_output=True,
        text=True,
    )
    if finished.returncode:
        raise SystemExit(finished.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"new_club: {after.ru_utime - began.ru_utime:.1f} s of processor")
    return Club(root / "club-1")


def another(first: Club, number: int) -> Club:
    club = Club(first.folder.parent / f"club-{number}")
    keys = shutil.ignore_patterns("secret_key", "log_key", "log_counts", "first_word", "due")
    shutil.copytree(first.data, club.data, ignore=keys)
    variables = {
        name: value.replace("club-1.", f"club-{number}.").replace("/club-1/", f"/club-{number}/")
        for name, value in first.variables().items()
    }
    write_variables(club.folder / "club.env", variables)
    return club


@contextlib.contextmanager
def many_clubs(count: int) -> Iterator[list[Measured]]:
    """Context manager with this many clubs, whose sockets are held and which all sleep."""
    with tempfile.TemporaryDirectory(prefix="king-clubs-") as folder, Holder() as holder:
        root = Path(folder)
        first = first_club(root)
        clubs = [first, *(another(first, number) for number in range(2, count + 1))]
        measured = []
        for club in clubs:
            port, environment = free_port(), environment_of(club.environment())
            program = holder.hold(club.name, port, environment, club.folder / "terminal.txt")
            measured.append(Measured(club, port, program))
        yield measured


async def wake(club: Measured) -> tuple[float, float]:
    """Wake a club. Returns the seconds from the first request to its answer, and the seconds of
    processor.
    """
    began, connection = time.perf_counter(), Connection(club.port)
    with contextlib.closing(connection):
        status = (await connection.ask("GET", "/live/")).status
    assert status == 200, status
    return time.perf_counter() - began, club.processor()


async def disturb(killed: Measured, updated: Measured, seconds: float) -> None:
    """Kill one club without warning, then give another its new tables and restart it."""
    await asyncio.sleep(seconds / 3)
    assert killed.held.program is not None
    os.killpg(killed.held.program.pid, signal.SIGKILL)
    await asyncio.sleep(seconds / 6)
    done = await asyncio.to_thread(run, updated.club, ["prepare"])
    assert done.returncode == 0, done.stdout
    await asyncio.to_thread(updated.held.end)


async def play(playing: list[Measured], seconds: float) -> None:
    until = time.monotonic() + seconds
    tables = [table.play(until) for club in playing for table in club.tables]
    others = [disturb(playing[0], playing[1], seconds)] if len(playing) > 1 else []
    await asyncio.gather(*tables, *others)


def lost_or_elsewhere(playing: list[Measured]) -> list[str]:
    """Sentences on rows that are not in their club exactly once, or that are in another club."""
    stored = {club.club.name: club.asked(_MARKS) for club in playing}
    wrong = []
    for club in playing:
        marks = [mark for table in club.tables for mark in table.confirmed]
        for name, there in stored.items():
            wanted = int(name == club.club.name)
            wrong += [
                f"{mark} of {club.club.name} is in {name} {there.count(mark)} times"
                for mark in marks
                if there.count(mark) != wanted
            ]
    return wrong


def open_elsewhere(clubs: list[Measured]) -> list[str]:
    """Sentences on files of a club that a process of another club has open."""
    wrong = []
    for club in clubs:
        if club.held.program is None or not club.held.is_running:
            continue
        for link in Path(f"/proc/{club.held.program.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                opened = os.readlink(link)
                wrong += [
                    f"{club.club.name} has {opened} open"
                    for other in clubs
                    if other is not club and opened.startswith(f"{other.club.data}/")
                ]
    return wrong


def timer(clubs: list[Measured], rounds: int = 5) -> float:
    """Seconds of processor of one look of the timer while nothing is due."""
    root = clubs[0].club.folder.parent
    for club in clubs:
        due.note(club.club.data, None, database=club.club.data / "king.sqlite3")
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _round in range(rounds):
        command = [sys.executable, "-m", "ground.clubs", str(root)]
        subprocess.run(command, cwd=PROGRAM, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - began.ru_utime - began.ru_stime) / rounds


def wait_until_asleep(clubs: list[Measured]) -> float:
    began = time.monotonic()
    while any(club.held.is_running for club in clubs):
        if time.monotonic() - began > 60 * IDLE_MINUTES + 60:
            raise SystemExit("A club did not fall asleep.")
        time.sleep(0.5)
    return time.monotonic() - began


def measure(clubs: list[Measured], options: argparse.Namespace) -> list[str]:
    """Print the figures. Returns what is wrong."""
    playing = clubs[: options.playing]
    print(f"{len(clubs)} clubs asleep: no process; a look of the timer {timer(clubs):.3f} s")
    for club in playing:
        _code, codes = club.asked(_EVENING, str(options.tables))
        club.tables = [Table(club.port, code) for code in codes]
        seconds, processor = asyncio.run(wake(club))
        awake = [other.memory() for other in playing if other.held.is_running]
        print(
            f"{club.club.name} awake: {seconds:.1f} s to the first page, {processor:.1f} s of "
            f"processor; all that are awake {sum(awake):.0f} MB"
        )
    before = [club.processor() for club in playing[2:]]
    asyncio.run(play(playing, options.seconds))
    after = [club.processor() for club in playing[2:]]
    memory = [club.memory() for club in playing]
    cores = sum(after) - sum(before)
    cores /= options.seconds * max(1, len(playing[2:]))
    took = [second for club in playing for table in club.tables for second in table.took]
    rows = [len(table.confirmed) for club in playing for table in club.tables]
    again = sum(table.again for club in playing for table in club.tables)
    each = sum(memory) / len(memory)
    print(
        f"{len(playing)} play ({options.tables} tables each) for {options.seconds} s, "
        f"{len(clubs) - len(playing)} sleep: {sum(memory):.0f} MB in all, {each:.0f} MB and "
        f"{100 * cores:.1f} % of a core each; row {percentile(took, 0.95):.0f} ms at p95"
    )
    at_once = int((1000 * options.gigabytes - FOR_THE_SYSTEM) / each)
    print(f"in {options.gigabytes} GB: {at_once} play at once, {at_once * cores:.1f} cores of them")
    wrong = lost_or_elsewhere(playing) + open_elsewhere(clubs)
    keys = {(club.club.data / "secret_key").read_text() for club in playing}
    if len(keys) != len(playing):
        wrong.append("two clubs have one key")
    print(f"{sum(rows)} rows confirmed, {again} times sent again, {len(wrong)} wrong")
    print(f"starts: {', '.join(f'{club.club.name} {club.held.starts}' for club in playing)}")
    seconds = wait_until_asleep(playing)
    print(f"asleep {seconds:.0f} s after the last request; their ends: {ends_of(playing)}")
    return wrong


def ends_of(playing: list[Measured]) -> str:
    return ", ".join(f"{club.club.name} {club.held.statuses}" for club in playing)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clubs", description=__doc__)
    parser.add_argument("--clubs", type=int, default=60)
    parser.add_argument("--playing", type=int, default=5)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--gigabytes", type=float, default=8)
    options = parser.parse_args()
    with many_clubs(options.clubs) as clubs:
        wrong = measure(clubs, options)
    for sentence in wrong[:20]:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
