"""What a hand is played for: the unit that is counted, how many of them there are, what each is worth.

A contract is data; the systems in ``king.rulesets`` say which contracts they play, in what order, and for how much.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from king.words import Phrase, gettext_noop

TOGETHER = "+"
"""Between the codes of contracts that the same cards are played for: ``V+2U`` (O15)."""


class Unit(StrEnum):
    """What is counted for each wind at the end of a hand (§0)."""

    KINGS_AND_JACKS = "kings_and_jacks"
    QUEENS = "queens"
    KING_OF_HEARTS = "king_of_hearts"
    EIGHT_OF_DIAMONDS = "eight_of_diamonds"
    HEARTS = "hearts"
    TRICKS = "tricks"
    LAST_TRICKS = "last_tricks"
    CARDS_LEFT = "cards_left"

    @property
    def heading(self) -> str:
        """The heading of a column of such units, a sentence marked for translation."""
        return _UNIT_HEADINGS[self]


_UNIT_HEADINGS = {
    Unit.KINGS_AND_JACKS: gettext_noop("kings and jacks"),
    Unit.QUEENS: gettext_noop("queens"),
    Unit.KING_OF_HEARTS: gettext_noop("king of hearts"),
    Unit.EIGHT_OF_DIAMONDS: gettext_noop("8 of diamonds"),
    Unit.HEARTS: gettext_noop("hearts"),
    Unit.TRICKS: gettext_noop("tricks"),
    Unit.LAST_TRICKS: gettext_noop("last two tricks"),
    Unit.CARDS_LEFT: gettext_noop("cards left"),
}


class Family(StrEnum):
    """The three kinds of hand: points to avoid, the layout game, points to take."""

    NEGATIVE = "negative"
    DOMINO = "domino"
    POSITIVE = "positive"


@dataclass(frozen=True, slots=True)
class Nulls:
    """A positive hand played down: everybody starts from ``bonus`` and loses on every trick (R8, O11).

    ``bonus`` and ``value`` in points; Portuguese: +325, and −75 for a trick.
    """

    bonus: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract of a system.

    ``units`` is how many units the deck holds (None for Domino, where cards left are counted); ``value`` the points
    of each (Domino: of each card left); ``sale`` whether the dealer may sell the hand; ``trump`` whether a trump is
    named; ``nulls`` the way down, where the hand may be played down; ``cappotto`` whether one player's taking
    every unit may count apart (O1).
    """

    code: str
    name: str
    unit: Unit
    units: int | None
    value: Fraction
    family: Family
    sale: bool = False
    trump: bool = False
    nulls: Nulls | None = None
    cappotto: bool = False

    @property
    def total(self) -> Fraction:
        """The points of the whole hand: units times value; 0 for Domino, where what one wins the others lose."""
        return Fraction(0) if self.units is None else self.units * self.value

    @property
    def title(self) -> Phrase:
        """The name as a phrase, to stand in other sentences."""
        return Phrase(self.name)
