"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        from ground.guards import TOURNAMENTS, Guard, protect

        protect(
            self,
            Guard("tournaments_logentry", "OLD.tournament_id", forgotten=("author_id",)),
            Guard(TOURNAMENTS, fixed=("id", "code", "is_demo")),
        )
