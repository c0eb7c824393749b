"""Migration of an event that the previous version drew: its keys, its reports, its codes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from ground import guards
from king.dealing import canonical_json
from king.simultaneous.documents import Plan, letters
from simultaneous.event_file import event_of
from simultaneous.models import Event, Hall
from simultaneous.ranking import publish_event
from tests.simultaneous.events import night_of

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
