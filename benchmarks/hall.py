"""A hall in play against the real server: ``python -m benchmarks.hall`` (some minutes; ``--help``).

A data folder of its own, and the server exactly as ``run_night`` starts it, on SQLite or with
``--database`` on PostgreSQL. For each size: the tables' phones poll every 1.7 seconds and write
rows, while watchers look at that very hall every ten seconds with their ETags, at 1.25 rows a
second and then at 6. The first twelve seconds, in which everybody comes in, are figures of their
own. Then 400 phones ask at one moment for a standing that nobody has asked for, and every table
writes a row at one moment. With ``--at-home 40`` each rate is measured twice, one after the other:
without and with so many people who play boards of another evening again. Then those who mean harm:
half-sent and trickling requests, many connections of one address, many readers of one paper;
``/health`` and a phone are asked meanwhile. At the end every row must be at the desk exactly once.
It ends with 1 where a goal is not met.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks.at_home import AtHome, Played, boards_of
from benchmarks.client import Connection
from benchmarks.phones import HANDS, Figures, Phone, lost_or_doubled, prepare
from benchmarks.site import of_processes, own_site, percentile, serving

SECONDS_BETWEEN_LOOKS = 10
SECONDS_TO_COME_IN = 12
RATES = (1.25, 6)
"""Rows a second of the whole hall: 250 tables at the pace of play, and when many finish a hand together."""
GOALS = {"row_p95": 250, "poll_p95": 100, "look_p95": 250, "cores": 1, "megabytes": 400}
"""Milliseconds, cores, megabytes; at the higher rate rows and polls alone."""
AT_ONE_MOMENT, SECONDS_AT_ONE_MOMENT = 400, 3
SECONDS_OF_HEALTH, SECONDS_OF_A_PHONE = 1, 2
HARM_LASTS = 15
ASKS = {"Accept-Encoding": "gzip", "Accept-Language": "it"}


def address(number: int) -> str:
    """Address of a phone in the hall. Each has its own, because the server gives one address no
    more than its share.
    """
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


async def get(connection: Connection, path: str) -> None:
    answer = await connection.ask("GET", path, headers=ASKS)
    if answer.status != 200:
        raise SystemExit(f"{path} was answered {answer.status}")


# --- play


async def watch(connection: Connection, path: str, until: float, chance: random.Random) -> None:
    """Look at the hall on a phone: ask again and again with the ETag."""
    etag = ""
    await asyncio.sleep(chance.random() * SECONDS_BETWEEN_LOOKS)
    while time.monotonic() < until:
        answer = await connection.ask(
            "GET", path, headers=ASKS | ({"If-None-Match": etag} if etag else {})
        )
        if answer.status not in (200, 304):
            raise SystemExit(f"{path} was answered {answer.status}")
        etag = answer.header("etag")
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS * chance.uniform(0.8, 1.2))
    connection.close()


async def write_rows(phones: list[Phone], rate: float, until: float, figures: Figures) -> None:
    """Write rows, ``rate`` a second in the mean, each at a table chosen by chance. One hand of each
    table is kept back.
    """
    chance = random.Random(rate)
    writing = []
    while True:
        await asyncio.sleep(chance.expovariate(rate))
        playing = [phone for phone in phones if phone.hand < HANDS - 1]
        if time.monotonic() > until or not playing:
            break
        writing.append(asyncio.ensure_future(chance.choice(playing).write(figures)))
    await asyncio.gather(*writing)


async def play(
    port: int,
    phones: list[Phone],
    hall: str,
    watchers: int,
    rate: float,
    seconds: float,
    at_home: list[AtHome],
) -> dict[str, Any]:
    played = Played()
    figures, until = Figures(), time.monotonic() + SECONDS_TO_COME_IN + seconds
    looking = [Connection(port, address(len(phones) + number)) for number in range(watchers)]
    coming_in: dict[str, Any] = {}

    async def have_come_in() -> None:
        await asyncio.sleep(SECONDS_TO_COME_IN)
        coming_in.update(in_figures(figures, looking))
        looks = (connection.took for connection in looking)
        for took in (figures.rows, figures.polls, played.cards, *looks):
            took.clear()

    await asyncio.gather(
        *(phone.keep_polling(figures, until) for phone in phones),
        *(
            watch(connection, hall, until, random.Random(number))
            for number, connection in enumerate(looking)
        ),
        *(person.play(played, until) for person in at_home),
        write_rows(phones, rate, until, figures),
        have_come_in(),
    )
    for phone in phones:
        phone.go_away()
    return {
        **in_figures(figures, looking),
        **({"at_home": played.figures()} if at_home else {}),
        "coming_in": coming_in,
        "failures": figures.failures[:3] + played.failures[:3],
    }


def in_figures(figures: Figures, looking: list[Connection]) -> dict[str, Any]:
    looks = [duration for connection in looking for duration in connection.took]
    measured: dict[str, Any] = {"rows": len(figures.rows)}
    for name, took in (("row", figures.rows), ("poll", figures.polls), ("look", looks)):
        measured[f"{name}_p50"] = round(percentile(took, 0.5), 1)
        measured[f"{name}_p95"] = round(percentile(took, 0.95), 1)
    return measured


async def standings_at_one_moment(port: int, path: str) -> float:
    """Seconds until the last of many phones has a page that nobody has asked for before."""
    connections = [Connection(port, address(number)) for number in range(AT_ONE_MOMENT)]
    await asyncio.gather(*(get(connection, path) for connection in connections))
    for connection in connections:
        connection.close()
    return max(seconds for connection in connections for seconds in connection.took)


async def rows_at_one_moment(phones: list[Phone]) -> tuple[float, list[str]]:
    figures = Figures()
    await asyncio.gather(*(phone.write(figures) for phone in phones))
    for phone in phones:
        phone.go_away()
    return max(figures.rows), figures.failures


# --- those who mean harm


@asynccontextmanager
async def connections_of(
    port: int, count: int, own_address: str | None
) -> AsyncIterator[list[asyncio.StreamWriter]]:
    writers = []
    for number in range(count):
        local = (own_address or address(number), 0)
        try:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=local)
        except OSError:  # refused, or closed at once: that is what the server may do
            continue
        writers.append(writer)
    try:
        yield writers
    finally:
        for writer in writers:
            writer.close()


async def half_sent(port: int, count: int, until: float) -> None:
    """Send the head of many requests and half of their bodies, then nothing more."""
    async with connections_of(port, count, None) as writers:
        for writer in writers:
            writer.write(
                b"POST /t/none/1/rows HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
            )
        await asyncio.sleep(until - time.monotonic())


async def trickling(port: int, count: int, until: float) -> None:
    """Send many requests slowly, one letter of the head each second."""
    async with connections_of(port, count, None) as writers:
        for letter in b"GET /health HTTP/1.1\r\nHost: localhost\r\n" * 10:
            if time.monotonic() > until:
                break
            for writer in writers:
                writer.write(bytes([letter]))
            await asyncio.sleep(1)


async def one_address(port: int, count: int, until: float) -> None:
    async with connections_of(port, count, "127.0.0.9") as _writers:
        await asyncio.sleep(max(0, until - time.monotonic()))


async def readers_of(port: int, paper: str, count: int) -> None:
    """Ask for the whole document as many readers at once. Some may be told to come again."""
    connections = [Connection(port, address(number)) for number in range(count)]
    await asyncio.gather(
        *(connection.ask("GET", paper, headers=ASKS) for connection in connections)
    )
    for connection in connections:
        connection.close()


async def meanwhile(port: int, phone: Phone, harm: Awaitable[None]) -> dict[str, float]:
    """Slowest answers of ``/health`` and of a phone's poll while ``harm`` is done. Each request has
    a new connection, as of a phone that wakes.
    """
    doing = asyncio.ensure_future(harm)
    health, polls = [], []
    while not doing.done():
        for path, took, own in (
            ("/health", health, "127.0.200.1"),
            (f"/t/{phone.code}/1/state", polls, "127.0.200.2"),
        ):
            connection, started = Connection(port, own), time.monotonic()
            await get(connection, path)
            took.append(time.monotonic() - started)
            connection.close()
        await asyncio.sleep(0.1)
    await doing
    return {"health": round(max(health), 2), "phone": round(max(polls), 2)}


async def harm(port: int, phone: Phone, papers: list[str]) -> dict[str, dict[str, float]]:
    def until() -> float:
        return time.monotonic() + HARM_LASTS

    attacks: dict[str, Callable[[], Awaitable[None]]] = {
        "16 half-sent requests": lambda: half_sent(port, 16, until()),
        "600 half-sent requests": lambda: half_sent(port, 600, until()),
        "600 trickling requests": lambda: trickling(port, 600, until()),
        "3,300 connections of one address": lambda: one_address(port, 3300, until()),
        **{
            f"100 readers of {paper.rpartition('/')[2]}": lambda paper=paper: readers_of(
                port, paper, 100
            )
            for paper in papers
        },
    }
    slowest = {}
    for name, attack in attacks.items():
        slowest[name] = await meanwhile(port, phone, attack())
        print(json.dumps({name: slowest[name]}), flush=True)
    return slowest


# --- all of it


def at_a_rate(
    leader: int,
    port: int,
    phones: list[Phone],
    hall: str,
    rate: float,
    at_home: list[AtHome],
    options: argparse.Namespace,
) -> dict[str, Any]:
    before, began = of_processes(leader)[0], time.monotonic()
    row = asyncio.run(play(port, phones, hall, options.watchers, rate, options.seconds, at_home))
    used, megabytes = of_processes(leader)
    row |= {
        "cores": round((used - before) / (time.monotonic() - began), 2),
        "megabytes": round(megabytes),
    }
    print(json.dumps({"rate": rate, **row}), flush=True)
    return row


def missed_by(what: str, rate: float, row: dict[str, Any]) -> list[str]:
    """Sentences on goals that are not met. Cores are a goal only for the hall alone."""
    goals = set(GOALS) if rate == RATES[0] else {"row_p95", "poll_p95"}
    if "at_home" in row:
        goals -= {"cores"}
    missed = [
        f"{what}: {name} {row[name]}" for name in GOALS if name in goals and row[name] > GOALS[name]
    ]
    return missed + row["failures"]


def hall_of(tables: int, options: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """Figures of one size, and sentences on goals that are not met."""
    from benchmarks.site import free_port
    from king_tournament import demo
    from king_tournament.installation.runner import web_server

    demo.PEOPLE = tuple((f"Cognome{number}", f"Nome{number}") for number in range(4 * tables))
    demo.MOST_TABLES = max(demo.MOST_TABLES, tables)
    played = demo.make_demo(stage="finished", seed=tables, tables=tables, language="it").code
    boards = boards_of(played) if options.at_home else []
    evening, codes = prepare(tables)
    port = free_port()
    phones = [Phone(port, code, address(number)) for number, code in enumerate(codes)]
    server = web_server(port)
    measured: dict[str, Any] = {"tables": tables, "watchers": options.watchers}
    missed = []
    with serving((server, port)):
        assert server.program is not None
        leader = server.program.pid
        for rate in RATES:
            for people in dict.fromkeys((0, options.at_home)):
                at_home = [
                    AtHome(port, boards, number, address(len(phones) + options.watchers + number))
                    for number in range(people)
                ]
                hall = f"/live/{evening}/"
                name = f"{rate} rows a second" + (f", {people} at home" if people else "")
                measured[name] = row = at_a_rate(leader, port, phones, hall, rate, at_home, options)
                missed += missed_by(f"{tables} tables, {name}", rate, row)
        burst = asyncio.run(standings_at_one_moment(port, f"/live/{played}/standings/"))
        rows, failures = asyncio.run(rows_at_one_moment(phones))
        measured["at one moment"] = {"standing": round(burst, 2), "rows": round(rows, 2)}
        print(json.dumps(measured["at one moment"]), flush=True)
        missed += [
            f"{tables} tables, at one moment: {name} {seconds} s"
            for name, seconds in measured["at one moment"].items()
            if seconds > SECONDS_AT_ONE_MOMENT
        ] + failures[:3]
        if not options.no_harm:
            papers = [f"/live/{played}/{name}" for name in ("standings.pdf", "1/hands.pdf")]
            measured["harm"] = asyncio.run(harm(port, phones[0], papers))
            missed += [
                f"{name}: {slowest}"
                for name, slowest in measured["harm"].items()
                if slowest["health"] > SECONDS_OF_HEALTH or slowest["phone"] > SECONDS_OF_A_PHONE
            ]
    return measured, missed + lost_or_doubled(phones)


def main(arguments: list[str]) -> int:
    """Measure all sizes and report. Returns 1 if a goal is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=40, help="of play, for each rate")
    parser.add_argument(
        "--at-home", type=int, default=0, help="people who play boards again, in every second turn"
    )
    parser.add_argument("--no-harm", action="store_true", help="leave those out who mean harm")
    parser.add_argument(
        "--database", default="", help="a PostgreSQL server, postgres://user@host/postgres"
    )
    parser.add_argument("--out", type=Path, help="the figures as JSON")
    options = parser.parse_args(arguments)
    with own_site(options.database):
        measured, missed = hall_of(options.tables, options)
    measured["database"] = "PostgreSQL" if options.database else "SQLite"
    if options.out:
        options.out.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    print("\n".join(missed[:20]) or "Every goal is met; every row is at the desk exactly once.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
