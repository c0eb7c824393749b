"""A held final standing read out place by place: the desk's page, and the remote control of whoever reads."""

import io
from collections.abc import Mapping
from itertools import groupby
from typing import Any

import segno
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    evening_press,
    fresh_get_or_post,
    number_of,
    number_or_none_such,
    staff_only,
)
from frame.public import LiveRequest
from ground.addresses import public_address
from night.lookups import find_evening, find_tournament
from scoring.models import FinalHold
from scoring.publishing import final_hold
from scoring.standing import standing_settings
from screens import reveals
from screens.reveals import is_disturbed, press, reveal_with_key, steps_as_spelled
from tournaments import services
from tournaments.models import Tournament
from wording.results import place_in_words


def square(address: str, error: str = "m") -> SafeString:
    """QR code of the address as SVG. It is black on white in every theme, because cameras cannot
    read it otherwise.
    """
    drawn = io.BytesIO()
    segno.make(address, error=error, micro=False, boost_error=error == "m").save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        border=2,
        dark="#000",
        light="#fff",
        omitsize=True,
    )
    return mark_safe(drawn.getvalue().decode())


def reveal_state(hold: FinalHold) -> Context:
    return _reveal_context(hold, steps_as_spelled(hold))


def _reveal_context(hold: FinalHold, steps: list[dict[str, Any]]) -> Context:
    places = [_step_words(hold, step) for step in reversed(steps[: hold.shown])]
    lists = [
        list(group) for _standing, group in groupby(places, key=lambda place: place["standing"])
    ]
    return {
        "lists": lists,
        "last": places[0] if places else None,
        "paused": hold.paused,
        "rests_note": next(filter(None, (place["rests_note"] for place in places)), ""),
    }


def _step_words(hold: FinalHold, step: Mapping[str, Any]) -> Context:
    worth = standing_settings(hold.tournament).bye_points
    return place_in_words(step, hold.tournament.rules, worth)


def control(hold: FinalHold, here: str, error: str) -> Context:
    """Context of the remote control: state of the reveal, and keys whose presses are addresses
    below ``here``, the page's own.
    """
    steps = steps_as_spelled(hold)
    coming = steps[hold.shown : hold.shown + 1]
    disturbed = is_disturbed(hold)
    return {
        "tournament": hold.tournament,
        "hold": hold,
        "reveal": _reveal_context(hold, steps),
        "disturbed": disturbed,
        "coming": [_step_words(hold, step) for step in coming],
        "count": len(steps),
        "mark": f"{hold.version}{'-' if disturbed else ''}",
        "error": error,
        "here": here,
    }


def control_part(request: HttpRequest, context: Context) -> HttpResponse:
    if request.method == "GET" and request.GET.get("mark") == context["mark"]:
        return HttpResponse(status=204)
    return render(
        request, "screens/_reveal_control.html", context, status=422 if context["error"] else 200
    )


def is_over(hold: FinalHold | None) -> bool:
    return hold is None or hold.publication_id is None or hold.released_at is not None


def take_step(
    request: HttpRequest, hold: FinalHold, step: str, author: Any = None
) -> tuple[FinalHold, str]:
    """Take the step. Returns the new state and, if nothing was done, the reason."""
    number = number_of(request, "version")
    version = -1 if number is None else number
    try:
        return press(hold=hold, step=step, version=version, author=author), ""
    except ValidationError as error:
        hold.refresh_from_db()
        return hold, " ".join(error.messages)


@never_cache
@require_safe
def speaker(request: LiveRequest, code: str, key: str) -> HttpResponse:
    return _remote(request, reveal_with_key(find_evening(code), key), "")


@never_cache
@require_POST
def speaker_presses(request: LiveRequest, code: str, key: str, step: str) -> HttpResponse:
    hold = reveal_with_key(find_evening(code), key)
    error = ""
    if hold:
        hold, error = take_step(request, hold, step)
        if not error and not request.htmx and not is_over(hold):
            return redirect("screens:speaker", code, key)
    return _remote(request, hold, error)


def _remote(request: LiveRequest, hold: FinalHold | None, error: str) -> HttpResponse:
    if not hold or is_over(hold):
        if request.htmx:
            return HttpResponseClientRefresh()
        raise Http404
    here = resolve_url("screens:speaker", hold.tournament.code, reveals.remote_key(hold))
    context = control(hold, here, error)
    if request.htmx:
        return control_part(request, context)
    return render(request, "screens/speaker.html", context, status=422 if error else 200)


# --- at the desk


USUAL_PLACES = 3


@staff_only
@fresh_get_or_post
def reveal(request: DeskRequest, code: str) -> HttpResponse:
    tournament = find_tournament(code)
    return _desk(request, tournament, reveals.reveal_of(tournament), "")


@staff_only
@never_cache
@require_POST
def desk_presses(request: DeskRequest, code: str, step: str) -> HttpResponse:
    tournament = find_tournament(code)
    error = ""
    hold = reveals.reveal_of(tournament)
    if hold:
        hold, error = take_step(request, hold, step, request.user)
        if not error and not request.htmx:
            return redirect("screens:reveal", tournament.code)
    return _desk(request, tournament, hold, error)


def _desk(
    request: DeskRequest, tournament: Tournament, hold: FinalHold | None, error: str
) -> HttpResponse:
    here = resolve_url("screens:reveal", tournament.code)
    keys: Context = {}
    if hold and not is_over(hold):
        keys = control(hold, here, error) | {"at_desk": True}
    if request.htmx:
        # To begin anew takes the whole page.
        anew = not keys or (keys["disturbed"] and request.GET.get("mark") != keys["mark"])
        return HttpResponseClientRefresh() if anew else control_part(request, keys)
    context: Context = {
        **keys,
        "held": final_hold.hold_in_force(tournament),
        "awaits": final_hold.awaits_prize_giving(tournament),
        **_places(request, tournament, hold),
    }
    context.pop("tournament", None)
    if keys and hold and (key := reveals.remote_key(hold)):
        context["remote"] = public_address(request) + resolve_url(
            "screens:speaker", tournament.code, key
        )
        context["square"] = square(context["remote"])
    return desk_page(request, "screens/reveal.html", tournament, step="prizes", **context)


def _places(
    request: DeskRequest, tournament: Tournament, hold: FinalHold | None
) -> dict[str, str | int]:
    """Number of places to offer: as typed, as rehearsed, or as the evening's prizes say."""
    prizes = services.prizes_of(tournament)
    offered = {"winds": USUAL_PLACES if prizes["winds"] else 0, "overall": int(prizes["places"])}
    steps = hold.steps if hold else ()
    for name in offered if steps else ():
        offered[name] = max(
            (
                step["rank"]
                for step in steps
                if (step["standing"] == "overall") == (name == "overall")
            ),
            default=0,
        )
    return {name: request.POST.get(name, places) for name, places in offered.items()}


@staff_only
@evening_press
def begin_reveal(request: DeskRequest, tournament: Tournament) -> None:
    winds, overall = (
        number_or_none_such(request.POST.get(name, "")) for name in ("winds", "overall")
    )
    reveals.begin_reveal(
        tournament=tournament,
        author=request.user,
        winds=winds,
        overall=overall,
        rehearsal="rehearse" in request.POST,
    )


@staff_only
@evening_press
def end_reveal(request: DeskRequest, tournament: Tournament) -> None:
    reveals.end_reveal(tournament=tournament, author=request.user)


@staff_only
@evening_press
def remote(request: DeskRequest, tournament: Tournament) -> None:
    """Give a new address for the phone of the person who reads the places out, or take it back."""
    reveals.set_remote(
        tournament=tournament,
        author=request.user,
        given="take_back" not in request.POST,
    )
