"""Rules of thumb: a card chosen from the cards on the table and the own hand, without looking
ahead.

``Avoid`` takes as few units as possible, ``Take`` as many; both ``Lay`` in Domino. ``habit``
chooses between them for a hand. ``Wavering`` plays any other card at times, ``AnyCard`` always.
"""

from __future__ import annotations

from collections.abc import Iterator

from king.robots.hand import RUFFED, Player
from king.robots.rules import ABOVE, BELOW, BIT, ORDERED, SUIT, Rules, cards_in

BELOW_ALL = (*BELOW, *(0 for _ in range(64, RUFFED)), -1)
"""``BELOW``, and all cards below a trump that has taken the trick."""


def habit(rules: Rules) -> Avoid | Take:
    """Rules of thumb for this hand. In Domino both kinds try to go out."""
    return Take(rules) if rules.take else Avoid(rules)


class Lay:
    """Go out in Domino."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def lay(self, legal: int, hand: int) -> int:
        """Choose the card behind which most of the own cards wait, and fewest of the others'."""
        lane = self.rules.lane
        assert lane is not None
        best, card = -10_000, -1
        for own in cards_in(legal):
            behind = lane.beyond[own]
            value = 5 * (behind & hand).bit_count() - behind.bit_count()
            if value > best:
                best, card = value, own
        return card


class Avoid(Lay):
    """Take as few units as possible."""

    __slots__ = ("counts", "tricks")

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.counts = rules.counts
        self.tricks = rules.tricks

    def _free(self, done: int) -> bool:
        """Whether nothing counts in this trick, whatever is played to it."""
        return not self.counts and not self.tricks[done]

    def lead(self, legal: int, hand: int, unplayed: int, done: int) -> int:
        """Choose the lowest card of a short suit, preferably one without a card that counts and
        with more of the others' cards above it. If nothing counts in this trick, choose the highest
        card.
        """
        others = unplayed ^ hand
        free = self._free(done)
        best, card = -10_000, -1
        for suit in SUIT:
            mine = legal & suit
            if not mine:
                continue
            theirs = others & suit
            if free:
                own = mine.bit_length() - 1
                value = 100 * (own & 15) - 10 * mine.bit_count()
                if value > best:
                    best, card = value, own
                continue
            clean = mine & ~self.counts or mine
            own = (clean & -clean).bit_length() - 1
            above, cards = (theirs & ABOVE[own]).bit_count(), hand & suit
            value = above - 4 * cards.bit_count() if above else -1_000 - theirs.bit_count()
            if cards & self.counts:
                value -= 5
            if BIT[own] & self.counts:
                value -= 200
            if value > best:
                best, card = value, own
        return card

    def follow(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        high: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        """Choose a card that counts under a higher one, else the highest that does not take. The
        last player takes a trick without units with their highest card.
        """
        counts, others = self.counts, unplayed ^ hand
        if self._free(done):
            return legal.bit_length() - 1
        under = legal & BELOW_ALL[high]
        clean = legal & ~counts
        if under:
            if not friend and under & counts:
                return (under & counts).bit_length() - 1
            if not to_come and not weight and clean and not self.tricks[done]:
                return clean.bit_length() - 1
            under = under & ~counts or under
            return under.bit_length() - 1
        clean = clean or legal
        lowest = (clean & -clean).bit_length() - 1
        if to_come and others & ABOVE[lowest]:
            return lowest
        return clean.bit_length() - 1

    def discard(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        ruff: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        """Choose a card that counts, else the one that is most likely to take later; no trump if
        possible.
        """
        counts, others = self.counts, unplayed ^ hand
        trumps = self.rules.trumps
        if trumps and legal & ~trumps:
            legal &= ~trumps
        if counts:
            legal = (legal & ~counts if friend else legal & counts) or legal
        best, card = -10_000, -1
        for suit in SUIT:
            mine = legal & suit
            if not mine:
                continue
            own = mine.bit_length() - 1
            theirs = others & suit
            value = 4 * (theirs & BELOW[own]).bit_count() - 3 * (hand & suit).bit_count()
            if not theirs:
                value = -60
            value += own & 15
            if value > best:
                best, card = value, own
        return card


class Take(Lay):
    """Take as many units as possible."""

    __slots__ = ("trumps",)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.trumps = rules.trumps

    def lead(self, legal: int, hand: int, unplayed: int, done: int) -> int:
        """Choose a card that nobody beats, of the longest suit; else a low card of it."""
        others = unplayed ^ hand
        best, card = -10_000, -1
        for suit in SUIT:
            mine = legal & suit
            if not mine:
                continue
            top = mine.bit_length() - 1
            theirs = others & suit
            long = mine.bit_count()
            if not theirs & ABOVE[top]:
                value, own = 100 + 10 * long - theirs.bit_count(), top
                if not theirs:
                    value += 20
            else:
                own = (mine & -mine).bit_length() - 1
                value = 10 * long - 3 * (theirs & ABOVE[top]).bit_count()
            if suit & self.trumps:
                value += 40 if theirs and long > theirs.bit_count() else -60
            elif self.trumps & others and not suit & self.trumps:
                value -= 3 * long
            if value > best:
                best, card = value, own
        return card

    def follow(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        high: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        """Choose the cheapest card that surely takes, else the lowest."""
        low = (legal & -legal).bit_length() - 1
        if high == RUFFED:
            return low
        over = legal & ABOVE[high]
        if not over:
            return low
        if not to_come:
            return low if friend else (over & -over).bit_length() - 1
        top = over.bit_length() - 1
        others = unplayed ^ hand
        if not others & ABOVE[top]:
            return top
        if to_come == 1 and not friend:
            return top
        return low

    def discard(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        ruff: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        """Choose the lowest trump that takes. Else choose the lowest card, of the suit that guards
        least.
        """
        trumps = legal & self.trumps
        if trumps and not friend:
            over = trumps & ABOVE[ruff] if ruff >= 0 else trumps
            if over:
                return (over & -over).bit_length() - 1
        if legal & ~trumps:
            legal &= ~trumps
        others = unplayed ^ hand
        best, card = 10_000, -1
        for suit in SUIT:
            mine = legal & suit
            if not mine:
                continue
            own = (mine & -mine).bit_length() - 1
            top = mine.bit_length() - 1
            theirs = others & suit
            value = (own & 15) - 2 * mine.bit_count()
            above = (theirs & ABOVE[top]).bit_count()
            if theirs and above < mine.bit_count() <= above + 1:
                value += 8
            if value < best:
                best, card = value, own
        return card


class AnyCard:
    """Player that plays any legal card, each equally likely."""

    __slots__ = ("draw",)

    def __init__(self, numbers: Iterator[int]) -> None:
        self.draw = numbers.__next__

    def lead(self, legal: int, hand: int, unplayed: int, done: int) -> int:
        place = self.draw() % legal.bit_count()
        while place:
            legal &= legal - 1
            place -= 1
        return (legal & -legal).bit_length() - 1

    def follow(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        high: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        cards = ORDERED[legal]
        return cards[self.draw() % len(cards)]

    def discard(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        ruff: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        return self.lead(legal, hand, unplayed, done)

    def lay(self, legal: int, hand: int) -> int:
        return self.lead(legal, hand, 0, 0)


class Wavering:
    """Player that follows rules of thumb, but plays any legal card ``noise`` times in a hundred."""

    __slots__ = ("any", "draw", "habit", "noise")

    def __init__(self, habit: Player, numbers: Iterator[int], noise: int) -> None:
        self.habit = habit
        self.any = AnyCard(numbers)
        self.draw = numbers.__next__
        self.noise = noise

    def lead(self, legal: int, hand: int, unplayed: int, done: int) -> int:
        player = self.any if self.draw() % 100 < self.noise else self.habit
        return player.lead(legal, hand, unplayed, done)

    def follow(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        high: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        player = self.any if self.draw() % 100 < self.noise else self.habit
        return player.follow(legal, hand, unplayed, high, to_come, weight, friend, done)

    def discard(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        ruff: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int:
        player = self.any if self.draw() % 100 < self.noise else self.habit
        return player.discard(legal, hand, unplayed, ruff, to_come, weight, friend, done)

    def lay(self, legal: int, hand: int) -> int:
        player = self.any if self.draw() % 100 < self.noise else self.habit
        return player.lay(legal, hand)
