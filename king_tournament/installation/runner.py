"""Runner for one terminal: web server and worker as children of this process, restarted when they
die.

Each child reads from a pipe that this process holds. The pipe closes however this process ends, and
then the child ends too.
"""

import logging
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from ground import system
from ground.periodic_jobs import has_long_work, run_due
from ground.watcher import (
    SECONDS_BEFORE_RESTART,
    SECONDS_BEFORE_RESTART_AT_MOST,
    SECONDS_OF_A_GOOD_LIFE,
    SECONDS_TO_STOP,
)

logger = logging.getLogger(__name__)

HELD = "KING_HELD_BY_ITS_STARTER"


DIED = gettext_lazy("The web server stopped by itself; it will be started again in %(seconds)d s.")
STOPPING = gettext_lazy("Stopping.")
STOPPED = gettext_lazy("Stopped. Everything is saved; the same command starts it again.")


@dataclass
class Child:
    # A sentence for when it dies, with the field ``seconds``.
    obituary: Promise
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    started: float = 0.0
    wait: float = SECONDS_BEFORE_RESTART
    again_at: float | None = None
    program: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the child. Ctrl-C reaches only the supervisor, which stops its children in
        order.
        """
        if self.program and self.program.stdin:
            self.program.stdin.close()
        self.started = time.monotonic()
        self.program = system.start_detached(
            self.command,
            env={**os.environ, **self.environment, HELD: "1"},
            stdin=subprocess.PIPE,
        )

    def is_running(self) -> bool:
        return self.program is not None and self.program.poll() is None

    def start_again_if_it_died(self, say: Callable[[str], None]) -> None:
        now = time.monotonic()
        if self.is_running():
            return
        if self.again_at is None:
            self.wait = (
                SECONDS_BEFORE_RESTART if now - self.started > SECONDS_OF_A_GOOD_LIFE else self.wait
            )
            self.again_at = now + self.wait
            say(self.obituary % {"seconds": round(self.wait)})
            self.wait = min(2 * self.wait, SECONDS_BEFORE_RESTART_AT_MOST)
        elif now >= self.again_at:
            self.again_at = None
            self.start()

    def stop(self) -> None:
        """Ask the child to stop. On Windows closing its pipe is the only polite way."""
        if self.program and self.program.stdin:
            self.program.stdin.close()
            if self.is_running() and not system.WINDOWS:
                self.program.terminate()

    def wait_or_kill(self, deadline: float) -> None:
        if not self.program:
            return
        try:
            self.program.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait(5)


def starter() -> int | None:
    """Pipe that closes when the starting process stops this one or is gone. None without one."""
    return 0 if os.environ.get(HELD) else None


def when_the_starter_ends(end: Callable[[], None]) -> None:
    pipe = starter()

    def wait_then_end() -> None:
        assert pipe is not None
        os.read(pipe, 1)
        end()

    if pipe is not None:
        # Not by ``sys.stdin``: what waits in it keeps Python from ending.
        threading.Thread(target=wait_then_end, name="starter", daemon=True).start()


SECONDS_BETWEEN_LOOKS = 10
MOST_LOOKS = 3
"""Limit of looks at once: mails that go out slowly hold up neither results nor copies."""


class Looks:
    """Looks after due jobs and copies beside the web server, in threads, so that no page waits for
    them. ``papers`` has the primary keys of the documents that were not finished when the program
    ended.
    """

    def __init__(self, papers: Sequence[int] = ()) -> None:
        self.papers = papers
        self._running: list[threading.Thread] = []
        self._has_program = threading.Lock()

    def start(self) -> None:
        threading.Thread(target=self._keep_looking, name="looks", daemon=True).start()

    def _keep_looking(self) -> None:
        if not self.papers:
            time.sleep(SECONDS_BETWEEN_LOOKS)
        while True:
            self._running = [thread for thread in self._running if thread.is_alive()]
            if len(self._running) < MOST_LOOKS:
                papers, self.papers = self.papers, ()
                look = threading.Thread(target=self._look, args=(papers,), name="look", daemon=True)
                self._running.append(look)
                look.start()
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def _look(self, papers: Sequence[int]) -> None:
        # Here: this module is read before the models are.
        from night.backup import copy_if_due
        from printing.tasks import make_papers

        try:
            make_papers(papers)
            run_due(long=False)
            copy_if_due()
            if has_long_work() and not self._has_program.locked():
                self._work_in_a_program()
        except (DatabaseError, OSError) as error:
            logger.warning("no copy was kept: %s", error)
        finally:
            connections.close_all()

    def _work_in_a_program(self) -> None:
        """Have a program do what takes a processor for long: pages would wait for it, and its
        memory would not come back.
        """
        with self._has_program:
            program = system.start_detached(
                [
                    *system.python_command(),
                    str(settings.BASE_DIR / "manage.py"),
                    "run_due",
                    "--long",
                ],
                env={**os.environ, HELD: "1"},
                stdin=subprocess.PIPE,
            )
            program.wait()


def keep_running(
    children: Sequence[Child],
    when_up: Callable[[], None],
    say: Callable[[str], None],
) -> int:
    """Keep the children running until a signal asks to stop. ``when_up`` is called once, when all
    are started. ``say`` prints a line in the terminal.
    """
    endings: list[int] = []

    def ask_to_stop(number: int, _frame: FrameType | None) -> None:
        endings.append(number)

    for number in system.ENDINGS:
        signal.signal(number, ask_to_stop)
    for child in children:
        child.start()
    when_up()
    while not endings:
        for child in children:
            child.start_again_if_it_died(say)
        time.sleep(0.3)
    say(str(STOPPING))
    for child in children:
        child.stop()
    deadline = time.monotonic() + SECONDS_TO_STOP
    for child in children:
        child.wait_or_kill(deadline)
    say(str(STOPPED))
    return 0


def web_server(port: int, host: str = "0.0.0.0") -> Child:
    """Web server as a program."""
    return Child(DIED, [*web_command(), "--host", host, "--port", str(port)])


def web_command() -> list[str]:
    return [*system.python_command(), "-m", "king_tournament.installation.web"]
