"""The Genoese club's individual game of twelve hands, without Domino (R1)."""

from king.rulesets.base import RuleSet
from king.rulesets.contracts import CONTRACTS_WITHOUT_DOMINO, LABYRINTH_ORDER
from king.words import gettext_noop

LAB12 = RuleSet(
    code="lab12",
    name=gettext_noop("Labyrinth, twelve hands"),
    source=gettext_noop('Labyrinth (Genoa), "King", torneo singolo'),
    contracts=CONTRACTS_WITHOUT_DOMINO,
    # "dodici mani": the seven negatives, four declarations, Sans Atout to end with.
    hands=(*LABYRINTH_ORDER, "D", "D", "D", "D", "SA"),
)
