"""Several requests at the same moment, each in its own thread, and changes on another connection
while one is on its way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection

from tournaments.models import Tournament

Change = Callable[[Tournament], object]


def at_once(*steps: Callable[[], Any]) -> list[Any]:
    """Run all steps at the same moment; return the result or the refusal of each, in their order."""
    gate = threading.Barrier(len(steps))
    answers: list[Any] = [None] * len(steps)

    def take(place: int, step: Callable[[], Any]) -> None:
        try:
            gate.wait(timeout=300)
            answers[place] = step()
        except ValidationError as refusal:
            answers[place] = refusal
        except Exception as error:  # noqa: BLE001 - a thread's crash must reach the test
            answers[place] = error
        finally:
            connection.close()

    threads = [
        threading.Thread(target=take, args=(place, step)) for place, step in enumerate(steps)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    assert not any(thread.is_alive() for thread in threads)
    refusals = [answer for answer in answers if isinstance(answer, ValidationError)]
    assert [answer for answer in answers if isinstance(answer, Exception)] == refusals
    return answers


# --- while a request is on its way


def asks_for_the_lock(sql: str) -> bool:
    """Whether this statement is the first of a transaction that waits for whoever writes."""
    if connection.vendor == "sqlite":
        return sql.startswith("BEGIN")
    if not (sql.startswith("UPDATE") or "FOR UPDATE" in sql):
        return False
    with connection.connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id_if_assigned()")
        return cursor.fetchone() == (None,)


@contextmanager
def meanwhile(
    evening: Tournament, *changes: Change, when: Callable[[str], bool] = asks_for_the_lock
) -> Iterator[list[str]]:
    """Make each change on another connection, just before the first, the second … statement for
    which ``when`` is true. Yields these statements.
    """
    to_come, seen = list(changes), list[str]()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if when(sql):
            seen.append(sql)
            if to_come:
                by_somebody_else(to_come.pop(0), evening)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield seen
    assert not to_come


def by_somebody_else(change: Change, evening: Tournament) -> None:
    def write() -> None:
        try:
            change(Tournament.objects.get(pk=evening.pk))
        finally:
            connection.close()

    with ThreadPoolExecutor() as other:
        other.submit(write).result()


@contextmanager
def read_under_the_lock(*tables: str) -> Iterator[list[str]]:
    """The statements of transactions that read these tables, or rows of sheets and people."""
    read: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        heavy = tables or ("scoring_handresult", "tournaments_player", "tournaments_seat")
        if connection.in_atomic_block and any(f'FROM "{table}"' in sql for table in heavy):
            read.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield read
