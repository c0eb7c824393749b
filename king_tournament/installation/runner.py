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
from functools import partial
from types import FrameType

from django.db import DatabaseError, connections
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from ground import system
from ground.periodic_jobs import run_due
from ground.task_queue import finish

logger = logging.getLogger(__name__)

HELD = "KING_HELD_BY_ITS_STARTER"
SECONDS_TO_STOP = 12
# A child that dies young is started again after a wait that doubles: it would only fill the
# terminal.
SECONDS_BEFORE_RESTART = 2
SECONDS_BEFORE_RESTART_AT_MOST = 60
SECONDS_OF_A_GOOD_LIFE = 60


@dataclass
class Child:
    # A sentence for when it dies, with the field ``seconds``.
    obituary: Promise
    command: Sequence[str]
    # The same, for a child that shares what this process has loaded.
    work: Callable[[], int | None] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    # Sockets that the new program takes over, by their numbers.
    handed: Sequence[int] = ()
    started: float = 0.0
    wait: float = SECONDS_BEFORE_RESTART
    again_at: float | None = None
    program: subprocess.Popen[bytes] | system.Forked | None = None

    def start(self) -> None:
        """Start the child. Ctrl-C reaches only the supervisor, which stops its children in order.
        The child is forked if possible, so that the site is loaded once and its memory shared.
        """
        if self.program and self.program.stdin:
            self.program.stdin.close()
        self.started = time.monotonic()
        if self.work and system.may_fork():
            self.program = system.fork_detached(self.work)
            return
        self.program = system.start_detached(
            self.command,
            env={**os.environ, **self.environment, HELD: "1"},
            stdin=subprocess.PIPE,
            **({"pass_fds": self.handed} if self.handed else {}),
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
    """Looks after due jobs and copies beside the web server, so that no page waits for them. Each
    time it does so in a forked process, whose memory comes back, or else in one thread. ``papers``
    has the primary keys of the documents that were not finished when the program ended.
    """

    def __init__(self, papers: Sequence[int] = ()) -> None:
        self.papers = papers
        self.next_at = time.monotonic() + (0 if papers else SECONDS_BETWEEN_LOOKS)
        self.running: list[system.Forked] = []
        self.thread: threading.Thread | None = None

    def go_on(self) -> None:
        """Look if it is time. Called several times a second."""
        if self.thread is not None:
            return
        if not system.may_fork():
            self.in_a_thread()
            return
        self.running = [process for process in self.running if not process.is_over()]
        if time.monotonic() >= self.next_at and len(self.running) < MOST_LOOKS:
            self.next_at = time.monotonic() + SECONDS_BETWEEN_LOOKS
            papers, self.papers = self.papers, ()
            self.running.append(system.fork_detached(partial(_look, papers, True)))

    def in_a_thread(self) -> None:
        self.thread = threading.Thread(target=self._look_for_ever, name="looks", daemon=True)
        self.thread.start()

    def _look_for_ever(self) -> None:
        _look(self.papers, False)
        while True:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            _look((), False)

    def stop(self) -> None:
        for process in self.running:
            process.end()


def _look(papers: Sequence[int], to_the_end: bool) -> None:
    # Here: this module is read before the models are.
    from night.backup import copy_if_due
    from printing.tasks import make_papers

    try:
        make_papers(papers)
        run_due()
        copy_if_due()
        if to_the_end:
            finish()
    except (DatabaseError, OSError) as error:
        logger.warning("no copy was kept: %s", error)
    finally:
        connections.close_all()


def keep_running(
    children: Sequence[Child],
    when_up: Callable[[], None],
    say: Callable[[str], None],
    looks: Looks | None = None,
    is_over: Callable[[], bool] = lambda: False,
) -> int:
    """Keep the children running until a signal asks to stop, or until ``is_over``. ``when_up`` is
    called once, when all are started. ``say`` prints a line in the terminal. A process that forks
    must stay without threads.
    """
    endings: list[int] = []

    def ask_to_stop(number: int, _frame: FrameType | None) -> None:
        endings.append(number)

    for number in system.ENDINGS:
        signal.signal(number, ask_to_stop)
    for child in children:
        child.start()
    when_up()
    while not endings and not (is_over() and not (looks and looks.running)):
        for child in children:
            child.start_again_if_it_died(say)
        if looks:
            looks.go_on()
        time.sleep(0.3)
    say(_("Stopping."))
    for child in children:
        child.stop()
    if looks:
        looks.stop()
    deadline = time.monotonic() + SECONDS_TO_STOP
    for child in children:
        child.wait_or_kill(deadline)
    say(_("Stopped. Everything is saved; the same command starts it again."))
    return 0


def web_server(
    port: int,
    host: str = "0.0.0.0",
    work: Callable[[str, int, int | None], int] | None = None,
    handed: int | None = None,
) -> Child:
    """Web server as a program, or as ``work(host, port, handed)`` in a forked child. ``handed`` is
    the number of a listening socket; with it, port and host are ignored.
    """
    return Child(
        gettext_lazy(
            "The web server stopped by itself; it will be started again in %(seconds)d s."
        ),
        [
            *system.python_command(),
            "-m",
            "king_tournament.installation.web",
            "--host",
            host,
            "--port",
            str(port),
            *(() if handed is None else ("--handed", str(handed))),
        ],
        None if work is None else partial(work, host, port, handed),
        handed=() if handed is None else (handed,),
    )
