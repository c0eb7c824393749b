"""Read by each Python that `make test-at` starts, before anything else.

Debian's libfaketime 0.9.10 with `--exclude-monotonic` moves the moment until which `clock_nanosleep`
is to sleep, though it leaves the monotonic clock alone (libfaketime's issue 426): since Python 3.11
`time.sleep` ends in `OSError: Invalid argument`. Waiting for no file in `select` takes as long, and
by the machine's own clock.
"""

import select
import time


def sleep(seconds: float) -> None:
    """Return after `seconds`; `ValueError` where they are below 0, as of `time.sleep`."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select([], [], [], seconds)


time.sleep = sleep
