"""Remainder of a match where hands are chosen, and whether it can be played to its end.

The hands that remain must take all that has yet to be played: a transport problem, so that every
system's bookkeeping is the same few lines (for the Genoese pairs it is the rule r > q).
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple, Self

from king.cards import Side, Wind
from king.rulesets.base import Order, RuleSet
from king.rulesets.settings import Settings

Column = Wind | Side


class Remaining(NamedTuple):
    """Contracts by code, deals by chooser, and what each chooser's quotas still allow; a quota goes
    by its first contract.
    """

    left: Counter[str]
    deals: Counter[Column]
    allowance: Counter[tuple[Column, str]]
    quota_of: dict[str, str]

    @classmethod
    def of(
        cls, ruleset: RuleSet, settings: Settings, written: frozenset[int] = frozenset()
    ) -> Self:
        """Nothing is taken yet for the hands that are ``written``. A forced last hand is no deal to
        choose for and no contract to choose.
        """
        state = cls(Counter(ruleset.counts), Counter(), Counter(), {})
        if ruleset.last is not None:
            state.left[ruleset.last] -= 1
        for plan in ruleset.schedule(settings):
            if plan.chooser is not None:
                state.deals[plan.chooser] += plan.contract is None and plan.number not in written
        for quota in ruleset.quotas:
            first = quota.contracts[0]
            state.quota_of.update(dict.fromkeys(quota.contracts, first))
            for chooser in state.deals:
                state.allowance[chooser, first] = quota.limit(settings)
        return state

    def take(self, chooser: Column | None, code: str) -> None:
        self.left[code] -= 1
        if chooser is not None and code in self.quota_of:
            self.allowance[chooser, self.quota_of[code]] -= 1

    def after(self, chooser: Column, code: str) -> Self:
        later = type(self)(
            self.left.copy(), self.deals.copy(), self.allowance.copy(), self.quota_of
        )
        later.deals[chooser] -= 1
        later.take(chooser, code)
        return later

    def completable(self) -> bool:
        """The cut condition of a transport problem, over every set of choosers: what must be played
        has room in all the deals of these and in what the others' quotas allow.
        """
        needed = Counter[str]()
        for code, count in self.left.items():
            needed[self.quota_of.get(code, "")] += max(0, count)
        choosers = list(self.deals)
        return all(
            needed.total()
            <= sum(self.deals[chooser] for chooser in full)
            + sum(min(count, self._allowed(full, key, count)) for key, count in needed.items())
            for size in range(len(choosers) + 1)
            for full in combinations(choosers, size)
        )

    def _allowed(self, full: tuple[Column, ...], key: str, most: int) -> int:
        """How many of a quota all but the ``full`` choosers may take; ``most`` of what has none."""
        others = [chooser for chooser in self.deals if chooser not in full]
        if not key:
            return most if others else 0
        return sum(max(0, self.allowance[chooser, key]) for chooser in others)


def can_be_played(ruleset: RuleSet, settings: Settings) -> bool:
    """A house edition may have more hands of a kind than anybody may take."""
    return ruleset.order is Order.FIXED or Remaining.of(ruleset, settings).completable()
