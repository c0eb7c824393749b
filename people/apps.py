"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    name = "people"
    verbose_name = _("people")

    def ready(self) -> None:
        from tournaments.player_columns import Held, names_players

        names_players(Held("people.Merge", "player"), Held("people.Membership", "player"))
