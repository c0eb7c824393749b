"""The worker beside its tasks: it gives signs of life in a file, keeps copies, and ends with its starter."""

import logging
import threading
import time
import warnings
from pathlib import Path
from typing import Any

from celery.exceptions import SecurityWarning
from celery.signals import worker_ready, worker_shutdown
from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from king_tournament.installation.runner import when_the_starter_ends
from king_tournament.installation.trouble import database_is_gone, trouble

# It warns root about messages that could carry code; only JSON is taken here, which cannot.
warnings.filterwarnings("ignore", category=SecurityWarning)

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_SIGNS = 3
SECONDS_UNTIL_MISSED = 15


def sign_of_life() -> Path:
    """No broker is needed to see that the worker is away."""
    return Path(settings.DATA_DIR) / "worker.alive"


def worker_is_running() -> bool:
    try:
        return time.time() - sign_of_life().stat().st_mtime < SECONDS_UNTIL_MISSED
    except FileNotFoundError:
        return False


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """503 when nothing can be saved, with a sentence on what to do. Without the worker one can play on. The header says
    what time it is here, for every countdown."""
    try:
        database = not database_is_gone()
        if database:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
    except DatabaseError:
        database = False
    said = trouble()
    answer = {"database": database, "worker": worker_is_running(), "trouble": said}
    now = {"X-Now": str(round(time.time() * 1000))}
    return JsonResponse(answer, status=200 if database and not said else 503, headers=now)


_stopping = threading.Event()


@worker_ready.connect
def _end_with_the_starter(**_kwargs: Any) -> None:
    # Here: the site reads this module too, and has no worker.
    from celery.worker import state

    def stop() -> None:
        setattr(state, "should_stop", 0)  # noqa: B010 (the library's names say None)  the status to end with, after what is being done

    when_the_starter_ends(stop)


@worker_ready.connect
def _give_signs_of_life(**_kwargs: Any) -> None:
    def keep_touching() -> None:
        while not _stopping.is_set():
            sign_of_life().touch()
            _stopping.wait(SECONDS_BETWEEN_SIGNS)

    threading.Thread(target=keep_touching, name="signs of life", daemon=True).start()


SECONDS_BETWEEN_LOOKS = 10


@worker_ready.connect
def _keep_copies(**_kwargs: Any) -> None:
    """Beside the printing, so that no page waits for a copy."""
    # Here: this module is read before the models are.
    from king_tournament.installation.backup import copy_if_due

    def look_again_and_again() -> None:
        while not _stopping.wait(SECONDS_BETWEEN_LOOKS):
            try:
                copy_if_due()
            except (DatabaseError, OSError) as error:
                logger.warning("no copy was kept: %s", error)
            finally:
                connections.close_all()

    threading.Thread(target=look_again_and_again, name="copies", daemon=True).start()


@worker_shutdown.connect
def _say_goodbye(**_kwargs: Any) -> None:
    _stopping.set()
    sign_of_life().unlink(missing_ok=True)
