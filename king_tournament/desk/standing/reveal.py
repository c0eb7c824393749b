"""The held standing read out place by place: begun, rehearsed, pressed on and taken back from the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from king_tournament.addresses import public_address
from king_tournament.desk.page import DeskRequest, desk_page, find_tournament, read_number, say_no, staff_only
from king_tournament.live.hall import square
from king_tournament.live.reveal import control, control_part, is_over, pressed
from scoring.models import FinalHold
from scoring.publishing import awaits_prize_giving, hold_in_force, release_final
from scoring.reveals import PRESSED, begin_reveal, end_reveal, remote_key, reveal_of, set_remote
from tournaments.models import Tournament
from tournaments.services import prizes_of

USUAL_PLACES = 3


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def reveal(request: DeskRequest, code: str) -> HttpResponse:
    """How it stands and what comes next, with the buttons; before that, how many places are read out."""
    tournament, error, status = find_tournament(code), "", 200
    hold = reveal_of(tournament)
    if request.method == "POST" and hold is not None and request.POST.get("step") in PRESSED:
        hold, error = pressed(request, hold, request.user)
        if not error and not request.htmx:
            return redirect(request.path)
        status = 422 if error else 200
    elif request.method == "POST":
        try:
            return _take_step(request, tournament)
        except ValidationError as refused:
            say_no(request, refused)
            status = 422
    if request.htmx and (hold is None or is_over(hold)):
        return HttpResponseClientRefresh()
    if request.htmx and hold is not None:
        shown = {**control(request, hold, error), "at_desk": True}
        # To begin anew takes the whole page.
        anew = shown["disturbed"] and request.GET.get("mark") != shown["mark"]
        return HttpResponseClientRefresh() if anew else control_part(request, shown)
    return _page(request, tournament, hold, error, status)


def _page(
    request: DeskRequest, tournament: Tournament, hold: FinalHold | None, error: str, status: int
) -> HttpResponse:
    context: dict[str, Any] = {
        "held": hold_in_force(tournament), "awaits": awaits_prize_giving(tournament),
        **_places(request, tournament, hold),
    }  # fmt: skip
    if hold is not None and not is_over(hold):
        key = remote_key(hold)
        address = public_address(request) + reverse("live:speaker", args=[tournament.code, key]) if key else ""
        context |= {
            "at_desk": True,
            "remote": address,
            "square": square(address) if key else "",
            **control(request, hold, error),
        }
        context.pop("tournament")
    return desk_page(request, "desk/standing/reveal.html", tournament, step="prizes", status=status, **context)


def _places(request: DeskRequest, tournament: Tournament, hold: FinalHold | None) -> dict[str, str | int]:
    """How many places are offered: as typed, as rehearsed, or as the evening's prizes say."""
    prizes = prizes_of(tournament)
    found = {"winds": USUAL_PLACES if prizes["winds"] else 0, "overall": int(prizes["places"])}
    for name in found if hold is not None and hold.steps else ():
        ranks = [step["rank"] for step in hold.steps if (step["standing"] == "overall") == (name == "overall")]
        found[name] = max(ranks, default=0)
    return {name: request.POST.get(name, places) for name, places in found.items()}


def _take_step(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    step = request.POST.get("step")
    if step in ("begin", "rehearse"):
        winds, overall = (read_number(request.POST.get(name, ""), 3) for name in ("winds", "overall"))
        begin_reveal(
            tournament=tournament, author=request.user, winds=-1 if winds is None else winds,
            overall=-1 if overall is None else overall, rehearsal=step == "rehearse",
        )  # fmt: skip
    elif step == "end":
        end_reveal(tournament=tournament, author=request.user)
    elif step == "release":
        release_final(tournament=tournament, author=request.user)
        messages.success(request, _("The final standing is no longer held back."))
    elif step in ("remote", "no_remote"):
        set_remote(tournament=tournament, author=request.user, given=step == "remote")
    else:
        raise ValidationError(_("This page has no such step: use its buttons."), code="no_step")
    return redirect(request.path)
