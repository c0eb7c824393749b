"""The hall as everybody may see it: who sits where, and how far each table has got; never a point.

On its screen a held standing is shown place by place, as the phone of whoever reads it out leads
on.
"""

import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import segno
from django.core.exceptions import ValidationError
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from frame.kept import Number, last_page, of_evening
from frame.visible import LiveRequest, find_evening, seated_rounds
from ground.addresses import readers_address
from ground.names import search_text
from king.cards import WINDS, Side, Wind
from king.words import alphabetical, folded
from scoring.clock import Clock, clocks_of
from scoring.models import FinalHold, HandResult, Sheet
from scoring.publishing.final_hold import awaits_prize_giving
from scoring.publishing.under_review import under_review
from scoring.reveals import is_disturbed, press, public_reveal, reveal_with_key
from scoring.scored_sheets import sat
from seasons.numbers import season_number
from seasons.pages.public import season_now
from tournaments.circuits import Circuit
from tournaments.models import Entry, Round, Seat, Table, Tournament
from wording.results import place_in_words

MOST_FOUND = 60
"""People shown for a search; more than that is no answer to "where do I sit?"."""


@dataclass(frozen=True)
class Sitter:
    """``entry`` is the number under which the result counts; no table is a rest."""

    name: str
    entry: int
    table: int | None = None
    wind: Wind | None = None
    from_hand: int = 1


@dataclass(frozen=True)
class HallTable:
    """A later person at a wind took over from a hand on. ``state`` is a key of the site's states:
    waiting, current, desk (handed in), closed.
    """

    number: int
    seats: Mapping[Wind, tuple[Sitter, ...]]
    length: int
    entered: frozenset[int]
    state: str
    clock: Clock | None

    @property
    def cells(self) -> list[tuple[int, str]]:
        done = "closed" if self.state == "closed" else "entered"
        return [(hand, done if hand in self.entered else "") for hand in range(1, self.length + 1)]


@dataclass(frozen=True)
class Hall:
    round: Round
    tables: tuple[HallTable, ...]
    resting: tuple[Entry, ...]
    clock: Clock | None

    @property
    def people(self) -> tuple[Sitter, ...]:
        people = [
            sitter
            for table in self.tables
            for sitters in table.seats.values()
            for sitter in sitters
        ]
        people += [Sitter(entry.title, entry.number) for entry in self.resting]
        return tuple(
            sorted(
                people,
                key=lambda person: (alphabetical(person.name), person.from_hand, person.entry),
            )
        )

    def find(self, wanted: str) -> tuple[Sitter, ...]:
        """An answer to "where do I sit?"."""
        words = folded(wanted).split()
        if not words:
            return ()
        if len(words) == 1 and words[0].isdecimal():
            return tuple(person for person in self.people if str(person.table) == words[0])
        found = (
            person
            for person in self.people
            if all(f" {word}" in search_text(person.name) for word in words)
        )
        return tuple(found)[:MOST_FOUND]


def hall_of(round_: Round, table: int | None = None) -> Hall:
    """Seven queries for any number of tables, nine with a clock; the tournament is at hand."""
    wanted = (
        Table.objects.filter(round=round_)
        if table is None
        else Table.objects.filter(round=round_, number=table)
    )
    numbers = dict(wanted.order_by("number").values_list("pk", "number"))
    seats: dict[int, dict[Wind, list[Sitter]]] = defaultdict(lambda: {wind: [] for wind in WINDS})
    for seat in sat(Seat.objects.filter(table__in=wanted)):
        number, wind = numbers.get(seat.table_id), Wind(seat.wind)
        sitter = Sitter(seat.player.full_name, seat.entry.number, number, wind, seat.from_hand)
        seats[seat.table_id][wind].append(sitter)
    states = dict(Sheet.objects.filter(table__in=wanted).values_list("table_id", "state"))
    entered: dict[int, set[int]] = defaultdict(set)
    rows = (
        HandResult.objects.filter(sheet__table__in=wanted).current().filter(content__isnull=False)
    )
    for key, hand in rows.values_list("sheet__table_id", "hand"):
        entered[key].add(hand)
    out: Iterable[int] = round_.seating_note.get("sitting_out", ())
    length, clocks = round_.tournament.rules.length, {} if round_.is_closed else clocks_of(round_)
    return Hall(
        round_,
        tuple(
            HallTable(
                number,
                {wind: tuple(sitters) for wind, sitters in seats[key].items()},
                length,
                frozenset(entered[key]),
                _state(round_, states.get(key), bool(entered[key])),
                clocks.get(key),
            )
            for key, number in numbers.items()
        ),
        tuple(round_.tournament.entries.filter(number__in=out).with_players().order_by("number"))
        if out
        else (),
        clocks.get(None),
    )


def _state(round_: Round, sheet: str | None, begun: bool) -> str:
    if sheet == Sheet.State.CLOSED or round_.is_closed:
        return "closed"
    if sheet == Sheet.State.HANDED_IN:
        return "desk"
    return "current" if begun else "waiting"


def places_of(
    entry: Entry, rounds: Iterable[Round]
) -> dict[int, tuple[tuple[int, Wind | Side], ...]]:
    """By the key of the partita: tables with the wind, or with the side of a pair. A team has a
    pair at each of two tables. One query.
    """
    by_side = entry.tournament.rules.by_side
    seats = entry.seats.first_sitting().filter(round__in=rounds, table__isnull=False)
    found: dict[int, dict[tuple[int, Wind | Side], None]] = defaultdict(dict)
    for round_, table, wind in seats.order_by("table__number").values_list(
        "round_id", "table__number", "wind"
    ):
        place = Wind(wind).side if by_side else Wind(wind)
        found[round_][table, place] = None
    return {round_: tuple(places) for round_, places in found.items()}


class Role(models.TextChoices):
    """Lists that a screen shows, by the end of its address."""

    FOLLOW = "follow", gettext_lazy("the evening, step by step")
    SEATING = "seating", gettext_lazy("who sits where")
    CLOCK = "clock", gettext_lazy("the clock of the partita")
    PROGRESS = "progress", gettext_lazy("how far the tables are")
    WINDS = "winds", gettext_lazy("standing by wind")
    OVERALL = "overall", gettext_lazy("overall standing")
    SEASON = "season", gettext_lazy("standing of the circuit")
    PHONES = "phones", gettext_lazy("code for the phones")


def of_screen(code: str, role: str = "") -> Number | None:
    """The number of a kept screen: the standing of a circuit changes with its other evenings too."""
    now = of_evening(code)
    if role != Role.SEASON or now is None:
        return now
    circuit = Circuit.objects.filter(tournaments__code=code).values_list("code", flat=True).first()
    return now if circuit is None else now._replace(text=f"{now.text}_{season_number(circuit)}")


def screen_of(
    tournament: Tournament, request: HttpRequest, role: str = Role.FOLLOW
) -> dict[str, Any]:
    """``turns`` names the lists to show. Step by step the seats leave the screen when play begins,
    the tables when its results come. A final standing that is shown place by place is all there is
    in it; ``held`` says that it is kept for the prize-giving.
    """
    address = readers_address(request) + reverse("live:evening", args=[tournament.code])
    hold = public_reveal(tournament)
    if hold is not None and role == Role.FOLLOW:
        return {"reveal": revealed(hold), "address": address}
    round_ = seated_rounds(tournament).last()
    hall = None
    if round_ is not None and not round_.is_closed:
        round_.tournament = tournament
        hall = hall_of(round_)
    playing = hall is not None and hall.round.stage == Round.Stage.PLAYING
    standing = last_page(tournament)
    posted = standing is not None and bool(standing.rounds)
    season = None
    if role == Role.SEASON and tournament.circuit is not None:
        season = season_now(tournament.circuit)
    there = {
        Role.SEATING: hall is not None,
        Role.PROGRESS: playing,
        Role.CLOCK: hall is not None and hall.clock is not None,
        Role.WINDS: posted,
        Role.OVERALL: posted,
        Role.SEASON: season is not None and bool(season.sittings),
        Role.PHONES: True,
    }
    wanted = {Role(role)}
    if role == Role.FOLLOW:
        wanted = {Role.WINDS, Role.OVERALL}
        wanted |= {Role.PROGRESS} if playing else {Role.SEATING, Role.PHONES}
    turns = {str(turn) for turn in wanted if there[turn]}
    awaits = awaits_prize_giving(tournament)
    if awaits and role in (Role.FOLLOW, Role.WINDS, Role.OVERALL, Role.SEASON):
        turns.add("held")
    screen: dict[str, Any] = {
        "hall": hall,
        "standing": standing,
        "last": standing.rounds[-1] if standing is not None and posted else None,
        "awaits": awaits,
        "review": under_review(
            tournament, standing.posted.publication if standing is not None else None
        ),
        "address": address,
        "square": square(address),
        "turns": turns,
    }
    if season is not None and season.sittings:
        screen |= {
            "season": season,
            "raw": season.settings.method == "raw",
            "corrected": list(season.corrected()),
            "address": readers_address(request)
            + reverse("seasons:public", args=[season.circuit.code]),
        }
    return screen


def square(address: str) -> SafeString:
    """Black on white whatever the theme, or no camera reads it."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        border=2,
        dark="#000",
        light="#fff",
        omitsize=True,
    )
    return mark_safe(drawn.getvalue().decode())


LONGEST_VERSION = 9


def revealed(hold: FinalHold) -> dict[str, Any]:
    rules = hold.tournament.rules
    places = [place_in_words(step, rules) for step in reversed(hold.steps[: hold.shown])]
    lists = [
        list(group) for _standing, group in groupby(places, key=lambda place: place["standing"])
    ]
    return {"lists": lists, "last": places[0] if places else None, "paused": hold.paused}


def control(request: HttpRequest, hold: FinalHold, error: str = "") -> dict[str, Any]:
    coming, disturbed = hold.steps[hold.shown : hold.shown + 1], is_disturbed(hold)
    return {
        "tournament": hold.tournament,
        "hold": hold,
        "reveal": revealed(hold),
        "disturbed": disturbed,
        "coming": [place_in_words(step, hold.tournament.rules) for step in coming],
        "count": len(hold.steps),
        "mark": f"{hold.version}{'-' if disturbed else ''}",
        "error": error,
        "here": request.path,
    }


def control_part(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    if request.method == "GET" and request.GET.get("mark") == shown["mark"]:
        return HttpResponse(status=204)
    return render(
        request, "live/_reveal_control.html", shown, status=422 if shown["error"] else 200
    )


def is_over(hold: FinalHold | None) -> bool:
    return hold is None or hold.publication_id is None or hold.released_at is not None


def pressed(request: HttpRequest, hold: FinalHold, author: Any = None) -> tuple[FinalHold, str]:
    """How it stands now, and why nothing was done where nothing was."""
    version = request.POST.get("version", "")
    seen = (
        int(version)
        if version.isascii() and version.isdigit() and len(version) <= LONGEST_VERSION
        else -1
    )
    try:
        return press(hold=hold, step=request.POST.get("step", ""), version=seen, author=author), ""
    except ValidationError as error:
        hold.refresh_from_db()
        return hold, " ".join(error.messages)


@never_cache
@require_http_methods(["GET", "POST"])
def speaker(request: LiveRequest, code: str, key: str) -> HttpResponse:
    hold, error = reveal_with_key(find_evening(code), key), ""
    if hold is not None and request.method == "POST":
        hold, error = pressed(request, hold)
    if hold is None or is_over(hold):
        if request.htmx:
            return HttpResponseClientRefresh()
        raise Http404(
            _("This address shows nothing any more: ask the desk for the one that is good now.")
        )
    if request.method == "POST" and not error and not request.htmx:
        return redirect(request.path)
    shown = control(request, hold, error)
    if request.htmx:
        return control_part(request, shown)
    return render(request, "live/speaker.html", shown, status=422 if error else 200)
