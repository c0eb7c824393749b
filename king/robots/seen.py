"""Everything that one player may know of a hand in play, and draws of the cards that they cannot
see.

A card rules out others: a player who follows suit does not hold the card that they would have had
to play, and a player who discards has none of the suit led. Each duty is read from the card that
was played, rule by rule. So each draw could have been played so under the judge's rules, and the
true deal is never ruled out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import repeat

from king.cards import Card, Deal, Wind
from king.reading import InputError
from king.robots.hand import Layout, Tricks, opener, start
from king.robots.rules import (
    ABOVE,
    BELOW,
    BIT,
    HEARTS,
    SUIT_OF,
    Rules,
    cards_in,
    mask_of,
    number_of,
)

HIDDEN = 64
"""Lowest bit for unknown cards."""


@dataclass(frozen=True)
class Knowledge:
    """Knowledge of one player. Two values are equal if nothing that the player may know differs.

    ``dealt`` are the cards that the player was dealt; ``first`` is the seat that leads the first
    trick, or opens the Domino; ``played`` are the numbers of the cards in order, ``NOTHING`` for a
    pass. Raises ``InputError`` for cards that nobody can have played so.
    """

    rules: Rules
    seat: int
    dealt: int
    first: int
    played: tuple[int, ...] = ()
    table: Tricks | Layout = field(init=False, compare=False, repr=False)
    """State of the hand at the next card. Of the other players' cards only the number is known."""
    ruled_out: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """Cards that each player cannot hold, by seat."""
    either: tuple[tuple[int, int], ...] = field(init=False, compare=False, repr=False)
    """Pairs of a seat and a heart: the player holds no higher heart, or holds another restricted
    suit."""

    def __post_init__(self) -> None:
        table, ruled_out, either = _observe(self)
        object.__setattr__(self, "table", table)
        object.__setattr__(self, "ruled_out", tuple(ruled_out))
        object.__setattr__(self, "either", tuple(either.items()))

    @cached_property
    def _draw(self) -> _Draw:
        return _Draw(self)

    @property
    def held(self) -> int:
        """The player's own cards that they have not played."""
        return self.table.hands[self.seat]

    @property
    def legal(self) -> int:
        """Cards that the player, whose turn it is, may play."""
        if self.table.turn != self.seat or self.table.over:
            raise InputError(f"robots: it is not the turn of seat {self.seat}")
        return self.table.legal()

    def allows(self, hands: Sequence[int]) -> bool:
        """Whether the seats may hold these cards, given all that has been seen."""
        table, holdings = self.table, self.table.hands
        return (
            hands[self.seat] == self.held
            and sum(hands) == table.unplayed
            and all(
                one.bit_count() == own.bit_count() for one, own in zip(hands, holdings, strict=True)
            )
            and not any(one & out for one, out in zip(hands, self.ruled_out, strict=True))
            and not any(
                hands[seat] & ABOVE[heart] and not hands[seat] & ~HEARTS
                for seat, heart in self.either
            )
        )

    def world(self, numbers: Iterator[int]) -> list[int]:
        """Draw possible cards for each seat, from numbers of 16 bits."""
        return self._draw.world(numbers)


def see(
    rules: Rules, deal: Deal, wind: Wind, leader: Wind, played: Iterable[Card | None] = ()
) -> Knowledge:
    """View of the player at ``wind`` after these cards. Of the deal only their own hand is read,
    and the opener of a Domino.
    """
    seat, hands = rules.seat(wind), rules.hands(deal)
    first = opener(rules, hands, rules.seat(leader))
    return Knowledge(rules, seat, mask_of(deal.hand(wind)), first, tuple(map(number_of, played)))


def _observe(knowledge: Knowledge) -> tuple[Tricks | Layout, list[int], dict[int, int]]:
    """Replay the cards. Returns the table, the cards that are ruled out for each seat, and hearts
    that say "no higher heart, or another suit".
    """
    rules, count = knowledge.rules, len(knowledge.rules.seats)
    hidden = (1 << rules.each) - 1 << HIDDEN
    hands = [hidden] * count
    hands[knowledge.seat] = knowledge.dealt
    table = (
        start(rules, hands, knowledge.first)
        if rules.lane is None
        else Layout(rules, hands, knowledge.first)
    )
    ruled_out = [0] * count
    either: dict[int, int] = {}
    lane = rules.lane
    if lane is not None and lane.by_holder:
        ruled_out = [0 if seat == knowledge.first else lane.named for seat in range(count)]
    for card in knowledge.played:
        seat = table.turn
        if table.over:
            raise InputError(f"robots: card {card} is played after the end of the hand")
        if isinstance(table, Layout):
            ruled_out[seat] |= table.ready if card < 0 else 0
        elif card < 0:
            raise InputError("robots: nobody passes where tricks are played")
        else:
            ruled_out[seat] |= _excluded_cards(table, card)
            if _highest_or_other(table, card):
                either[seat] = card
            elif not BIT[card] & HEARTS:
                either.pop(seat, None)
        if seat != knowledge.seat and card >= 0:
            holding = table.hands[seat]
            table.hands[seat] = holding & (holding - 1) | BIT[card]
        table.play(card)
    return table, ruled_out, either


def _excluded_cards(table: Tricks, card: int) -> int:
    """Cards that the next player cannot hold if they play this one."""
    if table.led < 0:
        return _excluded_by_lead(table, card)
    if SUIT_OF[card] == SUIT_OF[table.high]:
        return _excluded_by_following(table.rules, table.high, card)
    return SUIT_OF[table.high] | _excluded_by_discard(table, card)


def _restricted(table: Tricks) -> int:
    return table.rules.never | table.rules.until_cut & ~table.opened


def _excluded_by_lead(table: Tricks, card: int) -> int:
    """Cards that the leader of this card cannot hold. A suit that is not led freely is led only
    from a hand without other suits.
    """
    rules, bit, restricted = table.rules, BIT[card], _restricted(table)
    out = 0
    if bit & restricted:
        out |= rules.deck & ~restricted
    if rules.owned & SUIT_OF[card] & ~bit:
        out |= rules.owned
    if restricted == HEARTS and _is_highest(table, card):
        out |= ABOVE[card]
    return out


def _is_highest(table: Tricks, card: int) -> bool:
    """Whether the card is the first heart of the hand, led as the highest of a hand of hearts."""
    rules, bit = table.rules, BIT[card]
    return bool(
        rules.highest_heart
        and bit & HEARTS & ~rules.owned
        and _restricted(table) & HEARTS
        and table.unplayed & HEARTS == rules.deck & HEARTS
    )


def _highest_or_other(table: Tricks, card: int) -> bool:
    """Whether the card is such a heart while other suits are restricted too. Then the leader holds
    no higher heart, or holds one of these other suits.
    """
    return table.led < 0 and _restricted(table) != HEARTS and _is_highest(table, card)


def _excluded_by_following(rules: Rules, high: int, card: int) -> int:
    """Cards that a player who follows with this card cannot hold: the card that had to go first,
    and cards that count below the highest.
    """
    out = 0
    if rules.followed & SUIT_OF[card] & ~BIT[card]:
        out |= rules.followed
    if rules.under and not BIT[card] & rules.under:
        out |= rules.under & BELOW[high]
    return out


def _excluded_by_discard(table: Tricks, card: int) -> int:
    """Cards that a player who discards this card cannot hold: those of each duty before the one
    that the card fulfils, then those that are not banned on the first trick if the card is.
    """
    rules, bit, out = table.rules, BIT[card], 0
    if bit & rules.thrown:
        return 0
    out |= rules.thrown
    if rules.overruffs and table.ruff >= 0 and bit & rules.trumps:
        if card > table.ruff:
            return out
        out |= ABOVE[table.ruff]
    for duty in rules.duties:
        if bit & duty:
            return out
        out |= duty
    if not table.done and bit & rules.banned:
        out |= rules.deck & ~rules.banned
    return out


class _Draw:
    """Draws for one ``Knowledge``. Cards with a certain holder are dealt once, the others in each
    draw.

    ``free`` cards may be with any hidden player, ``tight`` ones with two players of three.
    ``nobody``: no draw is possible.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        table, own = knowledge.table, knowledge.seat
        self.count = len(table.hands)
        self.pool = table.unplayed & ~knowledge.held
        self.need = [0 if seat == own else h.bit_count() for seat, h in enumerate(table.hands)]
        self.own, self.held = own, knowledge.held
        out = list(knowledge.ruled_out)
        for seat, heart in knowledge.either:
            narrow = out[:]
            narrow[seat] |= ABOVE[heart]
            self._settle(narrow)
            if self._has_a_world():
                out = narrow
        self._settle(out)

    def _settle(self, out: Sequence[int]) -> None:
        """Deal the cards with a certain holder, and sort the others into ``free`` and ``tight``."""
        hidden = [seat for seat in range(self.count) if self.need[seat] and seat != self.own]
        self.may = [self.pool & ~out[seat] if seat in hidden else 0 for seat in range(self.count)]
        self.fixed = [0] * self.count
        self.fixed[self.own] = self.held
        self.left = self.need[:]
        self.last = max(hidden, default=self.own)
        self.nobody = False
        self.free: list[int] = []
        self.tight: list[tuple[int, int, int]] = []
        for card in cards_in(self.pool):
            bit = BIT[card]
            seats = [seat for seat in hidden if self.may[seat] & bit]
            if not seats:
                self.nobody = True
            elif len(seats) == 1:
                self.fixed[seats[0]] |= bit
                self.left[seats[0]] -= 1
            elif len(seats) == len(hidden):
                self.free.append(bit)
            else:
                one, other = seats
                self.tight.append((bit, one, other))
        self.free_mask = sum(self.free)
        self.nobody |= min(self.left) < 0

    def _has_a_world(self) -> bool:
        try:
            self.world(repeat(0))
        except InputError:
            return False
        return True

    def world(self, numbers: Iterator[int]) -> list[int]:
        if self.nobody:
            raise InputError("robots: nobody can have played so")
        hands, left = self.fixed[:], self.left[:]
        # A key that asks for the next number, whatever the card: an order by lot. One number more is
        # left out after each, as the first robots did: hands put away then go on with the same cards.
        lot = partial(next, numbers)
        tight = sorted(self.tight, key=lot)
        if tight:
            next(numbers)
        for bit, one, other in tight:
            room = left[one] + left[other]
            if not room:
                self._make_room(bit, (one, other), hands, left)
                continue
            seat = one if next(numbers) % room < left[one] else other
            hands[seat] |= bit
            left[seat] -= 1
        free = sorted(self.free, key=lot)
        next(numbers)
        begin, rest = 0, self.free_mask
        for seat, need in enumerate(left[: self.last]):
            if need:
                cards = sum(free[begin : begin + need])
                hands[seat] |= cards
                rest ^= cards
                begin += need
        hands[self.last] |= rest
        return hands

    def _make_room(
        self, bit: int, seats: tuple[int, int], hands: list[int], left: list[int]
    ) -> None:
        """Find a place for a card by an augmenting path: it goes to a full hand, which passes on
        another card, until a hand has room. Raises ``InputError`` if there is none.
        """
        ways: dict[int, tuple[int, int]] = dict.fromkeys(seats, (bit, -1))
        ahead = list(seats)
        for seat in ahead:
            if left[seat]:
                left[seat] -= 1
                while seat >= 0:
                    moved, giver = ways[seat]
                    hands[seat] |= moved
                    if giver >= 0:
                        hands[giver] ^= moved
                    seat = giver
                return
            for moved in map(BIT.__getitem__, cards_in(hands[seat] & ~self.fixed[seat])):
                for other, may in enumerate(self.may):
                    if other not in ways and may & moved:
                        ways[other] = moved, seat
                        ahead.append(other)
        raise InputError("robots: nobody can have played so: a card has no place")
