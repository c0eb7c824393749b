"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

EVENING_OF_SHEET = (
    "SELECT r.tournament_id FROM scoring_sheet s JOIN tournaments_table t ON t.id = s.table_id "
    "JOIN tournaments_round r ON r.id = t.round_id WHERE s.id = OLD.sheet_id"
)


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("scoring")

    def ready(self) -> None:
        from tournaments.guards import Guard, protect

        revoking = ("revoked_at", "revoked_by_id", "revoked_because")
        protect(
            self,
            Guard("scoring_handresult", EVENING_OF_SHEET, forgotten=("author_id",)),
            Guard("scoring_ruling", EVENING_OF_SHEET, once=revoking, forgotten=("arbiter_id", "revoked_by_id")),
            Guard(
                "scoring_publication", "OLD.tournament_id", free=("state",), forgotten=("author_id", "after_round_id")
            ),
        )
