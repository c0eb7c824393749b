"""What can be wrong with a card at the moment it is played, each rule with the sentence that an arbiter reads out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from king.cards import Card
from king.winds import Wind
from king.words import Phrase, gettext_noop


class Infraction(StrEnum):
    """The rule that a card breaks. What it costs is the arbiter's to say (§3.1)."""

    NOT_IN_DECK = "not_in_deck"
    NOT_HELD = "not_held"
    ALREADY_PLAYED = "already_played"
    OUT_OF_TURN = "out_of_turn"
    FOLLOW_SUIT = "follow_suit"
    LEAD_BEFORE_CUT = "lead_before_cut"
    LEAD_NEVER = "lead_never"
    LEAD_CARD = "lead_card"
    TRUMP_BEFORE_RUFF = "trump_before_ruff"
    FORCED_DISCARD = "forced_discard"
    FORCED_ON_LEAD = "forced_on_lead"
    FORCED_ON_OWN_LEAD = "forced_on_own_lead"
    FIRST_TRICK = "first_trick"
    DOMINO_OPENING = "domino_opening"
    DOMINO_CLOSED_SUIT = "domino_closed_suit"
    DOMINO_NOT_ADJACENT = "domino_not_adjacent"
    DOMINO_PASS = "domino_pass"


SENTENCES: dict[Infraction, str] = {
    Infraction.NOT_IN_DECK: gettext_noop("{card} is not in the deck of {size} cards"),
    Infraction.NOT_HELD: gettext_noop("{card} is not in the hand of {wind}: {holder} holds it"),
    Infraction.ALREADY_PLAYED: gettext_noop("{card} has been played already, by {holder}"),
    Infraction.OUT_OF_TURN: gettext_noop("{card}: {wind} plays out of turn; it is the turn of {holder}"),
    Infraction.FOLLOW_SUIT: gettext_noop("{card}: {wind} holds {suit}, and the suit led has to be followed"),
    Infraction.LEAD_BEFORE_CUT: gettext_noop(
        "{card}: {wind} holds other suits, and {suit} is not led before one has been discarded on another suit"
    ),
    Infraction.LEAD_NEVER: gettext_noop("{card}: {wind} holds other suits, and then {suit} is never led"),
    Infraction.LEAD_CARD: gettext_noop("{card} is not led by {wind}, who holds other cards"),
    Infraction.TRUMP_BEFORE_RUFF: gettext_noop(
        "{card}: {wind} holds other suits, and trumps are not led before somebody has ruffed"
    ),
    Infraction.FORCED_DISCARD: gettext_noop("{card}: {wind} is void in {suit} and has to discard {forced}"),
    Infraction.FORCED_ON_LEAD: gettext_noop("{card}: {suit} has been led, and {wind} has to play {forced}"),
    Infraction.FORCED_ON_OWN_LEAD: gettext_noop("{card}: {wind} leads {suit} and has to lead {forced}"),
    Infraction.FIRST_TRICK: gettext_noop("{card}: a card that costs points is not discarded on the first trick"),
    Infraction.DOMINO_OPENING: gettext_noop("{card} cannot open the layout: it begins with {expected}"),
    Infraction.DOMINO_CLOSED_SUIT: gettext_noop("{card}: its suit is opened by {expected}, which is not laid yet"),
    Infraction.DOMINO_NOT_ADJACENT: gettext_noop("{card} touches neither end of its suit; {expected} would"),
    Infraction.DOMINO_PASS: gettext_noop("{wind} passes while holding cards that can be laid: {cards}"),
}


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule broken by one card, or by a pass, which has no card."""

    infraction: Infraction
    wind: Wind
    card: Card | None
    phrase: Phrase


class IllegalPlay(ValueError):
    """A card that may not be played now; ``breach`` names the rule."""

    def __init__(self, breach: Breach) -> None:
        self.breach = breach
        super().__init__(str(breach.phrase))


def breach(infraction: Infraction, wind: Wind, card: Card | None, **fields: object) -> Breach:
    """The breach with its sentence."""
    words: dict[str, object] = {"wind": wind, **fields}
    if card is not None:
        words["card"] = drawn(card)
    return Breach(infraction, wind, card, Phrase(SENTENCES[infraction], words))


def drawn(card: Card) -> str:
    """The card as a person reads it: ♥K, ♦10."""
    return f"{card.suit.symbol}{card.rank.label}"
