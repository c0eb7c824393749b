"""A clock that nobody sets, for what happens by itself after some minutes: the machine's own may
jump by hours, and back. Its moments are texts, so that a row can keep them.
"""

import os
import time
import uuid

from django.core.cache import cache

from ground import system

_STARTED = time.monotonic()


def _session() -> str:
    """The time since the machine was switched on, in which all its programs count alike. Where
    the system does not name it, a starter and the programs that it starts count alike.
    """
    return system.since_switched_on() or os.environ.setdefault(
        "KING_STEADY_CLOCK", uuid.uuid4().hex
    )


_SESSION = _session()


def mark() -> str:
    """The present moment: the session, and its seconds."""
    return f"{_SESSION} {time.monotonic():.3f}"


def seconds_since(moment: str) -> float:
    """Seconds that have really passed since a ``mark``.

    Those since the start of this program, where nothing is known of the moment: it is of another
    machine, or of before a restart of this one, or "".
    """
    session, _blank, seconds = moment.partition(" ")
    now = time.monotonic()
    if session == _SESSION and float(seconds) <= now:
        return now - float(seconds)
    return now - _STARTED


def is_known(moment: str) -> bool:
    """Whether a ``mark`` is of this session of the machine, so that the seconds since are exact."""
    return moment.partition(" ")[0] == _SESSION


def claimed(name: str, seconds: float) -> bool:
    """Claim this name for so many seconds; returns whether it was free in all processes. A claim
    from the future was made before the machine's clock was set back, and is ignored.
    """
    now = time.time()
    if cache.add(name, now, seconds):
        return True
    before = cache.get(name)
    if before is not None and 0 <= now - before < seconds:
        return False
    cache.set(name, now, seconds)
    return True
