"""King in pairs: ten hands chosen after the deal, scored by difference (R10)."""

from king.rulesets.base import Chooser, Order, Quota, RuleSet, Scoring
from king.rulesets.contracts import NEGATIVES, PENALTY, PORTUGUESE_PAIR_CONTRACTS, PORTUGUESE_TERMS
from king.rulesets.pt_ind import PT_IND
from king.rulesets.settings import Settings
from king.words import gettext_noop

PT_DUPLAS = RuleSet(
    code="pt_duplas",
    language="pt",
    name=gettext_noop("Portuguese, pairs"),
    source='pt.wikipedia, "King (jogo de cartas)": King em duplas',
    contracts=PORTUGUESE_PAIR_CONTRACTS,
    hands=("V", "C", "H", "M", "2U", "K", "POS", "POS", "POS", "POS"),
    order=Order.PROPOSED,
    sides="pairs",
    scoring=Scoring.DIFFERENCE,
    # The player on the dealer's left says "Posi" or "Neg", the partner which hand or which trump.
    chooser=Chooser.LEFT_OF_DEALER,
    # Each pair chooses exactly three negatives and two positives.
    quotas=(Quota(NEGATIVES, 3), Quota(("POS",), 2)),
    first_dealer_by=PT_IND.first_dealer_by,  # as in the individual game
    score_kept_by=gettext_noop("One pair keeps the score, and writes its running difference."),
    big_win=1000,  # "Mesa"
    defaults=Settings(
        leader="dealer_partner",
        allow_no_trump=True,
        positive_penalty=PENALTY,
        restricted_lead="never",  # A29
        forced_card="when_led",  # A28
        forced_card_on_own_lead=True,  # §11.7
    ),
    pre_dealt=False,
    terms=PORTUGUESE_TERMS,
)
