"""Copies of the database in the folder of backups, and in a second place if one is chosen."""

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone


def folder() -> Path:
    """Folder of backups. Only its owner may read it, because backups contain sealed cards."""
    return Path(settings.DATA_DIR) / "backups"


def second_folder() -> Path | None:
    """Folder on a stick or second disk, if the desk has chosen one."""
    place, _chooser = _second_place()
    return Path(place) if place else None


def chooser_of_second_folder() -> str:
    """Name of the account that chose the second folder; "" if an earlier version stored it."""
    return _second_place()[1]


def note_second_folder(place: Path, chooser: str) -> None:
    _note().write_text(f"{place}\n{chooser}", encoding="utf-8")


def forget_second_folder() -> None:
    _note().unlink(missing_ok=True)
    say_waits(False)


def _note() -> Path:
    return Path(settings.DATA_DIR) / "second_place"


def _second_place() -> tuple[str, str]:
    try:
        place, _line, chooser = _note().read_text(encoding="utf-8").partition("\n")
    except FileNotFoundError:
        return "", ""
    return place, chooser


def _waiting() -> Path:
    return Path(settings.DATA_DIR) / "second_place_waits"


def say_waits(waits: bool) -> None:
    """Note whether the last backup could not be written to the second folder. Every page of the
    desk shows it.
    """
    if waits:
        _waiting().touch()
    else:
        _waiting().unlink(missing_ok=True)


def second_waits() -> bool:
    """Whether the last backup could not be written to the second folder. Takes no query, because
    every page of the desk asks this.
    """
    return _waiting().exists()


class CopyFile(NamedTuple):
    name: str
    at: datetime
    size: int


def copy_files() -> list[CopyFile]:
    return _copies_in(folder())


def _copies_in(place: Path, pattern: str = "king-*.zip") -> list[CopyFile]:
    copies = []
    with contextlib.suppress(OSError):
        for path in place.glob(pattern):
            with contextlib.suppress(OSError):
                about = path.stat()
                moment = datetime.fromtimestamp(about.st_mtime, tz=timezone.get_current_timezone())
                copies.append(CopyFile(path.name, moment, about.st_size))
    return sorted(copies, key=lambda copy: (copy.at, copy.name), reverse=True)


Changed = Callable[[datetime, datetime], bool]
"""Function that says whether another backup is due, given the moment of the last one and the
present moment."""

_REASONS: list[Changed] = []


def add_copy_reason(changed: Changed) -> None:
    """Declare a reason to make another backup. Each app declares one for its own data."""
    _REASONS.append(changed)


def is_copy_due(last: datetime, now: datetime) -> bool:
    return any(changed(last, now) for changed in _REASONS)
