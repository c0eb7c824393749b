"""The club's players: looked up, added, put right."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from king_tournament.desk.forms_players import ROSTER_ORDER, PlayerForm
from king_tournament.desk.page import organizer_only
from king_tournament.desk.ruling_views import rulings_of
from tournaments.models import Player
from tournaments.names import folded
from tournaments.roster import save_player

PLAYERS_ON_A_PAGE = 50
LONGEST_SEARCH = 120


@organizer_only
@require_GET
def roster(request: HttpRequest) -> HttpResponse:
    """The roster, a page at a time, or those whose names begin with what was typed."""
    query = request.GET.get("q", "")[:LONGEST_SEARCH]
    page = Paginator(_named(query), PLAYERS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "search": query, "query": f"{urlencode({'q': query})}&" if query else ""}
    template = "desk/_roster.html" if request.htmx else "desk/roster.html"  # type: ignore[attr-defined]
    return render(request, template, context)


def _named(query: str) -> QuerySet[Player]:
    found = Player.objects.filter(is_house=False)
    for word in folded(query).split()[:6]:
        found = found.filter(search__contains=f" {word}")
    return found.annotate(evenings=Count("memberships")).order_by(*ROSTER_ORDER)


@organizer_only
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Add a player to the roster."""
    return _edited(request, Player(), _("%(player)s is on the roster."))


@organizer_only
@require_http_methods(["GET", "POST"])
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a player's name, card or club right; results follow the person, not the spelling."""
    found = get_object_or_404(Player, pk=pk, is_house=False)
    return _edited(request, found, _("%(player)s is saved."))


def _edited(request: HttpRequest, found: Player, sentence: str) -> HttpResponse:
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=found)
    if request.method == "POST" and form.is_valid():
        saved = save_player(player=form.save(commit=False), author=request.user)
        messages.success(request, sentence % {"player": saved.full_name})
        return redirect("desk:roster")
    player = Player.objects.filter(pk=found.pk).first()
    context = {"form": form, "player": player, "rulings": () if player is None else rulings_of(player)}
    return render(request, "desk/player.html", context, status=422 if form.errors else 200)
