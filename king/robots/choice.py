"""The card of a robot: draws of the hidden cards, each candidate played on in each of them by rules
of thumb, and the best mean.

Another card than the rule of thumb's is taken only if it is better by half a standard error. Work is
counted in cards that are played on, never by a clock: the same numbers make the same card on every
machine. Domino is played by rule of thumb alone: there sampling made it worse.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from itertools import chain, count
from typing import NamedTuple

from king.cards import Wind
from king.robots.habits import Avoid, Take, habit
from king.robots.hand import BIT, Layout, Rules, Tricks, cards_in
from king.robots.seen import Seen

WORK = 8_000
"""Cards of a choice that are played on: 2,000 make much weaker robots."""

MOST_WORLDS = 100

_BLOCK = struct.Struct("<1024I")


class Choice(NamedTuple):
    """``card``: its number, or nothing for a pass; ``thumb``: the rule of thumb's; ``work``: cards
    that were played on, in so many ``worlds``.
    """

    card: int
    thumb: int
    work: int
    worlds: int


def numbers_of(secret: bytes, board: int, wind: Wind, card: int) -> Iterator[int]:
    """Numbers of 32 bits without an end, from SHAKE-128 of a secret and a place: the same for ever,
    so that a hand that was put away goes on as it would have.

    >>> list(zip(range(3), numbers_of(b"secret", 5, Wind.N, 17)))
    [(0, 3), (1, 4), (2, 5)]
    """
    place = b"%b:%d:%b:%d:" % (hashlib.sha256(secret).digest(), board, wind.encode(), card)
    blocks = (
        _BLOCK.unpack(hashlib.shake_128(place + b"%d" % block).digest(_BLOCK.size))
        for block in count()
    )
    return chain.from_iterable(blocks)


def choose(seen: Seen, numbers: Iterator[int], work: int = WORK) -> Choice:
    """The card of the player whose turn it is; at most ``work`` cards are played on."""
    table, thumb_of = seen.table, habit(seen.rules)
    thumb = by_thumb(seen)
    if isinstance(table, Layout) or isinstance(thumb_of, Layout):
        return Choice(thumb, thumb, 0, 0)
    cards = candidates(seen, thumb)
    if len(cards) == 1:
        return Choice(thumb, thumb, 0, 0)
    best, done, worlds = _sampled(seen, table, thumb_of, cards, numbers, work)
    return Choice(best, thumb, done, worlds)


def by_thumb(seen: Seen) -> int:
    """The card of the rule of thumb, or nothing where only a pass is left."""
    legal = seen.legal
    if not legal & (legal - 1):
        return legal.bit_length() - 1
    return seen.table.asked(habit(seen.rules))


def candidates(seen: Seen, thumb: int) -> list[int]:
    """The cards that may be played, the rule of thumb's first; of cards that touch and count alike
    one is enough.
    """
    table = seen.table
    assert isinstance(table, Tricks)
    lies = (table.turn - table.lead) % len(table.hands) if table.led >= 0 else 0
    between = table.unplayed & ~seen.held | sum(BIT[card] for card in seen.played[-lies:] if lies)
    runs = seen.rules.runs(seen.legal, between)
    others = [run[-1] for run in runs if thumb not in run]
    return [thumb, *others]


def _sampled(
    seen: Seen,
    table: Tricks,
    thumb_of: Avoid | Take,
    cards: list[int],
    numbers: Iterator[int],
    work: int,
) -> tuple[int, int, int]:
    """The best card, the cards played on, the worlds drawn."""
    rules = seen.rules
    players = [thumb_of] * len(table.hands)
    side = rules.of_side(seen.seat)
    sign = 1 if rules.take else -1
    each = len(cards) * table.unplayed.bit_count()
    sums, squares = [0] * len(cards), [0] * len(cards)
    done = worlds = 0
    while done + each <= work and worlds < MOST_WORLDS:
        world = seen.world(numbers)
        base = 0
        for place, card in enumerate(cards):
            hand = table.with_hands(world)
            hand.play(card)
            done += 1 + hand.play_out(players)
            units = sign * sum([hand.taken[seat] for seat in side])
            if place:
                gain = units - base
                sums[place] += gain
                squares[place] += gain * gain
            else:
                base = units
        worlds += 1
    return _best(cards, sums, squares, worlds), done, worlds


def _best(cards: list[int], sums: list[int], squares: list[int], worlds: int) -> int:
    """The card with the best mean, if it is better than the first by half a standard error."""
    place = max(range(len(cards)), key=lambda one: (sums[one], -one))
    gain, spread = sums[place], worlds * squares[place] - sums[place] ** 2
    if gain <= 0 or 4 * gain * gain * (worlds - 1) < spread:
        return cards[0]
    return cards[place]
