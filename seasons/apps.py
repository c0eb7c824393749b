"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _


class SeasonsConfig(AppConfig):
    name = "seasons"

    def ready(self) -> None:
        from ground.guards import Guard, protect
        from ground.personal_data import Texts, Wrote, declare

        columns = ("standings", "settings", "erratum", "named")
        declare(
            Texts("seasons.SeasonPublication", columns, _("published seasons"), "", Wrote.SEASON)
        )
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
