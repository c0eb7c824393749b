"""The app as Django installs it. It declares guards, the texts that name people, and secrets."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from ground.guards import TOURNAMENTS, Guard, protect

        _declare_people()
        _declare_secrets()
        protect(
            self,
            Guard("tournaments_logentry", "OLD.tournament_id", forgotten=("author_id",)),
            Guard(TOURNAMENTS, fixed=("id", "code", "is_demo")),
        )


def _declare_people() -> None:
    from ground.personal_data import Own, Texts, Wrote, declare
    from tournaments.roster import OF_PERSON, empty_person

    program, people = Wrote.PROGRAM, Wrote.PEOPLE
    evening = ("prizes", "arbiter", "called_up", "standing_settings")
    declare(
        Own((*(f"tournaments.Player.{name}" for name in OF_PERSON), *_KEYS_OF_NAMES), empty_person),
        Texts("tournaments.LogEntry", ("fields",), _("lines of the logs"), "tournament", Wrote.LOG),
        Texts(
            "tournaments.Entry",
            ("name", "withdrawn_because"),
            _("entries"),
            "tournament",
            people,
        ),
        Texts(
            "tournaments.Round", ("seating_note",), _("seatings of partite"), "tournament", program
        ),
        Texts("tournaments.Tournament", evening, _("evenings"), "", program),
        Texts("tournaments.Circuit", ("prizes", "settings"), _("circuits"), "", program),
    )


_KEYS_OF_NAMES = (
    "tournaments.Player.card_key",
    "tournaments.Player.search",
    "tournaments.EntryMember.mark",
)
"""Columns made of the person's name and card, for searches and lists."""


def _declare_secrets() -> None:
    from ground.secrets import Key, declare
    from tournaments.board_steps import SEALED_BOARDS

    declare(
        SEALED_BOARDS,
        Key(
            ("tournaments.Tournament.signing_secret",),
            opens="the codes with which players sign their sheets",
            in_copies=True,
        ),
        Key(("tournaments.Place.code",), opens="the sheets of a table", in_copies=True),
        Key(("tournaments.Player.page_code",), opens="a player's own page", in_copies=True),
    )
