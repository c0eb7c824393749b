"""A connection that costs its client little: requests are bytes made before, and an answer is read
only as far as its reader needs it. Hundreds of them leave the cores to the server.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from typing import NamedTuple

LENGTH = b"\r\nContent-Length: "
AS_A_BROWSER = "Accept-Encoding: gzip\r\nAccept-Language: it\r\n"
WITHOUT_BODY = (204, 304)


class Reply(NamedTuple):
    status: int
    head: bytes
    packed: bytes
    seconds: float

    @property
    def body(self) -> bytes:
        return gzip.decompress(self.packed) if self.header("Content-Encoding") else self.packed

    def header(self, name: str) -> str:
        """Value of a header as the site writes it, or an empty text."""
        _before, _name, after = self.head.partition(f"\r\n{name}: ".encode())
        return after.partition(b"\r\n")[0].decode("latin-1")


def request(method: str, path: str, headers: str = AS_A_BROWSER, body: bytes = b"") -> bytes:
    """Bytes of a request. ``headers`` are whole lines."""
    length = f"Content-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{length}\r\n".encode() + body


class Line:
    """Connection that is kept alive, for one request after the other."""

    def __init__(self, port: int, own_address: str = "127.0.0.1") -> None:
        self.port, self.own_address = port, own_address
        self._wire: _Wire | None = None

    async def ask(self, sent: bytes) -> Reply:
        """Send a request and return the answer. It is sent once more if the server has closed the
        connection meanwhile. Raises ``OSError`` if no answer comes then either.
        """
        began = time.perf_counter()
        try:
            head, body = await self._exchange(sent)
        except OSError:
            self.close()
            head, body = await self._exchange(sent)
        if b"\r\nConnection: close" in head:
            self.close()
        return Reply(int(head[9:12]), head, body, time.perf_counter() - began)

    async def _exchange(self, sent: bytes) -> tuple[bytes, bytes]:
        loop = asyncio.get_running_loop()
        if self._wire is None or self._wire.is_lost:
            _transport, self._wire = await loop.create_connection(
                _Wire, "127.0.0.1", self.port, local_addr=(self.own_address, 0)
            )
        return await self._wire.exchange(sent, loop)

    def close(self) -> None:
        if self._wire is not None and self._wire.transport is not None:
            self._wire.transport.close()
        self._wire = None


class _Wire(asyncio.Protocol):
    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.is_lost = False
        self.heard = b""
        self.end = self.whole = 0
        self.answer: asyncio.Future[tuple[bytes, bytes]] | None = None

    def exchange(
        self, sent: bytes, loop: asyncio.AbstractEventLoop
    ) -> asyncio.Future[tuple[bytes, bytes]]:
        assert self.transport is not None
        self.answer = loop.create_future()
        self.transport.write(sent)
        return self.answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.heard = self.heard + data if self.heard else data
        if not self.whole:
            self.end = self.heard.find(b"\r\n\r\n") + 4
            if self.end < 4:
                return
            self.whole = self.end + self._length()
        if len(self.heard) >= self.whole and self.answer is not None:
            head, body = self.heard[: self.end], self.heard[self.end : self.whole]
            self.heard, self.whole = b"", 0
            if not self.answer.done():
                self.answer.set_result((head, body))

    def _length(self) -> int:
        head = self.heard[: self.end]
        if int(head[9:12]) in WITHOUT_BODY:
            return 0
        at = head.find(LENGTH)
        if at < 0:
            raise ConnectionError(f"no length: {head[:100]!r}")
        return int(head[at + len(LENGTH) : head.index(b"\r\n", at + 2)])

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError("closed without an answer"))
