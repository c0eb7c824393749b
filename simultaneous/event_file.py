"""Rows in the forms of ``king.simultaneous``, and their documents for who repeats the event."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from king.reading import InputError, Node, parse_json
from king.simultaneous import documents
from simultaneous.models import Correction, Event, Hall, Report


def plan_of(event: Event) -> documents.Plan:
    """Plan of the event, without halls. Raises ``InputError`` with the place of what cannot be
    read.
    """
    own: dict[str, Any] = {
        "event": event.name,
        "date": event.date.isoformat(),
        "opens": _as_text(event.opens_at),
        "closes": _as_text(event.closes_at),
        "halls": [],
    }
    return documents.Plan.from_json(Node(event.plan | own, "", ""))


def _as_text(at: datetime | None) -> str | None:
    return None if at is None else timezone.localtime(at).isoformat(timespec="minutes")


def terms_form(drawn: documents.Event) -> dict[str, Any]:
    omitted = {"form", "halls", "corrections"}
    return {key: value for key, value in drawn.as_json().items() if key not in omitted}


def terms_of(event: Event) -> documents.Terms:
    return documents.Terms.from_json(Node(event.terms, "", ""))


def event_of(event: Event) -> documents.Event:
    """The event as it is published: codes, reports that count, valid corrections, no secrets.

    Three queries.
    """
    halls = [hall_of(hall).as_json() for hall in event.halls.with_reports()]
    return _event_in(event, halls, event.corrections.filter(revoked_at=None))


def made_of_now(event: Event) -> dict[str, Any]:
    """Parts that a standing is made of, for ``EventPublication.made_of``."""
    halls = [*event.halls.with_reports()]
    corrections = event.corrections.filter(revoked_at=None)
    return {
        "halls": [hall_of(hall).as_json() for hall in halls],
        "corrections": [*corrections.values_list("pk", flat=True)],
        "reports": [report.pk for hall in halls for report in hall.reports.all()],
    }


def event_made_of(event: Event, made_of: dict[str, Any]) -> documents.Event:
    """The event as it was when a standing was ``made_of`` these halls and corrections. Standings of
    earlier versions did not store them, and give the event as it is now.
    """
    if not made_of:
        return event_of(event)
    return _event_in(
        event, made_of["halls"], event.corrections.filter(pk__in=made_of["corrections"])
    )


def _event_in(event: Event, halls: list[Any], corrections: QuerySet[Correction]) -> documents.Event:
    forms = [correction_form(correction) for correction in corrections.select_related("hall")]
    own = {"halls": halls, "corrections": forms}
    return documents.Event.from_json(Node(event.terms | own, "", ""))


def hall_of(hall: Hall) -> documents.Hall:
    """The hall without its secret, because a report's seal is checked when it arrives. The code of
    a hall without a place does not count.
    """
    code = None if hall.without_place else hall.code or None
    return documents.Hall(hall.number, hall.name, None, code, hall.digest, late=hall.without_place)


def correction_form(correction: Correction) -> dict[str, Any]:
    form = {
        "hall": correction.hall.number,
        "round": correction.round_number,
        "table": correction.table_number,
        "row": correction.row,
        "ruling": correction.ruling,
        "reason": correction.reason,
        "arbiter": correction.arbiter,
    }
    return {key: value for key, value in form.items() if value is not None}


def invitation_of(hall: Hall) -> documents.Invitation:
    own = {"hall": hall.number, "name": hall.name, "secret": hall.secret}
    return documents.Invitation.from_json(Node(hall.event.terms | own, "", ""))


def invitation_text(hall: Hall) -> str:
    return json.dumps(invitation_of(hall).as_json(), ensure_ascii=False, indent=1) + "\n"


def invitation_name(hall: Hall) -> str:
    return f"{hall.event.code}-{hall.number}.king"


def form_in(content: bytes, form: str) -> Node | None:
    """JSON of a file of this ``form``, or None for any other file."""
    try:
        node = parse_json(content.decode(), "")
    except (InputError, UnicodeDecodeError):
        return None
    return node if isinstance(node.value, dict) and node.value.get("form") == form else None


def read_report(row: Report) -> documents.Report:
    """Read a stored report, with its digest. Its seal was checked when it arrived."""
    report = documents.Report.from_json(parse_json(row.content, row.source))
    return replace(report, known=row.digest, source=row.source)


def read_salted(row: Report) -> documents.Report:
    """Read a stored report with the salts of its names, for publication and for removing a name."""
    return replace(read_report(row).salted(row.hall.secret), known=row.digest)


def reports_of(event: Event) -> list[documents.Report]:
    """Reports of the event, in order of arrival."""
    rows = Report.objects.filter(hall__event=event).select_related("hall")
    return [read_report(row) for row in rows.order_by("received_at", "pk")]
