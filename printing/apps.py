"""The app as Django installs it."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "printing"

    def ready(self) -> None:
        from ground import periodic_jobs
        from ground.personal_data import Own, declare
        from printing.services import forget_paper
        from printing.tasks import next_to_play, play_due
        from tournaments.player_columns import NO_KEYS, PlayerRows, names_players

        declare(
            Own(
                (
                    "printing.Mailing.address",
                    "printing.Mailing.answer",
                    "printing.PrintJob.file",
                    "printing.PrintJob.error",
                    "printing.KeptFile.content",
                ),
                forget_paper,
            )
        )
        periodic_jobs.declare(play_due, next_to_play, long=True)
        names_players(PlayerRows("printing.Mailing", "player", "tournament", NO_KEYS))
