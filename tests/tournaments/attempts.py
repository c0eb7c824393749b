"""Doing something that may be refused, where both ends are right as long as a refusal says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError


def attempt(action: Callable[[], Any]) -> tuple[Any, list[str]]:
    """Answer of ``action`` and the sentences of its refusal; anything else that it raises fails the
    test.
    """
    try:
        return action(), []
    except ValidationError as refused:
        return None, refused.messages
