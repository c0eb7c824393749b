"""Entries of a tournament: entering, leaving, coming back; pairs and teams; house players, who make
room for others.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import count, islice

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, write
from ground.names import clean_text
from tournaments.circuits import Circuit
from tournaments.head_count import (
    entry_size,
    fillers_in_the_hall,
    keeps_winds,
    seats_of_entries,
)
from tournaments.list_reading.rows import RosterRow, checked_row
from tournaments.log import LogKind, record, record_of
from tournaments.models import Entry, EntryMember, Player, Tournament
from tournaments.namesakes import mark_namesakes
from tournaments.wind_draw import change_wind, free_slot, give_slot, is_drawn, published_seats
from wording.sentences import refusal

HOUSE_NAME = "Jolly"
MOST_ENTRIES = 2_000
MOST_RESERVES = 2
"""Most reserves: players of a pair or team beyond those who sit down."""


def locked_entry(entry: Entry) -> Entry:
    tournament = entry.tournament.lock_open()
    fresh = Entry.objects.with_players().get(pk=entry.pk)
    fresh.tournament = tournament
    return fresh


@transaction.atomic
def enter_player(*, tournament: Tournament, player: Player, author: Author) -> Entry:
    [entry] = add_entries(tournament.lock_open(), [[player]])
    _record_entered(entry, author)
    return entry


@transaction.atomic
def enter_pair(
    *, tournament: Tournament, players: Sequence[Player], name: str = "", author: Author
) -> Entry:
    """Enter a pair or a team. ``players`` are in the order of their seats: a team's first two
    North-South, the next two East-West, then reserves. Raises ``ValidationError`` for a player who
    is named twice, or for too many.
    """
    if len({player.pk for player in players}) != len(players) or len(players) < 2:
        raise refusal(_("A pair needs two different players."), "pair_needs_two")
    check_room(tournament, len(players))
    [entry] = add_entries(tournament.lock_open(), [players], clean_text(name)[:160])
    _record_entered(entry, author)
    return entry


@transaction.atomic
def enter_new_player(*, tournament: Tournament, author: Author, **person: str) -> Entry:
    """Add a player to the roster and enter them. ``person`` has the arguments of ``add_player``."""
    return enter_player(tournament=tournament, player=add_player(**person), author=author)


@transaction.atomic
def add_player(
    *, surname: str, given_name: str = "", card_number: str = "", club: str = "", email: str = ""
) -> Player:
    number, family, first_name, house, address = map(
        clean_text, (card_number, surname, given_name, club, email)
    )
    row = checked_row(RosterRow(1, number, family, first_name, house, address))
    if row.fatal or row.faults:
        raise ValidationError([refusal(str(fault), "player_invalid") for fault in row.faults])
    if holder := Player.objects.with_card(row.card_number).first():
        raise _card_taken(row.card_number, holder)
    try:
        with transaction.atomic():
            player = row.player()
            player.save(force_insert=True)
            return player
    except IntegrityError:
        holder = Player.objects.with_card(row.card_number).first()
        raise _card_taken(row.card_number, holder) from None


def _card_taken(card_number: str, holder: Player | None) -> ValidationError:
    return refusal(
        _(
            "Card %(card)s belongs to %(player)s. Choose that player from the list, or correct the number."
        ),
        "card_taken",
        card=card_number,
        player=holder.full_name if holder else "–",
    )


@transaction.atomic
def enter_many(
    *, tournament: Tournament, players: Iterable[Player], author: Author
) -> tuple[Entry, ...]:
    """Enter all players or none, in order, with consecutive numbers. A few queries for any number."""
    tournament = tournament.lock_open()
    players = list({player.pk: player for player in players}.values())
    if not players:
        return ()
    entries = add_entries(tournament, [[player] for player in players])
    sentence = gettext_noop("Entries %(first)s to %(last)s: %(players)s.")
    names = ", ".join(player.full_name for player in players)[:2000]
    first, last = entries[0].number, entries[-1].number
    record(tournament, LogKind.ENTRY, sentence, author, first=first, last=last, players=names)
    return tuple(entries)


def add_entries(
    tournament: Tournament,
    groups: Sequence[Sequence[Player]],
    name: str = "",
    *,
    fills: bool = False,
) -> list[Entry]:
    """Add an entry for each group of players, with the next number; after the draw also with the
    first free wind and number. House players only complete tables; other players do so if ``fills``
    is set. The caller writes the log.
    """
    members = tournament.members.filter(
        player__in=[player for players in groups for player in players]
    ).select_related("entry", "player")
    for member in members:
        params = {"player": member.name, "number": member.entry.number}
        if member.entry.withdrawn_at:
            raise refusal(
                _(
                    "%(player)s is entry %(number)s and has withdrawn: let that entry return to play."
                ),
                "entered_and_withdrawn",
                **params,
            )
        raise refusal(
            _("%(player)s is already entered, number %(number)s."), "already_entered", **params
        )
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            name=name,
            unranked=fills or any(player.is_house for player in players),
            fills=fills or any(player.is_house for player in players),
        )
        for number, players in enumerate(groups, _next_number(tournament, len(groups)))
    )
    _add_members(tournament, zip(entries, groups, strict=True))
    if is_drawn(tournament):
        for entry in entries:
            give_slot(entry, free_slot(tournament, completes=entry.fills))
    return entries


def check_room(tournament: Tournament, players: int) -> None:
    size = entry_size(tournament)
    if 1 < size < players - MOST_RESERVES:
        raise refusal(
            _(
                "An entry here has %(size)s players and up to %(reserves)s reserves; these are %(players)s."
            ),
            "entry_too_large",
            size=size,
            reserves=MOST_RESERVES,
            players=players,
        )


def _next_number(tournament: Tournament, count: int) -> int:
    number = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    if number + count - 1 > MOST_ENTRIES:
        raise refusal(
            _("A tournament takes up to %(most)s entries."), "too_many_entries", most=MOST_ENTRIES
        )
    return number


def _add_members(tournament: Tournament, groups: Iterable[tuple[Entry, Sequence[Player]]]) -> None:
    rows = [
        EntryMember(tournament=tournament, entry=entry, player=player, place=place)
        for entry, players in groups
        for place, player in enumerate(players, 1)
    ]
    try:
        with transaction.atomic():
            EntryMember.objects.bulk_create(rows)
    except IntegrityError:
        raise refusal(
            _("Somebody else has just entered one of these players. Look at the list of entries."),
            "already_entered",
        ) from None
    mark_namesakes(tournament.pk)


def _record_entered(entry: Entry, author: Author) -> None:
    if entry.wind_number is None:
        record_of(entry, LogKind.ENTRY, gettext_noop("Entry %(number)s: %(player)s."), author)
        return
    record_of(
        entry,
        LogKind.ENTRY,
        gettext_noop(
            "Late entry %(number)s: %(player)s, with the free wind %(wind)s %(wind_number)s."
        ),
        author,
        wind=entry.wind,
        wind_number=entry.wind_number,
    )


@transaction.atomic
def add_house_player(*, tournament: Tournament, author: Author) -> Entry:
    """Enter a house player, who completes a table and is not ranked (A21); for pairs or teams, as
    many as one has.
    """
    tournament = tournament.lock_open()
    house = house_players(tournament, entry_size(tournament))
    [entry] = add_entries(tournament, [house])
    record_of(
        entry,
        LogKind.HOUSE_PLAYER,
        gettext_noop("House player %(player)s enters as number %(number)s, not ranked."),
        author,
    )
    return entry


@transaction.atomic
def add_filler(*, tournament: Tournament, author: Author, player: Player | None = None) -> Entry:
    """Enter a member who completes a table and is not ranked; a house player if nobody is named.
    Pairs and teams are completed by house players only.
    """
    tournament = tournament.lock_open()
    if player is None or player.is_house or entry_size(tournament) > 1:
        return add_house_player(tournament=tournament, author=author)
    [entry] = add_entries(tournament, [[player]], fills=True)
    record_of(
        entry,
        LogKind.HOUSE_PLAYER,
        gettext_noop("%(player)s completes a table as number %(number)s, not ranked."),
        author,
    )
    return entry


def house_players(tournament: Tournament, wanted: int) -> list[Player]:
    """Get as many house players as are ``wanted`` who are not in this evening; add new ones to the
    roster if needed.
    """
    here = Q(memberships__tournament=tournament) | Q(seats__round__tournament=tournament)
    surnames_here = set(
        Player.objects.filter(here, is_house=True).values_list("surname", flat=True)
    )
    free = (
        f"{HOUSE_NAME} {number}"
        for number in count(1)
        if f"{HOUSE_NAME} {number}" not in surnames_here
    )
    surnames = list(islice(free, wanted))
    known = {
        player.surname: player
        for player in Player.objects.filter(is_house=True, surname__in=surnames)
    }
    return [
        known.get(surname) or Player.objects.create(surname=surname, is_house=True)
        for surname in surnames
    ]


@transaction.atomic
def set_present(*, entry: Entry, present: bool, author: Author) -> Entry:
    entry = locked_entry(entry)
    there = gettext_noop("Entry %(number)s, %(player)s, is present.")
    gone = gettext_noop("Entry %(number)s, %(player)s, is not present.")
    is_news = _tick(entry, "present", present, LogKind.PRESENCE, there if present else gone, author)
    waits = entry.withdrawn_at is None and entry.wind_number is None
    if is_news and present and waits and is_drawn(entry.tournament):
        give_slot(entry, free_slot(entry.tournament))
    return entry


def _tick(
    entry: Entry, field: str, value: bool, kind: LogKind, sentence: str, author: Author
) -> bool:
    """Set a field of the entry and log it. Returns whether the field changed."""
    if getattr(entry, field) == value:
        return False
    write(entry, **{field: value})
    record_of(entry, kind, sentence, author)
    return True


@transaction.atomic
def set_all_present(
    *, tournament: Tournament, present: bool, numbers: Collection[int] | None = None, author: Author
) -> tuple[int, ...]:
    """Note whether all, or the entries with these numbers, are in the hall. Returns the numbers of
    those that changed.
    """
    tournament = tournament.lock_open()
    concerned = (
        tournament.entries.filter(withdrawn_at=None).exclude(present=present).order_by("number")
    )
    if numbers is not None:
        concerned = concerned.filter(number__in=numbers)
    entries = list(concerned)
    if not entries:
        return ()
    tournament.entries.filter(pk__in=[entry.pk for entry in entries]).update(present=present)
    if present and is_drawn(tournament):
        for entry in entries:
            entry.present = True
            if entry.wind_number is None:
                give_slot(entry, free_slot(tournament))
    sentence = (
        gettext_noop("Present again: entries %(numbers)s.")
        if present
        else gettext_noop("Not present: entries %(numbers)s.")
    )
    numbers_told = tuple(entry.number for entry in entries)
    record(
        tournament,
        LogKind.PRESENCE,
        sentence,
        author,
        numbers=", ".join(map(str, numbers_told))[:2000],
    )
    return numbers_told


@transaction.atomic
def undo_entering(
    *, tournament: Tournament, entries: Collection[int], players: Collection[int], author: Author
) -> tuple[int, tuple[str, ...]]:
    """Remove entries that were just made, by keys, and the players added with them. Returns their
    number, and the titles of those that stay because they have a seat or have withdrawn.
    """
    tournament = tournament.lock_open()
    entered_now = list(tournament.entries.filter(pk__in=entries).with_players().order_by("number"))
    seated = set(
        tournament.entries.filter(pk__in=entries, seats__isnull=False).values_list("pk", flat=True)
    )
    staying = [
        entry for entry in entered_now if entry.pk in seated or entry.withdrawn_at is not None
    ]
    gone = [entry for entry in entered_now if entry not in staying]
    titles = ", ".join(entry.title for entry in gone)
    tournament.entries.filter(pk__in=[entry.pk for entry in gone]).delete()
    forget_players(players)
    mark_namesakes(tournament.pk)
    if gone:
        record(
            tournament,
            LogKind.ENTRY,
            gettext_noop("Taken back: entries of %(players)s."),
            author,
            players=titles[:2000],
        )
    return len(gone), tuple(entry.title for entry in staying)


def forget_players(players: Iterable[int]) -> int:
    """Remove players from the roster who are in no evening and no year. Returns their number."""
    unused = Player.objects.filter(
        pk__in=players, memberships=None, seats=None, redeals=None, merges=None, club_years=None
    )
    keys = list(unused.values_list("pk", flat=True))
    Circuit.objects.filter(guests__in=keys).count_change()
    Player.objects.filter(pk__in=keys).delete()
    return len(keys)


@transaction.atomic
def set_unranked(*, entry: Entry, unranked: bool, author: Author) -> Entry:
    entry = locked_entry(entry)
    out = gettext_noop("Entry %(number)s, %(player)s, plays unranked.")
    back = gettext_noop("Entry %(number)s, %(player)s, is ranked again.")
    if not unranked:
        write(entry, fills=False)
    _tick(entry, "unranked", unranked, LogKind.RANKING, out if unranked else back, author)
    return entry


@transaction.atomic
def set_fee_paid(*, entry: Entry, paid: bool, author: Author) -> Entry:
    """Note whether the fee is paid. Works after the evening is closed too, because some pay later."""
    entry = Entry.objects.select_for_update().select_related("tournament").get(pk=entry.pk)
    ticked = gettext_noop("Entry %(number)s, %(player)s, has paid the fee.")
    taken_back = gettext_noop("Entry %(number)s, %(player)s, has not paid the fee after all.")
    _tick(entry, "fee_paid", paid, LogKind.FEE, ticked if paid else taken_back, author)
    return entry


@transaction.atomic
def withdraw(*, entry: Entry, reason: str, author: Author) -> Entry:
    entry = locked_entry(entry)
    if entry.withdrawn_at:
        raise refusal(
            _("Entry %(number)s has already withdrawn."), "already_withdrawn", number=entry.number
        )
    slot = f"{entry.wind}{entry.wind_number}" if entry.wind_number else ""
    write(
        entry,
        withdrawn_at=timezone.now(),
        withdrawn_because=clean_text(reason)[:200],
        wind_number=None,
    )
    line = (
        gettext_noop(
            "Entry %(number)s, %(player)s, withdraws and leaves %(slot)s free. Reason: %(reason)s"
        )
        if slot
        else gettext_noop("Entry %(number)s, %(player)s, withdraws. Reason: %(reason)s")
    )
    record_of(
        entry, LogKind.WITHDRAWAL, line, author, reason=entry.withdrawn_because or "–", slot=slot
    )
    return entry


@transaction.atomic
def return_to_play(*, entry: Entry, author: Author) -> Entry:
    entry = locked_entry(entry)
    if entry.withdrawn_at is None:
        raise refusal(
            _("Entry %(number)s has not withdrawn."), "not_withdrawn", number=entry.number
        )
    write(entry, withdrawn_at=None, withdrawn_because="", present=True)
    if is_drawn(entry.tournament):
        give_slot(entry, free_slot(entry.tournament, preferred=entry.wind))
    record_of(
        entry,
        LogKind.RETURN,
        gettext_noop("Entry %(number)s, %(player)s, returns to play."),
        author,
    )
    return entry


@transaction.atomic
def remove_entry(*, entry: Entry, author: Author) -> None:
    entry = locked_entry(entry)
    if entry.seats.exists():
        raise refusal(
            _(
                "Entry %(number)s, %(player)s, has been given a seat: it can withdraw, not be removed."
            ),
            "entry_seated",
            **fields_of(entry),
        )
    line, fields = gettext_noop("Entry %(number)s, %(player)s, is removed."), fields_of(entry)
    entry.delete()
    mark_namesakes(entry.tournament_id)
    record(entry.tournament, LogKind.ENTRY, line, author, **fields)


def fields_of(entry: Entry) -> dict[str, object]:
    return {"number": entry.number, "player": entry.title}


def mark_house(entry: Entry) -> None:
    if not entry.unranked and entry.members.filter(player__is_house=True).exists():
        write(entry, unranked=True, fills=True)


@transaction.atomic
def fillers_leave(*, tournament: Tournament, count: int, author: Author) -> tuple[Entry, ...]:
    """Withdraw those who complete tables, the latest first. If winds are kept, the last entry of
    the hall takes the free wind, so that winds stay even; if seats are published, with the seat.
    """
    tournament = tournament.lock_open()
    leaving = tuple(fillers_in_the_hall(tournament).order_by("-number")[:count])
    if len(leaving) < count:
        raise refusal(
            _("Fewer than %(count)s of the players who complete a table can leave now."),
            "no_house_players",
            count=count,
        )
    for entry in leaving:
        withdraw(entry=entry, reason="", author=author)
    if keeps_winds(tournament) and published_seats(tournament) is None:
        _even(tournament, author)
    return leaving


def _even(tournament: Tournament, author: Author) -> None:
    while True:
        drawn = list(
            tournament.entries.playing().filter(wind_number__isnull=False).order_by("number")
        )
        there = Counter(entry.wind for entry in drawn)
        lines = sorted(seats_of_entries(tournament), key=lambda wind: there[wind.value])
        if there[lines[-1].value] - there[lines[0].value] < 2:
            return
        last = [entry for entry in drawn if entry.wind == lines[-1].value][-1]
        change_wind(entry=last, wind=lines[0], author=author)
