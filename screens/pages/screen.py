"""The hall's screens: lists by role, each at an address of its own."""

import html
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frame.page import Context
from frame.page_cache import Number, cached_page, evening_revision
from frame.parts import cells_of
from frame.publication_cache import last_page
from frame.standing_page import Shown, StandingPage
from ground.addresses import readers_address
from night import evenings
from night.lookups import find_evening
from night.visibility import seated_rounds
from scoring.models import FinalHold
from scoring.publishing.final_hold import awaits_prize_giving
from scoring.publishing.review import under_review
from scoring.standings_cache import cached_by_revision
from screens.hall import hall_of
from screens.pages.reveal import reveal_state, square
from screens.reveals import public_reveal
from seasons.lookups import season_now
from seasons.season import Season
from seasons.season_revision import season_number
from tournaments.circuits import Circuit
from tournaments.models import Tournament
from wording.columns import PARTITA, SCREEN, Declared, Partita, figures_at


class Role(models.TextChoices):
    """List that a screen shows, named by the end of the screen's address."""

    FOLLOW = "follow", gettext_lazy("the evening, step by step")
    SEATING = "seating", gettext_lazy("who sits where")
    CLOCK = "clock", gettext_lazy("the clock of the partita")
    PROGRESS = "progress", gettext_lazy("how far the tables are")
    WINDS = "winds", gettext_lazy("standings by wind")
    OVERALL = "overall", gettext_lazy("overall standings")
    SEASON = "season", gettext_lazy("standings of the circuit")
    PHONES = "phones", gettext_lazy("code for the phones")


IN_ORDER = ("seating", "progress", "clock", "held", "winds", "overall", "season", "phones")


def _turns(role: str, there: Mapping[Role, bool], *, awaits: bool, playing: bool) -> list[str]:
    """Templates of the lists that the screen shows in turn."""
    roles = {Role(role)}
    if role == Role.FOLLOW:
        roles = {Role.WINDS, Role.OVERALL}
        roles |= {Role.PROGRESS} if playing else {Role.SEATING, Role.PHONES}
    turns = {str(turn) for turn in roles if there[turn]}
    if awaits and role in (Role.FOLLOW, Role.WINDS, Role.OVERALL, Role.SEASON):
        turns.add("held")
    names = [turn for turn in IN_ORDER if turn in turns] or ["nothing"]
    return [f"screens/_turn_{turn}.html" for turn in names]


def _title_of(tournament: Tournament, last: dict[str, Any]) -> str:
    title = _("Partita %(number)s")
    if last["by_wind"]:
        title = _("Partita %(number)s by wind")
        if tournament.rules.sides == "pairs":
            title = _("Partita %(number)s by line")
    return title % {"number": last["number"]}


def _nothing_yet(tournament: Tournament, role: str) -> str:
    if role == Role.SEASON and not tournament.circuit:
        return _("This evening belongs to no circuit: its settings can name one.")
    if role == Role.CLOCK and not tournament.round_minutes:
        return _("This evening has no clock: its settings can give it one.")
    return {
        Role.SEATING: _("The seating of the next partita will be shown here."),
        Role.PROGRESS: _("How far each table has got will be shown here during play."),
        Role.SEASON: _(
            "The standings of the circuit will be shown here when one of its evenings publishes its own."
        ),
        Role.CLOCK: _("The clock of the partita will be shown here when it starts."),
    }.get(Role(role), _("The results will be shown here when standings are published."))


def screen_revision(code: str, role: str = "") -> Number | None:
    """Revision of a cached screen. The screen of the season also has the season's revision, which
    changes with other evenings.
    """
    now = evening_revision(code)
    if role != Role.SEASON or now is None:
        return now
    circuit = Circuit.objects.filter(tournaments__code=code).values_list("code", flat=True).first()
    return now if not circuit else now._replace(text=f"{now.text}_{season_number(circuit)}")


def _step_aloud(hold: FinalHold, address: str) -> Context:
    reveal = reveal_state(hold)
    spoken = render_to_string("screens/_reveal_aloud.html", {"reveal": reveal})
    return {
        "reveal": reveal,
        "rests_note": reveal["rests_note"],
        "address": address,
        "refresh": 2,
        "said": html.unescape(spoken.strip()),
    }


def screen_of(tournament: Tournament, request: HttpRequest, role: str = Role.FOLLOW) -> Context:
    """Context of a screen. ``turns`` names the lists that it shows in turn. Seats leave the screen
    when play begins, tables when their results come. While a final standing is shown place by
    place, nothing else is shown; ``held`` says that it is kept for the prize-giving.
    """
    address = readers_address(request) + resolve_url("live:evening", tournament.code)
    hold = public_reveal(tournament)
    if hold and role == Role.FOLLOW:
        return _step_aloud(hold, address)
    round_ = seated_rounds(tournament).last()
    hall = None
    if round_ and not round_.is_closed:
        round_.tournament = tournament
        hall = hall_of(round_)
    playing = hall is not None and hall.round.is_playing
    standing = last_page(tournament)
    has_standings = standing is not None and bool(standing.rounds)
    season = None
    if role == Role.SEASON and tournament.circuit:
        season = season_now(tournament.circuit)
    there = {
        Role.SEATING: hall is not None,
        Role.PROGRESS: playing,
        Role.CLOCK: hall is not None and hall.clock is not None,
        Role.WINDS: has_standings,
        Role.OVERALL: has_standings,
        Role.SEASON: season is not None and bool(season.sittings),
        Role.PHONES: True,
    }
    awaits = awaits_prize_giving(tournament)
    last = standing.rounds[-1] if standing and has_standings else None
    screen: Context = {
        "hall": hall,
        "standing": standing,
        "last": last,
        "last_title": _title_of(tournament, last) if last else "",
        "refresh": 2 if awaits else 3,
        "review": under_review(tournament, standing.published.publication if standing else None),
        "address": address,
        "square": square(address),
        "turns": _turns(role, there, awaits=awaits, playing=playing),
        "nothing": _nothing_yet(tournament, role),
        "lists": {},
    }
    if standing is not None and last is not None:
        drawn = _standings_turns(tournament, standing, screen, role)
        screen["lists"] = {turn: drawn(turn) for turn in screen["turns"] if turn in STANDINGS_TURNS}
    if season is not None and season.sittings:
        screen |= {
            "season": season,
            "season_lines": _season_lines(season),
            "corrected": list(season.corrected()),
            "address": readers_address(request)
            + resolve_url("seasons:public", season.circuit.code),
        }
    return screen


STANDINGS_TURNS = ("screens/_turn_winds.html", "screens/_turn_overall.html")


def _standings_turns(
    tournament: Tournament, standing: StandingPage, screen: Context, role: str
) -> Callable[[str], str]:
    """Function that draws a list of the published standings, once until others are published: rows
    do not change it.
    """
    publication = standing.published.publication
    # Of the evening as it was read before its standings.
    posted = f"{tournament.pk}_{tournament.posted_revision}"

    def draw(turn: str) -> str:
        shown = screen | _lists(standing, screen["last"])
        context = {"tournament": tournament, "screen": shown, "role": role}
        return render_to_string(turn, {**context, "publication": publication})

    def drawn(turn: str) -> str:
        what = ("turn", turn, role, publication.pk, translation.get_language())
        return cached_by_revision(posted, lambda: draw(turn), *what)

    return drawn


def _with_figures(
    lines: Iterable[Shown], ranked: Any, declared: Declared | None = None
) -> list[Shown]:
    """Lines of a standing, each with the figures of its columns."""
    figure_columns = figures_at(SCREEN, ranked, declared)
    listed = list(lines)
    figures = cells_of(figure_columns, SCREEN, [line["line"] for line in listed], ranked)
    return [{**line, "figures": cells} for line, cells in zip(listed, figures, strict=True)]


def _lists(standing: StandingPage, last: Context) -> Context:
    """Context of the lists of the evening and of its last partita."""
    partita = Partita(standing.raw)
    return {
        "overall": _with_figures(standing.overall, standing.ranked),
        "winds": [
            {**group, "lines": _with_figures(group["lines"], group["ranked"])}
            for group in standing.winds
        ],
        "groups": [
            {**group, "lines": _with_figures(group["lines"], partita, PARTITA)}
            for group in last["groups"]
        ],
        "apart": _with_figures(last["apart"], partita, PARTITA),
        "partita_note": standing.rests_note
        if any(line["rested"] for line in last["apart"])
        else "",
    }


def _season_lines(season: Season) -> list[Context]:
    lines = ({"line": line, "rests": season.rests(line)} for line in season.standings.overall)
    return _with_figures(lines, season.ranked())


@cached_page(screen_revision, shows_address=True, own_language=True)
@never_cache
@require_safe
def screen(request: HttpRequest, code: str, role: str = Role.FOLLOW) -> HttpResponse:
    """A screen of the evening. Its script asks again with the stamp that it shows, and gets 204
    while nothing has changed.
    """
    if role not in Role.values:
        raise Http404
    tournament = find_evening(code)
    number = screen_revision(code, role)
    stamp = "" if number is None else number.text
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=204)
    template = "screens/_screen.html" if "stamp" in request.GET else "screens/screen.html"
    screen = screen_of(tournament, request, role)
    return render(
        request,
        template,
        {"tournament": tournament, "screen": screen, "role": role, "stamp": stamp},
    )


@never_cache
@require_safe
def hall_screen(request: HttpRequest, role: str = Role.FOLLOW) -> HttpResponse:
    """A screen of the hall, for a television that is opened here once. It shows the evening in
    play, and changes to the next one by itself.
    """
    code = evenings.evening_of_the_hall()
    if code is not None:
        return screen(request, code=code, role=role)
    if "stamp" in request.GET:
        return HttpResponse(status=204)
    return render(request, "screens/screen.html")
