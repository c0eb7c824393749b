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
VARIABLES, DATA, STATIC, STOPPED = "club.env", "data", "static", "stopped"
OF_THE_MACHINE = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "PYTHONUTF8", "TMPDIR", "KING_PROGRAM")
"""Variables that a club's programs take over from the process that starts them; all others are the
club's own."""

_LINE = re.compile(r"([A-Z_][A-Z0-9_]*)=(.*)")
SECONDS_OF_WORK = 900
"""Most seconds for the due work of one club. The other clubs wait meanwhile."""


class UnreadableVariables(ValueError):
    """The text names file and line."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(f"{path}, line {line}: it cannot be read")
        self.path, self.line = path, line


class Club(NamedTuple):
    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def data(self) -> Path:
        return self.folder / DATA

    @property
    def is_stopped(self) -> bool:
        """Whether its administrator has put the mark that nothing is to work on it by itself."""
        return (self.folder / STOPPED).exists()

    def variables(self) -> dict[str, str]:
        """Variables of ``club.env``. Raises ``OSError`` and :exc:`UnreadableVariables`."""
        path = self.folder / VARIABLES
        found = {}
        for number, raw in enumerate(path.read_bytes().splitlines(), 1):
            try:
                if line := _LINE.fullmatch(raw.decode("utf-8").strip()):
                    found[line[1]] = "".join(shlex.split(line[2]))
            except ValueError:
                raise UnreadableVariables(path, number) from None
        return found

    def environment(self) -> dict[str, str]:
        ours = {name: os.environ[name] for name in OF_THE_MACHINE if name in os.environ}
        own = {"HOME": str(self.data), "KING_DATA_DIR": str(self.data)}
        return {**ours, **own, **self.variables()}


def root_of(name: str = "") -> Path:
    """The folder of all clubs: ``name``, or the one in ``KING_CLUBS``."""
    return Path(name or os.environ.get("KING_CLUBS") or "/srv/king").expanduser().resolve()


def clubs_in(root: Path) -> list[Club]:
    """Clubs by name. Raises ``OSError`` if the root is not there or may not be listed."""
    return [Club(path) for path in sorted(root.iterdir()) if os.path.isfile(path / VARIABLES)]


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
    """Run a command of ``manage.py`` for a club, in its own environment and, where the system
    allows it, by the account that owns its data. After ``seconds`` it is ended, with whatever it
    has started. Raises ``OSError``, :exc:`UnreadableVariables` and ``subprocess.TimeoutExpired``,
    with what it had printed.
    """
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM / "manage.py"), *command],
        cwd=PROGRAM,
        env=club.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        **system.APART,
        **system.as_owner_of(club.data),
    )
    try:
        output, _nothing = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        system.end_with_its_children(process)
        raise subprocess.TimeoutExpired(command, seconds or 0, _rest(process)) from None
    except BaseException:
        system.end_with_its_children(process)
        _rest(process)
        raise
    return subprocess.CompletedProcess(command, process.returncode, output)


SECONDS_TO_END = 5
"""Time to wait for the output of a program that was ended: something that left its group may hold it
open."""


def _rest(process: "subprocess.Popen[str]") -> str:
    """Output of a program that was ended."""
    try:
        return process.communicate(timeout=SECONDS_TO_END)[0]
    except subprocess.TimeoutExpired:
        assert process.stdout is not None
        process.stdout.close()
        return ""


def wake_due(root: Path, *, seconds: float = SECONDS_OF_WORK) -> list[str]:
    """Have each club that sleeps and has something due do it; returns a line for each that failed.
    Raises ``OSError`` if the root cannot be listed.
    """
    failed = []
    for club in clubs_in(root):
        try:
            trouble = _wake(club, seconds)
        except subprocess.TimeoutExpired:
            trouble = f"not done within {seconds:g} seconds"
        except Exception as error:  # noqa: BLE001 - whatever one club has, the others are woken
            trouble = " ".join(str(error).split()) or type(error).__name__
        if trouble:
            failed.append(f"{club.name}: {trouble}")
    return failed


def _wake(club: Club, seconds: float) -> str:
    """Returns what is wrong, or nothing."""
    # One that runs does it itself.
    if club.is_stopped or not due.is_due(club.data) or system.is_locked(club.data / "running"):
        return ""
    done = run(club, ["run_due"], seconds=seconds)
    if not done.returncode:
        return ""
    return "".join(done.stdout.strip().splitlines()[-1:]) or str(done.returncode)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ground.clubs", description=__doc__)
    parser.add_argument("root", nargs="?", default="", help="the folder of all clubs")
    root = root_of(parser.parse_args().root)
    try:
        failed = wake_due(root)
    except OSError as error:
        failed = [f"{root}: {error.strerror}"]
    for line in failed:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
