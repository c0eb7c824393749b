"""Results of an evening, worked out once for as long as it stands so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.decisions import rule
from scoring.models import Ruling
from scoring.publishing import last_publication, read_posted, standing_changed
from scoring.remembered import forget, season_stamp, stamps_at
from scoring.scored_sheets import scored_round
from scoring.standing import tournament_standings
from tests.evenings import demo, played, sheet_of
from tournaments.circuits import Circuit
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def evening(db: None) -> Iterator[Tournament]:
    forget()
    yield demo(stage="finished", seed=12, tables=3, rounds=2, language="en")
    forget()


STATE = 0 if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3") else 1
"""Queries for the state of the database, where nobody has written since."""


def queries(ask: Any) -> int:
    with CaptureQueriesContext(connection) as asked:
        ask()
    return len(asked)


def penalty(evening: Tournament) -> Ruling:
    return rule(
        sheet=sheet_of(evening.rounds.get(number=1), 1), kind="adjustment", offender="N", effect={"points": "-5"},
        reason="Late.", arbiter=None,
    )  # fmt: skip


def test_a_standing_is_worked_out_once_and_again_after_a_ruling(evening: Tournament) -> None:
    before = {line.entry: line.total for line in tournament_standings(evening).standings.overall}
    # The partite that it counts.
    assert queries(lambda: tournament_standings(evening)) == 1 + STATE
    assert not standing_changed(evening)
    penalty(evening)
    after = {line.entry: line.total for line in tournament_standings(evening).standings.overall}
    assert sorted(after[name] - before[name] for name in before) == [Fraction(-5)] + [0] * (len(before) - 1)
    assert standing_changed(evening)


def test_the_tables_of_a_partita_and_a_posted_standing_are_read_once(evening: Tournament) -> None:
    round_, posted = evening.rounds.select_related("tournament").get(number=1), last_publication(evening)
    assert posted is not None
    for read in (lambda: scored_round(round_), lambda: read_posted(evening, posted)):
        read()
        assert queries(read) == STATE
    [before] = [table.scored.totals["N"] for table in scored_round(round_) if table.table.number == 1]
    penalty(evening)
    [after] = [table.scored.totals["N"] for table in scored_round(round_) if table.table.number == 1]
    assert after == before - 5


def test_within_a_transaction_what_is_written_and_not_yet_logged_counts(evening: Tournament) -> None:
    tournament_standings(evening)
    with transaction.atomic():
        Ruling.objects.create(
            sheet=sheet_of(evening.rounds.get(number=1), 1), kind="adjustment", offender="N", effect={"points": "-5"},
            reason="Late.",
        )  # fmt: skip
        assert standing_changed(evening)


def by_somebody_else(write: Callable[[], object]) -> None:
    """By another thread, whose connection is its own."""

    def written() -> None:
        write()
        connection.close()

    with ThreadPoolExecutor() as other:
        other.submit(written).result()


@pytest.mark.parametrize("who", [by_somebody_else, lambda write: write()])
def test_how_an_evening_stands_is_asked_again_once_anybody_has_written(evening: Tournament, who: Any) -> None:
    before = stamps_at(evening.code)
    assert queries(lambda: stamps_at(evening.code)) == STATE
    who(lambda: Tournament.objects.filter(pk=evening.pk).update(place="Circolo"))
    assert stamps_at(evening.code) != before
    assert stamps_at("none") is None


def test_how_a_season_stands_is_asked_again_once_anybody_has_written(evening: Tournament) -> None:
    circuit = Circuit.objects.create(name="Campionato")
    Tournament.objects.filter(pk=evening.pk).update(circuit=circuit)
    before = season_stamp(circuit.code)
    assert queries(lambda: season_stamp(circuit.code)) == STATE
    by_somebody_else(lambda: Tournament.objects.filter(pk=evening.pk).update(name="Il Re"))
    assert season_stamp(circuit.code) not in (before, None)
    assert season_stamp("none") is None


def test_an_evening_stands_otherwise_when_the_time_for_protests_has_gone_by(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = played().tournament
    end, before = evening.publications.get().created_at + timedelta(minutes=20), stamps_at(evening.code)
    for moment, same in ((end - timedelta(seconds=1), True), (end, False)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert (stamps_at(evening.code) == before) is same
