"""An entry's row in the list: here or not, paid, ranked, withdrawn; a pair's or team's name and
players.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frame.page import (
    DeskRequest,
    View,
    get_or_post,
    number_of,
    on_evening,
    refusals,
    say_with_undo,
    show_refusal,
    staff_only,
    text_of,
)
from king_tournament.desk.players.views import answer, players_page
from night.lookups import find_tournament
from scoring.models import Sheet
from scoring.scored_sheets import missing_hands, scored_tables
from tournaments import entries, entry_members
from tournaments.head_count import entry_size
from tournaments.models import Entry, Player, Round, Tournament
from wording.sentences import refusal


@staff_only
@get_or_post
@on_evening
def entry(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened = get_object_or_404(tournament.entries.with_players(), number=number)
    if request.htmx:
        context = {"entry": opened, "tournament": tournament, "size": entry_size(tournament)}
        return render(request, "desk/players/_entry_menu.html", context)
    return players_page(request, tournament, opened=number)


def _say_whose_chair_is_empty(request: DeskRequest, entry: Entry) -> None:
    sheets = Sheet.objects.filter(
        table__seats__entry=entry, table__round__stage=Round.Stage.PLAYING
    ).distinct()
    for scored in scored_tables(sheets):
        if not missing_hands(scored.sheet, scored.scored):
            continue
        for seat in scored.empty_chairs:
            table = scored.table
            where = resolve_url(
                "desk:who_sits", entry.tournament.code, table.round.number, table.number
            )
            context = {"seat": seat, "table": table, "url": f"{where}?wind={seat.wind}"}
            messages.warning(request, render_to_string("desk/players/_empty_chair.html", context))


def of_entry(view: Callable[..., None]) -> View:
    """Make a view the target of a button in an entry's row. It answers with the new list; a refusal
    is shown in the row.
    """

    @staff_only
    @require_POST
    @wraps(view)
    def pressed(request: DeskRequest, code: str, number: int, **key: Any) -> HttpResponse:
        tournament = find_tournament(code)
        entry = get_object_or_404(tournament.entries.with_players(), number=number)
        try:
            view(request, entry, **key)
            _say_whose_chair_is_empty(request, entry)
        except ValidationError as error:
            if not request.htmx:
                show_refusal(request, error)
                return redirect(f"{resolve_url('desk:players', tournament.code)}#entry-{number}")
            reason = text_of(request, "reason")
            return answer(
                request, tournament, status=422, refused={number: refusals(error)}, reason=reason
            )
        return answer(request, tournament)

    answered: View = pressed
    return answered


def entry_step(service: Callable[..., object]) -> View:
    def step(request: DeskRequest, entry: Entry, **key: Any) -> None:
        service(entry=entry, author=request.user, **key)

    return of_entry(step)


presence = entry_step(entries.set_present)
fee = entry_step(entries.set_fee_paid)
ranking = entry_step(entries.set_unranked)
return_to_play = entry_step(entries.return_to_play)


@of_entry
def withdraw(request: DeskRequest, entry: Entry) -> None:
    entries.withdraw(entry=entry, reason=text_of(request, "reason")[:200], author=request.user)
    back = resolve_url("desk:return", entry.tournament.code, entry.number)
    say_with_undo(request, _("%(player)s has withdrawn.") % {"player": entry.title}, back)


@of_entry
def remove(request: DeskRequest, entry: Entry) -> None:
    entries.remove_entry(entry=entry, author=request.user)
    sentence = _("%(player)s is removed.") % {"player": entry.title}
    [*members] = entry.members.all()
    if len(members) == 1:
        enter_again = resolve_url("desk:enter", entry.tournament.code)
        say_with_undo(request, sentence, enter_again, player=members[0].player_id, into="new")
    else:
        messages.success(request, sentence)


@of_entry
def name(request: DeskRequest, entry: Entry) -> None:
    entry_members.name_entry(entry=entry, name=text_of(request, "name")[:160], author=request.user)


@of_entry
def join(request: DeskRequest, entry: Entry) -> None:
    """Join the players of the entry with the typed number to this entry."""
    number = number_of(request, "joining", 5) or 0
    other = entry.tournament.entries.filter(number=number).first()
    if other is None:
        raise refusal(_("Write the number of the entry whose players join this one."), "no_entry")
    entry_members.join_entries(first=entry, second=other, author=request.user)


def _players(request: DeskRequest, entry: Entry) -> tuple[list[Player], int]:
    """Players of the entry in order, and the place of the one whose button was pressed."""
    players = [member.player for member in entry.members.select_related("player")]
    chosen = [str(player.pk) for player in players]
    if (key := text_of(request, "player")) not in chosen:
        raise refusal(
            _("This player is not in entry %(number)s."), "not_a_member", number=entry.number
        )
    return players, chosen.index(key)


@of_entry
def leave(request: DeskRequest, entry: Entry) -> None:
    players, place = _players(request, entry)
    entry_members.leave_entry(entry=entry, player=players[place], author=request.user)


@of_entry
def sit_earlier(request: DeskRequest, entry: Entry) -> None:
    players, place = _players(request, entry)
    players.insert(max(place - 1, 0), players.pop(place))
    entry_members.order_members(entry=entry, players=players, author=request.user)
