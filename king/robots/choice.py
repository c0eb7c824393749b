"""The choice of a robot's card. The hidden cards are drawn many times; in each draw every candidate
is played on by rules of thumb, and the card with the best mean is taken.

Another card than the rule of thumb's is taken only if it is better by half a standard error. Work is
counted in cards that are played on, never by a clock: the same numbers make the same card on every
machine. Domino is played by rule of thumb alone: there sampling made it worse.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import NamedTuple

from king.cards import Wind
from king.robots.habits import habit
from king.robots.hand import Layout, Player, Tricks
from king.robots.rules import BIT
from king.robots.seen import Knowledge

WORK = 8_000
"""Default number of cards that are played on for a choice. 2,000 make much weaker robots."""

MOST_WORLDS = 200
"""Most draws for a choice. A few last cards have no more different deals."""

_BLOCK = struct.Struct("<2048H")


class Choice(NamedTuple):
    """Choice of a card. ``card`` is its number, or ``NOTHING`` for a pass; ``thumb`` is the rule of
    thumb's card; ``work`` is the number of cards that were played on, in so many ``worlds``.
    """

    card: int
    thumb: int
    work: int
    worlds: int


def numbers_of(secret: bytes, board: int, wind: Wind, card: int) -> Iterator[int]:
    """Yield numbers of 16 bits without end, from SHAKE-128 of a secret and a place. They are always
    the same, so that a hand that was put away goes on as it would have.

    >>> list(zip(range(3), numbers_of(b"secret", 5, Wind.N, 17)))
    [(0, 36748), (1, 1017), (2, 8622)]
    """
    place = b"%b:%d:%b:%d:" % (hashlib.sha256(secret).digest(), board, wind.encode(), card)
    blocks = (
        _BLOCK.unpack(hashlib.shake_128(place + b"%d" % block).digest(_BLOCK.size))
        for block in count()
    )
    return chain.from_iterable(blocks)


def choose(knowledge: Knowledge, numbers: Iterator[int], work: int = WORK) -> Choice:
    """Choose a card for the player in turn. At most ``work`` cards are played on."""
    thumb = rule_of_thumb(knowledge)
    cards = [thumb] if isinstance(knowledge.table, Layout) else candidates(knowledge, thumb)
    if len(cards) == 1:
        return Choice(thumb, thumb, 0, 0)
    return _sample_candidates(knowledge, cards, numbers, work)


def rule_of_thumb(knowledge: Knowledge) -> int:
    """Card of the rule of thumb, or ``NOTHING`` if only a pass is left."""
    legal = knowledge.legal
    if not legal & (legal - 1):
        return legal.bit_length() - 1
    return knowledge.table.choice_of(habit(knowledge.rules))


def candidates(knowledge: Knowledge, thumb: int) -> list[int]:
    """Cards to try, the rule of thumb first. Of cards that touch and count alike one is enough."""
    table = knowledge.table
    assert isinstance(table, Tricks)
    lies = (table.turn - table.lead) % len(table.hands) if table.led >= 0 else 0
    between = table.unplayed & ~knowledge.held | sum(
        BIT[card] for card in knowledge.played[-lies:] if lies
    )
    runs = knowledge.rules.runs(knowledge.legal, between)
    others = [run[-1] for run in runs if thumb not in run]
    return [thumb, *others]


def _sample_candidates(
    knowledge: Knowledge, cards: list[int], numbers: Iterator[int], work: int
) -> Choice:
    """Try the candidates in stages. Each stage has its share of the work, and the worse half of the
    cards leaves after it, but never the rule of thumb's card.
    """
    table = knowledge.table
    assert isinstance(table, Tricks)
    ahead = table.unplayed.bit_count()
    players = [habit(knowledge.rules)] * len(table.hands)
    side = knowledge.rules.of_side(knowledge.seat)
    scores = {card: _Score(card) for card in cards}
    contenders, cards_played, worlds = cards, 0, 0
    stages = (len(cards) - 1).bit_length()
    for stage in range(1, stages + 1):
        share = cards_played + (work - cards_played) // (stages - stage + 1)
        most = worlds + MOST_WORLDS // stages
        stage_scores = [scores[card] for card in contenders]
        while cards_played + len(contenders) * ahead <= share and worlds < most:
            cards_played += _play_draw(table, knowledge.world(numbers), stage_scores, players, side)
            worlds += 1
        best = sorted(contenders[1:], key=lambda card: -scores[card].gain)
        contenders = [cards[0], *best[: (len(best) + 1) // 2]]
    best = [card for card in contenders[1:] if scores[card].is_better]
    return Choice(best[0] if best else cards[0], cards[0], cards_played, worlds)


class _Score:
    """Gain of a card over the rule of thumb's card, in units, summed over so many worlds."""

    __slots__ = ("card", "gain", "squares", "worlds")

    def __init__(self, card: int) -> None:
        self.card = card
        self.gain = self.squares = self.worlds = 0

    @property
    def is_better(self) -> bool:
        """Whether the mean gain is above zero by half a standard error."""
        gain, worlds = self.gain, self.worlds
        spread = worlds * self.squares - gain * gain
        return worlds > 1 and gain > 0 and 4 * gain * gain * (worlds - 1) >= spread


def _play_draw(
    table: Tricks,
    world: list[int],
    scores: list[_Score],
    players: Sequence[Player],
    side: tuple[int, ...],
) -> int:
    """Play each card on in one draw; the first card is the rule of thumb's. Returns the number of
    cards played on.
    """
    take, seat, partner = table.rules.take, side[0], side[-1]
    cards_played = thumb_units = 0
    for place, score in enumerate(scores):
        hand = table.with_hands(world)
        hand.play(score.card)
        cards_played += 1 + hand.play_out(players)
        units = hand.taken[seat]
        if partner != seat:
            units += hand.taken[partner]
        score.worlds += 1
        if not place:
            thumb_units = units
        elif units != thumb_units:
            gain = units - thumb_units if take else thumb_units - units
            score.gain += gain
            score.squares += gain * gain
    return cards_played
