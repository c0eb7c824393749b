"""The app as Django installs it."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from ground.guards import TOURNAMENTS, Guard, protect
        from ground.secrets import declare
        from tournaments.board_steps import SEALED_BOARDS

        declare(SEALED_BOARDS)
        protect(
            self,
            Guard("tournaments_logentry", "OLD.tournament_id", forgotten=("author_id",)),
            Guard(TOURNAMENTS, fixed=("id", "code", "is_demo")),
        )
