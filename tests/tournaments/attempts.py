"""Steps that may succeed or be refused; either is right as long as a refusal gives a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError


def attempt(action: Callable[[], Any]) -> tuple[Any, list[str]]:
    """Return the result of ``action`` and the sentences of its refusal. Any other exception fails
    the test.
    """
    try:
        return action(), []
    except ValidationError as refused:
        return None, refused.messages
