"""Events as their centre has them: drawn, their key told, halls with sheets of chance."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from king.rulesets import find_ruleset
from king.simultaneous.documents import Plan
from simultaneous import models
from simultaneous.event_file import event_of
from tests.ranked_again import COUNTS, VALUES

DAY = datetime.date(2026, 11, 27)
HALLS = ("Genova", "Savona", "Imperia")
ENTROPY = bytes(range(32))
Form = dict[str, Any]


def an_event(
    halls: Sequence[str] = HALLS,
    method: str = "percent",
    rounds: int = 1,
    name: str = "Simultaneo d'autunno",
    **columns: Any,
) -> models.Event:
    """Its key is told."""
    plan = Plan(
        event=name,
        date=DAY.isoformat(),
        ruleset=find_ruleset("lab12"),
        halls=tuple(halls),
        rounds=rounds,
        spares=1,
        standing={"method": method},
    )
    drawn, key = plan.draw(ENTROPY)
    own = {"halls", "corrections", "form"}
    now = timezone.now()
    event = models.Event.objects.create(
        name=name,
        date=DAY,
        plan={name: value for name, value in plan.as_json().items() if name != "halls"},
        terms={name: value for name, value in drawn.as_json().items() if name not in own},
        commitment=drawn.commitment,
        key=key,
        revision=1,
        **{"drawn_at": now, "released_at": now} | columns,
    )
    models.Hall.objects.bulk_create(
        models.Hall(event=event, number=hall.number, name=hall.name, secret=hall.secret)
        for hall in drawn.halls
    )
    return event


def a_sheet(table: int, chance: random.Random, names: dict[str, str] | None = None) -> Form:
    rows: list[Form] = []
    for hand in VALUES:
        units = dict.fromkeys("NESW", 0)
        for _ in range(COUNTS.get(hand, 13)):
            units[chance.choice("NESW")] += 1
        rows.append({"hand": hand, "units": units} | ({"trump": "H"} if 8 <= hand < 12 else {}))
    return {
        "table": table,
        "seats": names or {wind: f"Player {table}{wind}" for wind in "NESW"},
        "rows": rows,
    }


def a_night(hall: int, tables: int, rounds: int = 1, **more: Any) -> Form:
    chance = random.Random(hall)
    played = [
        {"round": number, "sheets": [a_sheet(table, chance) for table in range(1, tables + 1)]}
        for number in range(1, rounds + 1)
    ]
    return {"ruleset": "lab12", "rounds": played, **more}


def report(
    event: models.Event,
    number: int,
    night: Form,
    *,
    in_time: bool = True,
    **fields: Any,
) -> models.Report:
    """Sealed and taken in, the hall's closing code told before it ``in_time``."""
    from king.simultaneous.documents import Report

    hall = event.halls.get(number=number)
    unsealed = {
        "event": event.name,
        "hall": number,
        "commitment": event.commitment,
        "written": "2026-11-27T23:40",
        "night": night,
    }
    evening = Report.from_json(unsealed | fields)
    sealed = event_of(event).invitation(number).report(evening)
    if in_time:
        hall.code, hall.code_at = sealed.code, timezone.now()
        hall.save()
    row = models.Report.objects.create(
        hall=hall,
        source=f"{hall.name}.king",
        content=json.dumps(sealed.as_json(), ensure_ascii=False),
        digest=sealed.digest,
    )
    changed(event)
    return row


def changed(event: models.Event) -> None:
    models.Event.objects.filter(pk=event.pk).count_change()


def closed(event: models.Event) -> models.Event:
    models.Event.objects.filter(pk=event.pk).update(closed_at=timezone.now())
    changed(event)
    event.refresh_from_db()
    return event


def files_of(event: models.Event) -> tuple[Form, list[Form]]:
    """The event's file and the reports, as JSON."""
    rows = models.Report.objects.filter(hall__event=event)
    return event_of(event).as_json(), [json.loads(row.content) for row in rows]
