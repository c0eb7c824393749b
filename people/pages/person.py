"""A person of the roster over all evenings, everybody's grades, and forgetting one for good."""

import json

from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from frame import page, page_cache
from frame.page import DeskRequest
from frame.public import file_answer
from frame.ruling_lines import rulings_of
from ground.copies import copy_files, folder
from ground.names import like_name
from people.erasure import Plan, forget, open_evenings, plan_of, stored_data
from people.grades import ENOUGH, MODEL, SINCE, graded_players
from people.pages.public import person_context, person_file
from printing.models import Mailing
from scoring import standings_cache
from tournaments.models import Player

GRADES_ON_A_PAGE = 50


def people_of_club() -> QuerySet[Player]:
    return Player.objects.filter(is_house=False)


@page.staff_only
@require_GET
def person(request: DeskRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(people_of_club(), pk=pk)
    context = person_context(player, request.GET.get("page"), at_desk=True)
    return render(request, "people/person.html", context | {"rulings": rulings_of(player)})


@page.staff_only
@require_GET
def paper(request: DeskRequest, pk: int) -> HttpResponse:
    return person_file(request, get_object_or_404(people_of_club(), pk=pk))


@page.organizer_only
@require_GET
def grades(request: DeskRequest) -> HttpResponse:
    part = Paginator(graded_players(), GRADES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": part, "model": MODEL, "enough": ENOUGH, "since": SINCE}
    return render(request, "people/grades.html", context)


@page.club_only
@require_GET
def export(request: DeskRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(people_of_club(), pk=pk)
    mails = Mailing.objects.filter(player=player).select_related("tournament").order_by("pk")
    data = stored_data(player) | {
        "mails": [
            {
                "evening": mail.tournament.code,
                "address": mail.address,
                "state": mail.state,
                "at": mail.changed_at.isoformat(),
            }
            for mail in mails
        ]
    }
    content = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return file_answer(content, f"{slugify(player.full_name) or 'king'}.json", "application/json")


@page.club_only
@require_http_methods(["GET", "POST"])
def forget_person(request: DeskRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(people_of_club(), pk=pk)
    typed, wrong = request.POST.get("typed", "")[:200], ""
    if request.method == "POST" and like_name(typed) != like_name(player.full_name):
        wrong = _("This is not the name: nothing was removed.")
    elif request.method == "POST":
        try:
            plan = _forget(player, request.user)
        except ValidationError as refusal:
            wrong = refusal.messages[0]
        else:
            sentence = _("Removed for good. The results stay, under the name %(number)s.")
            page.tell(request, sentence, number=plan.number)
            return redirect("people:roster")
    context = {
        "player": player,
        "plan": plan_of(player),
        "open": open_evenings(player),
        "typed": typed,
        "wrong": wrong,
        "mails": Mailing.objects.filter(player=player).count(),
        "copies": len(copy_files()),
        "folder": folder(),
    }
    return render(request, "people/forget.html", context, status=422 if wrong else 200)


@transaction.atomic
def _forget(player: Player, author: User) -> Plan:
    """Forget the player, and delete all cached pages after the transaction."""
    plan = forget(player=player, author=author)
    transaction.on_commit(_forget_pages)
    return plan


def _forget_pages() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(
                "PRAGMA wal_checkpoint(TRUNCATE)"
            )  # what was overwritten is so in the file too
    page_cache.forget()
    standings_cache.forget()
    caches["default"].clear()
