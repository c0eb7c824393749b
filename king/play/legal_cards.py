"""Which cards a system lets one play, as data, and each rule that a card can break, with its sentence.

The systems agree on following suit and on who takes; they differ in the few points that ``PlayRules`` names. Each of
them is a setting, with the system's own default, so a tournament or a house edition may have its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from king.cards import Card, Direction, Rank, Suit, Wind
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Unit
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop

SEVEN_OF_DIAMONDS = Card(Suit.DIAMONDS, Rank.SEVEN)


class RestrictedLead(StrEnum):
    """When the suit of the penalty cards may be led by who holds other suits too (A29)."""

    UNTIL_CUT = "until_cut"
    """Once a card of it has been discarded on another suit (R1, R3)."""
    NEVER = "never"
    """Not at all: hearts are never opened (R8)."""
    CARD = "card"
    """Where one card costs all, that card alone is barred, unless it is the last; hearts that cost each are not led
    (R13, §11.2)."""
    FREE = "free"
    """Always."""


class DominoOpener(StrEnum):
    """Who lays the first card of a Domino (O4)."""

    LEADER = "leader"
    """The leader, with any card of the opening rank; who holds none passes the turn on (R1b)."""
    HOLDER = "holder"
    """Whoever holds the opening card, with that card (R3)."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules of play of one system, under the settings in force.

    ``forced_when_void``: K♥, or 8♦, has to be discarded at once by a holder who cannot follow suit (R1).
    ``forced_when_led``: K♥ has to be played on any lead of hearts as well (A28), with ``forced_on_own_lead`` also by
    its holder who leads one (§11.7), where the card may be led at all. ``first_trick_ban``: no penalty card
    is discarded on the first trick; a duty to discard goes before the ban (O7, A27). ``trump_after_ruff``: trumps are
    not led before somebody has ruffed (O8). ``domino_start``: the card that opens a Domino where its holder does;
    its rank opens every suit. ``domino_winners``: ``one``, or ``round`` where the round is finished (O2).
    """

    restricted_lead: RestrictedLead = RestrictedLead.UNTIL_CUT
    forced_when_void: bool = True
    forced_when_led: bool = False
    forced_on_own_lead: bool = False
    first_trick_ban: bool = False
    trump_after_ruff: bool = False
    domino_opener: DominoOpener = DominoOpener.LEADER
    domino_start: Card = SEVEN_OF_DIAMONDS
    domino_winners: str = "one"
    direction: Direction = Direction.CLOCKWISE

    @property
    def holder_leads_it(self) -> bool:
        """Whether who holds K♥ and leads a heart has to lead it; never where that very card may not be led."""
        return self.forced_when_led and self.forced_on_own_lead and self.restricted_lead is not RestrictedLead.CARD


RESTRICTED_SUIT: Mapping[Unit, Suit] = {
    Unit.KING_OF_HEARTS: Suit.HEARTS,
    Unit.EIGHT_OF_DIAMONDS: Suit.DIAMONDS,
    Unit.HEARTS: Suit.HEARTS,
}
"""The suit that may not be led freely, by what the hand counts (R1)."""

FORCED_CARD: Mapping[Unit, Card] = {
    Unit.KING_OF_HEARTS: Card(Suit.HEARTS, Rank.KING),
    Unit.EIGHT_OF_DIAMONDS: Card(Suit.DIAMONDS, Rank.EIGHT),
}
"""The card that its holder has to get rid of at the first chance, by what the hand counts (R1)."""


def play_rules(ruleset: RuleSet, settings: Settings | None = None) -> PlayRules:
    """The rules of play of the system under these settings; None for the system's own."""
    given = settings or ruleset.defaults
    return PlayRules(
        restricted_lead=RestrictedLead(given.restricted_lead),
        forced_when_void=given.forced_card != "free",
        forced_when_led=given.forced_card == "when_led",
        forced_on_own_lead=given.forced_card_on_own_lead,
        first_trick_ban=given.first_trick_ban,
        trump_after_ruff=given.trump_after_ruff,
        domino_opener=DominoOpener(given.domino_opener),
        domino_start=Card(Suit(given.domino_start[1]), Rank.SEVEN),
        domino_winners=given.domino_winners,
        direction=given.direction,
    )


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
    words: dict[str, object] = {"wind": wind, **fields}
    if card is not None:
        words["card"] = card.label
    return Breach(infraction, wind, card, Phrase(SENTENCES[infraction], words))
