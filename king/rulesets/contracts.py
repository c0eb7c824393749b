"""Contracts: the object of a hand. A contract has the unit that is counted, how many there are,
what each is worth, and its name in the tradition that plays it (§12.9). Other words of the
tradition are here too. They are data and are not translated.

Systems of one tradition share the contracts of this module.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from king.rulesets import units
from king.rulesets.units import Unit
from king.words import Phrase, gettext_noop

TOGETHER = "+"
"""Sign between the codes of contracts that the same cards are played for: ``V+2U`` (O15)."""


class Family(StrEnum):
    """The three kinds of hand: points to avoid, the layout game (Domino), points to take."""

    NEGATIVE = "negative"
    DOMINO = "domino"
    POSITIVE = "positive"


class Nulls(NamedTuple):
    """Values of a positive hand played down: each player gets ``bonus``, and ``value`` for each
    trick (R8, O11). In Portugal 325 and −75.
    """

    bonus: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract.

    ``units`` is how many of them the deck holds, None in Domino, which counts the cards left;
    ``value`` is the points of each. ``places`` has the points of going out first, second …, in a
    Domino that is played to its end. ``sale``: the dealer may sell the hand. ``trump``: a trump is
    named. ``nulls`` is how the hand is played down, if it may be. ``cappotto``: one player's taking
    every unit may count apart (O1). ``refusal_words``: no tradition names the contract, so that its
    meaning is told in the reader's language (§13.16).
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
    places: tuple[Fraction, ...] = ()
    in_words: bool = False

    @property
    def title(self) -> Phrase | str:
        """Name of the contract in a sentence."""
        if not self.in_words:
            return self.name
        if self.family is Family.POSITIVE:
            return Phrase(TO_TAKE, units=Phrase(self.unit.heading))
        return self.meaning

    @property
    def total(self) -> Fraction:
        """Points of all units together. 0 for Domino by cards, in which the winner gets what the
        others lose.
        """
        if self.places:
            return sum(self.places, Fraction(0))
        return Fraction(0) if self.units is None else self.units * self.value

    @property
    def meaning(self) -> Phrase:
        """Sentence that explains the contract to a reader who does not know its name."""
        if self.family is not Family.POSITIVE:
            return Phrase(self.unit.meaning, units=Phrase(self.unit.heading))
        if not self.unit.every_trick:
            return Phrase(TO_TAKE, units=Phrase(self.unit.heading))
        return Phrase(WITH_TRUMPS if self.trump else WITHOUT_TRUMPS)


TO_TAKE = gettext_noop("Taking {units}")
WITH_TRUMPS = gettext_noop("Tricks count, with trumps")
WITHOUT_TRUMPS = gettext_noop("Tricks count, no trumps")


# The contracts of the Italian game, which every Italian system shares (R1, R3). Values from
# Labyrinth, "King, torneo singolo", and it.wikipedia, "King": the two agree on every one.

KINGS_AND_JACKS = Contract(
    "KJ", "No re e fanti", units.KINGS_AND_JACKS, 8, Fraction(-2), Family.NEGATIVE
)
QUEENS = Contract("Q", "No donne", units.QUEENS, 4, Fraction(-3), Family.NEGATIVE)
KING_OF_HEARTS = Contract(
    "KH", "No re di cuori", units.KING_OF_HEARTS, 1, Fraction(-8), Family.NEGATIVE
)
EIGHT_OF_DIAMONDS = Contract(
    "8D", "No otto di quadri", units.EIGHT_OF_DIAMONDS, 1, Fraction(-8), Family.NEGATIVE
)
HEARTS = Contract("NC", "No cuori", units.HEARTS, 13, Fraction(-1), Family.NEGATIVE, cappotto=True)
MISERE = Contract("MIS", "Misère", units.TRICKS, 13, Fraction(-1), Family.NEGATIVE, cappotto=True)
LAST_TWO = Contract("U2", "Ultime due", units.LAST_TRICKS, 2, Fraction(-4), Family.NEGATIVE)
DOMINO = Contract("DOM", "Domino", units.CARDS_LEFT, None, Fraction(-1), Family.DOMINO)
DECLARATION = Contract(
    "D",
    "Dichiarazione",
    units.TRICKS,
    13,
    Fraction(1),
    Family.POSITIVE,
    sale=True,
    trump=True,
)
NO_TRUMP = Contract("SA", "Sans Atout", units.TRICKS, 13, Fraction(2), Family.POSITIVE)

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

PAIR_CONTRACTS = tuple(replace(c, cappotto=False) if c is MISERE else c for c in CONTRACTS)
"""Contracts for pairs: only the hearts can be a slam (R2, A26), unless the evening adds misère."""

CONTRACTS_WITHOUT_DOMINO = tuple(c for c in CONTRACTS if c is not DOMINO)

LABYRINTH_ORDER = ("KJ", "Q", "KH", "8D", "NC", "MIS", "U2")
"""The negatives as the Genoese club lists them (A5)."""

WIKIPEDIA_ORDER = ("KJ", "Q", "8D", "KH", "NC", "U2", "MIS")
"""The negatives as it.wikipedia lists them: 8♦ before K♥, the last two before misère (A5)."""


TRICKS = Contract("V", "Não fazer vazas", units.TRICKS, 13, Fraction(-20), Family.NEGATIVE)
PORTUGUESE_HEARTS = Contract(
    "C", "Não fazer copas", units.HEARTS, 13, Fraction(-20), Family.NEGATIVE
)
PORTUGUESE_QUEENS = Contract(
    "M", "Não fazer mulheres", units.QUEENS, 4, Fraction(-50), Family.NEGATIVE
)
MEN = Contract("H", "Não fazer homens", units.KINGS_AND_JACKS, 8, Fraction(-30), Family.NEGATIVE)
KING = Contract("K", "Não fazer o King", units.KING_OF_HEARTS, 1, Fraction(-160), Family.NEGATIVE)
PORTUGUESE_LAST_TWO = Contract(
    "2U", "Não fazer as 2 últimas", units.LAST_TRICKS, 2, Fraction(-90), Family.NEGATIVE
)
POSITIVE = Contract(
    "POS",
    "Posi",
    units.TRICKS,
    13,
    Fraction(25),
    Family.POSITIVE,
    sale=True,
    trump=True,
    nulls=Nulls(bonus=Fraction(325), value=Fraction(-75)),  # "para baixo": 4 × 325 − 13 × 75 = 325
)

PORTUGUESE_CONTRACTS = (
    TRICKS,
    PORTUGUESE_HEARTS,
    PORTUGUESE_QUEENS,
    MEN,
    KING,
    PORTUGUESE_LAST_TWO,
    POSITIVE,
)

PORTUGUESE_PAIR_CONTRACTS = (*PORTUGUESE_CONTRACTS[:-1], replace(POSITIVE, sale=False, nulls=None))
"""Contracts for pairs: a positive hand is chosen, not auctioned, and played for the tricks
(R10)."""


def renamed(contracts: Iterable[Contract], names: Mapping[str, str]) -> tuple[Contract, ...]:
    """Return the contracts with the names that ``names`` gives for their codes."""
    return tuple(replace(c, name=names.get(c.code, c.name)) for c in contracts)


FRENCH_CONTRACTS = renamed(
    PORTUGUESE_CONTRACTS,
    {
        "V": "Sans plis",
        "C": "Sans cœurs",
        "M": "Sans dames",
        "H": "Sans rois ni valets",
        "K": "Sans roi de cœur",
        "2U": "Sans les 2 derniers plis",
        "POS": "Enchères",
    },
)
"""The Portuguese hands under the names of the French guide (R13)."""

NEGATIVES = ("V", "C", "M", "H", "K", "2U")
"""Codes of the negatives in the order of the individual game."""

# The same units to be taken: the second half of the Russian game (R16, R17).


def mirrored(contract: Contract, name: str) -> Contract:
    """Make the positive contract with the same units: it wins the points that they cost in this
    one.
    """
    return replace(
        contract,
        code=f"{contract.code}P",
        name=name,
        value=-contract.value,
        family=Family.POSITIVE,
    )


PENALTY = Fraction(-125)
"""The club's five points at 25 points a trick: no Portuguese source has a figure (§3.1)."""


TERMS: Mapping[str, str] = {
    "sale": gettext_noop("sale"),
    "positive": gettext_noop("positive"),
    "negative": gettext_noop("negative"),
    "up": gettext_noop("for tricks"),
    "null": gettext_noop("null"),
    "nulls": gettext_noop("nulls"),
    "ultimatum": gettext_noop("or nulls"),
    "down": gettext_noop("played down"),
    "unplayed": gettext_noop("not played"),
    "third": gettext_noop("third option"),
    "blind": gettext_noop("blind"),
    "sheet": gettext_noop("sheet"),
}
"""Words of the table for which a system may have its own, each with its meaning. If a tradition's
sources lack a word, the reader's language is used."""

ITALIAN_TERMS = {
    "sale": "vendita",
    "third": "uscita di terza",
    "blind": "al buio",
    "sheet": "score",
}
"""S0, S1: "vendita", "esce di terza", "al buio", "score"."""

PORTUGUESE_TERMS = {
    "sale": "leilão",
    "positive": "Posi",
    "negative": "Neg",
    "up": "para cima",
    "null": "nulo",
    "nulls": "nulos",
    "ultimatum": "ou nulos",
    "down": "para baixo",
    "unplayed": "leilão frustrado",
    "sheet": "bloco",
}
"""S3: "leilão", "Posi" and "Neg", "n para cima", "n nulos", "8 ou nulos", "para baixo", "leilão frustrado", "bloco"."""

FRENCH_TERMS = {
    "sale": "enchères",
    "positive": "positive",
    "negative": "négative",
    "up": "plus",
    "null": "moins",
    "nulls": "moins",
    "ultimatum": "plus",
    "down": "négative",
    "unplayed": "enchères non réalisées",
    "sheet": "feuille de marque",
}
"""S4: "enchères", "n plus", "n moins", "huit plus", "enchères non réalisées"."""
