"""Changes to a planned partita: exchange seats, publish or withdraw the seating, take over a seat
during play.
"""

from collections import defaultdict
from itertools import combinations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop

from ground.guards import Author, write
from ground.names import clean_text, read_reason
from king.cards import Wind
from tournaments.head_count import lacks_players
from tournaments.log import LogKind, record, record_in
from tournaments.models import Entry, EntryMember, EntryQuerySet, Round, Seat, WindPolicy
from tournaments.wind_draw import give_slot, lowest_free
from wording.sentences import Sentence, refusal


def locked_round(round: Round, *, playing: bool = False) -> Round:
    """Lock the round for a change of seats. During play this needs ``playing``."""
    tournament = round.tournament.lock_open()
    fresh = Round.objects.select_for_update(of=("self",)).get(pk=round.pk)
    fresh.tournament = tournament
    if fresh.is_closed or (fresh.is_playing and not playing):
        sentence = (
            _("Partita %(round)s is closed: its seats stay as they are.")
            if fresh.is_closed
            else _(
                "Partita %(round)s has started: its seating can no longer be changed in this way."
            )
        )
        raise refusal(sentence, "round_started", round=fresh.number)
    return fresh


@transaction.atomic
def swap_seats(
    *, round: Round, first: Seat, second: Seat, author: Author, read: tuple[int, int] | None = None
) -> tuple[Sentence, ...]:
    """Exchange two seats, before play by choice or during play because the players really sat so.
    Returns warnings: a change of wind, a repeated meeting.

    Partners move too, so that pairs and teams stay together. ``read`` are the players whom the
    author saw at the two seats; if somebody has exchanged them already, nothing is done.
    """
    round = locked_round(round, playing=True)
    seats = round.seats.select_related("table", "player", "entry")
    first, second = (seats.get(pk=seat.pk) for seat in (first, second))
    if read is not None and read == (second.player_id, first.player_id):
        return ()
    if read is not None and read != (first.player_id, second.player_id):
        raise refusal(
            _(
                "These seats have changed since you read them: look who sits there now, then choose again."
            ),
            "seats_changed",
        )
    partners = _partners(round, first, second)
    if any(map(_is_substituted, (first, second, *(partners or ())))):
        raise refusal(
            _(
                "One of these seats has been taken over by a substitute: change the substitute instead."
            ),
            "seat_substituted",
        )
    if first.entry_id == second.entry_id:
        raise refusal(_("These two seats already belong to the same entry."), "same_entry")
    line = gettext_noop(
        "Partita %(round)s: %(first)s (table %(first_table)s %(first_wind)s) and %(second)s "
        "(table %(second_table)s %(second_wind)s) exchange seats."
    )
    fields = {
        "first": first.name,
        "first_table": first.table.number,
        "first_wind": first.wind,
        "second": second.name,
        "second_table": second.table.number,
        "second_wind": second.wind,
    }
    _exchange(first, second)
    if partners:
        _exchange(*partners)
    warnings = _swap_warnings(round, first, second)
    count_again(round)
    record_in(round, LogKind.SEATS_EXCHANGED, line, author, **fields)
    return warnings


def _is_substituted(seat: Seat) -> bool:
    return (
        seat.from_hand != 1
        or Seat.objects.filter(table=seat.table, wind=seat.wind, from_hand__gt=1).exists()
    )


def _partners(round: Round, first: Seat, second: Seat) -> tuple[Seat, Seat] | None:
    """Seats opposite these two, in games of pairs. None in other games, or if a side is already
    split.
    """
    if not round.tournament.rules.by_side:
        return None
    seats = [
        Seat.objects.select_related("table", "player", "entry")
        .filter(table=seat.table, wind=Wind(seat.wind).partner.value, entry=seat.entry, from_hand=1)
        .first()
        for seat in (first, second)
    ]
    return (seats[0], seats[1]) if seats[0] is not None and seats[1] is not None else None


def _exchange(first: Seat, second: Seat) -> None:
    """Exchange two seats in the database. A player may not sit twice even for a moment, so the
    second row is moved aside first.
    """
    key = second.pk
    second.delete()
    first.entry, first.player, second.entry, second.player = (
        second.entry,
        second.player,
        first.entry,
        first.player,
    )
    first.save(update_fields=["entry", "player"])
    second.pk = key
    second.save(force_insert=True)


def _swap_warnings(round: Round, first: Seat, second: Seat) -> tuple[Sentence, ...]:
    warnings = []
    if first.wind != second.wind and round.tournament.wind_policy == WindPolicy.KEEP:
        warnings.append(
            Sentence(
                gettext_noop(
                    "%(first)s and %(second)s change wind, but winds are kept this evening."
                ),
                first=first.name,
                second=second.name,
            )
        )
    again = [name for seat in (first, second) for name in _meets_again(round, seat)]
    if again:
        warnings.append(
            Sentence(gettext_noop("They meet again: %(pairs)s."), pairs=gettext("; ").join(again))
        )
    return tuple(warnings)


def _meets_again(round: Round, seat: Seat) -> list[str]:
    earlier = Seat.objects.filter(
        round__tournament=round.tournament, round__number__lt=round.number
    )
    tables = earlier.filter(player=seat.player).values("table")
    others = (
        Seat.objects.filter(table=seat.table).exclude(entry=seat.entry).select_related("player")
    )
    met = set(earlier.filter(table__in=tables).values_list("player_id", flat=True))
    return [f"{seat.name} – {other.name}" for other in others if other.player_id in met]


def count_again(round: Round) -> None:
    before = defaultdict(set)
    now = defaultdict(list)
    seats = Seat.objects.filter(round__tournament=round.tournament, round__number__lte=round.number)
    for seat in seats.select_related("entry", "table", "round"):
        if seat.round_id == round.pk:
            now[seat.table_id].append(seat)
        else:
            before[seat.table_id].add(seat.player_id)
    met = {frozenset(pair) for players in before.values() for pair in combinations(players, 2)}
    repeated = dict.fromkeys(
        tuple(sorted((one.entry.number, other.entry.number)))
        for sat in now.values()
        for one, other in combinations(sat, 2)
        if one.entry_id != other.entry_id and {one.player_id, other.player_id} in met
    )
    sentence = Sentence(gettext_noop("Changed by hand. Nobody meets anybody a second time."))
    if repeated:
        text = gettext_noop("Changed by hand. %(repeats)s meetings are repeated.")
        sentence = Sentence(text, repeats=len(repeated))
    changes = {
        "repeats": len(repeated),
        "repeated": [list(pair) for pair in repeated],
        "sentences": [sentence.as_json()],
    }
    write(round, seating_note={**round.seating_note, **changes})


@transaction.atomic
def publish_seating(*, round: Round, author: Author) -> Round:
    round = locked_round(round)
    if round.seating_published_at:
        return round
    if problems := seating_problems(round):
        raise ValidationError(list(problems))
    write(round, seating_published_at=timezone.now())
    record_in(
        round,
        LogKind.SEATING_PUBLISHED,
        gettext_noop(
            "Seating of partita %(round)s published: %(tables)s tables, %(repeats)s repeated meetings."
        ),
        author,
        tables=round.tables.count(),
        repeats=round.seating_note.get("repeats", 0),
    )
    return round


def seating_problems(round: Round) -> tuple[ValidationError, ...]:
    seated = {seat.entry_id: seat for seat in round.seats.select_related("entry", "table")}
    if not seated:
        return (
            refusal(
                _("Partita %(round)s has no seating yet: plan it first."),
                "not_seated",
                round=round.number,
            ),
        )
    standing, gone = _standing_and_gone(round)
    without_seat = (
        refusal(
            _(
                "Entry %(number)s, %(player)s, is in the hall but has no seat: plan the partita again."
            ),
            "entry_without_seat",
            number=entry.number,
            player=entry.title,
        )
        for entry in standing
    )
    empty_seat = (
        refusal(
            _(
                "Entry %(number)s, %(player)s, at table %(table)s is no longer in the hall: "
                "let a substitute take over, or plan the partita again."
            ),
            "seated_and_gone",
            number=entry.number,
            player=entry.title,
            table=seated[entry.pk].table.number,
        )
        for entry in gone
    )
    return (*without_seat, *empty_seat, *_broken_matches(round))


def _standing_and_gone(round: Round) -> tuple[list[Entry], list[Entry]]:
    """Entries in the hall without a seat that do not rest, and entries that left their seats empty;
    by wind and number.
    """
    entries = round.tournament.entries.order_by("wind", "number")
    empty = {chair.entry_id for chair in empty_chairs(round)}
    gone = [entry for entry in entries.with_players() if entry.pk in empty] if empty else []
    return _not_resting(round, entries), gone


def _not_resting(round: Round, entries: EntryQuerySet) -> list[Entry]:
    resting = set(round.seating_note.get("sitting_out", ()))
    return [entry for entry in _without_a_seat(round, entries) if entry.number not in resting]


def standing_entries(round: Round) -> list[Entry]:
    """Entries in the hall that neither sit nor rest in this partita, by number."""
    return _not_resting(round, round.tournament.entries.order_by("number"))


def _without_a_seat(round: Round, entries: EntryQuerySet) -> list[Entry]:
    """Entries in the hall that sit nowhere, neither for themselves nor for somebody else. Those who
    sit are not read: in a large hall nobody else is there.
    """
    sitting = round.seats.order_by()
    elsewhere = EntryMember.objects.filter(player__in=sitting.values("player"))
    return list(
        entries.playing()
        .exclude(pk__in=sitting.values("entry"))
        .exclude(pk__in=elsewhere.filter(tournament=round.tournament_id).values("entry"))
        .with_players()
    )


def waiting_entries(round: Round) -> list[Entry]:
    """Entries in the hall without a seat in this partita, those that rest included, by number."""
    return _without_a_seat(round, round.tournament.entries.order_by("number"))


def empty_chairs(round: Round) -> list[Seat]:
    """Seats whose player is not in the hall and has no substitute, sorted by table and wind."""
    seats = round.seats.select_related("table", "player", "entry").order_by(
        "table__number", "wind", "from_hand"
    )
    last = {(seat.table_id, seat.wind): seat for seat in seats}
    return [seat for seat in last.values() if seat.is_empty]


def empty_seats(round: Round) -> tuple[tuple[Entry, Entry], ...]:
    """Pairs of entries: one that came after the planning, and one whose seat is free. Empty unless
    as many came as left.
    """
    standing, gone = _standing_and_gone(round)
    return tuple(zip(standing, gone, strict=True)) if len(standing) == len(gone) else ()


@transaction.atomic
def fill_empty_seats(*, round: Round, author: Author) -> tuple[tuple[Entry, Entry], ...]:
    """Seat those who came in the empty seats, with their winds and results; everybody else stays.
    Takes the pairs of ``empty_seats``.
    """
    round = locked_round(round)
    line = gettext_noop(
        "Partita %(round)s: entry %(number)s, %(player)s, sits in the empty seat of %(gone)s."
    )
    filled = empty_seats(round)
    for entry, gone in filled:
        sit_for(round, entry, gone)
        record_in(
            round,
            LogKind.SEATS_EXCHANGED,
            line,
            author,
            number=entry.number,
            player=entry.title,
            gone=gone.title,
        )
    if filled:
        count_again(round)
    return filled


def sit_for(round: Round, entry: Entry, gone: Entry) -> None:
    """Give the seats of ``gone`` to ``entry``, with its wind and with all who substitute later."""
    came, leavers = (
        [member.player_id for member in party.members.all()] for party in (entry, gone)
    )
    chairs = sorted(
        round.seats.filter(entry=gone, from_hand=1),
        key=lambda seat: (
            leavers.index(seat.player_id) if seat.player_id in leavers else len(leavers)
        ),
    )
    if len(came) < len(chairs):
        raise lacks_players(entry, len(chairs))
    round.seats.filter(entry=gone, from_hand__gt=1).update(entry=entry)
    for seat, player in zip(chairs, came, strict=False):
        write(seat, entry=entry, player_id=player)
    take_over_wind(entry, gone)


def take_over_wind(entry: Entry, gone: Entry) -> None:
    """Take over the wind of an entry that is gone. If it comes after all, it gets a free one like
    every latecomer.
    """
    if not gone.wind:
        return
    number = gone.wind_number
    write(gone, wind_number=None)
    if number is not None:
        give_slot(entry, (Wind(gone.wind), number))
    elif entry.wind != gone.wind:
        give_slot(entry, lowest_free(entry.tournament, Wind(gone.wind)))


def _broken_matches(round: Round) -> list[ValidationError]:
    """Refusal that names the tables of broken matches, or an empty list. Two teams have to meet at
    two tables, each North-South at one of them (R11).
    """
    if round.tournament.rules.sides != "teams":
        return []
    north_south: dict[frozenset[int], list[tuple[int, int]]] = {}
    tables: dict[int, dict[str, int]] = {}
    for number, wind, entry in round.seats.filter(from_hand=1).values_list(
        "table__number", "wind", "entry"
    ):
        tables.setdefault(number, {})[wind] = entry
    for number, sitting in sorted(tables.items()):
        north_south.setdefault(frozenset(sitting.values()), []).append(
            (number, sitting.get("N", 0))
        )
    sentence = _(
        "At tables %(tables)s sit teams whose match is not whole: two teams meet at two tables, each North–South at "
        "one of them. Plan the partita again."
    )
    broken = [
        [number for number, _north in played]
        for teams, played in north_south.items()
        if len(teams) != 2 or len(played) != 2 or {north for _number, north in played} != teams
    ]
    if not broken:
        return []
    numbers_text = ", ".join(str(number) for numbers in broken for number in numbers)
    return [refusal(sentence, "match_broken", tables=numbers_text)]


@transaction.atomic
def withdraw_seating(*, round: Round, author: Author, reason: str) -> Round:
    round = locked_round(round)
    if round.seating_published_at is None:
        return round
    reason = read_reason(
        clean_text(reason)[:200],
        _(
            "Say why the seating is taken back: everybody may have read it. The reason stays in the log."
        ),
    )
    write(round, seating_published_at=None)
    record_in(
        round,
        LogKind.SEATING_WITHDRAWN,
        gettext_noop("Seating of partita %(round)s withdrawn. Reason: %(reason)s"),
        author,
        reason=reason,
    )
    return round


@transaction.atomic
def cancel_round(*, round: Round, author: Author) -> None:
    round = locked_round(round)
    if round.seating_published_at:
        raise refusal(
            _("The seating of partita %(round)s is published: withdraw it first."),
            "seating_published",
            round=round.number,
        )
    if round.board_set and not round.board_set.is_sealed:
        raise refusal(
            _("The boards of partita %(round)s have been printed, so the partita stays."),
            "boards_printed",
            round=round.number,
        )
    tournament, number = round.tournament, round.number
    tournament.check_own()
    commitment = round.board_set.commitment if round.board_set else "–"
    round.delete()
    record(
        tournament,
        LogKind.ROUND_CANCELLED,
        gettext_noop("Partita %(round)s is no longer planned. Boards put aside: %(commitment)s"),
        author,
        round=number,
        commitment=commitment,
    )
