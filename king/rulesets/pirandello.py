"""Dealer's choice with a secret partner: who holds the card that the dealer names (R5)."""

from dataclasses import replace

from king.rulesets.base import Scoring
from king.rulesets.itwiki_scelta import ITWIKI_SCELTA
from king.words import gettext_noop

PIRANDELLO = replace(
    ITWIKI_SCELTA,
    code="pirandello",
    name=gettext_noop("Pirandello"),
    source='it.wikipedia, "King (gioco)": Pirandello',
    note=gettext_noop(
        "The dealer's partner is the player who holds the card that the dealer names."
    ),
    # "metà": the points of each pair are added and halved.
    scoring=Scoring.SHARED,
)
