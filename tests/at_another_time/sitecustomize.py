"""Loaded first by each Python that `make test-at` starts; replaces `time.sleep`.

Debian's libfaketime 0.9.10 with `--exclude-monotonic` moves the moment until which
`clock_nanosleep` is to sleep, though it leaves the monotonic clock alone (libfaketime's issue 426).
Since Python 3.11 `time.sleep` therefore raises `OSError: Invalid argument`. A `select` without
files waits as long, by the machine's real clock.
"""

import select
import time


def sleep(seconds: float) -> None:
    """Wait `seconds`; raise `ValueError` if they are negative, as `time.sleep` does."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select([], [], [], seconds)


time.sleep = sleep
