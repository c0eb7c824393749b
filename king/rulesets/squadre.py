"""Two fixed pairs scored by difference, in the order of the individual game (R6)."""

from dataclasses import replace
from fractions import Fraction

from king.rulesets.base import Scoring
from king.rulesets.itwiki13 import ITWIKI13
from king.words import gettext_noop

SQUADRE = replace(
    ITWIKI13,
    code="squadre",
    name=gettext_noop("Pairs by difference"),
    source='it.wikipedia, "King (gioco)": King a squadre',
    sides="pairs",
    # Between pairs the hearts alone may be a slam, unless the evening says otherwise (A26).
    defaults=replace(ITWIKI13.defaults, cappotto_misere=False),
    scoring=Scoring.DIFFERENCE,
    domino_bonus=Fraction(10),  # the winning pair gets the difference and ten more (A25)
)
