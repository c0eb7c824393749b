"""The web server, ``python -m king_tournament.installation.web``, in ``KING_WEB_PROCESSES`` processes. waitress reads a
whole request before a thread works on it; here half a request has an end too, and no address holds more than its
share."""

import argparse
import contextlib
import errno
import logging
import os
import select
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import BadRequest, ServerNotImplemented

from king_tournament.installation.runner import starter, when_the_starter_ends
from tournaments import system

THREADS = 8
"""For phones and the desk; the public, of whom there may be any number, has its own."""
PUBLIC_THREADS = 3
FIRST_SERVED = "/t/", "/desk/", "/accounts/", "/static/", "/health", "/ready", "/metrics"
SECONDS_TO_SEND = 15
"""For a whole request, and one more for every so many bytes that have come: a roster over a slow wi-fi arrives."""
BYTES_A_SECOND = 50_000
SECONDS_IDLE = 20
SECONDS_TO_FINISH = 8
MOST_FROM_ONE_ADDRESS = 200
"""A hall whose phones all come through one router has one address, too."""
LARGEST_REQUEST = 16 * 2**20


class Parser(HTTPRequestParser):
    """A request whose first line cannot be read has no path, and waitress would name it when its sender leaves."""

    path = ""
    error: Any = None

    def received(self, data: bytes) -> int:
        """An encoding that nobody here asked for is the sender's fault, and no error of the site (501)."""
        read: int = super().received(data)
        if isinstance(self.error, ServerNotImplemented):
            self.error = BadRequest(self.error.body)
        return read


class Channel(HTTPChannel):
    parser_class = Parser
    request: Any = None
    begun: float | None = None
    come = 0

    def received(self, data: bytes) -> bool:
        whole: bool = super().received(data)
        if self.request is None:
            self.begun = None
        elif self.begun is None:
            self.begun, self.come = time.monotonic(), len(data)
        else:
            self.come += len(data)
        return whole

    def is_too_slow(self) -> bool:
        if self.begun is None:
            return False
        return time.monotonic() - self.begun > SECONDS_TO_SEND + self.come / BYTES_A_SECOND

    def has_an_answer_to_give(self) -> bool:
        return bool(self.requests or self.total_outbufs_len)


class Server(TcpWSGIServer):
    channel_class = Channel
    is_shut = False
    public: ThreadedTaskDispatcher

    def add_task(self, task: Any) -> None:
        dispatcher = self.task_dispatcher if task.requests[0].path.startswith(FIRST_SERVED) else self.public
        dispatcher.add_task(task)

    def handle_close(self) -> None:
        """Another process of this server was asked to stop, and has shut the door that they share."""
        self.accepting, self.is_shut = False, True

    def accept(self) -> Any:
        """None where there is no connection, as once another process has shut the door."""
        try:
            return super().accept()
        except OSError as reason:
            if reason.errno != errno.EINVAL:
                raise
            return None

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.is_too_slow():
                channel.will_close = True

    def handle_accept(self) -> None:
        """One connection too many of an address costs it the one that has waited longest."""
        super().handle_accept()
        newest = max(self.active_channels.values(), key=lambda channel: channel.creation_time, default=None)
        if newest is None:
            return
        others = [channel for channel in self.active_channels.values() if channel.addr[0] == newest.addr[0]]
        if len(others) > MOST_FROM_ONE_ADDRESS:
            idle = [channel for channel in others if not channel.has_an_answer_to_give() and channel is not newest]
            # Half a request goes before a connection that has always been answered.
            min(idle or [newest], key=lambda channel: (channel.begun is None, channel.last_activity)).handle_close()

    def run_until(self, is_asked_to_stop: Callable[[], bool]) -> None:
        """Asked to stop, it takes nothing new and finishes what is being answered."""
        deadline = None
        while True:
            wasyncore.loop(timeout=1, use_poll=hasattr(select, "poll"), map=self._map, count=1)
            if deadline is None and (is_asked_to_stop() or self.is_shut):
                deadline = time.monotonic() + SECONDS_TO_FINISH
                self.accepting = False
                # The door of all its processes: who knocks now is refused at once, and a proxy asks another server.
                with contextlib.suppress(OSError):
                    if self.socket is not None:
                        self.socket.shutdown(socket.SHUT_RDWR)
            if deadline is not None:
                idle = [
                    connection for connection in self.active_channels.values() if not connection.has_an_answer_to_give()
                ]
                for channel in idle:
                    channel.will_close = True  # else a proxy goes on asking here
                busy = len(idle) < len(self.active_channels)
                if not busy or time.monotonic() > deadline:
                    break
        for dispatcher in (self.task_dispatcher, self.public):
            dispatcher.shutdown(timeout=1)


ROOM_FOR_CALLS = 17_000
"""Places on the stack of a thread's first call, which gets 256 kB for them and leaves half of that to all further ones.
Memory is touched, and counts, as far as calls reach."""


def with_room(work: Callable[[int], None]) -> Callable[[int], None]:
    """Python gives a thread 16 kB for its calls, 16 more when these are full, and takes those back as soon as they are
    empty. Templates that call each other across such an edge had them mapped anew up to 1,660 times a page, a third of
    its time."""

    def run(number: int) -> None:
        work(number)

    run.__code__ = run.__code__.replace(co_stacksize=ROOM_FOR_CALLS)
    return run


class Threads(ThreadedTaskDispatcher):
    def start_new_thread(self, target: Callable[[int], None], thread_no: int) -> None:
        super().start_new_thread(with_room(target), thread_no)


def serve(application: Any, listening: socket.socket, ending: threading.Event) -> None:
    """Until ``ending``, which a signal sets."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # Not before the application is there: who knocks earlier is refused, and a proxy asks another server.
    system.open_many_files()
    listening.listen(1024)
    listening.setblocking(False)
    # The proxy's own word about https is believed where KING_HTTPS says that there is one.
    adjustments = Adjustments(
        sockets=[listening], connection_limit=system.MOST_CONNECTIONS, channel_timeout=SECONDS_IDLE,
        cleanup_interval=1, max_request_body_size=LARGEST_REQUEST, max_request_header_size=64 * 2**10, ident="",
        clear_untrusted_proxy_headers=False, asyncore_use_poll=hasattr(select, "poll"),
    )  # fmt: skip
    sockinfo = (listening.family, listening.type, listening.proto, listening.getsockname())
    threads, public = Threads(), Threads()
    threads.set_thread_count(THREADS)
    public.set_thread_count(PUBLIC_THREADS)
    server = Server(
        application, adj=adjustments, _sock=listening, sockinfo=sockinfo, bind_socket=False, map={}, dispatcher=threads
    )
    server.public = public

    def ask_to_stop(_number: int, _frame: FrameType | None) -> None:
        ending.set()
        server.pull_trigger()

    for name in ("SIGTERM", "SIGINT"):
        signal.signal(getattr(signal, name), ask_to_stop)
    when_the_starter_ends(lambda: ask_to_stop(0, None))
    server.run_until(ending.is_set)


def door_at(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    system.claim(listening)
    listening.bind((host, port))
    return listening


def _serve_the_site(listening: socket.socket) -> None:
    _make_room_for_figures()
    # In the process that serves: nothing of it, a connection to the database above all, is shared by two.
    from king_tournament.wsgi import application

    # Its module asks for the settings, which are there by now.
    from king_tournament.installation.observed import ending  # isort: skip

    serve(application, listening, ending)


def _count_anew(port: int) -> None:
    """For the figures of ``/metrics``; before their library is read, which looks for the folder."""
    from django.conf import settings

    folder = Path(settings.DATA_DIR) / "metrics" / str(port)
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):  # on a full disk each process counts for itself
        folder.mkdir(parents=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _make_room_for_figures() -> None:
    """Write the files whole that the library would only map: on a disk that is full by then a page of one that was
    never written ends the process (SIGBUS), and the next one as well. Without room the process counts for itself."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    files = [Path(folder) / f"{kind}_{os.getpid()}.db" for kind in ("counter", "histogram")] if folder else []
    try:
        for file in files:
            file.write_bytes(bytes(2**20))
    except OSError:
        del os.environ["PROMETHEUS_MULTIPROC_DIR"]
        for file in files:
            file.unlink(missing_ok=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    options = parser.parse_args()
    listening = door_at(options.host, options.port)
    _count_anew(options.port)
    processes = int(os.environ.get("KING_WEB_PROCESSES") or 2)
    sys.exit(system.in_processes(lambda: _serve_the_site(listening), processes, starter()))


if __name__ == "__main__":
    main()
