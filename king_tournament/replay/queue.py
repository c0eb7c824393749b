"""Queue of people who have robots think. Their work is counted and bounded, so that it leaves what
the phones of a hall need: in each process one thinks and two wait, and the others press again.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator

from django.http import HttpRequest

from frame.page_cache import Busy
from king_tournament.attempts import address_of

MOST_AT_ONCE = 3
"""Presses at once in a process, the one that thinks included. Half of the threads stay free for the
phones."""
SECONDS_TO_WAIT = 2
SECONDS = 60
MOST_FROM_AN_ADDRESS = 600
"""Cards in so many seconds: forty people at home behind one address ask for less."""
MOST_ADDRESSES = 10_000

_places = threading.BoundedSemaphore(MOST_AT_ONCE)
_thinking = threading.Lock()
requests_by_address: dict[str, deque[float]] = defaultdict(deque)


@contextlib.contextmanager
def thinking(request: HttpRequest) -> Iterator[None]:
    """Context manager in which robots may think. Raises ``Busy`` if too many people wait, or if
    this address has asked for too many cards.
    """
    count(address_of(request))
    if not _places.acquire(blocking=False):
        raise Busy
    try:
        if not _thinking.acquire(timeout=SECONDS_TO_WAIT):
            raise Busy
        try:
            yield
        finally:
            _thinking.release()
    finally:
        _places.release()


def count(address: str) -> None:
    """Count a request of this address. Raises ``Busy`` if it has asked for too many cards."""
    now = time.monotonic()
    if len(requests_by_address) > MOST_ADDRESSES:
        requests_by_address.clear()
    requests = requests_by_address[address]
    while requests and requests[0] < now - SECONDS:
        requests.popleft()
    if len(requests) >= MOST_FROM_AN_ADDRESS:
        raise Busy
    requests.append(now)
