"""Labels of columns changed in one go: nothing of it is in the database."""

from django.db.migrations import AlterField
from django.db.migrations.operations.base import Operation


class Relabelled(Operation):
    def __init__(self, operations):
        self.operations = operations

    def state_forwards(self, app_label, state):
        for change in self.operations:
            model = state.models[app_label, change.name_lower if not isinstance(change, AlterField) else change.model_name_lower]
            if isinstance(change, AlterField):
                model.fields[change.name] = change.field
            else:
                kept = {key: value for key, value in model.options.items() if key not in change.ALTER_OPTION_KEYS}
                model.options = {**kept, **change.options}
        state.__dict__.pop("apps", None)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        pass

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        pass

    def describe(self):
        return "Labels of columns"
