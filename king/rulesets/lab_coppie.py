"""The Genoese club's game of two fixed pairs, who choose the hands (R2)."""

from king.rulesets.base import Order, Quota, RuleSet
from king.rulesets.contracts import PAIR_CONTRACTS
from king.rulesets.lab12 import LAB12
from king.rulesets.settings import Settings
from king.words import gettext_noop

LAB_COPPIE = RuleSet(
    code="lab_coppie",
    name=gettext_noop("Labyrinth, declared pairs"),
    source=gettext_noop('Labyrinth (Genoa), "King a coppie dichiarato"'),
    contracts=PAIR_CONTRACTS,
    # Fifteen hands: seven negatives, two Dominoes, four declarations, two Sans Atout.
    hands=("KJ", "Q", "KH", "8D", "NC", "U2", "MIS", "DOM", "DOM", "D", "D", "D", "D", "SA", "SA"),
    order=Order.PROPOSED,
    sides="pairs",
    # Each pair plays one Domino, two declarations and one Sans Atout.
    quotas=(Quota(("DOM",), 1), Quota(("D",), 2), Quota(("SA",), 1)),
    # The partner may take a third hand; nothing is doubled here. Two hands are named and nothing
    # else is said.
    third=1,
    start_named=True,
    first_dealer_by=gettext_noop("The player who draws the lowest card deals first."),
    # "stesse regole di base": what the individual game says of the score and of the void holds
    # here.
    score_kept_by=LAB12.score_kept_by,
    void_proved=LAB12.void_proved,
    # A declaration is not sold to opponents, so its price never reaches the score.
    sale_within_pair=True,
    # Thirteen hearts to one pair are worth +13 (A26: and nothing to the other). Otherwise "stesse
    # regole di base".
    defaults=Settings(cappotto="plus13", domino_redeal="rising"),
    pre_dealt=False,  # A36: the cards are dealt at the table.
)
