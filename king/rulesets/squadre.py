"""Two fixed pairs scored by difference, in the order of the individual game (R6)."""

from dataclasses import replace
from fractions import Fraction

from king.rulesets.base import Scoring
from king.rulesets.contracts import PAIR_CONTRACTS
from king.rulesets.itwiki13 import ITWIKI13
from king.words import gettext_noop

SQUADRE = replace(
    ITWIKI13,
    code="squadre",
    name=gettext_noop("Pairs by difference"),
    source='it.wikipedia, "King (gioco)": King a squadre',
    contracts=PAIR_CONTRACTS,
    sides="pairs",
    scoring=Scoring.DIFFERENCE,
    score_kept_by=gettext_noop("One of the pairs keeps the score."),  # A7
    domino_bonus=Fraction(10),  # the winning pair gets the difference and ten more (A25)
)
