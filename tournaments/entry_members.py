"""The players of a pair or team: joining, leaving, their order and their name."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, write
from ground.names import clean_text
from tournaments.entries import add_player, check_room, fields_of, locked_entry, mark_house
from tournaments.log import LogKind, record
from tournaments.models import Entry, EntryMember, Player
from tournaments.namesakes import mark_namesakes
from wording.sentences import refusal

_ASIDE = 1000
"""Place for members while their places change, because two may not have the same place even for a
moment."""


@transaction.atomic
def join_entry(*, entry: Entry, player: Player, author: Author) -> Entry:
    entry = locked_entry(entry)
    places = [member.place for member in entry.members.all()]
    check_room(entry.tournament, len(places) + 1)
    try:
        with transaction.atomic():
            EntryMember.objects.create(
                tournament=entry.tournament,
                entry=entry,
                player=player,
                place=max(places, default=0) + 1,
            )
    except IntegrityError:
        raise refusal(
            _("%(player)s is already entered in the tournament."),
            "already_entered",
            player=player.full_name,
        ) from None
    mark_house(entry)
    mark_namesakes(entry.tournament_id)
    record(
        entry.tournament,
        LogKind.ENTRY,
        gettext_noop("%(player)s joins entry %(number)s."),
        author,
        player=player.full_name,
        number=entry.number,
    )
    return _fresh(entry)


@transaction.atomic
def join_new_player(*, entry: Entry, author: Author, **person: str) -> Entry:
    return join_entry(entry=entry, player=add_player(**person), author=author)


@transaction.atomic
def leave_entry(*, entry: Entry, player: Player, author: Author) -> Entry:
    entry = locked_entry(entry)
    params = {"player": player.full_name, "number": entry.number}
    members = list(entry.members.all())
    if player.pk not in {member.player_id for member in members}:
        raise refusal(_("%(player)s is not in entry %(number)s."), "not_a_member", **params)
    if len(members) == 1:
        raise refusal(
            _(
                "%(player)s is the only player of entry %(number)s: remove the entry, or let it withdraw."
            ),
            "last_member",
            **params,
        )
    if entry.seats.filter(player=player).exists():
        raise refusal(
            _(
                "%(player)s has a seat for entry %(number)s and cannot leave it. Let somebody sit in instead."
            ),
            "member_seated",
            **params,
        )
    entry.members.filter(player=player).delete()
    _renumber(entry, [member.player for member in members if member.player_id != player.pk])
    mark_namesakes(entry.tournament_id)
    record(
        entry.tournament,
        LogKind.ENTRY,
        gettext_noop("%(player)s leaves entry %(number)s."),
        author,
        **params,
    )
    return _fresh(entry)


@transaction.atomic
def order_members(*, entry: Entry, players: Sequence[Player], author: Author) -> Entry:
    entry = locked_entry(entry)
    members = [member.player_id for member in entry.members.all()]
    if sorted(player.pk for player in players) != sorted(members):
        raise refusal(
            _("Put every player of entry %(number)s in order, each once."),
            "order_incomplete",
            number=entry.number,
        )
    if [player.pk for player in players] == members:
        return entry
    _renumber(entry, players)
    line = gettext_noop("Entry %(number)s sits in the order %(players)s.")
    names = ", ".join(player.full_name for player in players)
    record(entry.tournament, LogKind.ENTRY, line, author, number=entry.number, players=names)
    return _fresh(entry)


@transaction.atomic
def name_entry(*, entry: Entry, name: str, author: Author) -> Entry:
    entry = locked_entry(entry)
    name = clean_text(name)[:160]
    if entry.name == name:
        return entry
    before = entry.title
    write(entry, name=name)
    record(
        entry.tournament,
        LogKind.ENTRY,
        gettext_noop("Entry %(number)s, %(before)s, is now called %(after)s."),
        author,
        number=entry.number,
        before=before,
        after=entry.title,
    )
    return entry


@transaction.atomic
def join_entries(*, first: Entry, second: Entry, author: Author) -> Entry:
    first, second = locked_entry(first), locked_entry(second)
    if first.pk == second.pk or first.tournament_id != second.tournament_id:
        raise refusal(_("Choose two different entries of this tournament."), "same_entry")
    for entry in (first, second):
        if entry.seats.exists():
            raise refusal(
                _("Entry %(number)s, %(player)s, has been given a seat: it stays as it is."),
                "entry_seated",
                **fields_of(entry),
            )
        if entry.withdrawn_at:
            raise refusal(
                _("Entry %(number)s, %(player)s, has withdrawn: let it return to play first."),
                "entry_withdrawn",
                **fields_of(entry),
            )
    players = [member.player for entry in (first, second) for member in entry.members.all()]
    check_room(first.tournament, len(players))
    titles = {
        "first": first.title,
        "second": second.title,
        "number": first.number,
        "gone": second.number,
    }
    second.delete()
    place = first.members.count()
    EntryMember.objects.bulk_create(
        EntryMember(tournament=first.tournament, entry=first, player=player, place=number)
        for number, player in enumerate(players[place:], place + 1)
    )
    mark_house(first)
    record(
        first.tournament,
        LogKind.ENTRY,
        gettext_noop(
            "Entries %(number)s, %(first)s, and %(gone)s, %(second)s, are now one: number %(number)s."
        ),
        author,
        **titles,
    )
    return _fresh(first)


def _renumber(entry: Entry, players: Sequence[Player]) -> None:
    entry.members.update(place=F("place") + _ASIDE)
    for place, player in enumerate(players, 1):
        entry.members.filter(player=player).update(place=place)


def _fresh(entry: Entry) -> Entry:
    return Entry.objects.with_players().select_related("tournament").get(pk=entry.pk)
