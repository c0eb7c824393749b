"""The folder of this installation. Standard library only: the settings ask for it before there is a Django."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

OURS = (
    "king.sqlite3", "secret_key", "log_key", "worker.alive", "backups", "cache", "documents", "queue", "results",
    "static", "copy-", "restore-",
)  # fmt: skip
"""How the names begin of what the program keeps in its folder."""


def tighten(folder: Path) -> None:
    """What an earlier version made readable for others belongs to its owner alone.

    In a folder that holds other things too only our own are touched: somebody may have named the home folder.
    """
    with contextlib.suppress(OSError):
        inside = list(folder.iterdir())
        ours = [path for path in inside if path.name.startswith(OURS)]
        for path in ours:
            _tighten_tree(path)
        if len(ours) == len(inside):
            _tighten(folder)


def _tighten_tree(path: Path) -> None:
    _tighten(path)
    if path.is_dir() and not path.is_symlink():
        for place, folders, files in os.walk(path):
            for name in (*folders, *files):
                _tighten(Path(place) / name)


def _tighten(path: Path) -> None:
    # What another account owns, or what has just been tidied away, stays as it is.
    with contextlib.suppress(OSError):
        mode = path.lstat().st_mode
        if mode & 0o077 and not path.is_symlink():
            path.chmod(mode & 0o700)
