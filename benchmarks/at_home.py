"""People at home who play boards of a published standing again, each card pressed as the page's script
presses it.
"""

from __future__ import annotations

import asyncio
import html
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from benchmarks.client import Answer, Connection
from benchmarks.site import percentile

SECONDS_A_CARD = 9
"""Seconds of thought on the mean: a board of thirteen own cards takes two minutes."""
SECONDS_TO_BEGIN = 4
BUSY = 503
"""Status with which the site has a card pressed again."""

GAME = re.compile(r'name="g" value="([^"]+)"')
LEGAL = re.compile(r'is-legal"\s+name="card"\s+value="(\w+)"')
OVER = "data-over"
AS_A_PHONE = {"Accept-Encoding": "identity", "Accept-Language": "it"}
PRESSED = {
    "Content-Type": "application/x-www-form-urlencoded",
    "HX-Request": "true",
    **AS_A_PHONE,
}


@dataclass
class Played:
    """Figures of people at home: seconds of each answer to a card, how often one had to be pressed
    again, boards played to the end, and failures.
    """

    cards: list[float] = field(default_factory=list)
    again: int = 0
    ended: int = 0
    failures: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        return {
            "cards": len(self.cards),
            "card_p50": round(percentile(self.cards, 0.5), 1),
            "card_p95": round(percentile(self.cards, 0.95), 1),
            "again": self.again,
            "ended": self.ended,
        }


class AtHome:
    """One person at home, who plays a board after the other with any legal cards."""

    def __init__(self, port: int, addresses: list[str], number: int, own_address: str) -> None:
        self.connection = Connection(port, own_address)
        self.chance = random.Random(number)
        self.addresses = addresses
        self.board = number

    async def play(self, played: Played, until: float) -> None:
        await asyncio.sleep(self.chance.random() * SECONDS_TO_BEGIN)
        while time.monotonic() < until:
            where = self.addresses[self.board % len(self.addresses)]
            self.board += 1
            answer = await self.connection.ask("GET", where, headers=AS_A_PHONE)
            if answer.status != 200:
                played.failures.append(f"{where} was answered {answer.status}")
                break
            if await self._to_the_end(where, answer, played, until):
                played.ended += 1
        self.connection.close()

    async def _to_the_end(self, where: str, answer: Answer, played: Played, until: float) -> bool:
        """Press cards until the board is over. Returns whether it was over in time."""
        while OVER not in answer.text:
            await asyncio.sleep(SECONDS_A_CARD * self.chance.uniform(0.3, 1.7))
            game = GAME.search(answer.text)
            if time.monotonic() > until:
                return False
            if game is None:
                played.failures.append(f"{where}: no game is shown")
                return False
            legal = LEGAL.findall(answer.text)
            card = self.chance.choice(legal) if legal else ""
            pressed = urlencode({"g": html.unescape(game[1]), "card": card}).encode()
            began = time.perf_counter()
            answer = await self.connection.ask("POST", f"{where}card/", pressed, PRESSED)
            if answer.status == BUSY:
                played.again += 1
            elif answer.status == 200:
                played.cards.append(time.perf_counter() - began)
            else:
                played.failures.append(f"{where}card/ was answered {answer.status}")
                return False
        return True


def boards_of(code: str) -> list[str]:
    """Addresses of the boards of a published evening that can be played again."""
    from django.urls import reverse

    from frame.publication_cache import last_page
    from king_tournament.replay.boards import published_board
    from night.lookups import find_evening

    evening, addresses = find_evening(code), list[str]()
    page = last_page(evening)
    for round_ in evening.rounds.select_related("board_set"):
        round_.tournament = evening
        for board in round_.board_set.boards.in_use() if round_.board_set else ():
            board_page = published_board(round_, board, page)
            if board_page is not None and not board_page.refusal:
                where = evening.code, round_.number, board.number
                addresses.append(reverse("replay:play", args=where))
    return addresses
