"""A note in the data folder of a sleeping installation that says when to wake it. The timer of many
installations reads it without loading any of them. Standard library only.
"""

import json
import math
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ground import system

NOTE = "due"
SHORTEST, LONGEST = 600.0, 86_400.0
"""Seconds before work is tried again that could not be done; they double each time."""
LONGEST_NOTE = 10_000
"""Bytes; ours have fewer, with whatever path."""


def note(
    folder: Path, moment: float | None, *, database: Path | None, after_work: bool = False
) -> None:
    """Write the moment of the next work into the note, in seconds since 1970, or None if nothing
    waits. The note no longer counts once the file ``database`` changes. If it cannot be written,
    the installation is woken.
    """
    now, wait = time.time(), 0.0
    if after_work and moment is not None and moment <= now:
        before = _read(folder)
        wait = min(max(SHORTEST, 2 * before.wait if before else 0.0), LONGEST)
        moment = now + wait
    text = json.dumps({"at": moment, "wait": wait, "of": _state(database), "file": str(database)})
    draft = folder / f"{NOTE}.{os.getpid()}"
    with suppress(OSError):
        draft.write_text(text, encoding="utf-8")
        draft.replace(folder / NOTE)


def forget(folder: Path) -> None:
    """Delete the note, because the installation runs and anything may become due."""
    with suppress(OSError):
        (folder / NOTE).unlink(missing_ok=True)


def is_due(folder: Path) -> bool:
    """Whether a sleeping installation has something to do, or may have: if there is no note, or its
    database has changed since.
    """
    found = _read(folder)
    if found is None or found.of != _state(folder / Path(found.file).name):
        return True
    return found.at is not None and found.at <= time.time()


class _Note(NamedTuple):
    at: float | None
    wait: float
    of: list[list[int]]
    file: str


def _read(folder: Path) -> _Note | None:
    """The note; None where there is none, or what the account of an installation has put there is
    no note of ours.
    """
    try:
        found = json.loads(system.read_small(folder / NOTE, LONGEST_NOTE))
        moment = None if found["at"] is None else _seconds(found["at"])
        file = found["file"]
        if not isinstance(file, str) or not file.isprintable():
            return None
        return _Note(moment, _seconds(found["wait"]), found["of"], file)
    except (OSError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
        return None


def _seconds(number: object) -> float:
    """Raises ``TypeError`` or ``ValueError`` for what is no number of seconds."""
    if not isinstance(number, int | float):
        raise TypeError
    if not math.isfinite(number):
        raise ValueError
    return float(number)


def _state(database: Path | None) -> list[list[int]]:
    """Size and time of change of the database's file and of its write-ahead log; empty if neither
    exists.
    """
    states = []
    for path in () if database is None else (database, database.with_name(f"{database.name}-wal")):
        with suppress(OSError):
            about = path.lstat()
            if about.st_size:
                states.append([about.st_size, about.st_mtime_ns])
    return states
