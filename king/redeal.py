"""When a player may void a Domino that was dealt at the table (O3, O3b, A23, A24).

Aces and kings, the ends of the suits, are the last cards to go. Whoever holds four of the eight or more may have the
cards dealt again, before a card is played; at the Genoese club's final table the same player may do so a second time
only with five, then six, up to all eight. it.wikipedia's threshold stays where it is.
"""

from __future__ import annotations

from king.contracts import Contract, Family
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop

EXTREMES = 8
"""Aces and kings in the deck, of 52 cards or of 32."""


def threshold(settings: Settings, voided: int) -> int | None:
    """How many aces and kings a player needs who has voided this hand ``voided`` times; None where nobody may.

    >>> from king.rulesets import find_ruleset
    >>> [threshold(find_ruleset("lab13").defaults, times) for times in range(5)]
    [4, 5, 6, 7, 8]
    """
    if settings.domino_redeal == "none":
        return None
    rising = voided if settings.domino_redeal == "rising" else 0
    return settings.redeal_extremes + rising


def deals_again(ruleset: RuleSet, settings: Settings) -> bool:
    """Whether a hand of the system may be dealt again at all: it has a Domino, and the settings let it be voided.

    >>> from king.rulesets import find_ruleset
    >>> [deals_again(rules, rules.defaults) for rules in map(find_ruleset, ("lab12", "lab13"))]
    [False, True]
    """
    domino = any(ruleset.contract(code).family is Family.DOMINO for code in ruleset.counts)
    return domino and threshold(settings, 0) is not None


def may_not_void(
    settings: Settings, contract: Contract | None, extremes: int, voided: int, *, pre_dealt: bool = False
) -> Phrase | None:
    """Why a player with so many aces and kings may not void the deal now; None where he may.

    ``voided``: how often the same player has voided this hand already. ``pre_dealt``: whether the board was dealt
    beforehand, which nobody voids: it is the same at every table.
    """
    if contract is not None and contract.family is not Family.DOMINO:
        return Phrase(NOT_DOMINO, {"contract": contract.title})
    if pre_dealt:
        return Phrase(PRE_DEALT)
    needed = threshold(settings, voided)
    if needed is None:
        return Phrase(NEVER)
    if not 0 <= extremes <= EXTREMES:
        return Phrase(IMPOSSIBLE, {"found": extremes, "most": EXTREMES})
    if needed > EXTREMES:
        return Phrase(NO_MORE, {"voided": voided})
    if extremes < needed:
        template = TOO_FEW_AGAIN if voided and settings.domino_redeal == "rising" else TOO_FEW
        return Phrase(template, {"found": extremes, "needed": needed, "voided": voided})
    return None


NOT_DOMINO = gettext_noop("Only a Domino may be dealt again for its aces and kings; this hand is {contract}")
PRE_DEALT = gettext_noop("This board was dealt beforehand and is the same at every table: nobody voids it")
NEVER = gettext_noop("In this tournament a Domino is not dealt again for aces and kings")
IMPOSSIBLE = gettext_noop("A hand holds from 0 to {most} aces and kings, not {found}")
TOO_FEW = gettext_noop("It takes {needed} aces and kings to void the deal, and this hand has {found}")
TOO_FEW_AGAIN = gettext_noop(
    "The same player has voided this hand {voided} times already: now it takes {needed} aces and kings, and this hand "
    "has {found}"
)
NO_MORE = gettext_noop("The same player has voided this hand {voided} times already and cannot do so again")
