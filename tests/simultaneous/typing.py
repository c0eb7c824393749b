"""Sheets typed on a hall's own page: the fields that a browser sends."""

from __future__ import annotations

from typing import Any

from django.test import Client

from king.rulesets import find_ruleset
from king.simultaneous.typed_sheet import texts_of
from simultaneous.models import Event
from tests.simultaneous.events import a_hall

Form = dict[str, Any]


def own_page(event: Event, number: int = 1) -> str:
    return f"/simultaneous/{event.code}/hall/{number}/{a_hall(event, number).page_key}/"


def fields_of(
    sheet: Form, *, rules: str = "lab12", mark: str = "phone-1", version: int = 0, **more: Any
) -> Form:
    """Fields of the page for a sheet in the form of a night."""
    fields = {f"seat-{place}": name for place, name in sheet["seats"].items()}
    for row in sheet["rows"]:
        fields |= {
            f"h{row['hand']}-{code}": text
            for code, text in texts_of(find_ruleset(rules), row).items()
        }
    return {"sheet": "1", "mark": mark, "version": str(version), **fields, **more}


def typed(event: Event, sheet: Form, partita: int = 1, number: int = 1, **more: Any) -> Any:
    """Send a whole sheet to the page, as without scripts; return the answer."""
    address = f"{own_page(event, number)}sheets/{partita}/{sheet['table']}/"
    return Client().post(address, fields_of(sheet, **more), headers={"Accept-Language": "en"})


def type_night(event: Event, night: Form, number: int = 1) -> None:
    """Send every sheet of an evening, valid or not."""
    for played in night["rounds"]:
        for sheet in played["sheets"]:
            answer = typed(event, sheet, played["round"], number)
            assert answer.status_code == 302, answer.content.decode()


def write_report(event: Event, number: int = 1, **fields: Any) -> Any:
    address = f"{own_page(event, number)}sheets/report/"
    return Client().post(address, fields, headers={"Accept-Language": "en"}, follow=True)
