"""Two players in each other's winds: what the table says is kept, the seats are exchanged, or it is ruled from when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from king.standings.ranking import Line, prizes
from king.standings.round_results import Seat, seat_order
from king_tournament.desk.page import (
    DeskRequest,
    desk_page,
    find_round,
    find_tournament,
    read_number,
    say_no,
    staff_only,
)
from king_tournament.desk.sheet.views import find_sheet, sheet_address
from king_tournament.desk.tables.seats import seat_read
from scoring.models import Ruling, Sheet
from scoring.scored_sheets import PLAYERS, WINDS_STAY, scored_table
from scoring.sheet_steps import seen_of
from scoring.standing import TournamentStandings
from scoring.wrong_winds import (
    displaced,
    exchange_seats,
    preview_exchange,
    report_seats,
    rule_seats,
    sitting_now,
)
from tournaments.models import Round
from wording import figures
from wording.errata import changes_between
from wording.regulation import seats_in_words


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def seats(request: DeskRequest, code: str, number: int, table: int) -> HttpResponse:
    """Who really sits at which wind; further steps exchange two seats of the seating, or rule from which hand on."""
    round_ = find_round(find_tournament(code), number)
    sheet = find_sheet(round_, table)
    if request.method == "GET":
        return _page(request, round_, sheet)
    try:
        if "look" in request.POST or ("rule" in request.POST and request.POST.get("read") != _read(request)):
            return _page(request, round_, sheet, looked=preview_exchange(sheet=sheet, **_typed(request)))
        if "rule" in request.POST:
            rule_seats(
                sheet=sheet, reason=request.POST.get("reason", ""), arbiter=request.user,
                seen=request.POST.get("seen"), **_typed(request),
            )  # fmt: skip
            messages.success(request, _("The ruling is made."))
        elif "exchange" in request.POST:
            _exchange(request, round_, sheet)
        else:
            report_seats(
                sheet=sheet, players={wind: request.POST.get(f"seat-{wind}", "") for wind in sitting_now(sheet)},
                device=request.META.get("REMOTE_ADDR", ""), author=request.user,
            )  # fmt: skip
            messages.success(request, _("Kept: who sits where at table %(table)s.") % {"table": table})
    except ValidationError as error:
        say_no(request, error)
        return _page(request, round_, sheet, status=422)
    return redirect(sheet_address(round_, table, "seat_report"))


def _exchange(request: DeskRequest, round_: Round, sheet: Sheet) -> None:
    """Exchange the seats of two winds of this table as they were reported, with who sat there when it was read."""
    (first, one), (second, other) = map(seat_read, request.POST["exchange"].partition("-")[::2])
    now = sitting_now(sheet)
    if first not in now or second not in now or first == second or not (now[first].pk and now[second].pk):
        raise ValidationError(_("Choose two winds of this table: their players change places."), code="two_seats")
    read = None if one is None or other is None else (one, other)
    done = exchange_seats(round=round_, first=now[first], second=now[second], author=request.user, read=read)
    fields = {"first": done.first.player.full_name, "second": done.second.player.full_name}
    messages.success(request, _("%(first)s and %(second)s have changed places.") % fields)
    for warning in done.warnings:
        messages.warning(request, str(warning))


def _typed(request: DeskRequest) -> dict[str, Any]:
    """Which winds, from which hand, and what the points follow; the service says what is wrong with them."""
    return {
        "winds": (request.POST.get("first", "")[:2], request.POST.get("second", "")[:2]),
        "hand": read_number(request.POST.get("hand", ""), 3) or 0,
        "follows": request.POST.get("follows", ""),
    }


def _read(request: DeskRequest) -> str:
    """What was typed, so that nothing is signed but what has been looked at."""
    return "-".join(request.POST.get(name, "")[:10] for name in ("first", "second", "hand", "follows"))


def _by_wind(looked: tuple[TournamentStandings, TournamentStandings]) -> list[tuple[Seat, str, str]]:
    """Each wind's first, before and after."""
    before, after = (prizes(standing.standings).winds for standing in looked)
    return [
        (wind, _firsts(before.get(wind, ())), _firsts(after.get(wind, ())))
        for wind in sorted({*before, *after}, key=seat_order)
    ]


def _firsts(lines: Iterable[Line]) -> str:
    return ", ".join(f"{line.entry} {figures.number(line.match_points)} ({figures.number(line.total, signed=True)})"
                     for line in lines) or figures.NOTHING  # fmt: skip


def _page(
    request: DeskRequest,
    round_: Round,
    sheet: Sheet,
    *,
    looked: tuple[TournamentStandings, TournamentStandings] | None = None,
    status: int = 200,
) -> HttpResponse:
    seen = seen_of(sheet)  # Before the seats are read.
    now = sitting_now(sheet)
    planned = {seat.wind: seat for seat in sheet.table.seats.select_related("player").filter(from_hand=1)}
    ruled = sheet.rulings.filter(kind=Ruling.Kind.SEATS).select_related("arbiter").order_by("created_at", "pk")
    report = sheet.seat_reports.select_related("author").order_by("-pk").first()
    elsewhere = displaced(report, now.values()) if report is not None else ()
    said = {wind: request.POST.get(f"seat-{wind}") or (report.players.get(wind) if report else None) for wind in now}
    context: dict[str, Any] = {
        "round": round_, "table": scored_table(sheet), "sheet": sheet, "report": report, "displaced": elsewhere,
        "places": [(wind, seat, str(said[wind] or seat.player_id)) for wind, seat in now.items()],
        # The first exchange that puts somebody in the seat where he sits; with more than two, one after the other.
        "exchange": (elsewhere[0].belongs, elsewhere[0].sits) if elsewhere else None,
        "open_round": round_.stage in (Round.Stage.PLAYING, Round.Stage.PROVISIONAL),
        "may_exchange": round_.stage == Round.Stage.PLAYING and all(seat.pk for seat in now.values()),
        "planned": [(wind, planned[wind].player.full_name) for wind in now if wind in planned],
        "ruled": [(ruling, seats_in_words(ruling)) for ruling in ruled],
        "typed": request.POST, "seen": seen, "hands": round_.tournament.rules.length,
        "winds_asked": [("first", _("One of the two winds")), ("second", _("The other wind"))],
        "follows": [
            (PLAYERS, _("The points follow the players"), _("From that hand on what is written under a wind belongs "
             "to whoever really sat there; what was written before stays with whom the seating has there.")),
            (WINDS_STAY, _("The points follow the winds"), _("All that is written under a wind belongs to whom the "
             "seating has there, whoever sat there; only who really sat there is put on record.")),
        ],
        "by_wind": _by_wind(looked) if looked else (),
        "changes": changes_between(*(standing.as_json() for standing in looked)) if looked else (),
        "looked": looked, "read": _read(request),
    }  # fmt: skip
    return desk_page(
        request,
        "desk/tables/seat_report.html",
        round_.tournament,
        step="tables",
        number=round_.number,
        status=status,
        **context,
    )
