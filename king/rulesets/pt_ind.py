"""The Portuguese and Brazilian individual game: six negatives, four auctions (R8)."""

from king.rulesets.base import RuleSet
from king.rulesets.contracts import NEGATIVES, PENALTY, PORTUGUESE_CONTRACTS, PORTUGUESE_TERMS
from king.rulesets.settings import Settings
from king.words import gettext_noop

PT_IND = RuleSet(
    code="pt_ind",
    language="pt",
    name=gettext_noop("Portuguese, individual"),
    source='pt.wikipedia, "King (jogo de cartas)"',
    contracts=PORTUGUESE_CONTRACTS,
    hands=(*NEGATIVES, "POS", "POS", "POS", "POS"),
    # S3: the cards are thrown out clockwise until ♥K comes; in Brazil its holder appoints the
    # dealer (O14).
    first_dealer_by=gettext_noop(
        "Cards are turned up in turn, and the player who gets the king of hearts deals first; in "
        "Brazil, that player names the first dealer."
    ),
    unplayed=(4, 3),  # "leilão frustrado": 100, 75, 75, 75
    defaults=Settings(
        leader="dealer",  # A3
        restricted_lead="never",  # A29
        forced_card="when_led",  # A28
        forced_card_on_own_lead=True,  # §11.7
        sale_procedure="auction",
        sale_settlement="capped",  # the rest is forgiven: the seller's risk
        null_settlement="capped",  # A33
        allow_no_trump=True,
        positive_penalty=PENALTY,
        frustrated_at=3,  # A32
        bid_order="equal",  # A30
        pass_is_final=False,  # A31
    ),
    terms=PORTUGUESE_TERMS,
)
