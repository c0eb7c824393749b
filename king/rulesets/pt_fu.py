"""King-FU: three players, each in turn alone with a dummy against the other two (R12).

Hands 1–8 are N's, 9–16 E's, 17–24 S's. docs/systems/pt_fu.md says who sits where, and what a row
may count.
"""

from king.rulesets.base import Chooser, Order, Quota, RuleSet, Scoring
from king.rulesets.contracts import NEGATIVES, PORTUGUESE_PAIR_CONTRACTS, PORTUGUESE_TERMS
from king.rulesets.pt_duplas import PT_DUPLAS
from king.words import gettext_noop

PT_FU = RuleSet(
    code="pt_fu",
    language="pt",
    name=gettext_noop("King-FU, three players"),
    source='pt.wikipedia, "King (jogo de cartas)": King-FU',
    contracts=PORTUGUESE_PAIR_CONTRACTS,
    # Three sets of eight: each soloist plays the six negatives and two positives.
    hands=(*(code for code in NEGATIVES for _ in range(3)), *("POS",) * 6),
    order=Order.CALLED,
    sides="soloist",
    scoring=Scoring.SOLOIST,
    chooser=Chooser.SOLOIST,
    set_length=8,
    note=gettext_noop(
        "Three players, N, E and S. In each hand the soloist sits at their own letter with the "
        "dummy opposite: the dummy's tricks and cards are written together with the soloist's, "
        "and only the soloist scores."
    ),
    quotas=(*(Quota((code,), 1) for code in NEGATIVES), Quota(("POS",), 2)),
    defaults=PT_DUPLAS.defaults,  # as between pairs (§11.4, §11.7)
    pre_dealt=False,
    terms=PORTUGUESE_TERMS,
)
