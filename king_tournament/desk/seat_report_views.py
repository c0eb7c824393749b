"""Two players in each other's winds: what the table says is kept, and the seats are exchanged or not."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from king_tournament.desk.page import desk_page, find_round, find_tournament, say_no, staff_only
from king_tournament.desk.seating_views import seat_read
from king_tournament.desk.sheet_rows import find_sheet, sheet_address
from scoring import services
from scoring.models import Sheet
from scoring.reading import scored_table
from scoring.seats import displaced, sitting_now
from tournaments.models import Round
from tournaments.seating import swap_seats


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def seats(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """Who really sits at which wind; a second step exchanges two seats of the seating."""
    round_ = find_round(find_tournament(code), number)
    sheet = find_sheet(round_, table)
    if request.method == "GET":
        return _page(request, round_, sheet)
    try:
        if "exchange" in request.POST:
            _exchange(request, round_, sheet)
        else:
            services.report_seats(
                sheet=sheet, players={wind: request.POST.get(f"seat-{wind}", "") for wind in sitting_now(sheet)},
                device=request.META.get("REMOTE_ADDR", ""), author=request.user,
            )  # fmt: skip
            messages.success(request, _("Kept: who sits where at table %(table)s.") % {"table": table})
    except ValidationError as error:
        say_no(request, error)
        return _page(request, round_, sheet, status=422)
    return redirect(sheet_address(round_, table, "seat_report"))


def _exchange(request: HttpRequest, round_: Round, sheet: Sheet) -> None:
    """Exchange the seats of two winds of this table as they were reported, with who sat there when it was read."""
    (first, one), (second, other) = map(seat_read, request.POST["exchange"].partition("-")[::2])
    now = sitting_now(sheet)
    if first not in now or second not in now or first == second:
        raise ValidationError(_("Choose two winds of this table: their players change places."), code="two_seats")
    read = None if one is None or other is None else (one, other)
    done = swap_seats(round=round_, first=now[first], second=now[second], author=request.user, read=read)
    fields = {"first": done.first.player.full_name, "second": done.second.player.full_name}
    messages.success(request, _("%(first)s and %(second)s have changed places.") % fields)
    for warning in done.warnings:
        messages.warning(request, str(warning))


def _page(request: HttpRequest, round_: Round, sheet: Sheet, *, status: int = 200) -> HttpResponse:
    now = sitting_now(sheet)
    report = sheet.seat_reports.select_related("author").order_by("-pk").first()
    elsewhere = displaced(report, now.values()) if report is not None else ()
    said = {wind: request.POST.get(f"seat-{wind}") or (report.players.get(wind) if report else None) for wind in now}
    context = {
        "round": round_, "table": scored_table(sheet), "sheet": sheet, "report": report, "displaced": elsewhere,
        "places": [(wind, seat, str(said[wind] or seat.player_id)) for wind, seat in now.items()],
        # The first exchange that puts somebody in the seat where he sits; with more than two, one after the other.
        "exchange": (elsewhere[0].belongs, elsewhere[0].sits) if elsewhere else None,
        "open_round": round_.stage in (Round.Stage.PLAYING, Round.Stage.PROVISIONAL),
        "may_exchange": round_.stage == Round.Stage.PLAYING,
    }  # fmt: skip
    return desk_page(
        request, "desk/seat_report.html", round_.tournament, step="play", number=round_.number, status=status, **context
    )
