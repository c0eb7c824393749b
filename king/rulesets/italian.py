"""The contracts of the Italian game, which every Italian system shares (R1, R3).

Values from Labyrinth, "King, torneo singolo", and it.wikipedia, "King": the two agree on every one.
"""

from __future__ import annotations

from fractions import Fraction

from king.contracts import Contract, Family, Unit
from king.words import gettext_noop

KINGS_AND_JACKS = Contract(
    "KJ", gettext_noop("No kings and jacks"), Unit.KINGS_AND_JACKS, 8, Fraction(-2), Family.NEGATIVE
)
QUEENS = Contract("Q", gettext_noop("No queens"), Unit.QUEENS, 4, Fraction(-3), Family.NEGATIVE)
KING_OF_HEARTS = Contract(
    "KH", gettext_noop("No king of hearts"), Unit.KING_OF_HEARTS, 1, Fraction(-8), Family.NEGATIVE
)
EIGHT_OF_DIAMONDS = Contract(
    "8D", gettext_noop("No 8 of diamonds"), Unit.EIGHT_OF_DIAMONDS, 1, Fraction(-8), Family.NEGATIVE
)
HEARTS = Contract("NC", gettext_noop("No hearts"), Unit.HEARTS, 13, Fraction(-1), Family.NEGATIVE, cappotto=True)
MISERE = Contract("MIS", gettext_noop("No tricks"), Unit.TRICKS, 13, Fraction(-1), Family.NEGATIVE, cappotto=True)
LAST_TWO = Contract("U2", gettext_noop("Last two"), Unit.LAST_TRICKS, 2, Fraction(-4), Family.NEGATIVE)
DOMINO = Contract("DOM", gettext_noop("Domino"), Unit.CARDS_LEFT, None, Fraction(-1), Family.DOMINO)
DECLARATION = Contract(
    "D", gettext_noop("Declaration"), Unit.TRICKS, 13, Fraction(1), Family.POSITIVE, sale=True, trump=True
)
NO_TRUMP = Contract("SA", gettext_noop("No trump"), Unit.TRICKS, 13, Fraction(2), Family.POSITIVE)

CONTRACTS = (
    KINGS_AND_JACKS,
    QUEENS,
    KING_OF_HEARTS,
    EIGHT_OF_DIAMONDS,
    HEARTS,
    MISERE,
    LAST_TWO,
    DOMINO,
    DECLARATION,
    NO_TRUMP,
)

CONTRACTS_WITHOUT_DOMINO = tuple(c for c in CONTRACTS if c is not DOMINO)

LABYRINTH_ORDER = ("KJ", "Q", "KH", "8D", "NC", "MIS", "U2")
"""The negatives as the Genoese club lists them (A5)."""

WIKIPEDIA_ORDER = ("KJ", "Q", "8D", "KH", "NC", "U2", "MIS")
"""The negatives as it.wikipedia lists them: 8♦ before K♥, the last two before misère (A5)."""
