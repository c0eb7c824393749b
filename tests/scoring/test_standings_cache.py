"""Results of an evening are computed once, until the evening changes."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.decisions import rule
from scoring.models import Ruling
from scoring.publishing import last_publication, read_publication, standing_changed
from scoring.rows import enter_row
from scoring.scored_sheets import scored_round
from scoring.standing import tournament_standings
from scoring.standings_cache import cached_by_revision, forget, numbers_of
from seasons.season_revision import season_number
from tests.evenings import demo, in_play, sheet_of
from tournaments.circuits import Circuit
from tournaments.models import Tournament
from tournaments.services import change_settings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def evening(db: None) -> Iterator[Tournament]:
    forget()
    yield demo(stage="finished", seed=12, tables=3, rounds=2, language="en")
    forget()


NUMBERS = 1
"""Queries for the revision of an evening."""


def queries(ask: Any) -> int:
    with CaptureQueriesContext(connection) as context:
        ask()
    return len(context)


def penalty(evening: Tournament) -> Ruling:
    return rule(
        sheet=sheet_of(evening.rounds.get(number=1), 1),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )


def test_a_standing_is_worked_out_once_and_again_after_a_ruling(evening: Tournament) -> None:
    before = {line.entry: line.total for line in tournament_standings(evening).standings.overall}
    # One query reads the partite that count.
    assert queries(lambda: tournament_standings(evening)) == 1 + NUMBERS
    assert not standing_changed(evening)
    penalty(evening)
    after = {line.entry: line.total for line in tournament_standings(evening).standings.overall}
    assert sorted(after[name] - before[name] for name in before) == [Fraction(-5)] + [0] * (
        len(before) - 1
    )
    assert standing_changed(evening)


def test_an_older_result_of_an_evening_leaves_the_memory_with_the_next_one(
    evening: Tournament,
) -> None:
    # The wall of a hall in play asks for its tables after each row.
    round_ = evening.rounds.select_related("tournament").get(number=1)
    outdated = [weakref.ref(scored.table) for scored in scored_round(round_)]
    penalty(evening)
    newest = [weakref.ref(scored.table) for scored in scored_round(round_)]
    gc.collect()
    assert [table() for table in outdated] == [None, None, None]
    assert None not in [table() for table in newest]


def test_the_tables_of_a_partita_and_a_published_standing_are_read_once(
    evening: Tournament,
) -> None:
    round_, published = (
        evening.rounds.select_related("tournament").get(number=1),
        last_publication(evening),
    )
    assert published is not None
    for read in (lambda: scored_round(round_), lambda: read_publication(evening, published)):
        read()
        assert queries(read) == NUMBERS
    [before] = [
        table.scored.totals["N"] for table in scored_round(round_) if table.table.number == 1
    ]
    penalty(evening)
    [after] = [
        table.scored.totals["N"] for table in scored_round(round_) if table.table.number == 1
    ]
    assert after == before - 5


def test_within_a_transaction_what_is_written_and_not_yet_logged_counts(
    evening: Tournament,
) -> None:
    tournament_standings(evening)
    with transaction.atomic():
        Ruling.objects.create(
            sheet=sheet_of(evening.rounds.get(number=1), 1),
            kind="adjustment",
            offender="N",
            effect={"points": "-5"},
            reason="Late.",
        )
        assert standing_changed(evening)


def by_somebody_else(write: Callable[[], object]) -> None:
    """Write in another thread, on its own connection."""

    def written() -> None:
        write()
        connection.close()

    with ThreadPoolExecutor() as other:
        other.submit(written).result()


@pytest.mark.parametrize("who", [by_somebody_else, lambda write: write()])
def test_the_numbers_of_an_evening_change_with_whatever_anybody_writes(
    evening: Tournament, who: Any
) -> None:
    before = numbers_of(evening.code)
    who(lambda: change_settings(tournament=evening, author=None, place="Circolo"))
    after = numbers_of(evening.code)
    assert before is not None
    assert after is not None
    assert (before.everything != after.everything, before.published != after.published) == (
        True,
        True,
    )
    assert numbers_of("none") is None


def test_a_row_changes_the_number_of_the_evening_and_of_no_standing(evening: Tournament) -> None:
    round_ = in_play()
    before = numbers_of(round_.tournament.code)
    enter_row(
        sheet=sheet_of(round_, 1),
        hand=3,
        content={"units": {"N": 1, "E": 0, "S": 0, "W": 0}},
        origin="phone",
    )
    after = numbers_of(round_.tournament.code)
    assert before is not None
    assert after is not None
    assert (before.everything != after.everything, before.published) == (True, after.published)


def test_the_number_of_a_season_changes_with_its_evenings(evening: Tournament) -> None:
    circuit = Circuit.objects.create(name="Campionato")
    change_settings(tournament=evening, author=None, circuit=circuit)
    before = season_number(circuit.code)
    by_somebody_else(lambda: change_settings(tournament=evening, author=None, name="Il Re"))
    assert season_number(circuit.code) not in (before, None)
    assert season_number("none") is None


def test_whoever_asks_for_another_result_does_not_wait_while_one_is_made() -> None:
    """The standings of a large hall take a second, in which its walls and screens are asked for."""
    forget()
    begun, may_end, calls = threading.Event(), threading.Event(), []

    def make() -> str:
        calls.append("standings")
        begun.set()
        assert may_end.wait(60)
        return "standings"

    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(cached_by_revision, "1", make, "standings")
        assert begun.wait(60)
        second = threads.submit(cached_by_revision, "1", make, "standings")
        other = threads.submit(cached_by_revision, "1", lambda: "wall", "wall")
        try:
            assert other.result(timeout=30) == "wall"
        finally:
            may_end.set()
    assert (first.result(), second.result(), calls) == ("standings", "standings", ["standings"])
    forget()


def test_a_result_that_cannot_be_made_is_made_by_the_next_who_asks() -> None:
    forget()
    assert cached_by_revision("1", lambda: "old", "wall") == "old"

    def fail() -> str:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        cached_by_revision("2", fail, "wall")
    assert cached_by_revision("1", lambda: "anew", "wall") == "anew"
    forget()
