"""Rıfkı, the Turkish King: twenty hands, all called, each negative twice, eight with trumps (R15)."""

from dataclasses import replace
from fractions import Fraction

from king.cards import Direction
from king.rulesets.base import Chooser, Order, Quota, RuleSet
from king.rulesets.contracts import (
    KING,
    MEN,
    NEGATIVES,
    PORTUGUESE_HEARTS,
    PORTUGUESE_LAST_TWO,
    PORTUGUESE_QUEENS,
    POSITIVE,
    TRICKS,
)
from king.rulesets.settings import Settings
from king.words import gettext_noop

RIFKI = RuleSet(
    code="rifki",
    language="tr",
    name=gettext_noop("Rıfkı, Turkish King"),
    source=gettext_noop('en.wikipedia, "Turkish king"; Gambiter, "Rıfkı (Turkish King)"'),
    contracts=(
        replace(TRICKS, name="El Almaz", value=Fraction(-50)),  # 650
        replace(PORTUGUESE_HEARTS, name="Kupa", value=Fraction(-30)),  # 390
        replace(PORTUGUESE_QUEENS, name="Kız", value=Fraction(-100)),  # 400
        replace(MEN, name="Erkek", value=Fraction(-60)),  # 480
        replace(KING, name="Rıfkı", value=Fraction(-320)),
        replace(PORTUGUESE_LAST_TWO, name="Son İki", value=Fraction(-180)),  # 360
        replace(POSITIVE, name="Koz", value=Fraction(50), sale=False, nulls=None),  # 650
    ),
    # "Each negative contract is played only twice", the trump contract eight times.
    hands=(*(code for code in NEGATIVES for _ in range(2)), *("POS",) * 8),
    order=Order.CALLED,
    # The cards are dealt by the player before the declarer, who leads to the first trick.
    chooser=Chooser.LEADER,
    # "Each player chooses just three negative and two trump contracts."
    quotas=(Quota(NEGATIVES, 3), Quota(("POS",), 2)),
    first_dealer_by=gettext_noop(
        "The first to declare is the player dealt the 2 of diamonds, or the 7 of diamonds, or one "
        "drawn by lot, as agreed; the player before them deals."
    ),
    leader_drawn=True,
    in_turn=True,
    defaults=Settings(
        direction=Direction.ANTICLOCKWISE,
        must_ruff=True,  # even below a trump that lies already
        discards="counted",  # Wikipedia adds any heart in the hand of the king
        plays_under=True,  # "one cannot deliberately withhold a penalty card"
        restricted_lead="until_cut",  # Gambiter; Wikipedia has "never"
        forced_card="when_void",
        queens_replayed=True,  # O16
        misdeal_trump=True,
        misdeal_king=True,
        positive_penalty=Fraction(-250),  # five tricks, as in the club's game (§3.1)
    ),
    pre_dealt=False,
    terms={},
)
