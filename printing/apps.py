"""The app as Django installs it."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "printing"

    def ready(self) -> None:
        from tournaments.player_columns import Held, names_players

        names_players(Held("printing.Mailing", "player", "tournament"))
