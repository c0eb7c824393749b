"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

EVENING_OF_SHEET = (
    "SELECT r.tournament_id FROM scoring_sheet s JOIN tournaments_table t ON t.id = s.table_id "
    "JOIN tournaments_round r ON r.id = t.round_id WHERE s.id = OLD.sheet_id"
)
EVENING_OF_TABLE = (
    "SELECT r.tournament_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id "
    "WHERE t.id = OLD.table_id"
)

EVENING_BY_SHEET = "sheet__table__round__tournament"


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        from ground import periodic_jobs
        from ground.guards import Guard, protect
        from scoring.round_steps import make_due_official, next_official
        from tournaments.player_columns import NO_KEYS, PlayerRows, names_players

        periodic_jobs.declare(make_due_official, next_official)
        names_players(
            PlayerRows("scoring.Signature", "player", EVENING_BY_SHEET, NO_KEYS),
            PlayerRows("scoring.Redeal", "player", EVENING_BY_SHEET, NO_KEYS),
            PlayerRows(
                "scoring.SeatReport", "players", EVENING_BY_SHEET, keys=("N", "E", "S", "W")
            ),
        )
        _declare_people()
        _declare_secrets()
        revoking = ("revoked_at", "revoked_by_id", "revoked_because")
        answering = ("answered_at", "answered_by_id")
        protect(
            self,
            Guard("scoring_handresult", EVENING_OF_SHEET, forgotten=("author_id",)),
            Guard(
                "scoring_ruling",
                EVENING_OF_SHEET,
                once=revoking,
                forgotten=("arbiter_id", "revoked_by_id", "call_id"),
            ),
            Guard(
                "scoring_settlement",
                "OLD.tournament_id",
                once=revoking,
                forgotten=("arbiter_id", "revoked_by_id"),
            ),
            Guard(
                "scoring_protest",
                EVENING_OF_TABLE,
                once=("outcome", "answer", "ruling_id", *answering),
                forgotten=("author_id", "answered_by_id", "call_id", "ruling_id"),
            ),
            Guard(
                "scoring_publication",
                "OLD.tournament_id",
                free=("state",),
                forgotten=("author_id", "after_round_id"),
            ),
        )


def _declare_people() -> None:
    from ground.personal_data import Texts, Wrote, declare

    columns = ("standings", "erratum", "corrections", "named")
    evening, people = "tournament", Wrote.PEOPLE
    by_table = "table__round__tournament"
    revoked = "revoked_because"
    declare(
        Texts("scoring.Publication", columns, _("publications"), evening, Wrote.PUBLISHED),
        Texts(
            "scoring.FinalHold",
            ("steps",),
            _("final standings held back"),
            evening,
            Wrote.PUBLISHED,
        ),
        Texts("scoring.Ruling", ("reason", revoked), _("rulings"), EVENING_BY_SHEET, people),
        Texts("scoring.Protest", ("who", "text", "answer"), _("protests"), by_table, people),
        Texts("scoring.Call", ("text",), _("calls of the arbiter"), by_table, people),
        Texts("scoring.Sheet", ("handed_in_by",), _("sheets"), by_table, people),
        Texts(
            "scoring.Settlement",
            ("reason", "source", revoked),
            _("settled ties"),
            evening,
            people,
        ),
    )


def _declare_secrets() -> None:
    from ground.secrets import Key, declare
    from scoring.robot_means import SEALED_MEANS

    declare(
        SEALED_MEANS,
        Key(
            ("scoring.FinalHold.remote",),
            opens="the page that shows the held standing place by place",
            in_copies=True,
        ),
    )
