"""The wall of halls: where each is, and what the centre still waits for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from frame.page import Context
from king.simultaneous.documents import CODE_LETTERS, in_groups, letters
from simultaneous.models import Event, Hall, Report


def code_of(digest: str) -> str:
    return letters(bytes.fromhex(digest), CODE_LETTERS)


def hall_lines(event: Event) -> list[Context]:
    """Three queries, whatever the number of halls."""
    came = defaultdict[int, list[Report]](list)
    reports = Report.objects.filter(hall__event=event).defer("content")
    for report in reports.order_by("received_at", "pk"):
        came[report.hall_id].append(report)
    posting = event.postings.defer("boards", "changes").order_by("-number").first()
    doubted = set[Any]()
    if posting is not None:
        doubted = {doubt.get("hall") for doubt in posting.result.get("doubts", ())}
        doubted.update(posting.far)
    return [_line(hall, came[hall.pk], doubted) for hall in event.halls.all()]


def _line(hall: Hall, reports: Sequence[Report], doubted: Collection[Any]) -> Context:
    fits = any(code_of(report.digest) == hall.code for report in reports)
    sign, words = state_of(hall, bool(reports), fits)
    return {
        "hall": hall,
        "number": hall.number,
        "sign": sign,
        "words": words,
        "code": in_groups(hall.code),
        "in_field": bool(hall.code) and fits,
        "joined": _when(hall.joined_at),
        "opened": _when(hall.opened_at),
        "reported": _when(reports[-1].received_at if reports else None),
        "doubtful": sign == "wrong" or hall.number in doubted,
    }


def _when(at: datetime | None) -> str:
    """The hour of today, the day before."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    is_today = local.date() == timezone.localdate()
    return date_format(local, "TIME_FORMAT" if is_today else "MONTH_DAY_FORMAT")


def state_of(hall: Hall, reported: bool, fits: bool) -> tuple[str, str]:
    """A sign, and its word."""
    if hall.code and fits:
        return "confirmed", _("code and report")
    if hall.code and reported:
        return "wrong", _("the report has another code")
    if hall.code:
        return "clock", _("report awaited")
    if reported:
        return "blocked", _("no closing code yet")
    if hall.opened_at:
        return "current", _("in play")
    if hall.joined_at:
        return "desk", _("has joined")
    return "waiting", _("not heard of yet")


SHOWN: dict[str, Callable[[Context], bool]] = {
    "": lambda line: True,
    "away": lambda line: not line["hall"].joined_at and not line["code"],
    "open": lambda line: not line["code"],
    "awaited": lambda line: not line["reported"],
    "doubtful": lambda line: bool(line["doubtful"]),
}


def shown_lines(lines: Sequence[Context], show: str) -> list[Context]:
    return [line for line in lines if SHOWN.get(show, SHOWN[""])(line)]


def tallies(lines: Sequence[Context]) -> list[tuple[str, str, int]]:
    """Key, title and number of each list of halls that can be shown alone."""
    titles = {
        "": _("All halls"),
        "away": _("Not joined"),
        "open": _("Without a code"),
        "awaited": _("Without a report"),
        "doubtful": _("To be looked at"),
    }
    return [(key, title, len(shown_lines(lines, key))) for key, title in titles.items()]
