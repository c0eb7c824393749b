"""The app as Django installs it."""

from django.apps import AppConfig


class SimultaneousConfig(AppConfig):
    name = "simultaneous"

    def ready(self) -> None:
        from ground import copies, periodic_jobs, personal_data, secrets
        from ground.guards import Guard, protect
        from simultaneous.centre import close_due, next_close
        from simultaneous.people import NAMES_PEOPLE
        from simultaneous.sealed_events import SEALED_EVENTS, is_copy_due

        secrets.declare(SEALED_EVENTS)
        personal_data.declare(NAMES_PEOPLE)
        copies.add_copy_reason(is_copy_due)
        periodic_jobs.declare(close_due, next_close)
        protect(
            self,
            Guard(
                "simultaneous_report",
                forgotten=("author_id",),
                fixed=("hall_id", "received_at", "source", "content", "digest", "reason"),
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
                fixed=(
                    "event_id",
                    "number",
                    "result",
                    "boards",
                    "far",
                    "far_boards",
                    "places",
                    "changes",
                    "made_of",
                    "made_at",
                ),
            ),
        )
