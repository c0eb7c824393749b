"""Whether the worker that prints is at work: it says so in a file every few seconds, and the pages read it.

A file, because it needs no broker: a page can say "the worker is not running" also when the broker is away.
"""

from __future__ import annotations

import logging
import threading
import time
import warnings
from pathlib import Path
from typing import Any

from celery.platforms import SecurityWarning
from celery.signals import worker_ready, worker_shutdown
from django.conf import settings

# It warns root about messages that could carry code; only JSON is taken here, which cannot.
warnings.filterwarnings("ignore", category=SecurityWarning)

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_SIGNS = 3
SECONDS_UNTIL_MISSED = 15


def _sign() -> Path:
    return Path(settings.DATA_DIR) / "worker.alive"


def worker_is_running() -> bool:
    """Whether a worker of this installation gave a sign of life in the last fifteen seconds."""
    try:
        return time.time() - _sign().stat().st_mtime < SECONDS_UNTIL_MISSED
    except FileNotFoundError:
        return False


_stopping = threading.Event()


@worker_ready.connect
def _give_signs_of_life(**_kwargs: Any) -> None:
    def keep_touching() -> None:
        while not _stopping.is_set():
            _sign().touch()
            _stopping.wait(SECONDS_BETWEEN_SIGNS)

    threading.Thread(target=keep_touching, name="signs of life", daemon=True).start()


SECONDS_BETWEEN_LOOKS = 10


@worker_ready.connect
def _keep_copies(**_kwargs: Any) -> None:
    """Beside the printing, so that no page waits for a copy."""
    # Here: this module is read before the models are.
    from django.db import DatabaseError, connections

    from king_tournament.backup import copy_if_due

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
    _sign().unlink(missing_ok=True)
