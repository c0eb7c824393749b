"""Play of a hand to its end by random legal cards, as fast as possible: the plain engine, before
any player thinks.

Here cards are numbers of 13 bits, one for each seat and suit. A table lists the cards that may be
drawn from each such number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from struct import Struct

from king.robots.habits import AnyCard
from king.robots.hand import RUFFED, Tricks
from king.robots.rules import NOTHING, SUIT

_SUITS = tuple(
    sum(suit for place, suit in enumerate(SUIT) if bits >> place & 1) for bits in range(16)
)
"""Cards of a set of suits, by the bits of the suits."""

_SHAPES = {seats: (Struct(f"<{seats}Q"), Struct(f"<{4 * seats}H")) for seats in (3, 4)}
"""Packings that convert hands in the form of ``Rules`` to their suits one by one, by the number of
seats."""

_OWN = tuple(tuple(range(place & 12, (place & 12) + 4)) for place in range(16))
"""All four places of a seat, by any of them. A place is four times the seat, plus the suit."""

_LEADS = tuple(
    tuple(tuple(place for place in own if not closed >> (place & 3) & 1) for closed in range(16))
    for own in _OWN
)
"""Places of a seat whose suit may be led, by a bit for each suit that may not."""

_AFTER = {
    seats: tuple(
        tuple(((place >> 2) + turn) % seats << 2 | place & 3 for turn in range(1, seats))
        for place in range(4 * seats)
    )
    for seats in (3, 4)
}
"""Places of the suit led at the other seats, in turn, by the place that led."""


@cache
def _draws() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Table of the choices in one suit, by the holding: each rank from the lowest, with the holding
    that is left without it.
    """
    return tuple(
        tuple((rank, holding ^ 1 << rank) for rank in range(13) if holding >> rank & 1)
        for holding in range(1 << 13)
    )


def _count(holdings: Sequence[int], places: Sequence[int]) -> int:
    cards = 0
    for place in places:
        cards += holdings[place].bit_count()
    return cards


def play_any(hand: Tricks, numbers: Iterator[int]) -> int:
    """Play random legal cards, each equally likely. ``AnyCard`` plays the same from the same
    numbers. Call it before a trick. Returns the number of cards played.
    """
    rules, seats = hand.rules, len(hand.hands)
    if rules.bare is None:
        return hand.play_out([AnyCard(numbers)] * seats)
    never, until_cut, trump, duty, duty_rank, worth = rules.bare
    draws, after, (masks, suits) = _draws(), _AFTER[seats], _SHAPES[seats]
    holdings, opened = list(suits.unpack(masks.pack(*hand.hands))), _SUITS.index(hand.opened)
    still, taken, done, winner = hand.still, hand.taken, hand.done, hand.lead << 2
    while still and done < rules.each:
        own, each = _OWN[winner], rules.each - done
        count, closed = each, never | until_cut & ~opened
        if closed and (cards := _count(holdings, leads := _LEADS[winner][closed])):
            own, count = leads, cards
        place = next(numbers) % count if count > 1 else 0
        for winner in own:
            choices = draws[holdings[winner]]
            if place < len(choices):
                break
            place -= len(choices)
        high, holdings[winner] = choices[place]
        counts, ruff, weight = worth[winner & 3], NOTHING, rules.tricks[done]
        if counts:
            weight += counts[high]
        for turn in after[winner]:
            choices = draws[holdings[turn]]
            if choices:
                count = len(choices)
                card, holdings[turn] = choices[next(numbers) % count if count > 1 else 0]
                if card > high:
                    high, winner = card, turn
                if counts:
                    weight += counts[card]
                continue
            if duty >= 0 and holdings[turn & 12 | duty] >> duty_rank & 1:
                suit, card = duty, duty_rank
                holdings[turn & 12 | duty] ^= 1 << card
            else:
                place = next(numbers) % each if each > 1 else 0
                for at in _OWN[turn]:
                    choices = draws[holdings[at]]
                    if place < len(choices):
                        break
                    place -= len(choices)
                card, holdings[at] = choices[place]
                suit = at & 3
            opened |= 1 << suit
            if suit == trump and card > ruff:
                ruff, winner, high = card, turn, RUFFED
            if worth[suit]:
                weight += worth[suit][card]
        taken[winner >> 2] += weight
        still, done = still - weight, done + 1
    hand.hands = list(masks.unpack(suits.pack(*holdings)))
    hand.unplayed, hand.opened = sum(hand.hands), _SUITS[opened]
    tricks, hand.still, hand.done = done - hand.done, still, done
    hand.lead = hand.turn = hand.winner = winner >> 2
    return tricks * seats
