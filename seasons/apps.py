"""The app as Django installs it."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "seasons"

    def ready(self) -> None:
        from ground.guards import Guard, protect

        protect(
            self,
            Guard(
                "seasons_seasonposting",
                forgotten=("author_id",),
                fixed=(
                    "circuit_id",
                    "number",
                    "official",
                    "standings",
                    "evenings",
                    "named",
                    "erratum",
                    "created_at",
                ),
            ),
        )
