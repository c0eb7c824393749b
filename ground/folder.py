"""Data folder of this installation. Only its owner may read it, and only one program may use it at
a time; each problem is one sentence. Standard library only, because the settings use it before
Django is loaded.
"""

import contextlib
import errno
import gettext
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ground import system

OURS = (
    "king.sqlite3",
    "secret_key",
    "log_key",
    "log_counts",
    "running",
    "address",
    "second_place",
    "backups",
    "cache",
    "documents",
    "queue",
    "results",
    "static",
    "copy-",
    "restore-",
    "dev",
    "drill",
    "trial-",
    "metrics",
    "first_word",
    "asked",
    "due",
)
"""Beginnings of the names of our own files in the data folder."""

ENOUGH = 10_000_000
"""Bytes that must be free: an evening writes fewer, and the database needs some to put its log away."""


def _(sentence: str) -> str:
    """Mark a sentence for the translators. It is translated where it is shown."""
    return sentence


FULL = _(
    "The disk is full: nothing more can be saved in %(place)s. Make room on it now (empty the "
    "trash, remove films and pictures). Everything saved is safe, and phones keep what they could "
    "not send."
)
READ_ONLY = _(
    "Nothing can be written in the folder %(place)s, so nothing more can be saved. Give this "
    "account the right to "
    "write there, or name another folder in KING_DATA_DIR."
)
IMPOSSIBLE = _(
    "The folder %(place)s cannot be made (%(reason)s). Name another one in KING_DATA_DIR."
)
BAD_VARIABLE = _("The variable %(name)s cannot be read: docs/running.md says how it is written.")
IN_USE = _(
    "The folder %(place)s is in use: King runs with it already, at %(address)s. Use that one, or "
    "stop it first; a "
    "second one needs a folder of its own, named in KING_DATA_DIR."
)


def folder_problem(folder: Path) -> str | None:
    """Sentence on a problem of the folder, with an open field ``place``; None if all is well."""
    try:
        if shutil.disk_usage(folder).free < ENOUGH:
            return FULL
        return None if os.access(folder, os.W_OK | os.X_OK) else READ_ONLY
    except OSError:
        return READ_ONLY


def trouble_of(error: OSError) -> str:
    return FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else READ_ONLY


def trouble_at_start(error: OSError) -> str:
    of_the_disk = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
    return trouble_of(error) if error.errno in of_the_disk else IMPOSSIBLE


def terminal_sentence(sentence: str, locale: Path, **fields: object) -> str:
    words = gettext.translation("django", locale, languages=["it"], fallback=True)
    return words.gettext(sentence) % fields


class FolderInUse(Exception):
    """Error: another program uses the folder. The text is the address of that program's site."""


@contextmanager
def lock_folder(folder: Path, address: str) -> Iterator[int]:
    """Lock the folder and write the site's address into it; yields the number of the locked file.
    The system releases the lock however the process ends. Raises ``FolderInUse`` if another process
    has it.
    """
    with open(folder / "running", "a+", encoding="utf-8") as file:
        try:
            system.lock(file.fileno())
        except BlockingIOError:
            file.seek(0)
            raise FolderInUse(file.read()) from None
        file.truncate(0)
        file.write(address)
        file.flush()
        if hasattr(os, "register_at_fork"):
            # A forked child may outlive this process for a moment, and would keep the folder locked.
            os.register_at_fork(after_in_child=file.close)
        yield file.fileno()


def tighten(folder: Path) -> None:
    """Restrict files that an earlier version left readable. If the folder holds other things too,
    only our own are touched, because somebody may have named their home folder.
    """
    with contextlib.suppress(OSError):
        inside = list(folder.iterdir())
        ours = [path for path in inside if path.name.startswith(OURS)]
        for path in ours:
            _tighten_tree(path)
        if len(ours) == len(inside):
            system.close_to_others(folder)


def _tighten_tree(path: Path) -> None:
    system.close_to_others(path)
    if path.is_dir() and not path.is_symlink():
        for place, folders, files in os.walk(path):
            for name in (*folders, *files):
                system.close_to_others(Path(place) / name)
