"""A hall in play against the program that a club starts: ``python -m benchmarks.hall`` (``--help``).

The program is ``run_night``, as ``make run`` starts it, in a data folder of its own, on SQLite or with
``--database`` on PostgreSQL. Memory (PSS) and processor are those of all its processes.

One partita is over and published, the second begins. Each captain's phone opens its page once with
an empty browser, then polls every 1.7 seconds; tables write rows, 1.25 a second and then 6. Watchers
ask for the page of the evening or for the standings every ten seconds with their ETags. The desk's
wall and two screens stay open and ask as their pages do. Halfway somebody corrects a result and
publishes new standings. The first twelve seconds, in which everybody comes in, are figures of their
own. With ``--at-home 40`` each rate is measured twice: without and with so many people who play
boards of another evening again.

Then 400 phones ask at one moment for standings that nobody has asked for, and every table writes a
row at one moment. A second hall of 20 tables, two partite over, is looked at by 80 phones whose
standings have the race of 24 hands, anew with each publication. Then those who mean harm: half-sent
and trickling requests, many connections of one address, many readers of one paper; ``/health`` and a
phone are asked meanwhile. At the end every row must be at the desk exactly once.

It ends with 1 where a goal is not met, and where the clients have used more processor than the
program, since the figures are then theirs. On Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.at_home import AtHome, Played, boards_of
from benchmarks.hall import crowd, evening as evenings
from benchmarks.hall.crowd import Looks, address
from benchmarks.hall.desk import AtTheDesk, Desk, session
from benchmarks.hall.harm import harm
from benchmarks.library import HERE
from benchmarks.line import Line
from benchmarks.memory import megabytes
from benchmarks.phones import Figures, Phone, lost_or_doubled
from benchmarks.site import own_site, percentile
from benchmarks.start import Installation, processor_seconds

SECONDS_TO_COME_IN = 12
SECONDS_BETWEEN_WEIGHINGS = 5
SECONDS_TO_FINISH = 180
RATES = (1.25, 6.0)
"""Rows a second of the whole hall: 250 tables at the pace of play, and when many finish a hand together."""
GOALS = {"row_p95": 250, "poll_p95": 100, "look_p95": 250, "cores": 1, "megabytes": 250}
"""Milliseconds, cores, megabytes. At higher rates looks and cores are no goal, with people at home cores."""
AT_ONE_MOMENT, SECONDS_AT_ONE_MOMENT = 400, 3
SECONDS_OF_HEALTH, SECONDS_OF_A_PHONE = 1, 2
RACE_TABLES, RACE_WATCHERS, RACE_RATE = 20, 80, 0.5
RACE = 'id="race"'


@dataclass
class Hall:
    """A hall in play. ``pages`` are what its watchers look at, in turn. ``assets`` are what a phone
    that opens its page loads; without them the phones have their pages already.
    """

    port: int
    first: int
    evening: evenings.Evening
    phones: list[Phone]
    desk: Desk
    pages: Sequence[str]
    watchers: int
    assets: Sequence[str] = ()

    @property
    def standings(self) -> str:
        return f"/live/{self.evening.code}/standings/"


@dataclass
class Turn:
    """Figures of one turn of play."""

    figures: Figures
    looks: Looks
    desk: AtTheDesk
    played: Played
    weights: list[float]

    def forget(self) -> None:
        """Leave out what was measured until now, but not what happens once."""
        figures, looks = self.figures, self.looks
        for took in (figures.rows, figures.polls, self.played.cards, looks.looks, looks.screens):
            took.clear()

    @property
    def failures(self) -> list[str]:
        every = self.figures, self.looks, self.desk, self.played
        return [failure for some in every for failure in some.failures[:3]]

    def as_json(self) -> dict[str, Any]:
        measured: dict[str, Any] = {"rows": len(self.figures.rows)}
        for name, took in (
            ("row", self.figures.rows),
            ("poll", self.figures.polls),
            ("look", self.looks.looks),
            ("screen", self.looks.screens),
            ("wall", self.desk.walls),
        ):
            measured[f"{name}_p50"] = round(percentile(took, 0.5), 1)
            measured[f"{name}_p95"] = round(percentile(took, 0.95), 1)
        return measured

    def in_the_beginning(self) -> dict[str, Any]:
        """Figures of the seconds in which everybody comes in."""
        opened, loaded = self.figures.pages, self.figures.assets
        pages = {"page_p95": round(percentile(opened, 0.95), 1), "pages": len(opened)}
        files = {"asset_p95": round(percentile(loaded, 0.95), 1), "assets": len(loaded)}
        return {**self.as_json(), **(pages | files if opened else {})}


async def play(
    hall: Hall, rate: float, seconds: float, at_home: list[AtHome]
) -> tuple[Turn, dict[str, Any]]:
    """Play for so many seconds after everybody has come in."""
    turn = Turn(Figures(), Looks(), AtTheDesk(), Played(), [])
    until = time.monotonic() + SECONDS_TO_COME_IN + seconds
    coming_in: dict[str, Any] = {}

    async def have_come_in() -> None:
        await asyncio.sleep(SECONDS_TO_COME_IN)
        coming_in.update(turn.in_the_beginning())
        turn.forget()
        await asyncio.sleep(seconds / 2)
        await hall.desk.publish(turn.desk)

    async def keep_weighing() -> None:
        while time.monotonic() < until:
            await asyncio.sleep(SECONDS_BETWEEN_WEIGHINGS)
            turn.weights.append(await asyncio.to_thread(megabytes, hall.first))

    async def phone_of_a_table(phone: Phone) -> None:
        if hall.assets:
            await asyncio.sleep(phone.chance.random() * SECONDS_TO_COME_IN / 2)
            await phone.open(turn.figures, hall.assets)
        await phone.keep_polling(turn.figures, until)
        phone.line.close()

    pages = cycle(hall.pages)
    places = range(len(hall.phones), len(hall.phones) + hall.watchers)
    screens = [f"/live/{hall.evening.code}/screen/{role}" for role in ("", "progress/")]
    async with asyncio.timeout(SECONDS_TO_COME_IN + seconds + SECONDS_TO_FINISH):
        await asyncio.gather(
            *(phone_of_a_table(phone) for phone in hall.phones),
            *(
                crowd.watch(hall.port, number, next(pages), until, turn.looks, address(number))
                for number in places
            ),
            *(crowd.show(hall.port, screen, until, turn.looks) for screen in screens),
            *(person.play(turn.played, until) for person in at_home),
            hall.desk.stay_open(until, turn.desk),
            crowd.write_rows(hall.phones, rate, until, turn.figures),
            have_come_in(),
            keep_weighing(),
        )
    return turn, coming_in


def at_a_rate(hall: Hall, rate: float, seconds: float, at_home: list[AtHome]) -> dict[str, Any]:
    """Figures of one turn of play, with memory and processor of all processes, and of this one."""
    # What made the evenings is not looked through again while the clients play.
    gc.collect()
    gc.freeze()
    before, own, began = processor_seconds(hall.first), time.process_time(), time.monotonic()
    turn, coming_in = asyncio.run(play(hall, rate, seconds, at_home))
    passed = time.monotonic() - began
    row = {
        **turn.as_json(),
        **({"at_home": turn.played.figures()} if at_home else {}),
        "publication": round(max(turn.desk.publications), 2),
        "cores": round((processor_seconds(hall.first) - before) / passed, 2),
        "client_cores": round((time.process_time() - own) / passed, 2),
        "megabytes": round(max(turn.weights)),
        "coming_in": coming_in,
        "failures": turn.failures,
    }
    print(json.dumps({"rate": rate, **row}), flush=True)
    return row


def missed_by(what: str, goals: Sequence[str], row: dict[str, Any]) -> list[str]:
    """Sentences on goals that are not met, and on clients that took the cores."""
    missed = [f"{what}: {name} {row[name]}" for name in goals if row[name] > GOALS[name]]
    if row["client_cores"] > row["cores"]:
        missed.append(
            f"{what}: the clients used {row['client_cores']} cores, the program {row['cores']}"
        )
    return missed + row["failures"]


def goals_of(rate: float, rates: Sequence[float], at_home: list[AtHome]) -> list[str]:
    left_out = {"look_p95", "cores"} if rate != rates[0] else {"cores"} if at_home else set()
    return [name for name in GOALS if name not in left_out]


# --- the halls


@contextlib.contextmanager
def program() -> Iterator[tuple[int, int]]:
    """Context manager with the running program. Yields its port and its first process."""
    from django.db import connections

    connections.close_all()
    installation = Installation(HERE, Path(os.environ["KING_DATA_DIR"]))
    installation.environment |= {"DATABASE_URL": os.environ.get("DATABASE_URL", "")}
    with installation.running() as first:
        yield installation.port, first


def hall_of(
    evening: evenings.Evening, port: int, first: int, cookie: str, pages: Sequence[str]
) -> Hall:
    phones = [
        Phone(port, code, address(number), evening.round)
        for number, code in enumerate(evening.cards)
    ]
    desk = Desk(port, evening, cookie)
    return Hall(port, first, evening, phones, desk, pages, watchers=0)


def in_play(
    hall: Hall, boards: list[str], options: argparse.Namespace
) -> tuple[dict[str, Any], list[str]]:
    """Play at each rate, then ask and write at one moment. Returns figures and missed goals."""
    measured: dict[str, Any] = {}
    missed: list[str] = []
    tables = len(hall.phones)
    assets = asyncio.run(crowd.assets_of(hall.port, hall.phones[0].page))
    for number, rate in enumerate(options.rates):
        for people in dict.fromkeys((0, options.at_home)):
            first_place = tables + options.watchers
            at_home = [
                AtHome(hall.port, boards, person, address(first_place + person))
                for person in range(people)
            ]
            hall.assets = assets if number == 0 and people == 0 else ()
            name = f"{rate} rows a second" + (f", {people} at home" if people else "")
            measured[name] = row = at_a_rate(hall, rate, options.seconds, at_home)
            goals = goals_of(rate, options.rates, at_home)
            missed += missed_by(f"{tables} tables, {name}", goals, row)
    return measured, missed


def one_moment(hall: Hall, path: str) -> tuple[dict[str, float], list[str]]:
    """Standings that nobody has asked for, and a row of every table."""
    standing = asyncio.run(crowd.at_one_moment(hall.port, path, AT_ONE_MOMENT))
    rows, failures = asyncio.run(crowd.rows_at_one_moment(hall.phones))
    moment = {"standing": round(standing, 2), "rows": round(rows, 2)}
    print(json.dumps(moment), flush=True)
    return moment, [*too_slow(f"{len(hall.phones)} tables", moment), *failures[:3]]


def too_slow(what: str, moment: dict[str, float]) -> list[str]:
    return [
        f"{what}, at one moment: {name} {seconds} s"
        for name, seconds in moment.items()
        if seconds > SECONDS_AT_ONE_MOMENT
    ]


def with_its_race(hall: Hall, seconds: float) -> tuple[dict[str, Any], list[str]]:
    """Play in the small hall whose standings have a race, then publish and ask at one moment."""
    what = f"{len(hall.phones)} tables with a race"
    row = at_a_rate(hall, RACE_RATE, seconds, [])

    async def anew() -> float:
        await hall.desk.publish(AtTheDesk())
        return await crowd.at_one_moment(hall.port, hall.standings, hall.watchers)

    moment = {"race": round(asyncio.run(anew()), 2)}
    print(json.dumps(moment), flush=True)

    async def standings() -> str:
        answer = await crowd.get(Line(hall.port, address(0)), hall.standings)
        return answer.body.decode()

    without = [] if RACE in asyncio.run(standings()) else [f"{what}: there was no race"]
    missed = missed_by(what, list(GOALS), row)
    return row | {"at one moment": moment}, missed + too_slow(what, moment) + without


def measure(options: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """Figures of everything, and sentences on goals that are not met."""
    played = evenings.over(options.tables, 2).code
    boards = boards_of(played) if options.at_home else []
    large = evenings.in_play(options.tables, 1)
    small = None if options.no_race else evenings.in_play(RACE_TABLES, 2)
    cookie = session()
    measured: dict[str, Any] = {"tables": options.tables, "watchers": options.watchers}
    with program() as (port, first):
        hall = hall_of(large, port, first, cookie, [f"/live/{large.code}/"])
        hall.pages = (*hall.pages, hall.standings)
        hall.watchers = options.watchers
        rates, missed = in_play(hall, boards, options)
        measured |= rates
        measured["at one moment"], late = one_moment(hall, f"/live/{played}/standings/")
        missed += late
        phones = hall.phones
        if small is not None:
            race = hall_of(small, port, first, cookie, [f"/live/{small.code}/standings/"])
            race.watchers = RACE_WATCHERS
            measured["race"], late = with_its_race(race, options.seconds)
            missed, phones = missed + late, [*phones, *race.phones]
        if not options.no_harm:
            papers = [f"/live/{played}/{name}" for name in ("standings.pdf", "1/hands.pdf")]
            measured["harm"] = asyncio.run(harm(port, hall.phones[0], papers))
            missed += [
                f"{name}: {slowest}"
                for name, slowest in measured["harm"].items()
                if slowest["health"] > SECONDS_OF_HEALTH or slowest["phone"] > SECONDS_OF_A_PHONE
            ]
    return measured, missed + lost_or_doubled(phones)


def main(arguments: list[str]) -> int:
    """Measure and report. Returns 1 if a goal is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=40, help="of play, for each rate")
    parser.add_argument(
        "--rates", type=float, nargs="+", default=RATES, help="rows a second of the whole hall"
    )
    parser.add_argument(
        "--at-home", type=int, default=0, help="people who play boards again, in every second turn"
    )
    parser.add_argument("--no-race", action="store_true", help="leave the second hall out")
    parser.add_argument("--no-harm", action="store_true", help="leave those out who mean harm")
    parser.add_argument(
        "--database", default="", help="a PostgreSQL server, postgres://user@host/postgres"
    )
    parser.add_argument("--out", type=Path, help="the figures as JSON")
    options = parser.parse_args(arguments)
    with own_site(options.database):
        measured, missed = measure(options)
    measured["database"] = "PostgreSQL" if options.database else "SQLite"
    if options.out:
        options.out.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    print("\n".join(missed[:20]) or "Every goal is met; every row is at the desk exactly once.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
