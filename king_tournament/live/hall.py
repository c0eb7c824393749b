"""The hall as everybody may see it: who sits where, and how far each table has got; never a point.

On its screen a held standing is shown place by place, as the phone of whoever reads it out leads
on.
"""

import io
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

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
from frame.page import Context, read_number, text_of
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


class Hall(NamedTuple):
    """Of a table ``seats`` by wind, a later person having taken over from a hand on; ``state`` is a
    key of the site's states: waiting, current, desk (handed in), closed.
    """

    round: Round
    tables: list[Context]
    resting: Iterable[Entry]
    clock: Clock | None

    @property
    def people(self) -> list[Context]:
        """``entry`` is the number under which the result counts; no table is a rest."""
        people = [
            sitter
            for table in self.tables
            for sitters in table["seats"].values()
            for sitter in sitters
        ]
        people += [_sitter(entry.title, entry) for entry in self.resting]
        return sorted(
            people,
            key=lambda person: (alphabetical(person["name"]), person["from_hand"], person["entry"]),
        )

    def find(self, wanted: str) -> list[Context]:
        """An answer to "where do I sit?"."""
        words = folded(wanted).split()
        if not words:
            return []
        if len(words) == 1 and words[0].isdecimal():
            return [person for person in self.people if str(person["table"]) == words[0]]
        return [
            person
            for person in self.people
            if all(f" {word}" in search_text(person["name"]) for word in words)
        ][:MOST_FOUND]


def _sitter(
    name: str, entry: Entry, table: int | None = None, wind: Wind | None = None, hand: int = 1
) -> Context:
    return {"name": name, "entry": entry.number, "table": table, "wind": wind, "from_hand": hand}


def hall_of(round_: Round, table: int | None = None) -> Hall:
    """Seven queries for any number of tables, nine with a clock; the tournament is at hand."""
    wanted = Table.objects.filter(round=round_)
    if table is not None:
        wanted = wanted.filter(number=table)
    numbers = dict(wanted.order_by("number").values_list("pk", "number"))
    seats: dict[int, dict[Wind, list[Context]]] = defaultdict(lambda: {wind: [] for wind in WINDS})
    for seat in sat(Seat.objects.filter(table__in=wanted)):
        number, wind = numbers.get(seat.table_id), Wind(seat.wind)
        sitter = _sitter(seat.player.full_name, seat.entry, number, wind, seat.from_hand)
        seats[seat.table_id][wind].append(sitter)
    states = dict(Sheet.objects.filter(table__in=wanted).values_list("table_id", "state"))
    entered: dict[int, set[int]] = defaultdict(set)
    rows = (
        HandResult.objects.filter(sheet__table__in=wanted).current().filter(content__isnull=False)
    )
    for key, hand in rows.values_list("sheet__table_id", "hand"):
        entered[key].add(hand)
    length, clocks = round_.tournament.rules.length, {} if round_.is_closed else clocks_of(round_)
    tables = []
    for key, number in numbers.items():
        state = _state(round_, states.get(key), bool(entered[key]))
        done = "closed" if state == "closed" else "entered"
        cells = [(hand, done if hand in entered[key] else "") for hand in range(1, length + 1)]
        seen = {"number": number, "state": state, "length": length, "cells": cells}
        of_table = {"seats": seats[key], "entered": entered[key], "clock": clocks.get(key)}
        tables.append({**seen, **of_table})
    resting = round_.tournament.entries.filter(
        number__in=round_.seating_note.get("sitting_out", ())
    )
    return Hall(round_, tables, resting.with_players().order_by("number"), clocks.get(None))


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
    keys = seats.order_by("table__number").values_list("round_id", "table__number", "wind")
    places: dict[int, tuple[tuple[int, Wind | Side], ...]] = {}
    for round_, table, letter in keys:
        place = table, Wind(letter).side if by_side else Wind(letter)
        if place not in places.setdefault(round_, ()):
            places[round_] += (place,)
    return places


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


def screen_of(tournament: Tournament, request: HttpRequest, role: str) -> Context:
    """``turns`` names the lists to show. Step by step the seats leave the screen when play begins,
    the tables when its results come. A final standing that is shown place by place is all there is
    in it; ``held`` says that it is kept for the prize-giving.
    """
    address = readers_address(request) + reverse("live:evening", args=[tournament.code])
    hold = public_reveal(tournament)
    if hold and role == Role.FOLLOW:
        return {"reveal": revealed(hold), "address": address}
    round_, hall = seated_rounds(tournament).last(), None
    if round_ and not round_.is_closed:
        round_.tournament = tournament
        hall = hall_of(round_)
    playing = hall is not None and hall.round.is_playing
    standing, awaits = last_page(tournament), awaits_prize_giving(tournament)
    posted = standing is not None and bool(standing.rounds)
    screen: Context = {
        "hall": hall,
        "standing": standing,
        "last": standing.rounds[-1] if standing and posted else None,
        "awaits": awaits,
        "review": under_review(tournament, standing.posted.publication if standing else None),
        "address": address,
        "square": square(address),
    }
    there = {
        Role.SEATING: hall is not None,
        Role.PROGRESS: playing,
        Role.CLOCK: hall is not None and hall.clock is not None,
        Role.WINDS: posted,
        Role.OVERALL: posted,
        Role.PHONES: True,
    }
    if role == Role.SEASON and tournament.circuit:
        season = season_now(tournament.circuit)
        there[Role.SEASON] = bool(season.sittings)
        if season.sittings:
            public = reverse("seasons:public", args=[season.circuit.code])
            screen |= {
                "season": season,
                "raw": season.settings.method == "raw",
                "corrected": list(season.corrected()),
                "address": readers_address(request) + public,
            }
    wanted = {Role(role)}
    if role == Role.FOLLOW:
        wanted = {Role.WINDS, Role.OVERALL}
        wanted |= {Role.PROGRESS} if playing else {Role.SEATING, Role.PHONES}
    turns = {str(turn) for turn in wanted if there.get(turn)}
    if awaits and role in (Role.FOLLOW, Role.WINDS, Role.OVERALL, Role.SEASON):
        turns.add("held")
    return screen | {"turns": turns}


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


def revealed(hold: FinalHold) -> Context:
    places = [
        place_in_words(step, hold.tournament.rules) for step in reversed(hold.steps[: hold.shown])
    ]
    lists = [list(group) for _title, group in groupby(places, key=itemgetter("standing"))]
    return {"lists": lists, "last": places[0] if places else None, "paused": hold.paused}


def control(request: HttpRequest, hold: FinalHold, error: str) -> Context:
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


def control_part(request: HttpRequest, shown: Context) -> HttpResponse:
    if request.method == "GET" and request.GET.get("mark") == shown["mark"]:
        return HttpResponse(status=204)
    status = 422 if shown["error"] else 200
    return render(request, "live/_reveal_control.html", shown, status=status)


def is_over(hold: FinalHold | None) -> bool:
    return hold is None or hold.publication_id is None or hold.released_at is not None


def pressed(request: HttpRequest, hold: FinalHold, author: Any = None) -> tuple[FinalHold, str]:
    """How it stands now, and why nothing was done where nothing was."""
    version = read_number(text_of(request, "version"))
    seen = -1 if version is None else version
    try:
        return press(hold=hold, step=text_of(request, "step"), version=seen, author=author), ""
    except ValidationError as error:
        hold.refresh_from_db()
        return hold, " ".join(error.messages)


@never_cache
@require_http_methods(["GET", "POST"])
def speaker(request: LiveRequest, code: str, key: str) -> HttpResponse:
    hold, error = reveal_with_key(find_evening(code), key), ""
    if hold and request.method == "POST":
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
