"""Local search: exchange two players while that lowers a cost, within rounds (``Hall``) or in drawn
slots (``settle``).

It is tabu search, as used for the social golfer problem: an entry that costs something moves to its
best place even if the total gets worse, and the same exchange is then forbidden for a while. Random
numbers and attempts are given, so that it gives the same result everywhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, permutations
from typing import NamedTuple

from king.movements.seating import Lots

_SAMPLE = 48
"""Number of partners that are tried for an exchange; in smaller halls all of them."""


class Hall:
    """Rounds of players 0 … n − 1 at tables of ``size``. ``met[a][b]`` counts meetings."""

    def __init__(self, players: int, size: int = 4) -> None:
        self.size = size
        self.met = [[0] * players for _ in range(players)]
        self.rounds: list[list[int]] = []
        self._tabu: dict[tuple[int, int, int], int] = {}

    def count(self, table: Iterable[int], times: int = 1) -> None:
        """Count a meeting of each two of these players, for example of a table in a round that is
        over.
        """
        seated = list(table)

        for i, first in enumerate(seated):
            for second in seated[:i]:
                self.met[first][second] += times
                self.met[second][first] += times

    def add_round(self, places: list[int]) -> None:
        self.rounds.append(list(places))
        for table in self._tables_of(places):
            self.count(table)

    def cost(self) -> int:
        """Cost of the meetings: Σ m(m − 1)/2 over the pairs. It is 0 if nobody meets twice, and
        grows fast if one pair meets often.
        """
        return sum(m * (m - 1) // 2 for i, row in enumerate(self.met) for m in row[:i])

    def conflicts(self) -> list[tuple[int, int]]:
        """List (round, place) of the players who meet somebody of their table again."""
        return [
            (r, place)
            for r, places in enumerate(self.rounds)
            for place in range(len(places))
            if self._repeats_at(r, place)
        ]

    @property
    def tables(self) -> list[list[list[int]]]:
        return [self._tables_of(places) for places in self.rounds]

    def _tables_of(self, places: list[int]) -> list[list[int]]:
        return [places[at : at + self.size] for at in range(0, len(places), self.size)]

    def improve(self, groups: list[list[int]], lots: Lots, attempts: int, target: int = 0) -> int:
        """Exchange players of the same group (``groups[round][place]``; −1 never moves). Returns
        the cost reached.
        """
        partners = [_by_group(group) for group in groups]
        cost = best = self.cost()
        best_rounds = [list(places) for places in self.rounds]
        pending: list[tuple[int, int]] = []
        step = 0

        while best > target and attempts > 0:
            if not pending:
                pending = [at for at in self.conflicts() if groups[at[0]][at[1]] >= 0]
                attempts -= len(self.rounds)
                if not pending:
                    break
                lots.shuffle(pending)

            r, place = pending.pop()
            if not self._repeats_at(r, place):
                continue

            step += 1
            others = partners[r][groups[r][place]]
            move, tried = self._best_exchange(r, place, others, lots, step, best - cost)
            attempts -= max(tried, 1)
            if move is None:
                continue

            delta, other = move
            self._exchange(r, place, other, step + 3 + lots.below(8))
            cost += delta
            if cost < best:
                best, best_rounds = cost, [list(places) for places in self.rounds]

        self._restore(best_rounds)
        return best

    def _repeats_at(self, r: int, place: int) -> bool:
        player = self.rounds[r][place]
        row = self.met[player]
        return any(row[other] > 1 for other in self._table(r, place) if other != player)

    def _table(self, r: int, place: int) -> list[int]:
        """Players at the table that has this place."""
        start = place - place % self.size
        return self.rounds[r][start : start + self.size]

    def _best_exchange(
        self, r: int, place: int, others: list[int], lots: Lots, step: int, aspiration: int
    ) -> tuple[tuple[int, int] | None, int]:
        """Best exchange as (cost, other place), and how many were tried.

        A forbidden exchange is allowed only if it makes the cost lower than ever before
        (``aspiration`` or less).
        """
        places, best, alike, tried = self.rounds[r], None, 0, 0
        table, player = place // self.size, places[place]

        for other in _sampled(others, lots):
            if other // self.size == table:
                continue
            tried += 1
            delta = self._delta(r, place, other)
            until = self._tabu.get(_exchange_key(r, player, places[other]), 0)
            if until > step and delta >= aspiration:
                continue
            if best is None or delta < best[0]:
                best, alike = (delta, other), 1
            elif delta == best[0]:
                alike += 1
                if lots.below(alike) == 0:
                    best = (delta, other)

        return best, tried

    def _delta(self, r: int, first: int, second: int) -> int:
        a, b = self.rounds[r][first], self.rounds[r][second]
        row_a, row_b = self.met[a], self.met[b]
        delta = 0

        for c in self._table(r, first):
            if c != a:
                delta += row_b[c] - row_a[c] + 1
        for d in self._table(r, second):
            if d != b:
                delta += row_a[d] - row_b[d] + 1

        return delta

    def _exchange(self, r: int, first: int, second: int, until: int) -> None:
        places = self.rounds[r]
        a, b = places[first], places[second]
        self._tabu[_exchange_key(r, a, b)] = until

        for place, leaves, comes in ((first, a, b), (second, b, a)):
            for other in self._table(r, place):
                if other != leaves:
                    for player, change in ((leaves, -1), (comes, 1)):
                        self.met[player][other] += change
                        self.met[other][player] += change

        places[first], places[second] = b, a

    def _restore(self, best_rounds: list[list[int]]) -> None:
        for table in chain.from_iterable(self.tables):
            self.count(table, -1)
        self.rounds = []
        for places in best_rounds:
            self.add_round(places)


def _sampled(others: list[int], lots: Lots) -> list[int]:
    if len(others) <= _SAMPLE:
        return others
    return [others[lots.below(len(others))] for _ in range(_SAMPLE)]


def _exchange_key(r: int, first: int, second: int) -> tuple[int, int, int]:
    return (r, first, second) if first < second else (r, second, first)


def _by_group(groups: list[int]) -> dict[int, list[int]]:
    places: dict[int, list[int]] = {}

    for place, group in enumerate(groups):
        places.setdefault(group, []).append(place)

    return places


class Costs(NamedTuple):
    """Costs of seating entries 0 … n − 1 in slots 0 … n − 1. ``together[a][b]`` (symmetric) is paid
    for each table at which a and b meet; ``alone[a][kind]`` for a slot of that kind; ``kinds``
    gives the kind of each slot.
    """

    together: Sequence[Mapping[int, int]]
    alone: Sequence[Sequence[int]]
    kinds: Sequence[int]


def settle(
    tables: Sequence[Sequence[int]], costs: Costs, lots: Lots, attempts: int = 60_000
) -> list[int]:
    """Find an entry for each slot by local search. ``tables`` has the slots of each table of each
    round.
    """
    return _Search(tables, costs).improve(lots, attempts)


class _Search:
    def __init__(self, tables: Sequence[Sequence[int]], costs: Costs) -> None:
        self.costs = costs
        self.at = list(range(len(costs.kinds)))
        self.meets: list[list[int]] = [[] for _ in self.at]

        for table in tables:
            for slot, other in permutations(table, 2):
                self.meets[slot].append(other)

    def improve(self, lots: Lots, attempts: int) -> list[int]:
        cost = best = 0
        best_at = list(self.at)
        until: dict[tuple[int, int], int] = {}
        pending: list[int] = []
        step = 0

        while attempts > 0:
            if not pending:
                pending = [slot for slot in range(len(self.at)) if self._of(self.at[slot], slot)]
                attempts -= 1
                if not pending:
                    break
                lots.shuffle(pending)

            slot = pending.pop()
            entry = self.at[slot]
            if not self._of(entry, slot):
                continue

            step += 1
            others = _sampled([other for other in range(len(self.at)) if other != slot], lots)
            attempts -= len(others)
            allowed = [
                (delta, lots.below(1 << 16), other)
                for other in others
                for delta in (self._delta(slot, other),)
                if max(until.get((entry, other), 0), until.get((self.at[other], slot), 0)) <= step
                or cost + delta < best
            ]
            if not allowed:
                continue

            delta, _lot, other = min(allowed)
            until[entry, slot] = until[self.at[other], other] = step + 4 + lots.below(8)
            self.at[slot], self.at[other] = self.at[other], entry
            cost += delta
            if cost < best:
                best, best_at = cost, list(self.at)
        return best_at

    def _of(self, entry: int, slot: int, without: int = -1) -> int:
        """Cost of an entry at a slot, not counting its meeting with the entry at the slot
        ``without``.
        """
        together, at = self.costs.together[entry], self.at
        alone = self.costs.alone[entry][self.costs.kinds[slot]]
        if not together:
            return alone

        return alone + sum(
            together.get(at[other], 0) for other in self.meets[slot] if other != without
        )

    def _delta(self, first: int, second: int) -> int:
        a, b = self.at[first], self.at[second]
        now = self._of(a, first, second) + self._of(b, second, first)
        return self._of(a, second, first) + self._of(b, first, second) - now
