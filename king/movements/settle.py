"""Who takes which slot of a seating: entries exchange the slots that they drew while that lowers a cost.

The cost is what is known from elsewhere than the seating itself: who has met whom on other evenings, who has had which
wind, who should not sit with whom. All costs are whole numbers and choices come from lots with a seed: the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from king.movements.draw import Lots

_SAMPLE = 48
"""How many exchange partners are tried for one entry; all of them in rooms smaller than that."""


@dataclass(frozen=True)
class Costs:
    """What it costs, for entries 0 … n − 1 and slots 0 … n − 1.

    ``together[a][b]``, the same both ways, is for each table at which a and b meet; ``alone[a][kind]`` for a slot of
    that kind; ``kinds`` has the kind of each slot.
    """

    together: Sequence[Mapping[int, int]]
    alone: Sequence[Sequence[int]]
    kinds: Sequence[int]


def settle(tables: Sequence[Sequence[int]], costs: Costs, lots: Lots, attempts: int = 60_000) -> list[int]:
    """The entry of each slot. ``tables`` are the slots of all tables of all rounds; entry i begins at slot i.

    ``attempts`` bounds how many exchanges are tried.
    """
    search = _Search(tables, costs)
    search.improve(lots, attempts)
    return search.best


class _Search:
    def __init__(self, tables: Sequence[Sequence[int]], costs: Costs) -> None:
        self.costs = costs
        self.at = list(range(len(costs.kinds)))
        self.meets: list[list[int]] = [[] for _ in self.at]
        for table in tables:
            for slot, other in permutations(table, 2):
                self.meets[slot].append(other)
        self.best = list(self.at)

    def improve(self, lots: Lots, attempts: int) -> None:
        """Tabu search: who costs most goes where that costs least, even where the whole gets worse for a while."""
        cost = best = 0
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
            others = self._others(slot, lots)
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
                best, self.best = cost, list(self.at)

    def _others(self, slot: int, lots: Lots) -> list[int]:
        others = [other for other in range(len(self.at)) if other != slot]
        return others if len(others) <= _SAMPLE else [others[lots.below(len(others))] for _ in range(_SAMPLE)]

    def _of(self, entry: int, slot: int, without: int = -1) -> int:
        """What an entry costs at a slot, but for meeting whoever sits at ``without``."""
        together, at = self.costs.together[entry], self.at
        alone = self.costs.alone[entry][self.costs.kinds[slot]]
        if not together:
            return alone
        return alone + sum(together.get(at[other], 0) for other in self.meets[slot] if other != without)

    def _delta(self, first: int, second: int) -> int:
        a, b = self.at[first], self.at[second]
        now = self._of(a, first, second) + self._of(b, second, first)
        return self._of(a, second, first) + self._of(b, first, second) - now
