"""Cards, suits, ranks and decks; the four winds, the turn around the table, partners and sides; text both ways.

A card is written suit first, ``SA`` ``HT`` ``D8``; the ten is ``T`` in notations and ``10`` for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Suit(StrEnum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self.value]


class Rank(StrEnum):
    """A rank, ace first: the order of every notation, and of taking power outside Domino."""

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"

    @property
    def power(self) -> int:
        """14 for the ace down to 2 for the two."""
        return 14 - RANKS.index(self)

    @property
    def label(self) -> str:
        return "10" if self is Rank.TEN else self.value


SUITS: tuple[Suit, ...] = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
RANKS: tuple[Rank, ...] = tuple(Rank)


@dataclass(frozen=True, slots=True)
class Card:
    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``SA``, ``h10`` or ``♥K``; raise ``ValueError`` with the text and what was expected."""
        letters = text.strip().upper()
        for suit in SUITS:
            letters = letters.replace(suit.symbol, suit.value)
        letters = letters.replace("10", "T")
        if len(letters) == 2 and letters[0] in "SHDC" and letters[1] in "AKQJT98765432":
            return cls(Suit(letters[0]), Rank(letters[1]))
        raise ValueError(f"{text!r} is no card: a suit S H D C, then a rank A K Q J T 9 8 7 6 5 4 3 2")

    @property
    def label(self) -> str:
        return f"{self.suit.symbol}{self.rank.label}"

    @property
    def is_extreme(self) -> bool:
        """Whether the card is one of Domino's two ends (R1b)."""
        return self.rank in (Rank.ACE, Rank.KING)


DECK_52: tuple[Card, ...] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
"""The whole deck in the order of the dealing contract: ♠A … ♠2, ♥A … ♣2."""

DECK_32: tuple[Card, ...] = tuple(card for card in DECK_52 if card.rank.power >= 7)
"""The deck of the French variant with the seven low (R14)."""


class Direction(StrEnum):
    """Which way the turn goes round the table (A2: clockwise for Genoa, Portugal, France; else anticlockwise)."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Wind(StrEnum):
    """A seat at the table, in clockwise order; the value is the letter of every notation, whatever a page shows."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def winds(self) -> tuple[Wind]:
        """The winds of the column that it is, as ``Side.winds``."""
        return (self,)

    @property
    def side(self) -> Side:
        return Side.NS if self in (Wind.N, Wind.S) else Side.EW

    @property
    def partner(self) -> Wind:
        return self.after(2)

    def after(self, steps: int = 1, direction: Direction = Direction.CLOCKWISE) -> Wind:
        """The wind ``steps`` turns later.

        >>> Wind.N.after(), Wind.N.after(1, Direction.ANTICLOCKWISE), Wind.W.after(2)
        (<Wind.E: 'E'>, <Wind.W: 'W'>, <Wind.E: 'E'>)
        """
        sign = 1 if direction is Direction.CLOCKWISE else -1
        return WINDS[(WINDS.index(self) + sign * steps) % 4]


class Side(StrEnum):
    NS = "NS"
    EW = "EW"

    @property
    def winds(self) -> tuple[Wind, Wind]:
        return (Wind.N, Wind.S) if self is Side.NS else (Wind.E, Wind.W)

    @property
    def other(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS


WINDS: tuple[Wind, ...] = (Wind.N, Wind.E, Wind.S, Wind.W)
SIDES: tuple[Side, ...] = (Side.NS, Side.EW)
