"""The page of a player's evenings, for everybody where he has agreed; the desk shows the same."""

from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frame.kept import drawing
from frame.visible import file_answer
from people import paper
from people.evenings import person_of
from printing.pictures import as_svg
from tournaments.models import Player

EVENINGS_ON_A_PAGE = 20


def person_context(player: Player, page: str | None) -> dict[str, Any]:
    shown = paper.gather(person_of(player))
    over_time, by_wind = paper.pictures(shown["person"])
    return {
        "player": player,
        "shown": shown,
        "person": shown["person"],
        "figures": shown["figures"],
        "page": Paginator(shown["person"].evenings, EVENINGS_ON_A_PAGE).get_page(page),
        "over_time": as_svg(over_time, "over-time-title", "over-time-words")
        if over_time is not None
        else "",
        "by_wind": as_svg(by_wind, "by-wind-title", "by-wind-words") if by_wind is not None else "",
    }


def person_file(player: Player) -> HttpResponse:
    with drawing:
        content = paper.render(paper.gather(person_of(player)))
    return file_answer(
        content, "application/pdf", f"{slugify(player.full_name) or 'king'}.pdf", inline=True
    )


def _find_player(code: str) -> Player:
    """``Http404`` alike for a code that nobody has and for a player who does not agree, or no
    longer.
    """
    found = Player.objects.filter(page_code=code).first() if settings.PLAYER_PAGES else None
    if found is None:
        raise Http404(_("There is no page of a player at this address."))
    return found


@never_cache
@require_safe
def person(request: HttpRequest, code: str) -> HttpResponse:
    response = render(
        request, "people/public.html", person_context(_find_player(code), request.GET.get("page"))
    )
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
def person_paper(request: HttpRequest, code: str) -> HttpResponse:
    response = person_file(_find_player(code))
    response["X-Robots-Tag"] = "noindex"
    return response
