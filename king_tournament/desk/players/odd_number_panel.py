"""Question about an odd number of people, at the foot of *Players*: two cards with what each way
costs, the one that affects fewest people preselected, then the button that prepares the partita.
"""

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from frame.outline import Button
from frame.page import LONGEST_SEARCH, Context, DeskRequest, on_evening, organizer_only
from ground.roles import ORGANIZER, holds
from king.words import folded
from night import lookups
from night.next_steps import NextStep, is_odd
from tournaments.head_count import HeadCount, entry_size, head_count
from tournaments.models import Entry, Player, Round, Tournament
from tournaments.odd_numbers import (
    Choice,
    Way,
    asks_what_a_rest_is_worth,
    choices,
)
from tournaments.roster import find_players
from tournaments.seat_changes import empty_chairs
from tournaments.services import change_settings
from wording.sentences import refusal

OFFERED = 12
AVERAGE, ZERO, POINTS = "average", "zero", "points"

WORDS = {
    "individual": (gettext_lazy("in the hall"), gettext_lazy("by lot")),
    "soloist": (gettext_lazy("in the hall"), gettext_lazy("by lot")),
    "pairs": (gettext_lazy("pairs in the hall"), gettext_lazy("by lot")),
    "teams": (gettext_lazy("teams in the hall"), gettext_lazy("by lot")),
}


def odd_number_context(
    request: DeskRequest,
    tournament: Tournament,
    step: NextStep | None,
    count: HeadCount,
    entries: Sequence[Entry],
) -> Context | None:
    """Context of the cards, if the next partita waits for this answer; includes what was typed and
    refused.
    """
    again = step is not None and not step.does and _seated_unevenly(request, tournament, count)
    if step is None or not (again or is_odd(step)):
        return None
    ways = choices(count)
    if not ways:
        return None
    number = coming(tournament)
    title = _("Seat partita %(round)s again") if again else _("Prepare partita %(round)s")
    return {
        "url": resolve_url("desk:prepare", tournament.code, number),
        "title": title % {"round": number},
        "again": again,
        "other": None if again else step.other,
        "in_hall": WORDS[count.sides][0],
        "people": count.people,
        "playing": count.playing,
        "way": request.POST.get("way") or ways[0].way,
        "cards": [_card(request, tournament, count, entries, choice) for choice in ways],
    }


def _seated_unevenly(request: DeskRequest, tournament: Tournament, count: HeadCount) -> bool:
    """Whether somebody has come or gone since the seats were planned, and neither sits nor rests."""
    if not count.over or not holds(request.user, ORGANIZER, evening=tournament.code):
        return False
    waiting = tournament.rounds.filter(stage=Round.Stage.SEATING, tables__isnull=False).first()
    if waiting is None:
        return False
    known = {*waiting.seats.values_list("entry__number", flat=True)}
    known |= {*waiting.seating_note.get("sitting_out", ())}
    return known != {entry.number for entry in tournament.entries.all() if entry.is_playing}


def ways_once_seated(request: DeskRequest, round_: Round) -> list[Button]:
    """Both ways of an odd hall as buttons beside the seats of a partita that has not started."""
    tournament, count = round_.tournament, head_count(round_.tournament)
    if not _seated_unevenly(request, tournament, count):
        return []
    url = resolve_url("desk:prepare", tournament.code, round_.number)
    entries = list(tournament.entries.with_players().order_by("number"))
    sent = (("again", "1"), ("playing", count.playing), ("worth", ""))
    return [
        Button(
            _card(request, tournament, count, entries, choice)["title"],
            url,
            "next" if place == 0 else "quiet",
            (*sent, ("way", str(choice.way))),
        )
        for place, choice in enumerate(choices(count))
    ]


def coming(tournament: Tournament) -> int:
    """Number of the partita that is prepared next."""
    last = tournament.rounds.order_by("number").last()
    if last is None:
        return 1
    return int(last.number) + (last.stage != Round.Stage.SEATING)


def _card(
    request: DeskRequest,
    tournament: Tournament,
    count: HeadCount,
    entries: Sequence[Entry],
    choice: Choice,
) -> Context:
    size = entry_size(tournament)
    table = _empty_table(tournament)
    at = ngettext("%(count)s table", "%(count)s tables", choice.tables) % {"count": choice.tables}
    card: Context = {"way": str(choice.way), "at": at}
    if choice.way is Way.FILL and choice.leave:
        leaving = [entry.title for entry in entries if entry.fills and entry.is_playing]
        names = ", ".join(leaving[-choice.leave :])
        return card | {"title": _("%(names)s makes room") % {"names": names}}
    if choice.way is Way.FILL:
        typed = request.POST.getlist("filler")
        return card | {
            "title": _fill_title(choice.how_many, table, size),
            "cost": ngettext(
                "sits down and is not ranked", "sit down and are not ranked", choice.how_many * size
            ),
            "fillers": [
                (place, typed[place] if place < len(typed) else "")
                for place in range(choice.how_many if size == 1 else 0)
            ],
        }
    chosen = request.POST.getlist("resting")
    return card | {
        "title": _rest_title(choice, count),
        "cost": _cost_of_rest(tournament),
        "resting": [
            (place, chosen[place] if place < len(chosen) else "")
            for place in range(choice.how_many)
        ],
        "entries": _may_rest(count, entries),
        "worths": worths(tournament),
        "worth": request.POST.get("worth") or _worth_now(tournament),
        "points": request.POST.get("points", "") or _points_now(tournament),
        "settled": tournament.is_frozen,
    }


def _empty_table(tournament: Tournament) -> int | None:
    """Number of the only table with empty chairs, in a partita that is seated but not started. None
    if there is no such table or more than one.
    """
    waiting = tournament.rounds.filter(stage=Round.Stage.SEATING).first()
    numbers = {seat.table.number for seat in empty_chairs(waiting)} if waiting else set()
    return numbers.pop() if len(numbers) == 1 else None


def _may_rest(count: HeadCount, entries: Sequence[Entry]) -> list[Entry]:
    """Entries that may rest, by name. If winds are kept and some have more entries, only entries of
    those winds.
    """
    here = [entry for entry in entries if entry.is_playing and not entry.fills]
    if count.even or count.undrawn:
        return here
    least = min(count.by_wind.values())
    longer = {wind.value for wind, drawn in count.by_wind.items() if drawn > least}
    return [entry for entry in here if entry.wind in longer]


def _fill_title(how_many: int, table: int | None, size: int) -> str:
    """Words for completing a table. Its number is unknown while seats are still to be drawn."""
    if size > 2:
        return _("A house team completes the tables")
    if size == 2 and table is None:
        return _("A house pair completes the tables")
    if size == 2:
        return _("A house pair completes table %(table)s") % {"table": table}
    if table is None:
        words = ngettext(
            "A member completes the tables", "%(count)s members complete the tables", how_many
        )
        return words % {"count": how_many}
    words = ngettext(
        "A member completes table %(table)s",
        "%(count)s members complete table %(table)s",
        how_many,
    )
    return words % {"count": how_many, "table": table}


def _rest_title(choice: Choice, count: HeadCount) -> str:
    if count.sides == "pairs":
        return _("One pair sits this partita out")
    if count.sides == "teams":
        return _("One team sits this partita out")
    words = ngettext(
        "%(count)s sits this partita out", "%(count)s sit this partita out", choice.how_many
    )
    return words % {"count": choice.how_many}


# --- what a rest is worth


def worths(tournament: Tournament) -> list[tuple[str, str]]:
    best = tournament.standing_settings.get("count_best")
    nothing = _("no points")
    if best:
        nothing = _("no points: with the best %(count)s it is left out") % {"count": best}
    ways = [
        (AVERAGE, _("the mean of their partite")),
        (ZERO, nothing),
        (POINTS, _("this many points:")),
    ]
    if asks_what_a_rest_is_worth(tournament):
        return [("", _("say what it is worth")), *ways]
    return ways


def _worth_now(tournament: Tournament) -> str:
    if asks_what_a_rest_is_worth(tournament):
        return ""
    now = tournament.standing_settings.get("bye_points")
    if now in (None, AVERAGE):
        return AVERAGE
    return ZERO if str(now) in (ZERO, "0") else POINTS


def _points_now(tournament: Tournament) -> str:
    return (
        str(tournament.standing_settings["bye_points"]) if _worth_now(tournament) == POINTS else ""
    )


def _cost_of_rest(tournament: Tournament) -> str:
    """Words on what a rest is worth. Empty if the card asks for it."""
    if asks_what_a_rest_is_worth(tournament):
        return ""
    now = tournament.standing_settings.get("bye_points")
    if now in (None, AVERAGE):
        return _("worth the mean of their partite")
    if str(now) in (ZERO, "0"):
        return _("worth no points")
    return _("worth %(points)s points") % {"points": now}


def take_worth(request: DeskRequest, tournament: Tournament) -> None:
    """Store the chosen worth of a rest. Refused if it is required and missing."""
    worth = request.POST.get("worth", "")
    if tournament.is_frozen or request.POST.get("way") != Way.REST:
        return
    if not worth:
        if "worth" in request.POST and asks_what_a_rest_is_worth(tournament):
            raise refusal(
                _(
                    "Say what a partita sat out is worth: with two partite the mean is the other one counted twice."
                ),
                "worth_not_said",
            )
        return
    points = request.POST.get("points", "").strip().replace(",", ".") if worth == POINTS else worth
    if worth == _worth_now(tournament) and points in (worth, _points_now(tournament)):
        return
    if worth not in (AVERAGE, ZERO, POINTS) or not points:
        raise refusal(_("Write how many points a partita sat out is worth."), "worth_unreadable")
    try:
        settings = {**tournament.standing_settings, "bye_points": points}
        change_settings(tournament=tournament, author=request.user, standing_settings=settings)
    except ValidationError as error:
        if worth != POINTS:
            raise
        raise refusal(
            _("Write how many points a partita sat out is worth."), "worth_unreadable"
        ) from error


# --- who is named


def fillers_named(request: DeskRequest, tournament: Tournament) -> list[Player]:
    """Members with the typed names. Fields left empty stand for house players and are skipped."""
    if request.POST.get("way") != Way.FILL:
        return []
    typed = [name[:LONGEST_SEARCH] for name in request.POST.getlist("filler")]
    return [_player_called(name, tournament) for name in typed if folded(name)]


def _player_called(name: str, tournament: Tournament) -> Player:
    matches = find_players(name, tournament, 2)
    exact = [player for player in matches if folded(player.full_name) == folded(name)]
    if len(matches) == 1 or len(exact) == 1:
        return (exact or matches)[0]
    if matches:
        raise refusal(
            _("Several names begin with “%(letters)s”: choose one from the list."),
            "more_than_one",
            letters=name,
        )
    raise refusal(
        _("Nobody who is free is called “%(letters)s”: choose a member who is not in the hall."),
        "nobody_found",
        letters=name,
    )


def resting_named(request: DeskRequest, tournament: Tournament) -> list[Entry]:
    numbers = [lookups.read_number(text, 5) for text in request.POST.getlist("resting")]
    known = {number for number in numbers if number is not None}
    if request.POST.get("way") != Way.REST or not known:
        return []
    return list(tournament.entries.playing().filter(number__in=known).with_players())


@organizer_only
@require_GET
@on_evening
def find_filler(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Free members who match the typed letters, for the field's list."""
    letters = request.GET.get("filler", "")[:LONGEST_SEARCH]
    players: Iterable[Player] = find_players(letters, tournament, OFFERED)
    return render(request, "desk/players/_fillers.html", {"players": players})
