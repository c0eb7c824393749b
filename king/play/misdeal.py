"""Misdeals: when a player may have a hand dealt again because of the cards they hold, before a card
is played (R15). The rules of Domino are in ``king.play.domino``.
"""

from collections.abc import Iterable

from king.cards import Card, Deal, Rank, Suit, Wind
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop

LONE = (Rank.KING, Rank.ACE)


def misdeal(
    settings: Settings, contract: Contract, wind: Wind, hand: Iterable[Card]
) -> Phrase | None:
    """Reason for which the holder of this hand may claim a misdeal, or None."""
    cards = tuple(hand)
    low = all(card.rank.power <= Rank.TEN.power for card in cards)
    if settings.misdeal_trump and contract.trump and low:
        return Phrase(NO_HONOUR, wind=wind)
    if settings.misdeal_king and contract.unit.forced_heart:
        hearts = [card for card in cards if card.suit is Suit.HEARTS]
        if len(hearts) == 1 and hearts[0].rank in LONE:
            return Phrase(LONE_HEART, wind=wind, card=hearts[0])
    return None


def may_be_claimed(settings: Settings, contract: Contract | None) -> bool:
    """Whether a hand of this contract can be a misdeal. ``contract`` is None if it is not chosen
    yet.
    """
    if contract is None:
        return settings.misdeal_trump or settings.misdeal_king
    king = contract.unit.forced_heart
    return (settings.misdeal_trump and contract.trump) or (settings.misdeal_king and king)


def may_claim(settings: Settings, contract: Contract, deal: Deal) -> tuple[Wind, ...]:
    return tuple(wind for wind in deal.winds if misdeal(settings, contract, wind, deal.hand(wind)))


NO_HONOUR = gettext_noop("{wind} holds no card above the ten")
LONE_HEART = gettext_noop("{card} is the only heart of {wind}")
