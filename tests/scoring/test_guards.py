"""The database refuses to change or delete rows that are written once, even by raw SQL."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from ground import guards
from king_tournament.demo import make_demo, remove_demo
from scoring.decisions import revoke_ruling, rule
from scoring.models import HandResult, Publication, Ruling, Settlement
from scoring.round_steps import make_official, withdraw_official
from tests.evenings import played, the_ruling
from tournaments.models import LogEntry, Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]

KEPT = {
    "tournaments_logentry": "sentence = 'Nothing.'",
    "scoring_handresult": "hand = hand + 50",
    "scoring_ruling": "reason = 'Another.'",
    "scoring_publication": "erratum = 'Another.'",
    "scoring_settlement": "places = '[]'",
}


@pytest.fixture
def evening() -> Round:
    round_ = played()
    Settlement.objects.create(
        tournament=round_.tournament,
        standing="overall",
        kind="play_off",
        places=[[1, 1], [2, 2]],
        reason="A hand.",
    )
    return round_


def run(statement: str) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.rowcount


@pytest.mark.parametrize("table", KEPT)
def test_what_was_written_is_neither_changed_nor_deleted_by_sql(evening: Round, table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        written = cursor.fetchone()[0]
    assert written
    for statement in (f"UPDATE {table} SET {KEPT[table]}", f"DELETE FROM {table}"):
        with pytest.raises(IntegrityError, match="stays as it was written"):
            run(statement)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        assert cursor.fetchone()[0] == written


@pytest.mark.parametrize("table", KEPT)
def test_no_row_takes_the_place_of_another(evening: Round, table: str) -> None:
    whole = {
        "sqlite": f"REPLACE INTO {table} SELECT * FROM {table}",
        "postgresql": f"TRUNCATE {table} CASCADE",
    }
    connection.check_constraints()
    with pytest.raises(IntegrityError, match="stays as it was written"):
        run(whole[connection.vendor])


def test_a_ruling_is_revoked_once_and_the_revocation_stays(evening: Round) -> None:
    ruling = revoke_ruling(ruling=the_ruling(evening), author=None, reason="Mistaken.")
    for change in ("revoked_at = NULL, revoked_because = ''", "revoked_because = 'Another.'"):
        with pytest.raises(IntegrityError, match="stays as it was written"):
            run(f"UPDATE scoring_ruling SET {change}")
    assert Ruling.objects.get().revoked_because == ruling.revoked_because == "Mistaken."


def test_a_settled_tie_is_revoked_and_stays_as_it_was_signed(evening: Round) -> None:
    for change in (
        "DELETE FROM scoring_settlement",
        "UPDATE scoring_settlement SET reason = 'Another.'",
    ):
        with pytest.raises(IntegrityError, match="stays as it was written"):
            run(change)
    assert Settlement.objects.update(revoked_at=timezone.now(), revoked_because="Mistaken.") == 1


def test_a_published_standing_becomes_official_and_provisional_again(evening: Round) -> None:
    make_official(round=evening, author=None)
    assert Publication.objects.get().state == "official"
    withdraw_official(round=evening, author=None, reason="A protest was overlooked.")
    assert Publication.objects.get().state == "provisional"


def test_an_account_that_is_deleted_leaves_what_it_wrote(evening: Round) -> None:
    writer = User.objects.create(username="ada")
    ruling = the_ruling(evening)
    second_ruling = rule(
        sheet=ruling.sheet,
        kind="adjustment",
        offender="E",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=writer,
    )
    writer.delete()
    second_ruling.refresh_from_db()
    assert second_ruling.arbiter is None
    assert LogEntry.objects.get(kind="ruled", fields__reason="Late.").author_name == "ada"


def test_only_a_trial_evening_is_taken_away_and_no_evening_becomes_one(evening: Round) -> None:
    with pytest.raises(IntegrityError, match="stays as it was written"):
        run("UPDATE tournaments_tournament SET is_demo = true")
    with pytest.raises(IntegrityError), transaction.atomic():
        evening.tournament.delete()
    counts = (LogEntry.objects.count(), HandResult.objects.count())
    trial = make_demo(stage="playing", seed=5, tables=1)
    remove_demo(tournament=trial)
    assert (LogEntry.objects.count(), HandResult.objects.count()) == counts
    assert list(Tournament.objects.all()) == [evening.tournament]


def test_guards_that_somebody_took_off_come_back_with_the_next_start(evening: Round) -> None:
    guards.take_off(connection)
    call_command("migrate", verbosity=0)
    with pytest.raises(IntegrityError, match="stays as it was written"):
        run("DELETE FROM tournaments_logentry")
