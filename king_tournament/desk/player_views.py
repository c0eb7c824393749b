"""The players of an evening: found by a few letters, entered, present or not, gone and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import F, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from king_tournament.desk.forms_players import NewPlayerForm
from king_tournament.desk.groups import (
    change_group,
    enter_or_join,
    enter_or_join_new,
    paste_form,
    pasted_sentence,
    words_of,
)
from king_tournament.desk.night import PLAYERS, steps_of
from king_tournament.desk.night_facts import gather
from king_tournament.desk.page import desk_page, find_tournament, refusals, refuse_form, say_no, staff_only
from tournaments import services
from tournaments.head_count import head_count
from tournaments.models import Entry, Player, Round, Seat, Tournament
from tournaments.names import folded, split_name
from tournaments.pasted import Outcome, PastedLine
from tournaments.roster import find_players, players_for

OFFERED = 10
LONGEST_SEARCH = 120


@staff_only
@require_GET
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Roster and entries side by side."""
    return _page(request, find_tournament(code), query=request.GET.get("q", "")[:LONGEST_SEARCH])


def _page(
    request: HttpRequest, tournament: Tournament, *, query: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        **_found(tournament, query),
        "new_player": NewPlayerForm(initial=_as_new(query)),
        "paste": paste_form(tournament),
        **_entries(tournament),
        **more,
    }
    return desk_page(request, "desk/players.html", tournament, step=PLAYERS, status=status, **context)


def _entries(tournament: Tournament) -> dict[str, Any]:
    """The list with its count; the same queries for four entries and four hundred."""
    entries = list(tournament.entries.order_by("number").prefetch_related("members__player"))
    gone = sum(entry.withdrawn_at is not None for entry in entries)
    return {
        "entries": entries,
        **words_of(tournament, entries),
        "refused": {},
        "count": head_count(tournament),
        "gone": gone,
        "absent": sum(not entry.present and entry.withdrawn_at is None for entry in entries),
    }


def _found(tournament: Tournament, query: str) -> dict[str, Any]:
    """Whom a few letters mean, or who they are where all are entered; without letters, those who played last."""
    if folded(query):
        found = find_players(query, tournament, OFFERED)
        meant = [] if found else find_players(query, None, OFFERED)
        entered = set(Player.objects.filter(memberships__tournament=tournament).values_list("pk", flat=True))
        return {"query": query, "found": found, "already": [player for player in meant if player.pk in entered]}
    known = players_for(tournament).annotate(last=Max("memberships__pk"))
    found = list(known.order_by(F("last").desc(nulls_last=True), "search")[:OFFERED])
    # Asked whether or not somebody was found: the page costs the same for any roster.
    entered = Player.objects.filter(is_house=False, memberships__tournament=tournament).exists()
    return {
        "query": query, "found": found, "played": any(player.last for player in found),
        "roster_empty": not found and not entered,
    }  # fmt: skip


def _as_new(query: str) -> dict[str, str]:
    surname, given_name = split_name(query)
    return {"surname": surname, "given_name": given_name}


@staff_only
@require_GET
def find(request: HttpRequest, code: str) -> HttpResponse:
    """The players that the letters typed so far may mean."""
    tournament, query = find_tournament(code), request.GET.get("q", "")[:LONGEST_SEARCH]
    return render(request, "desk/_found.html", {"tournament": tournament, **_found(tournament, query)})


def _answer(request: HttpRequest, tournament: Tournament, *, status: int = 200, **more: Any) -> HttpResponse:
    """The list anew: alone where htmx asked, else the page."""
    if not request.htmx:  # type: ignore[attr-defined]
        if status == 200:
            return redirect("desk:players", tournament.code)
        return _page(request, tournament, status=status, **more)
    steps = {"steps": steps_of(gather(tournament)), "step_now": PLAYERS}
    context = {"tournament": tournament, "answering": True, **steps, **_entries(tournament), **more}
    return render(request, "desk/_entries.html", context, status=status)


@staff_only
@require_POST
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter the player chosen; letters alone enter the only one whom they can mean."""
    tournament, query = find_tournament(code), request.POST.get("q", "")[:LONGEST_SEARCH]
    try:
        player = _chosen(tournament, query, request.POST.get("player", ""))
        made = enter_or_join(tournament, player, request.POST.get("into", ""), request.user)
    except ValidationError as error:
        say_no(request, error)
        return _answer(request, tournament, status=422, query=query)
    messages.success(request, _("%(player)s is entered, number %(number)s.") % _named(made))
    return _answer(request, tournament, entered=made)


def _named(entry: Entry) -> dict[str, Any]:
    return {"player": entry.title, "number": entry.number}


def _chosen(tournament: Tournament, query: str, key: str) -> Player:
    """The player of the button pressed. A list that was older than the letters typed does not count."""
    matching = find_players(query, limit=200) if folded(query) else []
    if key.isascii() and key.isdigit() and len(key) < 12:
        player = Player.objects.filter(pk=int(key), is_house=False).first()
        if player is not None and (not folded(query) or player in matching):
            return player
    free = find_players(query, tournament, OFFERED)
    if len(free) == 1:
        return free[0]
    if free:
        sentence = _("“%(letters)s” begins more than one name: choose one of the list.")
        raise ValidationError(sentence, code="more_than_one", params={"letters": query})
    if len(matching) > 1:
        sentence = _("Everybody whose name begins with “%(letters)s” is already entered.")
        raise ValidationError(sentence, code="already_entered", params={"letters": query})
    if matching:
        sentence = _("%(player)s is already entered.")
        raise ValidationError(sentence, code="already_entered", params={"player": matching[0].full_name})
    if not folded(query):
        raise ValidationError(_("Type a few letters of a name, or choose a player of the list."), code="nobody_typed")
    sentence = _("Nobody on the roster is called “%(letters)s”. Add a new player below.")
    raise ValidationError(sentence, code="nobody_found", params={"letters": query})


@staff_only
@require_POST
def enter_new(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player to the roster and enter them."""
    tournament, form = find_tournament(code), NewPlayerForm(request.POST)
    if form.is_valid():
        try:
            made = enter_or_join_new(tournament, form.cleaned_data, request.POST.get("into", ""), request.user)
        except ValidationError as error:
            refuse_form(form, error)
        else:
            messages.success(request, _("%(player)s is on the roster and entered, number %(number)s.") % _named(made))
            return redirect("desk:players", tournament.code)
    return _page(request, tournament, status=422, new_player=form, adding=True)


@staff_only
@require_POST
def paste(request: HttpRequest, code: str) -> HttpResponse:
    """Enter a list; every line is answered, and those that entered nobody stay in the field."""
    tournament = find_tournament(code)
    if "file" in request.FILES:
        return _read_list(request, tournament)
    form = paste_form(tournament, request.POST)
    if form.is_valid():
        try:
            lines = services.enter_pasted(tournament=tournament, text=form.cleaned_data["text"], author=request.user)
        except ValidationError as error:
            refuse_form(form, error)
        else:
            return answer_list(request, tournament, lines)
    return _page(request, tournament, status=422, paste=form, pasting=True)


def _read_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A file of pairs or teams, put into the field to be looked at before anybody is entered."""
    file = request.FILES["file"]
    try:
        text = services.groups_text(file, file.name or "")
    except ValidationError as error:
        say_no(request, error)
        return _page(request, tournament, status=422, pasting=True)
    messages.info(request, _("The file is in the field below: look at it, then enter the list."))
    return _page(request, tournament, paste=paste_form(tournament, text=text), pasting=True)


def answer_list(request: HttpRequest, tournament: Tournament, lines: Sequence[PastedLine]) -> HttpResponse:
    """What became of each line; those that entered nobody stay in the field."""
    left = "\n".join(line.text for line in lines if line.outcome in (Outcome.DOUBTFUL, Outcome.REFUSED))
    entered = sum(line.outcome in _ENTERED for line in lines)
    if entered:
        messages.success(request, pasted_sentence(tournament, entered))
    else:
        messages.warning(request, _("The list entered nobody: each line below says why."))
    return _page(request, tournament, paste=paste_form(tournament, text=left), report=lines)


_ENTERED = (Outcome.ENTERED, Outcome.NEW)


@staff_only
@require_POST
def add_house(request: HttpRequest, code: str) -> HttpResponse:
    """Add as many house players as complete the tables, or one; or let those go who are too many. A second press finds
    the tables complete.
    """
    tournament = find_tournament(code)
    if "go" in request.POST:
        return _let_house_go(request, tournament)
    wanted = head_count(tournament).missing if "fill" in request.POST else 1
    if not wanted:
        messages.info(request, _("The tables are complete already: nobody was added."))
    try:
        for _place in range(wanted):
            made = services.add_house_player(tournament=tournament, author=request.user)
            messages.success(request, _("%(player)s is entered, number %(number)s, not ranked.") % _named(made))
    except ValidationError as error:
        say_no(request, error)
        return _answer(request, tournament, status=422)
    return _answer(request, tournament)


def _let_house_go(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    try:
        gone = services.house_players_leave(
            tournament=tournament, count=head_count(tournament).over, author=request.user
        )
    except ValidationError as error:
        say_no(request, error)
        return _answer(request, tournament, status=422)
    for each in gone:
        messages.success(request, _("%(player)s makes room.") % {"player": each.title})
    return _answer(request, tournament)


# --- one entry

ACTIONS: Mapping[str, Callable[..., Any]] = {
    "present": lambda entry, **who: services.set_present(entry=entry, present=True, author=who["author"]),
    "absent": lambda entry, **who: services.set_present(entry=entry, present=False, author=who["author"]),
    "withdraw": lambda entry, **who: services.withdraw(entry=entry, **who),
    "return": lambda entry, **who: services.return_to_play(entry=entry, author=who["author"]),
    "unranked": lambda entry, **who: services.set_unranked(entry=entry, unranked=True, author=who["author"]),
    "ranked": lambda entry, **who: services.set_unranked(entry=entry, unranked=False, author=who["author"]),
    "remove": lambda entry, **who: services.remove_entry(entry=entry, author=who["author"]),
}  # fmt: skip


def _say_who_needs_a_substitute(request: HttpRequest, found: Entry) -> None:
    """Who leaves in the middle of a partita leaves a chair empty."""
    gone = Entry.objects.filter(pk=found.pk, withdrawn_at__isnull=False)
    seat = Seat.objects.filter(entry__in=gone, round__stage=Round.Stage.PLAYING, from_hand=1)
    for number, table, player in seat.values_list("round__number", "table__number", "player__surname"):
        fields = {"round": number, "table": table, "player": player}
        sentence = _("%(player)s has a seat at table %(table)s of partita %(round)s: let a substitute take over there.")
        messages.warning(request, sentence % fields)


@staff_only
@require_POST
def entry(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Say something about one entry: present, withdrawn, unranked, removed."""
    tournament = find_tournament(code)
    found = get_object_or_404(tournament.entries, number=number)
    act = ACTIONS.get(request.POST.get("action", ""))
    reason = request.POST.get(f"reason-{number}", "")[:200]
    try:
        if act is not None:
            act(found, reason=reason, author=request.user)
        elif not change_group(found, request.POST, request.user):
            raise ValidationError(_("Choose what happens with the entry."), code="no_action")
        _say_who_needs_a_substitute(request, found)
    except ValidationError as error:
        if not request.htmx:  # type: ignore[attr-defined]
            say_no(request, error)
            return redirect(f"{reverse('desk:players', args=[tournament.code])}#entry-{number}")
        return _answer(request, tournament, status=422, refused={number: refusals(error)}, reason=reason)
    return _answer(request, tournament)
