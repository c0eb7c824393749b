"""Seating of the next partita, given what really happened in those before it: fours, pairs, teams, threes. The plan of
``king.movements`` is counted against the meetings that really were; another partita of it is taken where that is
better, and what still repeats is improved by exchanges. Nothing here touches the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TypeVar

from django.utils.translation import gettext_noop

from king.cards import WINDS, Wind
from king.movements.draw import Lots
from king.movements.keep import plan_keep
from king.movements.local_search import Hall
from king.movements.rotate import plan_rotating, replan_keep, replan_rotating, winds_after
from king.movements.seating import Movement, Optimum
from king.movements.sides import (
    balanced,
    circle,
    circle_optimum,
    lines_optimum,
    mitchell,
    pair_all,
    pair_lines,
    threes,
    threes_optimum,
)
from wording.sentences import Sentence

Entrant = TypeVar("Entrant")

Met = Counter[tuple[int, int]]
"""How often two entries have met, the lower key first."""

Seated = dict[Wind, int]
"""A table: the entry (its key) at each wind that an entry sits on; a pair's is the first of its two winds."""

ATTEMPTS = 60_000
RESTARTS = 4


@dataclass(frozen=True)
class Sat:
    """A table that was played: for each wind everybody who sat there in turn, and the entry it was drawn for."""

    sitters: Mapping[Wind, frozenset[int]]
    drawn: Mapping[Wind, int]


@dataclass(frozen=True)
class Evening:
    """Facts that a partita is planned from.

    ``lines`` are the entries to seat by drawn wind, lowest number first, equally many at each. ``home`` is the table,
    from 0, of entries that stay where they are. ``past`` are the tables of each earlier partita, table 1 first.
    ``sides`` is the rule system's: individual, pairs, teams or soloist. ``fixed_tables`` (from 0) and ``fixed_winds``
    are of single players who asked for them.
    """

    policy: str
    number: int
    planned: int
    lines: Mapping[Wind, Sequence[int]]
    home: Mapping[int, int]
    past: Sequence[Sequence[Sat]]
    seed: bytes
    sides: str = "individual"
    fixed_tables: Mapping[int, int] = field(default_factory=dict)
    fixed_winds: Mapping[int, Wind] = field(default_factory=dict)

    @property
    def tables(self) -> int:
        return min(map(len, self.lines.values()))

    @property
    def entries(self) -> list[int]:
        """Everybody to be seated, in the order of the draw: N1 E1 S1 W1 N2 …"""
        return [entry for table in zip(*self.lines.values(), strict=True) for entry in table]


@dataclass(frozen=True)
class Plan:
    tables: tuple[Seated, ...]
    repeated: tuple[tuple[int, int], ...]
    method: str
    sentences: tuple[Sentence, ...] = ()
    optimum: Optimum | None = field(default=None)


def met_before(past: Iterable[Iterable[Sat]]) -> Counter[tuple[int, int]]:
    """A player who took over a seat did not meet the one relieved."""
    met: Met = Counter()
    for tables in past:
        for sat in tables:
            for first, second in combinations(sat.sitters.values(), 2):
                met.update(pair_key(a, b) for a, b in product(first, second) if a != b)
    return met


def pair_key(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)


def repeats(tables: Iterable[Seated], met: Mapping[tuple[int, int], int]) -> tuple[tuple[int, int], ...]:
    pairs = (pair_key(*pair) for table in tables for pair in combinations(table.values(), 2))
    return tuple(pair for pair in pairs if met.get(pair))


def plan_fours(evening: Evening) -> Plan:
    met = met_before(evening.past)
    if evening.policy == "rotate":
        found = _plan_rotating(evening, met)
        tables = tuple(_with_winds(table, evening.fixed_winds) for table in found.tables)
        found = replace(found, tables=tables)
    elif evening.policy == "redraw":
        found = _explained(evening, met, _as_drawn(evening), "drawn", None, keeps_winds=True)
    else:
        found = _plan_kept(evening, met)
    return at_home(evening, found)


def _with_winds(table: Seated, fixed: Mapping[int, Wind]) -> Seated:
    seated = dict(table)
    for wind, entry in table.items():
        wished = fixed.get(entry, wind)
        if wished is not wind and fixed.get(seated[wished]) is not wished:
            seated[wind], seated[wished] = seated[wished], entry
    return seated


def _as_drawn(evening: Evening) -> list[Seated]:
    return [dict(zip(evening.lines, table, strict=True)) for table in zip(*evening.lines.values(), strict=True)]


# --- a final: the order of entry seats everybody

IN_TURN = gettext_noop("At each table North is in turn the best placed, the second, the third; the others follow.")
SPREAD = gettext_noop("The places run to and fro over the tables, so that none is stronger than another.")


def spread(entries: Sequence[Entrant], winds: Sequence[Wind]) -> dict[Wind, list[Entrant]]:
    """Seating of the first partita of a final, best first: to and fro over the tables, 1 4 5 8 and 2 3 6 7."""
    tables = len(entries) // len(winds)
    rows = [list(entries[row * tables : (row + 1) * tables]) for row in range(len(winds))]
    return {wind: row[::-1] if place % 2 else row for place, (wind, row) in enumerate(zip(winds, rows, strict=True))}


def plan_in_turn(evening: Evening) -> Plan:
    """The same tables in every partita, each turned by a wind: that they meet again is meant, and no repeat."""
    turn = (evening.number - 1) % len(evening.lines)
    fours = [[*table.values()] for table in _as_drawn(evening)]
    tables = tuple(dict(zip(evening.lines, [*four[turn:], *four[:turn]], strict=True)) for four in fours)
    sentences = (Sentence(IN_TURN), *([Sentence(SPREAD)] if len(tables) > 1 else []))
    return Plan(tables, (), "in_turn", sentences)


# --- winds kept


def _plan_kept(evening: Evening, met: Met) -> Plan:
    movement = plan_keep(evening.tables, max(evening.planned, evening.number), evening.seed)
    rounds = [[_named(evening, table) for table in seated] for seated in movement.seats]
    tables, place = fewest(rounds, evening.number - 1, met)
    return _explained(evening, met, tables, movement.certificate.method, movement, keeps_winds=True, place=place)


def _named(evening: Evening, table: Mapping[Wind, object]) -> Seated:
    return {wind: evening.lines[wind][int(str(slot)[1:]) - 1] for wind, slot in table.items()}


def fewest(rounds: Sequence[list[Seated]], planned: int, met: Met) -> tuple[list[Seated], int]:
    """The planned round, or another of the plan with fewer repeats; and its place in the plan."""
    order = [planned, *(place for place in range(len(rounds)) if place != planned)]
    place = min(order, key=lambda place: (len(repeats(rounds[place], met)), order.index(place)))
    return rounds[place], place


def at_home(evening: Evening, found: Plan) -> Plan:
    """In the order of the hall: whoever has a home stays there, those who asked for a table first. In the first partita
    the slips say where everybody sits."""
    at: dict[int, Seated] = {}
    rest: list[Seated] = []
    fixed = evening.fixed_tables if evening.number > 1 else {}
    for table in sorted(found.tables, key=lambda table: fixed.keys().isdisjoint(table.values())):
        homes = [places[entry] for places in (fixed, evening.home) for entry in table.values() if entry in places]
        home = next((home for home in homes if home < evening.tables and home not in at), None)
        if home is None:
            rest.append(table)
        else:
            at[home] = table
    free = (number for number in range(evening.tables) if number not in at)
    at.update(zip(free, rest, strict=False))
    return replace(found, tables=tuple(at[number] for number in range(evening.tables)))


# --- winds rotated


def _plan_rotating(evening: Evening, met: Met) -> Plan:
    """The plan's first round is the draw as it was; a later one its own, unless the evening has left the plan."""
    movement = plan_rotating(4 * evening.tables, max(evening.planned, evening.number))
    entry_of = {
        slot: entry
        for table, drawn in zip(movement.seats[0], _as_drawn(evening), strict=True)
        for slot, entry in ((slot, drawn[wind]) for wind, slot in table.items())
    }
    rounds = [[{wind: entry_of[slot] for wind, slot in table.items()} for table in seated] for seated in movement.seats]
    tables, place = fewest(rounds, evening.number - 1, met)
    found = _explained(evening, met, tables, movement.certificate.method, movement, keeps_winds=False, place=place)
    on_plan = place == evening.number - 1 and found.method == movement.certificate.method and all(
        _wind_of(planned) == _wind_of(sat.drawn for sat in played)
        for planned, played in zip(rounds, evening.past, strict=False)
    )  # fmt: skip
    return found if on_plan else _with_even_winds(evening, found)


def _wind_of(tables: Iterable[Mapping[Wind, int]]) -> dict[int, Wind]:
    return {entry: wind for table in tables for wind, entry in table.items()}


def _with_even_winds(evening: Evening, found: Plan) -> Plan:
    entries = sorted({entry for table in found.tables for entry in table.values()})
    place = {entry: index for index, entry in enumerate(entries)}
    had = [[0] * 4 for _ in entries]
    for played in evening.past:
        for entry, wind in _wind_of(sat.drawn for sat in played).items():
            if entry in place:
                had[place[entry]][WINDS.index(wind)] += 1
    fours = [[[place[entry] for entry in table.values()] for table in found.tables]]
    [turned] = winds_after(fours, had)
    tables = tuple(dict(zip(WINDS, (entries[index] for index in four), strict=True)) for four in turned)
    return Plan(tables, found.repeated, found.method, found.sentences, found.optimum)


# --- improving, and saying what came out

FIRST = gettext_noop("First partita: at each table sit the slips with its number.")
NOBODY_AGAIN = gettext_noop("Nobody meets anybody a second time.")
NOT_POSSIBLE = gettext_noop(
    "%(repeats)s meetings are repeated. With %(tables)s tables no more than %(bound)s partite without a repeated "
    "meeting are possible, and this is partita %(number)s."
)
FOUND_BEST = gettext_noop("%(repeats)s meetings are repeated; a search found no seating with fewer.")
EXCHANGED = gettext_noop(
    "%(moved)s players sit elsewhere than the plan of the evening says, because of what changed meanwhile."
)
OTHER_TABLE = gettext_noop("%(moved)s players sit at another table than the number of their slip says.")
KNOWN = gettext_noop(
    "With %(tables)s tables %(rounds)s partite without a repeated meeting are known; more than %(bound)s cannot be."
)


def _explained(
    evening: Evening,
    met: Met,
    tables: list[Seated],
    method: str,
    movement: Movement | None,
    *,
    keeps_winds: bool,
    place: int | None = None,
) -> Plan:
    optimum = movement.certificate.optimum if movement else None
    improved = _improved(evening, met, tables, keeps_winds) if repeats(tables, met) else tables
    moved = seats_moved(tables, improved)
    repeated = repeats(improved, met)
    sentences = [_verdict(evening, repeated, optimum)]
    if evening.number == 1 and not moved:
        sentences.insert(0, Sentence(FIRST))
    elif moved:
        method = "search"
        sentences.append(Sentence(OTHER_TABLE if movement is None else EXCHANGED, {"moved": moved}))
    elif movement is not None and place == evening.number - 1:
        # The certificate's explanation: how it counts, how it was made, what is known.
        sentences.append(Sentence.of(movement.certificate.explanation[1]))
    if optimum is not None:
        fields = {"tables": evening.tables, "rounds": optimum.rounds, "bound": optimum.bound}
        sentences.append(Sentence(KNOWN, fields))
    return Plan(tuple(improved), repeated, method, tuple(sentences), optimum)


def seats_moved(before: Sequence[Seated], after: Sequence[Seated]) -> int:
    tables = {entry: number for number, table in enumerate(before) for entry in table.values()}
    return sum(tables[entry] != number for number, table in enumerate(after) for entry in table.values())


def _verdict(evening: Evening, repeated: Sequence[object], optimum: Optimum | None) -> Sentence:
    if not repeated:
        return Sentence(NOBODY_AGAIN)
    fields = {"repeats": len(repeated), "tables": evening.tables, "number": evening.number}
    if optimum is not None and evening.number > optimum.bound:
        return Sentence(NOT_POSSIBLE, {**fields, "bound": optimum.bound})
    return Sentence(FOUND_BEST, fields)


def _improved(evening: Evening, met: Met, tables: list[Seated], keeps_winds: bool) -> list[Seated]:
    """Fewer repeats, by whichever of two ways gives them: the partite still to come searched together, or players of
    one wind (any two, where winds are given out later) exchanged in this one. Norths stay: with the three others
    moving, every seating can be reached."""
    lots = Lots(evening.seed, f"partita {evening.number}")
    best, fewest = tables, len(repeats(tables, met))
    if evening.policy != "redraw":
        best = _replanned(evening)
        fewest = len(repeats(best, met))
    for attempt in range(RESTARTS if fewest else 0):
        start = tables if attempt == 0 else _shuffled(tables, lots, keeps_winds)
        found = _searched(start, met, lots, keeps_winds)
        count = len(repeats(found, met))
        if count < fewest:
            best, fewest = found, count
        if fewest == 0:
            break
    return best


def _replanned(evening: Evening) -> list[Seated]:
    """This partita out of a search over all that are still to come, so that it leaves them room."""
    past = [[dict(sat.drawn) for sat in tables] for tables in evening.past]
    rounds = max(1, evening.planned - evening.number + 1)
    if evening.policy == "rotate":
        movement = replan_rotating(past, evening.entries, rounds, evening.seed, ATTEMPTS // 2)
    else:
        movement = replan_keep(past, evening.lines, rounds, evening.seed, ATTEMPTS // 2)
    return [{wind: int(slot) for wind, slot in table.items()} for table in movement.seats[0]]


def _searched(tables: list[Seated], met: Met, lots: Lots, keeps_winds: bool) -> list[Seated]:
    entries = sorted({entry for table in tables for entry in table.values()})
    index = {entry: number for number, entry in enumerate(entries)}
    hall = Hall(len(entries))
    for (first, second), times in met.items():
        if first in index and second in index:
            hall.count((index[first], index[second]), times)
    hall.add_round([index[table[wind]] for table in tables for wind in WINDS])
    groups = [-1, 1, 2, 3] * len(tables) if keeps_winds else [0] * (4 * len(tables))
    hall.improve([groups], lots, ATTEMPTS // RESTARTS)
    [places] = hall.rounds
    fours = [places[start : start + 4] for start in range(0, len(places), 4)]
    return [dict(zip(WINDS, (entries[number] for number in four), strict=True)) for four in fours]


def _shuffled(tables: list[Seated], lots: Lots, keeps_winds: bool) -> list[Seated]:
    if keeps_winds:
        columns = {wind: [table[wind] for table in tables] for wind in WINDS}
        for wind in WINDS[1:]:
            lots.shuffle(columns[wind])
        return [{wind: columns[wind][number] for wind in WINDS} for number in range(len(tables))]
    entries = [entry for table in tables for entry in table.values()]
    lots.shuffle(entries)
    return [dict(zip(WINDS, entries[start : start + 4], strict=True)) for start in range(0, len(entries), 4)]


# The next partita of pairs, of teams and of three players, given what really happened in those before it. The plan of
# a whole evening comes from ``king.movements.sides``. Of its rounds the one is taken that repeats
# fewest of the meetings that really were, and what still repeats is improved by exchanges.

Meetings = list[tuple[int, int]]

NO_PAIRS_AGAIN = gettext_noop("No two pairs meet a second time.")
NO_TEAMS_AGAIN = gettext_noop("No two teams meet a second time.")
LINES_KEPT = gettext_noop("The pairs North–South stay, those East–West move on by a table; each line has its own list.")
ALL_AGAINST_ALL = gettext_noop("Everybody meets everybody in turn, as often North–South as East–West.")
TWO_TABLES = gettext_noop("A match is two tables with the same boards, each team North–South at one of them.")
TURNED = gettext_noop("From partita to partita everybody takes the next wind.")


def plan_sides(evening: Evening, met: Met) -> Plan:
    if evening.sides == "teams":
        return _plan_teams(evening, met)
    if evening.policy == "rotate":
        return _plan_all(evening, met)
    return _plan_lines(evening, met)


# --- pairs in two lines


def _plan_lines(evening: Evening, met: Met) -> Plan:
    """Each line stays one; where the lines are drawn anew, table t first has the slips numbered t."""
    north, east = (list(line) for line in evening.lines.values())
    kept = evening.policy == "keep"
    number = evening.number if kept else 1
    rounds = [
        [(north[a], east[b]) for a, b in mitchell(evening.tables, round_)]
        for round_ in (number, *(n for n in range(1, evening.tables + 1) if kept and n != number))
    ]
    chosen, _place = fewest([[_seated(evening, m) for m in met_] for met_ in rounds], 0, met)
    if repeats(chosen, met):
        found = [_seated(evening, meeting) for meeting in pair_lines(north, east, _times(met))]
        if len(repeats(found, met)) < len(repeats(chosen, met)):
            chosen = found
    optimum = lines_optimum(evening.tables) if kept else None
    said = [Sentence(LINES_KEPT)] if kept else []
    plan = _sides_explained(evening, met, chosen, "lines" if kept else "drawn", optimum, said, drawn=rounds[0])
    return at_home(evening, plan) if kept else plan


# --- everybody against everybody


def _plan_all(evening: Evening, met: Met) -> Plan:
    meetings = balanced(_all_meetings(evening, met), _times_first(evening))
    chosen = [_seated(evening, meeting) for meeting in meetings]
    optimum = circle_optimum(len(evening.entries))
    return _sides_explained(evening, met, chosen, "circle", optimum, [Sentence(ALL_AGAINST_ALL)])


def _plan_teams(evening: Evening, met: Met) -> Plan:
    """Each match at two tables: the second has the same two teams the other way round (R11)."""
    meetings = balanced(_all_meetings(evening, met), _times_first(evening))
    chosen = [_seated(evening, meeting) for home, away in meetings for meeting in ((home, away), (away, home))]
    optimum = circle_optimum(len(evening.entries))
    return _sides_explained(evening, met, chosen, "circle", optimum, [Sentence(TWO_TABLES)])


def _all_meetings(evening: Evening, met: Met) -> Meetings:
    """A round of the circle without a meeting that was, the planned one first; else the best one with exchanges."""
    entries = evening.entries
    rounds = [[(entries[a], entries[b]) for a, b in round_] for round_ in circle(len(entries))]
    planned = (evening.number - 1) % len(rounds)
    order = [planned, *(place for place in range(len(rounds)) if place != planned)]
    times = _times(met)
    best = min((rounds[place] for place in order), key=lambda round_: sum(times(*meeting) for meeting in round_))
    if not any(times(*meeting) for meeting in best):
        return best
    return pair_all(best, times, Lots(evening.seed, f"partita {evening.number}"), ATTEMPTS // 2)


def _times(met: Met) -> Callable[[int, int], int]:
    return lambda first, second: met.get(pair_key(first, second), 0)


def _times_first(evening: Evening) -> Callable[[int], int]:
    each = 2 if evening.sides == "teams" else 1
    first = Counter(sat.drawn[Wind.N] for tables in evening.past for sat in tables[::each] if Wind.N in sat.drawn)
    return lambda entry: first[entry]


def _seated(evening: Evening, meeting: tuple[int, int]) -> Seated:
    return dict(zip(evening.lines, meeting, strict=True))


# --- three players


def plan_threes(evening: Evening, met: Met) -> Plan:
    lines = [list(line) for line in evening.lines.values()]
    drawn = [tuple(line[table] for line in lines) for table in range(evening.tables)]
    planned = [[tuple(line[at] for line, at in zip(lines, seat, strict=True)) for seat in round_]
               for round_ in threes(evening.tables)]  # fmt: skip
    rounds = [drawn] if evening.policy == "redraw" else planned
    place = (evening.number - 1) % len(rounds)
    tables, _place = fewest([[_three(evening, seat) for seat in round_] for round_ in rounds], place, met)
    if repeats(tables, met):
        tables = _sides_searched(evening, met, tables)
    if evening.policy == "rotate":
        tables = [_turned(evening, table) for table in tables]
    optimum = None if evening.policy == "redraw" else threes_optimum(evening.tables)
    said = [Sentence(TURNED)] if evening.policy == "rotate" else []
    plan = _sides_explained(evening, met, tables, "threes", optimum, said, drawn=drawn)
    return at_home(evening, plan) if evening.policy == "keep" else plan


def _three(evening: Evening, seat: Sequence[int]) -> Seated:
    return dict(zip(evening.lines, seat, strict=True))


def _turned(evening: Evening, table: Seated) -> Seated:
    """Everybody at the wind that they have had least, of equals the next one in turn."""
    had = Counter((entry, wind) for tables in evening.past for sat in tables for wind, entry in sat.drawn.items())
    winds, entries = list(table), list(table.values())
    turns = [[entries[(place - turn) % len(winds)] for place in range(len(winds))] for turn in range(len(winds))]
    step = (evening.number - 1) % len(winds)
    order = turns[step:] + turns[:step]
    best = min(order, key=lambda turn: sum(had[entry, wind] ** 2 for wind, entry in zip(winds, turn, strict=True)))
    return dict(zip(winds, best, strict=True))


def _sides_searched(evening: Evening, met: Met, tables: list[Seated]) -> list[Seated]:
    size = len(evening.lines)
    entries = sorted({entry for table in tables for entry in table.values()})
    index = {entry: number for number, entry in enumerate(entries)}
    hall = Hall(len(entries), size)
    for (first, second), times in met.items():
        if first in index and second in index:
            hall.count((index[first], index[second]), times)
    hall.add_round([index[entry] for table in tables for entry in table.values()])
    groups = list(range(size)) * len(tables) if evening.policy != "rotate" else [0] * (size * len(tables))
    hall.improve([groups], Lots(evening.seed, f"partita {evening.number}"), ATTEMPTS // 4)
    [places] = hall.rounds
    found = [places[start : start + size] for start in range(0, len(places), size)]
    return [_three(evening, [entries[number] for number in seat]) for seat in found]


# --- what came out


def _sides_explained(
    evening: Evening,
    met: Met,
    tables: list[Seated],
    method: str,
    optimum: Optimum | None,
    said: Sequence[Sentence],
    drawn: Sequence[Sequence[int]] | None = None,
) -> Plan:
    each = 2 if evening.sides == "teams" else 1
    repeated = repeats(tables[::each], met)
    sentences = [_sides_verdict(evening, len(repeated), optimum), *said]
    if evening.number == 1:
        sentences.insert(0, Sentence(FIRST if evening.sides != "teams" else FIRST_MATCHES))
    elif evening.policy == "redraw" and drawn is not None:
        moved = seats_moved([dict(zip(evening.lines, seat, strict=True)) for seat in drawn], tables)
        if moved:
            sentences.append(Sentence(OTHER_TABLE, {"moved": moved}))
    if optimum is not None:
        fields = {"tables": evening.tables * each, "rounds": optimum.rounds, "bound": optimum.bound}
        sentences.append(Sentence(KNOWN, fields))
    return Plan(tuple(tables), repeated, method, tuple(sentences), optimum)


FIRST_MATCHES = gettext_noop("First partita: the teams meet in the order drawn, the first two at tables 1 and 2.")


def _sides_verdict(evening: Evening, again: int, optimum: Optimum | None) -> Sentence:
    if not again:
        return Sentence({"pairs": NO_PAIRS_AGAIN, "teams": NO_TEAMS_AGAIN}.get(evening.sides, NOBODY_AGAIN))
    fields = {"repeats": again, "tables": evening.tables, "number": evening.number}
    if optimum is not None and evening.number > optimum.bound:
        return Sentence(NOT_POSSIBLE, {**fields, "bound": optimum.bound})
    return Sentence(FOUND_BEST, fields)
