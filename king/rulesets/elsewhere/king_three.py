"""King for three players with 36 cards, twelve each (R17)."""

from dataclasses import replace
from fractions import Fraction

from king.rulesets.base import RuleSet
from king.rulesets.contracts import mirrored
from king.rulesets.elsewhere.russian import to_avoid
from king.rulesets.settings import Settings
from king.words import gettext_noop

# Every hand comes to 72.
VALUES = {"V": -6, "C": -8, "H": -9, "M": -18, "2U": -36, "K": -72}
UNITS = {"V": 12, "C": 9, "H": 8, "M": 4, "2U": 2, "K": 1}
ORDER = tuple(VALUES)

NAMES = {
    "V": ("No Tricks", "Tricks"),
    "C": ("No Hearts", "Hearts"),
    "H": ("No Men", "Men"),
    "M": ("No Queens", "Queens"),
    "2U": ("No Last Two Tricks", "Last Two Tricks"),
    "K": ("No King of Hearts", "King of Hearts"),
}

AVOIDED = tuple(replace(c, in_words=True) for c in to_avoid(VALUES, UNITS, NAMES))
TAKEN = {contract.code: mirrored(contract, NAMES[contract.code][1]) for contract in AVOIDED}

KING_THREE = RuleSet(
    code="king_three",
    language="",  # no tradition of its own
    name=gettext_noop("King for three"),
    source=gettext_noop('en.wikipedia, "King (card game)": Three players'),
    contracts=(*AVOIDED, *TAKEN.values()),
    # "The second round is identical, except that all the games are now positive."
    hands=(*ORDER, *(TAKEN[code].code for code in ORDER)),
    deck=36,
    at_table=3,
    first_dealer_by=gettext_noop("The first dealer is drawn by lot."),
    defaults=Settings(
        restricted_lead="never",  # "may not be led unless there is no choice"
        positive_penalty=Fraction(-30),  # five tricks, as in the club's game (§3.1)
    ),
    terms={},
)
