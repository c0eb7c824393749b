"""Cards of a link: a letter for each, a dash for a pass."""

from __future__ import annotations

import string
from collections.abc import Iterable

from king.cards import DECK_52, Card

LETTERS = dict(zip(DECK_52, string.ascii_letters, strict=True))
CARDS = {letter: card for card, letter in LETTERS.items()}
PASS = "-"


def letters_of(cards: Iterable[Card | None]) -> str:
    return "".join(PASS if card is None else LETTERS[card] for card in cards)


def cards_of(letters: str) -> tuple[Card | None, ...]:
    """Cards of a link. Raises ``KeyError`` for a letter that stands for no card."""
    return tuple(None if letter == PASS else CARDS[letter] for letter in letters)
