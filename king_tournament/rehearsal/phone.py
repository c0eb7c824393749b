"""A captain's phone as its page behaves: rows kept until the desk has answered, the same mark each time."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from collections import Counter
from collections.abc import Mapping
from typing import Any

from king_tournament.rehearsal.client import Connection, Refused

PAGE = re.compile(r'<script id="phone-page" type="application/json">(.*?)</script>', re.DOTALL)
SECONDS_TO_TRY = 180
CUT_BEFORE, CUT_AFTER, TWICE = "cut before", "cut after", "twice"
FAULTS = {CUT_BEFORE: 0.12, CUT_AFTER: 0.12, TWICE: 0.12}
"""How often the network goes away while a row is sent, after it is, and how often a row is sent once more."""


class Phone:
    """One phone at one table. ``happened`` counts the faults that it went through."""

    def __init__(self, connection: Connection, code: str, chance: random.Random, *, faults: bool) -> None:
        self.connection, self.code, self.chance, self.faults = connection, code, chance, faults
        self.device = f"{chance.getrandbits(32):08x}"
        self.happened: Counter[str] = Counter()
        self.page: dict[str, Any] = {}
        self.sheet: dict[str, Any] = {}

    async def open(self) -> None:
        """As the square on the card does: the sheet in play at this table."""
        answer = await self.connection.ask("GET", f"/t/{self.code}/")
        if answer.status == 302:
            answer = await self.connection.ask("GET", answer.header("location"))
        found = PAGE.search(answer.text)
        if found is None:
            raise Refused(f"/t/{self.code}/: {answer.status}")
        self.page = json.loads(found[1])
        self.sheet = self.page["sheet"]

    async def poll(self) -> None:
        """Whether the sheet has changed."""
        answer = await self.connection.ask("GET", f"{self.page['urls']['state']}?stamp={self.sheet['stamp']}")
        if answer.status == 200:
            self.sheet = answer.json()

    async def write(self, hand: int, content: Mapping[str, Any]) -> tuple[int, str]:
        """A row, sent until the desk has answered; the version that it became, and its mark.

        Where somebody else has written the hand meanwhile, the desk's version is looked at and written over.
        """
        standing = self.sheet["rows"].get(str(hand))
        mark = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
        based_on = standing["version"] if standing else 0
        item = {"hand": hand, "content": content, "client_id": mark, "based_on": based_on}
        status, body = await self._deliver("rows", item)
        if status == 409:
            self.happened["conflict"] += 1
            self.sheet = body["sheet"]
            return await self.write(hand, content)
        if status != 200:
            raise Refused(f"{self.page['urls']['rows']}: {status} {body.get('message', '')}")
        if self.faults and self.chance.random() < FAULTS[TWICE]:
            self.happened[TWICE] += 1
            _status, again = await self._deliver("rows", item)
            if again.get("version") != body["version"]:
                raise Refused(f"{self.page['urls']['rows']}: {body['version']} ≠ {again.get('version')}")
        self.sheet = body["sheet"]
        return body["version"], mark

    async def act(self, name: str, content: Mapping[str, Any]) -> None:
        """Sign, hand in, say how the table sits, call: what the page does with one tap."""
        status, body = await self._deliver(name, content)
        if status != 200:
            raise Refused(f"{self.page['urls'][name]}: {status} {body.get('message', '')}")
        self.sheet = body["sheet"]

    async def hand_in(self, captain: str = "N") -> None:
        """Every signature that the evening asks for, then the sheet."""
        signing = self.sheet["signing"]
        for wind in signing["missing"].get(captain, ()) if signing else ():
            await self.act("sign", {"wind": wind, "seen": self.sheet["seen"]})
        await self.act("hand_in", {"captain": captain, "seen": self.sheet["seen"], "with_problems": False})

    async def _deliver(self, name: str, content: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        body = {**content, "device": self.device, "sheet": self.page["sheet_key"]}
        deadline = time.monotonic() + SECONDS_TO_TRY
        while time.monotonic() < deadline:
            fault = self._fault()
            cut = None if fault is None else self.chance.random() * 0.9 if fault == CUT_BEFORE else 1
            try:
                answer = await self.connection.post_json(self.page["urls"][name], body, cut)
            except OSError:
                self.happened[fault or "no answer"] += 1
                await asyncio.sleep(0.05 if fault else 0.5)
                continue
            if answer.status < 500:
                return answer.status, answer.json()
            await asyncio.sleep(0.5)
        raise Refused(f"{self.page['urls'][name]}: no answer in {SECONDS_TO_TRY} s")

    def _fault(self) -> str | None:
        if not self.faults:
            return None
        lot = self.chance.random()
        return (
            CUT_BEFORE
            if lot < FAULTS[CUT_BEFORE]
            else CUT_AFTER
            if lot < FAULTS[CUT_BEFORE] + FAULTS[CUT_AFTER]
            else None
        )
