"""Command ``manage.py rolling_check``: check whether ``migrate`` may run while the previous version
still serves.

Additions have to be optional, and nothing may be removed. A column is added with ``null=True`` or
``db_default`` in one version, and removed in a later one, when no running code reads it any more.
That migration declares it: ``after_old_code = True``.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations import Migration, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED
from django.utils.translation import gettext as _

from frame.command import HouseCommand

TAKES_AWAY = (
    operations.DeleteModel,
    operations.RemoveField,
    operations.RenameField,
    operations.RenameModel,
    operations.AlterModelTable,
    operations.AlterUniqueTogether,
)


def breaks_old_code(migrations: Iterable[Migration], before: ProjectState) -> Iterator[str]:
    """Yield a sentence ``app.migration: what it does`` for each step that breaks the old code.
    ``before`` is the state of the database; it is advanced by each migration.
    """
    for migration in migrations:
        created = {
            operation.name_lower
            for operation in migration.operations
            if isinstance(operation, operations.CreateModel)
        }
        for step, state in _database_steps(migration, before):
            is_free = getattr(step, "model_name_lower", None) in created or getattr(
                migration, "after_old_code", False
            )
            if not is_free and (
                isinstance(step, TAKES_AWAY) or _asks_for_more(step, state, migration.app_label)
            ):
                yield f"{migration.app_label}.{migration.name}: {step.describe()}"


def _database_steps(
    migration: Migration, before: ProjectState
) -> Iterator[tuple[operations.base.Operation, ProjectState]]:
    """Yield each step that changes the database, with the state before it. A step that changes the
    state alone, such as a model's new name over the same table, is none.
    """
    for step in migration.operations:
        if isinstance(step, operations.SeparateDatabaseAndState):
            state = before.clone()
            for own in step.database_operations:
                yield own, state
                own.state_forwards(migration.app_label, state)
        else:
            yield step, before
        step.state_forwards(migration.app_label, before)


def _asks_for_more(step: operations.base.Operation, before: ProjectState, app: str) -> bool:
    """Whether old code may break: a column that an INSERT must give, one that accepts less than
    before, or a new constraint.
    """
    if isinstance(step, operations.AddField):
        return not (
            step.field.null or step.field.many_to_many or step.field.db_default is not NOT_PROVIDED
        )
    if isinstance(step, operations.AlterField):
        new = step.field
        old = before.models[app, step.model_name_lower].fields[step.name]
        shorter = (new.max_length or 0) < (old.max_length or 0)
        other = new.get_internal_type() != old.get_internal_type()
        return other or shorter or (old.null and not new.null) or (new.unique and not old.unique)
    return isinstance(step, operations.AddConstraint)


class Command(HouseCommand):
    help = "Say whether the migrations to come may be applied while the version before still serves; fails where not."

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        plan = [
            migration
            for migration, _back in executor.migration_plan(executor.loader.graph.leaf_nodes())
        ]
        before = executor.loader.project_state(list(executor.loader.applied_migrations))
        breaches = list(breaks_old_code(plan, before))
        for line in breaches:
            self.stdout.write(f"- {line}")
        if breaches:
            raise CommandError(
                _("The previous version cannot work with this: stop every server, then migrate.")
            )
        self.say(
            _("Pending migrations: %(count)d. All of them may be applied while servers run."),
            count=len(plan),
        )
