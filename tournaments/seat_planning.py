"""Seating of the next partita from what really happened before: fours, pairs, teams, threes.

Step 1: take the plan of ``king.movements`` and count its repeats against the real meetings. Step 2:
take another round of the plan if that is better. Step 3: reduce the remaining repeats by exchanges.
Nothing here uses the database.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product, zip_longest
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext_noop

from king.cards import WINDS, Wind
from king.movements.fixed_winds import plan_keep
from king.movements.local_search import Hall
from king.movements.rotation import plan_rotating, replan_keep, replan_rotating, winds_after
from king.movements.seating import Lots, Movement, Optimum
from king.movements.sides import (
    balanced,
    circle,
    circle_optimum,
    circle_with_rest,
    lines_optimum,
    lines_with_rest,
    mitchell,
    pair_all,
    pair_lines,
    threes,
    threes_optimum,
)
from wording.sentences import Sentence

Entrant = TypeVar("Entrant")

Met = Counter[tuple[int, int]]
"""Number of meetings of two entries, the lower key first."""

Seated = dict[Wind, int]
"""A table: the key of the entry at each wind at which an entry sits; for a pair, only at the first
of its two winds."""

ATTEMPTS = 60_000
RESTARTS = 4


class Sat(NamedTuple):
    """A table that was played: for each wind all who sat there in turn, and the entry it was drawn
    for.
    """

    sitters: Mapping[Wind, frozenset[int]]
    drawn: Mapping[Wind, int]


class Evening(NamedTuple):
    """Facts that a partita is planned from.

    ``lines`` are the entries to seat by drawn wind, lowest number first, the same number at each.
    ``home`` is the table, from 0, of entries that stay. ``past`` has the tables of each earlier
    partita, table 1 first. ``sides`` is the rule system's: individual, pairs, teams or soloist.
    ``fixed_tables`` (from 0) and ``fixed_winds`` are of players who asked for them. ``hall`` has
    the lines with those who sit out, in the order of the draw.
    """

    policy: str
    number: int
    planned: int
    lines: Mapping[Wind, Sequence[int]]
    home: Mapping[int, int]
    past: Sequence[Sequence[Sat]]
    seed: bytes
    sides: str = "individual"
    fixed_tables: Mapping[int, int] = {}
    fixed_winds: Mapping[int, Wind] = {}
    hall: Mapping[Wind, Sequence[int]] = {}

    @property
    def tables(self) -> int:
        return min(map(len, self.lines.values()))

    @property
    def tables_each(self) -> int:
        return 2 if self.sides == "teams" else 1

    @property
    def entries(self) -> list[int]:
        """Everybody to be seated, in the order of the draw: N1 E1 S1 W1 N2 …"""
        return [entry for table in zip(*self.lines.values(), strict=True) for entry in table]

    @property
    def everybody(self) -> list[int]:
        """All entries, including those who sit out. An entry has the same place in this list in
        every partita.
        """
        lines = zip_longest(*(self.hall or self.lines).values())
        return [entry for table in lines for entry in table if entry is not None]

    @property
    def rests(self) -> int | None:
        """Place in ``everybody`` of the entry that rests, if there is one."""
        out = [
            place
            for place, entry in enumerate(self.everybody)
            if all(entry not in line for line in self.lines.values())
        ]
        return out[0] if len(out) == 1 else None


class Plan(NamedTuple):
    tables: tuple[Seated, ...]
    repeated: tuple[tuple[int, int], ...]
    method: str
    sentences: tuple[Sentence, ...] = ()


def _met_before(past: Iterable[Iterable[Sat]]) -> Met:
    """Count the earlier meetings of each two entries. A player who took over a seat did not meet
    the player whom they relieved.
    """
    met: Met = Counter()
    for tables in past:
        for sat in tables:
            for first, second in combinations(sat.sitters.values(), 2):
                met.update(pair_key(a, b) for a, b in product(first, second) if a != b)
    return met


def pair_key(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)


def _repeats(tables: Iterable[Seated], met: Met) -> tuple[tuple[int, int], ...]:
    pairs = (pair_key(*pair) for table in tables for pair in combinations(table.values(), 2))
    return tuple(pair for pair in pairs if met.get(pair))


def plan_tables(evening: Evening) -> Plan:
    """Best seating found under the evening's policy. The same evening gives the same result."""
    if evening.policy == "in_turn" and not _meets_all(evening):
        return _plan_in_turn(evening)
    met = _met_before(evening.past)
    if len(evening.lines) == 3:
        return _plan_threes(evening, met)
    if len(evening.lines) == 2:
        if _meets_all(evening):
            return _plan_all(evening, met)
        return _plan_lines(evening, met)
    if evening.policy == "rotate":
        plan = _plan_rotating(evening, met)
        plan = plan._replace(
            tables=tuple(_with_winds(table, evening.fixed_winds) for table in plan.tables)
        )
    elif evening.policy == "redraw":
        plan = _improve(evening, met, _plan_as_drawn(evening), None, None)
    else:
        plan = _plan_kept(evening, met)
    return _assign_places(evening, plan)


def _seat_entries(evening: Evening, entries: Sequence[int]) -> Seated:
    return dict(zip(evening.lines, entries, strict=True))


def _plan_as_drawn(evening: Evening) -> list[Seated]:
    return [
        _seat_entries(evening, entries) for entries in zip(*evening.lines.values(), strict=True)
    ]


# --- a final: the order of entry seats everybody

IN_TURN = gettext_noop(
    "At each table North is in turn the best placed, the second, the third; the others follow."
)
SPREAD = gettext_noop(
    "The places run to and fro over the tables, so that none is stronger than another."
)


def spread(entries: Sequence[Entrant], winds: Sequence[Wind]) -> dict[Wind, list[Entrant]]:
    """Seating of the first partita of a final. The entries, best first, are spread to and fro over
    the tables: 1 4 5 8 and 2 3 6 7.
    """
    tables = len(entries) // len(winds)
    rows = [list(entries[row * tables : (row + 1) * tables]) for row in range(len(winds))]
    return {
        wind: row[::-1] if place % 2 else row
        for place, (wind, row) in enumerate(zip(winds, rows, strict=True))
    }


def _meets_all(evening: Evening) -> bool:
    """Whether everybody meets everybody, as in a final of several tables of pairs (rules §13.14)."""
    if evening.sides == "teams" or (len(evening.lines) == 2 and evening.policy == "rotate"):
        return True
    return len(evening.lines) == 2 and evening.policy == "in_turn" and evening.tables > 1


def _plan_in_turn(evening: Evening) -> Plan:
    """Plan with the same four in every partita, who all move on by one wind. Meeting again is
    intended here, and counts as no repeat.
    """
    turn = (evening.number - 1) % len(evening.lines)
    fours = [[*table.values()] for table in _plan_as_drawn(evening)]
    tables = tuple(_seat_entries(evening, [*four[turn:], *four[:turn]]) for four in fours)
    sentences = (Sentence(IN_TURN), *([Sentence(SPREAD)] if len(tables) > 1 else []))
    return Plan(tables, (), "in_turn", sentences)


# --- winds kept


def _plan_kept(evening: Evening, met: Met) -> Plan:
    movement = plan_keep(evening.tables, max(evening.planned, evening.number), evening.seed)
    # A slot such as E3 is the third of the Easts.
    rounds = [
        [
            {wind: evening.lines[wind][int(str(slot)[1:]) - 1] for wind, slot in table.items()}
            for table in seated
        ]
        for seated in movement.seats
    ]
    tables, place = _fewest(rounds, evening.number - 1, met)
    return _improve(evening, met, tables, movement, place)


def _fewest(rounds: Sequence[list[Seated]], planned: int, met: Met) -> tuple[list[Seated], int]:
    """The planned round, or another round of the plan with fewer repeats; and its place in the
    plan.
    """
    place = min([planned, *range(len(rounds))], key=lambda place: len(_repeats(rounds[place], met)))
    return rounds[place], place


def _assign_places(evening: Evening, plan: Plan) -> Plan:
    """Assign the plan's tables to places in the hall. Entries with a home table stay there, and
    those who asked for a table come next. In the first partita the slips say where everybody sits.
    """
    at = {}
    rest = []
    fixed = evening.fixed_tables if evening.number > 1 else {}
    for table in sorted(plan.tables, key=lambda table: fixed.keys().isdisjoint(table.values())):
        homes = [
            places[entry]
            for places in (fixed, evening.home)
            for entry in table.values()
            if entry in places
        ]
        home = next((home for home in homes if home < evening.tables and home not in at), None)
        if home is None:
            rest.append(table)
        else:
            at[home] = table
    free = (number for number in range(evening.tables) if number not in at)
    at.update(zip(free, rest, strict=False))
    return plan._replace(tables=tuple(at[number] for number in range(evening.tables)))


# --- winds rotated


def _plan_rotating(evening: Evening, met: Met) -> Plan:
    """Plan of rotating winds. Its first round is the draw; later ones are the plan's own, unless
    the evening has left the plan.
    """
    movement = plan_rotating(4 * evening.tables, max(evening.planned, evening.number))
    entry_of = {
        slot: drawn[wind]
        for table, drawn in zip(movement.seats[0], _plan_as_drawn(evening), strict=True)
        for wind, slot in table.items()
    }
    rounds = [
        [{wind: entry_of[slot] for wind, slot in table.items()} for table in seated]
        for seated in movement.seats
    ]
    tables, place = _fewest(rounds, evening.number - 1, met)
    plan = _improve(evening, met, tables, movement, place)
    on_plan = (
        place == evening.number - 1
        and plan.method == movement.certificate.method
        and all(
            _wind_of(planned) == _wind_of(sat.drawn for sat in played)
            for planned, played in zip(rounds, evening.past, strict=False)
        )
    )
    return plan if on_plan else _with_even_winds(evening, plan)


def _wind_of(tables: Iterable[Mapping[Wind, int]]) -> dict[int, Wind]:
    return {entry: wind for table in tables for wind, entry in table.items()}


def _with_even_winds(evening: Evening, plan: Plan) -> Plan:
    entries = sorted({entry for table in plan.tables for entry in table.values()})
    place = {entry: index for index, entry in enumerate(entries)}
    had = [[0] * 4 for _ in entries]
    for played in evening.past:
        for entry, wind in _wind_of(sat.drawn for sat in played).items():
            if entry in place:
                had[place[entry]][WINDS.index(wind)] += 1
    fours = [[[place[entry] for entry in table.values()] for table in plan.tables]]
    [turned] = winds_after(fours, had)
    return plan._replace(
        tables=tuple(_seat_entries(evening, [entries[index] for index in four]) for four in turned)
    )


def _with_winds(table: Seated, fixed: Mapping[int, Wind]) -> Seated:
    seated = dict(table)
    for wind, entry in table.items():
        wished = fixed.get(entry, wind)
        if wished is not wind and fixed.get(seated[wished]) is not wished:
            seated[wind], seated[wished] = seated[wished], entry
    return seated


# --- fewer repeats


def _improve(
    evening: Evening, met: Met, tables: list[Seated], movement: Movement | None, place: int | None
) -> Plan:
    """Tables with somebody moved if there are repeats. ``movement`` planned them as its round at
    ``place``; None if they were drawn.
    """
    better = _best_seating(evening, met, tables) if _repeats(tables, met) else tables
    method = movement.certificate.method if movement else "drawn"
    moved = _seats_moved(tables, better)
    sentences = []
    if movement and moved:
        sentences.append(Sentence(EXCHANGED, moved=moved))
    elif movement and place == evening.number - 1 > 0:
        # The certificate's explanation: how it counts, how it was made, what is known.
        sentences.append(Sentence.of(movement.certificate.explanation[1]))
    optimum = movement.certificate.optimum if movement else None
    return _make_plan(evening, met, better, "search" if moved else method, optimum, sentences)


def _best_seating(evening: Evening, met: Met, tables: list[Seated]) -> list[Seated]:
    """Seating with the fewest repeats that was found. Two ways are tried: search all remaining
    partite together, or exchange players of one wind (any two players, if winds are assigned later)
    in this partita. Norths stay, because moving the three others can reach every seating.
    """
    lots = Lots(evening.seed, f"partita {evening.number}")
    best, fewest = tables, len(_repeats(tables, met))
    if evening.policy != "redraw":
        best = _replan(evening)
        fewest = len(_repeats(best, met))
    keeps_winds = evening.policy != "rotate"
    for attempt in range(RESTARTS if fewest else 0):
        start = tables if attempt == 0 else _shuffle(tables, lots, keeps_winds)
        groups = [-1, 1, 2, 3] if keeps_winds else [0] * 4
        searched = _search(evening, met, start, groups, lots, ATTEMPTS // RESTARTS)
        count = len(_repeats(searched, met))
        if count < fewest:
            best, fewest = searched, count
        if fewest == 0:
            break
    return best


def _replan(evening: Evening) -> list[Seated]:
    """Seat this partita by a search over all remaining partite, so that these stay possible."""
    past = [[dict(sat.drawn) for sat in tables] for tables in evening.past]
    rounds = max(1, evening.planned - evening.number + 1)
    if evening.policy == "rotate":
        movement = replan_rotating(past, evening.entries, rounds, evening.seed, ATTEMPTS // 2)
    else:
        movement = replan_keep(past, evening.lines, rounds, evening.seed, ATTEMPTS // 2)
    return [{wind: int(slot) for wind, slot in table.items()} for table in movement.seats[0]]


def _search(
    evening: Evening, met: Met, tables: list[Seated], groups: list[int], lots: Lots, attempts: int
) -> list[Seated]:
    """Improve the seating by exchanges inside a group. ``groups`` has the group of each wind, -1
    for a wind that stays.
    """
    size = len(evening.lines)
    entries = sorted({entry for table in tables for entry in table.values()})
    index = {entry: number for number, entry in enumerate(entries)}
    hall = Hall(len(entries), size)
    for (first, second), times in met.items():
        if first in index and second in index:
            hall.count((index[first], index[second]), times)
    hall.add_round([index[table[wind]] for table in tables for wind in evening.lines])
    hall.improve([groups * len(tables)], lots, attempts)
    [seated] = hall.tables
    return [_seat_entries(evening, [entries[number] for number in table]) for table in seated]


def _shuffle(tables: list[Seated], lots: Lots, keeps_winds: bool) -> list[Seated]:
    if keeps_winds:
        columns = {wind: [table[wind] for table in tables] for wind in WINDS}
        for wind in WINDS[1:]:
            lots.shuffle(columns[wind])
        return [{wind: columns[wind][number] for wind in WINDS} for number in range(len(tables))]
    entries = [entry for table in tables for entry in table.values()]
    lots.shuffle(entries)
    return [
        dict(zip(WINDS, entries[start : start + 4], strict=True))
        for start in range(0, len(entries), 4)
    ]


# --- pairs, teams and three players: of the rounds of ``king.movements.sides`` the one with fewest
# repeats

Meetings = list[tuple[int, int]]

LINES_KEPT = gettext_noop(
    "The pairs North–South stay, those East–West move on by a table; each line has its own list."
)
ALL_AGAINST_ALL = gettext_noop(
    "Everybody meets everybody in turn, as often North–South as East–West."
)
TWO_TABLES = gettext_noop(
    "A match is two tables with the same boards, each team North–South at one of them."
)
TURNED = gettext_noop("From partita to partita everybody takes the next wind.")


def _plan_lines(evening: Evening, met: Met) -> Plan:
    """Plan in which each line stays together. If lines are drawn anew, table t first has the slips
    with number t.
    """
    north, east = (list(line) for line in evening.lines.values())
    keeps_winds = evening.policy == "keep"
    numbers = [evening.number, *range(1, evening.tables + 1)] if keeps_winds else [1]
    rounds = [
        *(_line_rounds_with_rest(evening) if keeps_winds else ()),
        *(
            [
                _seat_entries(evening, (north[a], east[b]))
                for a, b in mitchell(evening.tables, number)
            ]
            for number in numbers
        ),
    ]
    chosen, _place = _fewest(rounds, 0, met)
    if _repeats(chosen, met):
        paired = [
            _seat_entries(evening, meeting) for meeting in pair_lines(north, east, _times(met))
        ]
        chosen = min(chosen, paired, key=lambda tables: len(_repeats(tables, met)))
    if not keeps_winds:
        return _make_plan(evening, met, chosen, "drawn", None, [])
    optimum = lines_optimum(evening.tables, len(evening.everybody) % 2)
    plan = _make_plan(evening, met, chosen, "lines", optimum, [Sentence(LINES_KEPT)])
    return _assign_places(evening, plan)


def _line_rounds_with_rest(evening: Evening) -> list[list[Seated]]:
    """Round in which the entry that rests now rests in its line, which is the longer one; empty if
    there is none.
    """
    if evening.rests is None:
        return []
    resting, tables = evening.everybody[evening.rests], evening.tables
    for wind, line in evening.hall.items():
        [other] = [own for at, own in evening.lines.items() if at is not wind]
        if resting in line and len(line) == tables + 1:
            first = wind is next(iter(evening.lines))
            meetings = lines_with_rest(tables, line.index(resting))
            pairs = ((line[long], other[short]) for long, short in meetings)
            return [
                [_seat_entries(evening, pair if first else pair[::-1]) for pair in pairs],
            ]
    return []


def _plan_all(evening: Evening, met: Met) -> Plan:
    """Plan in which everybody meets everybody. A match of teams has a second table, the other way
    round (R11).
    """
    meetings = balanced(_all_meetings(evening, met), _times_first(evening))
    teams = evening.sides == "teams"
    if teams:
        meetings = [ways for home, away in meetings for ways in ((home, away), (away, home))]
    chosen = [_seat_entries(evening, meeting) for meeting in meetings]
    if evening.policy == "in_turn" and len(evening.everybody) == 2:
        return Plan(tuple(chosen), (), "in_turn", (Sentence(TWO_TABLES),))
    optimum = circle_optimum(len(evening.everybody))
    return _make_plan(
        evening,
        met,
        chosen,
        "circle",
        optimum,
        [Sentence(TWO_TABLES if teams else ALL_AGAINST_ALL)],
    )


def _all_meetings(evening: Evening, met: Met) -> Meetings:
    """Meetings of a round of the circle method: the planned round if none of its meetings took
    place already, else the round with fewest repeats. If that has repeats too, it is improved by
    exchanges.
    """
    times = _times(met)
    if evening.rests is not None and len(evening.everybody) % 2:
        all_ = evening.everybody
        chosen = [(all_[a], all_[b]) for a, b in circle_with_rest(len(all_), evening.rests)]
        if not any(times(*meeting) for meeting in chosen):
            return chosen
    entries = evening.entries
    rounds = [[(entries[a], entries[b]) for a, b in round_] for round_ in circle(len(entries))]
    # The best two of a final meet last.
    turn = evening.number - 1 if evening.policy != "in_turn" else 1 - evening.number
    planned = rounds[turn % len(rounds)]
    best = min([planned, *rounds], key=lambda round_: sum(times(*meeting) for meeting in round_))
    if not any(times(*meeting) for meeting in best):
        return best
    return pair_all(best, times, Lots(evening.seed, f"partita {evening.number}"), ATTEMPTS // 2)


def _times(met: Met) -> Callable[[int, int], int]:
    return lambda first, second: met.get(pair_key(first, second), 0)


def _times_first(evening: Evening) -> Callable[[int], int]:
    first = Counter(
        sat.drawn[Wind.N]
        for tables in evening.past
        for sat in tables[:: evening.tables_each]
        if Wind.N in sat.drawn
    )
    return lambda entry: first[entry]


def _plan_threes(evening: Evening, met: Met) -> Plan:
    lines = list(evening.lines.values())
    rounds = [_plan_as_drawn(evening)]
    if evening.policy != "redraw":
        rounds = [
            [
                _seat_entries(evening, [line[at] for line, at in zip(lines, places, strict=True)])
                for places in round_
            ]
            for round_ in threes(evening.tables)
        ]
    tables, _place = _fewest(rounds, (evening.number - 1) % len(rounds), met)
    rotates = evening.policy == "rotate"
    if _repeats(tables, met):
        lots = Lots(evening.seed, f"partita {evening.number}")
        tables = _search(
            evening, met, tables, [0, 0, 0] if rotates else [0, 1, 2], lots, ATTEMPTS // 4
        )
    if rotates:
        tables = [_turn_table(evening, table) for table in tables]
    optimum = None if evening.policy == "redraw" else threes_optimum(evening.tables)
    plan = _make_plan(
        evening, met, tables, "threes", optimum, [Sentence(TURNED)] if rotates else []
    )
    return _assign_places(evening, plan) if evening.policy == "keep" else plan


def _turn_table(evening: Evening, table: Seated) -> Seated:
    had = Counter(
        (entry, wind)
        for tables in evening.past
        for sat in tables
        for wind, entry in sat.drawn.items()
    )
    winds, entries = list(table), list(table.values())
    size, step = len(winds), evening.number - 1
    order = [
        [entries[(place - step - turn) % size] for place in range(size)] for turn in range(size)
    ]
    best = min(
        order,
        key=lambda turn: sum(
            had[entry, wind] ** 2 for wind, entry in zip(winds, turn, strict=True)
        ),
    )
    return dict(zip(winds, best, strict=True))


# --- what came out

FIRST = gettext_noop("First partita: everybody sits at the table of the number drawn.")
FIRST_MATCHES = gettext_noop(
    "First partita: the teams meet in the order drawn, the first two at tables 1 and 2."
)
NOBODY_AGAIN = gettext_noop("Nobody meets anybody a second time.")
NO_PAIRS_AGAIN = gettext_noop("No two pairs meet a second time.")
NO_TEAMS_AGAIN = gettext_noop("No two teams meet a second time.")
NOT_POSSIBLE = gettext_noop(
    "%(repeats)s meetings are repeated. With %(tables)s tables no more than %(bound)s partite without a repeated "
    "meeting are possible, and this is partita %(number)s."
)
FOUND_BEST = gettext_noop(
    "%(repeats)s meetings are repeated; a search found no seating with fewer."
)
EXCHANGED = gettext_noop(
    "%(moved)s players do not sit where the plan of the evening says, because of what changed meanwhile."
)
OTHER_TABLE = gettext_noop(
    "%(moved)s players do not sit at the table with the number drawn for them."
)
KNOWN = gettext_noop(
    "With %(tables)s tables %(rounds)s partite without a repeated meeting are known; more than %(bound)s are impossible."
)
KNOWN_OF_ENTRIES = {
    "pairs": gettext_noop(
        "%(entries)s pairs can play %(rounds)s partite without a repeated meeting, and no more."
    ),
    "teams": gettext_noop(
        "%(entries)s teams can play %(rounds)s partite without a repeated meeting, and no more."
    ),
}
KNOWN_OF_LINES = gettext_noop(
    "%(entries)s pairs in lines that stay can play %(rounds)s partite without a repeated meeting, and no more."
)
NOT_POSSIBLE_OF_ENTRIES = {
    "pairs": gettext_noop(
        "%(repeats)s meetings are repeated: %(entries)s pairs can play no more than %(bound)s partite without a "
        "repeated meeting, and this is partita %(number)s."
    ),
    "teams": gettext_noop(
        "%(repeats)s meetings are repeated: %(entries)s teams can play no more than %(bound)s partite without a "
        "repeated meeting, and this is partita %(number)s."
    ),
}
KNOWN_ONE = gettext_noop(
    "With these tables one partita without a repeated meeting is known; the most possible is %(bound)s."
)


def _make_plan(
    evening: Evening,
    met: Met,
    tables: list[Seated],
    method: str,
    optimum: Optimum | None,
    remarks: Sequence[Sentence],
) -> Plan:
    repeated = _repeats(tables[:: evening.tables_each], met)
    sentences = [_verdict(evening, len(repeated), optimum), *remarks]
    by_slips = evening.policy == "redraw" and evening.sides != "teams"
    if evening.policy == "in_turn":
        sentences.append(Sentence(SPREAD))
    elif evening.number == 1:
        sentences.insert(0, Sentence(FIRST_MATCHES if evening.sides == "teams" else FIRST))
    elif by_slips and (moved := _seats_moved(_plan_as_drawn(evening), tables)):
        sentences.append(Sentence(OTHER_TABLE, moved=moved))
    if optimum is not None and evening.sides in KNOWN_OF_ENTRIES:
        fields = {"entries": len(evening.everybody), "rounds": optimum.rounds}
        known = KNOWN_OF_LINES if method == "lines" else KNOWN_OF_ENTRIES[evening.sides]
        sentences.append(Sentence(known, fields))
    elif optimum is not None:
        tables_there = evening.tables * evening.tables_each
        sentences.append(
            Sentence(
                KNOWN_ONE if optimum.rounds == 1 else KNOWN,
                tables=tables_there,
                rounds=optimum.rounds,
                bound=optimum.bound,
            )
        )
    return Plan(tuple(tables), repeated, method, tuple(sentences))


def _seats_moved(before: Sequence[Seated], after: Sequence[Seated]) -> int:
    tables = {entry: number for number, table in enumerate(before) for entry in table.values()}
    return sum(
        tables[entry] != number for number, table in enumerate(after) for entry in table.values()
    )


def _verdict(evening: Evening, again: int, optimum: Optimum | None) -> Sentence:
    if not again:
        return Sentence(
            {"pairs": NO_PAIRS_AGAIN, "teams": NO_TEAMS_AGAIN}.get(evening.sides, NOBODY_AGAIN)
        )
    fields = {"repeats": again, "tables": evening.tables, "number": evening.number}
    if optimum is not None and evening.number > optimum.bound:
        if evening.sides in NOT_POSSIBLE_OF_ENTRIES:
            own = {"entries": len(evening.everybody), "bound": optimum.bound}
            return Sentence(NOT_POSSIBLE_OF_ENTRIES[evening.sides], {**fields, **own})
        return Sentence(NOT_POSSIBLE, **fields, bound=optimum.bound)
    return Sentence(FOUND_BEST, fields)
