"""The French game of ten deals: the Portuguese hands with its own auction (R13)."""

from dataclasses import replace

from king.rulesets.contracts import FRENCH_CONTRACTS, FRENCH_TERMS
from king.rulesets.pt_ind import PT_IND
from king.words import gettext_noop

FR10 = replace(
    PT_IND,
    code="fr10",
    language="fr",
    name=gettext_noop("French, ten deals"),
    source=gettext_noop('a French guide, "Jeu de cartes King"'),
    contracts=FRENCH_CONTRACTS,
    first_dealer_by=gettext_noop("The first dealer is drawn by lot."),
    defaults=replace(
        PT_IND.defaults,
        # The guide contradicts itself on who leads; the dealer, as in the Portuguese game (A3).
        leader="dealer",
        sale_settlement="full",  # a buyer who is short owes all of it, from his running total
        null_settlement="absorb",  # A33
        bid_order="null_above",  # A30: one null ranks above three up
        pass_is_final=True,  # A31
        frustrated_at=2,  # "moins de trois" (§11.6)
        # In the hand of ♥K that card alone is not led, and getting rid of it is advice, no duty
        # (§11.2).
        restricted_lead="card",
        forced_card="free",
        forced_card_on_own_lead=False,
    ),
    terms=FRENCH_TERMS,
)
