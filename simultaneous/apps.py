"""The app as Django installs it."""

from django.apps import AppConfig


class SimultaneousConfig(AppConfig):
    name = "simultaneous"

    def ready(self) -> None:
        from ground.guards import Guard, protect

        protect(
            self,
            Guard(
                "simultaneous_report",
                fixed=("hall_id", "received_at", "source", "content", "digest"),
            ),
            Guard(
                "simultaneous_correction",
                forgotten=("author_id",),
                once=("revoked_at", "revoked_because"),
                fixed=(
                    "event_id",
                    "hall_id",
                    "round_number",
                    "table_number",
                    "row",
                    "ruling",
                    "reason",
                    "made_at",
                ),
            ),
            Guard(
                "simultaneous_posting",
                forgotten=("author_id",),
                fixed=("event_id", "number", "result", "boards", "far", "changes", "made_at"),
            ),
        )
