"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonsConfig(AppConfig):
    name = "seasons"
    verbose_name = _("seasons")

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
