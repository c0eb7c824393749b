"""Latecomers. They are first offered the chair of a player who only completes a table. Before play
and from hand 1 they play for themselves; from a later hand they substitute, and that result stays
out of the ranking.
"""

from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ground.guards import Author
from scoring.models import Sheet
from scoring.scored_sheets import missing_hands, scored_sheet
from tournaments.head_count import entry_size
from tournaments.models import Entry, Round, Seat
from tournaments.seat_changes import locked_round, waiting_entries
from tournaments.substitutes import give_back, substitute, take_seat
from wording.sentences import refusal


class Chair(NamedTuple):
    """A chair that a latecomer may take: the waiting entry, the seat of a player who only completes
    a table, and the first hand that is not written.
    """

    entry: Entry
    seat: Seat
    hand: int


def next_hand(sheet: Sheet | None) -> int:
    """First hand that is not written yet, from which a newcomer would play; 0 if all are written."""
    if not sheet:
        return 1
    return min(missing_hands(sheet, scored_sheet(sheet)), default=0)


def chairs_for_latecomers(round: Round) -> tuple[Chair, ...]:
    """Chairs that latecomers may take from players who only complete a table, sorted by number and
    table. One query if nobody completes a table.
    """
    fillers = round.tournament.entries.fillers()
    seats = round.seats.filter(entry__in=fillers).select_related("table", "player", "entry")
    filled = list(seats.order_by("table__number", "wind", "from_hand"))
    late_seats = {(seat.table_id, seat.wind) for seat in filled if seat.from_hand > 1}
    free = [seat for seat in filled if (seat.table_id, seat.wind) not in late_seats]
    if not free or entry_size(round.tournament) > 1:
        return ()
    resting = set(round.seating_note.get("sitting_out", ()))
    waiting = [
        entry for entry in waiting_entries(round) if not entry.fills and entry.number not in resting
    ]
    if not waiting:
        return ()
    sheets = Sheet.objects.filter(table__in=[seat.table_id for seat in free])
    by_table = {
        sheet.table_id: sheet for sheet in sheets.select_related("table__round__tournament")
    }
    hands = ((seat, next_hand(by_table.get(seat.table_id))) for seat in free)
    open_now = [(seat, hand) for seat, hand in hands if hand]
    return tuple(
        Chair(entry, seat, hand) for entry, (seat, hand) in zip(waiting, open_now, strict=False)
    )


@transaction.atomic
def sit_down(*, round: Round, entry: int, author: Author) -> Chair:
    """Seat the late entry with this key in the chair that is offered to it. Raises
    ``ValidationError`` if the chair is no longer free.
    """
    chairs = [chair for chair in chairs_for_latecomers(round) if chair.entry.pk == entry]
    if not chairs:
        raise refusal(
            _("The chair of a player who fills a table is no longer there: check who sits where."),
            "no_chair",
        )
    [chair] = chairs
    chair.seat.round = round
    player = chair.entry.members.all()[0].player
    if chair.hand == 1:
        take_seat(seat=chair.seat, player=player, author=author)
    else:
        substitute(seat=chair.seat, player=player, from_hand=chair.hand, author=author)
    return chair


@transaction.atomic
def stand_up(*, round: Round, entry: int, filler: int, hand: int, author: Author) -> Entry:
    """Give the chair back to the player who completes the table. The late ``entry``, which took it
    from that hand on, waits again. Refused once it has played there.
    """
    round = locked_round(round, playing=True)
    seats = round.seats.select_related("table", "player", "entry").filter(from_hand=hand)
    if hand == 1:
        seat = seats.filter(entry=entry).first()
    else:
        seat = seats.filter(entry=filler, player__memberships__entry=entry).first()
    gone = round.tournament.entries.fillers_gone().filter(pk=filler).with_players().first()
    late = round.tournament.entries.playing().filter(pk=entry).with_players().first()
    if seat is None or gone is None or late is None or _has_played(seat):
        raise refusal(
            _("It can no longer be undone: check who sits where, and change it there."), "too_late"
        )
    seat.round = round
    give_back(seat=seat, filler=gone, late=late, author=author)
    return late


def _has_played(seat: Seat) -> bool:
    sheet = Sheet.objects.select_related("table__round__tournament").filter(table=seat.table_id)
    return any(row.hand >= seat.from_hand for one in sheet for row in scored_sheet(one).rows)
