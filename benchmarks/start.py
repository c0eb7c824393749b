"""Seconds of processor from ``python start.py`` to the first page, on a folder that has been used.

``python -m benchmarks.start [--against COMMIT] [--rounds N]``: this tree and the build before in
turns. On Linux, with the libraries of this environment. All processes count.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path

from benchmarks.library import HERE, built
from benchmarks.site import OF_THE_CLUB, SECONDS_TO_COME_UP, free_port

SECONDS_TO_END = 60


class Installation:
    """The program as a club starts it, from any tree, in a folder of its own."""

    def __init__(self, tree: Path, folder: Path, processes: int = 2) -> None:
        self.tree, self.port = tree, free_port()
        self.home = f"http://localhost:{self.port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in OF_THE_CLUB},
            "KING_DATA_DIR": str(folder),
            "KING_NO_BROWSER": "1",
            "KING_WEB_PROCESSES": str(processes),
        }
        # Each start would compile the modules again.
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.browser = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        )

    def manage(self, *arguments: str) -> str:
        program = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            program,
            cwd=self.tree,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    @contextlib.contextmanager
    def running(self) -> Iterator[int]:
        """Start the program. Yields the number of the first process once the first page has
        come.
        """
        program = subprocess.Popen(
            [sys.executable, "manage.py", "run_night", "--port", str(self.port)],
            cwd=self.tree,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            self._wait_for_the_first_page(program)
            yield program.pid
        finally:
            program.send_signal(signal.SIGINT)
            program.wait(SECONDS_TO_END)

    def _wait_for_the_first_page(self, program: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + SECONDS_TO_COME_UP
        while time.monotonic() < deadline and program.poll() is None:
            with contextlib.suppress(OSError):
                self.get("/")
                return
            time.sleep(0.2)
        raise OSError(f"no answer at port {self.port}")

    def get(self, path: str) -> bytes:
        """Body of the answer. Raises ``OSError``, of which ``HTTPError`` is a kind."""
        with self.browser.open(self.home + path, timeout=60) as answer:
            body: bytes = answer.read()
            return body


def family(first: int) -> list[int]:
    """Numbers of a process and all its descendants."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                after_name = (entry / "stat").read_text().rpartition(")")[2].split()
                parents.setdefault(int(after_name[1]), []).append(int(entry.name))
    pids = [first]
    for pid in pids:
        pids += parents.get(pid, [])
    return pids


def processor_seconds(first: int) -> float:
    """Processor seconds of all these processes and of the children that they have waited for."""
    ticks = 0
    for pid in family(first):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def second_start(tree: Path, folder: Path) -> float:
    """Processor seconds of a start in a folder in which the program has run before."""
    installation = Installation(tree, folder)
    with installation.running() as first:
        return processor_seconds(first)


def in_turns(
    trees: dict[str, Path], rounds: int, run: Callable[[Path, Path], float]
) -> dict[str, float]:
    """Median figure by build, measured in turns. The first turn compiles the modules and fills the
    folder, and does not count.
    """
    times_of: dict[str, list[float]] = {name: [] for name in trees}
    with tempfile.TemporaryDirectory(prefix="king-start-") as folder:
        for turn in range(rounds + 1):
            for name in sorted(trees, reverse=bool(turn % 2)):
                place = Path(folder) / name
                place.mkdir(exist_ok=True)
                times_of[name].append(run(trees[name], place))
    return {name: statistics.median(figures[1:]) for name, figures in times_of.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start", description=__doc__)
    parser.add_argument("--against", default="", help="a commit of this repository")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        trees = {"now": HERE}
        if options.against:
            trees["before"] = stack.enter_context(built(options.against))
        figures = in_turns(trees, options.rounds, second_start)
    for name, seconds in figures.items():
        print(f"{name:7} {seconds:6.2f} s of processor to the first page")
    if "before" in figures:
        print(f"ratio   {figures['now'] / figures['before']:6.2f}")


if __name__ == "__main__":
    main()
