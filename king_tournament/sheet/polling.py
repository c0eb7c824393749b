"""The question that every phone in the hall asks every two seconds, answered for next to nothing.

Most of the time nothing has changed. That answer needs one query, compiled once, and none of what a page needs:
sessions, languages, accounts. It comes before all of them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Manager, Max, OuterRef, QuerySet, Subquery, Sum
from django.http import HttpRequest, HttpResponse

from scoring.clock import ClockChange
from scoring.models import Call, HandResult, Ruling, SeatReport, Sheet, Signature
from scoring.remembered import Asked
from tournaments.models import Seat

POLL = re.compile(r"/t/([0-9A-Za-z]{1,12})/([0-9]{1,4})/state")


class PhonePoll:
    """Middleware: 204 for the phone that knows everything already; whatever else is asked goes its way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the poll that finds nothing new."""
        found = POLL.fullmatch(request.path_info) if request.method == "GET" else None
        if found is not None:
            stamp, now = request.GET.get("stamp"), stamp_at(found[1].lower(), int(found[2]))
            if now is not None and stamp == now.text:
                return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return self.get_response(request)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a sheet is like at this moment: ``text`` changes whenever anything that phone or desk shows of it does.

    Whoever shows a sheet asks for its stamp first and reads the rows then: newer rows under an older stamp are asked
    for once more, older rows under a newer one would stay.
    """

    text: str
    state: str
    first_dealer: str
    signatures: str
    seat_report: int | None
    rulings: int | None
    """How many there are, revoked ones too."""
    call: int | None
    """The open call of the arbiter."""


def stamp_of(sheet: Sheet) -> Stamp:
    """The stamp of a sheet that is there. One query."""
    found = stamp_at(sheet.table.place.code, sheet.table.round.number)
    if found is None:
        raise Sheet.DoesNotExist
    return found


def stamp_at(code: str, number: int) -> Stamp | None:
    """The stamp of the sheet of a place in a partita, or None where there is none. One query."""
    facts = next(iter(_of_place.facts(code, number)), None)
    if facts is None:
        return None
    return Stamp(hashlib.sha256(repr(facts).encode()).hexdigest()[:16], *facts[:6])


def _facts(code: str, number: int) -> QuerySet[Any, Any]:
    open_calls = Call.objects.filter(table=OuterRef("table"), done_at=None)
    facts = Sheet.objects.filter(table__place__code=code, table__round__number=number).values_list(
        "state", "first_dealer", "table__round__tournament__signatures", _of_sheet(SeatReport.objects, Max("pk")),
        _of_sheet(Ruling.objects, Count("pk")), _first(open_calls, "pk"), "pk", "table__round__stage", "handed_in_at",
        "table__round__minutes", "table__round__hand_minutes", _clock_changes(),
        _of_sheet(HandResult.objects, Max("pk")),
        _of_sheet(Ruling.objects, Count("revoked_at")),
        _of_sheet(Signature.objects, Count("pk")), _who_sits(),
        _first(open_calls, "taken_by"), _first(open_calls, "hand"),
    )  # fmt: skip
    return facts.order_by()


_of_place = Asked(_facts, "the code", 9_876)


def _of_sheet(rows: Manager[Any], fact: Max | Count) -> Subquery:
    """One figure about a sheet's rows of a kind."""
    mine = rows.filter(sheet=OuterRef("pk")).order_by().values("sheet")
    return Subquery(mine.annotate(fact=fact).values("fact"))


def _clock_changes() -> Subquery:
    changes = ClockChange.objects.filter(round=OuterRef("table__round")).order_by("-pk")
    return Subquery(changes.values("pk")[:1])


def _who_sits() -> Subquery:
    """A figure that changes when two exchange their seats or a substitute sits in; a name put right is not in it."""
    seats = Seat.objects.filter(table=OuterRef("table")).order_by().values("table")
    return Subquery(seats.annotate(fact=Sum(F("pk") * F("player"))).values("fact"))


def _first(rows: QuerySet[Any], field: str) -> Subquery:
    return Subquery(rows.order_by().values(fact=F(field))[:1])
