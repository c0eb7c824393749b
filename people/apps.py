"""The app as Django installs it."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        from tournaments.player_columns import Held, names_players

        names_players(Held("people.Merge", "player"), Held("people.Membership", "player"))
