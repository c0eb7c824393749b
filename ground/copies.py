"""The copies of the database that lie in the folder, or in a second place."""

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone


def folder() -> Path:
    """For its owner's eyes only, as sealed cards are in them."""
    return Path(settings.DATA_DIR) / "backups"


def second_folder() -> Path | None:
    """On a stick or another disk, where the desk has chosen one."""
    try:
        return Path((Path(settings.DATA_DIR) / "second_place").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


class Kept(NamedTuple):
    name: str
    at: datetime
    size: int


def kept_copies() -> list[Kept]:
    return _copies_in(folder())


def _copies_in(place: Path, pattern: str = "king-*.zip") -> list[Kept]:
    found = []
    with contextlib.suppress(OSError):
        for path in place.glob(pattern):
            with contextlib.suppress(OSError):
                about = path.stat()
                moment = datetime.fromtimestamp(about.st_mtime, tz=timezone.get_current_timezone())
                found.append(Kept(path.name, moment, about.st_size))
    return sorted(found, key=lambda kept: (kept.at, kept.name), reverse=True)


Changed = Callable[[datetime, datetime], bool]
"""Whether a copy is due: given the moment of the last one, and now."""

_REASONS: list[Changed] = []


def copy_when(changed: Changed) -> None:
    """Declare a reason for another copy; an app does it for what it stores."""
    _REASONS.append(changed)


def is_copy_due(last: datetime, now: datetime) -> bool:
    return any(changed(last, now) for changed in _REASONS)
