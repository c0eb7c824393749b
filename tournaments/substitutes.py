"""A seat taken over: from hand 1 on, or later, with the result or without it."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, write
from tournaments.entries import add_entries, check_room, house_players, mark_house
from tournaments.head_count import entry_size
from tournaments.log import LogKind, record_in
from tournaments.models import Entry, EntryMember, Player, Round, Seat, Table
from tournaments.namesakes import mark_namesakes
from tournaments.seat_changes import count_again, locked_round, sit_for, take_over_wind
from tournaments.wind_draw import free_slot, give_slot, is_drawn
from wording.naming import column_lazily
from wording.sentences import refusal


@transaction.atomic
def take_seat(*, seat: Seat, player: Player, author: Author, read: int | None = None) -> Seat:
    """Give the seat to somebody else from hand 1 on: they play, and the result is theirs. The
    player drawn for the seat is not in the hall and has no result in this partita.

    A player without an entry is entered. An entry without a seat sits down with all its players. In
    a pair or team, a single player replaces a player who never played, or is the reserve of one who
    did. ``read`` is the player whom the author saw there.
    """
    round = locked_round(seat.round, playing=True)
    seats = round.seats.select_related("table", "player", "entry")
    seat = seats.get(table=seat.table_id, wind=seat.wind, from_hand=1)
    if seat.player_id == player.pk:
        return seat
    if read is not None and read != seat.player_id:
        raise refusal(
            _(
                "This seat has changed since you read it: look who sits there now, then choose again."
            ),
            "seats_changed",
        )
    _check_free(round, seat, player)
    gone, leaver = seat.entry, seat.player
    # The player's substitute from a later hand on was there from the first hand.
    seat.table.seats.filter(wind=seat.wind, player=player, from_hand__gt=1).delete()
    entry = _entry_that_sits_down(round, seat, player)
    if entry.pk == gone.pk:
        write(seat, player=player)
    else:
        sit_for(round, entry, gone)
        write(gone, present=False)
    _be_in_the_hall(entry)
    resting = [
        number for number in round.seating_note.get("sitting_out", ()) if number != entry.number
    ]
    round.seating_note = {**round.seating_note, "sitting_out": resting}
    count_again(round)
    record_in(
        round,
        LogKind.SUBSTITUTE,
        gettext_noop(
            "Partita %(round)s, table %(table)s %(wind)s: %(player)s plays from hand 1 in the "
            "seat of %(gone)s; the result belongs to entry %(number)s."
        ),
        author,
        table=seat.table.number,
        wind=seat.wind,
        player=player.full_name,
        gone=leaver.full_name,
        number=entry.number,
    )
    return seats.get(table=seat.table_id, wind=seat.wind, from_hand=1)


def _entry_that_sits_down(round: Round, seat: Seat, player: Player) -> Entry:
    """Entry of the new player: their own if it has no seat yet, the seat's if they join it, else a
    new one.
    """
    tournament = round.tournament
    member = tournament.members.filter(player=player).select_related("entry").first()
    if member:
        if member.entry_id != seat.entry_id and round.seats.filter(entry=member.entry_id).exists():
            raise refusal(
                _(
                    "%(player)s plays for entry %(number)s, which has a seat in this partita: "
                    "they can sit in from a later hand, and the result stays with the owner of the seat."
                ),
                "plays_elsewhere",
                player=player.full_name,
                number=member.entry.number,
            )
        return Entry.objects.with_players().select_related("tournament").get(pk=member.entry_id)
    if entry_size(tournament) == 1:
        [entry] = add_entries(tournament, [[player]])
        return entry
    members = seat.entry.members.all()
    if seat.entry.seats.exclude(pk=seat.pk).filter(player=seat.player).exists():
        check_room(tournament, members.count() + 1)
        place = 1 + (members.aggregate(last=Max("place"))["last"] or 0)
        EntryMember.objects.create(
            tournament=tournament, entry=seat.entry, player=player, place=place
        )
    else:
        members.filter(player=seat.player).update(player=player)
    mark_house(seat.entry)
    mark_namesakes(tournament.pk)
    return seat.entry


def _be_in_the_hall(entry: Entry) -> None:
    if not entry.is_playing:
        write(entry, present=True, withdrawn_at=None, withdrawn_because="")
    if entry.wind_number is None and is_drawn(entry.tournament):
        give_slot(entry, free_slot(entry.tournament, preferred=entry.wind))


@transaction.atomic
def substitute(*, seat: Seat, player: Player, from_hand: int, author: Author) -> Seat:
    """Let a substitute take a seat from a later hand on. The result stays with the entry that was
    drawn for the seat. Calling it for the same hand again corrects who it was; the first player may
    come back from a later hand.

    A substitute for somebody who is not in the hall gets an entry of their own, so that the next
    partita has a seat for them.
    """
    round = locked_round(seat.round, playing=True)
    seat = round.seats.select_related("table", "player", "entry").get(pk=seat.pk)
    length = round.tournament.rules.length
    if not 2 <= from_hand <= length:
        raise refusal(
            _(
                "A substitute takes over from hand 2 to %(last)s, not from hand %(hand)s. A "
                "player who plays from hand 1 keeps the result."
            ),
            "no_such_hand",
            last=length,
            hand=from_hand,
        )
    sitting = list(Seat.objects.filter(table=seat.table, wind=seat.wind).order_by("from_hand"))
    before = [sitter for sitter in sitting if sitter.from_hand < from_hand]
    if before and before[-1].player_id == player.pk:
        raise refusal(_("%(player)s already sits there."), "sits_there", player=player.full_name)
    _check_free(round, seat, player)
    row = next((sitter for sitter in sitting if sitter.from_hand == from_hand), None)
    if row is None:
        row = Seat(
            round=round,
            table=seat.table,
            wind=seat.wind,
            entry=sitting[0].entry,
            from_hand=from_hand,
        )
    row.player = player
    row.save()
    if seat.entry.fills and not player.is_house:
        write(seat.entry, present=False)
    if not seat.entry.is_playing:
        _stay_for_the_next(round, seat.entry, player)
    record_in(
        round,
        LogKind.SUBSTITUTE,
        gettext_noop(
            "Partita %(round)s, table %(table)s %(wind)s: %(player)s sits in for entry %(number)s from hand %(hand)s."
        ),
        author,
        table=seat.table.number,
        wind=seat.wind,
        player=player.full_name,
        number=row.entry.number,
        hand=from_hand,
    )
    return row


@transaction.atomic
def give_back(*, seat: Seat, filler: Entry, late: Entry, author: Author) -> None:
    """Seat the player who completes the table again. The late entry waits, with its own wind."""
    round = locked_round(seat.round, playing=True)
    if seat.from_hand == 1:
        take_seat(seat=seat, player=filler.members.all()[0].player, author=author)
        write(late, present=True)
        late.refresh_from_db()
    else:
        seat.delete()
        write(filler, present=True)
        take_over_wind(filler, late)
        record_in(
            round,
            LogKind.SUBSTITUTE,
            gettext_noop(
                "Partita %(round)s, table %(table)s %(wind)s: %(gone)s sits there again, and %(player)s waits."
            ),
            author,
            table=seat.table.number,
            wind=seat.wind,
            gone=filler.title,
            player=late.title,
        )
    _be_in_the_hall(late)


def _stay_for_the_next(round: Round, gone: Entry, player: Player) -> None:
    """Make the substitute available for the next partita. A single player without an entry is
    entered and takes over the wind of the entry that is ``gone``. Pairs and teams have to say
    themselves who plays on for them.
    """
    tournament = round.tournament
    member = tournament.members.filter(player=player).select_related("entry").first()
    if member:
        if member.entry_id != gone.pk:
            _be_in_the_hall(member.entry)
            if gone.fills:
                take_over_wind(member.entry, gone)
    elif entry_size(tournament) == 1:
        [entry] = add_entries(tournament, [[player]])
        take_over_wind(entry, gone)


def _check_free(round: Round, seat: Seat, player: Player) -> None:
    elsewhere = (
        round.seats.filter(player=player)
        .exclude(table=seat.table, wind=seat.wind)
        .select_related("table")
    )
    if other_seat := elsewhere.first():
        raise refusal(
            _("%(player)s already sits at table %(table)s %(wind)s in this partita."),
            "sits_elsewhere",
            player=player.full_name,
            table=other_seat.table.number,
            wind=column_lazily(other_seat.wind),
        )


def seat_at(table: Table, wind: str) -> Seat:
    seats = table.seats.select_related("table", "player", "entry__tournament")
    seat = seats.filter(wind=wind[:2], from_hand=1).first()
    if not seat:
        raise refusal(_("Choose one of the table's seats."), "no_such_seat")
    seat.round = table.round
    return seat


def house_player_for(table: Table) -> Player:
    seated = table.round.seats.values("player")
    free = Player.objects.filter(
        is_house=True, memberships__entry__in=table.round.tournament.entries.playing()
    )
    return free.exclude(pk__in=seated).first() or house_players(table.round.tournament, 1)[0]
