"""Evenings: the list, a new one, its page and settings, removing it; the rehearsal."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _, gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from frame import page
from frame.page import (
    DeskRequest,
    desk_page,
    everybody,
    fresh_get_or_post,
    get_or_post,
    on_evening,
    organizer_only,
    own_step,
    refusing,
    show_refusals,
    somewhere,
    tell,
    text_of,
)
from frame.setting_fields import grouped
from ground.addresses import public_address
from ground.languages import languages_read
from ground.names import clean_text
from ground.roles import ARBITER, DEALING, HELPER, ORGANIZER, evenings_of, holds, roles_held_by
from king_tournament.demo import make_demo, remove_demo
from king_tournament.desk.evening.evening_list import lines_of, with_progress
from king_tournament.desk.evening.forms import TournamentForm
from king_tournament.installation.checks import findings
from night.facts import gather
from night.lookups import read_number
from night.next_steps import next_step, reminders
from scoring.publishing import final_hold
from tournaments import services
from tournaments.circuits import Circuit
from tournaments.editions import offered_rules
from tournaments.log import in_words
from tournaments.models import Player, Seat, Tournament
from tournaments.roster import find_players, nearly_called
from wording.naming import system_title

STAGES = {
    "entries": gettext_lazy("with the entries made"),
    "seated": gettext_lazy("seated, with sealed boards"),
    "playing": gettext_lazy("in the middle of play"),
    "finished": gettext_lazy("played to the end"),
}
EVENINGS_ON_A_PAGE = 30
RECENT = 6
FOUND = 12


@somewhere
@require_GET
def home(request: DeskRequest) -> HttpResponse:
    """Page of the evenings. The circuits are those of the year that is asked for, else of the
    newest.
    """
    year = request.GET.get("year", "")
    circuit = request.GET.get("circuit", "")
    evenings = with_progress(_own_evenings(request))
    if number := read_number(year, 4) if len(year) == 4 else None:
        evenings = evenings.filter(date__year=number)
    if circuit:
        evenings = evenings.filter(circuit__name=circuit)
    years = [day.year for day in Tournament.objects.dates("date", "year", order="DESC")]
    of_year = Q(tournaments__date__year=number or max(years, default=1))
    circuits = Circuit.objects.filter(of_year | Q(name=circuit)).distinct()
    real = Paginator(evenings.filter(is_demo=False), EVENINGS_ON_A_PAGE)
    home_page = real.get_page(request.GET.get("page"))
    lines = lines_of(request, home_page, fills=True)
    context = {
        "page": home_page,
        "lines": lines,
        "trials": lines_of(request, evenings.filter(is_demo=True)),
        "new_kind": "quiet" if lines and lines[0]["kind"] == "primary" else "primary",
        "stages": STAGES,
        "systems": grouped(offered_rules()),
        "choices": _evening_filters(years, circuits, year, circuit),
        "circuit": next((season for season in circuits if season.name == circuit), None),
        "form": None
        if lines or not holds(request.user, ORGANIZER)
        else TournamentForm(like=_last(), languages=languages_read(request)),
        "query": urlencode({"year": year, "circuit": circuit}) + "&" if year or circuit else "",
    }
    return render(request, "desk/evening/home.html", context)


def _last() -> Tournament | None:
    """Last evening that was neither a trial nor a final, or None."""
    real = Tournament.objects.filter(is_demo=False, made_of=None)
    return real.order_by("-date", "-pk").first()


def _evening_filters(
    years: list[int], circuits: Iterable[Circuit], year: str, circuit: str
) -> list[tuple[str, str, bool]]:
    """Links to choose evenings by year or circuit: title, address, and whether it is the current
    one. Empty if there is no choice.
    """
    if len(years) < 2 and not circuits:
        return []
    home = resolve_url("desk:home")
    by_year = [(str(each), f"{home}?year={each}", str(each) == year) for each in years]
    by_circuit = [
        (each.name, f"{home}?{urlencode({'circuit': each.name})}", each.name == circuit)
        for each in circuits
    ]
    return [(_("All"), home, not year and not circuit), *by_year, *by_circuit]


def _own_evenings(request: DeskRequest) -> QuerySet[Tournament]:
    """Evenings that the user may see: all if they hold a role always, else those in which they have
    one.
    """
    if roles_held_by(request.user):
        return Tournament.objects.all()
    return Tournament.objects.filter(code__in=evenings_of(request.user))


@somewhere
@require_GET
def search(request: DeskRequest) -> HttpResponse:
    hits, nearby = _search(request, find_players), []
    if len(hits) == 1 and not request.htmx:
        return redirect(hits[0][0])
    if not hits:
        nearby = _people_found(request, nearly_called)
    context = {"searched": clean_text(page.letters(request)), "found": hits, "meant": nearby}
    return render(request, _search_template(request), context)


@everybody
@require_GET
@on_evening
def search_evening(request: DeskRequest, evening: Tournament) -> HttpResponse:
    """Search within an evening. The number of a table opens its sheet; players of the evening come
    first.
    """
    letters = clean_text(page.letters(request))
    hits = _table_found(request, evening, letters)
    if hits and not request.htmx:
        return redirect(hits[0][0])
    runs = page.runs(request, evening)
    hits += _players_found(evening, letters, find_players) if runs else []
    hits += _search(request, find_players)
    if len(hits) == 1 and not request.htmx:
        return redirect(hits[0][0])
    nearby = []
    if not hits:
        nearby = _players_found(evening, letters, nearly_called) if runs else []
        nearby += _people_found(request, nearly_called)
    context: dict[str, Any] = {"searched": letters, "found": hits, "meant": nearby}
    if request.htmx:
        return render(request, _search_template(request), context)
    return desk_page(request, _search_template(request), evening, **context)


def _search_template(request: DeskRequest) -> str:
    """Template of the search page, or of the part that drops under the field while letters are
    typed.
    """
    return "desk/evening/search.html#found" if request.htmx else "desk/evening/search.html"


Finder = Callable[..., list[Player]]
"""``find_players``, or ``nearly_called`` where it finds nobody."""
Hits = list[tuple[str, str]]
"""Addresses, each with the words that lead there."""


def _table_found(request: DeskRequest, evening: Tournament, letters: str) -> Hits:
    playing = evening.last_started
    number = read_number(letters, 4) or 0
    types = holds(request.user, ORGANIZER, ARBITER, HELPER, evening=evening.code)
    if not (types and playing and playing.tables.filter(number=number).exists()):
        return []
    address = resolve_url("desk:sheet", evening.code, playing.number, number)
    return [(address, _("Table %(number)s") % {"number": number})]


def _search(request: DeskRequest, find: Finder) -> Hits:
    """Evenings and people of the roster that match the typed letters."""
    letters = clean_text(page.letters(request))
    if not letters:
        return []
    evenings = _own_evenings(request).filter(name__icontains=letters).order_by("-date", "-pk")
    return [
        *(
            (resolve_url("desk:tournament", hit.code), f"{hit.name}, {date_format(hit.date)}")
            for hit in evenings[:FOUND]
        ),
        *_people_found(request, find),
    ]


def _people_found(request: DeskRequest, find: Finder) -> Hits:
    may_see = apps.is_installed("people") and holds(request.user, ORGANIZER)
    people = find(clean_text(page.letters(request)), None, FOUND) if may_see else []
    words = _("%(name)s, on the roster")
    return [
        (resolve_url("people:player", player.pk), words % {"name": player.full_name})
        for player in people
    ]


def _players_found(tournament: Tournament, letters: str, find: Finder) -> Hits:
    """Players of the evening who match the letters, with their table if the partita is seated."""
    entered = Player.objects.filter(memberships__tournament=tournament).distinct()
    people = find(letters, None, FOUND, entered)
    round = tournament.rounds.filter(tables__isnull=False).order_by("-number").first()
    seats = Seat.objects.filter(round=round, player__in=people).select_related("table")
    sits = {seat.player_id: seat.table.number for seat in seats.order_by("from_hand")}
    hits = []
    for player in people:
        name = "players"
        title = player.full_name
        place: list[object] = [tournament.code]
        if round and (table := sits.get(player.pk)):
            name = "play"
            place = [tournament.code, round.number]
            if not round.is_seating:
                name = "sheet"
                place = [*place, table]
            title = _("%(name)s, table %(table)s") % {"name": title, "table": table}
        hits.append((resolve_url(f"desk:{name}", *place), title))
    return hits


@organizer_only
@get_or_post
def new(request: DeskRequest) -> HttpResponse:
    """Form of a new evening. Prefilled from `?like=`, or from the last evening that was neither a
    trial nor a final.
    """
    if "ruleset" in request.GET and request.htmx:
        return _rule_settings(
            request, TournamentForm(request.GET, languages=languages_read(request))
        )
    code = request.GET.get("like")
    like = Tournament.objects.filter(code=code).first() if code else _last()
    sent = request.POST if request.method == "POST" else None
    form = TournamentForm(sent, like=like, languages=languages_read(request))
    if form.is_valid():
        with refusing(form):
            evening = services.create_tournament(author=request.user, **form.tournament_fields)
            tell(request, _("The evening is made. Now enter the players."))
            if not evening.circuit and form.left_circuit:
                sentence = _("It is in no circuit: “%(circuit)s” has evenings of another kind.")
                messages.info(request, sentence % {"circuit": form.left_circuit})
            return redirect("desk:players", evening.code)
    status = 422 if form.errors else 200
    return render(request, "desk/evening/new.html", {"form": form, "like": like}, status=status)


def _rule_settings(request: DeskRequest, form: TournamentForm, **context: Any) -> HttpResponse:
    return render(request, "desk/evening/_rules_chosen.html", {"form": form, **context})


@everybody
@require_GET
@on_evening
def tournament(request: DeskRequest, evening: Tournament) -> HttpResponse:
    """Start page of an evening. The dealing role starts at the boards, an account that only types
    sheets at the tables.
    """
    facts = gather(evening)
    number = read_number(request.GET.get("partita", ""), 3) or 0
    chosen = number if number <= facts.planned else 0
    round_number = chosen or facts.current
    seated = facts.round(round_number)
    if page.runs(request, evening):
        return desk_page(
            request,
            "desk/evening/tournament.html",
            evening,
            facts=facts,
            number=chosen or None,
            next_step=own_step(request, evening, next_step(facts)),
            reminders=reminders(facts),
            rules_name=system_title(evening.rules),
            when_and_where=" · ".join(filter(None, (date_format(evening.date), evening.place))),
            may_remove=evening.is_demo or services.may_remove(evening),
            recent=[
                {"at": line.at, "sentence": in_words(line)}
                for line in evening.log.order_by("-sequence")[:RECENT]
            ],
            table_count=seated.tables if seated and seated.tables else facts.tables,
        )
    if holds(request.user, DEALING, evening=evening.code):
        return redirect("desk:boards", evening.code, round_number)
    if not seated:
        messages.info(request, _("No partita has started yet: there are no sheets to open."))
        return redirect("desk:home")
    return redirect("desk:play", evening.code, round_number)


@organizer_only
@get_or_post
@on_evening
def settings(request: DeskRequest, evening: Tournament) -> HttpResponse:
    if "ruleset" in request.GET and request.htmx:
        return _rule_settings(
            request, TournamentForm(request.GET, tournament=evening), tournament=evening
        )
    form = TournamentForm(request.POST if request.method == "POST" else None, tournament=evening)
    if form.is_valid():
        with refusing(form):
            final_hold.change_evening(
                tournament=evening, author=request.user, **form.tournament_fields
            )
            if not evening.closed_at:
                tell(request, _("The settings are saved."))
            else:
                tell(request, _("The circuit is saved. Nothing else in a closed evening changes."))
            return redirect("desk:settings", evening.code)
    return desk_page(request, "desk/evening/settings.html", evening, form=form)


@organizer_only
@require_POST
def demo(request: DeskRequest) -> HttpResponse:
    stage = text_of(request, "stage")
    seed = read_number(text_of(request, "seed").strip() or "1")
    ruleset = request.POST.get("ruleset", "lab12")
    if stage not in STAGES or seed is None:
        messages.error(
            request,
            _("Choose how far the trial evening has come; its number has up to nine digits."),
        )
        return redirect("desk:home")
    if ruleset not in offered_rules():
        messages.error(request, _("Choose one of the rule systems of the list."))
        return redirect("desk:home")
    with show_refusals(request):
        evening = make_demo(
            stage=stage, seed=seed, author=request.user, ruleset=ruleset, language=get_language()
        )
        tell(request, _("A trial evening with invented players is ready."))
        return redirect("desk:tournament", evening.code)
    return redirect("desk:home")


@organizer_only
@require_POST
@on_evening
def remove(request: DeskRequest, evening: Tournament) -> HttpResponse:
    with show_refusals(request):
        if evening.is_demo:
            remove_demo(tournament=evening)
        else:
            services.remove_unplayed(tournament=evening, author=request.user)
        tell(request, _("“%(evening)s” is deleted."), evening=evening.name)
        return redirect("desk:home")
    return redirect("desk:tournament", evening.code)


# --- rehearsal and safety copies


@organizer_only
@fresh_get_or_post
def rehearsal(request: HttpRequest) -> HttpResponse:
    checked = findings(with_trial=request.method == "POST")
    context = {
        "findings": checked,
        "all_well": not any(sentences for _title, sentences in checked),
        "address": public_address(request),
    }
    return render(request, "desk/evening/rehearsal.html", context)
