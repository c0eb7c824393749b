"""Rows as a phone at the table sends them."""

from __future__ import annotations

from typing import Any

from scoring.models import HandResult, Sheet
from scoring.rows import enter_row


def by_phone(sheet: Sheet, hand: int, content: dict[str, Any] | None, **fields: Any) -> HandResult:
    """Enter a row from a phone, the first one unless told otherwise."""
    fields = {"origin": "phone", "device": "p1"} | fields
    return enter_row(sheet=sheet, hand=hand, content=content, **fields)
