"""A person of the roster over all evenings: the page, its paper, all that is held on him, and taking it away."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from king_tournament.desk.page import DeskRequest, staff_only
from king_tournament.desk.sheet.rulings import rulings_of
from king_tournament.live.person import person_context, person_file
from tournaments.models import Player


@staff_only
@require_GET
def person(request: DeskRequest, pk: int) -> HttpResponse:
    """What the public may see where the player agrees, and the rulings that concern him."""
    player = get_object_or_404(Player, pk=pk, is_house=False)
    context = person_context(player, request.GET.get("page"))
    return render(request, "desk/players/person.html", context | {"rulings": rulings_of(player), "at_desk": True})


@staff_only
@require_GET
def paper(request: DeskRequest, pk: int) -> HttpResponse:
    return person_file(get_object_or_404(Player, pk=pk, is_house=False))
