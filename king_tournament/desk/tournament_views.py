"""The evenings, one evening's page, its settings, and its end."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from king_tournament.accounts.roles import ARBITER, ORGANIZER, holds
from king_tournament.demo import make_demo, remove_demo
from king_tournament.desk.forms_tournament import TournamentForm
from king_tournament.desk.night import next_step, reminders
from king_tournament.desk.night_facts import gather
from king_tournament.desk.page import (
    boards_and_paper,
    desk_page,
    find_tournament,
    organizer_only,
    refuse_form,
    say_no,
)
from king_tournament.desk.rule_systems import grouped, title
from printing.log_words import in_words
from scoring import holding
from tournaments import closing, services
from tournaments.models import Round, Tournament

STAGES = {
    "entries": gettext_lazy("with the entries made"),
    "seated": gettext_lazy("seated, with sealed boards"),
    "playing": gettext_lazy("in the middle of play"),
    "finished": gettext_lazy("played to the end"),
}
EVENINGS_ON_A_PAGE = 30
RECENT = 6


@boards_and_paper
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The evenings, open ones first."""
    page = Paginator(_evenings(), EVENINGS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "stages": STAGES, "systems": grouped(services.offered_rules())}
    return render(request, "desk/home.html", context)


def _evenings() -> QuerySet[Tournament]:
    over = (Round.Stage.PROVISIONAL, Round.Stage.OFFICIAL)
    return Tournament.objects.annotate(
        players=Count("entries", filter=Q(entries__withdrawn_at__isnull=True), distinct=True),
        seated=Count("rounds", distinct=True),
        started=Count("rounds", filter=Q(rounds__started_at__isnull=False), distinct=True),
        played=Count("rounds", filter=Q(rounds__stage__in=over), distinct=True),
    ).order_by(F("closed_at").asc(nulls_first=True), "-date", "-pk")


@organizer_only
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make an evening. With htmx, the settings of another rule system."""
    if _asks_for_rules(request):
        return _rule_settings(request, TournamentForm(request.GET))
    form = TournamentForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_tournament(author=request.user, **form.tournament_fields)
        except ValidationError as error:
            refuse_form(form, error)
        else:
            messages.success(request, _("The evening is made. Now enter the players."))
            return redirect("desk:tournament", made.code)
    return render(request, "desk/new.html", {"form": form}, status=422 if form.errors else 200)


def _rule_settings(request: HttpRequest, form: TournamentForm, **context: Any) -> HttpResponse:
    """The settings of the system that was just chosen, and its match points where they stand on the page."""
    return render(request, "desk/_rules_chosen.html", {"form": form, **context})


def _asks_for_rules(request: HttpRequest) -> bool:
    return bool(request.htmx) and request.method == "GET" and "ruleset" in request.GET  # type: ignore[attr-defined]


@boards_and_paper
@require_GET
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """The page of the night: the next step, what stands in its way, and the evening in figures."""
    found = find_tournament(code)
    facts = gather(found)
    if not holds(request.user, ORGANIZER, ARBITER):
        return redirect("desk:boards", found.code, facts.current)
    number = _round_asked_for(request, facts.planned)
    seated = facts.round(number or facts.current)
    context = {
        "next_step": next_step(facts),
        "reminders": reminders(facts),
        "rules_name": title(found.rules),
        "recent": [{"at": line.at, "sentence": in_words(line)} for line in found.log.order_by("-sequence")[:RECENT]],
        "table_count": seated.tables if seated is not None and seated.tables else facts.tables,
    }
    return desk_page(request, "desk/tournament.html", found, facts=facts, number=number, **context)


def _round_asked_for(request: HttpRequest, planned: int) -> int | None:
    text = request.GET.get("partita", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= planned else None


@organizer_only
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The evening's facts, rules and ranking; the last two are shown but stay as they are once play has started."""
    found = find_tournament(code)
    if _asks_for_rules(request):
        return _rule_settings(request, TournamentForm(request.GET, tournament=found), tournament=found)
    form = TournamentForm(request.POST if request.method == "POST" else None, tournament=found)
    if request.method == "POST" and form.is_valid():
        try:
            holding.change_evening(tournament=found, author=request.user, **form.tournament_fields)
        except ValidationError as error:
            refuse_form(form, error)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("desk:settings", found.code)
    context: dict[str, Any] = {"form": form, "status": 422 if form.errors else 200}
    return desk_page(request, "desk/settings.html", found, **context)


@organizer_only
@require_http_methods(["GET", "POST"])
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close the evening, or open it again with a reason; before it, show a final standing that is still held back."""
    found = find_tournament(code)
    reason = request.POST.get("reason", "")
    if request.method == "POST":
        try:
            if "open" in request.POST:
                closing.open_tournament_again(tournament=found, author=request.user, reason=reason)
            elif "release" in request.POST:
                holding.release_final(tournament=found, author=request.user)
                return redirect("desk:close", found.code)
            else:
                still_held = "still_held" in request.POST
                holding.close_evening(tournament=found, author=request.user, still_held=still_held)
        except ValidationError as error:
            say_no(request, error)
        else:
            return redirect("desk:tournament", found.code)
    blockers = closing.closing_blockers(found)
    status = 422 if request.method == "POST" else 200
    context = {"blockers": blockers, "reason": reason, "awaits": holding.awaits_prize_giving(found)}
    return desk_page(request, "desk/close.html", found, status=status, **context)


@organizer_only
@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """Make an invented evening to try things on."""
    stage, seed = request.POST.get("stage", ""), request.POST.get("seed", "").strip() or "1"
    ruleset = request.POST.get("ruleset", "lab12")
    if stage not in STAGES or not (seed.isascii() and seed.isdigit() and len(seed) <= 9):
        messages.error(request, _("Choose how far the trial evening has come; its number has up to nine digits."))
        return redirect("desk:home")
    if ruleset not in services.offered_rules():
        messages.error(request, _("Choose one of the rule systems of the list."))
        return redirect("desk:home")
    try:
        made = make_demo(stage=stage, seed=int(seed), author=request.user, ruleset=ruleset, language=get_language())
    except ValidationError as error:
        say_no(request, error)
        return redirect("desk:home")
    messages.success(request, _("A trial evening with invented players is ready."))
    return redirect("desk:tournament", made.code)


@organizer_only
@require_POST
def remove_trial(request: HttpRequest, code: str) -> HttpResponse:
    """Take a trial evening away; any other is kept."""
    found = find_tournament(code)
    try:
        remove_demo(tournament=found)
    except ValidationError as error:
        say_no(request, error)
        return redirect("desk:tournament", found.code)
    messages.success(request, _("“%(evening)s” has been taken away.") % {"evening": found.name})
    return redirect("desk:home")
