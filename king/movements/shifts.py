"""Moves that are the same for a whole wind: in round r every East goes on by so many tables, every South, every West.

North t stays at table t. Two players of different winds meet at most once exactly when, for each of the six pairs of
winds, the differences of their two shifts are all different over the rounds.
"""

from __future__ import annotations

from math import gcd

from king.movements.draw import Lots

Shifts = tuple[int, int, int, int]
"""How many tables N, E, S and W have gone on in a round, counted from the first round."""


def even_limit(tables: int) -> int:
    """How many rounds "East one on, South two, West three" lasts without a repeat (Labyrinth's habit, rules §7.5).

    The winds' shifts differ by 1, 2 and 3 tables more in every round; a difference of d comes back after T / gcd(d, T).

    >>> [even_limit(tables) for tables in (4, 5, 6, 7, 8, 9, 10, 11, 12)]
    [2, 5, 2, 7, 4, 3, 5, 11, 4]
    """
    return tables // max(gcd(difference, tables) for difference in (1, 2, 3))


def even_shifts(tables: int, rounds: int) -> list[Shifts]:
    """East one table on, South two, West three, round after round."""
    return [(0, r % tables, 2 * r % tables, 3 * r % tables) for r in range(rounds)]


def search_shifts(tables: int, rounds: int, lots: Lots, attempts: int) -> list[Shifts] | None:
    """Uneven shifts without a repeat: East goes on by one each round, South and West are searched, round by round.

    ``attempts``: how many pairs of shifts are tried before giving up. None where none was found.
    """
    souths = list(range(tables))
    lots.shuffle(souths)
    wests = list(range(tables))
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
                marks = (south, (south - east) % tables, west, (west - east) % tables, (west - south) % tables)
                if any(mark in seen for mark, seen in zip(marks[2:], used[2:], strict=True)):
                    continue
                for mark, seen in zip(marks, used, strict=True):
                    seen.add(mark)
                chosen.append((0, east, south, west))
                if extend():
                    return True
                chosen.pop()
                for mark, seen in zip(marks, used, strict=True):
                    seen.discard(mark)
        return False

    return chosen if extend() else None
