"""Count of the lines of each log and its last seal, stored in the installation's folder beside the
key. So somebody who can write to the database can neither cut a log nor delete it with its evening.
The count may be lower than the number of lines: another server counts in its own folder, and a
power cut may lose the last.
"""

import hashlib
import hmac
import json
import logging
import os
from functools import partial
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from ground import system

logger = logging.getLogger(__name__)


class Count(NamedTuple):
    code: str
    lines: int
    seal: str
    mac: str


def folder() -> Path:
    return Path(settings.DATA_DIR) / "log_counts"


def keep(code: str, lines: int, seal: str) -> None:
    """Write the count once the transaction has committed."""
    transaction.on_commit(partial(write, code, lines, seal))


def write(code: str, lines: int, seal: str) -> None:
    """Write the count. A count lower than the stored one comes from a late process and is ignored.
    If the disk is full, nothing is written, so that the log's line is stored all the same.
    """
    try:
        folder().mkdir(mode=0o700, exist_ok=True)
        with open(folder() / ".lock", "a", encoding="utf-8") as lock:
            system.lock(lock.fileno(), wait=True)
            before = read(code)
            if before is not None and before.lines >= lines:
                return
            draft = folder() / f".draft.{os.getpid()}"
            draft.write_text(
                json.dumps([code, lines, seal, _mac(settings.LOG_KEYS[0], code, lines, seal)])
            )
            draft.replace(_path(code))
    except OSError as error:
        logger.warning("the count of the log %s could not be kept: %s", code, error.strerror)


def read(code: str) -> Count | None:
    """Read the count, or None if it is lost: a power cut may leave half a file."""
    count = _file_in(_path(code))
    return count if count is not None and count.code == code else None


def _path(code: str) -> Path:
    """Path of the count's file. It is named by a hash, because the code of an imported evening may
    be no valid file name.
    """
    return folder() / hashlib.sha256(code.encode()).hexdigest()[:24]


def _file_in(path: Path) -> Count | None:
    try:
        code, lines, seal, mac = json.loads(path.read_text(encoding="utf-8"))
        return Count(str(code), int(lines), str(seal), str(mac))
    except (OSError, ValueError, TypeError):
        return None


def is_sealed(count: Count) -> bool:
    macs = (_mac(key, count.code, count.lines, count.seal) for key in settings.LOG_KEYS)
    return any(hmac.compare_digest(mac, count.mac) for mac in macs)


def _mac(key: str, code: str, lines: int, seal: str) -> str:
    return hmac.new(
        key.encode(), f"king log count {code} {lines} {seal}".encode(), hashlib.sha256
    ).hexdigest()


def codes() -> list[str]:
    try:
        counts = map(
            _file_in, [path for path in folder().iterdir() if not path.name.startswith(".")]
        )
        return sorted(count.code for count in counts if count is not None and is_sealed(count))
    except OSError:
        return []


def drop(code: str) -> None:
    """Delete the count of a deleted evening once the transaction has committed."""
    transaction.on_commit(partial(forget, code))


def forget(code: str) -> None:
    _path(code).unlink(missing_ok=True)


def forget_all() -> None:
    for code in codes():
        forget(code)
