"""Opponents of pairs, teams and tables of three, round by round.

With lines kept (Mitchell), East-West moves on by one table, and nobody meets twice in T rounds.
With the circle method, n entries meet in n − 1 rounds, each pair once. ``pair_lines`` and
``pair_all`` find opponents if no plan applies.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from king.movements.seating import Lots, Optimum
from king.movements.starters import prime_powers, ring_affine

Entry = TypeVar("Entry")


def mitchell(tables: int, round_number: int) -> list[tuple[int, int]]:
    """Meetings of a round, counted from 1: table t has the first line's t and the second line's t −
    round + 1.

    >>> mitchell(3, 2)
    [(0, 2), (1, 0), (2, 1)]
    """
    return [(table, (table - round_number + 1) % tables) for table in range(tables)]


def lines_optimum(tables: int, resting: int = 0) -> Optimum:
    """Best values: each entry of the shorter line meets all of the longer line, of which one rests
    in turn.
    """
    longest = tables + resting
    return Optimum(0, longest, longest)


def lines_with_rest(tables: int, rests: int) -> list[tuple[int, int]]:
    """Meetings of the round in which entry ``rests`` of the longer line sits out, counted from 0.
    As long as each rests once, nobody meets anybody twice.

    >>> [lines_with_rest(2, rests) for rests in range(3)]
    [[(1, 0), (2, 1)], [(2, 0), (0, 1)], [(0, 0), (1, 1)]]
    """
    longest = tables + 1
    return [((place + rests + 1) % longest, place) for place in range(tables)]


def circle(entries: int) -> list[list[tuple[int, int]]]:
    """All rounds for an even number of entries. The order within a meeting says who is first. The
    first round is 0–1, 2–3, 4–5 …

    >>> circle(4)
    [[(0, 1), (2, 3)], [(2, 0), (3, 1)], [(0, 3), (1, 2)]]
    """
    if entries < 2 or entries % 2:
        raise ValueError(f"a round robin of {entries}: expected an even number, at least 2")
    last = entries - 1
    rounds = []
    for turn in range(last):
        met = [(last, turn) if turn % 2 == 0 else (turn, last)]
        for step in range(1, entries // 2):
            one, other = (turn + step) % last, (turn - step) % last
            met.append((one, other) if step % 2 else (other, one))
        rounds.append(met)
    name = {old: new for new, old in enumerate(old for meeting in rounds[0] for old in meeting)}
    return [sorted(((name[a], name[b]) for a, b in met), key=min) for met in rounds]


def circle_with_rest(entries: int, rests: int) -> list[tuple[int, int]]:
    """Meetings of the round in which one of an odd number of entries rests, counted from 0. As long
    as each rests once, nobody meets anybody twice.

    >>> [circle_with_rest(3, rests) for rests in range(3)]
    [[(1, 2)], [(2, 0)], [(0, 1)]]
    """
    for met in circle(entries + 1):
        if any({rests, entries} == set(meeting) for meeting in met):
            return [meeting for meeting in met if entries not in meeting]
    raise ValueError(f"no round of {entries} in which {rests} rests")


def circle_optimum(entries: int) -> Optimum:
    """Best values, rests included: seven entries rest once each in seven rounds."""
    rounds = max(entries - 1 + entries % 2, 1)
    return Optimum(0, rounds, rounds)


def pair_lines(
    first: Sequence[Entry], second: Sequence[Entry], met: Callable[[Entry, Entry], int]
) -> list[tuple[Entry, Entry]]:
    """Find opponents for the first line, in its order, with as few repeats as possible. Uses
    augmenting paths: time grows with lines × meetings, an instant for hundreds.
    """
    holder: dict[int, int] = {}
    for limit in sorted({met(a, b) for a in first for b in second}):
        partners = [[place for place, b in enumerate(second) if met(a, b) <= limit] for a in first]
        for own in range(len(first)):
            if own not in holder.values():
                _augment(own, partners, holder)
    of = {own: place for place, own in holder.items()}
    return [(a, second[of[own]]) for own, a in enumerate(first)]


def _augment(start: int, partners: Sequence[Sequence[int]], holder: dict[int, int]) -> bool:
    """Find an augmenting path, in which others move to another of their choices. Returns whether
    there is one.
    """
    came_from: dict[int, int] = {}
    queue = [start]
    for own in queue:
        for place in partners[own]:
            if place in came_from:
                continue
            came_from[place] = own
            if place in holder:
                queue.append(holder[place])
                continue
            while True:
                previous = came_from[place]
                old_place = next(
                    (choice for choice, who in holder.items() if who == previous), None
                )
                holder[place] = previous
                if previous == start:
                    return True
                assert old_place is not None
                place = old_place
    return False


def pair_all(
    meetings: Sequence[tuple[Entry, Entry]],
    met: Callable[[Entry, Entry], int],
    lots: Lots,
    attempts: int = 20_000,
) -> list[tuple[Entry, Entry]]:
    """Exchange opponents, starting from ``meetings``, until none has ``met`` or the attempts are
    used up. The result need not be the minimum.
    """
    best = [*meetings]
    fewest = sum(met(*meeting) for meeting in best)
    while fewest and attempts > 0:
        now = [*best]
        cost = fewest
        for _ in range(50 * len(now)):
            attempts -= 1
            bad = [place for place, meeting in enumerate(now) if met(*meeting)]
            if not bad or len(now) < 2:
                break
            here = bad[lots.below(len(bad))]
            there = (here + 1 + lots.below(len(now) - 1)) % len(now)
            (a, b), (c, d) = now[here], now[there]
            ways = [((a, d), (c, b)), ((a, c), (b, d))]
            one, other = ways[lots.below(2)]
            change = met(*one) + met(*other) - met(a, b) - met(c, d)
            if change <= 0 or lots.below(8) == 0:
                now[here], now[there], cost = one, other, cost + change
            if cost < fewest:
                best, fewest = [*now], cost
            if fewest == 0:
                break
    return best


def balanced(
    meetings: Sequence[tuple[Entry, Entry]], first_before: Callable[[Entry], int]
) -> list[tuple[Entry, Entry]]:
    """Order each meeting so that the entry that has been first less often comes first; equals stay."""
    return [(b, a) if first_before(b) < first_before(a) else (a, b) for a, b in meetings]


# Tables of three: three lines of T players each, and nobody meets anybody twice (King-FU, R12). At
# table t in round r sit the first line's t, the second's t + r and the third's t + αr, in a field
# in which 0, 1 and α are different; so with every number of tables that is no odd multiple of 2
# there are T rounds without a repeat, the most that can be. Twice an odd number has no such ring:
# there T − 1 rounds come from the shifts (r, 2r), with 2r + 1 in the second half.

SECOND, THIRD = 1, 2
"""Factors of the round for the second and third line: different in every field of three elements or more."""


def threes(tables: int) -> list[list[tuple[int, int, int]]]:
    """Tables of each round. A table is three numbers, the place of each player in their line, from
    0.

    >>> threes(3)[1]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    if all(power > 2 for power in prime_powers(tables)):
        second, third = ring_affine(tables, SECOND), ring_affine(tables, THIRD)
        return [[(t, second[r][t], third[r][t]) for t in range(tables)] for r in range(tables)]
    half = tables // 2
    shifts = [(r, 2 * r + (r >= half)) for r in range(tables - 1)]
    return [[(t, (t + a) % tables, (t + b) % tables) for t in range(tables)] for a, b in shifts]


def threes_optimum(tables: int) -> Optimum:
    """Best values. Two tables allow one round and six allow five, because no two orthogonal squares
    of these orders exist.
    """
    known = len(threes(tables))
    return Optimum(0, known, tables - 1 if tables in (2, 6) else tables)
