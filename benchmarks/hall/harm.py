"""Clients that mean harm: half-sent and trickling requests, many connections of one address, many
readers of one paper.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from benchmarks.hall.crowd import address, get
from benchmarks.line import Line, request
from benchmarks.phones import Phone

LASTS = 15


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
    lines = [Line(port, address(number)) for number in range(count)]
    await asyncio.gather(*(line.ask(request("GET", paper)) for line in lines))
    for line in lines:
        line.close()


async def meanwhile(port: int, phone: Phone, harm: Awaitable[None]) -> dict[str, float]:
    """Slowest answers of ``/health`` and of a phone's poll while ``harm`` is done. Each request has
    a new connection, as of a phone that wakes.
    """
    doing = asyncio.ensure_future(harm)
    health, polls = list[float](), list[float]()
    while not doing.done():
        for path, took, own in (
            ("/health", health, "127.0.200.1"),
            (f"{phone.page}state", polls, "127.0.200.2"),
        ):
            line, began = Line(port, own), time.monotonic()
            await get(line, path)
            took.append(time.monotonic() - began)
            line.close()
        await asyncio.sleep(0.1)
    await doing
    return {"health": round(max(health), 2), "phone": round(max(polls), 2)}


async def harm(port: int, phone: Phone, papers: list[str]) -> dict[str, dict[str, float]]:
    """Slowest answers while each harm is done, in seconds."""

    def until() -> float:
        return time.monotonic() + LASTS

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
