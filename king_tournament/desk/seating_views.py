"""Who sits where in a partita: planned, looked at by table, changed by hand, published; and who takes over a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from king.winds import WINDS
from king_tournament.desk.groups import drawn_labels
from king_tournament.desk.night import WINDS as STEP
from king_tournament.desk.page import desk_page, find_round, find_tournament, say_no, staff_only
from tournaments import seating as services
from tournaments.models import Entry, Player, Round, Seat, Tournament
from tournaments.names import folded
from tournaments.roster import find_players

OFFERED = 12
LONGEST_SEARCH = 120


@staff_only
@require_GET
def seating(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The seating of one partita, or how to plan it."""
    return _page(request, find_tournament(code), number)


def _page(request: HttpRequest, tournament: Tournament, number: int, *, status: int = 200, **more: Any) -> HttpResponse:
    round = tournament.rounds.select_related("board_set").filter(number=number).first()
    seats = list(_seats(round)) if round is not None else []
    if round is None or not seats:
        return _before(request, tournament, number, status=status, **more)
    round.tournament = tournament
    tables = _tables(seats)
    in_preparation = round.stage == Round.Stage.SEATING and round.seating_published_at is None
    context = {
        "round": round,
        "tables": tables,
        "seats": [seat for seat in seats if seat.from_hand == 1],
        "certificate": services.certificate(round),
        "met_again": {number for pair in round.seating_note.get("repeated", ()) for number in pair},
        "resting": _resting(tournament, round),
        "problems": services.seating_problems(round) if in_preparation else (),
        "may_exchange": not round.is_closed,
        "hands": tournament.rules.length,
        "by_side": tournament.rules.by_side,
        **_planning(tournament, round),
        **more,
    }
    return desk_page(request, "desk/seating.html", tournament, step=STEP, number=number, status=status, **context)


def _before(request: HttpRequest, tournament: Tournament, number: int, *, status: int, **more: Any) -> HttpResponse:
    """The page of a partita that is not planned yet."""
    last = tournament.rounds.filter(tables__isnull=False).order_by("-number").first()
    waiting = last is not None and last.stage == Round.Stage.SEATING
    first_free = last.number + 1 if last is not None else 1
    context = {
        "comes_next": not waiting and number == first_free and number <= tournament.planned_rounds,
        "before": last.number if waiting and last is not None else None,
        "first_free": min(first_free, tournament.planned_rounds),
        **_planning(tournament, None),
        **more,
    }
    return desk_page(request, "desk/seating_plan.html", tournament, step=STEP, number=number, status=status, **context)


def _planning(tournament: Tournament, round: Round | None) -> dict[str, Any]:
    """The hall's count and who may sit out, while the partita may still be planned."""
    if round is not None and (round.stage != Round.Stage.SEATING or round.seating_published_at is not None):
        return {}
    entries = tournament.entries.playing().order_by("number").prefetch_related("members__player")
    count = services.head_count(tournament)
    return {"count": count, "entries": list(entries), "labels": drawn_labels(tournament)}


def _seats(round: Round) -> QuerySet[Seat]:
    return (
        round.seats.select_related("table__place", "player", "entry")
        .prefetch_related("entry__members__player")
        .order_by("table__number", "from_hand")
    )


def _tables(seats: Iterable[Seat]) -> list[dict[str, Any]]:
    """Each table with its winds in turn order; the substitutes of a wind follow whom they relieve."""
    tables = []
    for number, group in groupby(seats, key=lambda seat: seat.table.number):
        sitting = sorted(group, key=lambda seat: (WINDS.index(seat.wind), seat.from_hand))
        tables.append({"number": number, "table": sitting[0].table, "seats": sitting})
    return tables


def _resting(tournament: Tournament, round: Round) -> list[Entry]:
    numbers = round.seating_note.get("sitting_out", [])
    if not numbers:
        return []
    return list(tournament.entries.filter(number__in=numbers).order_by("number").prefetch_related("members__player"))


@staff_only
@require_POST
def plan(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Plan the partita, or plan it again."""
    tournament = find_tournament(code)
    chosen = {int(text) for text in request.POST.getlist("out") if text.isascii() and text.isdigit() and len(text) < 6}
    by_lot = request.POST.get("over") == "lot"
    try:
        round = services.plan_round(
            tournament=tournament,
            author=request.user,
            sitting_out=() if by_lot else tournament.entries.filter(number__in=chosen),
            sit_out_by_lot=by_lot,
        )
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, number, status=422, out=chosen, over=request.POST.get("over", ""))
    messages.success(request, _("Partita %(round)s is planned. Look at it, then publish it.") % {"round": round.number})
    return redirect("desk:seating", tournament.code, round.number)


@staff_only
@require_POST
def swap(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Exchange the players of two seats."""
    tournament = find_tournament(code)
    round = find_round(tournament, number)
    ticked = {_number(key): player for key, player in map(seat_read, request.POST.getlist("seat"))}
    keys = {key for key in ticked if key is not None}
    seats = list(round.seats.filter(pk__in=keys))
    try:
        if len(seats) != 2:
            sentence = _("Select two seats: their players change places. %(count)s are selected.")
            raise ValidationError(sentence, code="two_seats", params={"count": len(seats)})
        one, other = (ticked[seat.pk] for seat in seats)
        read = None if one is None or other is None else (one, other)
        done = services.swap_seats(round=round, first=seats[0], second=seats[1], author=request.user, read=read)
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, number, status=422, selected=keys)
    fields = {"first": done.first.player.full_name, "second": done.second.player.full_name}
    messages.success(request, _("%(first)s and %(second)s have changed places.") % fields)
    for warning in done.warnings:
        messages.warning(request, str(warning))
    return redirect("desk:seating", tournament.code, number)


def seat_read(text: str) -> tuple[str, int | None]:
    """A seat as a page names it, with the player whom its reader saw there: ``12:345``, or ``N:345`` at one table."""
    seat, _colon, player = text.partition(":")
    return seat, _number(player)


def _decided(
    request: HttpRequest, code: str, number: int, decide: Callable[..., Any], sentence: str, **said: str
) -> HttpResponse:
    """Call one service on the partita, with what was ``said`` of it, and say what happened."""
    tournament = find_tournament(code)
    round = find_round(tournament, number)
    try:
        decide(round=round, author=request.user, **said)
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, number, status=422, **said)
    messages.success(request, sentence % {"round": number})
    return redirect("desk:seating", tournament.code, number)


@staff_only
@require_POST
def publish(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Post the seating: from now on everybody finds a table on the screen and on the phone."""
    sentence = _("The seating of partita %(round)s is published.")
    return _decided(request, code, number, services.publish_seating, sentence)


@staff_only
@require_POST
def withdraw(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take a published seating back, or the whole plan of the partita."""
    if "cancel" in request.POST:
        sentence = _("Partita %(round)s is no longer planned.")
        return _decided(request, code, number, services.cancel_round, sentence)
    sentence = _("The seating of partita %(round)s is taken back: it can be changed again.")
    reason = request.POST.get("reason", "")
    return _decided(request, code, number, services.withdraw_seating, sentence, reason=reason)


@staff_only
def substitute(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Let somebody take over a seat from a hand on. GET looks a player up by a few letters."""
    tournament = find_tournament(code)
    round = find_round(tournament, number)
    if request.method != "POST":
        query = request.GET.get("q", "")[:LONGEST_SEARCH]
        context = {"candidates": _candidates(round, query), "query": query, "player": request.GET.get("player", "")}
        return render(request, "desk/_candidates.html", context)
    typed = {name: request.POST.get(name, "")[:LONGEST_SEARCH] for name in ("seat", "q", "player", "from_hand")}
    try:
        seat, player, hand = _read_substitute(round, typed)
        services.substitute(seat=seat, player=player, from_hand=hand, author=request.user)
    except ValidationError as error:
        say_no(request, error)
        candidates = _candidates(round, typed["q"])
        return _page(request, tournament, number, status=422, typed=typed, candidates=candidates, substituting=True)
    messages.success(request, _("%(player)s sits in from hand %(hand)s.") % {"player": player.full_name, "hand": hand})
    return redirect("desk:seating", tournament.code, number)


def _candidates(round: Round, query: str) -> list[Player]:
    """Whom a few letters mean, of the whole roster; without any, who is in the hall and has no seat, then the house."""
    if folded(query):
        return find_players(query, limit=OFFERED)
    seated = round.seats.values("player")
    free = Player.objects.exclude(pk__in=seated)
    resting = free.filter(memberships__entry__in=round.tournament.entries.playing())
    house = free.filter(is_house=True)
    return list(dict.fromkeys([*resting[:OFFERED], *house[:3]]))


def _read_substitute(round: Round, typed: dict[str, str]) -> tuple[Seat, Player, int]:
    """The seat, the player and the hand, every missing one said at once."""
    problems: list[str] = []
    seat = round.seats.filter(pk=_number(typed["seat"]), from_hand=1).first()
    if seat is None:
        problems.append(_("Choose the seat that is taken over."))
    player = Player.objects.filter(pk=_number(typed["player"])).first()
    if player is None:
        named = find_players(typed["q"], limit=2)
        player = named[0] if len(named) == 1 else None
    if player is None:
        problems.append(_("Choose who sits in: type a few letters of the name, then choose from the list."))
    hand = _number(typed["from_hand"])
    if hand is None:
        problems.append(_("Write from which hand on, as a number."))
    if seat is None or player is None or hand is None:
        raise ValidationError(problems)
    return seat, player, hand


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
