"""Domino: cards are laid next to one another, from the opening rank outwards (R1b, R3, O2, O4). The
module also says when a hand is dealt again.

The ace is low here and nowhere else (A22), unless the club says otherwise (§13.13). Passing with a
card that could be laid is forbidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from king.cards import DECKS, RANKS, SUITS, Card, Deal, Rank, Suit, Wind
from king.play.misdeal import may_be_claimed
from king.play.tricks import (
    Breach,
    DominoAce,
    DominoOpener,
    IllegalPlay,
    Infraction,
    PlayRules,
    breach,
    breach_of_holding,
)
from king.reading import InputError
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop, listed

ACE_HIGH: tuple[Rank, ...] = tuple(reversed(RANKS))
ACE_LOW: tuple[Rank, ...] = (Rank.ACE, *ACE_HIGH[:-1])
"""A 2 3 … Q K."""

ROWS: Mapping[tuple[int, bool], Mapping[Suit, tuple[Card, ...]]] = {
    (size, high): {
        suit: tuple(Card(suit, rank) for rank in ranks if Card(suit, rank) in deck)
        for suit in SUITS
    }
    for size, deck in DECKS.items()
    for high, ranks in ((False, ACE_LOW), (True, ACE_HIGH))
}
"""The cards of each suit from its low end to its high one, by the size of the deck and whether the ace is high."""


class Turn(NamedTuple):
    """A turn of Domino. ``card`` is None for a pass."""

    wind: Wind
    card: Card | None


@dataclass(frozen=True)
class Domino:
    """A Domino in play, as an immutable value like ``Play``. The ``leader`` begins, unless the
    rules name a card whose holder does.
    """

    deal: Deal
    contract: Contract
    rules: PlayRules
    leader: Wind
    turns: tuple[Turn, ...] = ()
    hands: Mapping[Wind, frozenset[Card]] = field(default_factory=dict, repr=False)
    layout: frozenset[Card] = field(default=frozenset(), repr=False)

    def __post_init__(self) -> None:
        if self.rules.domino_start not in self.deal.deck:
            raise InputError(
                f"{self.rules.domino_start.label} cannot open a Domino: it is not in the deck"
            )
        if not self.hands:
            object.__setattr__(self, "hands", self.deal.hands)

    # -- where the hand stands

    @property
    def opener(self) -> Wind:
        if self.rules.domino_opener is DominoOpener.HOLDER:
            return self.deal.holder(self.rules.domino_start)
        return self.leader

    @property
    def closers(self) -> tuple[Wind, ...]:
        """Winds that have gone out, in order."""
        last = {turn.wind: place for place, turn in enumerate(self.turns) if turn.card}
        out = (wind for wind in self.deal.winds if not self.hands[wind])
        return tuple(sorted(out, key=lambda wind: last.get(wind, -1)))

    @property
    def over(self) -> bool:
        winds = self.deal.winds
        in_play = [wind for wind in winds if self.hands[wind]]
        if self.contract.places:
            return len(in_play) <= 1
        round_ends = self.rules.domino_winners == "one" or len(self.turns) % len(winds) == 0
        return not in_play or (len(in_play) < len(winds) and round_ends)

    @property
    def settled(self) -> bool:
        return self.over

    @property
    def turn(self) -> Wind | None:
        if self.over:
            return None
        return self.opener.after(len(self.turns), self.rules.direction, self.deal.winds)

    @property
    def units(self) -> dict[Wind, int]:
        """Units of each player: cards left; or, if places count, the place of going out. Players
        still in play share the last place.
        """
        if not self.contract.places:
            return {wind: len(self.hands[wind]) for wind in self.deal.winds}
        out = {wind: place for place, wind in enumerate(self.closers, start=1)}
        return {wind: out.get(wind, len(self.deal.winds)) for wind in self.deal.winds}

    def units_of(self, _contract: Contract) -> dict[Wind, int]:
        return self.units

    # -- what may be laid

    def legal(self) -> frozenset[Card]:
        """Cards that may be laid now. Empty if the player has to pass."""
        turn = self.turn
        if turn is None:
            return frozenset()
        return frozenset(card for card in self.hands[turn] if self._misplaced(turn, card) is None)

    def breach(self, card: Card | None) -> Breach | None:
        """The rule that this card or pass would break, or None. Raises ``InputError`` when the hand
        is over.
        """
        wind = self.turn
        if wind is None:
            raise InputError("the hand is over")
        if card is None:
            could = sorted(self.legal(), key=str)
            return (
                breach(Infraction.DOMINO_PASS, wind, None, cards=listed(could)) if could else None
            )
        return breach_of_holding(self.deal, self.hands, wind, card) or self._misplaced(wind, card)

    def _misplaced(self, wind: Wind, card: Card) -> Breach | None:
        start = self.rules.domino_start
        if not self.layout:
            is_holder_rule = self.rules.domino_opener is DominoOpener.HOLDER
            if card == start or (not is_holder_rule and card.rank is start.rank):
                return None
            opens = start if is_holder_rule else start.rank
            return breach(Infraction.DOMINO_OPENING, wind, card, expected=opens)
        if card.rank is start.rank:
            return None
        if Card(card.suit, start.rank) not in self.layout:
            first = Card(card.suit, start.rank)
            return breach(Infraction.DOMINO_CLOSED_SUIT, wind, card, expected=first)
        ends = self.ends(card.suit)
        if card in ends:
            return None
        expected = listed(ends)
        return breach(Infraction.DOMINO_NOT_ADJACENT, wind, card, expected=expected)

    def ends(self, suit: Suit) -> tuple[Card, ...]:
        """Cards that would extend an open suit, the lower one first; empty if the suit is closed or
        full.

        The open end is found by counting outwards from the opening rank, so that a card wrongly
        laid further out leaves a gap to be filled.
        """
        start = Card(suit, self.rules.domino_start.rank)
        if start not in self.layout:
            return ()
        row = ROWS[self.deal.size, self.rules.domino_ace is DominoAce.HIGH][suit]
        middle = row.index(start)
        sides = (reversed(row[:middle]), row[middle + 1 :])
        ends = (next((card for card in side if card not in self.layout), None) for side in sides)
        return tuple(card for card in ends if card is not None)

    # -- the next card

    def play(self, card: Card | None) -> Domino:
        breach = self.breach(card)
        if breach is not None:
            raise IllegalPlay(breach)
        return self.placed(card)

    def placed(self, card: Card | None) -> Domino:
        wind = self.turn
        if wind is None:
            raise InputError("the hand is over")
        turns = (*self.turns, Turn(wind, card))
        if card is None:
            return replace(self, turns=turns)
        hands = {
            holder: cards - {card} if card in cards else cards
            for holder, cards in self.hands.items()
        }
        return replace(self, turns=turns, hands=hands, layout=self.layout | {card})


# When a player may void a Domino that was dealt at the table (O3, O3b, A23, A24). Aces and kings,
# the ends of the suits, are the last cards to go. A player with four of the eight or more may have
# the cards dealt again, before a card is played; at the Genoese club's final table the same player
# may do so a second time only with five, then six, up to all eight. it.wikipedia's threshold stays
# where it is.

EXTREMES = 8
"""Aces and kings in the deck, of 52 cards or of 32."""


def threshold(settings: Settings, voided: int) -> int | None:
    """Number of aces and kings that a player needs to void a hand after voiding it ``voided`` times
    already. None if voiding is not allowed.

    >>> from king.rulesets import find_ruleset
    >>> [threshold(find_ruleset("lab13").defaults, times) for times in range(5)]
    [4, 5, 6, 7, 8]
    """
    if settings.domino_redeal == "none":
        return None
    rising = voided if settings.domino_redeal == "rising" else 0
    return settings.redeal_extremes + rising


def deals_again(ruleset: RuleSet, settings: Settings) -> bool:
    """Whether a hand may be dealt again: for the aces and kings of a Domino, or for a misdeal that
    a player claims (R15).
    """
    domino = ruleset.has_domino and threshold(settings, 0) is not None
    return domino or any(may_be_claimed(settings, contract) for contract in ruleset.played)


def may_not_void(
    settings: Settings,
    contract: Contract | None,
    extremes: int,
    voided: int,
    *,
    pre_dealt: bool = False,
) -> Phrase | None:
    """Reason why the player may not have the hand dealt again, or None if they may.

    ``voided``: how often the same player has voided this hand already. Without ``extremes`` the
    player claims a misdeal (R15). ``pre_dealt``: the board was dealt beforehand, and so is the same
    at every table.
    """
    claimed = extremes == 0 and may_be_claimed(settings, contract)
    if contract is not None and contract.family is not Family.DOMINO and not claimed:
        return Phrase(NOT_DOMINO, contract=contract.title)
    if pre_dealt:
        return Phrase(PRE_DEALT)
    if claimed:
        return None
    needed = threshold(settings, voided)
    if needed is None:
        return Phrase(NEVER)
    if not 0 <= extremes <= EXTREMES:
        return Phrase(IMPOSSIBLE, found=extremes, most=EXTREMES)
    if needed > EXTREMES:
        return Phrase(NO_MORE, voided=voided)
    if extremes < needed:
        template = TOO_FEW_AGAIN if voided and settings.domino_redeal == "rising" else TOO_FEW
        return Phrase(template, found=extremes, needed=needed, voided=voided)
    return None


NOT_DOMINO = gettext_noop(
    "Only a Domino may be dealt again for its aces and kings; this hand is {contract}"
)
PRE_DEALT = gettext_noop(
    "This board was dealt beforehand and is the same at every table: it cannot be voided"
)
NEVER = gettext_noop("In this tournament a Domino is not dealt again for aces and kings")
IMPOSSIBLE = gettext_noop("A hand holds from 0 to {most} aces and kings, not {found}")
TOO_FEW = gettext_noop(
    "It takes {needed} aces and kings to void the deal, and this hand has {found}"
)
TOO_FEW_AGAIN = gettext_noop(
    "The same player has voided this hand {voided} times already: now it takes {needed} aces and "
    "kings, and this hand "
    "has {found}"
)
NO_MORE = gettext_noop(
    "The same player has voided this hand {voided} times already and cannot do so again"
)
