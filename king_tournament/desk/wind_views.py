"""The winds: drawn by the program from a seed that anybody can repeat, or typed in from slips."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from king.alphabet import alphabetical
from king.winds import WINDS, Wind
from king_tournament.desk.groups import WORDS, drawn_labels, seat_headings
from king_tournament.desk.night import WINDS as STEP
from king_tournament.desk.night import NextStep, next_step
from king_tournament.desk.night_facts import NightFacts, gather
from king_tournament.desk.page import desk_page, find_tournament, refusals, say_no, staff_only
from printing import wording
from tournaments import services
from tournaments.draw import drawn_slots, last_draw
from tournaments.head_count import HeadCount, head_count, seats_of_entries
from tournaments.models import Entry, LogEntry, Tournament


@dataclass(frozen=True)
class Draw:
    """The last draw as its log has it. ``repeats`` says whether drawing again from the seed gives the same winds."""

    line: LogEntry
    seed: str
    repeats: bool


@staff_only
@require_GET
def winds(request: HttpRequest, code: str) -> HttpResponse:
    """The draw: how to make it, and what came out, by wind and by name."""
    return _page(request, find_tournament(code))


def _page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **more: Any) -> HttpResponse:
    entries = list(tournament.entries.playing().order_by("number").prefetch_related("members__player"))
    drawn = [entry for entry in entries if entry.wind_number is not None]
    facts, count = gather(tournament), head_count(tournament)
    by_wind, last = _by_wind(drawn, seats_of_entries(tournament)), _last_draw(tournament)
    context = {
        "entries": sorted(entries, key=lambda entry: alphabetical(entry.sorted_title)),
        "undrawn": [entry for entry in entries if entry.wind_number is None],
        "by_wind": by_wind,
        "labels": drawn_labels(tournament),
        "headings": seat_headings(tournament),
        "words": WORDS[tournament.rules.sides],
        "sides": tournament.rules.sides,
        "drawn": drawn,
        "draw": last if drawn else None,
        "seen": last.line.sequence if last else 0,
        "count": count,
        "even_move": _even_move(count, by_wind),
        "started": tournament.is_frozen,
        "winds": seats_of_entries(tournament),
        "wrong": {},
        "typed": {entry.number: f"{entry.wind}{entry.wind_number}" for entry in drawn},
        "facts": facts,
        "next_step": None if more else _next_step(facts),
        **more,
    }
    return desk_page(request, "desk/winds.html", tournament, step=STEP, status=status, **context)


def _next_step(facts: NightFacts) -> NextStep | None:
    """The way to the seating once everybody is drawn; what the hall lacks is said by the page itself."""
    step = next_step(facts)
    if facts.must_draw or step is None or step.key != STEP:
        return None
    return replace(step, blockers=())


def _by_wind(drawn: list[Entry], seats: tuple[Wind, ...]) -> list[tuple[Wind, list[Entry]]]:
    lines = {wind: [entry for entry in drawn if entry.wind == wind.value] for wind in seats}
    return [(wind, sorted(line, key=lambda entry: entry.wind_number or 0)) for wind, line in lines.items()]


def _even_move(count: HeadCount, by_wind: list[tuple[Wind, list[Entry]]]) -> tuple[int, Wind] | None:
    """Who was the last to come to the longest line, and the shortest line; None where no move fills the tables."""
    if count.even or count.over or count.undrawn:
        return None
    (shortest, _few), *_between, (_longest, many) = sorted(by_wind, key=lambda line: len(line[1]))
    return many[-1].number, shortest


def _last_draw(tournament: Tournament) -> Draw | None:
    """The line of the last draw, made again from its seed: the page says whether the two agree."""
    line = last_draw(tournament)
    if line is None:
        return None
    seed = str(line.fields.get("seed", ""))
    repeats = False
    if seed:
        numbers = [int(number) for number in str(line.fields.get("entries", "")).split()]
        slots = drawn_slots(tournament, numbers, seed)
        again = " ".join(f"{number}={wind}{place}" for number, (wind, place) in slots.items())
        repeats = again == line.fields.get("winds")
    return Draw(line, seed, repeats)


@staff_only
@require_POST
def draw(request: HttpRequest, code: str) -> HttpResponse:
    """Draw every wind."""
    tournament, seed, seen = find_tournament(code), request.POST.get("seed", "")[:200], request.POST.get("seen", "")
    looked_at = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None
    try:
        drawn = services.draw_winds(tournament=tournament, author=request.user, seed=seed or None, seen=looked_at)
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, status=422, own_seed=seed)
    messages.success(request, _("The draw is made: %(count)s entries.") % {"count": len(drawn)})
    return redirect("desk:winds", tournament.code)


@staff_only
@require_POST
def type_in(request: HttpRequest, code: str) -> HttpResponse:
    """Record a draw made with slips; whatever is wrong is said at once, and nothing that was typed goes away."""
    tournament = find_tournament(code)
    typed = {
        int(name[5:]): text[:20]
        for name, text in request.POST.items()
        if name.startswith("wind-") and name[5:].isascii() and name[5:].isdigit() and len(name) < 12
    }
    try:
        drawn = services.type_winds(tournament=tournament, author=request.user, winds=typed)
    except ValidationError as error:
        wrong, general = _by_entry(error)
        return _page(request, tournament, status=422, typed=typed, wrong=wrong, general=general, typing=True)
    messages.success(request, _("The draw is recorded: %(count)s entries.") % {"count": len(drawn)})
    return redirect("desk:winds", tournament.code)


def _by_entry(error: ValidationError) -> tuple[dict[int, list[str]], list[str]]:
    """The refusals that speak of one entry, by its number; and the others."""
    wrong: dict[int, list[str]] = {}
    general: list[ValidationError] = []
    for problem in error.error_list:
        number = (problem.params or {}).get("number")
        if isinstance(number, int) and problem.code != "entry_unknown":
            wrong.setdefault(number, []).extend(refusals(problem))
        else:
            general.append(problem)
    # While slips are missing, the winds cannot be even: saying so would only hide what there is to do.
    shown = [problem for problem in general if not wrong or problem.code not in ("winds_uneven", "slip_numbers")]
    return wrong, [sentence for problem in shown for sentence in refusals(problem)]


@staff_only
@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Move one entry to another wind."""
    tournament = find_tournament(code)
    number, wind = request.POST.get("number", ""), request.POST.get("wind", "")
    if not (number.isascii() and number.isdigit() and len(number) < 6) or wind not in WINDS:
        messages.error(request, _("Choose a player and a wind."))
        return _page(request, tournament, status=422)
    entry = get_object_or_404(tournament.entries, number=int(number))
    try:
        moved = services.change_wind(entry=entry, wind=Wind(wind), author=request.user)
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, status=422)
    place = drawn_labels(tournament).get(moved.wind)
    name = wording.column_name(place) if place else seat_headings(tournament)[Wind(moved.wind)]
    fields = {"player": moved.title, "wind": name, "number": moved.wind_number}
    messages.success(request, _("%(player)s now has %(wind)s %(number)s.") % fields)
    return redirect("desk:winds", tournament.code)
