"""Events as their centre has them: drawn, their key told, halls with sheets of chance."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Sequence
from typing import Any

from king.simultaneous.documents import Report
from simultaneous import centre
from simultaneous.event_file import event_of, invitation_of
from simultaneous.models import Event, Hall
from simultaneous.models import Report as ReportRow
from tests.ranked_again import COUNTS, VALUES

HALLS = ("Genova", "Savona", "Imperia")
Form = dict[str, Any]


def an_event(
    halls: Sequence[str] = HALLS,
    method: str = "percent",
    rounds: int = 1,
    told: bool = True,
    **columns: Any,
) -> Event:
    """``told``: its key."""
    plan = {"ruleset": "lab12", "rounds": rounds, "spares": 1, "standing": {"method": method}}
    own = {"name": "Simultaneo d'autunno", "date": datetime.date(2026, 11, 27), "language": "en"}
    event = centre.plan_event(**own | {"plan": plan} | columns)
    centre.add_halls(event, "\n".join(halls))
    event = centre.draw(event)
    return centre.tell_key(event) if told else event


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


def hall_of(event: Event, number: int) -> Hall:
    return Hall.objects.select_related("event").get(event=event, number=number)


def sealed(event: Event, number: int, night: Form, **fields: Any) -> Report:
    unsealed = {
        "event": event.name,
        "hall": number,
        "commitment": event.commitment,
        "written": "2026-11-27T23:40",
        "night": night,
    }
    return invitation_of(hall_of(event, number)).report(Report.from_json(unsealed | fields))


def take_in(event: Event, report: Report) -> None:
    content = json.dumps(report.as_json()).encode()
    centre.take_report(event, content, f"{report.hall}.king")


def report(event: Event, number: int, night: Form, *, in_time: bool = True, **fields: Any) -> None:
    """Sealed and taken in, the hall's closing code told before where it is ``in_time``."""
    own = sealed(event, number, night, **fields)
    if in_time:
        centre.take_code(hall_of(event, number), own.code)
    take_in(event, own)


def changed(event: Event) -> None:
    """Something has changed that is in no standing."""
    centre.comment(event, 1, 1, f"Revision {event.revision}")


def closed(event: Event) -> Event:
    return centre.close_event(event)


def files_of(event: Event) -> tuple[Form, list[Form]]:
    """The event's file and the reports, as JSON."""
    rows = ReportRow.objects.filter(hall__event=event)
    return event_of(event).as_json(), [json.loads(row.content) for row in rows]
