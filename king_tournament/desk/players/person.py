"""A person of the roster over all evenings: the page, its paper, all that is held on him, and taking it away."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import connection, transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from king_tournament.desk.page import DeskRequest, club_only, organizer_only, staff_only
from king_tournament.desk.sheet.rulings import rulings_of
from king_tournament.installation.backup import folder, kept_copies
from king_tournament.live import kept
from king_tournament.live.person import person_context, person_file
from printing.models import Mailing
from printing.services import forget_paper
from scoring import remembered
from scoring.people.export import held_on
from scoring.people.forgetting import Plan, forget, open_evenings, plan_of, redaction
from scoring.people.grades import ENOUGH, MODEL, graded
from tournaments.models import Player
from tournaments.names import like_name

GRADES_ON_A_PAGE = 50


def _find(pk: int) -> Player:
    return get_object_or_404(Player, pk=pk, is_house=False)


@staff_only
@require_GET
def person(request: DeskRequest, pk: int) -> HttpResponse:
    """What the public may see where the player agrees, and the rulings that concern him."""
    player = _find(pk)
    context = person_context(player, request.GET.get("page"))
    return render(request, "desk/players/person.html", context | {"rulings": rulings_of(player), "at_desk": True})


@staff_only
@require_GET
def paper(request: DeskRequest, pk: int) -> HttpResponse:
    return person_file(_find(pk))


@organizer_only
@require_GET
def grades(request: DeskRequest) -> HttpResponse:
    """Everybody's strength beside the standings, and what it is."""
    page = Paginator(graded(), GRADES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "desk/players/grades.html", {"page": page, "model": MODEL, "enough": ENOUGH})


@club_only
@require_GET
def export(request: DeskRequest, pk: int) -> HttpResponse:
    """All that is held on the person, as a file to hand over."""
    player = _find(pk)
    mails = Mailing.objects.filter(player=player).select_related("tournament").order_by("pk")
    held = held_on(player) | {"mails": [
        {"evening": mail.tournament.code, "address": mail.address, "state": mail.state,
         "at": mail.changed_at.isoformat()} for mail in mails
    ]}  # fmt: skip
    content = json.dumps(held, ensure_ascii=False, indent=2) + "\n"
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{slugify(player.full_name) or "king"}.json"'
    return response


@club_only
@require_http_methods(["GET", "POST"])
def forget_person(request: DeskRequest, pk: int) -> HttpResponse:
    """What goes and what stays; then, once the name is typed, the person is taken away for good."""
    player = _find(pk)
    typed, wrong = request.POST.get("typed", "")[:200], ""
    if request.method == "POST":
        if like_name(typed) == like_name(player.full_name):
            try:
                plan = _forget(player, request.user)
            except ValidationError as refusal:
                wrong = refusal.messages[0]
            else:
                messages.success(request, _("Taken away for good. What stays is called %(number)s.")
                                 % {"number": plan.number})  # fmt: skip
                return redirect("desk:roster")
        else:
            wrong = _("This is not the name: nothing was taken away.")
    context: dict[str, Any] = {
        "player": player, "plan": plan_of(player), "open": open_evenings(player), "typed": typed, "wrong": wrong,
        "mails": Mailing.objects.filter(player=player).count(), "copies": len(kept_copies()), "folder": folder(),
    }  # fmt: skip
    return render(request, "desk/players/forget.html", context, status=422 if wrong else 200)


@transaction.atomic
def _forget(player: Player, author: User) -> Plan:
    """With mails, documents, kept pages and what the administration wrote of the person."""
    names = {player.full_name, player.spoken_name}
    plan = forget(player=player, author=author)
    forget_paper(player)
    redact = redaction(dict.fromkeys(names, plan.number))
    for entry in AdminEntry.objects.filter(object_repr__icontains=player.surname):
        entry.object_repr = redact(entry.object_repr)
        entry.save(update_fields=["object_repr"])
    transaction.on_commit(_forget_pages)
    return plan


def _forget_pages() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what was overwritten is so in the file too
    kept.forget()
    remembered.forget()
    caches["default"].clear()
