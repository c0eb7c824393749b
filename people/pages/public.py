"""Page of a player's evenings, public if the player has agreed. The desk sees the same."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_safe

from frame.link_preview import link_preview
from frame.page_cache import drawing_lock, or_later, render_once
from frame.public import file_answer
from people import paper
from people.evenings import person_of
from printing.link_pictures import draw_link_picture
from printing.pictures import as_svg
from scoring.standings_cache import digest
from tournaments.models import Player

EVENINGS_ON_A_PAGE = 20


MATES_SHOWN = 12
"""The others are behind a fold."""


def person_context(player: Player, page: str | None, *, at_desk: bool = False) -> dict[str, Any]:
    """Context of a person's page. With ``at_desk`` everybody's page is linked, otherwise only pages
    of players who have agreed to one.
    """
    person = person_of(player)
    mates = [(mate.full_name, _address(mate, at_desk), count) for mate, count in person.mates]
    content = paper.gather(person)
    over_time, by_wind = (
        as_svg(picture, f"{name}-title", f"{name}-words") if picture is not None else ""
        for name, picture in zip(("over-time", "by-wind"), paper.pictures(person), strict=True)
    )
    return {
        "player": player,
        "shown": content,
        "person": person,
        "figures": content["figures"],
        "page": Paginator(person.evenings, EVENINGS_ON_A_PAGE).get_page(page),
        "over_time": over_time,
        "by_wind": by_wind,
        "mates": mates[:MATES_SHOWN],
        "more_mates": mates[MATES_SHOWN:],
    }


def _address(mate: Player, at_desk: bool) -> str:
    if at_desk:
        return reverse("people:person", args=[mate.pk])
    code = mate.public_code
    return reverse("people:public", args=[code]) if code else ""


def person_file(request: HttpRequest, player: Player) -> HttpResponse:
    def draw() -> HttpResponse:
        with drawing_lock():
            content = paper.render(paper.gather(person_of(player)))
        name = f"{slugify(player.full_name) or 'king'}.pdf"
        return file_answer(content, name, "application/pdf", inline=True)

    return or_later(request, draw)


def _find_player(code: str) -> Player:
    """Find a player by the code of their page. Raises ``Http404`` for an unknown code and for a
    player who does not agree (any more), so that the two cannot be told apart.
    """
    if not settings.PLAYER_PAGES:
        raise Http404
    return get_object_or_404(Player, page_code=code)


@never_cache
@require_safe
def person(request: HttpRequest, code: str) -> HttpResponse:
    player = _find_player(code)
    context = person_context(player, request.GET.get("page"))
    picture = reverse("people:public_picture", args=[player.page_code])
    lines = [_("All evenings, as published"), *_lines(context["figures"])]
    context["preview"] = link_preview(request, player.full_name, lines, picture)
    response = render(request, "people/public.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
def person_paper(request: HttpRequest, code: str) -> HttpResponse:
    response = person_file(request, _find_player(code))
    response["X-Robots-Tag"] = "noindex"
    return response


def _lines(figures: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{title}{_(': ')}{value}" for title, value in figures]


@conditional_page
@cache_control(no_cache=True)
@require_safe
def person_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Picture of the page's link: the player's evenings one by one, and the figures of the page."""
    person = person_of(_find_player(code))
    figures = _lines(paper.gather(person)["figures"])
    name, below = person.player.full_name, _("All evenings, as published")
    shares = [(evening.tournament.pk, share) for evening, share in person.shares]
    facts = digest(repr((name, figures, shares)))

    def draw() -> bytes:
        return draw_link_picture(name, below, figures, paper.pictures(person)[0])

    def answer() -> HttpResponse:
        content = render_once("picture of a person", facts, draw)
        return file_answer(content, "king.png", "image/png", inline=True)

    response = or_later(request, answer)
    response["X-Robots-Tag"] = "noindex"
    return response
