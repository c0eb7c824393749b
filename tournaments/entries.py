"""Who is in the tournament: entering, leaving, coming back. An entry keeps its number and its history for good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count, islice

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.draw import free_slot, give_slot, is_drawn
from tournaments.head_count import entry_size
from tournaments.log import record
from tournaments.models import Entry, EntryMember, Player, Tournament
from tournaments.names import cleaned
from tournaments.roster_columns import RosterRow, checked_row

HOUSE_NAME = "Jolly"
MOST_ENTRIES = 2_000
MOST_RESERVES = 2
"""Players of a pair or team beyond those who sit down."""


def locked(tournament: Tournament) -> Tournament:
    """The tournament's row, locked: entries, winds and seats of one tournament are changed one after another."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.closed_at is not None:
        sentence = _("“%(tournament)s” is closed and does not change any more. To put something right, open it again.")
        raise ValidationError(sentence, code="tournament_closed", params={"tournament": tournament.name})
    return tournament


def locked_entry(entry: Entry) -> Entry:
    """The entry as it is now, with its tournament's row locked."""
    tournament = locked(entry.tournament)
    fresh = Entry.objects.prefetch_related("members__player").get(pk=entry.pk)
    fresh.tournament = tournament
    return fresh


@transaction.atomic
def enter_player(*, tournament: Tournament, player: Player, author: AbstractBaseUser | None) -> Entry:
    """Enter a player under the next number; after the draw also with the first free wind and number."""
    entry = _enter(locked(tournament), [player])
    _record_entered(tournament, entry, author)
    return entry


@transaction.atomic
def enter_pair(
    *, tournament: Tournament, players: Sequence[Player], name: str = "", author: AbstractBaseUser | None
) -> Entry:
    """Enter two or more players as one competitor, a pair or a team, in the order in which they sit.

    A pair's first sits at the first wind of its axis. A team's first two are its pair North-South, the next two its
    pair East-West. Whoever comes after those is a reserve. Raises ``ValidationError`` for one twice, or too many.
    """
    if len({player.pk for player in players}) != len(players) or len(players) < 2:
        sentence = _("A pair needs two different players.")
        raise ValidationError(sentence, code="pair_needs_two")
    check_room(tournament, len(players))
    entry = _enter(locked(tournament), players, cleaned(name)[:160])
    _record_entered(tournament, entry, author)
    return entry


@transaction.atomic
def enter_new_player(
    *,
    tournament: Tournament,
    surname: str,
    given_name: str,
    card_number: str = "",
    club: str = "",
    author: AbstractBaseUser | None,
) -> Entry:
    """Add a player to the roster and enter them, or neither. Raises ``ValidationError`` where a field is wrong."""
    player = add_player(surname=surname, given_name=given_name, card_number=card_number, club=club)
    return enter_player(tournament=tournament, player=player, author=author)


@transaction.atomic
def add_player(*, surname: str, given_name: str = "", card_number: str = "", club: str = "", email: str = "") -> Player:
    """Add a player to the roster. A card number that somebody has is refused with that person's name."""
    texts = {"surname": surname, "given_name": given_name, "card_number": card_number, "club": club, "email": email}
    row = checked_row(RosterRow(line=1, **{field: cleaned(text) for field, text in texts.items()}))
    if row.fatal or row.faults:
        raise ValidationError([ValidationError(str(fault), code="player_invalid") for fault in row.faults])
    holder = Player.objects.filter(card_number=row.card_number).first() if row.card_number else None
    if holder is not None:
        raise _card_taken(row.card_number, holder)
    try:
        with transaction.atomic():
            player = row.player()
            player.save(force_insert=True)
            return player
    except IntegrityError:
        raise _card_taken(row.card_number, Player.objects.filter(card_number=row.card_number).first()) from None


def _card_taken(card_number: str, holder: Player | None) -> ValidationError:
    sentence = _("Card %(card)s belongs to %(player)s. Choose that player from the list, or correct the number.")
    params = {"card": card_number, "player": holder.full_name if holder else "–"}
    return ValidationError(sentence, code="card_taken", params=params)


@transaction.atomic
def enter_many(
    *, tournament: Tournament, players: Iterable[Player], author: AbstractBaseUser | None
) -> tuple[Entry, ...]:
    """Enter players in the order given, each under the next number, all or none. A few queries for any number."""
    tournament = locked(tournament)
    players = list({player.pk: player for player in players}.values())
    if not players:
        return ()
    _check_not_entered(tournament, players)
    first = _next_number(tournament, len(players))
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=first + place, unranked=player.is_house)
        for place, player in enumerate(players)
    )
    _add_members(tournament, [(entry, player, 1) for entry, player in zip(entries, players, strict=True)])
    if is_drawn(tournament):
        for entry in entries:
            give_slot(entry, free_slot(tournament))
    sentence = gettext_noop("Entries %(first)s to %(last)s: %(players)s.")
    names = ", ".join(player.full_name for player in players)
    record(
        tournament, "entry", sentence, author=author, first=first, last=first + len(players) - 1, players=names[:2000]
    )
    return tuple(entries)


def _enter(tournament: Tournament, players: Sequence[Player], name: str = "") -> Entry:
    _check_not_entered(tournament, players)
    entry = Entry.objects.create(
        tournament=tournament,
        number=_next_number(tournament),
        name=name,
        unranked=any(player.is_house for player in players),
    )
    _add_members(tournament, [(entry, player, place) for place, player in enumerate(players, 1)])
    if is_drawn(tournament):
        give_slot(entry, free_slot(tournament))
    return entry


def check_room(tournament: Tournament, players: int) -> None:
    """Refuse an entry of more players than it seats, reserves among them."""
    size = entry_size(tournament)
    if 1 < size < players - MOST_RESERVES:
        sentence = _("An entry here has %(size)s players and up to %(reserves)s reserves; these are %(players)s.")
        params = {"size": size, "reserves": MOST_RESERVES, "players": players}
        raise ValidationError(sentence, code="entry_too_large", params=params)


def _check_not_entered(tournament: Tournament, players: Iterable[Player]) -> None:
    members = tournament.members.filter(player__in=players).select_related("entry", "player")
    for member in members:
        params = {"player": member.player.full_name, "number": member.entry.number}
        if member.entry.withdrawn_at is not None:
            sentence = _("%(player)s is entry %(number)s and has withdrawn: let that entry return to play.")
            raise ValidationError(sentence, code="entered_and_withdrawn", params=params)
        sentence = _("%(player)s is already entered, number %(number)s.")
        raise ValidationError(sentence, code="already_entered", params=params)


def _next_number(tournament: Tournament, count: int = 1) -> int:
    number = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    if number + count - 1 > MOST_ENTRIES:
        sentence = _("A tournament takes up to %(most)s entries.")
        raise ValidationError(sentence, code="too_many_entries", params={"most": MOST_ENTRIES})
    return number


def _add_members(tournament: Tournament, members: Iterable[tuple[Entry, Player, int]]) -> None:
    rows = [
        EntryMember(tournament=tournament, entry=entry, player=player, place=place) for entry, player, place in members
    ]
    try:
        with transaction.atomic():
            EntryMember.objects.bulk_create(rows)
    except IntegrityError:
        sentence = _("One of these players has just been entered from elsewhere. Look at the list of entries.")
        raise ValidationError(sentence, code="already_entered") from None


def _record_entered(tournament: Tournament, entry: Entry, author: AbstractBaseUser | None) -> None:
    fields = {"number": entry.number, "player": entry.title}
    if entry.wind_number is None:
        record(tournament, "entry", gettext_noop("Entry %(number)s: %(player)s."), author=author, **fields)
        return
    sentence = gettext_noop("Late entry %(number)s: %(player)s, with the free wind %(wind)s %(wind_number)s.")
    record(
        tournament, "entry", sentence, author=author, wind=entry.wind, wind_number=entry.wind_number, **fields
    )  # fmt: skip


@transaction.atomic
def add_house_player(*, tournament: Tournament, author: AbstractBaseUser | None) -> Entry:
    """Enter a house player, who completes a table and is not ranked (A21): the first one not here yet.

    Where entries are pairs or teams, as many house players as one of them has.
    """
    tournament = locked(tournament)
    here = set(tournament.members.filter(player__is_house=True).values_list("player__surname", flat=True))
    free = (f"{HOUSE_NAME} {number}" for number in count(1) if f"{HOUSE_NAME} {number}" not in here)
    wanted = list(islice(free, entry_size(tournament)))
    known = {player.surname: player for player in Player.objects.filter(is_house=True, surname__in=wanted)}
    house = [known.get(surname) or Player.objects.create(surname=surname, is_house=True) for surname in wanted]
    entry = _enter(tournament, house)
    sentence = gettext_noop("House player %(player)s enters as number %(number)s, not ranked.")
    record(tournament, "house_player", sentence, author=author, player=entry.title, number=entry.number)
    return entry


@transaction.atomic
def set_present(*, entry: Entry, present: bool, author: AbstractBaseUser | None) -> Entry:
    """Say that an entry is in the hall, or not; who is not there is not seated."""
    entry = locked_entry(entry)
    if entry.present == present:
        return entry
    entry.present = present
    entry.save(update_fields=["present"])
    if present and entry.withdrawn_at is None and entry.wind_number is None and is_drawn(entry.tournament):
        give_slot(entry, free_slot(entry.tournament))
    sentence = (
        gettext_noop("Entry %(number)s, %(player)s, is present.")
        if present
        else gettext_noop("Entry %(number)s, %(player)s, is not present.")
    )
    record(entry.tournament, "presence", sentence, author=author, number=entry.number, player=entry.title)
    return entry


@transaction.atomic
def set_unranked(*, entry: Entry, unranked: bool, author: AbstractBaseUser | None) -> Entry:
    """Take an entry out of the ranking, or put it back in; it plays all the same."""
    entry = locked_entry(entry)
    if entry.unranked == unranked:
        return entry
    entry.unranked = unranked
    entry.save(update_fields=["unranked"])
    sentence = (
        gettext_noop("Entry %(number)s, %(player)s, plays unranked.")
        if unranked
        else gettext_noop("Entry %(number)s, %(player)s, is ranked again.")
    )
    record(entry.tournament, "ranking", sentence, author=author, number=entry.number, player=entry.title)
    return entry


@transaction.atomic
def withdraw(*, entry: Entry, reason: str, author: AbstractBaseUser | None) -> Entry:
    """An entry leaves the tournament. Number and results stay; its place in the draw is free for a late entry.

    In a partita in play somebody must take the seat: ``seating.substitute``.
    """
    entry = locked_entry(entry)
    if entry.withdrawn_at is not None:
        sentence = _("Entry %(number)s has already withdrawn.")
        raise ValidationError(sentence, code="already_withdrawn", params={"number": entry.number})
    slot = f"{entry.wind}{entry.wind_number}" if entry.wind_number else ""
    entry.withdrawn_at = timezone.now()
    entry.withdrawn_because = cleaned(reason)[:200]
    entry.wind_number = None
    entry.save(update_fields=["withdrawn_at", "withdrawn_because", "wind_number"])
    fields = {"number": entry.number, "player": entry.title, "reason": entry.withdrawn_because or "–", "slot": slot}
    sentence = (
        gettext_noop("Entry %(number)s, %(player)s, withdraws and leaves %(slot)s free. Reason: %(reason)s")
        if slot
        else gettext_noop("Entry %(number)s, %(player)s, withdraws. Reason: %(reason)s")
    )
    record(entry.tournament, "withdrawal", sentence, author=author, **fields)
    return entry


@transaction.atomic
def return_to_play(*, entry: Entry, author: AbstractBaseUser | None) -> Entry:
    """A withdrawn entry comes back; after the draw it gets a free number, of its own wind where there is one."""
    entry = locked_entry(entry)
    if entry.withdrawn_at is None:
        sentence = _("Entry %(number)s has not withdrawn.")
        raise ValidationError(sentence, code="not_withdrawn", params={"number": entry.number})
    entry.withdrawn_at, entry.withdrawn_because, entry.present = None, "", True
    entry.save(update_fields=["withdrawn_at", "withdrawn_because", "present"])
    if is_drawn(entry.tournament):
        give_slot(entry, free_slot(entry.tournament, preferred=entry.wind))
    sentence = gettext_noop("Entry %(number)s, %(player)s, returns to play.")
    record(entry.tournament, "return", sentence, author=author, number=entry.number, player=entry.title)
    return entry


@transaction.atomic
def remove_entry(*, entry: Entry, author: AbstractBaseUser | None) -> None:
    """Take out an entry made by mistake. One that has a seat in any partita stays, and withdraws instead."""
    entry = locked_entry(entry)
    if entry.seats.exists():
        sentence = _("Entry %(number)s, %(player)s, has been given a seat: it can withdraw, not be removed.")
        raise ValidationError(sentence, code="entry_seated", params={"number": entry.number, "player": entry.title})
    fields = {"number": entry.number, "player": entry.title}
    tournament = entry.tournament
    entry.delete()
    record(
        tournament, "entry", gettext_noop("Entry %(number)s, %(player)s, is removed."), author=author, **fields
    )  # fmt: skip
