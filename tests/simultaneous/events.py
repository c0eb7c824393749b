"""Events made by the services of the centre, and reports as halls write them."""

from __future__ import annotations

import datetime
import json
import random
from typing import Any

from django.utils import timezone

from king.cards import WINDS
from king.rulesets import find_ruleset
from king.simultaneous.documents import Report
from simultaneous import centre
from simultaneous.event_file import invitation_of
from simultaneous.models import Event, Hall

HALLS = ("Genova", "Savona", "Imperia")
DATE = timezone.localdate()


def planned(*halls: str, **fields: Any) -> Event:
    plan = {"ruleset": "lab12", "rounds": 1, "spares": 1, "standing": {"method": "percent"}}
    own = {"name": "Simultaneo d'autunno", "date": DATE, "language": "it"}
    plan |= fields.pop("plan", {})
    event = centre.plan_event(plan=plan, **own | fields)
    centre.add_halls(event, "\n".join(halls or HALLS))
    return event


def drawn(*halls: str, **fields: Any) -> Event:
    return centre.draw(planned(*halls, **fields))


def in_play(*halls: str, **fields: Any) -> Event:
    return centre.tell_key(drawn(*halls, **fields))


def a_hall(event: Event, number: int) -> Hall:
    return Hall.objects.select_related("event").get(event=event, number=number)


def night_of(event: Event, number: int, tables: int = 1) -> dict[str, Any]:
    """Whole sheets, by lot, the same for the same hall and table; fixed order, no sales."""
    rules = find_ruleset(event.plan["ruleset"])
    rounds = [
        {
            "round": round_number,
            "sheets": [
                _sheet(rules, number, round_number, table) for table in range(1, tables + 1)
            ],
        }
        for round_number in range(1, event.plan["rounds"] + 1)
    ]
    return {"ruleset": rules.code, "rounds": rounds}


def _sheet(rules: Any, number: int, round_number: int, table: int) -> dict[str, Any]:
    lot = random.Random(f"{number} {round_number} {table}")
    rows = []
    for plan in rules.schedule(rules.configure({})):
        contract = plan.contract
        counts = dict.fromkeys(WINDS, 0)
        for _unit in range(contract.units):
            counts[lot.choice(WINDS)] += 1
        row = {"hand": plan.number, "units": {str(wind): n for wind, n in counts.items()}}
        rows.append(row | ({"trump": "S"} if contract.code.startswith("D") else {}))
    seats = {str(wind): f"Player {wind}{table} of {number}" for wind in WINDS}
    return {"table": table, "seats": seats, "rows": rows}


def report_of(event: Event, number: int, tables: int = 1, **fields: Any) -> Report:
    night = fields.pop("night", None) or night_of(event, number, tables)
    written = fields.pop("written", "2026-11-27T23:40")
    unsealed = Report(event="", hall=1, commitment="", written=written, night=night, **fields)
    return invitation_of(a_hall(event, number)).report(unsealed)


def as_file(report: Report) -> bytes:
    return json.dumps(report.as_json()).encode()


def reported(event: Event, *numbers: int, tables: int = 1) -> Event:
    """These halls have told their code and reported."""
    for number in numbers:
        report = report_of(event, number, tables)
        centre.take_code(a_hall(event, number), report.code)
        centre.take_report(event, as_file(report), f"hall-{number}.json")
    return Event.objects.get(pk=event.pk)


def over(event: Event) -> Event:
    """Past its time, and nobody has asked yet."""
    Event.objects.filter(pk=event.pk).update(
        closes_at=timezone.now() - datetime.timedelta(minutes=1)
    )
    return Event.objects.get(pk=event.pk)
