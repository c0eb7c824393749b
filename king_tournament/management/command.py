"""What the commands of this site have in common."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class HouseCommand(BaseCommand):
    """A command whose refusal is its own sentence: Django would put ``CommandError:`` before it."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """As any command; at the terminal a refusal is written plainly. Other programs, and ``--traceback``, get it."""
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            if not self._called_from_command_line or options.get("traceback"):
                raise
            self.stderr.write(str(error))
            raise SystemExit(error.returncode) from None
