"""Rows of many phones in one commit: who waits for the disk anyway takes along whoever has come meanwhile.

SQLite has one writer at a time, and with ``synchronous=FULL`` each commit waits for the disk. So the threads of a
process queue here; the first writes what all of them have brought, each in a savepoint of its own, and nobody is
answered before the commit that holds his row. Processes take turns by a lock of the system, which wakes the next one at
once: SQLite's own way of waiting is to sleep and to look again.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from tournaments import system

Stored = TypeVar("Stored")


class Waiting:
    """What one thread brought, and what became of it."""

    def __init__(self, write: Callable[[], Any]) -> None:
        self.write = write
        self.is_done = False
        self.stored: Any = None
        self.error: BaseException | None = None

    def do(self) -> None:
        """Write it: a transaction of its own, or a savepoint in the one that there is. A refusal is its sender's."""
        self.stored = self.error = None
        try:
            self.stored = self.write()
        except ValidationError as refusal:
            self.error = refusal


_waiting: deque[Waiting] = deque()
_turn = threading.Lock()


def stored_together(write: Callable[[], Stored]) -> Stored:
    """What ``write`` returns, once it is committed; what it raises, where nothing of it is stored.

    ``write`` is atomic in itself. It may run in another thread, whose language is another's: it says nothing but in
    lazy sentences.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return write()
    mine = Waiting(write)
    _waiting.append(mine)
    with _turn:
        if not mine.is_done:
            with _turn_of_the_process():
                together = [_waiting.popleft() for _place in range(len(_waiting))]
                # Not among them: a thread that was ended in its turn had taken it along and written nothing.
                _commit(together if mine in together else [*together, mine])
    if mine.error is not None:
        raise mine.error
    stored: Stored = mine.stored
    return stored


def _commit(together: list[Waiting]) -> None:
    """All in one commit; a fault that is no refusal leaves nothing of any, and then each is written alone. A database
    that is held by another program is waited for once: all are told."""
    has_begun = False
    try:
        # One alone is atomic in itself.
        with transaction.atomic() if len(together) > 1 else contextlib.nullcontext():
            has_begun = True
            for waiting in together:
                waiting.do()
    except Exception as fault:  # noqa: BLE001  each is written alone; what is wrong is raised in its sender's thread
        for waiting in together:
            waiting.error = fault
            try:
                if has_begun and len(together) > 1:
                    waiting.do()
            except Exception as error:  # noqa: BLE001
                waiting.error = error
    for waiting in together:
        waiting.is_done = True


@contextlib.contextmanager
def _turn_of_the_process() -> Iterator[None]:
    file = None
    try:
        with contextlib.suppress(OSError):  # a full disk says so when it is written to
            file = os.open(Path(settings.DATA_DIR) / "writer.lock", os.O_RDWR | os.O_CREAT, 0o600)
            system.lock(file, wait=True)
        yield
    finally:
        if file is not None:
            os.close(file)
