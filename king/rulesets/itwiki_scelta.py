"""Dealer's choice: twelve chosen hands, three for each player, then Sans Atout (R4)."""

from dataclasses import replace

from king.rulesets.base import Order, Quota
from king.rulesets.itwiki13 import ITWIKI13
from king.words import gettext_noop

ITWIKI_SCELTA = replace(
    ITWIKI13,
    code="itwiki_scelta",
    name=gettext_noop("Italian Wikipedia, dealer's choice"),
    source='it.wikipedia, "King (gioco)": King dichiarato',
    order=Order.CALLED,
    last="SA",  # the thirteenth hand is forced
    quotas=(Quota(("D",), 1, "max_declarations_per_player"),),  # A34
    pre_dealt=False,
)
