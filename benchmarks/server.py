"""A server for a benchmark: the programs that ``run_night`` starts, with a folder and a database
of their own, on a free port that this machine alone can reach.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings

from benchmarks.client import Connection
from benchmarks.site import OF_THE_CLUB, SECONDS_TO_COME_UP, free_port
from king_tournament.installation.runner import SECONDS_TO_STOP, web_server
from night.backup import DATABASE, open_database


class Server:
    def __init__(self, place: Path) -> None:
        self.place, self.port = place, free_port()
        self.environment = dict.fromkeys(OF_THE_CLUB, "") | {
            "KING_DATA_DIR": str(place),
            "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
            "PYTHONPATH": str(settings.BASE_DIR),
        }
        self.web = web_server(self.port, "127.0.0.1")
        self.web.environment = self.environment

    def prepare(self) -> None:
        """Make the folder and the database anew, without anything of an earlier run. Raises
        ``OSError``.
        """
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir(parents=True)
        for command in (
            ["migrate", "--verbosity", "0"],
            ["collectstatic", "--noinput", "--verbosity", "0"],
        ):
            program = [sys.executable, str(settings.BASE_DIR / "manage.py"), *command]
            process = subprocess.run(
                program,
                env=os.environ | self.environment,
                capture_output=True,
                text=True,
                check=False,
            )
            if process.returncode:
                raise OSError((process.stderr.strip().splitlines() or [command[0]])[-1])

    def asked(self, sql: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(open_database(self.place / DATABASE)) as database:
            return database.execute(sql).fetchall()

    def codes(self) -> dict[int, str]:
        return dict(self.asked("SELECT number, code FROM tournaments_place ORDER BY number"))

    def start(self) -> None:
        self.web.start()

    def kill(self) -> None:
        """Kill the server without a chance to finish anything."""
        assert self.web.program is not None
        os.killpg(self.web.program.pid, signal.SIGKILL)
        self.web.program.wait(SECONDS_TO_STOP)

    async def come_up(self) -> float:
        """Start again what has ended, as the program does. Returns the seconds until it answers.
        Raises ``OSError`` if it does not.
        """
        began, connection = time.monotonic(), Connection(self.port)
        while time.monotonic() - began < SECONDS_TO_COME_UP:
            self.web.start_again_if_it_died(lambda _sentence: None)
            with contextlib.suppress(OSError), contextlib.closing(connection):
                if (await connection.ask("GET", "/health")).status == 200:
                    return time.monotonic() - began
            await asyncio.sleep(0.2)
        raise OSError(f"no answer at port {self.port}")

    def stop(self) -> None:
        self.web.stop()
        self.web.wait_or_kill(time.monotonic() + SECONDS_TO_STOP)
