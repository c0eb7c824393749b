"""Seatings in which winds rotate or are drawn anew. Anybody may meet anybody, nobody twice, and
each player has each wind equally often.

A player meets three others a round, so n have at most (n − 1) / 3 rounds without a repeated
meeting. The ways (players:rounds):

- ``columns``: the seating of winds kept; where four divides the tables, then a seating within each
  of its four columns. 16:5 20:5 64:20 …
- ``found``: kept first rounds over rings of players, each going on by one. 24:7 28:9 32:10 36:11
  40:13 44:13 48:15 52:17 60:19
- ``search``: local search; always where the players are no multiple of four. 25 to 27: 5, and more
  with more.
"""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from heapq import nsmallest
from itertools import chain, permutations

from king.cards import WINDS, Wind
from king.movements.fixed_winds import (
    ATTEMPTS,
    LARGEST_ROUNDS,
    LARGEST_TABLES,
    check_count,
    kept_rounds,
    longest_known,
)
from king.movements.local_search import Hall
from king.movements.seating import (
    Lots,
    Movement,
    Optimum,
    Rounds,
    Slot,
    certify,
    meetings,
    seat_slots,
)
from king.movements.starters import ROTATING_BASES, rotating_base
from king.reading import InputError
from king.words import Phrase, gettext_noop

_TOLD = {
    "rotate": {
        "columns": gettext_noop(
            "Tables of four columns that shift against one another; winds are dealt out evenly."
        ),
        "found": gettext_noop(
            "A stored first round whose rings of players go on by one; winds are dealt out evenly."
        ),
        "search": gettext_noop("Tables found by a search; winds are dealt out evenly."),
    },
    "redraw": {
        "columns": gettext_noop(
            "Tables of four columns that shift against one another; winds are drawn each round."
        ),
        "found": gettext_noop(
            "A stored first round whose rings of players go on by one; winds are drawn each round."
        ),
        "search": gettext_noop("Tables found by a search; winds are drawn each round."),
    },
}

Fours = list[list[list[int]]]
"""Rounds of tables of four players, numbers from 0."""


def plan_rotating(
    players: int, rounds: int, seed: bytes | None = None, attempts: int = ATTEMPTS
) -> Movement:
    """Plan with slots 1 … n and balanced winds. The n mod 4 left over sit out in turn: nobody twice
    before everybody once.

    A seed relabels the slots and decides the search; the same arguments give the same seating
    everywhere. Raises ``InputError`` for numbers out of bounds.
    """
    fours, resting, method = _plan_in_groups(players, rounds, seed, attempts)
    return _movement("rotate", players, balanced_winds(fours), resting, method)


def plan_redrawn(players: int, rounds: int, seed: bytes, attempts: int = ATTEMPTS) -> Movement:
    """Plan in which winds and table numbers are drawn anew for each round, from the seed."""
    fours, resting, method = _plan_in_groups(players, rounds, seed, attempts)
    lots = Lots(seed, "winds")
    for tables in fours:
        lots.shuffle(tables)
    for tables in fours:
        for four in tables:
            lots.shuffle(four)
    return _movement("redraw", players, fours, resting, method)


def _movement(
    policy: str, players: int, fours: Fours, resting: list[list[int]], method: str
) -> Movement:
    seats = seat_slots(fours, range(1, players + 1))
    out = tuple(tuple(player + 1 for player in sorted(byes)) for byes in resting)
    repeated = max(meetings(seats).values(), default=0) > 1
    best = optimum(players, len(fours), 0 if repeated else len(fours))
    sentence = Phrase(_TOLD[policy][method])
    return Movement(policy, seats, certify(seats, out, method, sentence, best), out)


def longest_rotating(players: int) -> int:
    tables = players // 4
    columns = longest_known(tables) + (longest_rotating(tables) if tables % 4 == 0 else 0)
    stored = len(rotating_base(players)) if players in ROTATING_BASES else 0
    return max(columns, stored, 1)


def optimum(players: int, rounds: int, reached: int) -> Optimum:
    """Fewest repeats that are possible. ``reached`` is the largest number of rounds without a
    repeat that is known for so many players.
    """
    # Each table uses up six of the pairs.
    pairs, used = players * (players - 1) // 2, 6 * (players // 4)
    fewest = max(0, used * rounds - pairs)
    bound = {8: 1, 12: 1, 16: 5, 20: 5}.get(players) or max(1, pairs // used)
    known = longest_rotating(players) if players % 4 == 0 else reached
    return Optimum(max(fewest, int(rounds > bound)), min(max(known, reached), bound), bound)


def _plan_in_groups(
    players: int, rounds: int, seed: bytes | None, attempts: int
) -> tuple[Fours, list[list[int]], str]:
    check_count("players", players, 4, 4 * LARGEST_TABLES + 3)
    check_count("rounds", rounds, 1, LARGEST_ROUNDS)
    over = players % 4
    resting = [[(r * over + i) % players for i in range(over)] for r in range(rounds)]
    fours, method = _construct(players, rounds, seed or b"", attempts)
    if len(fours) < rounds:
        lots = Lots(seed or b"", "rotate")
        fours, method = _search(players, rounds, fours, resting, lots, attempts), "search"
    if seed is not None:
        labels = list(range(players))
        Lots(seed, "slots").shuffle(labels)
        fours = [[[labels[player] for player in four] for four in tables] for tables in fours]
        resting = [[labels[player] for player in byes] for byes in resting]
    return fours, resting, method


def _construct(players: int, rounds: int, seed: bytes, attempts: int) -> tuple[Fours, str]:
    """Construct rounds without a repeat, from columns or from a stored base: all ``rounds``, or as
    many as can be made. Returns them with the name of the method.
    """
    if players % 4:
        return [], "search"
    columns = _columns(players, rounds, seed, attempts)
    if len(columns) < rounds and players in ROTATING_BASES:
        stored = [[list(four) for four in seated] for seated in rotating_base(players)]
        if len(stored) > len(columns):
            return stored[:rounds], "found"
    return columns, "columns"


def _columns(players: int, rounds: int, seed: bytes, attempts: int) -> Fours:
    """Rounds in which the players of each column keep a wind, followed by rounds within each column
    if the number of tables is a multiple of four.
    """
    tables = players // 4
    lengths = rounds, min(rounds, longest_known(tables))
    plans = (kept_rounds(tables, length, seed, attempts) for length in lengths)
    fours = [
        [[wind * tables + quad[wind] for wind in range(4)] for quad in seated]
        for seated in next(filter(None, plans), [])
    ]
    if len(fours) < rounds and tables % 4 == 0:
        more = min(rounds - len(fours), longest_rotating(tables))
        fours += [
            [[wind * tables + p for p in four] for wind in range(4) for four in seated]
            for seated in _construct(tables, more, seed, attempts)[0]
        ]
    return fours


def _search(
    players: int, rounds: int, first: Fours, resting: list[list[int]], lots: Lots, attempts: int
) -> Fours:
    """Search rounds with few repeats. Starts from the rounds in ``first``, which may be changed
    too.
    """
    hall = Hall(players)
    for seated in first:
        hall.add_round([player for four in seated for player in four])
    for byes in resting[len(first) : rounds]:
        playing = [player for player in range(players) if player not in byes]
        lots.shuffle(playing)
        hall.add_round(playing)
    movable = [[0] * len(places) for places in hall.rounds]
    hall.improve(movable, lots, attempts, target=_evenly_spread(players, rounds))
    return hall.tables


def _evenly_spread(players: int, rounds: int) -> int:
    """Lowest possible cost: that of meetings spread over all pairs as evenly as can be."""
    pairs = players * (players - 1) // 2
    met_by_all, over = divmod(6 * (players // 4) * rounds, pairs)
    return pairs * (met_by_all * (met_by_all - 1) // 2) + over * met_by_all


Edge = tuple[int, int]
"""A vertex of a player's piece (even number) and a table (odd number)."""


def balanced_winds(rounds: Fours) -> Fours:
    """Order the four players of each table as N, E, S, W, so that winds are balanced. Players are
    numbers from 0.
    """
    appearances: Counter[int] = Counter()
    edges: list[Edge] = []
    pieces: dict[tuple[int, int], int] = {}
    fours = [four for seated in rounds for four in seated]
    for table, four in enumerate(fours):
        for player in four:
            piece = pieces.setdefault((player, appearances[player] // 4), len(pieces))
            appearances[player] += 1
            edges.append((2 * piece, 2 * table + 1))
    first, second = _halves(edges, list(range(len(edges))))
    colours = [*_halves(edges, first), *_halves(edges, second)]
    wind_of = {edge: wind for wind, own in enumerate(colours) for edge in own}
    winds = iter(wind_of[edge] for edge in range(len(edges)))
    return [
        [
            [player for _, player in sorted((next(winds), player) for player in four)]
            for four in seated
        ]
        for seated in rounds
    ]


def _halves(edges: Sequence[Edge], chosen: Sequence[int]) -> tuple[list[int], list[int]]:
    """Split the chosen edges into two parts so that each vertex has half of its edges in each,
    rounded down or up.

    Take edges alternately along trails. A trail begins at a vertex of odd degree if there is one.
    Tables have even degree, so no trail ends at a table; and a closed trail is even, because the
    graph is bipartite.
    """
    at: dict[int, list[int]] = {}
    for edge in chosen:
        for vertex in edges[edge]:
            at.setdefault(vertex, []).append(edge)
    odd = [vertex for vertex, own in at.items() if len(own) % 2]
    used: set[int] = set()
    halves: tuple[list[int], list[int]] = ([], [])
    for start in (*odd, *at):
        vertex, side = start, 0
        while True:
            own = at[vertex]
            while own and own[-1] in used:
                own.pop()
            if not own:
                break
            edge = own.pop()
            used.add(edge)
            halves[side].append(edge)
            side = 1 - side
            left, right = edges[edge]
            vertex = right if vertex == left else left
    return halves


def winds_after(rounds: Fours, had: Sequence[Sequence[int]]) -> Fours:
    """Choose winds as ``balanced_winds`` does. ``had`` counts how often each player had each wind
    before.

    Each table takes the order that leaves its players' winds most even. All tables are gone through
    again until none changes, at most 20 times. The result is not always the best possible; the
    certificate counts what came out.
    """
    counts = Counter({(p, w): times for p, own in enumerate(had) for w, times in enumerate(own)})
    turned = [[list(four) for four in seated] for seated in rounds]
    for four in chain.from_iterable(turned):
        counts.update(_seats(four))

    def unevenness(four: Sequence[int]) -> int:
        return sum(counts[seat] for seat in _seats(four))

    for _ in range(20):
        changed = False
        for four in chain.from_iterable(turned):
            counts.subtract(_seats(four))
            best = min(permutations(sorted(four)), key=unevenness)
            if unevenness(best) < unevenness(four):
                four[:], changed = best, True
            counts.update(_seats(four))
        if not changed:
            break
    return turned


def _seats(four: Sequence[int]) -> list[tuple[int, int]]:
    return [(player, wind) for wind, player in enumerate(four)]


# The next rounds of a tournament that is already under way, or that no plan foresaw. Everything
# that has happened is counted in. Where the past is a plan's beginning, its continuation is tried
# first, so that nothing is lost by asking.

FOLLOWED = gettext_noop("The search for tables took the {past} rounds already played into account.")
ARRANGED = gettext_noop("The tables were found by a search.")


def replan_keep(
    past: Rounds,
    winds: Mapping[Wind, Sequence[Slot]],
    rounds: int,
    seed: bytes = b"",
    attempts: int = ATTEMPTS,
) -> Movement:
    """Plan the next rounds with winds kept, for the players who are here now, in the order of their
    numbers.

    ``past`` has the rounds played. ``winds`` says who sits at each wind from now on; there are as
    many tables as the shortest has players. Those who have sat out least sit out, later ones in the
    list first. The certificate includes the past. Raises ``InputError`` for an empty wind, a player
    listed twice, or rounds out of bounds.
    """
    listed = [slot for wind in WINDS for slot in winds.get(wind, ())]
    tables = min(len(winds.get(wind, ())) for wind in WINDS)
    _check(listed, tables, rounds)
    order = {slot: index for index, slot in enumerate(listed)}
    out, resting = _rest_counts(past, listed), []
    plan = kept_rounds(tables, min(len(past) + rounds, tables), seed, attempts=attempts // 4) or []
    columns = []
    for r in range(rounds):
        seated = [_playing(winds[wind], tables, out) for wind in WINDS]
        resting.append(_sit_out(listed, {slot for column in seated for slot in column}, out))
        quads = plan[(len(past) + r) % len(plan)] if plan else [(t, t, t, t) for t in range(tables)]
        columns.append([order[seated[wind][quad[wind]]] for quad in quads for wind in range(4)])
    hall = _hall(past, order)
    for places in columns:
        hall.add_round(places)
    hall.improve([[0, 1, 2, 3] * tables for _ in columns], Lots(seed, "replan"), attempts)
    fours = hall.tables
    for tables_of_round in fours:
        tables_of_round.sort()  # North of the lowest number at table 1: Norths need not move
    return _replan("keep", fours, listed, resting, past)


def replan_rotating(
    past: Rounds, players: Sequence[Slot], rounds: int, seed: bytes = b"", attempts: int = ATTEMPTS
) -> Movement:
    """Plan the remaining rounds like ``replan_keep``, but any player may sit at any wind. Winds
    come out as even as possible, the past rounds included.
    """
    tables = len(players) // 4
    _check(players, tables, rounds)
    order = {slot: index for index, slot in enumerate(players)}
    out, resting, lots = _rest_counts(past, players), [], Lots(seed, "replan")
    continued = _continuation(len(players), len(past), rounds, attempts)
    hall = _hall(past, order)
    for r in range(rounds):
        playing = _playing(players, 4 * tables, out)
        resting.append(_sit_out(players, set(playing), out))
        places = [order[slot] for slot in playing]
        if continued is None:
            lots.shuffle(places)
        hall.add_round(places if continued is None else continued[r])
    hall.improve([[0] * (4 * tables) for _ in range(rounds)], lots, attempts)
    had = [[0] * 4 for _ in players]
    for table in chain.from_iterable(past):
        for wind, slot in table.items():
            if slot in order:
                had[order[slot]][WINDS.index(wind)] += 1
    fours = winds_after(balanced_winds(hall.tables), had)
    return _replan("rotate", fours, players, resting, past)


def _check(listed: Sequence[Slot], tables: int, rounds: int) -> None:
    if tables < 1:
        raise InputError("players: expected one for each wind at least, four for a table")
    if len(set(listed)) < len(listed):
        twice = next(slot for slot in listed if listed.count(slot) > 1)
        raise InputError(f"players: {twice!r} is listed twice")
    check_count("rounds", rounds, 1, LARGEST_ROUNDS)


def _rest_counts(past: Rounds, listed: Sequence[Slot]) -> dict[Slot, int]:
    out = dict.fromkeys(listed, 0)
    for seated in past:
        _sit_out(listed, {slot for table in seated for slot in table.values()}, out)
    return out


def _playing(players: Sequence[Slot], seats: int, out: Mapping[Slot, int]) -> list[Slot]:
    """Players of the round, in their order. Those who have sat out least sit out, later ones in the
    list first.
    """
    absent = nsmallest(len(players) - seats, reversed(players), key=out.__getitem__)
    return [slot for slot in players if slot not in absent]


def _sit_out(listed: Sequence[Slot], playing: Set[Slot], out: dict[Slot, int]) -> list[Slot]:
    """Slots that do not play this round. Each is counted in ``out``."""
    absent = [slot for slot in listed if slot not in playing]
    for slot in absent:
        out[slot] += 1
    return absent


def _hall(past: Rounds, order: Mapping[Slot, int]) -> Hall:
    hall = Hall(len(order))
    for table in chain.from_iterable(past):
        hall.count(order[slot] for slot in table.values() if slot in order)
    return hall


def _continuation(players: int, played: int, rounds: int, attempts: int) -> list[list[int]] | None:
    if players % 4 or played + rounds > LARGEST_ROUNDS:
        return None
    plan = plan_rotating(players, played + rounds, attempts=attempts // 4)
    return [
        [int(table[wind]) - 1 for table in seated for wind in WINDS]
        for seated in plan.seats[played:]
    ]


def _replan(
    policy: str, fours: Fours, listed: Sequence[Slot], resting: list[list[Slot]], past: Rounds
) -> Movement:
    seats = seat_slots(fours, listed)
    sentence = Phrase(FOLLOWED, past=len(past)) if past else Phrase(ARRANGED)
    certificate = certify(seats, resting, "search", sentence, past=past)
    return Movement(policy, seats, certificate, tuple(tuple(byes) for byes in resting))
