"""One terminal for the evening: the web server and the worker as children of this process.

A child that dies is started again; Ctrl-C, a closed terminal or a polite kill stops both and waits for them, and on
Linux the system ends them even when this process is killed outright.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SECONDS_TO_STOP = 12
# A child that dies young is started again after a wait that doubles: it would only fill the terminal.
SECONDS_BEFORE_RESTART = 2
SECONDS_BEFORE_RESTART_AT_MOST = 60
SECONDS_OF_A_GOOD_LIFE = 60


@dataclass
class Child:
    """A program to be kept running."""

    # A sentence for when it dies, with the field ``seconds``.
    obituary: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    # Whether what it says when all is well is kept off the terminal; its warnings and errors never are.
    is_quiet: bool = False
    started: float = 0.0
    wait: float = SECONDS_BEFORE_RESTART
    again_at: float | None = None
    program: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, in a process group of its own: Ctrl-C reaches the supervisor alone, which stops it in order."""
        self.program = subprocess.Popen(
            self.command,
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            stdout=subprocess.DEVNULL if self.is_quiet else None,
            # Safe: this process has no other thread.
            preexec_fn=end_with_parent if os.name == "posix" else None,  # noqa: PLW1509
        )
        self.started = time.monotonic()

    def is_running(self) -> bool:
        """Whether the program is there."""
        return self.program is not None and self.program.poll() is None

    def start_again_if_it_died(self, say: Callable[[str], None]) -> None:
        """To be called often."""
        now = time.monotonic()
        if self.is_running():
            return
        if self.again_at is None:
            self.wait = SECONDS_BEFORE_RESTART if now - self.started > SECONDS_OF_A_GOOD_LIFE else self.wait
            self.again_at = now + self.wait
            say(self.obituary % {"seconds": round(self.wait)})
            self.wait = min(2 * self.wait, SECONDS_BEFORE_RESTART_AT_MOST)
        elif now >= self.again_at:
            self.again_at = None
            self.start()

    def stop(self) -> None:
        """Ask it to end."""
        if self.is_running() and self.program is not None:
            self.program.terminate()

    def wait_or_kill(self, deadline: float) -> None:
        """Wait until ``deadline`` on the monotonic clock, then end the whole group."""
        if self.program is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.program.wait(max(0.1, deadline - time.monotonic()))
        try:
            os.killpg(self.program.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return
        self.program.wait(5)


def end_with_parent() -> None:
    """Ask the system for SIGTERM when the process that started this one is gone, however it went."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def keep_running(children: Sequence[Child], when_up: Callable[[], None], say: Callable[[str], None]) -> int:
    """Run ``children`` until a signal asks to stop; returns the exit status of the whole.

    ``when_up`` is called once, when all have been started. ``say`` writes a line for the person at the terminal.
    """
    asked: list[int] = []

    def ask_to_stop(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ask_to_stop)
    for child in children:
        child.start()
    when_up()
    while not asked:
        for child in children:
            child.start_again_if_it_died(say)
        time.sleep(0.3)
    say(_("Stopping."))
    for child in children:
        child.stop()
    deadline = time.monotonic() + SECONDS_TO_STOP
    for child in children:
        child.wait_or_kill(deadline)
    say(_("Stopped. Everything is saved; the same command starts it again."))
    return 0


def web_server(port: int) -> Child:
    """waitress: two processes with threads, on all addresses of this machine."""
    return Child(
        gettext_lazy("The web server stopped by itself; it is started again in %(seconds)d s."),
        [sys.executable, "-m", "king_tournament.web", "--port", str(port)],
    )


def print_worker() -> Child:
    """The Celery worker, one task at a time in a process of its own."""
    return Child(
        gettext_lazy("The worker that prints stopped by itself; it is started again in %(seconds)d s."),
        [
            sys.executable,
            "-m",
            "celery",
            "--app",
            "king_tournament",
            "--quiet",
            "worker",
            "--loglevel",
            "WARNING",
            "--pool",
            "threads",
            "--concurrency",
            "2",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ],
        is_quiet=True,  # "worker: Warm shutdown" is no news to whoever has pressed Ctrl-C
    )
