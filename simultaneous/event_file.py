"""Rows in the forms of ``king.simultaneous``, and their documents for who repeats the event."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from king.reading import Node, parse_json
from king.simultaneous import documents
from king.simultaneous.merging import ReportFile
from simultaneous.models import Correction, Event, Hall, Report


def plan_of(event: Event, halls: tuple[str, ...]) -> documents.Plan:
    """Raises ``InputError`` with the place of what cannot be read."""
    own = {
        "event": event.name,
        "date": event.date.isoformat(),
        "opens": _as_text(event.opens_at),
        "closes": _as_text(event.closes_at),
        "halls": list(halls),
    }
    return documents.Plan.from_json(Node(event.plan | own, "", ""))


def _as_text(at: datetime | None) -> str | None:
    return None if at is None else timezone.localtime(at).isoformat(timespec="minutes")


def terms_form(drawn: documents.Event) -> dict[str, Any]:
    kept = {"form", "halls", "corrections"}
    return {key: value for key, value in drawn.as_json().items() if key not in kept}


def terms_of(event: Event) -> documents.Terms:
    return documents.Terms.from_json(Node(event.terms, "", ""))


def event_of(event: Event) -> documents.Event:
    """With the codes told so far, and the corrections in force. Two queries."""
    own = {
        "halls": [hall_form(hall) for hall in event.halls.all()],
        "corrections": [
            correction_form(one)
            for one in event.corrections.filter(revoked_at=None).select_related("hall")
        ],
    }
    return documents.Event.from_json(Node(event.terms | own, "", ""))


def hall_form(hall: Hall) -> dict[str, Any]:
    told = {"code": hall.code} if hall.code else {}
    return {"number": hall.number, "name": hall.name, "secret": hall.secret, **told}


def hall_of(hall: Hall) -> documents.Hall:
    return documents.Hall.from_json(Node(hall_form(hall), "", ""))


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


def report_file(report: Report) -> ReportFile:
    node = parse_json(report.content, report.source)
    return ReportFile(report.source, documents.Report.read(node))


def report_files(event: Event) -> list[ReportFile]:
    """In the order in which they came."""
    reports = Report.objects.filter(hall__event=event).order_by("received_at", "pk")
    return [report_file(report) for report in reports]
