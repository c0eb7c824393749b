"""The last cards of a hand of tricks, exactly, where all are known: what a side makes of them if it
and the others play their best.

For pairs that is the result of the ending. A single player is alone against three who see all cards:
what he is sure of, no verdict on what he did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from king.reading import InputError
from king.robots.hand import SUIT, Tricks

MOST_CARDS = 6
"""Cards of one hand."""

FAR = 1_000_000
"""More than any hand counts."""


class Ending(NamedTuple):
    """``units`` that the side makes from here on, and a ``card`` that leads there."""

    units: int
    card: int


def solve(hand: Tricks, side: tuple[int, ...]) -> Ending:
    """Play on for the seats of ``side`` against all others; the hand stays as it is.

    ``InputError`` for more than six cards in a hand, or for a hand that is over.
    """
    most = max(held.bit_count() for held in hand.hands)
    if most > MOST_CARDS:
        raise InputError(f"robots: expected at most {MOST_CARDS} cards in a hand, found {most}")
    if hand.over:
        raise InputError("robots: the hand is over")
    sign = 1 if hand.rules.take else -1
    search = _Search(frozenset(side), sign)
    low, high = search.span(hand)
    value, card = search.over_cards(hand, low, high)
    return Ending(sign * value, card)


class _Search:
    """Alpha-beta over the cards that are left; whole tricks are remembered with their bounds."""

    def __init__(self, side: frozenset[int], sign: int) -> None:
        self.side = side
        self.sign = sign
        self.known: dict[tuple[int, ...], tuple[int, int]] = {}

    def span(self, hand: Tricks) -> tuple[int, int]:
        """The least and the most that the side can make."""
        return (0, hand.still) if self.sign > 0 else (-hand.still, 0)

    def _worth_trying(self, hand: Tricks) -> Iterator[int]:
        """One card of each run, from the highest."""
        held = hand.hands[hand.turn]
        between = hand.unplayed & ~held
        if hand.led >= 0:
            between |= SUIT[hand.led] & ~hand.unplayed
        return (run[-1] for run in reversed(hand.rules.runs(hand.legal(), between)))

    def value(self, hand: Tricks, low: int, high: int) -> int:
        """Units for the side, counted with the sign, from this card on; right between the bounds."""
        if hand.over:
            return 0
        if hand.led >= 0:
            return self.over_cards(hand, low, high)[0]
        key = (*hand.hands, hand.turn, hand.opened)
        floor, roof = self.known.get(key) or self.span(hand)
        if floor >= high or floor == roof:
            return floor
        if roof <= low:
            return roof
        value, _card = self.over_cards(hand, low, high)
        self.known[key] = (value if value > low else floor, value if value < high else roof)
        return value

    def over_cards(self, hand: Tricks, low: int, high: int) -> tuple[int, int]:
        """The value and a card that leads there."""
        ours = hand.turn in self.side
        best, chosen = (-FAR if ours else FAR), -1
        for card in self._worth_trying(hand):
            after = hand.with_hands(hand.hands)
            before = sum(after.taken[seat] for seat in self.side)
            after.play(card)
            gain = self.sign * (sum(after.taken[seat] for seat in self.side) - before)
            value = gain + self.value(after, low - gain, high - gain)
            if value > best if ours else value < best:
                best, chosen = value, card
            if ours:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return best, chosen
