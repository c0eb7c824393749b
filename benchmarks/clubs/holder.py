"""The sockets of many clubs, held as systemd holds them: a program is started when somebody connects
and it does not run, it is handed the socket, and what came meanwhile waits.
"""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ground.clubs import PROGRAM

SECONDS_TO_END = 20
_HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.closerange(4, 64)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""


@dataclass
class Held:
    """A club's socket, and its program if that runs."""

    listening: socket.socket
    environment: Mapping[str, str]
    log: Path
    program: subprocess.Popen[bytes] | None = None
    statuses: list[int] = field(default_factory=list)
    starts: int = 0

    @property
    def is_running(self) -> bool:
        return self.program is not None and self.program.poll() is None

    def start(self) -> None:
        self.starts += 1
        command = [sys.executable, "manage.py", "run_night"]
        number = self.listening.fileno()
        with self.log.open("ab") as log:
            self.program = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _HAND_OVER, str(number), *command],
                cwd=PROGRAM,
                env=dict(self.environment),
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def note_its_end(self) -> None:
        if self.program is not None and (status := self.program.poll()) is not None:
            self.statuses.append(status)
            self.program = None

    def end(self) -> None:
        """End the program as ``systemctl stop`` does."""
        if self.program is not None and self.program.poll() is None:
            self.program.terminate()
            self.program.wait(SECONDS_TO_END)


class Holder:
    """Holder of all sockets. One thread watches them while it is used with ``with``."""

    def __init__(self) -> None:
        self.held: dict[str, Held] = {}
        self._ends = threading.Event()
        self._watch = threading.Thread(target=self._keep_watching, daemon=True)

    def hold(
        self, name: str, address: Path | int, environment: Mapping[str, str], log: Path
    ) -> Held:
        """Listen for a club. ``address`` is the path of a socket, or a port of this machine."""
        if isinstance(address, int):
            listening = socket.create_server(("127.0.0.1", address))
        else:
            listening = socket.socket(socket.AF_UNIX)
            listening.bind(str(address))
        listening.listen(128)
        self.held[name] = Held(listening, environment, log)
        return self.held[name]

    def __enter__(self) -> Holder:
        self._watch.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ends.set()
        self._watch.join()
        for program in self.held.values():
            program.end()
            program.listening.close()

    def _keep_watching(self) -> None:
        while not self._ends.is_set():
            waiting = {}
            for program in [*self.held.values()]:
                program.note_its_end()
                if not program.is_running:
                    waiting[program.listening] = program
            readable = select.select([*waiting], [], [], 0.1)[0] if waiting else []
            for listening in readable:
                waiting[listening].start()
            if not waiting:
                time.sleep(0.1)


def environment_of(variables: Mapping[str, str]) -> dict[str, str]:
    """Environment of a club's program: its own variables, and those that any program needs."""
    needed = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    return {**needed, **variables}
