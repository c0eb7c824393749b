"""Odd numbers of people in the hall (rules 13.10): members or house players complete the tables, or
somebody rests. Each way says whom it affects; the one that affects fewest comes first.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ground.guards import Author
from tournaments.entries import add_filler, fillers_leave
from tournaments.head_count import HeadCount, head_count
from tournaments.models import Entry, Player, Tournament
from wording.sentences import refusal


class Way(StrEnum):
    """A way to full tables when some are left over."""

    FILL = "house"
    """House players or members complete the tables, or leave them if they are no longer needed."""
    REST = "lot"
    """Some sit the partita out, by name or by lot."""


class Choice(NamedTuple):
    """A way: how many complete tables, make room (``leave``) or rest, and at how many tables they
    then play. ``people`` does not count those who complete tables.
    """

    way: Way
    how_many: int
    tables: int
    leave: int = 0


def choices(count: HeadCount) -> tuple[Choice, ...]:
    """Both ways if tables are not full, the one that affects fewest people first; if equal, the one
    without a rest. A single way if the other is impossible.
    """
    if count.over == 0 or count.incomplete:
        return ()
    people, seats = count.people, count.seats
    needed, over = -people % seats, people % seats
    more = needed - count.fillers
    fill = Choice(
        Way.FILL, max(more, 0), (people + needed) // seats * count.tables_each, max(-more, 0)
    )
    rest = Choice(Way.REST, over, people // seats * count.tables_each)
    ways = [fill] if fill.leave <= count.house else []
    if people < seats or not over:
        # A table of one with three who fill it is offered to nobody.
        return tuple(way for way in ways if way.leave)
    if not ways:
        return (rest,)
    return (fill, rest) if fill.how_many <= rest.how_many else (rest, fill)


@transaction.atomic
def complete(*, tournament: Tournament, author: Author, players: Sequence[Player] = ()) -> None:
    """Complete the tables: first with ``players``, then with house players. If there are too many
    house players, withdraw them instead. Raises ``ValidationError`` if more players are named than
    are missing.
    """
    tournament = tournament.lock_open()
    ways = [choice for choice in choices(head_count(tournament)) if choice.way is Way.FILL]
    if not ways:
        return
    [choice] = ways
    if len(players) > choice.how_many:
        raise refusal(
            _("Only %(count)s complete the tables: remove the other names."),
            "too_many_fillers",
            count=choice.how_many,
        )
    if choice.leave:
        fillers_leave(tournament=tournament, count=choice.leave, author=author)
    for place in range(choice.how_many):
        player = players[place] if place < len(players) else None
        add_filler(tournament=tournament, player=player, author=author)


@transaction.atomic
def let_fillers_go(*, tournament: Tournament, author: Author) -> None:
    """Withdraw house players if somebody rests, because then none of them is needed."""
    tournament = tournament.lock_open()
    count = head_count(tournament)
    if count.house and count.people >= count.seats:
        fillers_leave(tournament=tournament, count=count.house, author=author)


def asks_what_a_rest_is_worth(tournament: Tournament) -> bool:
    """Whether the step that lets somebody rest has to ask for the worth of the rest. With two
    partite the mean of the others would count one partita twice. Not asked if the settings say it,
    or are frozen.
    """
    return (
        tournament.planned_rounds <= 2
        and "bye_points" not in tournament.standing_settings
        and not tournament.is_frozen
    )


def check_named(count: HeadCount, resting: Collection[Entry]) -> None:
    """Raise ``ValidationError`` unless ``resting`` is empty or has as many entries as are left
    over.
    """
    over = count.people % count.seats
    if resting and len(resting) != over:
        raise not_as_many(over, len(resting))


def not_as_many(over: int, named: int) -> ValidationError:
    return refusal(
        _("%(over)s rest, but %(named)s are named: name all of them, or none to draw lots."),
        "not_as_many",
        over=over,
        named=named,
    )
