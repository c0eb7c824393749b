"""Robots' cards in a hand with a person. A process beside this one chooses them
(``ground.isolation.robot_cards``): the thread that waits for them does not hold Python's lock, so
phones of a hall are answered meanwhile.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

from frame.page_cache import Busy
from ground.isolation import ReadError
from ground.isolation.lasting import Lasting

logger = logging.getLogger(__name__)

robots = Lasting("ground.isolation.robot_cards")
_has_failed = threading.Event()


def ask_for_cards(question: dict[str, Any]) -> list[int]:
    """Return the numbers of all cards, up to the person's turn or the end. Raises ``Busy`` if the
    robots do not answer; the first failure in a row is logged.
    """
    try:
        cards: list[int] = robots.ask(question)
    except ReadError as error:
        if not _has_failed.is_set():
            _has_failed.set()
            logger.warning("Robots did not choose a card: %s", error)
        raise Busy from None
    _has_failed.clear()
    return cards
