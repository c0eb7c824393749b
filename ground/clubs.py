"""Many installations on one machine. Each has a folder below one root, with ``club.env`` for its
variables and ``data`` for everything else. Standard library only: a timer runs ``python -m
ground.clubs`` each minute, which wakes the clubs that have something due, one after another, and
loads none of the others.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ground import due, system

PROGRAM = Path(__file__).resolve().parent.parent
VARIABLES, DATA, STATIC = "club.env", "data", "static"
OF_THE_MACHINE = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "PYTHONUTF8", "TMPDIR")
"""Variables that a club's programs take over from the process that starts them; all others are the
club's own."""

_LINE = re.compile(r"([A-Z_][A-Z0-9_]*)=(.*)")
SECONDS_OF_WORK = 900
"""Most seconds for the due work of one club. The other clubs wait meanwhile."""


class Club(NamedTuple):
    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def data(self) -> Path:
        return self.folder / DATA

    def variables(self) -> dict[str, str]:
        """Variables of ``club.env``. Raises ``OSError`` if it cannot be read."""
        lines = (self.folder / VARIABLES).read_text(encoding="utf-8").splitlines()
        found = filter(None, (_LINE.fullmatch(line.strip()) for line in lines))
        return {line[1]: "".join(shlex.split(line[2])) for line in found}

    def environment(self) -> dict[str, str]:
        ours = {name: os.environ[name] for name in OF_THE_MACHINE if name in os.environ}
        own = {"HOME": str(self.data), "KING_DATA_DIR": str(self.data)}
        return {**ours, **own, **self.variables()}


def root_of(name: str = "") -> Path:
    """The folder of all clubs: ``name``, or the one in ``KING_CLUBS``."""
    return Path(name or os.environ.get("KING_CLUBS") or "/srv/king").expanduser().resolve()


def clubs_in(root: Path) -> list[Club]:
    """Clubs below the root, sorted by name."""
    return [Club(path.parent) for path in sorted(root.glob(f"*/{VARIABLES}"))]


def write_variables(path: Path, variables: Mapping[str, str]) -> None:
    """Write the variables in a form that systemd and :meth:`Club.variables` read. Raises
    ``FileExistsError`` if the file exists.
    """
    lines = [f"{name}={_quoted(value)}\n" for name, value in variables.items()]
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640), "w") as file:
        file.write("# Variables of this club alone; docs/running.md says what each means.\n")
        file.writelines(lines)


def _quoted(value: str) -> str:
    if re.fullmatch(r"[\w.,:/@%+=-]*", value):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def run(
    club: Club, command: Sequence[str], *, seconds: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command of ``manage.py`` for a club, with its own environment and, if the system allows
    it, as the account that owns its data. Raises ``OSError`` and ``subprocess.TimeoutExpired``.
    """
    return subprocess.run(
        [sys.executable, str(PROGRAM / "manage.py"), *command],
        cwd=PROGRAM,
        env=club.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=seconds,
        **system.as_owner_of(club.data),
    )


def wake_due(root: Path) -> list[str]:
    """Run the due work of each club that sleeps. Returns a line for each club that failed."""
    failed = []
    for club in clubs_in(root):
        # One that runs does it itself.
        if not due.is_due(club.data) or system.is_locked(club.data / "running"):
            continue
        try:
            done = run(club, ["run_due"], seconds=SECONDS_OF_WORK)
        except (OSError, subprocess.TimeoutExpired) as error:
            failed.append(f"{club.name}: {error}")
            continue
        if done.returncode:
            last = done.stdout.strip().splitlines()[-1:]
            failed.append(f"{club.name}: {''.join(last) or done.returncode}")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ground.clubs", description=__doc__)
    parser.add_argument("root", nargs="?", default="", help="the folder of all clubs")
    failed = wake_due(root_of(parser.parse_args().root))
    for line in failed:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
