"""``manage.py rolling_check``: whether ``migrate`` may run while the version before still serves."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from king_tournament.installation.rolling import breaks_old_code
from king_tournament.management.command import HouseCommand


class Command(HouseCommand):
    help = "Say whether the migrations to come may be applied while the version before still serves; fails where not."

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at what ``migrate`` would do, and do nothing."""
        executor = MigrationExecutor(connection)
        plan = [migration for migration, _back in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        before = executor.loader.project_state(list(executor.loader.applied_migrations))
        found = list(breaks_old_code(plan, before))
        for line in found:
            self.stdout.write(f"- {line}")
        if found:
            raise CommandError(_("The version before could not work with this: stop every server, then migrate."))
        self.stdout.write(_("Migrations to come: %(count)d. All of them may be applied while servers run.") % {
            "count": len(plan)
        })  # fmt: skip
