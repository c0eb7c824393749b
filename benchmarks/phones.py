"""The hall's phones against the real server: ``python -m benchmarks.phones`` (about a minute; ``--help``).

A data folder of its own, SQLite in it, and the server exactly as ``run_night`` starts it. Each table's phone asks every
1.7 seconds whether its sheet has changed and now and then writes a row; one sending in ten is repeated, as after a lost
answer. Then all tables write a row at the same moment. At the end every row must be at the desk exactly once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from king_tournament.rehearsal.client import Connection

POLL_SECONDS = 1.7
REPEATED = 0.1


@dataclass
class Figures:
    """Seconds that each answer took, and what went wrong."""

    first: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    rows: list[float] = field(default_factory=list)
    burst: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    changed_polls: int = 0


@dataclass
class Row:
    """A row as a phone keeps it until the desk has answered."""

    hand: int
    content: dict[str, Any]
    mark: str = field(default_factory=lambda: str(uuid.uuid4()))


class Phone:
    """A captain's phone: polls, types, sends."""

    def __init__(self, port: int, code: str, figures: Figures, chance: random.Random) -> None:
        self.connection = Connection(port)
        self.code, self.figures, self.chance = code, figures, chance
        self.stamp = ""
        self.sent: list[str] = []
        self.hand = 0

    async def poll(self) -> None:
        """Whether the sheet has changed."""
        started = time.perf_counter()
        answer = await self.connection.ask("GET", f"/t/{self.code}/1/state?stamp={self.stamp}")
        (self.figures.polls if self.stamp else self.figures.first).append(time.perf_counter() - started)
        if answer.status == 200:
            self.figures.changed_polls += 1
            self.stamp = answer.json()["stamp"]
        elif answer.status != 204:
            self.figures.failures.append(f"a poll was answered {answer.status}")

    async def write(self, figures: list[float]) -> None:
        """The next hand, sent until the desk answers, and now and then once more."""
        from king.rulesets import find_ruleset

        plan = find_ruleset("lab12").schedule()[self.hand]
        self.hand += 1
        row = Row(plan.number, some_row(plan, self.chance))
        for _ in range(1 + (self.chance.random() < REPEATED)):
            started = time.perf_counter()
            form = {"hand": row.hand, "content": row.content, "client_id": row.mark, "based_on": 0, "device": self.code}
            answer = await self.connection.post_json(f"/t/{self.code}/1/rows", form)
            figures.append(time.perf_counter() - started)
            if answer.status == 200:
                self.stamp = answer.json()["sheet"]["stamp"]
            else:
                self.figures.failures.append(f"a row was answered {answer.status}: {answer.body[:200]!r}")
        self.sent.append(row.mark)

    async def play(self, seconds: float, rows: int) -> None:
        """Poll as a phone does and write ``rows`` hands at odd moments in between."""
        await asyncio.sleep(self.chance.random() * POLL_SECONDS)
        start = time.monotonic()
        moments = sorted(self.chance.uniform(0, seconds) for _ in range(rows))
        next_poll = start
        while time.monotonic() - start < seconds:
            await self.poll()
            while moments and start + moments[0] <= time.monotonic():
                moments.pop(0)
                await self.write(self.figures.rows)
            next_poll += POLL_SECONDS
            await asyncio.sleep(max(0.0, next_poll - time.monotonic()))
        for _ in moments:
            await self.write(self.figures.rows)


def some_row(plan: Any, chance: random.Random) -> dict[str, Any]:
    """Counts that add up, and a trump where one is named."""
    units = dict.fromkeys("NESW", 0)
    for _ in range(plan.contract.units):
        units[chance.choice("NESW")] += 1
    return {"units": units} | ({"trump": chance.choice("SHDC")} if plan.contract.trump else {})


def prepare(tables: int) -> list[str]:
    """An evening in play in the database of the settings; the codes on its tables' cards."""
    import datetime

    from django.core.management import call_command
    from django.utils import timezone

    from scoring.models import Sheet
    from tournaments.models import Entry, EntryMember, Place, Player, Round, Seat, Table, Tournament

    call_command("migrate", interactive=False, verbosity=0)
    evening = Tournament.objects.create(name="Benchmark", date=datetime.date(2026, 11, 20), ruleset="lab12")
    people = Player.objects.bulk_create(Player(surname=f"Player {number}") for number in range(4 * tables))
    entries = Entry.objects.bulk_create(Entry(tournament=evening, number=number) for number in range(1, 4 * tables + 1))
    EntryMember.objects.bulk_create(
        EntryMember(tournament=evening, entry=entry, player=player)
        for entry, player in zip(entries, people, strict=True)
    )
    now = timezone.now()
    round_ = Round.objects.create(
        tournament=evening, number=1, stage=Round.Stage.PLAYING, seating_published_at=now, started_at=now
    )
    places = Place.objects.bulk_create(Place(tournament=evening, number=number) for number in range(1, tables + 1))
    made = Table.objects.bulk_create(Table(round=round_, place=place, number=place.number) for place in places)
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, wind="NESW"[seat], entry=entries[4 * at + seat], player=people[4 * at + seat])
        for at, table in enumerate(made)
        for seat in range(4)
    )
    Sheet.objects.bulk_create(Sheet(table=table) for table in made)
    return [place.code for place in places]


def check(phones: list[Phone]) -> list[str]:
    """What was lost or doubled; nothing, if all is well."""
    from scoring.models import HandResult

    found: dict[str, int] = {}
    for mark in HandResult.objects.values_list("client_id", flat=True):
        found[str(mark)] = found.get(str(mark), 0) + 1
    sent = [mark for phone in phones for mark in phone.sent]
    wrong = [f"{mark} is at the desk {found.get(mark, 0)} times" for mark in sent if found.get(mark) != 1]
    if len(found) != len(sent):
        wrong.append(f"{len(sent)} rows were sent and {len(found)} are at the desk")
    return wrong


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def line(name: str, values: list[float]) -> str:
    shares = " ".join(f"{percentile(values, share):8.1f}" for share in (0.5, 0.95, 0.99, 1))
    return f"{name:<38}{len(values):>7} {shares}"


async def run(port: int, codes: list[str], seconds: float, rows: int) -> tuple[Figures, list[Phone], float]:
    """The evening, then the moment when all tables write at once."""
    figures = Figures()
    phones = [Phone(port, code, figures, random.Random(code)) for code in codes]
    started = time.monotonic()
    await asyncio.gather(*(phone.play(seconds, rows) for phone in phones))
    lasted = time.monotonic() - started
    await asyncio.gather(*(phone.write(figures.burst) for phone in phones))
    for phone in phones:
        phone.connection.close()
    return figures, phones, lasted


async def wait_until_up(port: int) -> None:
    """Until both processes of the server have answered something, and have everything in memory."""
    deadline = time.monotonic() + 30
    answered = 0
    while answered < 20:
        try:
            for connection in [Connection(port) for _ in range(4)]:
                answered += (await connection.ask("GET", "/health")).status == 200
                connection.close()
        except OSError:
            await asyncio.sleep(0.2)
        if time.monotonic() > deadline:
            raise SystemExit("The server did not start.")


def cpu_seconds(leader: int) -> float:
    """The processor time of the server's processes so far; 0 where the system does not tell."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == leader:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def main(arguments: list[str]) -> int:
    """Prepare, run, report; 1 where a row was lost, doubled or refused."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phones", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--rows", type=int, default=3, help="rows that each table writes meanwhile (at most 11)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="king-phones-") as folder:
        os.environ |= {"KING_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "king_tournament.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.db import connections

        from king_tournament.installation.runner import web_server
        from king_tournament.rehearsal.server import free_port

        load = os.getloadavg()[0]
        codes = prepare(options.tables)
        connections.close_all()
        port = free_port()
        server = web_server(port)
        server.start()
        try:
            asyncio.run(wait_until_up(port))
            before = cpu_seconds(server.program.pid)
            figures, phones, lasted = asyncio.run(run(port, codes, options.seconds, min(options.rows, 11)))
            used = cpu_seconds(server.program.pid) - before
        finally:
            server.stop()
            server.wait_or_kill(time.monotonic() + 10)
        wrong = check(phones)
        connections.close_all()
    print(
        f"{options.tables} phones, {lasted:.0f} s, {len(figures.polls) / lasted:.0f} polls and "
        f"{len(figures.rows) / lasted:.1f} rows a second"
    )
    asked = sum(map(len, (figures.first, figures.polls, figures.rows, figures.burst)))
    print(
        f"processor time of the server: {used:.1f} s, {1000 * used / asked:.1f} ms an answer; "
        f"others kept {load:.1f} processes waiting when it began"
    )
    print(f"{'answers in ms':<38}{'number':>7} {'p50':>8} {'p95':>8} {'p99':>8} {'most':>8}")
    print(line("the whole sheet, all phones at first", figures.first))
    print(line("a poll", figures.polls))
    print(line("a row", figures.rows))
    print(line("a row, all tables at one moment", figures.burst))
    wrong += sorted({f"{each} ({figures.failures.count(each)} times)" for each in figures.failures})
    print("Every row is at the desk exactly once." if not wrong else "\n".join(wrong[:20]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
