"""People in the hall: phones that look at it, its screens, rows that tables send."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import quote, urljoin

from benchmarks.line import AS_A_BROWSER, Line, Reply, request
from benchmarks.phones import HANDS, Figures, Phone

SECONDS_BETWEEN_LOOKS = 10
LOADED = re.compile(r'<(?:link|script)\b[^>]*?\b(?:href|src)="(/static/[^"]+)"', re.DOTALL)
FONT = re.compile(r'url\(["\']?([^"\')]+-latin\.[^"\')]*woff2)')
"""A font with the letters of the players' names; a browser leaves out those that it does not need."""
SCREEN_STAMP = re.compile(r'data-stamp="([^"]*)"')
REFRESH = re.compile(r'data-refresh="(\d+)"')


@dataclass
class Looks:
    """Seconds of each look at a page and at a screen, and failures."""

    looks: list[float] = field(default_factory=list)
    screens: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def address(number: int) -> str:
    """Address of a phone in the hall. Each has its own, because the server gives one address no
    more than its share.
    """
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


async def get(line: Line, path: str) -> Reply:
    answer = await line.ask(request("GET", path))
    if answer.status != 200:
        raise SystemExit(f"{path} was answered {answer.status}")
    return answer


async def assets_of(port: int, path: str) -> list[str]:
    """Addresses of the files that a browser loads with a page, each once."""
    line, found = Line(port), dict[str, None]()
    page = await line.ask(request("GET", path))
    if page.status == 302:
        page = await get(line, page.header("Location"))
    for asset in LOADED.findall(page.body.decode()):
        found[asset] = None
    for sheet in [asset for asset in found if asset.endswith(".css")]:
        for font in FONT.findall((await get(line, sheet)).body.decode()):
            found[urljoin(sheet, font)] = None
    line.close()
    return list(found)


async def watch(
    port: int, number: int, path: str, until: float, looks: Looks, own_address: str
) -> None:
    """Look at a page on a phone: ask again and again with the ETag."""
    chance, line = random.Random(number), Line(port, own_address)
    etag, question = "", request("GET", path)
    await asyncio.sleep(chance.random() * SECONDS_BETWEEN_LOOKS)
    while time.monotonic() < until:
        answer = await line.ask(question)
        looks.looks.append(answer.seconds)
        if answer.status not in (200, 304):
            looks.failures.append(f"{path} was answered {answer.status}")
        elif (newer := answer.header("ETag")) != etag:
            etag = newer
            question = request("GET", path, f"If-None-Match: {etag}\r\n{AS_A_BROWSER}")
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS * chance.uniform(0.8, 1.2))
    line.close()


async def show(port: int, path: str, until: float, looks: Looks) -> None:
    """Keep a screen of the hall open. It asks as often as its page says, with the stamp that it
    has.
    """
    line = Line(port)
    answer = await get(line, path)
    stamp, seconds = _stamp_and_refresh(answer)
    while time.monotonic() < until:
        await asyncio.sleep(seconds)
        answer = await line.ask(request("GET", f"{path}?stamp={quote(stamp)}"))
        looks.screens.append(answer.seconds)
        if answer.status == 200:
            stamp, seconds = _stamp_and_refresh(answer)
        elif answer.status != 204:
            looks.failures.append(f"{path} was answered {answer.status}")
    line.close()


def _stamp_and_refresh(answer: Reply) -> tuple[str, int]:
    text = answer.body.decode()
    stamp, refresh = SCREEN_STAMP.search(text), REFRESH.search(text)
    assert stamp is not None
    assert refresh is not None
    return unescape(stamp[1]), int(refresh[1])


async def write_rows(phones: Sequence[Phone], rate: float, until: float, figures: Figures) -> None:
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


async def at_one_moment(port: int, path: str, count: int) -> float:
    """Seconds until the last of many phones has a page."""
    lines = [Line(port, address(number)) for number in range(count)]
    answers = await asyncio.gather(*(get(line, path) for line in lines))
    for line in lines:
        line.close()
    return max(answer.seconds for answer in answers)


async def rows_at_one_moment(phones: Sequence[Phone]) -> tuple[float, list[str]]:
    figures = Figures()
    await asyncio.gather(*(phone.write(figures) for phone in phones))
    return max(figures.rows), figures.failures
