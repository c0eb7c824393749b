"""Documents whose winds come back in their order."""

from __future__ import annotations

import json
from typing import Any

from django.db import models

from king.cards import SIDES, WINDS

_ORDER = {str(column): place for place, column in enumerate((*WINDS, *SIDES))}


class StandingsField(models.JSONField):
    """A posted standing. PostgreSQL keeps the keys of a document in an order of its own, East before North."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "decoder": _InOrder})

    def deconstruct(self) -> Any:
        """As a plain document: the table is the same."""
        name, _path, args, kwargs = super().deconstruct()
        del kwargs["decoder"]
        return name, "django.db.models.JSONField", args, kwargs


class _InOrder(json.JSONDecoder):
    def __init__(self) -> None:
        super().__init__(object_pairs_hook=_in_order)


def _in_order(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > 1 and all(key in _ORDER for key, _value in pairs):
        pairs.sort(key=lambda pair: _ORDER[pair[0]])
    return dict(pairs)
