"""Columns that point to a player. Merging two players, forgetting one and the archive go through
all of them.
"""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.apps import apps
from django.db.models import Q, QuerySet

from ground.guards import write
from tournaments.models import Player, Tournament

NO_KEYS: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayerRows:
    """Rows that name a player in a column, or within a JSON column as the value of one of ``keys``.
    ``evening`` is the path to their evening, empty if there is none.
    """

    model: str
    column: str
    evening: str
    keys: tuple[str, ...]

    @property
    def place(self) -> str:
        return f"{self.model}.{self.column}"

    def of(self, player: int) -> QuerySet[Any]:
        lookups = [f"{self.column}__{key}" for key in self.keys] or [self.column]
        rows: QuerySet[Any] = apps.get_model(self.model)._base_manager.all()
        return rows.filter(reduce(or_, (Q(**{lookup: player}) for lookup in lookups)))

    def give(self, rows: QuerySet[Any], was: int, now: int) -> None:
        if not self.keys:
            rows.update(**{self.column: now})
            return
        for row in rows:
            values = getattr(row, self.column)
            values_now = {key: now if value == was else value for key, value in values.items()}
            write(row, **{self.column: values_now})


MEMBERS = PlayerRows("tournaments.EntryMember", "player", "tournament", NO_KEYS)


GUESTS = PlayerRows("tournaments.Circuit_guests", "player", "", NO_KEYS)


APART = "tournaments.Player_apart"


HELD = [
    MEMBERS,
    PlayerRows("tournaments.Seat", "player", "round__tournament", NO_KEYS),
    GUESTS,
    PlayerRows(APART, "from_player", "", NO_KEYS),
    PlayerRows(APART, "to_player", "", NO_KEYS),
]


def names_players(*rows: PlayerRows) -> None:
    HELD.extend(rows)


def player_rows() -> tuple[PlayerRows, ...]:
    return tuple(HELD)


def evenings_of(player: Player) -> QuerySet[Tournament]:
    keys: set[int] = set()
    for rows in HELD:
        if rows.evening:
            keys.update(rows.of(player.pk).order_by().values_list(rows.evening, flat=True))
    return Tournament.objects.filter(pk__in=keys).order_by("-date", "-pk")
