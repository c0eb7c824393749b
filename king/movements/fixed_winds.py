"""Seatings in which everybody keeps the wind drawn, and meets players of the three other winds
(rules §7.5, A20).

With T tables at most T rounds repeat no meeting: North 1 can meet T Easts. The ways, of which the
plainest that suffices is taken (tables:rounds):

- ``shift``: each round East goes one table down, South two, West three. 4:2 5:5 6:2 7:7 8:4 9:3 …
- ``field``: N t, E t + r, S t + αr, W t + βr in a field or a product of fields. T rounds, unless 2
  or 3 divides T just once.
- ``found``: kept results of a search. 6:5 10:9 12:12 14:13 15:15 18:17 21:21 22:21 24:24
- ``search``: uneven shifts, searched when asked for. From 26 tables on at least 20 rounds.
- ``repeat``: the longest of these over again, improved by local search; as few repeats as it finds.
"""

from math import gcd

from king.cards import WINDS
from king.movements.local_search import Hall
from king.movements.seating import Lots, Movement, Optimum, certify
from king.movements.starters import (
    KEPT_BASES,
    SHIFT_ROWS,
    Quad,
    kept_base,
    prime_powers,
    ring_affine,
    shift_rows,
    six_tables,
)
from king.reading import InputError
from king.words import Phrase, gettext_noop

ATTEMPTS = 60_000
"""Default number of changes that a search may try: well under a second."""

LARGEST_TABLES = 250
LARGEST_ROUNDS = 100

Shifts = tuple[int, int, int, int]
"""How many tables N, E, S and W have gone on in a round, counted from the first round."""

ALL_SIT = gettext_noop("Everybody sits at the table with their number.")
EVENLY = gettext_noop(
    "After each round East goes one table down (from 2 to 1, from 1 to the last), South two, West "
    "three; North stays."
)
BY_FIELD = gettext_noop(
    "North stays; the moves follow a finite field of {tables} elements, so the lists must be "
    "followed."
)
BY_STORE = gettext_noop(
    "North stays; the moves are a stored result of a search, so the lists must be followed."
)
BY_SEARCH = gettext_noop(
    "North stays; the moves were found by a search, so the lists must be followed."
)
BY_REPEATING = gettext_noop(
    "Only {rounds} rounds are known without a repeat, so meetings repeat, as few of them as a "
    "search found."
)


Plan = tuple[str, Phrase, list[list[Quad]]]
"""Name of the way, its sentence, and the rounds."""


def plan_keep(
    tables: int, rounds: int, seed: bytes | None = None, attempts: int = ATTEMPTS
) -> Movement:
    """Plan with slots "N1" … "NT", "E1" …. In the first round table t has Nt Et St Wt, and North
    never moves.

    ``attempts`` bounds the search, and the seed decides it: the same arguments give the same
    seating everywhere. Raises ``InputError`` for tables or rounds out of bounds.
    """
    check_count("tables", tables, 1, LARGEST_TABLES)
    check_count("rounds", rounds, 1, LARGEST_ROUNDS)
    seed = seed or b""
    plan = _rounds_without_repeat(tables, rounds, seed, attempts)
    method, sentence, quads_of_rounds = plan or _rounds_with_repeats(tables, rounds, seed, attempts)
    seats = tuple(
        tuple(
            {wind: f"{wind}{number + 1}" for wind, number in zip(WINDS, quad, strict=True)}
            for quad in quads
        )
        for quads in quads_of_rounds
    )
    best = optimum(tables, rounds)
    if method != "repeat":
        best = best._replace(rounds=max(best.rounds, rounds))
    return Movement(
        "keep", seats, certify(seats, (), method, sentence, best), tuple(() for _ in seats)
    )


def check_count(name: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        raise InputError(f"{name}: expected from {least} to {most}, found {count}")


def longest_known(tables: int) -> int:
    if tables < 4:
        return 1
    if has_field(tables):
        return tables
    if tables == 6:
        return 5
    if tables in KEPT_BASES:
        return tables - 1
    if tables in SHIFT_ROWS:
        return 17 if tables == 18 else tables
    return max(even_limit(tables), 20)


def has_field(tables: int) -> bool:
    """Whether every prime power of ``tables`` is at least 4. Then 0, 1, α and β differ in each of
    the fields.
    """
    return tables >= 4 and min(prime_powers(tables)) >= 4


def optimum(tables: int, rounds: int) -> Optimum:
    """Fewest repeats that are possible. Without a repeat there are at most T rounds, but 5 with 6
    tables (Tarry), and 1 with fewer than 4 tables.
    """
    bound = {1: 1, 2: 1, 3: 1, 6: 5}.get(tables, tables)
    by_count = max(6 * tables * (rounds - tables), int(rounds > bound), 0)
    return Optimum(_FEWEST_REPEATS.get((tables, rounds), by_count), longest_known(tables), bound)


_FEWEST_REPEATS = {(2, 2): 4, (3, 2): 3, (3, 3): 9}
"""Fewest repeats by tables and rounds, found by trying everything, for cases in which counting
pairs proves less."""


def kept_rounds(tables: int, rounds: int, seed: bytes, attempts: int) -> list[list[Quad]] | None:
    plan = _rounds_without_repeat(tables, rounds, seed, attempts)
    return plan[2] if plan else None


def _rounds_without_repeat(tables: int, rounds: int, seed: bytes, attempts: int) -> Plan | None:
    if rounds <= max(1, even_limit(tables)):
        sentence = Phrase(ALL_SIT if rounds == 1 else EVENLY)
        shifts = [(0, r, 2 * r, 3 * r) for r in range(rounds)]
        return "shift", sentence, _shifted(tables, shifts)
    if rounds > tables or tables < 4:
        return None
    if has_field(tables):
        moves = [ring_affine(tables, factor)[:rounds] for factor in (1, 2, 3)]
        quads = [
            list(zip(range(tables), *winds, strict=True)) for winds in zip(*moves, strict=True)
        ]
        return "field", Phrase(BY_FIELD, tables=tables), quads
    stored = _stored_shifts(tables)
    if stored:
        return ("found", Phrase(BY_STORE), stored[:rounds]) if rounds <= len(stored) else None
    shifts_searched = search_shifts(tables, rounds, Lots(seed, "shifts"), attempts)
    if shifts_searched is None:
        return None
    return "search", Phrase(BY_SEARCH), _shifted(tables, shifts_searched)


def _stored_shifts(tables: int) -> list[list[Quad]]:
    if tables == 6:
        return six_tables()
    if tables in KEPT_BASES:
        return kept_base(tables)
    return shift_rows(tables) if tables in SHIFT_ROWS else []


def _shifted(tables: int, shifts: list[Shifts]) -> list[list[Quad]]:
    return [
        [(t, (t + east) % tables, (t + south) % tables, (t + west) % tables) for t in range(tables)]
        for _, east, south, west in shifts
    ]


def _rounds_with_repeats(tables: int, rounds: int, seed: bytes, attempts: int) -> Plan:
    """Repeat the longest sequence that has no repeated meeting, then improve it if possible."""
    length = min(rounds, longest_known(tables))
    while (base := kept_rounds(tables, length, seed, attempts)) is None:
        length -= 1
    quads = [base[r % length] for r in range(rounds)]
    if length < tables or tables < 4:
        quads = _improve(tables, quads, Lots(seed, "keep"), attempts)
    return ("repeat", Phrase(BY_REPEATING, rounds=length), quads)


def _improve(tables: int, quads: list[list[Quad]], lots: Lots, attempts: int) -> list[list[Quad]]:
    """Improve by exchanging players of the same wind within a round. North and the first round
    stay.
    """
    hall = Hall(4 * tables)
    for seated in quads:
        hall.add_round([wind * tables + quad[wind] for quad in seated for wind in range(4)])
    movable = [[-1, 1, 2, 3] * tables for _ in quads]
    movable[0] = [-1] * (4 * tables)
    met_by_all, over = divmod(len(quads), tables)
    evenly_spread = 6 * tables * (tables * met_by_all * (met_by_all - 1) // 2 + over * met_by_all)
    fewest = max(evenly_spread, optimum(tables, len(quads)).repeats)
    hall.improve(movable, lots, attempts, target=fewest)
    return [
        [(n, e - tables, s - 2 * tables, w - 3 * tables) for n, e, s, w in seated]
        for seated in hall.tables
    ]


# Moves that are the same for a whole wind: in round r every East goes on by so many tables, every
# South, every West. North t stays at table t. Two players of different winds meet at most once
# exactly when, for each of the six pairs of winds, the differences of their two shifts are all
# different over the rounds.


def even_limit(tables: int) -> int:
    """Number of rounds without a repeat if East goes on by one table, South by two, West by three
    (Labyrinth's habit, rules §7.5). The shifts of two winds then differ by 1, 2 or 3 more tables in
    every round; a difference of d repeats after T / gcd(d, T) rounds.
    """
    return tables // max(gcd(difference, tables) for difference in (1, 2, 3))


def search_shifts(tables: int, rounds: int, lots: Lots, attempts: int) -> list[Shifts] | None:
    """Search shifts for South and West, with at most ``attempts`` attempts. None if none was found."""
    souths, wests = [*range(tables)], [*range(tables)]
    lots.shuffle(souths)
    lots.shuffle(wests)
    used: list[set[int]] = [set() for _ in range(5)]
    chosen: list[Shifts] = []
    tried = 0

    def extend() -> bool:
        nonlocal tried
        east = len(chosen)
        if east == rounds:
            return True
        for south in souths:
            if south in used[0] or (south - east) % tables in used[1]:
                continue
            for west in wests:
                tried += 1
                if tried > attempts:
                    return False
                shifts = south, south - east, west, west - east, west - south
                marks = [shift % tables for shift in shifts]
                if any(
                    mark in marks_used for mark, marks_used in zip(marks[2:], used[2:], strict=True)
                ):
                    continue
                for mark, marks_used in zip(marks, used, strict=True):
                    marks_used.add(mark)
                chosen.append((0, east, south, west))
                if extend():
                    return True
                chosen.pop()
                for mark, marks_used in zip(marks, used, strict=True):
                    marks_used.discard(mark)
        return False

    return chosen if extend() else None
