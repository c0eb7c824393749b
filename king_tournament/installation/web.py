"""The web server, ``python -m king_tournament.installation.web``: waitress, in
``KING_WEB_PROCESSES`` processes behind one door.
"""

import argparse
import contextlib
import logging
import os
import select
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import waitress

from ground import system
from king_tournament.installation.door import Door, is_stopping
from king_tournament.installation.runner import (
    DIED,
    HELD,
    STOPPED,
    STOPPING,
    Looks,
    starter,
    web_command,
    when_the_starter_ends,
)

THREADS = 6
SECONDS_IDLE = 20
SECONDS_TO_FINISH = 8
LARGEST_REQUEST = 16 * 2**20


def serve(
    application: Any,
    door: Door,
    every_second: Callable[[], None] = lambda: None,
    is_over: Callable[[], bool] = lambda: False,
) -> None:
    """Serve until the process is asked to stop, or until ``is_over``. Then no new request is
    accepted, and open ones are answered.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        door.has_come_whole((environ["REMOTE_ADDR"], int(environ["REMOTE_PORT"])))
        answered: Iterable[bytes] = application(environ, start_response)
        return answered

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    system.open_many_files()
    # The proxy's own word about https is believed where KING_HTTPS says that there is one.
    server = waitress.create_server(
        answer,
        sockets=[door],
        threads=THREADS,
        connection_limit=system.MOST_CONNECTIONS,
        channel_timeout=SECONDS_IDLE,
        cleanup_interval=1,
        max_request_body_size=LARGEST_REQUEST,
        max_request_header_size=64 * 2**10,
        ident="",
        clear_untrusted_proxy_headers=False,
        asyncore_use_poll=hasattr(select, "poll"),
    )
    if door.is_local:
        # What tells its callers apart: waitress calls them all by one name.
        server.fix_addr = lambda address: address
    endings: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        # A lock taken here would be waited for by the next signal, for ever.
        signal.signal(number, lambda number, _frame: endings.append(number))
    when_the_starter_ends(lambda: endings.append(0))
    door.watch(every_second)
    threading.Thread(target=server.run, name="waitress", daemon=True).start()
    while not endings and not is_over():
        time.sleep(0.1)
    is_stopping.set()
    door.shut()
    door.finish(SECONDS_TO_FINISH)


def load_site() -> Any:
    """Load all of the site and return it, for one process that others are forked from. Nothing is
    left open that two processes must not share: no connection to the database, no file of metrics.
    """
    system.give_memory_back()
    from django.db import connections
    from django.urls import reverse

    from king_tournament.wsgi import application

    reverse("health")
    connections.close_all()
    return application


def _serve_the_site(door: Door, is_over: Callable[[], bool], looks: Looks | None = None) -> None:
    _make_room_for_figures()
    application = load_site()
    if looks is not None:
        looks.start()
    serve(application, door, _noting_who_asks(door), is_over)


def _noting_who_asks(door: Door) -> Callable[[], None]:
    """Function to be called each second. It notes that the installation is in use, if somebody has
    asked since, waits for an answer, or if this process works on something.
    """
    from django.conf import settings

    from ground.task_queue import is_working
    from king_tournament.installation.sleep import LastAsked

    last_asked, noted = LastAsked(Path(settings.DATA_DIR)), 0.0

    def note() -> None:
        nonlocal noted
        if door.last_asked > noted or door.is_serving() or is_working():
            noted = time.monotonic()
            last_asked.note()

    return note


def _count_anew(port: int) -> None:
    """Reset the counters of ``/metrics``. Runs before their library is imported, which looks for
    the folder.
    """
    from django.conf import settings

    folder = Path(settings.DATA_DIR) / "metrics" / str(port)
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):  # on a full disk each process counts for itself
        folder.mkdir(parents=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _make_room_for_figures() -> None:
    """Write the files of metrics in full, which the library would only map. On a full disk, access
    to a page that was never written kills the process (SIGBUS), and the next one too. If there is
    no room, the process counts for itself.
    """
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    files = (
        [Path(folder) / f"{kind}_{os.getpid()}.db" for kind in ("counter", "histogram")]
        if folder
        else []
    )
    try:
        for file in files:
            file.write_bytes(bytes(2**20))
    except OSError:
        del os.environ["PROMETHEUS_MULTIPROC_DIR"]
        for file in files:
            file.unlink(missing_ok=True)


def processes() -> int:
    return int(os.environ.get("KING_WEB_PROCESSES") or 2)


def run(
    host: str, port: int, handed: int | None = None, is_over: Callable[[], bool] = lambda: False
) -> int:
    """Run the web server until it is asked to end; returns the exit status. ``handed`` is a
    listening socket that somebody else keeps, by its number. One process ends by itself when
    ``is_over``.
    """
    door = Door(host, port, handed)
    _count_anew(port)
    if processes() > 1:
        load_site()
    return system.run_in_processes(
        lambda: _serve_the_site(door, is_over), processes(), starter(), door.close
    )


class WebServer:
    """Web server whose processes are forked from this one, which has loaded the site and becomes
    their watcher. The first of them looks after due jobs and copies.
    """

    def __init__(self, port: int, handed: int | None, looks: Looks) -> None:
        self._door = Door("0.0.0.0", port, handed)
        self._looks = looks
        self._port, self._may_end = port, handed is not None
        self._forked = system.Forked([], -1)
        self._endings: list[int] = []

    def start(self) -> None:
        _count_anew(self._port)
        for number in system.ENDINGS:
            signal.signal(number, lambda number, _frame: self._endings.append(number))
        works = [
            partial(self._serve, None if number else self._looks) for number in range(processes())
        ]
        self._forked = system.fork_detached(works)

    def _serve(self, looks: Looks | None) -> None:
        from django.conf import settings

        from king_tournament.installation.sleep import LastAsked, note_what_is_due

        if not self._may_end:
            _serve_the_site(self._door, lambda: False, looks)
            return
        _serve_the_site(self._door, LastAsked(Path(settings.DATA_DIR)).is_long_ago, looks)
        note_what_is_due()

    def watch(self, folder: int) -> NoReturn:
        """Become the watcher of the processes. ``folder`` is the locked file of the data folder."""
        from ground import watcher

        sys.stdout.flush()
        sys.stderr.flush()
        door = self._door.fileno()
        command = [*web_command(), "--port", str(self._port), "--handed", str(door), "--beside"]
        os.environ[HELD] = "1"
        watcher.become(
            [
                (pid, command if number else [*command, "--looks"])
                for number, pid in enumerate(self._forked.pids)
            ],
            kept=[folder, self._forked.pipe],
            handed=door,
            endings=self._endings,
            may_end=self._may_end,
            sentences={"died": str(DIED), "stopping": str(STOPPING), "stopped": str(STOPPED)},
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--handed", type=int)
    parser.add_argument("--beside", action="store_true", help="one process more of a server")
    parser.add_argument("--looks", action="store_true", help="look after due jobs and copies")
    options = parser.parse_args()
    if options.beside:
        door = Door(options.host, options.port, options.handed)
        _serve_the_site(door, lambda: False, Looks() if options.looks else None)
    else:
        sys.exit(run(options.host, options.port, options.handed))


if __name__ == "__main__":
    main()
