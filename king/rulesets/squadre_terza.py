"""Pairs by difference, with two options from the dealer and the partner's third (R7)."""

from dataclasses import replace

from king.rulesets.base import Order
from king.rulesets.squadre import SQUADRE
from king.words import gettext_noop

SQUADRE_TERZA = replace(
    SQUADRE,
    code="squadre_terza",
    name=gettext_noop("Pairs by difference, with a third option"),
    source='it.wikipedia, "King (gioco)": King a squadre dichiarato con uscita di terza',
    order=Order.PROPOSED,  # thirteen hands, each once, no quota for a pair
    third=2,  # a negative result of the pair that went for a third option counts double
    trump_in_proposals=True,  # where both hands proposed are declarations (§11.1)
    pre_dealt=False,
)
