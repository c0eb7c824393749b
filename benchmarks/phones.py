"""The hall's phones against the real server: ``python -m benchmarks.phones`` (about a minute; ``--help``).

A data folder of its own, and the server exactly as ``run_night`` starts it. Each table's phone asks every 1.7 seconds
whether its sheet has changed and now and then writes a row; one sending in ten is repeated, as after a lost answer.
Then all tables write a row at the same moment. Then rows are written as fast as they are taken, in turns with a bare
Django view that does one INSERT (``benchmarks/bare.py``). At the end every row must be at the desk exactly once. It
ends with 1 where that is not so, or where a limit is not met: ``ROW``, ``POLL``, ``SHARE``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from benchmarks.site import bare_server, of_processes, own_site, percentile, serving
from king_tournament.rehearsal.client import Connection

POLL_SECONDS = 1.7
REPEATED = 0.1
ROW, POLL = 250, 50
"""Milliseconds at p95."""
SHARE = 0.5
"""Of the rows that the bare view takes."""
WRITERS, TURNS = 24, 4
HANDS = 12


@dataclass
class Figures:
    """Seconds that each answer took, and what went wrong."""

    first: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    rows: list[float] = field(default_factory=list)
    burst: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    changed_polls: int = 0


class Phone:
    """A captain's phone: polls, types, sends."""

    def __init__(self, port: int, code: str, figures: Figures, chance: random.Random, own_address: str) -> None:
        # In the hall each has an address of its own; the server gives one address no more than its share.
        self.connection = Connection(port, own_address)
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

    def next_row(self) -> dict[str, Any]:
        """The next hand as it is sent, with a mark of its own."""
        from king.rulesets import find_ruleset

        plan = find_ruleset("lab12").schedule()[self.hand]
        self.hand += 1
        mark = str(uuid.uuid4())
        self.sent.append(mark)
        content = some_row(plan, self.chance)
        return {"hand": plan.number, "content": content, "client_id": mark, "based_on": 0, "device": self.code}

    async def write(self, figures: list[float]) -> None:
        """The next hand, sent until the desk answers, and now and then once more."""
        form = self.next_row()
        for _ in range(1 + (self.chance.random() < REPEATED)):
            started = time.perf_counter()
            answer = await self.connection.post_json(f"/t/{self.code}/1/rows", form)
            figures.append(time.perf_counter() - started)
            if answer.status == 200:
                self.stamp = answer.json()["sheet"]["stamp"]
            else:
                self.figures.failures.append(f"a row was answered {answer.status}: {answer.body[:200]!r}")

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

    from django.utils import timezone

    from scoring.models import Sheet
    from tournaments.models import Entry, EntryMember, Place, Player, Round, Seat, Table, Tournament

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
    """A sentence for each row lost or doubled between the phones and the desk; empty if all is well."""
    from scoring.models import HandResult

    found: dict[str, int] = {}
    for mark in HandResult.objects.values_list("client_id", flat=True):
        found[str(mark)] = found.get(str(mark), 0) + 1
    sent = [mark for phone in phones for mark in phone.sent]
    wrong = [f"{mark} is at the desk {found.get(mark, 0)} times" for mark in sent if found.get(mark) != 1]
    if len(found) != len(sent):
        wrong.append(f"{len(sent)} rows were sent and {len(found)} are at the desk")
    return wrong


def line(name: str, values: list[float]) -> str:
    shares = " ".join(f"{percentile(values, share):8.1f}" for share in (0.5, 0.95, 0.99, 1))
    return f"{name:<38}{len(values):>7} {shares}"


async def run(port: int, codes: list[str], seconds: float, rows: int) -> tuple[Figures, list[Phone], float]:
    """The evening, then the moment when all tables write at once."""
    figures = Figures()
    phones = [
        Phone(port, code, figures, random.Random(code), f"127.0.{1 + number // 250}.{1 + number % 250}")
        for number, code in enumerate(codes)
    ]
    started = time.monotonic()
    await asyncio.gather(*(phone.play(seconds, rows) for phone in phones))
    lasted = time.monotonic() - started
    await asyncio.gather(*(phone.write(figures.burst) for phone in phones))
    for phone in phones:
        phone.connection.close()
    return figures, phones, lasted


# --- rows as fast as they are taken


async def at_full_speed(port: int, rows: Iterator[tuple[str, dict[str, Any]]]) -> float:
    """The seconds that these rows take, from so many phones that send the next one when the last is answered."""

    async def keep_writing() -> None:
        connection = Connection(port)
        for row in rows:
            answer = await connection.post_json(*row)
            if answer.status != 200:
                raise SystemExit(f"a row was answered {answer.status}: {answer.body[:200]!r}")
        connection.close()

    started = time.perf_counter()
    await asyncio.gather(*(keep_writing() for _ in range(WRITERS)))
    return time.perf_counter() - started


def rows_of(phones: list[Phone], address: str = "/t/{code}/1/rows") -> Iterator[tuple[str, dict[str, Any]]]:
    """The hands that are still to be written, table by table."""
    while phones[0].hand < HANDS:
        for phone in phones:
            yield address.format(code=phone.code), phone.next_row()


def rows_of_nobody() -> Iterator[tuple[str, dict[str, Any]]]:
    while True:
        yield from rows_of([Phone(0, "nobody", Figures(), random.Random(1), "")], "/rows")


def compare(ours: int, bare: int, phones: list[Phone]) -> tuple[float, float]:
    """Rows a second of ours and of the bare view: the hands that are left and as many of nobody's, in turns, so that
    other work on the machine is the same for both."""
    servers = (ours, rows_of(phones)), (bare, rows_of_nobody())
    number = len(phones) * (HANDS - phones[0].hand) // TURNS
    took = [
        [asyncio.run(at_full_speed(port, islice(rows, number))) for port, rows in servers] for _turn in range(TURNS)
    ]
    first, second = (number * TURNS / sum(seconds) for seconds in zip(*took, strict=True))
    return first, second


def report(figures: Figures, lasted: float, used: float, load: float) -> None:
    polls, rows = len(figures.polls) / lasted, len(figures.rows) / lasted
    print(f"{len(figures.first)} phones, {lasted:.0f} s, {polls:.0f} polls and {rows:.1f} rows a second")
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


def main(arguments: list[str]) -> int:
    """Prepare, run, report; 1 where a row was lost, doubled or refused, or a limit was not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phones", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--rows", type=int, default=3, help="rows that each table writes meanwhile (at most 7)")
    parser.add_argument("--database", default="", help="a PostgreSQL server, postgres://user@host/postgres")
    options = parser.parse_args(arguments)
    with own_site(options.database):
        from king_tournament.installation.runner import web_server
        from king_tournament.rehearsal.server import free_port

        load, codes = os.getloadavg()[0], prepare(options.tables)
        port = free_port()
        server = web_server(port)
        with serving((server, port)):
            assert server.program is not None
            before = of_processes(server.program.pid)[0]
            figures, phones, lasted = asyncio.run(run(port, codes, options.seconds, min(options.rows, 7)))
            used = of_processes(server.program.pid)[0] - before
            bare_port = free_port()
            with serving((bare_server(bare_port), bare_port)):
                ours, bare = compare(port, bare_port, phones)
        wrong = check(phones)
    report(figures, lasted, used, load)
    print(f"rows a second at full speed: {ours:.0f}, the bare view {bare:.0f}: {ours / bare:.2f}, at least {SHARE}")
    wrong += sorted({f"{failure} ({figures.failures.count(failure)} times)" for failure in figures.failures})
    print("Every row is at the desk exactly once." if not wrong else "\n".join(wrong[:20]))
    slow = percentile(figures.rows, 0.95) > ROW or percentile(figures.polls, 0.95) > POLL or ours / bare < SHARE
    print("A limit is not met." if slow else "Every limit is met.")
    return 1 if wrong or slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
