"""The packing list of a board: how to deal it from a sorted deck, card by card, in runs.

A helper holds a sorted deck face up, ♠A first, and lays each run before its wind; nobody has to search a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from king.cards import Card
from king.deal import Deal
from king.winds import Wind


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cards of the sorted deck that go to the same wind."""

    wind: Wind
    cards: tuple[Card, ...]


def packing_runs(deal: Deal) -> tuple[Run, ...]:
    """The runs in deck order; a run ends with its suit, so that a list can have a line for each suit.

    >>> [(run.wind.value, len(run.cards)) for run in packing_runs(Deal.numbered(0))]
    [('N', 13), ('E', 13), ('S', 13), ('W', 13)]
    """
    owned = zip(deal.deck, deal.owners, strict=True)
    return tuple(
        Run(Wind(owner), tuple(card for card, _ in cards))
        for (_, owner), cards in groupby(owned, key=lambda pair: (pair[0].suit, pair[1]))
    )
