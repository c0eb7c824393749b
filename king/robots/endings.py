"""Exact solution of the last cards of a hand of tricks when all cards are known: the units that a
side makes if all play their best.

For pairs this is the result of the ending. A single player is alone against three who see all
cards; so the result is the least that they are sure of, and no verdict on their play.
"""

from __future__ import annotations

from typing import NamedTuple

from king.reading import InputError
from king.robots.hand import Tricks
from king.robots.rules import BIT, NOTHING, SUIT, SUIT_OF, Rules

MOST_CARDS = 6
"""Most cards of one hand."""

FAR = 1_000_000
"""A value larger than that of any hand."""


class Ending(NamedTuple):
    """Result of an ending: the ``units`` that the side makes from here on, and a ``card`` that
    leads to them.
    """

    units: int
    card: int


def solve(hand: Tricks, side: tuple[int, ...]) -> Ending:
    """Solve the ending for the seats of ``side`` against all others. The hand is not changed.

    Raises ``InputError`` if a hand has more than six cards, or if the hand is over.
    """
    most = max(hand.bit_count() for hand in hand.hands)
    if most > MOST_CARDS:
        raise InputError(f"robots: expected at most {MOST_CARDS} cards in a hand, found {most}")
    if hand.over:
        raise InputError("robots: the hand is over")
    search = _Search(hand, side)
    return Ending(search.sign * search.value(hand), search.choice)


class _Trick(NamedTuple):
    """A trick on the table: the suit led, its highest card, the highest ruff or ``NOTHING``, the
    winner so far, its weight, and the suits that have been cut.
    """

    suit: int
    high: int
    ruff: int
    winner: int
    weight: int
    opened: int


class _Search:
    """Alpha-beta search over the cards that are left. Positions between tricks are cached with
    their bounds.

    Cards are played in ``hands`` and taken back. Values are units for the side, with the sign, and
    are exact between the bounds ``low`` and ``top``. ``choice`` is the card of the call that ended
    last.
    """

    def __init__(self, hand: Tricks, side: tuple[int, ...]) -> None:
        rules = hand.rules
        self.rules = rules
        self.hands = hand.hands[:]
        self.unplayed = hand.unplayed
        self.ours = [seat in side for seat in range(len(self.hands))]
        self.sign = 1 if rules.take else -1
        self.bounds: dict[tuple[int, ...], tuple[int, int]] = {}
        self.kinds = _kinds(rules)
        self.choice = NOTHING

    def value(self, hand: Tricks) -> int:
        """Value of the rest of the hand for the side, from this card on."""
        still, done = hand.still, hand.done
        low, top = self._span(still)
        if hand.led < 0:
            return self._lead(hand.lead, hand.opened, still, done, low, top)
        trick = _Trick(SUIT[hand.led], hand.high, hand.ruff, hand.winner, hand.weight, hand.opened)
        left = (hand.lead - hand.turn) % len(self.hands)
        return self._follow(hand.turn, left, trick, still, done, low, top)

    def _span(self, still: int) -> tuple[int, int]:
        return (0, still) if self.sign > 0 else (-still, 0)

    def _lead(self, lead: int, opened: int, still: int, done: int, low: int, top: int) -> int:
        rules, hands = self.rules, self.hands
        if not still or done == rules.each:
            return 0
        key = (*hands, lead, opened & rules.until_cut)
        floor, roof = self.bounds.get(key) or self._span(still)
        if floor >= top or floor == roof:
            return floor
        if roof <= low:
            return roof
        least, most = low, top
        hand, ours, following = hands[lead], self.ours[lead], (lead + 1) % len(hands)
        legal = hand if rules.free_lead else rules.leads(hand, opened, self.unplayed)
        best, choice = (-FAR if ours else FAR), NOTHING
        for card in self._tries(legal, self.unplayed & ~hand):
            bit = BIT[card]
            hands[lead] = hand ^ bit
            self.unplayed ^= bit
            ruff = card if bit & rules.trumps else NOTHING
            trick = _Trick(SUIT_OF[card], card, ruff, lead, rules.worth[card], opened)
            value = self._follow(following, len(hands) - 1, trick, still, done, low, top)
            hands[lead] = hand
            self.unplayed ^= bit
            if value > best if ours else value < best:
                best, choice = value, card
            if ours and value > low:
                low = value
            elif not ours and value < top:
                top = value
            if low >= top:
                break
        self.bounds[key] = (best if best > least else floor, best if best < most else roof)
        self.choice = choice
        return best

    def _follow(
        self, seat: int, left: int, trick: _Trick, still: int, done: int, low: int, top: int
    ) -> int:
        """Value of the trick and of the rest. ``left`` is the number of players of this trick from
        this one on.
        """
        rules, hands = self.rules, self.hands
        hand, ours, following = hands[seat], self.ours[seat], (seat + 1) % len(hands)
        best, choice = (-FAR if ours else FAR), NOTHING
        for card in self._answers(hand, trick, done):
            bit = BIT[card]
            hands[seat] = hand ^ bit
            self.unplayed ^= bit
            after = self._with(trick, seat, card)
            if left > 1:
                value = self._follow(following, left - 1, after, still, done, low, top)
            else:
                units = after.weight + rules.tricks[done]
                gain = self.sign * units if self.ours[after.winner] else 0
                value = gain + self._lead(
                    after.winner, after.opened, still - units, done + 1, low - gain, top - gain
                )
            hands[seat] = hand
            self.unplayed ^= bit
            if value > best if ours else value < best:
                best, choice = value, card
            if ours and value > low:
                low = value
            elif not ours and value < top:
                top = value
            if low >= top:
                break
        self.choice = choice
        return best

    def _answers(self, hand: int, trick: _Trick, done: int) -> list[int]:
        rules, of_suit = self.rules, hand & trick.suit
        if of_suit:
            legal = of_suit if rules.free_follow else rules.follows(of_suit, trick.high)
        else:
            legal = hand if rules.free_discard else rules.discards(hand, trick.ruff, not done)
        ruffed = BIT[trick.ruff] if trick.ruff >= 0 else 0
        return self._tries(legal, self.unplayed & ~hand | BIT[trick.high] | ruffed)

    def _with(self, trick: _Trick, seat: int, card: int) -> _Trick:
        """Return the trick with one more card."""
        suit, high, ruff, winner, weight, opened = trick
        rules, bit = self.rules, BIT[card]
        if bit & suit:
            if card > high:
                high = card
                if bit & rules.trumps:
                    ruff = card
                if ruff < 0 or bit & rules.trumps:
                    winner = seat
        else:
            opened |= SUIT_OF[card]
            if bit & rules.trumps and card > ruff:
                ruff, winner = card, seat
        return _Trick(suit, high, ruff, winner, weight + rules.worth[card], opened)

    def _tries(self, legal: int, between: int) -> list[int]:
        """One card, the highest, of each run of cards that touch and count alike, from the highest
        run down. ``between`` are the cards that separate two of a suit.
        """
        cards: list[int] = []
        last, kinds = NOTHING, self.kinds
        while legal:
            bit = legal & -legal
            card = bit.bit_length() - 1
            legal ^= bit
            if (
                cards
                and last >> 4 == card >> 4
                and kinds[last] == kinds[card]
                and not between & (bit - BIT[last])
            ):
                cards[-1] = card
            else:
                cards.append(card)
            last = card
        cards.reverse()
        return cards


def _kinds(rules: Rules) -> list[tuple[int, ...]]:
    """Kind of each card, by its number: the units that it counts and the rules that name it. Cards
    of one kind differ only in rank.
    """
    masks = (rules.barred, rules.owned, rules.followed, rules.thrown, rules.under, rules.banned)
    return [
        (worth, *(mask >> card & 1 for mask in masks)) for card, worth in enumerate(rules.worth)
    ]
