"""Domino: cards laid beside one another, suit by suit, from the opening rank outwards (R1b, R3, O2, O4).

The ace is low here and nowhere else: ace and king are the two ends of a suit (A22). Passing with a card that could be
laid is forbidden. The hand ends with the first player out, or with the round in which he goes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from king.cards import RANKS, SUITS, Card, Rank, Suit
from king.contracts import Contract
from king.deal import DECKS, Deal
from king.errors import InputError
from king.infractions import Breach, IllegalPlay, Infraction, breach, drawn
from king.play import breach_of_holding
from king.play_rules import DominoOpener, PlayRules
from king.winds import WINDS, Wind
from king.words import Phrase

LOW_TO_HIGH: tuple[Rank, ...] = (Rank.ACE, *reversed(RANKS[1:]))
"""A 2 3 … Q K."""

ROWS: Mapping[int, Mapping[Suit, tuple[Card, ...]]] = {
    size: {suit: tuple(Card(suit, rank) for rank in LOW_TO_HIGH if Card(suit, rank) in deck) for suit in SUITS}
    for size, deck in DECKS.items()
}
"""The cards of each suit from its low end to its high one, by the size of the deck."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of Domino; ``card`` is None for a pass."""

    wind: Wind
    card: Card | None


@dataclass(frozen=True)
class Domino:
    """A Domino being played; a value, like ``Play``, with the same names.

    ``leader`` has the first turn, unless the rules give it to the holder of the opening card. Made by its first four
    fields.
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
            raise InputError(f"{drawn(self.rules.domino_start)} cannot open a Domino: it is not in the deck")
        if not self.hands:
            object.__setattr__(self, "hands", self.deal.hands)

    # -- where the hand stands

    @property
    def opener(self) -> Wind:
        """Who has the first turn."""
        if self.rules.domino_opener is DominoOpener.HOLDER:
            return self.deal.holder(self.rules.domino_start)
        return self.leader

    @property
    def closers(self) -> tuple[Wind, ...]:
        """Who has no card left, in the order of going out."""
        last = {turn.wind: place for place, turn in enumerate(self.turns) if turn.card}
        return tuple(sorted((wind for wind in WINDS if not self.hands[wind]), key=lambda wind: last.get(wind, -1)))

    @property
    def over(self) -> bool:
        """Whether somebody is out and, where the round is finished, all have had as many turns."""
        if all(self.hands.values()):
            return False
        return self.rules.domino_winners == "one" or len(self.turns) % 4 == 0 or not any(self.hands.values())

    @property
    def settled(self) -> bool:
        """Whether the count can be taken: only at the end."""
        return self.over

    @property
    def turn(self) -> Wind | None:
        """Whose turn it is; None when the hand is over."""
        return None if self.over else self.opener.after(len(self.turns), self.rules.direction)

    @property
    def units(self) -> dict[Wind, int]:
        """The cards left to each wind; 0 for who went out (§0)."""
        return {wind: len(self.hands[wind]) for wind in WINDS}

    # -- what may be laid

    def legal(self, wind: Wind | None = None) -> frozenset[Card]:
        """The cards that the wind, or whoever's turn it is, may lay; none where only a pass is left."""
        turn = self.turn
        if turn is None or wind not in (None, turn):
            return frozenset()
        return frozenset(card for card in self.hands[turn] if self._misplaced(turn, card) is None)

    def why_not(self, card: Card | None) -> Phrase | None:
        """Why whoever's turn it is may not lay the card, or pass (None); None where it is legal."""
        found = self.breach(card)
        return None if found is None else found.phrase

    def breach(self, card: Card | None) -> Breach | None:
        """The rule that the card, or a pass, would break now; ``InputError`` when the hand is over."""
        wind = self.turn
        if wind is None:
            raise InputError("the hand is over")
        if card is None:
            could = sorted(map(drawn, self.legal()))
            return breach(Infraction.DOMINO_PASS, wind, None, cards=" ".join(could)) if could else None
        return breach_of_holding(self.deal, self.hands, wind, card) or self._misplaced(wind, card)

    def _misplaced(self, wind: Wind, card: Card) -> Breach | None:
        start = self.rules.domino_start
        if not self.layout:
            named = self.rules.domino_opener is DominoOpener.HOLDER
            if card == start or (not named and card.rank is start.rank):
                return None
            expected = drawn(start) if named else start.rank.label
            return breach(Infraction.DOMINO_OPENING, wind, card, expected=expected)
        if card.rank is start.rank:
            return None
        if Card(card.suit, start.rank) not in self.layout:
            expected = drawn(Card(card.suit, start.rank))
            return breach(Infraction.DOMINO_CLOSED_SUIT, wind, card, expected=expected)
        ends = self.ends(card.suit)
        if card in ends:
            return None
        expected = " ".join(map(drawn, ends))
        return breach(Infraction.DOMINO_NOT_ADJACENT, wind, card, expected=expected)

    def ends(self, suit: Suit) -> tuple[Card, ...]:
        """The cards that would lengthen an open suit, the lower one first; none where the suit is closed or full.

        Counted outwards from the opening rank, so that a card wrongly laid further out leaves its gap to be filled.
        """
        start = Card(suit, self.rules.domino_start.rank)
        if start not in self.layout:
            return ()
        row = ROWS[self.deal.size][suit]
        middle = row.index(start)
        sides = (reversed(row[:middle]), row[middle + 1 :])
        found = (next((card for card in side if card not in self.layout), None) for side in sides)
        return tuple(card for card in found if card is not None)

    # -- the next card

    def play(self, card: Card | None) -> Domino:
        """The hand after this card, or pass; raises ``IllegalPlay`` with the rule that forbids it."""
        found = self.breach(card)
        if found is not None:
            raise IllegalPlay(found)
        return self.placed(card)

    def placed(self, card: Card | None) -> Domino:
        """The hand after this card, or pass, legal or not."""
        wind = self.turn
        if wind is None:
            raise InputError("the hand is over")
        turns = (*self.turns, Turn(wind, card))
        if card is None:
            return replace(self, turns=turns)
        hands = {holder: held - {card} if card in held else held for holder, held in self.hands.items()}
        return replace(self, turns=turns, hands=hands, layout=self.layout | {card})
