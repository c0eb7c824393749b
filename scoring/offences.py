"""What was ruled on a person: across evenings for the page of the player, and the warnings of one evening."""

from __future__ import annotations

from collections import Counter

from scoring.models import Ruling, RulingQuerySet
from scoring.reading import ScoredTable
from tournaments.models import Player, Seat, Tournament


def rulings_on(player: Player) -> tuple[Ruling, ...]:
    """Every ruling on what this player did, the newest first, those revoked too. Two queries."""
    tables = Seat.objects.filter(player=player).values("table")
    found = _with_seats(Ruling.objects.filter(sheet__table__in=tables).order_by("-created_at", "-pk"))
    return tuple(ruling for ruling in found if player.pk in who_erred(ruling))


def warnings_so_far(table: ScoredTable) -> Counter[int]:
    """How often each person of a table has been warned this evening, by the player's key. Two queries."""
    tournament: Tournament = table.table.round.tournament
    found = Ruling.objects.standing().filter(
        kind=Ruling.Kind.WARNING, sheet__table__round__tournament=tournament
    )  # fmt: skip
    return Counter(key for ruling in _with_seats(found) for key in who_erred(ruling))


def who_erred(ruling: Ruling) -> frozenset[int]:
    """The keys of the players who sat where the ruling says, in its hand: a substitute answers for what he did."""
    rules, hand = ruling.sheet.table.round.tournament.rules, ruling.hand or 1
    columns = {rules.column(place) for place in ruling.offenders}
    sitting: dict[str, Seat] = {}
    for seat in sorted(ruling.sheet.table.seats.all(), key=lambda each: each.from_hand):
        if seat.from_hand <= hand:
            sitting[seat.wind] = seat
    return frozenset(seat.player_id for wind, seat in sitting.items() if rules.column(wind) in columns)


def _with_seats(found: RulingQuerySet) -> RulingQuerySet:
    with_table = found.select_related("sheet__table__round__tournament", "arbiter")
    return with_table.prefetch_related("sheet__table__seats__player")
