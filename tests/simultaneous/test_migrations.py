"""Migration of an event that the previous version drew: its keys, its reports, its codes; and of
publications that the version before called otherwise.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ground import guards
from king.dealing import canonical_json
from king.simultaneous.documents import Plan, letters
from simultaneous.event_file import event_of
from simultaneous.models import Event, Hall, PublicationLine
from simultaneous.ranking import publish_event
from tests.simultaneous.events import night_of
from tournaments.circuits import Circuit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.at_length]
BEFORE = [("simultaneous", "0001_initial")]


@pytest.fixture
def then() -> Iterator[Any]:
    """Yield the models of the previous version, with its tables. ``migrate`` adds the guards again."""
    guards.take_off(connection)
    MigrationExecutor(connection).migrate(BEFORE)
    yield MigrationExecutor(connection).loader.project_state(BEFORE).apps
    call_command("migrate", verbosity=0)


def old_code(form: dict[str, Any]) -> tuple[str, str]:
    """Digest and code of a whole report, as the previous version computed them."""
    own = canonical_json({key: value for key, value in form.items() if key != "mac"})
    digest = hashlib.sha256(own.encode()).hexdigest()
    return digest, letters(bytes.fromhex(digest), 12)


def test_an_event_of_the_version_before_is_read_ranked_and_published(then: Any) -> None:
    plan = Plan.from_json(
        {"event": "Old", "date": "2026-11-20", "ruleset": "lab12", "rounds": 1, "halls": ["A", "B"]}
    )
    drawn, (key,) = plan.draw(bytes(32))
    terms = drawn.as_json()
    [terms["document"]] = terms.pop("documents")
    for name in ("form", "halls"):
        terms.pop(name)
    now = timezone.now()
    event = then.get_model("simultaneous", "Event").objects.create(
        code="OLD234",
        name="Old",
        date="2026-11-20",
        plan={"ruleset": "lab12", "rounds": 1},
        terms=terms,
        commitment=drawn.commitment,
        key=key,
        drawn_at=now,
        released_at=now,
        closed_at=now,
    )
    for number in (1, 2):
        form = {
            "form": "king-hall-1",
            "event": "Old",
            "hall": number,
            "commitment": drawn.commitment,
            "written": "2026-11-20T23:40",
            "night": night_of(event, number),
            "cards": {f"Player {number}-1N": "GE-0123"},
        }
        digest, code = old_code(form)
        hall = then.get_model("simultaneous", "Hall").objects.create(
            event=event, number=number, name="AB"[number - 1], secret=f"{number}" * 64
        )
        if number == 1:
            hall.code, hall.code_at = code, now
            hall.save()
        then.get_model("simultaneous", "Report").objects.create(
            hall=hall, source="old.king", content=json.dumps(form), digest=digest
        )
    call_command("migrate", verbosity=0)
    event = Event.objects.get(code="OLD234")
    assert list(event.keys.values_list("round", "letters")) == [(1, key)]
    first, second = Hall.objects.filter(event=event).prefetch_related("reports")
    assert (first.is_in_field, second.is_in_field) == (True, False)
    publication = publish_event(event=event)
    assert {line.name[7] for line in publication.lines.filter(late=False)} == {"1"}
    assert [doubt["code"] for doubt in publication.result["doubts"]] == ["card_twice"]
    assert replace(event_of(event), halls=drawn.halls) == drawn


RENAMED = [
    ("scoring", "0005_published_standings"),
    ("seasons", "0002_publications"),
    ("simultaneous", "0011_publications"),
]
BEFORE_THE_NAME = [
    ("scoring", "0004_robots_mean"),
    ("seasons", "0001_initial"),
    ("simultaneous", "0010_hall_added_late"),
]
CHANGES = re.compile(r"(ALTER|CREATE|DROP|INSERT|UPDATE|DELETE)\b")


def a_standing(models: Any, event: int, hall: int, circuit: int, number: int) -> None:
    """Store a publication of the event with one line, and one of the circuit, as the version before
    does.
    """
    publication = models.get_model("simultaneous", "Posting").objects.create(
        event_id=event, number=number, result={"halls": []}
    )
    models.get_model("simultaneous", "PostedLine").objects.create(
        posting=publication, place=1, rank=1, hall_id=hall, name=f"Anna {number}", search=" anna"
    )
    models.get_model("seasons", "SeasonPosting").objects.create(
        circuit_id=circuit, number=number, standings={}, evenings={}, erratum=f"no. {number}"
    )


@pytest.fixture
def old_names() -> Iterator[Any]:
    """Yield the models of the version before, once the database is at its migrations. ``migrate``
    adds the guards again.
    """
    guards.take_off(connection)
    MigrationExecutor(connection).migrate(BEFORE_THE_NAME)
    yield MigrationExecutor(connection).loader.project_state(BEFORE_THE_NAME).apps
    call_command("migrate", verbosity=0)


def test_publications_keep_their_tables_and_the_version_before_reads_and_writes_them(
    old_names: Any,
) -> None:
    event = Event.objects.create(name="E", date="2026-11-20", plan={}, terms={})
    hall = event.halls.create(number=1, name="A", secret="1" * 64)
    circuit = Circuit.objects.create(name="C")
    a_standing(old_names, event.pk, hall.pk, circuit.pk, 1)
    executor = MigrationExecutor(connection)
    with CaptureQueriesContext(connection) as asked:
        executor.migrate(RENAMED)
    changes = [query["sql"] for query in asked if CHANGES.match(query["sql"])]
    assert len(changes) == len(RENAMED)
    for sql in changes:
        assert sql.startswith('INSERT INTO "django_migrations"')
    a_standing(old_names, event.pk, hall.pk, circuit.pk, 2)
    call_command("migrate", verbosity=0)
    lines = PublicationLine.objects.filter(publication__event=event)
    assert list(lines.values_list("publication__number", "name", "hall")) == [
        (1, "Anna 1", hall.pk),
        (2, "Anna 2", hall.pk),
    ]
    assert list(event.publications.values_list("number", flat=True)) == [1, 2]
    assert list(circuit.publications.values_list("number", "erratum")) == [
        (1, "no. 1"),
        (2, "no. 2"),
    ]
    for model in ("Posting", "SeasonPosting"):
        old = old_names.get_model("seasons" if model.startswith("S") else "simultaneous", model)
        with pytest.raises(DatabaseError, match="stays as it was written"):
            old.objects.filter(number=1).update(number=3)
