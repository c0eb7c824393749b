"""Evenings of this installation that take part in an event, played through the services."""

from __future__ import annotations

import json
import random
from typing import Any

from king.simultaneous.merging import merge, result_code
from king_tournament.demo_hands import play_match
from scoring.models import HandResult, Sheet
from scoring.round_steps import close_round, start_round
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in
from simultaneous import centre, hall
from simultaneous.event_file import event_of, invitation_of, reports_of
from simultaneous.models import Event, Participation
from tests.evenings import kept, rows_of
from tests.simultaneous.events import a_hall, keys_of, planned
from tournaments.entries import enter_many, enter_pair
from tournaments.models import Player, Round, Tournament
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating
from tournaments.wind_draw import draw_winds


def an_event(*, address: str = "", plan: dict[str, Any] | None = None, **fields: Any) -> Event:
    """Draw an event of two partite in two halls whose centre has this address."""
    event = planned("Genova", "Savona", plan={"rounds": 2} | (plan or {}), **fields)
    return centre.draw(event, address=address.format(code=event.code))


def invitation_file(event: Event, number: int = 1) -> bytes:
    return json.dumps(invitation_of(a_hall(event, number)).as_json()).encode()


def joined(event: Event, number: int = 1, **own: Any) -> Participation:
    return hall.join(invitation=invitation_file(event, number), author=None, **own)


@kept
def seated(participation: Participation, players: int = 8) -> Round:
    tournament = participation.tournament
    people = Player.objects.bulk_create(
        Player(surname=f"Rossi{number:03}", given_name="Anna", card_number=f"GE-{number}")
        for number in range(1, players + 1)
    )
    if tournament.rules.sides == "pairs":
        for at in range(0, players, 2):
            enter_pair(tournament=tournament, players=people[at : at + 2], author=None)
    else:
        enter_many(tournament=tournament, players=people, author=None)
    draw_winds(tournament=tournament, author=None, seed="0" * 32)
    return next_round(tournament)


def next_round(tournament: Tournament) -> Round:
    round_ = plan_round(tournament=tournament, author=None)
    publish_seating(round=round_, author=None)
    return Round.objects.get(pk=round_.pk)


@kept
def opened(participation: Participation) -> Participation:
    """Tell every key at the centre and type it in the hall."""
    event = Event.objects.get(name=participation.invitation["event"])
    for key in keys_of(event):
        centre.tell_key(event)
        hall.open_hall(participation=participation, key=key, author=None)
    return Participation.objects.select_related("tournament").get(pk=participation.pk)


@kept
def played(round_: Round) -> Round:
    """Play the dealt boards at every table and close the partita."""
    round_ = Round.objects.select_related("tournament", "board_set").get(pk=round_.pk)
    tournament = round_.tournament
    start_round(round=round_, author=None)
    assert round_.board_set is not None
    deals = {board.number: board.deal for board in round_.board_set.boards.in_use()}
    for sheet in Sheet.objects.filter(table__round=round_).order_by("table__number"):
        if tournament.ruleset == "lab12":
            rows = rows_of(sheet)
        else:
            chance = random.Random(f"{round_.number} {sheet.table.number}")
            match = play_match(tournament.rules, tournament.configured, deals, chance)
            rows = {row.hand: row.as_json() for row in match}
        for hand, content in rows.items():
            content.pop("hand", None)
            enter_row(sheet=sheet, hand=hand, content=content, origin=HandResult.Origin.PHONE)
        hand_in(sheet=sheet, by="phone")
        close_sheet(sheet=sheet, author=None)
    return close_round(round=round_, author=None)


def whole_evening(participation: Participation, players: int = 8) -> Participation:
    """Seat and open the hall, and play both partite."""
    first = seated(participation, players)
    participation = opened(participation)
    played(first)
    played(next_round(Tournament.objects.get(pk=participation.tournament_id)))
    return Participation.objects.select_related("tournament").get(pk=participation.pk)


def result_of(event: Event, *, with_key: bool = True) -> bytes:
    event = Event.objects.get(pk=event.pk)
    keys = keys_of(event) if with_key else ()
    result = merge(event_of(event), reports_of(event), keys)
    return json.dumps(result.published.as_json()).encode()


def code_of(result: bytes) -> str:
    """Closing code of a result."""
    return result_code(json.loads(result))


def at_the_centre(event: Event, participation: Participation, number: int = 1) -> None:
    """Tell the hall's code to the centre and hand in its report."""
    centre.take_code(a_hall(event, number), participation.code)
    centre.take_report(event, participation.report.encode(), "report.king")
