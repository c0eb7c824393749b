"""The hall as everybody may see it: who sits where, and how far each table has got; never a point.

On its screen a held standing is shown place by place, as the phone of whoever reads it out leads
on.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ground.names import search_text
from king.cards import WINDS, Wind
from king.words import alphabetical, folded
from scoring.models import HandResult, Sheet
from scoring.scored_sheets import sat
from screens.clock import Clock, clocks_of
from tournaments.models import Entry, Round, Seat, Table

MOST_FOUND = 60
"""People shown for a search; more than that is no answer to "where do I sit?"."""


@dataclass(frozen=True)
class Sitter:
    """``entry`` is the number under which the result counts; no table is a rest."""

    name: str
    entry: int
    table: int | None = None
    wind: Wind | None = None
    from_hand: int = 1


@dataclass(frozen=True)
class HallTable:
    """A later person at a wind took over from a hand on. ``state`` is a key of the site's states:
    waiting, current, desk (handed in), closed.
    """

    number: int
    seats: Mapping[Wind, tuple[Sitter, ...]]
    length: int
    entered: frozenset[int]
    state: str
    clock: Clock | None

    @property
    def cells(self) -> list[tuple[int, str]]:
        done = "closed" if self.state == "closed" else "entered"
        return [(hand, done if hand in self.entered else "") for hand in range(1, self.length + 1)]


@dataclass(frozen=True)
class Hall:
    round: Round
    tables: tuple[HallTable, ...]
    resting: tuple[Entry, ...]
    clock: Clock | None

    @property
    def people(self) -> tuple[Sitter, ...]:
        people = [
            sitter
            for table in self.tables
            for sitters in table.seats.values()
            for sitter in sitters
        ]
        people += [Sitter(entry.title, entry.number) for entry in self.resting]
        return tuple(
            sorted(
                people,
                key=lambda person: (alphabetical(person.name), person.from_hand, person.entry),
            )
        )

    def find(self, wanted: str) -> tuple[Sitter, ...]:
        """An answer to "where do I sit?"."""
        words = folded(wanted).split()
        if not words:
            return ()
        if len(words) == 1 and words[0].isdecimal():
            return tuple(person for person in self.people if str(person.table) == words[0])
        found = (
            person
            for person in self.people
            if all(f" {word}" in search_text(person.name) for word in words)
        )
        return tuple(found)[:MOST_FOUND]


def hall_of(round_: Round, table: int | None = None) -> Hall:
    """Seven queries for any number of tables, nine with a clock; the tournament is at hand."""
    wanted = (
        Table.objects.filter(round=round_)
        if table is None
        else Table.objects.filter(round=round_, number=table)
    )
    numbers = dict(wanted.order_by("number").values_list("pk", "number"))
    seats: dict[int, dict[Wind, list[Sitter]]] = defaultdict(lambda: {wind: [] for wind in WINDS})
    for seat in sat(Seat.objects.filter(table__in=wanted)):
        number, wind = numbers.get(seat.table_id), Wind(seat.wind)
        sitter = Sitter(seat.player.full_name, seat.entry.number, number, wind, seat.from_hand)
        seats[seat.table_id][wind].append(sitter)
    states = dict(Sheet.objects.filter(table__in=wanted).values_list("table_id", "state"))
    entered: dict[int, set[int]] = defaultdict(set)
    rows = (
        HandResult.objects.filter(sheet__table__in=wanted).current().filter(content__isnull=False)
    )
    for key, hand in rows.values_list("sheet__table_id", "hand"):
        entered[key].add(hand)
    out: Iterable[int] = round_.seating_note.get("sitting_out", ())
    length, clocks = round_.tournament.rules.length, {} if round_.is_closed else clocks_of(round_)
    return Hall(
        round_,
        tuple(
            HallTable(
                number,
                {wind: tuple(sitters) for wind, sitters in seats[key].items()},
                length,
                frozenset(entered[key]),
                _state(round_, states.get(key), bool(entered[key])),
                clocks.get(key),
            )
            for key, number in numbers.items()
        ),
        tuple(round_.tournament.entries.filter(number__in=out).with_players().order_by("number"))
        if out
        else (),
        clocks.get(None),
    )


def _state(round_: Round, sheet: str | None, begun: bool) -> str:
    if sheet == Sheet.State.CLOSED or round_.is_closed:
        return "closed"
    if sheet == Sheet.State.HANDED_IN:
        return "desk"
    return "current" if begun else "waiting"
