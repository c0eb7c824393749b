"""Hands at speed: a hand of tricks, and a Domino, in play under compiled rules.

A seat is its place in the order of play; cards and sets of cards are numbers, as in ``rules``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from king.robots.rules import BIT, NOTHING, SUIT, SUIT_OF, Rules


class Player(Protocol):
    """Chooser of a card among two or more ``legal`` ones, in a trick or in Domino.

    ``hand`` are the player's cards, ``unplayed`` these and the other players'. ``high`` is the
    highest card of the suit led on the table, or 64 if a trump has taken the trick. ``to_come`` is
    the number of players after this one, ``weight`` the units on the table. ``friend``: whether the
    player's partner is taking the trick so far. ``done`` is the number of tricks before this one.
    """

    def lead(self, legal: int, hand: int, unplayed: int, done: int) -> int: ...

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
    ) -> int: ...

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
    ) -> int: ...

    def lay(self, legal: int, hand: int) -> int: ...


RUFFED = 64
"""Number above all cards of the suit led, used if a trump has taken the trick."""

FOLLOWERS = {
    count: tuple(
        tuple(((lead + turn) % count, count - 1 - turn) for turn in range(1, count))
        for lead in range(count)
    )
    for count in (3, 4)
}
"""Turns by number of seats and leader: each other seat in turn, with the number of players after
it."""


class Tricks:
    """A hand of tricks in play. It changes with each card.

    ``hands`` are the cards of each seat; ``unplayed`` are all that have not been played; ``opened``
    are the suits that have been cut; ``taken`` are the units by seat, ``still`` the number of units
    to come; ``done`` is the number of finished tricks. The other fields are of the trick on the
    table: the seat that ``lead`` it, the seat in ``turn``, the suit ``led`` or ``NOTHING``, its
    highest card ``high``, the highest ``ruff``, the ``winner`` so far, and the ``weight``.
    """

    __slots__ = (
        "done",
        "hands",
        "high",
        "lead",
        "led",
        "opened",
        "ruff",
        "rules",
        "still",
        "taken",
        "turn",
        "unplayed",
        "weight",
        "winner",
    )

    def __init__(self, rules: Rules, hands: Sequence[int], leader: int) -> None:
        self.rules = rules
        self.hands = list(hands)
        self.unplayed = rules.deck
        self.opened = 0
        self.taken = [0] * len(rules.seats)
        self.still = rules.units or 0
        self.lead = self.turn = self.winner = leader
        self.led = self.high = self.ruff = NOTHING
        self.weight = 0
        self.done = 0

    def with_hands(self, hands: Sequence[int]) -> Tricks:
        """Copy the hand as it stands, with other cards held."""
        copy = Tricks.__new__(Tricks)
        copy.rules = self.rules
        copy.hands = list(hands)
        copy.unplayed = self.unplayed
        copy.opened = self.opened
        copy.taken = self.taken[:]
        copy.still = self.still
        copy.lead = self.lead
        copy.turn = self.turn
        copy.winner = self.winner
        copy.led = self.led
        copy.high = self.high
        copy.ruff = self.ruff
        copy.weight = self.weight
        copy.done = self.done
        return copy

    @property
    def over(self) -> bool:
        """Whether all units have been taken, or all cards played."""
        return not self.still or self.done == self.rules.each

    def units(self) -> list[int]:
        return self.taken[:]

    def legal(self) -> int:
        rules, hand = self.rules, self.hands[self.turn]
        if self.led < 0:
            return rules.leads(hand, self.opened, self.unplayed)
        of_suit = hand & SUIT[self.led]
        if of_suit:
            return rules.follows(of_suit, self.high)
        return rules.discards(hand, self.ruff, not self.done)

    def play(self, card: int) -> None:
        """Play the card, legal or not."""
        rules, seat, bit = self.rules, self.turn, BIT[card]
        self.hands[seat] &= ~bit
        self.unplayed &= ~bit
        self.weight += rules.worth[card]
        if self.led < 0:
            self.led = card >> 4
            self.high, self.winner = card, seat
            if bit & rules.trumps:
                self.ruff = card
        elif card >> 4 == self.led:
            if card > self.high:
                self.high = card
                if bit & rules.trumps:
                    self.ruff = card
                if self.ruff < 0 or bit & rules.trumps:
                    self.winner = seat
        else:
            self.opened |= SUIT[card >> 4]
            if bit & rules.trumps and card > self.ruff:
                self.ruff, self.winner = card, seat
        seat += 1
        self.turn = 0 if seat == len(self.hands) else seat
        if self.turn == self.lead:
            self._close()

    def _close(self) -> None:
        units = self.weight + self.rules.tricks[self.done]
        self.taken[self.winner] += units
        self.still -= units
        self.done += 1
        self.lead = self.turn = self.winner
        self.led = self.high = self.ruff = NOTHING
        self.weight = 0

    def choice_of(self, player: Player) -> int:
        """Card that a player chooses on the table as it is."""
        legal, hand = self.legal(), self.hands[self.turn]
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        unplayed, done = self.unplayed, self.done
        if self.led < 0:
            return player.lead(legal, hand, unplayed, done)
        to_come = (self.lead - self.turn - 1) % len(self.hands)
        friend = self.rules.sides and self.winner == (self.turn + 2) % 4
        if not legal & SUIT[self.led]:
            return player.discard(
                legal, hand, unplayed, self.ruff, to_come, self.weight, friend, done
            )
        ruffed = self.ruff >= 0 and self.ruff >> 4 != self.led
        high = RUFFED if ruffed else self.high
        return player.follow(legal, hand, unplayed, high, to_come, self.weight, friend, done)

    def play_out(self, players: Sequence[Player]) -> int:
        """Play to the end. Returns the number of cards played."""
        before = self.unplayed.bit_count()
        while self.led >= 0:
            self.play(self.choice_of(players[self.turn]))
        if not self.over:
            self._play_on(players)
        return before - self.unplayed.bit_count()

    def _play_on(self, players: Sequence[Player]) -> None:
        """Play whole tricks. Joins ``legal`` and ``play`` in one loop, to save a call for each
        card.
        """
        rules, hands, unplayed, opened = self.rules, self.hands, self.unplayed, self.opened
        trumps, worth, sides = rules.trumps, rules.worth, rules.sides
        lead, still, done, first = self.lead, self.still, self.done, not self.done
        free_lead, free_follow = rules.free_lead, rules.free_follow
        free_discard = rules.free_discard
        after = FOLLOWERS[len(hands)]
        while still and done < rules.each:
            hand = hands[lead]
            legal = hand if free_lead else rules.leads(hand, opened, unplayed)
            high = legal.bit_length() - 1
            if legal & (legal - 1):
                high = players[lead].lead(legal, hand, unplayed, done)
            bit, suit, weight, winner = BIT[high], SUIT_OF[high], worth[high], lead
            hands[lead] = hand ^ bit
            unplayed ^= bit
            ruff = high if bit & trumps else NOTHING
            best = high
            for seat, to_come in after[lead]:
                hand = hands[seat]
                legal = hand & suit
                if legal:
                    if not free_follow:
                        legal = rules.follows(legal, high)
                    card = legal.bit_length() - 1
                    if legal & (legal - 1):
                        friend = sides and winner == (seat + 2) % 4
                        card = players[seat].follow(
                            legal, hand, unplayed, best, to_come, weight, friend, done
                        )
                    if card > high:
                        high = card
                        if best != RUFFED:
                            best, winner = card, seat
                    bit = BIT[card]
                else:
                    legal = hand if free_discard else rules.discards(hand, ruff, first)
                    card = legal.bit_length() - 1
                    if legal & (legal - 1):
                        friend = sides and winner == (seat + 2) % 4
                        card = players[seat].discard(
                            legal, hand, unplayed, ruff, to_come, weight, friend, done
                        )
                    bit = BIT[card]
                    opened |= SUIT_OF[card]
                    if bit & trumps and card > ruff:
                        ruff, winner, best = card, seat, RUFFED
                hands[seat] = hand ^ bit
                unplayed ^= bit
                weight += worth[card]
            weight += rules.tricks[done]
            self.taken[winner] += weight
            still -= weight
            done += 1
            lead, first = winner, False
        self.unplayed, self.opened, self.still, self.done = unplayed, opened, still, done
        self.lead = self.turn = self.winner = lead


# -- a Domino


class Layout:
    """A Domino in play. ``ready`` are the cards that may be laid next; ``out`` are the seats
    without cards, in the order of going out; ``turns`` counts cards and passes so far.
    """

    __slots__ = ("hands", "lane", "out", "ready", "rules", "turn", "turns", "unplayed")

    def __init__(self, rules: Rules, hands: Sequence[int], opener: int) -> None:
        assert rules.lane is not None
        self.rules = rules
        self.lane = rules.lane
        self.hands = list(hands)
        self.unplayed = rules.deck
        self.ready = rules.lane.named
        self.out: list[int] = []
        self.turn = opener
        self.turns = 0

    def with_hands(self, hands: Sequence[int]) -> Layout:
        copy = Layout.__new__(Layout)
        copy.rules, copy.lane = self.rules, self.lane
        copy.hands = list(hands)
        copy.unplayed, copy.ready = self.unplayed, self.ready
        copy.out = self.out[:]
        copy.turn, copy.turns = self.turn, self.turns
        return copy

    @property
    def over(self) -> bool:
        count = len(self.hands)
        if self.lane.to_the_end:
            return count - len(self.out) <= 1
        if len(self.out) == count:
            return True
        return bool(self.out) and (self.lane.winners == "one" or self.turns % count == 0)

    def units(self) -> list[int]:
        """Cards left at each seat. If places count, the place of each seat; those still in play
        share the last.
        """
        if not self.lane.to_the_end:
            return [hand.bit_count() for hand in self.hands]
        units = [len(self.hands)] * len(self.hands)
        for place, seat in enumerate(self.out, start=1):
            units[seat] = place
        return units

    def legal(self) -> int:
        """Return the cards that may be laid, or an empty mask if only a pass is left."""
        return self.hands[self.turn] & self.ready

    def play(self, card: int) -> None:
        seat = self.turn
        if card >= 0:
            bit = BIT[card]
            if self.unplayed == self.rules.deck:
                self.ready = self.lane.start
            self.ready = self.ready & ~bit | self.lane.opens[card]
            self.unplayed &= ~bit
            self.hands[seat] &= ~bit
            if not self.hands[seat]:
                self.out.append(seat)
        self.turns += 1
        self.turn = (seat + 1) % len(self.hands)

    def play_out(self, players: Sequence[Player]) -> int:
        """Play to the end. Returns the number of turns."""
        before = self.turns
        while not self.over:
            self.play(self.choice_of(players[self.turn]))
        return self.turns - before

    def choice_of(self, player: Player) -> int:
        """Card that a player chooses, or ``NOTHING`` if only a pass is left."""
        legal = self.legal()
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        return player.lay(legal, self.hands[self.turn])


def start(rules: Rules, hands: Sequence[int], leader: int) -> Tricks | Layout:
    """Begin a hand. A Domino may be opened by the holder of a card instead of the leader."""
    if rules.lane is None:
        return Tricks(rules, hands, leader)
    return Layout(rules, hands, opener(rules, hands, leader))


def opener(rules: Rules, hands: Sequence[int], leader: int) -> int:
    lane = rules.lane
    if lane is None or not lane.by_holder:
        return leader
    return next(seat for seat, hand in enumerate(hands) if hand & lane.named)
