"""When a sleeping installation has to be woken: a note in its data folder, which the timer of many
installations reads without loading any of them. Standard library only.
"""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

NOTE = "due"
SHORTEST, LONGEST = 600.0, 86_400.0
"""Seconds before work is tried again that could not be done; they double each time."""


def note(
    folder: Path, moment: float | None, *, database: Path | None, after_work: bool = False
) -> None:
    """Write down the next moment, in seconds since 1970; None where nothing waits. ``database`` is
    the file whose change makes the note worthless. A note that cannot be written is none, and the
    installation is woken.
    """
    now, wait = time.time(), 0.0
    if after_work and moment is not None and moment <= now:
        wait = min(max(SHORTEST, 2 * float(_read(folder).get("wait", 0))), LONGEST)
        moment = now + wait
    text = json.dumps({"at": moment, "wait": wait, "of": _state(database), "file": str(database)})
    draft = folder / f"{NOTE}.{os.getpid()}"
    with suppress(OSError):
        draft.write_text(text, encoding="utf-8")
        draft.replace(folder / NOTE)


def forget(folder: Path) -> None:
    """Take the note away: the installation runs, and nobody knows what will be due."""
    with suppress(OSError):
        (folder / NOTE).unlink(missing_ok=True)


def is_due(folder: Path) -> bool:
    """Whether an installation that sleeps has something to do, or may have: there is no note, or
    its database has changed since.
    """
    found = _read(folder)
    if "at" not in found or found.get("of") != _state(folder / Path(found["file"]).name):
        return True
    return found["at"] is not None and float(found["at"]) <= time.time()


def _read(folder: Path) -> dict[str, Any]:
    try:
        # What the account of an installation has put there leads to no other file.
        file = os.open(folder / NOTE, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(file, encoding="utf-8") as opened:
            found = json.load(opened)
            return {**found} if isinstance(found.get("file"), str) else {}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _state(database: Path | None) -> list[list[int]]:
    """How the database's file and its log of writes are; empty where there is no such file."""
    states = []
    for path in () if database is None else (database, database.with_name(f"{database.name}-wal")):
        with suppress(OSError):
            about = path.lstat()
            if about.st_size:
                states.append([about.st_size, about.st_mtime_ns])
    return states
