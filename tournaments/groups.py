"""Pairs and teams: their players, in the order in which they sit, put together, changed and named."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.entries import add_player, check_room, locked_entry
from tournaments.log import record
from tournaments.models import Entry, EntryMember, Player
from tournaments.names import cleaned

_ASIDE = 1000
"""Where members stand for a moment while their places change: two may not have the same one."""


@transaction.atomic
def join_entry(*, entry: Entry, player: Player, author: AbstractBaseUser | None) -> Entry:
    """Add a player to a pair or team, after those that it has."""
    entry = locked_entry(entry)
    places = [member.place for member in entry.members.all()]
    check_room(entry.tournament, len(places) + 1)
    try:
        with transaction.atomic():
            EntryMember.objects.create(
                tournament=entry.tournament, entry=entry, player=player, place=max(places, default=0) + 1
            )
    except IntegrityError:
        sentence = _("%(player)s is already entered in the tournament.")
        raise ValidationError(sentence, code="already_entered", params={"player": player.full_name}) from None
    _mark_house(entry)
    sentence = gettext_noop("%(player)s joins entry %(number)s.")
    record(entry.tournament, "entry", sentence, author=author, player=player.full_name, number=entry.number)
    return _fresh(entry)


@transaction.atomic
def join_new_player(
    *,
    entry: Entry,
    surname: str,
    given_name: str,
    card_number: str = "",
    club: str = "",
    author: AbstractBaseUser | None,
) -> Entry:
    """Add a player to the roster and to a pair or team, or neither."""
    player = add_player(surname=surname, given_name=given_name, card_number=card_number, club=club)
    return join_entry(entry=entry, player=player, author=author)


@transaction.atomic
def leave_entry(*, entry: Entry, player: Player, author: AbstractBaseUser | None) -> Entry:
    """Take a player out of a pair or team who has not sat for it. The last one stays: that entry is removed whole."""
    entry = locked_entry(entry)
    params = {"player": player.full_name, "number": entry.number}
    members = list(entry.members.all())
    if player.pk not in {member.player_id for member in members}:
        raise ValidationError(_("%(player)s is not of entry %(number)s."), code="not_a_member", params=params)
    if len(members) == 1:
        sentence = _("%(player)s is all of entry %(number)s: remove the entry, or let it withdraw.")
        raise ValidationError(sentence, code="last_member", params=params)
    if entry.seats.filter(player=player).exists():
        sentence = _("%(player)s has a seat for entry %(number)s and stays of it. Let somebody sit in instead.")
        raise ValidationError(sentence, code="member_seated", params=params)
    entry.members.filter(player=player).delete()
    _renumber(entry, [member.player for member in members if member.player_id != player.pk])
    record(
        entry.tournament, "entry", gettext_noop("%(player)s leaves entry %(number)s."), author=author, **params
    )  # fmt: skip
    return _fresh(entry)


@transaction.atomic
def order_members(*, entry: Entry, players: Sequence[Player], author: AbstractBaseUser | None) -> Entry:
    """Say in which order they sit: a team's first two North-South, the next two East-West, then the reserves.

    A partita that is already seated stays as it is.
    """
    entry = locked_entry(entry)
    members = [member.player_id for member in entry.members.all()]
    if sorted(player.pk for player in players) != sorted(members):
        sentence = _("Put every player of entry %(number)s in order, each once.")
        raise ValidationError(sentence, code="order_incomplete", params={"number": entry.number})
    if [player.pk for player in players] == members:
        return entry
    _renumber(entry, players)
    sentence = gettext_noop("Entry %(number)s sits in the order %(players)s.")
    names = ", ".join(player.full_name for player in players)
    record(entry.tournament, "entry", sentence, author=author, number=entry.number, players=names)
    return _fresh(entry)


@transaction.atomic
def name_entry(*, entry: Entry, name: str, author: AbstractBaseUser | None) -> Entry:
    """Give a pair or team a name of its own; an empty one leaves it known by its players."""
    entry = locked_entry(entry)
    name = cleaned(name)[:160]
    if entry.name == name:
        return entry
    before, entry.name = entry.title, name
    entry.save(update_fields=["name"])
    sentence = gettext_noop("Entry %(number)s, %(before)s, is now called %(after)s.")
    record(
        entry.tournament, "entry", sentence, author=author, number=entry.number, before=before, after=entry.title
    )  # fmt: skip
    return entry


@transaction.atomic
def join_entries(*, first: Entry, second: Entry, author: AbstractBaseUser | None) -> Entry:
    """Make one pair or team of two entries: the second's players join the first, and the second is no more.

    Refused where either has a seat already.
    """
    first, second = locked_entry(first), locked_entry(second)
    if first.pk == second.pk or first.tournament_id != second.tournament_id:
        raise ValidationError(_("Choose two different entries of this tournament."), code="same_entry")
    for entry in (first, second):
        if entry.seats.exists():
            sentence = _("Entry %(number)s, %(player)s, has been given a seat: it stays as it is.")
            raise ValidationError(sentence, code="entry_seated", params=_said(entry))
        if entry.withdrawn_at is not None:
            sentence = _("Entry %(number)s, %(player)s, has withdrawn: let it return to play first.")
            raise ValidationError(sentence, code="entry_withdrawn", params=_said(entry))
    players = [member.player for entry in (first, second) for member in entry.members.all()]
    check_room(first.tournament, len(players))
    titles = {"first": first.title, "second": second.title, "number": first.number, "gone": second.number}
    second.delete()
    place = first.members.count()
    EntryMember.objects.bulk_create(
        EntryMember(tournament=first.tournament, entry=first, player=player, place=number)
        for number, player in enumerate(players[place:], place + 1)
    )
    _mark_house(first)
    sentence = gettext_noop("Entries %(number)s, %(first)s, and %(gone)s, %(second)s, are one: number %(number)s.")
    record(first.tournament, "entry", sentence, author=author, **titles)
    return _fresh(first)


def _said(entry: Entry) -> dict[str, object]:
    return {"number": entry.number, "player": entry.title}


def _renumber(entry: Entry, players: Sequence[Player]) -> None:
    entry.members.update(place=F("place") + _ASIDE)
    for place, player in enumerate(players, 1):
        entry.members.filter(player=player).update(place=place)


def _mark_house(entry: Entry) -> None:
    """Whoever plays with a house player is not ranked."""
    if not entry.unranked and entry.members.filter(player__is_house=True).exists():
        entry.unranked = True
        entry.save(update_fields=["unranked"])


def _fresh(entry: Entry) -> Entry:
    return Entry.objects.prefetch_related("members__player").select_related("tournament").get(pk=entry.pk)
