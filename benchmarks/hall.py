"""The whole hall against the real server: ``python -m benchmarks.hall`` (``--help``; some minutes).

For each size, evenings in play and played to the end, and a season of the smallest; the server exactly as
``run_night`` starts it, on SQLite or with ``--database`` on PostgreSQL. First 400 phones ask at one moment for a
standing that nobody has asked for yet. Then each public page is asked in turns with ``/health``; posted pages must
reach half of its rate, the hall in play three tenths.
Last, at the largest size: as many watchers as ``--watchers`` says ask the hall with ETags every ten seconds, while 250
phones ask and write, and the standing and its paper are fetched; a row must take at most 250 ms at p95. It writes
``--out`` (JSON) and with ``--chart`` the chart of docs/measured.md. It ends with 1 where a limit is not met.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks import phones
from benchmarks.site import bare_server, of_processes, own_site, percentile, serving
from king_tournament.rehearsal.client import Connection

POSTED, IN_PLAY, ROW = 0.5, 0.3, 250
"""The least share of the rate of ``/health``; milliseconds of a row at p95."""
CONNECTIONS, AT_ONCE, TURNS = 8, 400, 4
PHONES, SECONDS_BETWEEN_LOOKS = 250, 10
ASKS = {"Accept-Encoding": "gzip", "Accept-Language": "it"}


def address(number: int) -> str:
    """Each phone has an address of its own in the hall; the server gives one address no more than its share."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


def prepare(tables: list[int]) -> list[tuple[int, str, str, float]]:
    """The evenings; of each page its size, name, address, and the share that it has to reach."""
    from king_tournament import demo

    demo.PEOPLE = tuple((f"Cognome{number}", f"Nome{number}") for number in range(4 * max(tables)))
    demo.MOST_TABLES = max(tables)
    season = demo.make_season(stage="finished", seed=1, tables=min(tables), rounds=2).code
    asked = [(min(tables), "a season of six evenings", f"/circuits/{season}/", POSTED)]
    for count in tables:
        played = demo.make_demo(stage="finished", seed=count, tables=count, language="it").code
        playing = demo.make_demo(stage="playing", seed=count, tables=count, language="it").code
        asked += [
            (count, "the evening, posted", f"/live/{played}/", POSTED),
            (count, "the standing", f"/live/{played}/standings/", POSTED),
            (count, "one player's evening", f"/live/{played}/players/1/", POSTED),
            (count, "the hall in play", f"/live/{playing}/", IN_PLAY),
        ]
    return asked


async def ask(connection: Connection, path: str) -> int:
    answer = await connection.ask("GET", path, headers=ASKS)
    if answer.status != 200:
        raise SystemExit(f"{path} was answered {answer.status}")
    return len(answer.body)


async def at_one_moment(port: int, path: str) -> list[float]:
    """The seconds of each of so many phones that ask at once."""
    connections = [Connection(port, address(number)) for number in range(AT_ONCE)]
    await asyncio.gather(*(ask(connection, path) for connection in connections))
    for connection in connections:
        connection.close()
    return [seconds for connection in connections for seconds in connection.took]


async def rate(port: int, path: str, seconds: float) -> tuple[float, list[float], int]:
    """Answers a second, the seconds of each, and the bytes of one."""
    connections = [Connection(port) for _number in range(CONNECTIONS)]
    started, size = time.perf_counter(), 0

    async def keep_asking(connection: Connection) -> None:
        nonlocal size
        while time.perf_counter() < started + seconds:
            size = await ask(connection, path)

    await asyncio.gather(*map(keep_asking, connections))
    lasted = time.perf_counter() - started
    for connection in connections:
        connection.close()
    took = [duration for connection in connections for duration in connection.took]
    return len(took) / lasted, took, size


def pages(port: int, asked: list[tuple[int, str, str, float]], seconds: float) -> list[dict[str, Any]]:
    """Each page in turns with ``/health``, so that other work on the machine is the same for both."""
    found = []
    for count, name, path, least in asked:
        burst = asyncio.run(at_one_moment(port, path)) if name == "the standing" else []
        turns = [
            (asyncio.run(rate(port, "/health", seconds / TURNS)), asyncio.run(rate(port, path, seconds / TURNS)))
            for _turn in range(TURNS)
        ]
        health, served = (sum(turn[which][0] for turn in turns) / TURNS for which in (0, 1))
        took = [duration for _health, page in turns for duration in page[1]]
        found.append({
            "tables": count, "page": name, "served": round(served), "health": round(health),
            "share": round(served / health, 2), "least": least, "p50": round(percentile(took, 0.5), 1),
            "p95": round(percentile(took, 0.95), 1), "bytes": turns[0][1][2],
            "burst_p95": round(percentile(burst, 0.95)),
        })  # fmt: skip
        print(json.dumps(found[-1]), flush=True)
    return found


# --- watchers while phones write


async def watch(connection: Connection, path: str, until: float, chance: random.Random) -> None:
    """The hall on a phone: asked for again with its ETag, most often not changed."""
    mark = ""
    await asyncio.sleep(chance.random() * SECONDS_BETWEEN_LOOKS)
    while time.monotonic() < until:
        answer = await connection.ask("GET", path, headers=ASKS | ({"If-None-Match": mark} if mark else {}))
        if answer.status not in (200, 304):
            raise SystemExit(f"{path} was answered {answer.status}")
        mark = answer.header("etag")
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS * chance.uniform(0.8, 1.2))
    connection.close()


async def fetch_paper(connection: Connection, posted: str, until: float) -> None:
    """The standing and its paper, again and again, as the desk and curious visitors do."""
    for part in cycle(("standings/", "standings.pdf", "results.xlsx")):
        if time.monotonic() > until:
            break
        await ask(connection, posted + part)
        await asyncio.sleep(1)
    connection.close()


async def together(
    port: int, codes: list[str], hall: str, posted: str, watchers: int, seconds: float, first: int
) -> tuple[phones.Figures, list[float], list[float]]:
    """Phones that ask and write, watchers, paper; the phones' figures, the seconds of each look and of each paper."""
    figures, until = phones.Figures(), time.monotonic() + seconds
    writing = []
    for number, code in enumerate(codes):
        phone = phones.Phone(port, code, figures, random.Random(code), address(number))
        phone.hand = first
        writing.append(phone)
    looking = [Connection(port, address(250 + number)) for number in range(watchers)]
    paper = Connection(port)
    await asyncio.gather(
        *(phone.play(seconds, 1) for phone in writing),
        *(watch(connection, hall, until, random.Random(number)) for number, connection in enumerate(looking)),
        fetch_paper(paper, posted, until),
    )
    for phone in writing:
        phone.connection.close()
    return figures, [duration for one in looking for duration in one.took], paper.took


def crowd(port: int, leader: int, codes: list[str], asked: Any, watchers: list[int], seconds: float) -> list[Any]:
    hall, posted = asked[-1][2], asked[-4][2]
    found = []
    for turn, count in enumerate(watchers):
        before, began = of_processes(leader)[0], time.monotonic()
        figures, looks, paper = asyncio.run(together(port, codes, hall, posted, count, seconds, turn))
        used, megabytes = of_processes(leader)
        row = {"watchers": count, "phones": len(codes), "cores": round((used - before) / (time.monotonic() - began), 2)}
        for name, took in (("row", figures.rows), ("poll", figures.polls), ("look", looks), ("paper", paper)):
            row |= {f"{name}_p50": round(percentile(took, 0.5), 1), f"{name}_p95": round(percentile(took, 0.95), 1)}
        found.append(row | {"looks": len(looks), "megabytes": round(megabytes), "failures": figures.failures[:3]})
        print(json.dumps(found[-1]), flush=True)
    return found


def main(arguments: list[str]) -> int:
    """Prepare, ask, report; 1 where a limit is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[8, 40, 100, 250])
    parser.add_argument("--watchers", type=int, nargs="*", default=[0, 100, 1000])
    parser.add_argument("--seconds", type=float, default=4, help="for each page; ten times that with watchers")
    parser.add_argument("--database", default="", help="a PostgreSQL server, postgres://user@host/postgres")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--chart", type=Path)
    options = parser.parse_args(arguments)
    with own_site(options.database):
        from king_tournament.installation.runner import web_server
        from king_tournament.rehearsal.server import free_port

        asked = prepare(options.tables)
        codes = phones.prepare(PHONES)
        port, bare_port = free_port(), free_port()
        server = web_server(port)
        with serving((server, port)):
            assert server.program is not None
            found: dict[str, Any] = {"database": "PostgreSQL" if options.database else "SQLite"}
            found["pages"] = pages(port, asked, options.seconds)
            leader = server.program.pid
            found["crowd"] = crowd(port, leader, codes, asked, options.watchers, 10 * options.seconds)
            with serving((bare_server(bare_port), bare_port)):
                writers = [phones.Phone(port, code, phones.Figures(), random.Random(code), "") for code in codes]
                for phone in writers:
                    phone.hand = len(options.watchers)
                ours, bare = phones.compare(port, bare_port, writers)
            found["rows"] = {"ours": round(ours), "bare": round(bare), "share": round(ours / bare, 2)}
            print(json.dumps(found["rows"]))
    if options.out:
        options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if options.chart:
        from benchmarks.chart import draw

        draw(found, options.chart)
    enough = all(page["share"] >= page["least"] for page in found["pages"])
    enough = enough and all(row["row_p95"] <= ROW and not row["failures"] for row in found["crowd"])
    print("Every limit is met." if enough else "A limit is not met.")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
