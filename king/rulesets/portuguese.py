"""The contracts of the Portuguese and Brazilian game (R8). Values from pt.wikipedia, "King (jogo de cartas)"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from king.contracts import Contract, Family, Nulls, Unit
from king.words import gettext_noop

TRICKS = Contract("V", gettext_noop("No tricks"), Unit.TRICKS, 13, Fraction(-20), Family.NEGATIVE)
HEARTS = Contract("C", gettext_noop("No hearts"), Unit.HEARTS, 13, Fraction(-20), Family.NEGATIVE)
QUEENS = Contract("M", gettext_noop("No queens"), Unit.QUEENS, 4, Fraction(-50), Family.NEGATIVE)
MEN = Contract("H", gettext_noop("No kings and jacks"), Unit.KINGS_AND_JACKS, 8, Fraction(-30), Family.NEGATIVE)
KING = Contract("K", gettext_noop("No king of hearts"), Unit.KING_OF_HEARTS, 1, Fraction(-160), Family.NEGATIVE)
LAST_TWO = Contract("2U", gettext_noop("Last two"), Unit.LAST_TRICKS, 2, Fraction(-90), Family.NEGATIVE)
POSITIVE = Contract(
    "POS",
    gettext_noop("Positive hand"),
    Unit.TRICKS,
    13,
    Fraction(25),
    Family.POSITIVE,
    sale=True,
    trump=True,
    nulls=Nulls(bonus=Fraction(325), value=Fraction(-75)),  # "para baixo": 4 × 325 − 13 × 75 = 325
)

CONTRACTS = (TRICKS, HEARTS, QUEENS, MEN, KING, LAST_TWO, POSITIVE)

PAIR_CONTRACTS = (*CONTRACTS[:-1], replace(POSITIVE, sale=False, nulls=None))
"""Between pairs a positive hand is chosen, not auctioned, and played for the tricks (R10)."""

NEGATIVES = ("V", "C", "M", "H", "K", "2U")
"""In the order of the individual game."""

PENALTY = Fraction(-125)
"""The club's five points at 25 points a trick: no Portuguese source has a figure (§3.1)."""
