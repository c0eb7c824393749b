"""The cards of a hand as an arbiter writes them down: one after the other, a trick on a line, from the leader on.

::

    ♠A ♠3 ♠4 ♠9
    E: h10 h2 hk h5
    DA

A card is a suit, S H D C or its symbol, and a rank; the ten is ``10`` or ``T``. ``E:`` before a trick says that East
led it, rightly or not. A pass in Domino is ``pass`` or a dash.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from king.cards import Card
from king.infractions import drawn
from king.winds import Wind
from king.words import Phrase, gettext_noop

LONGEST = 2_000
"""Characters. Fifty-two cards with their tricks take less than three hundred."""
PASS = "–"
_PASSES = ("pass", "passa", "-", "–", "—")
_LEADER = re.compile(r"\b([NESW])\s*:", re.IGNORECASE)
_SUIT = re.compile(r"([♠♥♦♣♤♡♢♧])[\ufe0e\ufe0f]?\s*")
_HOLLOW = str.maketrans("♤♡♢♧", "♠♥♦♣")


@dataclass(frozen=True, slots=True)
class Played:
    """The cards in order, None for a pass, as far as they can be read; ``leaders`` by the trick's number from 1.

    ``problems`` says of everything else what it is and where it stands. What comes after the first of
    them is not in ``cards``: one card too few and all that follow would be laid at the wrong hands.
    """

    cards: tuple[Card | None, ...]
    leaders: Mapping[int, Wind]
    problems: tuple[Phrase, ...]


def read_played(text: str) -> Played:
    """Read what was written down; nothing is an error, whatever it is.

    >>> read_played("sa s3, h10").cards[2]
    Card(suit=<Suit.HEARTS: 'H'>, rank=<Rank.TEN: 'T'>)
    """
    if len(text) > LONGEST:
        return Played((), {}, (Phrase(gettext_noop("This is too long to be the cards of a hand")),))
    cards: list[Card | None] = []
    leaders: dict[int, Wind] = {}
    problems: list[Phrase] = []
    place = 0
    for word in _words(text):
        if word[:-1] in list(Wind) and word.endswith(":"):
            if place % 4:
                template = gettext_noop("{wind} stands before a card within a trick: say who led before the trick")
                problems.append(Phrase(template, {"wind": Wind(word[0])}))
            else:
                leaders[place // 4 + 1] = Wind(word[0])
            continue
        place += 1
        try:
            card = None if word.lower() in _PASSES else Card.parse(word)
        except ValueError:
            template = gettext_noop("Card {place}: {found} is no card; write a suit, S H D C, then A K Q J 10 … 2")
            problems.append(Phrase(template, {"found": repr(word[:20]), "place": place}))
        else:
            cards += [] if problems else [card]
    tricks = -(-len(cards) // 4) + (not problems)
    return Played(tuple(cards), {trick: wind for trick, wind in leaders.items() if trick <= tricks}, tuple(problems))


def _words(text: str) -> list[str]:
    spaced = _LEADER.sub(lambda found: f" {found[1].upper()}: ", text.translate(_HOLLOW))
    return _SUIT.sub(r"\1", re.sub(r"[,;|]", " ", spaced)).split()


def write_played(cards: tuple[Card | None, ...], leaders: Mapping[int, Wind]) -> str:
    """The cards as ``read_played`` reads them, four on a line.

    >>> write_played(read_played("sa s3 s4 s5 E: h10").cards, {2: Wind.E})
    '♠A ♠3 ♠4 ♠5\\nE: ♥10'
    """
    lines = []
    for at in range(0, len(cards), 4):
        words = [PASS if card is None else drawn(card) for card in cards[at : at + 4]]
        leader = leaders.get(at // 4 + 1)
        lines.append(" ".join([f"{leader}:", *words] if leader is not None else words))
    return "\n".join(lines)
