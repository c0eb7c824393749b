"""Cards as a person types them from a hand that lies on the table, read with every card missing or double named.

Three ways to write a hand, whichever comes easier: four suits with points between (``AK3.105.QJ.98642``), four suits
with spaces between and a dash for a void (``AK3 105 – QJ98642``), or each suit after its letter or symbol, in any order
(``♠AK3 ♥105 ♦QJ ♣98642``, ``s ak3 h 10 5 d qj c 98642``). The ten is ``10`` or ``T``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from king.cards import DECK_52, SUITS, Card, Rank, Suit
from king.deal import LONGEST_TEXT, Deal, DealError, DealProblem, check_hands, read_hand
from king.winds import WINDS, Wind
from king.words import Phrase, gettext_noop

_MARKS: Mapping[str, Suit] = {
    **{suit.value: suit for suit in SUITS},
    **{suit.symbol: suit for suit in SUITS},
    **dict(zip("♤♡♢♧", SUITS, strict=True)),
}
_VOID = re.compile(r"[-–—]+")
_BETWEEN_CARDS = re.compile(r"[\s,;:/\ufe0e\ufe0f]+")


def read_typed_hand(text: str, wind: Wind) -> tuple[Card, ...]:
    """The cards of one hand in the order typed, double ones too; ``DealError`` where it cannot be read.

    >>> " ".join(str(card) for card in read_typed_hand("h 10 5 s ak3", Wind.N))
    'HT H5 SA SK S3'
    """
    written = text.strip().upper().replace("10", "T")
    if len(text) > LONGEST_TEXT:
        raise DealError([_unreadable(wind, text)])
    if any(mark in written for mark in _MARKS):
        return _read_marked(written, wind)
    if "." in written:
        return read_hand(".".join(_BETWEEN_CARDS.sub("", _VOID.sub("", suit)) for suit in written.split(".")), wind)
    groups = written.split()
    if len(groups) == 4:
        return read_hand(".".join(_VOID.sub("", group) for group in groups), wind)
    raise DealError([_unreadable(wind, text)])


def read_typed_deal(hands: Mapping[Wind, str], deck: tuple[Card, ...] = DECK_52) -> Deal:
    """The deal of four typed hands; ``DealError`` names all that cannot be read, is missing or is there twice."""
    held: dict[Wind, tuple[Card, ...]] = {}
    problems: list[DealProblem] = []
    for wind in WINDS:
        text = hands.get(wind, "")
        try:
            held[wind] = read_typed_hand(text, wind) if text.strip() else ()
        except DealError as error:
            problems.extend(error.problems)
    problems = problems or list(check_hands(held, deck))
    if problems:
        raise DealError(problems)
    return Deal.of(held)


def _read_marked(written: str, wind: Wind) -> tuple[Card, ...]:
    """Ranks after the mark of their suit; what stands before the first mark belongs to none."""
    suit: Suit | None = None
    cards: list[Card] = []
    for letter in _BETWEEN_CARDS.sub("", _VOID.sub("", written)).replace(".", ""):
        if letter in _MARKS:
            suit = _MARKS[letter]
        elif suit is None or letter not in "AKQJT98765432":
            raise DealError([_no_card(wind, letter)])
        else:
            cards.append(Card(suit, Rank(letter)))
    return tuple(cards)


def _no_card(wind: Wind, letter: str) -> DealProblem:
    template = gettext_noop("{wind}: {letter} is no card here: write a suit (S H D C), then its ranks A K Q J 10 … 2")
    return DealProblem("hand_unreadable", wind, (), Phrase(template, {"wind": wind, "letter": repr(letter)}))


def _unreadable(wind: Wind, text: str) -> DealProblem:
    template = gettext_noop("{wind}: write the four suits one after the other, such as AK3.105.QJ.98642; found {found}")
    shown = text if len(text) <= 40 else text[:39] + "…"
    return DealProblem("hand_unreadable", wind, (), Phrase(template, {"wind": wind, "found": repr(shown)}))
