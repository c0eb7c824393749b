"""Page of the draw: its proof, and rare steps: drawing again, from a chosen seed, from typed slips,
moving one entry to another wind.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from frame.outline import Button, Line
from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    evening_press,
    get_or_post,
    number_of,
    on_evening,
    own_step,
    refusals,
    staff_only,
    tell,
    text_of,
)
from king.cards import WINDS, Wind
from king.words import alphabetical
from king_tournament.desk.players.groups import WORDS, drawn_labels, seat_headings
from night.facts import gather
from night.lookups import find_tournament, read_number
from night.next_steps import TABLES, WINDS as STEP, next_step
from tournaments.head_count import HeadCount, draws_first, head_count, seats_of_entries
from tournaments.log import LogKind, in_words
from tournaments.models import Entry, Tournament, WindPolicy
from tournaments.wind_draw import (
    change_wind,
    draw_winds,
    drawn_slots,
    last_draw,
    type_winds,
    written_draw,
)
from wording import naming
from wording.sentences import refusal

MOVE = {
    "pairs": (gettext_lazy("Move one pair to the other line"), gettext_lazy("to the line")),
    "teams": (gettext_lazy("Move one team"), gettext_lazy("to the wind")),
}
USUAL_MOVE = gettext_lazy("Move one player to another wind"), gettext_lazy("to the wind")
DRAWS = {
    "pairs": gettext_lazy(
        "The program draws a line, North–South or East–West, and a number for every pair in the hall. "
        "Anybody can repeat the draw."
    ),
    "teams": gettext_lazy(
        "The program draws the order of the teams, which says who meets whom. Anybody can repeat the draw."
    ),
}
USUAL_DRAW = gettext_lazy(
    "The program draws a wind and a number for every player in the hall. Anybody can repeat the draw."
)
BY_LINE = gettext_lazy(
    "As on the slip: N1, N2 … for the North–South line (with teams: the first of a meeting), E1, E2 … for the "
    "other. Enter goes to the next one."
)
SLIPS = {"pairs": BY_LINE, "teams": BY_LINE}
USUAL_SLIPS = gettext_lazy(
    "Wind and number as on the slip: N1, E3, S2; West is W or O. Enter goes to the next player."
)


@staff_only
@get_or_post
def winds(request: DeskRequest, code: str) -> HttpResponse:
    return _wind_page(request, find_tournament(code))


def _wind_page(request: DeskRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """Page of the draw. ``typed`` and ``wrong`` are slips by the number of their entry; ``general``
    has problems of no single slip.
    """
    entries = list(tournament.entries.playing().order_by("number").with_players())
    drawn = [entry for entry in entries if entry.wind_number is not None]
    drawn.sort(key=lambda entry: entry.wind_number or 0)
    facts = gather(tournament)
    count = head_count(tournament)
    last = _last_draw(tournament)
    redraws = tournament.wind_policy == WindPolicy.REDRAW
    sides = tournament.rules.sides
    # The way to the seating once everybody is drawn; the page says what the hall lacks.
    coming = next_step(facts)
    if request.method == "POST" or facts.must_draw or not coming or coming.key != STEP:
        coming = None
    else:
        coming = own_step(request, tournament, coming._replace(blockers=()))
    entries.sort(key=lambda entry: alphabetical(entry.title))
    typed = {entry.number: f"{entry.wind}{entry.wind_number}" for entry in drawn}
    context = {
        "typed": typed,
        "wrong": {},
        "draw": last if drawn else None,
        "seen": last["line"].sequence if last else 0,
        "words": WORDS[sides],
        "facts": facts,
        "count": count,
        "entries": entries,
        "next_step": coming,
        **more,
    }
    by_wind = _entries_by_wind(tournament, drawn)
    context["lines"] = _lines(tournament, count, entries, redraws=redraws)
    if drawn:
        context["by_wind"] = by_wind
        context |= _move(tournament, count, by_wind)
    if (
        entries
        and not tournament.closed_at
        and not (tournament.is_frozen and not redraws)
        and (draws_first(tournament) or redraws)
    ):
        context["slips"] = entries
        context["slip_words"] = SLIPS.get(sides, USUAL_SLIPS)
        context["program"] = DRAWS.get(sides, USUAL_DRAW)
    return desk_page(request, "desk/tables/winds.html", tournament, step=TABLES, **context)


def _lines(
    tournament: Tournament, count: HeadCount, entries: list[Entry], *, redraws: bool
) -> list[Line]:
    players = Button(_("Players"), resolve_url("desk:players", tournament.code), "link")
    lines = [Line("info", str(sentence), (players,)) for sentence in count.sentences]
    if redraws:
        text = _(
            "This evening the winds are drawn again for each partita, when it is planned. Type a "
            "draw in only if it was made by hand."
        )
        lines.append(Line("info", text))
    elif not draws_first(tournament):
        text = _(
            "In this final nothing is drawn: everybody sits in the order of entry, and North is "
            "in turn the first, the second, the third."
        )
        lines.append(Line("info", text))
    elif not entries:
        text = _("When the players are entered, their winds are drawn here.")
        lines.append(Line("info", text, (players._replace(kind="next"),)))
    elif tournament.is_frozen:
        text = _(
            "Play has started: winds can no longer be drawn. You can still move a single player."
        )
        lines.append(Line("info", text))
    undrawn = [f"{entry.number} {entry.title}" for entry in entries if entry.wind_number is None]
    if 0 < len(undrawn) < len(entries):
        text = _("In the hall and without a wind:")
        lines.append(Line("blocked", f"{text} {', '.join(undrawn)}"))
    return lines


def _entries_by_wind(tournament: Tournament, drawn: list[Entry]) -> list[Context]:
    labels, headings = drawn_labels(tournament), seat_headings(tournament)
    return [
        {
            "wind": wind,
            "label": labels.get(wind.value),
            "title": headings.get(wind) or naming.column_name(labels[wind.value]),
            "entries": [entry for entry in drawn if entry.wind == wind.value],
        }
        for wind in seats_of_entries(tournament)
    ]


def _move(tournament: Tournament, count: HeadCount, by_wind: list[Context]) -> Context:
    """Form to move one entry to another wind. If a single move fills the tables it is proposed: the
    last of the longest line to the shortest.
    """
    proposed, shortest = None, None
    if not (count.even or count.over or count.undrawn):
        lines = sorted(by_wind, key=lambda line: len(line["entries"]))
        proposed, shortest = lines[-1]["entries"][-1], lines[0]["wind"]
    return {
        "move": MOVE.get(tournament.rules.sides, USUAL_MOVE),
        "proposed": proposed,
        "shortest": shortest,
        "names": {line["wind"].value: line["title"] for line in by_wind},
    }


def _last_draw(tournament: Tournament) -> Context | None:
    """The last draw. ``repeats``: drawing again from its seed gives the same winds."""
    line = last_draw(tournament)
    if line is None:
        return None
    seed = str(line.fields.get("seed", ""))
    repeats = False
    if seed:
        numbers = [int(number) for number in str(line.fields.get("entries", "")).split()]
        repeats = written_draw(drawn_slots(tournament, numbers, seed))["winds"] == line.fields.get(
            "winds"
        )
    settled = tournament.log.filter(kind=LogKind.DRAW_SETTLED, sequence=line.sequence + 1).first()
    return {
        "line": line,
        "seed": seed,
        "repeats": repeats,
        "settled": settled and in_words(settled),
    }


@staff_only
@evening_press
def draw(request: DeskRequest, tournament: Tournament) -> str:
    drawn = draw_winds(
        tournament=tournament,
        author=request.user,
        seed=text_of(request, "seed")[:200] or None,
        seen=number_of(request, "seen"),
    )
    return _("The draw is made: %(count)s entries.") % {"count": len(drawn)}


@staff_only
@require_POST
@on_evening
def type_in(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    typed = {
        number: str(text)[:20]
        for name, text in request.POST.items()
        if name.startswith("wind-") and (number := read_number(name[5:], 6)) is not None
    }
    try:
        drawn = type_winds(tournament=tournament, author=request.user, winds=typed)
    except ValidationError as error:
        wrong, general = _errors_by_entry(error)
        return _wind_page(
            request, tournament, typed=typed, wrong=wrong, general=general, typing=True
        )
    tell(request, _("The draw is recorded: %(count)s entries."), count=len(drawn))
    return redirect("desk:winds", tournament.code)


def _errors_by_entry(error: ValidationError) -> tuple[dict[int, list[str]], list[str]]:
    wrong: dict[int, list[str]] = {}
    general: list[ValidationError] = []
    for problem in error.error_list:
        number = (problem.params or {}).get("number")
        if isinstance(number, int) and problem.code != "entry_unknown":
            wrong.setdefault(number, []).extend(refusals(problem))
        else:
            general.append(problem)
    # While slips are missing, the winds cannot be even: saying so would only hide what there is to
    # do.
    problems = [
        problem
        for problem in general
        if not wrong or problem.code not in ("winds_uneven", "slip_numbers")
    ]
    return wrong, [sentence for problem in problems for sentence in refusals(problem)]


@staff_only
@evening_press
def change(request: DeskRequest, tournament: Tournament) -> str:
    number = number_of(request, "number", 5)
    wind = text_of(request, "wind")
    if number is None or wind not in WINDS:
        raise refusal(_("Choose a player and a wind."), "nobody_chosen")
    entry = get_object_or_404(tournament.entries, number=number)
    moved = change_wind(entry=entry, wind=Wind(wind), author=request.user)
    place = drawn_labels(tournament).get(moved.wind)
    name = naming.column_name(place) if place else seat_headings(tournament)[Wind(moved.wind)]
    fields = {"player": moved.title, "wind": name, "number": moved.wind_number}
    return _("%(player)s now has %(wind)s %(number)s.") % fields
