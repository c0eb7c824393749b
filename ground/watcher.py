"""Watcher of the processes of a site, on Linux: a small Python that has not loaded the site. The
process that prepared the folder and forked the others becomes it, because whoever keeps the site
loaded keeps each page of memory that the others have copied since.

It needs little of the standard library: each module costs memory for as long as the site runs.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any, NoReturn

SECONDS_TO_STOP = 12
# A process that dies young is started again after a wait that doubles: it would only fill the
# terminal.
SECONDS_BEFORE_RESTART = 2.0
SECONDS_BEFORE_RESTART_AT_MOST = 60.0
SECONDS_OF_A_GOOD_LIFE = 60.0

_BEGIN = "import sys; sys.path.insert(0, sys.argv.pop(1)); from ground.watcher import main; main()"


def become(
    processes: Sequence[tuple[int, list[str]]],
    *,
    kept: Sequence[int],
    handed: int,
    endings: Sequence[int],
    may_end: bool,
    sentences: dict[str, str],
) -> NoReturn:
    """Turn this process into the watcher of its children. Signals that ask for an end wait for it.

    Each of ``processes`` is a number and the command that starts it again; that one is handed the
    listening socket ``handed`` and ends when its standard input is closed. ``kept`` are files that
    stay open in the watcher alone. ``endings`` are the signals that have come already. If a process
    ``may_end`` by itself, the watcher ends with the last one. ``sentences`` are those of the
    terminal: ``died``, ``stopping`` and ``stopped``.
    """
    plan = {
        "processes": processes,
        "kept": kept,
        "handed": handed,
        "may_end": may_end,
        "sentences": sentences,
    }
    signal.pthread_sigmask(signal.SIG_BLOCK, _signals())
    for ending in endings:
        signal.raise_signal(ending)
    for number in (*kept, handed):
        os.set_inheritable(number, True)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    letters = ("-X", "utf8") if sys.flags.utf8_mode else ()
    command = [sys.executable, *letters, "-I", "-S", "-c", _BEGIN, root, json.dumps(plan)]
    os.execv(sys.executable, command)


def _signals() -> set[int]:
    return {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD}


class _Process:
    def __init__(self, pid: int, command: list[str]) -> None:
        self.pid: int | None = pid
        self.command = command
        self.pipe: int | None = None
        self.started, self.wait = time.monotonic(), SECONDS_BEFORE_RESTART
        self.again_at: float | None = None

    def has_died(self, now: float) -> float:
        """Note the death; returns the seconds until it is started again."""
        if self.pipe is not None:
            os.close(self.pipe)
        self.pid = self.pipe = None
        if now - self.started > SECONDS_OF_A_GOOD_LIFE:
            self.wait = SECONDS_BEFORE_RESTART
        wait = self.wait
        self.again_at = now + wait
        self.wait = min(2 * wait, SECONDS_BEFORE_RESTART_AT_MOST)
        return wait

    def start(self, now: float) -> None:
        """Start it as a program of its own, which loads the site anew."""
        reading, self.pipe = os.pipe()
        self.pid = os.posix_spawn(
            self.command[0],
            self.command,
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, reading, 0)],
            setsid=True,
            setsigmask=(),
        )
        os.close(reading)
        self.started, self.again_at = now, None


class Watcher:
    """Processes of a site, watched until a signal asks for the end."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.processes = [_Process(*process) for process in plan["processes"]]
        self.handed: int = plan["handed"]
        self.may_end: bool = plan["may_end"]
        self.sentences: dict[str, str] = plan["sentences"]
        for number in plan["kept"]:
            os.set_inheritable(number, False)

    def watch(self) -> int:
        """Watch until a signal, or until the last process has ended where it may; returns the exit
        status.
        """
        while self.processes:
            # First of all: one may have died before this program began.
            now = time.monotonic()
            self._look_for_dead(now)
            for process in self.processes:
                if process.again_at is not None and process.again_at <= now:
                    process.start(now)
            received = signal.sigtimedwait(_signals(), self._seconds_to_wait())
            if received is not None and received.si_signo != signal.SIGCHLD:
                break
        self._stop()
        return 0

    def _seconds_to_wait(self) -> float:
        moments = [process.again_at for process in self.processes if process.again_at is not None]
        return max(0.0, min(moments) - time.monotonic()) if moments else 3600.0

    def _look_for_dead(self, now: float) -> None:
        while (ended := _ended()) is not None:
            pid, status = ended
            for process in self.processes:
                if process.pid == pid:
                    if self.may_end and status == 0:
                        self.processes.remove(process)
                    else:
                        self._say(self.sentences["died"] % {"seconds": process.has_died(now)})
                    break

    def _stop(self) -> None:
        self._say(self.sentences["stopping"])
        os.close(self.handed)
        running = {process.pid for process in self.processes if process.pid is not None}
        for pid in running:
            os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + SECONDS_TO_STOP
        while running:
            if (ended := _ended()) is not None:
                running.discard(ended[0])
            elif (seconds := deadline - time.monotonic()) > 0:
                signal.sigtimedwait({signal.SIGCHLD}, seconds)
            else:
                for pid in running:
                    os.kill(pid, signal.SIGKILL)
                deadline += SECONDS_TO_STOP
        self._say(self.sentences["stopped"])

    def _say(self, line: str) -> None:
        try:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        except OSError:  # nobody reads what is said
            pass


def _ended() -> tuple[int, int] | None:
    """Number and exit status of a child that has ended; None if none has."""
    try:
        pid, how = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, os.waitstatus_to_exitcode(how)) if pid else None


def main() -> None:
    """Watch what the plan in the first argument names."""
    sys.exit(Watcher(json.loads(sys.argv[1])).watch())
