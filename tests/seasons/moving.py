"""Moving an evening from this installation to another one."""

from __future__ import annotations

from django.apps import apps
from django.db import connection

from ground import guards
from scoring.round_steps import make_official
from seasons.archive import archive_of, first_guess, read_archive
from seasons.archive_import import import_archive
from tests.evenings import demo
from tests.rooms import WITH_ROWS
from tournaments.circuits import Circuit
from tournaments.models import Player, Round, Tournament
from tournaments.roster import RosterIndex
from tournaments.services import close_tournament


def over(evening: Tournament) -> Tournament:
    for round_ in evening.rounds.exclude(stage=Round.Stage.OFFICIAL):
        make_official(round=round_, author=None)
    return close_tournament(tournament=evening, author=None)


def emptied(*, people_too: bool = True) -> None:
    """Empty the database of evenings, then add other rows that take their keys, as on another
    installation.
    """
    with guards.guards_off(connection), connection.cursor() as cursor:
        for label in WITH_ROWS:
            for model in apps.get_app_config(label).get_models(include_auto_created=True):
                if people_too or model is not Player:
                    cursor.execute(f"DELETE FROM {model._meta.db_table}")
    Player.objects.create(surname="Somebody", given_name="Else", card_number="999")
    demo(stage="finished", seed=9, tables=1, rounds=1, language="en")


def packed(owner: Tournament | Circuit) -> bytes:
    return archive_of(owner=owner, author=None)


def taken_in(content: bytes, **others: int | None) -> list[Tournament]:
    archive = read_archive(content)
    guess = first_guess(archive.judged(RosterIndex.load()))
    return import_archive(
        archive=archive,
        people=guess | {int(key[1:]): player for key, player in others.items()},
        author=None,
    )
