"""Events made by the services of the centre, and halls' reports with random sheets."""

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
from simultaneous.event_file import event_of, invitation_of, read_salted
from simultaneous.models import Event, Hall, Report as ReportRow

HALLS = ("Genova", "Savona", "Imperia")
DATE = timezone.localdate()
Form = dict[str, Any]


def planned(*halls: str, plan: Form | None = None, **fields: Any) -> Event:
    """Plan an event in these halls: one partita of lab12, by per cent, unless ``plan`` says
    otherwise.
    """
    usual = {"ruleset": "lab12", "rounds": 1, "spares": 1, "standing": {"method": "percent"}}
    own = {"name": "Simultaneo d'autunno", "date": DATE} | fields
    event = centre.plan_event(plan=usual | (plan or {}), **own)
    centre.add_halls(event, "\n".join(halls or HALLS))
    return event


def drawn(*halls: str, **fields: Any) -> Event:
    return centre.draw(planned(*halls, **fields))


def in_play(*halls: str, **fields: Any) -> Event:
    """Make an event whose keys have all been told."""
    event = drawn(*halls, **fields)
    for _key in keys_of(event):
        event = centre.tell_key(event)
    return event


def keys_of(event: Event) -> list[str]:
    """Keys of an event in the order of the partite, told or not."""
    return list(event.keys.order_by("round").values_list("letters", flat=True))


def a_hall(event: Event, number: int) -> Hall:
    return Hall.objects.select_related("event").get(event=event, number=number)


def night_of(event: Event, number: int, tables: int = 1, **more: Any) -> Form:
    """Random valid sheets in a fixed order of hands, without sales. A hall's table always gets the
    same ones.
    """
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
    return {"ruleset": rules.code, "rounds": rounds, **more}


def _sheet(rules: Any, number: int, round_number: int, table: int) -> Form:
    lot = random.Random(f"{number} {round_number} {table}")
    rows = []
    for plan in rules.schedule(rules.configure({})):
        contract = plan.contract
        counts = dict.fromkeys(WINDS, 0)
        for _unit in range(contract.units):
            counts[lot.choice(WINDS)] += 1
        row = {"hand": plan.number, "units": {str(wind): n for wind, n in counts.items()}}
        rows.append(row | ({"trump": "S"} if contract.code.startswith("D") else {}))
    seats = {str(wind): f"Player {number}-{table}{wind}" for wind in WINDS}
    return {"table": table, "seats": seats, "rows": rows}


def report_of(event: Event, number: int, night: Form | int = 1, **fields: Any) -> Report:
    """Sealed report of a hall. ``night`` may be a number of tables."""
    unsealed = {
        "event": event.name,
        "hall": number,
        "commitment": event.commitment,
        "written": "2026-11-27T23:40",
        "night": night_of(event, number, night) if isinstance(night, int) else night,
    }
    return invitation_of(a_hall(event, number)).report(Report.from_json(unsealed | fields))


def as_file(report: Report) -> bytes:
    return json.dumps(report.as_json()).encode()


def send(
    event: Event, number: int, night: Form | int = 1, *, in_time: bool = True, **fields: Any
) -> None:
    """Hand in a hall's report. If ``in_time``, its closing code is told first."""
    report = report_of(event, number, night, **fields)
    if in_time:
        centre.take_code(a_hall(event, number), report.code)
    centre.take_report(event, as_file(report), f"hall-{number}.json")


def reported(event: Event, *numbers: int, tables: int = 1) -> Event:
    """Tell the codes of these halls and hand in their reports."""
    for number in numbers:
        send(event, number, tables)
    return Event.objects.get(pk=event.pk)


def over(event: Event, minutes: int = 1) -> Event:
    """Set the time for closing codes to so many minutes ago."""
    Event.objects.filter(pk=event.pk).update(
        closes_at=timezone.now() - datetime.timedelta(minutes=minutes)
    )
    return Event.objects.get(pk=event.pk)


def files_of(event: Event) -> tuple[Form, list[Form]]:
    """The event's file and its reports in their published form."""
    rows = ReportRow.objects.filter(hall__event=event).select_related("hall")
    return event_of(event).as_json(), [read_salted(row).published().as_json() for row in rows]
