"""The held standing place by place: what the hall sees of it, and the phone of whoever reads it out."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from king_tournament.live.visible import find_evening
from scoring.models import FinalHold
from scoring.reveals import is_disturbed, press, reveal_with_key
from wording.results import place_in_words

LONGEST_VERSION = 9


class LiveRequest(HttpRequest):
    htmx: HtmxDetails


def revealed(hold: FinalHold) -> dict[str, Any]:
    """What has been shown, the last first and list by list; nothing of what comes."""
    rules = hold.tournament.rules
    places = [place_in_words(step, rules) for step in reversed(hold.steps[: hold.shown])]
    lists = [list(group) for _standing, group in groupby(places, key=lambda place: place["standing"])]
    return {"lists": lists, "last": places[0] if places else None, "paused": hold.paused}


def control(request: HttpRequest, hold: FinalHold, error: str = "") -> dict[str, Any]:
    """What the hall sees and what comes, for the page with the buttons; ``error`` says why one did nothing."""
    coming, disturbed = hold.steps[hold.shown : hold.shown + 1], is_disturbed(hold)
    return {
        "tournament": hold.tournament, "hold": hold, "reveal": revealed(hold), "disturbed": disturbed,
        "coming": [place_in_words(step, hold.tournament.rules) for step in coming], "count": len(hold.steps),
        "mark": f"{hold.version}{'-' if disturbed else ''}", "error": error, "here": request.path,
    }  # fmt: skip


def control_part(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """The changing part of that page, for htmx; nothing (204) where the page already shows how it stands."""
    if request.method == "GET" and request.GET.get("mark") == shown["mark"]:
        return HttpResponse(status=204)
    return render(request, "live/_reveal_control.html", shown, status=422 if shown["error"] else 200)


def is_over(hold: FinalHold | None) -> bool:
    return hold is None or hold.publication_id is None or hold.released_at is not None


def pressed(request: HttpRequest, hold: FinalHold, author: Any = None) -> tuple[FinalHold, str]:
    """The button of the form, pressed: how it stands now, and why nothing was done where nothing was."""
    version = request.POST.get("version", "")
    seen = int(version) if version.isascii() and version.isdigit() and len(version) <= LONGEST_VERSION else -1
    try:
        return press(hold=hold, step=request.POST.get("step", ""), version=seen, author=author), ""
    except ValidationError as error:
        hold.refresh_from_db()
        return hold, " ".join(error.messages)


@never_cache
@require_http_methods(["GET", "POST"])
def speaker(request: LiveRequest, code: str, key: str) -> HttpResponse:
    """The phone in the hand of whoever speaks, let in by the secret in its address, without an account."""
    hold, error = reveal_with_key(find_evening(code), key), ""
    if hold is not None and request.method == "POST":
        hold, error = pressed(request, hold)
    if hold is None or is_over(hold):
        if request.htmx:
            return HttpResponseClientRefresh()
        raise Http404(_("This address shows nothing any more: ask the desk for the one that is good now."))
    if request.method == "POST" and not error and not request.htmx:
        return redirect(request.path)
    shown = control(request, hold, error)
    if request.htmx:
        return control_part(request, shown)
    return render(request, "live/speaker.html", shown, status=422 if error else 200)
