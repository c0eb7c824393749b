"""Labels of columns changed in one go: nothing of it is in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.migrations import AlterField
from django.db.migrations.operations.base import Operation


class Relabelled(Operation):
    def __init__(self, operations: Sequence[Any]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: Any) -> None:
        for change in self.operations:
            if isinstance(change, AlterField):
                model = state.models[app_label, change.model_name_lower]
                model.fields[change.name] = change.field
            else:
                model = state.models[app_label, change.name_lower]
                kept = {
                    key: value
                    for key, value in model.options.items()
                    if key not in change.ALTER_OPTION_KEYS
                }
                model.options = {**kept, **change.options}
        state.__dict__.pop("apps", None)

    def database_forwards(self, *_of_no_interest: Any) -> None:
        pass

    def database_backwards(self, *_of_no_interest: Any) -> None:
        pass

    def describe(self) -> str:
        return "Labels of columns"
