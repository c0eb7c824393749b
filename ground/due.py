"""A note in the data folder of a sleeping installation that says when to wake it. The timer of many
installations reads it without loading any of them. Standard library only.
"""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

NOTE = "due"
SHORTEST, LONGEST = 600.0, 86_400.0
"""Seconds before unfinished work is tried again: from the first to the second, doubled each
time."""


def note(
    folder: Path, moment: float | None, *, database: Path | None, after_work: bool = False
) -> None:
    """Write the moment of the next work into the note, in seconds since 1970, or None if nothing
    waits. The note no longer counts once the file ``database`` changes. If it cannot be written,
    the installation is woken.
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
    """Delete the note, because the installation runs and anything may become due."""
    with suppress(OSError):
        (folder / NOTE).unlink(missing_ok=True)


def is_due(folder: Path) -> bool:
    """Whether a sleeping installation has something to do, or may have: if there is no note, or its
    database has changed since.
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
