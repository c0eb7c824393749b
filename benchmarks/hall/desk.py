"""The desk of a hall: its wall of tables stays open, and somebody publishes standings there."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING

from benchmarks.client import Browser, Connection
from benchmarks.line import AS_A_BROWSER, Line, Reply, request

if TYPE_CHECKING:
    from benchmarks.hall.evening import Evening

SECONDS_OF_THE_WALL, SECONDS_OF_THE_CALLS, SECONDS_OF_A_WARNING = 4, 1.4, 60
"""Seconds between the questions of the wall, of the line of calls and of the list of warnings, as their pages say."""
WALL = re.compile(r'<div id="wall-asks"\s+hx-get="([^"]+)"')
CALLS = re.compile(r'<div id="calls".*?hx-get="([^"]+)"', re.DOTALL)


@dataclass
class AtTheDesk:
    """Seconds of each answer to the wall and to who publishes, and failures."""

    walls: list[float] = field(default_factory=list)
    publications: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def session() -> str:
    """Value of the cookie of somebody who may do everything."""
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get_or_create(username="hall", is_superuser=True)[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].value


class Desk:
    """The desk's laptop, with the wall of the partita in play."""

    def __init__(self, port: int, evening: Evening, session: str) -> None:
        self.port, self.evening, self.session = port, evening, session
        self.at = f"/desk/{evening.code}/"
        self.table = 0

    async def stay_open(self, until: float, figures: AtTheDesk) -> None:
        """Ask as the page of the partita does: its wall, its line of calls, its list of warnings."""
        line = Line(self.port)
        page = await line.ask(self._request(f"{self.at}play/{self.evening.round}/"))
        line.close()
        if page.status != 200:
            raise SystemExit(f"The wall was answered {page.status}.")
        look = f"{self.at}play/{self.evening.round}/look/"
        await asyncio.gather(
            self._renew(WALL, page, SECONDS_OF_THE_WALL, until, figures, figures.walls),
            self._renew(CALLS, page, SECONDS_OF_THE_CALLS, until, figures, []),
            self._warn(look, until, figures),
        )

    async def publish(self, figures: AtTheDesk) -> None:
        """Correct a result of the first partita at one table, then publish the standings."""
        self.table += 1
        connection = Connection(self.port)
        browser = Browser(connection)
        browser.cookies["sessionid"] = self.session
        ruling = {"kind": "adjustment", "offender": "N", "points": "-5", "reason": "Late."}
        await browser.press(f"{self.at}play/1/{self.table}/rule/", typed=ruling)
        form = await browser.form(f"{self.at}standings/", to="publish/")
        began = time.perf_counter()
        await browser.post(f"{self.at}standings/publish/", form.fields)
        figures.publications.append(time.perf_counter() - began)
        connection.close()

    def _request(self, path: str, *, part: bool = False) -> bytes:
        htmx = "HX-Request: true\r\n" if part else ""
        return request("GET", path, f"Cookie: sessionid={self.session}\r\n{htmx}{AS_A_BROWSER}")

    async def _renew(
        self,
        asks: re.Pattern[str],
        page: Reply,
        seconds: float,
        until: float,
        figures: AtTheDesk,
        took: list[float],
    ) -> None:
        line, sent = Line(self.port), self._next(asks, page)
        while time.monotonic() < until:
            await asyncio.sleep(seconds)
            answer = await line.ask(sent)
            took.append(answer.seconds)
            if answer.status == 200:
                sent = self._next(asks, answer)
            elif answer.status != 204:
                figures.failures.append(f"the desk was answered {answer.status}")
        line.close()

    def _next(self, asks: re.Pattern[str], page: Reply) -> bytes:
        found = asks.search(page.body.decode())
        assert found is not None, asks.pattern
        return self._request(unescape(found[1]), part=True)

    async def _warn(self, path: str, until: float, figures: AtTheDesk) -> None:
        line = Line(self.port)
        while (left := until - time.monotonic()) > 0:
            answer = await line.ask(self._request(path, part=True))
            if answer.status not in (200, 204):
                figures.failures.append(f"{path} was answered {answer.status}")
            await asyncio.sleep(min(SECONDS_OF_A_WARNING, left))
        line.close()
