"""Rows that were played with the same cards, as in the quick game, and cannot all be true (O15).

The last two tricks are tricks, and the king of hearts is a heart: whoever took them took them in both rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from king.contracts import Unit
from king.problems import Problem
from king.scoring import Hand
from king.words import Phrase, gettext_noop

WITHIN = {Unit.LAST_TRICKS: Unit.TRICKS, Unit.KING_OF_HEARTS: Unit.HEARTS}
"""Units that are also units of another kind."""


def contradictions(hands: Sequence[Hand]) -> Iterator[Problem]:
    """Every place that has more of a unit than of the kind that it belongs to; of the row with the narrower one."""
    shared = [hand for hand in hands if hand.plan is not None and len(hand.plan.together) > 1]
    for part, whole in permutations(shared, 2):
        assert part.plan is not None
        assert whole.plan is not None
        if part.plan.board != whole.plan.board:
            continue
        if part.contract is None or whole.contract is None or WITHIN.get(part.contract.unit) != whole.contract.unit:
            continue
        for place, count in part.row.units.items():
            most = whole.row.units.get(place)
            if most is not None and 0 <= most < count:
                fields = {"contract": part.contract.title, "other": whole.contract.title, "hand": whole.row.hand}
                fields |= {"wind": place, "found": count, "expected": most}
                phrase = Phrase(UNITS_CONTRADICT, fields)
                yield Problem("units_contradict", part.row.hand, str(most), str(count), phrase, place)


UNITS_CONTRADICT = gettext_noop(
    "{contract}: {wind} has {found}, but {expected} in hand {hand}, {other}, which was played with the same cards"
)
