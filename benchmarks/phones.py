"""A captain's phone as the hall has it: it opens its page, polls, writes rows, sends some twice; and
an evening for such phones.
"""

from __future__ import annotations

import asyncio
import datetime
import json
import random
import re
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.line import AS_A_BROWSER, Line, Reply, request

POLL_SECONDS = 1.7
REPEATED = 0.1
HANDS = 12
JSON = f"Content-Type: application/json\r\n{AS_A_BROWSER}"
STAMP = re.compile(rb'"stamp": ?"([^"]+)"')


@dataclass
class Figures:
    """Seconds of each answer, and failures. ``pages`` are the phones' own, ``assets`` what these
    load.
    """

    pages: list[float] = field(default_factory=list)
    assets: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    rows: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Phone:
    """A captain's phone that polls, types and sends."""

    def __init__(self, port: int, code: str, own_address: str, round_number: int = 1) -> None:
        # In the hall each has an address of its own; the server gives one address no more than its
        # share.
        self.line = Line(port, own_address)
        self.code, self.chance = code, random.Random(code)
        self.page = f"/t/{code}/{round_number}/"
        self.stamp = ""
        self.sent: list[str] = []
        self.hand = 0
        self._question = b""

    async def open(self, figures: Figures, assets: Sequence[str]) -> None:
        """Follow the link on the table's card with an empty browser: the page, then ``assets``."""
        began = time.perf_counter()
        answer = await self.line.ask(request("GET", f"/t/{self.code}/"))
        if answer.status == 302:
            answer = await self.line.ask(request("GET", self.page))
        figures.pages.append(time.perf_counter() - began)
        if answer.status != 200:
            figures.failures.append(f"{self.page} was answered {answer.status}")
        self._read_stamp(answer)
        own = f"/t/{self.code}/manifest.webmanifest"
        for path in (*assets, own):
            answer = await self.line.ask(request("GET", path))
            figures.assets.append(answer.seconds)
            if answer.status != 200:
                figures.failures.append(f"{path} was answered {answer.status}")

    async def poll(self, figures: Figures) -> None:
        """Ask whether the sheet has changed."""
        if not self._question:
            self._question = request("GET", f"{self.page}state?stamp={self.stamp}")
        answer = await self.line.ask(self._question)
        figures.polls.append(answer.seconds)
        if answer.status == 200:
            self._read_stamp(answer)
        elif answer.status != 204:
            figures.failures.append(f"a poll was answered {answer.status}")

    async def keep_polling(self, figures: Figures, until: float) -> None:
        await asyncio.sleep(self.chance.random() * POLL_SECONDS)
        while (began := time.monotonic()) < until:
            await self.poll(figures)
            await asyncio.sleep(max(0.0, began + POLL_SECONDS - time.monotonic()))

    def next_row(self) -> dict[str, Any]:
        """JSON of the next hand, with its own mark."""
        from king.rulesets import find_ruleset

        plan = find_ruleset("lab12").schedule()[self.hand]
        self.hand += 1
        mark = str(uuid.uuid4())
        self.sent.append(mark)
        content = some_row(plan, self.chance)
        return {
            "hand": plan.number,
            "content": content,
            "client_id": mark,
            "based_on": 0,
            "device": self.code,
        }

    async def write(self, figures: Figures) -> None:
        """Send the next hand, and now and then the same a second time. A phone sends beside its
        polls, on a connection of its own.
        """
        sent = request("POST", f"{self.page}rows", JSON, json.dumps(self.next_row()).encode())
        line = Line(self.line.port, self.line.own_address)
        for _ in range(1 + (self.chance.random() < REPEATED)):
            answer = await line.ask(sent)
            figures.rows.append(answer.seconds)
            if answer.status == 200:
                self._read_stamp(answer)
            else:
                figures.failures.append(
                    f"a row was answered {answer.status}: {answer.body[:200]!r}"
                )
        line.close()

    def _read_stamp(self, answer: Reply) -> None:
        found = STAMP.search(answer.body)
        if found and found[1].decode() != self.stamp:
            self.stamp, self._question = found[1].decode(), b""


def some_row(plan: Any, chance: random.Random) -> dict[str, Any]:
    """Content of a row whose counts add up, with a trump if the contract has one."""
    units = dict.fromkeys("NESW", 0)
    for _ in range(plan.contract.units):
        units[chance.choice("NESW")] += 1
    return {"units": units} | ({"trump": chance.choice("SHDC")} if plan.contract.trump else {})


def prepare(tables: int) -> tuple[str, list[str]]:
    """Make an evening in play in the configured database. Returns its code, and the codes on its
    tables' cards.
    """
    from django.utils import timezone

    from scoring.models import Sheet
    from tournaments.models import Entry, EntryMember, Place, Player, Round, Seat, Table, Tournament

    evening = Tournament.objects.create(
        name="Benchmark", date=datetime.date(2026, 11, 20), ruleset="lab12"
    )
    people = Player.objects.bulk_create(
        Player(surname=f"Player {number}") for number in range(4 * tables)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=evening, number=number) for number in range(1, 4 * tables + 1)
    )
    EntryMember.objects.bulk_create(
        EntryMember(tournament=evening, entry=entry, player=player)
        for entry, player in zip(entries, people, strict=True)
    )
    now = timezone.now()
    round_ = Round.objects.create(
        tournament=evening,
        number=1,
        stage=Round.Stage.PLAYING,
        seating_published_at=now,
        started_at=now,
    )
    places = Place.objects.bulk_create(
        Place(tournament=evening, number=number) for number in range(1, tables + 1)
    )
    created = Table.objects.bulk_create(
        Table(round=round_, place=place, number=place.number) for place in places
    )
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            table=table,
            wind="NESW"[seat],
            entry=entries[4 * at + seat],
            player=people[4 * at + seat],
        )
        for at, table in enumerate(created)
        for seat in range(4)
    )
    Sheet.objects.bulk_create(Sheet(table=table) for table in created)
    return evening.code, [place.code for place in places]


def lost_or_doubled(phones: list[Phone]) -> list[str]:
    """Sentences on rows lost or doubled between the phones and the desk. Empty if all is well."""
    from scoring.models import HandResult

    at_desk: dict[str, int] = {}
    for mark in HandResult.objects.values_list("client_id", flat=True):
        at_desk[str(mark)] = at_desk.get(str(mark), 0) + 1
    marks = [mark for phone in phones for mark in phone.sent]
    return [
        f"{mark} is at the desk {at_desk.get(mark, 0)} times"
        for mark in marks
        if at_desk.get(mark) != 1
    ]
