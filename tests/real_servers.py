"""The site's own web server with its own data folder, started as ``run_night`` starts it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from king_tournament.installation.runner import web_server

ROOT = Path(__file__).parents[1]
PATIENCE = 300
"""Timeout in seconds: long, because a program starts slowly on a busy machine. A passing test never waits so long."""

NEW_SHEET = "from tests.evenings import a_sheet; print(a_sheet().table.place.code)"


def free_port() -> int:
    """Return a free port below the range that the system gives to outgoing connections, so that
    none takes it before the program does.
    """
    for port in random.SystemRandom().sample(range(15_000, 30_000), 100):
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port
    raise AssertionError("every port of a hundred is taken")


def until(condition: Callable[[], object], seconds: float = PATIENCE) -> object:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.2)
    raise AssertionError(f"not within {seconds} seconds: {condition}")


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


class RealServer:
    """The web server as ``run_night`` starts it, with its own folder, database and port."""

    def __init__(self, folder: Path, installation: Path) -> None:
        shutil.copytree(installation, folder, dirs_exist_ok=True)
        self.port = free_port()
        self.folder = folder
        self.home = f"http://localhost:{self.port}"
        variables = {
            key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}
        }
        self.environment = {
            **variables,
            "KING_DATA_DIR": str(folder),
            "KING_WEB_PROCESSES": "1",
            "KING_HOSTS": "king.club",
            "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        }
        self.program: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> str:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "terminal.txt").open("ab") as log:
            self.program = subprocess.Popen(
                web_server(self.port).command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        until(self.answers)

    def answers(self) -> bool:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"http://127.0.0.1:{self.port}/health", timeout=10) as answer:
                return answer.status == 200
        except OSError:
            return False

    def kill(self) -> None:
        """Kill all processes of the server without warning, as a power cut does."""
        if self.program is not None and self.program.poll() is None:
            os.killpg(self.program.pid, signal.SIGKILL)
            self.program.wait(60)
        until(lambda: not self.answers())


class TableServer(RealServer):
    """A real server on which a test can put a table in play."""

    def new_sheet(self) -> str:
        """Put a partita with one table in play; return the table's code."""
        return self.manage("shell", "--verbosity", "0", "--command", NEW_SHEET).splitlines()[-1]

    def rows(self) -> list[tuple[int, int]]:
        """Hand and version of every stored row of the newest sheet, in the order of arrival."""
        question = """select hand, version from scoring_handresult
                      where sheet_id = (select max(id) from scoring_sheet) order by id"""
        with closing(
            sqlite3.connect(f"file:{self.folder / 'king.sqlite3'}?mode=ro", uri=True)
        ) as database:
            return database.execute(question).fetchall()
