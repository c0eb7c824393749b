"""The page of a player over all evenings: public where the club has such pages and the player agreed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from printing.documents import person_paper
from printing.pictures import as_svg
from scoring.people.evenings import person_of
from tournaments.models import Player

EVENINGS_ON_A_PAGE = 20


def person_context(player: Player, page: str | None) -> dict[str, Any]:
    """What the page shows, to everybody and at the desk; the lists of evenings a page at a time."""
    shown = person_paper.gather(person_of(player))
    over_time, by_wind = person_paper.pictures(shown)
    return {
        "player": player, "shown": shown, "person": shown.person,
        "figures": shown.figures,
        "page": Paginator(shown.person.evenings, EVENINGS_ON_A_PAGE).get_page(page),
        "over_time": as_svg(over_time, "over-time-title", "over-time-words") if over_time is not None else "",
        "by_wind": as_svg(by_wind, "by-wind-title", "by-wind-words") if by_wind is not None else "",
    }  # fmt: skip


def person_file(player: Player) -> HttpResponse:
    content = person_paper.render(person_paper.gather(person_of(player)))
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(player.full_name) or "king"}.pdf"'
    return response


def _find(code: str) -> Player:
    """Whoever does not agree, or no longer, is answered for like a code that nobody has."""
    found = Player.objects.filter(page_code=code).first() if settings.PLAYER_PAGES else None
    if found is None:
        raise Http404(_("There is no page of a player at this address."))
    return found


@never_cache
@require_safe
def person(request: HttpRequest, code: str) -> HttpResponse:
    """Every posted evening of a player who agreed to that."""
    response = render(request, "live/person.html", person_context(_find(code), request.GET.get("page")))
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
def paper(request: HttpRequest, code: str) -> HttpResponse:
    """The same as a PDF."""
    response = person_file(_find(code))
    response["X-Robots-Tag"] = "noindex"
    return response
