"""Pages of rule systems and of the club's editions: list, make, change, offer, export."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from frame.page import (
    Context,
    DeskRequest,
    View,
    club_only,
    get_or_post,
    on_evening,
    organizer_only,
    refusing,
    show_refusals,
    somewhere,
    tell,
    text_of,
)
from frame.public import file_answer
from frame.setting_fields import grouped
from ground.roles import ORGANIZER, holds
from king.rulesets import read_ruleset
from king.rulesets.base import UnknownRuleSet
from king_tournament.desk.evening.edition_form import EditionForm
from king_tournament.rulebook.views import figures, page_of, systems_of_site
from scoring.publishing.final_hold import change_evening
from tournaments import editions as services
from tournaments.house_rules import Edition
from tournaments.models import Tournament
from wording.sentences import refusal


@somewhere
@require_GET
def rules(request: DeskRequest) -> HttpResponse:
    return render(request, "desk/evening/rules_all.html", systems_of_site())


@somewhere
@require_GET
def rules_page(request: DeskRequest, code: str) -> HttpResponse:
    return render(request, "desk/evening/rules_page.html", page_of(code))


@organizer_only
@require_GET
def editions(request: DeskRequest) -> HttpResponse:
    return _list(request)


def _list(request: DeskRequest, status: int = 200, **more: Any) -> HttpResponse:
    editions = list(Edition.objects.all())
    used = services.tournaments_of(editions)
    rows = [
        {"edition": listed, **_use_of(used.get(listed.code, [])), **figures(listed.rules)}
        for listed in editions
    ]
    context = {"rows": rows, "bases": grouped(services.offered_rules()), **more}
    return render(request, "desk/evening/editions.html", context, status=status)


SHOWN = 3
"""Evenings that a line names; more are counted."""


def _use_of(used: list[Tournament]) -> Context:
    count = len(used)
    return {"used": used, "shown": used[:SHOWN], "all_used": count if count > SHOWN else ""}


@organizer_only
@get_or_post
def new(request: DeskRequest) -> HttpResponse:
    try:
        base = services.find_rules(request.GET.get("base", ""))
    except UnknownRuleSet:
        messages.error(request, _("Choose the rule system that the edition is made from."))
        return redirect("desk:editions")
    form = EditionForm(request.POST if request.method == "POST" else None, base=base)
    if "preview" not in request.POST and form.is_valid():
        with refusing(form):
            created = services.create_edition(
                base=base.code,
                name=form.cleaned_data["name"],
                changes=form.changes,
                author=request.user,
                code=form.cleaned_data["code"],
            )
            tell(request, _("The edition “%(edition)s” is made."), edition=created.name)
            return redirect("desk:edition", created.code)
    return _form_page(request, form)


@club_only
@require_POST
@on_evening
def change_rules(request: DeskRequest, evening: Tournament) -> HttpResponse:
    """Make an edition from the evening's system and settings, and open its form, which leads back.
    If only this evening uses its edition, that edition is changed instead.
    """
    with show_refusals(request), transaction.atomic():
        own = Edition.objects.filter(code=evening.ruleset).first()
        if own is None or services.tournaments_of([own])[own.code] != [evening]:
            own = services.edition_for(tournament=evening, author=request.user)
            change_evening(tournament=evening, author=request.user, ruleset=own.code, settings={})
            tell(request, _("The evening now plays the edition “%(edition)s”."), edition=own.name)
        return redirect(f"{resolve_url('desk:edition', own.code)}?evening={evening.code}")
    return redirect("desk:settings", evening.code)


def _evening_asked_for(request: DeskRequest, stored: Edition) -> Tournament | None:
    """Evening of the address that plays this edition and whose rules may still change. None if
    there is none, or if the user does not organize it.
    """
    playing = Tournament.objects.filter(ruleset=stored.code, frozen_at=None)
    evening = playing.filter(code=request.GET.get("evening", "")).first()
    runs = evening is not None and holds(request.user, ORGANIZER, evening=evening.code)
    return evening if runs else None


@organizer_only
@get_or_post
def edition(request: DeskRequest, code: str) -> HttpResponse:
    """Page of an edition. It is changed as long as nobody has chosen it, and revised under a new
    code afterwards. An evening for which it is revised plays the new one.
    """
    stored = get_object_or_404(Edition, code=code)
    typed = request.POST if request.method == "POST" else None
    form = EditionForm(typed, base=read_ruleset(stored.form["base"]), edition=stored.rules)
    evening = _evening_asked_for(request, stored)
    if "evening" in request.GET and evening is None:
        sentence = _(
            "The evening does not play this edition, or its rules can no longer be changed."
        )
        messages.error(request, sentence)
        return redirect("desk:edition", stored.code)
    if "preview" not in request.POST and form.is_valid():
        with refusing(form), transaction.atomic():
            revised = services.revise_edition(
                edition=stored,
                name=form.cleaned_data["name"],
                changes=form.changes,
                author=request.user,
            )
            if evening:
                change_evening(tournament=evening, author=request.user, ruleset=revised.code)
                if revised.pk != stored.pk and not services.is_used(stored):
                    services.remove_edition(edition=stored)
                tell(request, _("The evening plays by these rules."))
                return redirect("desk:settings", evening.code)
            sentence = (
                _("The edition is saved.")
                if revised.pk == stored.pk
                else _(
                    "Evenings that have been played keep the old edition; the new one is “%(code)s”."
                )
            )
            tell(request, sentence, code=revised.code)
            return redirect("desk:edition", revised.code)
    used = services.tournaments_of([stored]).get(stored.code, [])
    used = [played for played in used if played != evening]
    return _form_page(request, form, edition=stored, used=used, for_evening=evening)


def _form_page(request: DeskRequest, form: EditionForm, **more: Any) -> HttpResponse:
    problems = form.problems
    if "preview" in request.POST:
        outcome = {"wrong": problems} if form.made is None else {"outcome": figures(form.made)}
        return render(request, "desk/evening/edition.html#outcome", outcome)
    context = {"form": form, "base": figures(form.rules), "wrong": problems, **more}
    if not problems:
        context["outcome"] = figures(form.made or form.shown)
    status = 422 if problems else 200
    return render(request, "desk/evening/edition.html", context, status=status)


def _press(act: Callable[[DeskRequest, Edition], None]) -> View:
    """Make a view for a button of the list's menu."""

    @wraps(act)
    def pressed(request: DeskRequest, code: str) -> HttpResponse:
        with show_refusals(request):
            act(request, get_object_or_404(Edition, code=code))
            return redirect("desk:editions")
        return _list(request, status=422)

    press: View = organizer_only(require_POST(pressed))
    return press


@_press
def offer(request: DeskRequest, edition: Edition) -> None:
    services.offer_edition(edition=edition, offered=True)


@_press
def withdraw(request: DeskRequest, edition: Edition) -> None:
    services.offer_edition(edition=edition, offered=False)


@_press
def remove(request: DeskRequest, edition: Edition) -> None:
    services.remove_edition(edition=edition)
    tell(request, _("The edition “%(edition)s” is removed."), edition=edition.name)


@organizer_only
@require_GET
def export(request: DeskRequest, code: str) -> HttpResponse:
    stored = get_object_or_404(Edition, code=code)
    text = json.dumps(stored.form, ensure_ascii=False, indent=1)
    return file_answer(text, f"{stored.code}.json", "application/json; charset=utf-8")


@organizer_only
@require_POST
def import_file(request: DeskRequest) -> HttpResponse:
    file = request.FILES.get("file")
    text = text_of(request, "text")
    with show_refusals(request):
        if file:
            text = file.read(services.LONGEST_FILE * 4).decode("utf-8", "replace")
        if not text.strip():
            raise refusal(_("Choose the edition's file, or paste its text."), "nothing_sent")
        imported = services.import_edition(text=text, author=request.user)
        tell(
            request,
            _("The edition “%(edition)s” is here, as “%(code)s”."),
            edition=imported.name,
            code=imported.code,
        )
        return redirect("desk:edition", imported.code)
    return _list(request, status=422, text=text[:2000] if not file else "", importing=True)
