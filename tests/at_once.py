"""Several requests at the same moment, each in its own thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection


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
