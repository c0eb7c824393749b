"""Other processes, as tests see them begin and end."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def runs(pid: int) -> bool:
    """Whether a process runs. One that has ended and was taken over by the system may still have a
    number.
    """
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def becomes(true: Callable[[], bool]) -> bool:
    """Whether it becomes true, waiting as long as any machine needs."""
    for _look in range(1200):
        if true():
            return True
        time.sleep(0.05)
    return False


def ends(pid: int) -> bool:
    return becomes(lambda: not runs(pid))
