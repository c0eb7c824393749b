"""Clock that nobody can set, for anything that happens automatically after some minutes. The
machine's own clock may jump by hours, even back. Moments of this clock are texts, so that a row can
store them.
"""

import os
import time
import uuid

from django.core.cache import cache

from ground import system

_STARTED = time.monotonic()


def _session() -> str:
    """Name of the current session of the machine, from boot to shutdown; all its programs share it.
    If the system does not name it, a starter and its child programs share one.
    """
    return system.boot_session() or os.environ.setdefault("KING_STEADY_CLOCK", uuid.uuid4().hex)


_SESSION = _session()


def mark() -> str:
    """The present moment: the session, and its seconds."""
    return f"{_SESSION} {time.monotonic():.3f}"


def seconds_since(moment: str) -> float:
    """Seconds that have really passed since a ``mark``. If the mark is unknown (from another
    machine, from before a restart, or ""), the seconds since this program started.
    """
    session, _blank, seconds = moment.partition(" ")
    now = time.monotonic()
    if session == _SESSION and float(seconds) <= now:
        return now - float(seconds)
    return now - _STARTED


def is_known(moment: str) -> bool:
    """Whether a ``mark`` is of this session of the machine, so that the seconds since are exact."""
    return moment.partition(" ")[0] == _SESSION


def claim(name: str, seconds: float) -> bool:
    """Claim this name for so many seconds. Returns whether it was free in all processes. A claim
    that lies in the future was made before the machine's clock was set back, and is ignored.
    """
    now = time.time()
    if cache.add(name, now, seconds):
        return True
    before = cache.get(name)
    if before is not None and 0 <= now - before < seconds:
        return False
    cache.set(name, now, seconds)
    return True
