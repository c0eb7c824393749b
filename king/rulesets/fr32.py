"""The French variant with 32 cards, the seven low (R14). The guide gives no values.

An edition may give 34.375 a trick, or the Russian table of sixteen points a hand; its expected sum
follows.
"""

from dataclasses import replace
from fractions import Fraction

from king.rulesets.contracts import FRENCH_CONTRACTS, Contract, Nulls
from king.rulesets.fr10 import FR10
from king.words import gettext_noop


def _short(contract: Contract) -> Contract:
    """Return the contract for 32 cards, with eight tricks or hearts. Played down, 4 × 200 − 8 × 75
    = 8 × 25 keeps the sum of the hand.
    """
    if contract.units != 13:
        return contract
    nulls = (
        None if contract.nulls is None else Nulls(bonus=Fraction(200), value=contract.nulls.value)
    )
    return replace(contract, units=8, nulls=nulls)


FR32 = replace(
    FR10,
    code="fr32",
    name=gettext_noop("French, 32 cards"),
    source=gettext_noop('a French guide, "Jeu de cartes King": 32 cartes'),
    contracts=tuple(_short(contract) for contract in FRENCH_CONTRACTS),
    deck=32,
    note=gettext_noop(
        "The source gives no values; with those of the full deck the sheet comes to −300."
    ),
    unplayed=None,  # eight tricks cannot be booked 4-3-3-3, and the guide has no other split
)
