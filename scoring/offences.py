"""What was ruled on a person: across evenings for the page of the player, and the warnings of one evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from king.rulesets import RuleSet
from scoring.models import Ruling, RulingQuerySet
from scoring.sitting import sat, seat_in
from tournaments.models import Player, Seat, Tournament


def rulings_on(player: Player) -> tuple[Ruling, ...]:
    """Every ruling on what this player did, the newest first, those revoked too. Four queries."""
    tables = Seat.objects.filter(player=player).values("table")
    found = list(_with_table(Ruling.objects.filter(sheet__table__in=tables).order_by("-created_at", "-pk")))
    erred = _people(found)
    return tuple(ruling for ruling in found if player.pk in erred[ruling.pk])


def warnings_so_far(tournament: Tournament) -> Counter[int]:
    """How often each person has been warned this evening, by the player's key. One query; two more where any was."""
    found = list(
        _with_table(Ruling.objects.standing()).filter(
            kind=Ruling.Kind.WARNING, sheet__table__round__tournament=tournament
        )
    )
    return Counter(key for people in _people(found).values() for key in people)


def who_erred(ruling: Ruling, rules: RuleSet, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Who sat where the ruling says, in its hand, of the seats of its table: a substitute answers for what he did."""
    columns = {rules.column(place) for place in ruling.offenders}
    by_wind: dict[str, list[Seat]] = {}
    for seat in seats:
        if rules.column(seat.wind) in columns:
            by_wind.setdefault(seat.wind, []).append(seat)
    found = (seat_in(each, ruling.hand or 1) for each in by_wind.values())
    return tuple(seat for seat in found if seat is not None)


def seats_by_table(tables: Iterable[int]) -> dict[int, list[Seat]]:
    """The seats of these tables as they were really sat at. Two queries."""
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in sat(Seat.objects.filter(table__in=seats)):
        seats[seat.table_id].append(seat)
    return seats


def _people(rulings: Iterable[Ruling]) -> Mapping[int, frozenset[int]]:
    """The players whom each ruling means, by its key."""
    listed = list(rulings)
    seats = seats_by_table(ruling.sheet.table_id for ruling in listed) if listed else {}
    return {
        ruling.pk: frozenset(
            seat.player_id
            for seat in who_erred(ruling, ruling.sheet.table.round.tournament.rules, seats[ruling.sheet.table_id])
        )
        for ruling in listed
    }


def _with_table(found: RulingQuerySet) -> RulingQuerySet:
    with_table = found.select_related("sheet__table__round__tournament", "arbiter")
    return with_table.prefetch_related("sheet__table__seats__player")
