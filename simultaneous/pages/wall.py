"""The wall of halls, which shows how far each is and what the centre still waits for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _, gettext_lazy

from frame.page import Context
from king.simultaneous.merging import HallState
from simultaneous.centre import is_beyond
from simultaneous.contacts import phone_links
from simultaneous.models import Event, Hall


def hall_lines(event: Event) -> list[Context]:
    """Lines of the wall, one a hall. Three queries for any number of halls."""
    publication = event.publications.only("result", "far", "places").order_by("-number").first()
    doubted, tables = set[Any](), dict[int, set[int]]()
    if publication is not None:
        doubted = {doubt.get("hall") for doubt in publication.result.get("doubts", ())}
        doubted.update(publication.far)
        for number, _partita, table in publication.places:
            tables.setdefault(number, set()).add(table)
    halls = list(event.halls.with_reports())
    doubted |= {hall.number for hall in halls if is_beyond(hall, len(tables.get(hall.number, ())))}
    return [_line(event, hall, doubted) for hall in halls]


def _line(event: Event, hall: Hall, doubted: Collection[Any]) -> Context:
    sign, words = state_of(hall)
    came = (report.received_at for report in hall.reports.all())
    return {
        "hall": hall,
        "phones": phone_links(hall.phone),
        "sign": sign,
        "words": words,
        "added": _hour(event, hall.added_at),
        "joined": _hour(event, hall.joined_at),
        "opened": _hour(event, hall.opened_at),
        "told": _hour(event, hall.code_at),
        "reported": _hour(event, max(came, default=None)),
        "doubtful": sign == "wrong" or hall.number in doubted,
    }


def _hour(event: Event, at: datetime | None) -> str:
    """Hour within the event's night, which ends at noon of the next day; else the day."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    of_the_night = event.date in (local.date(), (local - timedelta(hours=12)).date())
    return date_format(local, "TIME_FORMAT" if of_the_night else "MONTH_DAY_FORMAT")


def state_of(hall: Hall) -> tuple[str, str]:
    """Sign of the hall's state, and its words."""
    match hall.state:
        case HallState.IN_FIELD:
            return "confirmed", _("code and report")
        case HallState.REFUSED:
            return "wrong", _("the report has another code")
        case HallState.AWAITED:
            return "clock", _("report awaited")
        case HallState.LATE:
            return "clock", _("late, without a place")
        case HallState.MISSING:
            return "blocked", _("did not report")
    if hall.reports.all():
        return "blocked", _("no closing code yet")
    if hall.opened_at:
        return "current", _("in play")
    if hall.joined_at:
        return "desk", _("has joined")
    return "waiting", _("nothing heard yet")


LINES_ON_A_PAGE = 100

SHOWN: dict[str, tuple[Any, Callable[[Context], bool]]] = {
    "": (gettext_lazy("All halls"), lambda line: True),
    "away": (
        gettext_lazy("Not joined"),
        lambda line: not line["hall"].joined_at and not line["hall"].code,
    ),
    "open": (gettext_lazy("Without a code"), lambda line: not line["hall"].code),
    "awaited": (gettext_lazy("Without a report"), lambda line: not line["reported"]),
    "doubtful": (gettext_lazy("To be looked at"), lambda line: line["doubtful"]),
}
"""The lists of halls that can be shown alone."""


def shown_lines(lines: Sequence[Context], show: str) -> list[Context]:
    _title, is_shown = SHOWN.get(show, SHOWN[""])
    return [line for line in lines if is_shown(line)]


def tallies(lines: Sequence[Context]) -> list[tuple[str, str, int]]:
    """Key, title and number of each list."""
    return [(key, title, len(shown_lines(lines, key))) for key, (title, _shown) in SHOWN.items()]


def page_of(lines: Any, request: HttpRequest, **filters: str) -> Context:
    """Page of a hundred lines, for ``_pagination.html``. ``filters`` are the other parameters of
    its links.
    """
    query = urlencode({name: value for name, value in filters.items() if value})
    page = Paginator(lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    return {"page": page, "lines": list(page), "query": f"{query}&" if query else ""}
