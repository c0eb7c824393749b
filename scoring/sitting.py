"""Who really sat at a table from which hand on: the seating, and what the arbiter ruled of wrong winds.

The seating stays as it was published. A ruling of the kind ``seats`` exchanges two winds from a hand on (pairs: two
pairs of winds), and is applied whenever the seats are read, so that both versions are there and a revoked ruling
leaves no trace in what is computed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from itertools import groupby

from django.db.models import QuerySet

from king.winds import WINDS
from scoring.models import Ruling
from tournaments.models import Seat

PLAYERS, WINDS_STAY = "players", "winds"
"""What the points follow. Players: from that hand on what is written under a wind belongs to the entry of whoever
really sat there. Winds: it belongs to the entry that the seating has there, whoever sat there."""


def sat(seats: QuerySet[Seat]) -> list[Seat]:
    """The seats of any tables as they were really sat at, by table, wind and hand. One query more than the seats."""
    found = list(seats.select_related("player", "entry").order_by("table", "wind", "from_hand"))
    tables = {seat.table_id for seat in found}
    rulings = Ruling.objects.standing().filter(kind=Ruling.Kind.SEATS, sheet__table__in=tables)
    ruled: dict[int, list[Ruling]] = {}
    for ruling in rulings.select_related("sheet").order_by("created_at", "pk"):
        ruled.setdefault(ruling.sheet.table_id, []).append(ruling)
    return [
        seat
        for table, sitting in groupby(found, key=lambda seat: seat.table_id)
        for seat in really_sat(sitting, ruled.get(table, ()))
    ]


def really_sat(seats: Iterable[Seat], rulings: Iterable[Ruling]) -> list[Seat]:
    """A table's seats after its rulings in force, in the order in which they were made; by wind and hand.

    Whom a ruling moved has a seat that is stored nowhere. Nothing is asked of the database.
    """
    by_wind: dict[str, list[Seat]] = {wind.value: [] for wind in WINDS}
    for seat in sorted(seats, key=lambda seat: seat.from_hand):
        by_wind[seat.wind].append(seat)
    for ruling in rulings:
        if ruling.kind == Ruling.Kind.SEATS:
            for first, second in ruling.effect["winds"]:
                one, other = by_wind[first], by_wind[second]
                by_wind[first], by_wind[second] = (
                    _taken_over(one, other, ruling), _taken_over(other, one, ruling)
                )  # fmt: skip
    return [seat for sitting in by_wind.values() for seat in sitting]


def seat_in(seats: Iterable[Seat], hand: int) -> Seat | None:
    """Of one wind's seats, in order, whoever sits there in a hand."""
    return next((seat for seat in reversed(list(seats)) if seat.from_hand <= hand), None)


def _taken_over(own: list[Seat], others: list[Seat], ruling: Ruling) -> list[Seat]:
    """A wind's seats when those of another take them over from the ruling's hand on."""
    hand = ruling.hand or 1
    sitting = [seat for seat in own if seat.from_hand < hand]
    for at in sorted({hand} | {seat.from_hand for seat in (*own, *others) if seat.from_hand > hand}):
        seat, there = seat_in(others, at), seat_in(own, at)
        if seat is None:
            continue
        moved = copy.copy(seat)
        moved.pk, moved.from_hand = None, at
        moved.wind = there.wind if there else seat.wind
        if ruling.effect["follows"] == WINDS_STAY and there is not None:
            moved.entry = there.entry
        last = sitting[-1] if sitting else None
        if last is None or (last.player_id, last.entry_id) != (moved.player_id, moved.entry_id):
            sitting.append(moved)
    return sitting
