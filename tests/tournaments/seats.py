"""Evenings with drawn winds, and counts from the seats of their partite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

from django.contrib.auth.models import User

from tournaments.models import Round, Tournament
from tournaments.wind_draw import draw_winds

Make = Callable[..., Tournament]
SEED = "00112233445566778899aabbccddeeff"


def drawn(make: Make, author: User, players: int, **fields: object) -> Tournament:
    tournament = make(players, **fields)
    draw_winds(tournament=tournament, author=author, seed=SEED)
    return tournament


def tables(planned: Round) -> list[dict[str, int]]:
    seating: dict[int, dict[str, int]] = {}
    for row in planned.seats.filter(from_hand=1).select_related("table", "entry"):
        seating.setdefault(row.table.number, {})[row.wind] = row.entry.number
    return [seating[number] for number in sorted(seating)]


def meetings(*rounds: Round) -> Counter[frozenset[int]]:
    """Count how often each pair of people shares a table, from the seats in the database."""
    met: Counter[frozenset[int]] = Counter()
    for planned in rounds:
        for table in planned.tables.all():
            people = set(table.seats.values_list("player_id", flat=True))
            met.update(map(frozenset, combinations(sorted(people), 2)))
    return met


def repeated(*rounds: Round) -> int:
    return sum(count - 1 for count in meetings(*rounds).values())
