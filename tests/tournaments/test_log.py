"""The chain of the log: rewritten lines are found, even if somebody recomputes a line's hash."""

from __future__ import annotations

from itertools import product

import pytest
from django.db import connection

from ground import guards
from tests.evenings import a_tournament
from tournaments.log import line_hash, places_within, record, within
from tournaments.log.verification import check_chain
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged() -> Tournament:
    tournament = a_tournament()
    for place in range(4):
        record(tournament, "note", "Line %(place)s.", place=place)
    return tournament


def test_a_line_that_was_rewritten_is_named(logged: Tournament) -> None:
    line = logged.log.get(sequence=2)
    with guards.guards_off(connection):
        LogEntry.objects.filter(pk=line.pk).update(fields={"place": 7})
    assert check_chain(logged).fault.line == line


def test_a_line_rewritten_with_its_own_hash_breaks_the_chain_at_the_next_one(
    logged: Tournament,
) -> None:
    line = logged.log.get(sequence=2)
    line.fields = {"place": 7}
    with guards.guards_off(connection):
        LogEntry.objects.filter(pk=line.pk).update(fields=line.fields, hash=line_hash(line))
    assert check_chain(logged).fault.line == logged.log.get(sequence=3)


def test_a_line_that_was_taken_out_is_missed(logged: Tournament) -> None:
    with guards.guards_off(connection):
        logged.log.get(sequence=2).delete()
    fault = check_chain(logged).fault
    assert (fault.number, fault.line) == (2, None)


def test_places_are_looked_up_as_they_would_be_found_by_going_through_all() -> None:
    numbers = (None, 1, 2, 11)
    places = [
        "",
        "*",
        *map(str, (1, 2, 11)),
        *(f"{one}.{two}" for one in (1, 11) for two in (1, 11)),
    ]
    for scope in product(numbers, numbers):
        expected = {place for place in places if within(place, scope)}
        assert set(places_within(places, scope)) == expected
        assert set(places_within([], scope)) == set()
