"""Door of the web server: a listening socket that knows its callers.

waitress reads a whole request before a thread works on it, and waits for the rest as long as bytes
come. Here an unfinished request has a time limit, and no address may hold more than its share of
connections.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from ground import system

SECONDS_TO_SEND = 15
"""For a whole request, and one more for every so many bytes that have come: a roster over a slow wi-fi arrives."""
BYTES_A_SECOND = 50_000
MOST_FROM_ONE_ADDRESS = 200
"""A hall whose phones all come through one router has one address, too."""
SECONDS_OF_AN_ANSWER = 0.5
"""Between two parts of an answer that is being given."""


is_stopping = threading.Event()
"""Whether this process was asked to stop."""


class Caller(socket.socket):
    """A connection, and whether it waits for an answer."""

    address = ""
    is_waiting = False
    """Whether something has come that is not answered yet."""
    begun: float | None = None
    """When the first byte came of a request that is not read whole yet."""
    come = 0
    last = 0.0

    def recv(self, *args: Any) -> bytes:
        received = super().recv(*args)
        if received:
            self.last = time.monotonic()
            if not self.is_waiting:
                self.begun = self.last
                self.come = 0
                self.is_waiting = True
            self.come += len(received)
        return received

    def send(self, *args: Any) -> int:
        self.last = time.monotonic()
        self.begun = None
        self.is_waiting = False
        return super().send(*args)

    def is_too_slow(self, now: float) -> bool:
        begun = self.begun
        return begun is not None and now - begun > SECONDS_TO_SEND + self.come / BYTES_A_SECOND

    def is_being_served(self, now: float) -> bool:
        return self.is_waiting or now - self.last < SECONDS_OF_AN_ANSWER

    def hang_up(self) -> None:
        """Shut the connection down as if the other side had, so that the server closes it."""
        with contextlib.suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)


class Door(socket.socket):
    """The listening socket, shared by the processes of the server."""

    is_shut = False
    last_asked = 0.0
    """Time of the last whole request, by the monotonic clock."""
    _nobody: socket.socket | None = None

    def __init__(self, host: str, port: int, handed: int | None = None) -> None:
        """Open the port, or take over the listening socket that this process was handed by its
        number.
        """
        if handed is None:
            super().__init__(socket.AF_INET, socket.SOCK_STREAM)
            system.claim(self)
            self.bind((host, port))
        else:
            super().__init__(fileno=handed)
        self.is_local = self.family == getattr(socket, "AF_UNIX", None)
        self._callers: dict[tuple[str, int], Caller] = {}
        self._numbers = itertools.count()

    def accept(self) -> tuple[socket.socket, Any]:
        try:
            connection, address = super().accept()
        except OSError:
            if self.is_shut:
                raise BlockingIOError(errno.EWOULDBLOCK, "the door is shut") from None
            raise
        if self.is_local:  # its callers have no address
            address = "localhost", next(self._numbers)
        caller = Caller(connection.family, connection.type, connection.proto, connection.detach())
        caller.address = address[0]
        caller.last = time.monotonic()
        self._callers[address] = caller
        # Only a proxy of this machine comes through a socket without a port, and for everybody.
        if not self.is_local:
            self._make_room_beside(caller)
        return caller, address

    def _make_room_beside(self, newest: Caller) -> None:
        """Close one connection of an address that has too many: the one that has waited longest.
        Unfinished requests go first, then idle connections; one whose request is being answered is
        never closed.
        """
        callers = [caller for caller in self.callers() if caller.address == newest.address]
        if len(callers) > MOST_FROM_ONE_ADDRESS:
            idle = [
                caller for caller in callers if caller.begun is not None or not caller.is_waiting
            ]
            min(
                idle, key=lambda caller: (caller is newest, caller.begun is None, caller.last)
            ).hang_up()

    def callers(self) -> list[Caller]:
        for address, caller in list(self._callers.items()):
            if caller.fileno() == -1:
                self._callers.pop(address, None)
        return list(self._callers.values())

    def has_come_whole(self, address: tuple[str, int]) -> None:
        """Note that the request of this connection is complete. Its sender is then not slow,
        however long the answer takes.
        """
        self.last_asked = time.monotonic()
        if (caller := self._callers.get(address)) is not None:
            caller.begun = None

    def is_serving(self) -> bool:
        now = time.monotonic()
        return any(caller.is_being_served(now) for caller in self.callers())

    def watch(self, every_second: Callable[[], None] = lambda: None) -> None:
        """Start a thread that hangs up slow callers."""

        def keep_looking() -> None:
            while True:
                time.sleep(1)
                every_second()
                for caller in self.callers():
                    if caller.is_too_slow(time.monotonic()):
                        caller.hang_up()

        threading.Thread(target=keep_looking, name="door", daemon=True).start()

    def shut(self) -> None:
        """Close the door for this process. When all processes have done so, new connections are
        refused at once, and a proxy asks another server.

        The listening socket is replaced by one that nobody connects to, so that the server can
        finish its other connections.
        """
        self.is_shut = True
        if not system.WINDOWS:
            self._nobody, knocks = socket.socketpair()
            with knocks:
                os.dup2(knocks.fileno(), self.fileno())

    def close(self) -> None:
        if self._nobody is not None:
            self._nobody.close()
        super().close()

    def finish(self, seconds: float) -> None:
        """Wait until all requests are answered, up to a time limit; idle connections are closed."""
        deadline = time.monotonic() + seconds
        while (now := time.monotonic()) < deadline:
            callers = self.callers()
            for caller in callers:
                if not caller.is_being_served(now):
                    caller.hang_up()
            if not any(caller.is_being_served(now) for caller in callers):
                break
            time.sleep(0.05)
