"""The hall as everybody may see it: who sits where, and how far each table is; never points.

Its screen shows a held standing place by place, controlled by the phone of the person who reads it
out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from ground.names import nearly, search_text
from king.cards import WINDS, Wind
from king.words import alphabetical, folded
from scoring.models import HandResult, Sheet
from scoring.scored_sheets import sat
from scoring.standings_cache import cached_by_revision, numbers_of
from screens.clock import Clock, clocks_of
from tournaments.models import Entry, Round, Seat, Table

MOST_FOUND = 60
"""People shown for a search; more than that is no answer to "where do I sit?"."""


STATES = ("waiting", "current", "desk", "closed")
"""Of a table; desk: its sheet is handed in."""

Shown = dict[str, Any]


class Hall(NamedTuple):
    """State of the hall. A table has ``seats`` by wind, each with all who sit there in turn from a
    hand on; ``state`` is one of ``STATES``. ``revision`` is the evening's without its rows; it is
    empty for a single table.
    """

    round: Round
    tables: list[Shown]
    resting: Iterable[Entry]
    clock: Clock | None
    revision: str = ""

    @property
    def people(self) -> list[Shown]:
        """People and the places where they sit. People without a table rest. ``entry`` is the
        number under which the result counts. Nobody may change them.
        """
        if not self.revision:
            return self._people()
        return cached_by_revision(self.revision, self._people, "people", self.round.pk)

    def _people(self) -> list[Shown]:
        people = [
            sitter
            for table in self.tables
            for sitters in table["seats"].values()
            for sitter in sitters
        ]
        people += [_sitter(entry.title, entry) | {"rests": True} for entry in self.resting]
        return sorted(
            people,
            key=lambda person: (alphabetical(person["name"]), person["from_hand"], person["entry"]),
        )


def people_called(people: Sequence[Shown], letters: str) -> list[Shown]:
    """People found by name or by the number of their table, as an answer to "where do I sit?".
    Empty without letters.
    """
    words = folded(letters).split()
    if not words:
        return []
    if len(words) == 1 and words[0].isdecimal():
        return [person for person in people if str(person["table"]) == words[0]]
    return [
        person
        for person in people
        if all(f" {word}" in search_text(person["name"]) for word in words)
    ][:MOST_FOUND]


def people_nearly_called(people: Sequence[Shown], letters: str) -> list[Shown]:
    """People whose names are nearly the typed one, for the case that nobody has it."""
    words = folded(letters).split()
    return [person for person in people if nearly(words, search_text(person["name"]).split())][
        :MOST_FOUND
    ]


def everybody_of(hall: Hall) -> list[Shown]:
    """Everybody who is entered or sat here, including those who left before this partita. Those who
    are only entered have no table.
    """
    tournament = hall.round.tournament
    people = [(sitter["name"], sitter["entry"], sitter) for sitter in hall.people]
    people += [
        (member.name, entry.number, _sitter(member.name, entry))
        for entry in tournament.entries.with_players()
        for member in entry.members.all()
    ]
    return list({(name, entry): person for name, entry, person in people}.values())


def without_a_seat(hall: Hall) -> list[Shown]:
    """People entered who neither sit nor rest in this partita, because they came late or are not
    here.
    """
    tournament = hall.round.tournament
    seated = {person["name"] for person in hall.people}
    resting = {entry.pk for entry in hall.resting}
    return [
        _sitter(member.name, entry)
        for entry in tournament.entries.filter(withdrawn_at=None).with_players()
        for member in entry.members.all()
        if member.name not in seated and entry.pk not in resting
    ]


def _sitter(
    name: str, entry: Entry, table: int | None = None, wind: Wind | None = None, hand: int = 1
) -> Shown:
    return {
        "name": name,
        "entry": entry.number,
        "table": table,
        "wind": wind,
        "from_hand": hand,
        "fills": False,
        "rests": False,
    }


def hall_of(round_: Round, table: int | None = None) -> Hall:
    """State of the hall. Eight queries for any number of tables, ten with a clock; two fewer while
    only rows change, since seats are cached. The tournament is already read.
    """
    known = None
    if table is None and not connection.in_atomic_block:
        known = numbers_of(round_.tournament.code)
    revision = "" if known is None else known.of_the_evening
    tables_asked = Table.objects.filter(round=round_)
    if table is not None:
        tables_asked = tables_asked.filter(number=table)
    numbers = dict(tables_asked.order_by("number").values_list("pk", "number"))

    def read_seats() -> Mapping[int, dict[Wind, list[Shown]]]:
        return _seats_of(tables_asked, numbers)

    if revision:
        seats = cached_by_revision(revision, read_seats, "seats", round_.pk)
    else:
        seats = read_seats()
    states = dict(Sheet.objects.filter(table__in=tables_asked).values_list("table_id", "state"))
    entered: dict[int, set[int]] = defaultdict(set)
    rows = HandResult.objects.filter(sheet__table__in=tables_asked).written()
    for key, hand in rows.values_list("sheet__table_id", "hand"):
        entered[key].add(hand)
    length = round_.tournament.rules.length
    clocks = {} if round_.is_closed else clocks_of(round_)
    tables = []
    for key, number in numbers.items():
        state = _state(round_, states.get(key), bool(entered[key]))
        done = "closed" if state == "closed" else "entered"
        # One that was won outright ends before its last hand (R15).
        whole = state in ("closed", "desk") and round_.tournament.configured.king_tricks
        last = max(entered[key], default=length) if whole else length
        cells = [(hand, done if hand in entered[key] else "") for hand in range(1, last + 1)]
        facts = {"number": number, "state": state, "length": last, "cells": cells}
        of_table = {"seats": seats.get(key, {}), "entered": entered[key], "clock": clocks.get(key)}
        tables.append({**facts, **of_table})
    resting = round_.tournament.entries.filter(
        number__in=round_.seating_note.get("sitting_out", ())
    )
    return Hall(
        round_, tables, resting.with_players().order_by("number"), clocks.get(None), revision
    )


def _seats_of(
    tables: QuerySet[Table], numbers: Mapping[int, int]
) -> dict[int, dict[Wind, list[Shown]]]:
    """Players at each table, by wind."""
    seats: dict[int, dict[Wind, list[Shown]]] = {
        key: {wind: [] for wind in WINDS} for key in numbers
    }
    for seat in sat(Seat.objects.filter(table__in=tables)):
        if seat.table_id in seats:  # A table may have been added meanwhile.
            wind, number = Wind(seat.wind), numbers[seat.table_id]
            sitter = _sitter(seat.name, seat.entry, number, wind, seat.from_hand)
            seats[seat.table_id][wind].append(sitter | {"fills": seat.fills})
    return seats


def _state(round_: Round, sheet: str | None, begun: bool) -> str:
    if sheet == Sheet.State.CLOSED or round_.is_closed:
        return "closed"
    if sheet == Sheet.State.HANDED_IN:
        return "desk"
    return "current" if begun else "waiting"
