"""The game as it.wikipedia tells it: thirteen hands in a fixed order, anticlockwise (R3)."""

from king.cards import Direction
from king.rulesets.base import RuleSet
from king.rulesets.contracts import CONTRACTS, WIKIPEDIA_ORDER
from king.rulesets.settings import Settings
from king.words import gettext_noop

ITWIKI_SETTINGS = Settings(
    direction=Direction.ANTICLOCKWISE,  # A2
    sale_procedure="fixed_price",  # A10: the first taker in turn order, no raising
    # note 2 of the article: a buyer who is short pays two for each trick missing
    sale_settlement="double",
    forced_card="free",  # no duty to discard, only a ban on the first trick "by consent" (A27)
    trump_after_ruff=True,  # declarations: trump may not be led until somebody has ruffed
    domino_opener="holder",  # the source lost the suit of "the 7"; diamonds is one of two readings
    # "Alcuni contemplano" a new deal with four extremes: off, and at a fixed four where a table
    # wants it (O3, §12.8).
)

ITWIKI13 = RuleSet(
    code="itwiki13",
    name=gettext_noop("Italian Wikipedia, thirteen hands"),
    source='it.wikipedia, "King (gioco)"',
    contracts=CONTRACTS,
    hands=(*WIKIPEDIA_ORDER, "DOM", "D", "D", "D", "D", "SA"),
    defaults=ITWIKI_SETTINGS,
)
