"""Checks for a connection pooler (PgBouncer) between this program and PostgreSQL.

In transaction mode each transaction may use another connection of the server. A pooler refuses or
drops options set when a connection starts, and statements prepared on one connection are unknown to
the next.
"""

from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

QUESTIONS = 5
"""More than ``prepare_threshold``: by the last one the statement is prepared."""


def wrong_with_connection() -> Iterator[str]:
    """Sentences on settings that may lose a saved row or make a query fail now and then."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        if cursor.fetchone() == ("off",):
            yield _(
                "PostgreSQL answers before a row is on the disk (synchronous_commit off), as "
                "happens behind a pooler that drops a connection's settings: a power cut loses "
                "saved rows. Set it for the role: ALTER ROLE … SET synchronous_commit = on."
            )
    if settings.DATABASES["default"]["OPTIONS"].get("prepare_threshold") is None or _is_sound:
        return
    try:
        backends = _backends()
    except DatabaseError as error:
        connection.close()
        yield _behind_a_pooler(" ".join(str(error).split()))
        return
    if len(backends) > 1:
        yield _behind_a_pooler(_("its connections take turns"))
    else:
        _is_sound.append(True)


_is_sound: list[bool] = []
"""One entry once this process knows that its connections are its own: it is asked no more."""


def _backends() -> set[int]:
    """Numbers of the server's connections that answered one question, asked several times. The last
    two times another transaction is open, because an idle pooler would use the same connection each
    time.
    """
    backends = {_backend() for _number in range(QUESTIONS - 2)}
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT 1")
        return backends | {_backend(), _backend()}
    finally:
        other.close()


def _backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid() + %s", [0])
        return int(cursor.fetchone()[0])


def _behind_a_pooler(reason: str) -> str:
    return _(
        "Behind a pooler in transaction mode queries fail now and then (%(reason)s): set KING_POOLER=transaction."
    ) % {"reason": reason}
