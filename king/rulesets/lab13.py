"""The Genoese club's game as it was before 12 September 2000: thirteen hands, the eighth a Domino
(R1b).
"""

from dataclasses import replace

from king.rulesets.contracts import CONTRACTS, LABYRINTH_ORDER
from king.rulesets.lab12 import LAB12
from king.words import gettext_noop

LAB13 = replace(
    LAB12,
    code="lab13",
    name=gettext_noop("Labyrinth, thirteen hands with Domino"),
    source=gettext_noop(
        'Labyrinth (Genoa), "King", torneo singolo, edition before 12 September 2000'
    ),
    contracts=CONTRACTS,
    hands=(*LABYRINTH_ORDER, "DOM", "D", "D", "D", "D", "SA"),
    # "4 estremi": a pre-dealt Domino board gives nobody four aces and kings or more (A23).
    max_extremes=3,
    # Dealt at the table, as in the final: four void a deal, the same player again with five, six …
    # (A24).
    defaults=replace(LAB12.defaults, domino_redeal="rising"),
)
