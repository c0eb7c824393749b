"""Merging of two rows of the roster that are one person. Published lists and the log stay as they
were written. A season follows the person, because it knows whose entry a published name is
(``seasons.season``).
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _, gettext_noop

from night.backup import BEFORE_MERGING, keep_copy
from people.models import Merge, TwoPeople
from tournaments.circuits import Circuit
from tournaments.log import LogKind, record
from tournaments.models import EntryMember, Player, Round, Seat
from tournaments.name_similarity import SURE, Likeness, likely_pairs
from tournaments.player_columns import APART, GUESTS, HELD, evenings_of
from tournaments.roster import invented, save_player
from wording.sentences import refusal

FIELDS: Mapping[str, tuple[str, ...]] = {
    "name": ("surname", "given_name", "name_for_paper"),
    "card": ("card_number",),
    "club": ("club",),
    "email": ("email", "emails_agreed"),
}
"""Choices between two people, each with its columns."""

CHOSEN = tuple(column for columns in FIELDS.values() for column in columns)


# --- who may be one


def pairs_to_look_at() -> list[tuple[int, int, Likeness]]:
    """Keys of players who may be one person, most likely first: those with the same card, from
    before cards were compared, then those with similar names. Four queries.

    Left out are players who were declared two people, who came to the same evening, who have
    different cards and only similar names, and invented people of trials beside real ones.
    """
    fields = Player.objects.filter(is_house=False).annotate(trial=invented()).order_by("pk")
    people = {
        pk: facts
        for pk, *facts in fields.values_list("pk", "surname", "given_name", "card_key", "trial")
    }
    holders = defaultdict[str, list[int]](list)
    for pk, facts in people.items():
        if facts[2]:
            holders[facts[2].partition(" ")[0]].append(pk)
    of_one_card = [
        (first, second, Likeness.CARD) for first, *others in holders.values() for second in others
    ]
    judged_pairs = {frozenset(pair) for pair in TwoPeople.objects.values_list("first", "second")}
    pairs = [
        (first, second, alike)
        for first, second, alike in likely_pairs(
            (pk, (facts[0], facts[1])) for pk, facts in people.items()
        )
        if people[first][3] == people[second][3]
        and frozenset((first, second)) not in judged_pairs
        and (alike in SURE or not people[first][2] or not people[second][2])
    ]
    met = _evenings_by_player({pk for first, second, _alike in pairs for pk in (first, second)})
    by_card = {pair[:2] for pair in of_one_card}
    return [
        *of_one_card,
        *(pair for pair in pairs if not met[pair[0]] & met[pair[1]] and pair[:2] not in by_card),
    ]


def _evenings_by_player(players: Collection[int]) -> Mapping[int, set[int]]:
    met = defaultdict(set)
    entered = EntryMember.objects.filter(player__in=players).values_list("player", "tournament")
    sat = (
        Seat.objects.filter(player__in=players)
        .order_by()
        .values_list("player", "round__tournament")
        .distinct()
    )
    for player, evening in [*entered, *sat]:
        met[player].add(evening)
    return met


def are_two_people(*, first: Player, second: Player) -> None:
    first, second = sorted((first, second), key=lambda player: player.pk)
    TwoPeople.objects.get_or_create(first=first, second=second)


def may_be_one(*, first: Player, second: Player) -> None:
    pair = (first, second)
    TwoPeople.objects.filter(first__in=pair, second__in=pair).delete()


# --- made one


def check_copied() -> Path | None:
    """Make a backup first, because only that can undo a merge. None if the database is no file of
    ours.
    """
    copy = keep_copy(BEFORE_MERGING)
    if copy is None and connection.vendor == "sqlite":
        raise refusal(
            _("No safety copy could be made, so they are not merged: check the disk first."),
            "no_copy",
        )
    return copy


def merge_obstacle(first: Player, second: Player) -> list[ValidationError]:
    if first.pk == second.pk:
        return [refusal(_("This is the same player: choose another one."), "same_player")]
    if first.is_house or second.is_house:
        return [refusal(_("A house player is not a person on the roster."), "house_player")]
    common = evenings_of(first) & evenings_of(second)
    sentence = _("Both are in “%(evening)s” of %(date)s, so they are two people.")
    met = [
        refusal(sentence, "same_evening", evening=evening.name, date=date_format(evening.date))
        for evening in common[:1]
    ]
    return [*met, *_open_evenings(first, second)]


def _open_evenings(*players: Player) -> Iterator[ValidationError]:
    playing = Seat.objects.filter(player__in=players, round__stage=Round.Stage.PLAYING)
    for seat in playing.select_related("player", "round__tournament").order_by("round", "player")[
        :2
    ]:
        sentence = _(
            "%(player)s sits in partita %(round)s of “%(evening)s”, which is being played: wait until it is "
            "closed."
        )
        params = {
            "player": seat.player.full_name,
            "round": seat.round.number,
            "evening": seat.round.tournament.name,
        }
        yield refusal(sentence, "in_play", **params)


@transaction.atomic
def merge(*, player: Player, gone: Player, chosen: Mapping[str, Any], author: User | None) -> Merge:
    """Move everything of ``gone`` to ``player``, whose fields are then as ``chosen``. Logged in
    each evening of ``gone``.
    """
    player, gone = _lock_players(player, gone)
    if forbidden := merge_obstacle(player, gone):
        raise ValidationError(forbidden)
    evenings = list(evenings_of(gone))
    before = {name: getattr(gone, name) for name in CHOSEN}
    Circuit.objects.filter(guests=gone).count_change()
    changed = {name: [getattr(player, name), chosen[name]] for name in CHOSEN if name in chosen}
    changed = {name: pair for name, pair in changed.items() if pair[0] != pair[1]}
    Player.objects.filter(pk=gone.pk).update(card_number="")  # a card is one player's
    if changed or player.card_key != player.key_of_card():
        for name, (_before, after) in changed.items():
            setattr(player, name, after)
        save_player(player=player, author=author)
    _drop(player, gone)
    for rows in HELD:
        rows.give(rows.of(gone.pk), gone.pk, player.pk)
    gone.delete()
    line = gettext_noop(
        "On the roster %(gone)s and %(player)s were one person: from now on %(player)s."
    )
    for evening in evenings:
        fields = {"gone": gone.full_name, "player": player.full_name}
        record(evening, LogKind.MERGED, line, author=author, **fields)
    return Merge.objects.create(player=player, gone=before, changed=changed)


def _lock_players(*players: Player) -> list[Player]:
    locked = (
        Player.objects.select_for_update().order_by("pk").in_bulk([player.pk for player in players])
    )
    if any(player.pk not in locked for player in players):
        raise refusal(_("One of the two is no longer on the roster."), "not_there")
    return [locked[player.pk] for player in players]


def _drop(player: Player, gone: Player) -> None:
    """Delete rows that cannot be moved, because the other player has the same: guest of a circuit,
    wish, known pair. If both were members in a year, the unpaid fee is deleted, else the second.
    """
    circuits = GUESTS.of(player.pk).values("circuit")
    parted = Player.objects.filter(Q(apart=player) | Q(pk=player.pk)).values("pk")
    years = {own.year: own for own in player.club_years.all()}
    for other in gone.club_years.all():
        own = years.get(other.year)
        if own is not None:
            (own if other.paid_on and not own.paid_on else other).delete()
    GUESTS.of(gone.pk).filter(circuit__in=circuits).delete()
    wishes = Q(from_player=gone, to_player__in=parted) | Q(to_player=gone, from_player__in=parted)
    apps.get_model(APART).objects.filter(wishes).delete()
    TwoPeople.objects.filter(Q(first=gone) | Q(second=gone)).delete()
