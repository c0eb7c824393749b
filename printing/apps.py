"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintingConfig(AppConfig):
    name = "printing"
    verbose_name = _("printing")

    def ready(self) -> None:
        from tournaments.player_columns import Held, names_players

        names_players(Held("printing.Mailing", "player", "tournament"))
