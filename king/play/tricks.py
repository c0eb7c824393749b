"""A hand played trick by trick: legal cards, takers, and units (R1, R3, R8, A27–A29).

The systems agree on following suit and on who takes; ``PlayRules`` names the points in which they
differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from king.cards import Card, Deal, Direction, Rank, Suit, Wind
from king.reading import InputError, Refused
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.rulesets.units import BANS, Unit
from king.words import Phrase, gettext_noop, listed

SEVEN_OF_DIAMONDS = Card(Suit.DIAMONDS, Rank.SEVEN)


class RestrictedLead(StrEnum):
    """Condition for leading the suit of the penalty cards while holding other suits (A29)."""

    UNTIL_CUT = "until_cut"
    """Allowed once a card of the suit has been discarded on another suit (R1, R3)."""
    NEVER = "never"
    """Never allowed: hearts are never opened (R8)."""
    CARD = "card"
    """Bars only the card that counts, if it is a single one, unless it is the last. Hearts that
    each count are not led (R13, §11.2)."""
    FREE = "free"
    """Always allowed."""


class DominoOpener(StrEnum):
    """The player who lays the first card of a Domino (O4)."""

    LEADER = "leader"
    """The leader opens with any card of the opening rank; without one the turn passes on (R1b)."""
    HOLDER = "holder"
    """The holder of the opening card opens, with that card (R3)."""


class DominoAce(StrEnum):
    """The end of its suit at which the ace is laid in Domino (A22)."""

    LOW = "low"
    """The ace is laid under the two, or under the lowest card of the deck."""
    HIGH = "high"
    """The ace is laid above the king, as in games with a Domino from the jacks (§13.13)."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Rules of the play.

    Duties to discard: ``forced_when_void``: K♥, or 8♦, has to be discarded at once by a holder who
    cannot follow suit (R1). ``forced_when_led``: K♥ also has to be played on any lead of hearts
    (A28); with ``forced_on_own_lead`` its holder also leads it when leading a heart (§11.7), if the
    card may be led at all.

    Bans on the first trick: ``first_trick_ban_figures``, ``_cards`` and ``_hearts`` forbid
    discarding a card that counts, in hands of units with such a ban. A duty to discard goes before
    the ban (O7, A27).

    Trumps: ``trump_after_ruff``: trumps are not led before somebody has ruffed (O8). ``must_ruff``:
    a player who cannot follow suit plays a trump. ``must_overruff``: a player who ruffs plays a
    trump higher than those on the table.

    The Turkish rules (R15): ``highest_heart``: a player who holds nothing but hearts before one has
    fallen leads the highest. ``discards_counted``: a player who cannot follow suit discards a card
    that counts; with ``discards_hearts`` any heart, in the hand of K♥. ``plays_under``: a card that
    counts is played under a higher one of the suit.

    Domino: ``domino_start`` is the card that opens the hand if its holder begins; its rank opens
    every suit. ``domino_winners`` is ``one``, or ``round`` if the round is finished (O2).
    """

    restricted_lead: RestrictedLead = RestrictedLead.UNTIL_CUT
    forced_when_void: bool = True
    forced_when_led: bool = False
    forced_on_own_lead: bool = False
    first_trick_ban_figures: bool = False
    first_trick_ban_cards: bool = False
    first_trick_ban_hearts: bool = False
    trump_after_ruff: bool = False
    must_ruff: bool = False
    must_overruff: bool = False
    highest_heart: bool = False
    discards_counted: bool = False
    discards_hearts: bool = False
    plays_under: bool = False
    domino_opener: DominoOpener = DominoOpener.LEADER
    domino_start: Card = SEVEN_OF_DIAMONDS
    domino_ace: DominoAce = DominoAce.LOW
    domino_winners: str = "one"
    direction: Direction = Direction.CLOCKWISE

    @property
    def holder_leads_it(self) -> bool:
        """Whether the holder of the card has to lead it when leading its suit. Never, if that very
        card may not be led.
        """
        return (
            self.forced_when_led
            and self.forced_on_own_lead
            and self.restricted_lead is not RestrictedLead.CARD
        )

    def bans_on_first_trick(self, unit: Unit) -> bool:
        return bool(unit.ban and getattr(self, unit.ban))


def play_rules(ruleset: RuleSet, settings: Settings | None = None) -> PlayRules:
    settings = settings or ruleset.defaults
    alike = (
        "trump_after_ruff",
        "must_ruff",
        "must_overruff",
        "highest_heart",
        "plays_under",
        "domino_winners",
        "direction",
    )
    return PlayRules(
        discards_counted=settings.discards != "free",
        discards_hearts=settings.discards == "hearts",
        restricted_lead=RestrictedLead(settings.restricted_lead),
        forced_when_void=settings.forced_card != "free",
        forced_when_led=settings.forced_card == "when_led",
        forced_on_own_lead=settings.forced_card_on_own_lead,
        domino_opener=DominoOpener(settings.domino_opener),
        domino_ace=DominoAce(settings.domino_ace),
        domino_start=Card.parse(settings.domino_start),
        **{name: getattr(settings, name) for name in (*alike, *BANS)},
    )


class Infraction(StrEnum):
    """A rule of play that a card can break. The arbiter decides the cost (§3.1)."""

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
    MUST_RUFF = "must_ruff"
    MUST_OVERRUFF = "must_overruff"
    HIGHEST_HEART = "highest_heart"
    COUNTED_DISCARD = "counted_discard"
    HEART_DISCARD = "heart_discard"
    PLAYS_UNDER = "plays_under"
    DOMINO_OPENING = "domino_opening"
    DOMINO_CLOSED_SUIT = "domino_closed_suit"
    DOMINO_NOT_ADJACENT = "domino_not_adjacent"
    DOMINO_PASS = "domino_pass"


SENTENCES: dict[Infraction, str] = {
    Infraction.NOT_IN_DECK: gettext_noop("{card} is not in the deck of {size} cards"),
    Infraction.NOT_HELD: gettext_noop("{card} is not in the hand of {wind}: {holder} holds it"),
    Infraction.ALREADY_PLAYED: gettext_noop("{card} has been played already, by {holder}"),
    Infraction.OUT_OF_TURN: gettext_noop(
        "{card}: {wind} plays out of turn; it is the turn of {holder}"
    ),
    Infraction.FOLLOW_SUIT: gettext_noop(
        "{card}: {wind} holds {suit}, and the suit led has to be followed"
    ),
    Infraction.LEAD_BEFORE_CUT: gettext_noop(
        "{card}: {wind} holds other suits, and {suit} is not led before one has been discarded on "
        "another suit"
    ),
    Infraction.LEAD_NEVER: gettext_noop(
        "{card}: {wind} holds other suits, and then {suit} is never led"
    ),
    Infraction.LEAD_CARD: gettext_noop("{wind} may not lead {card} while holding other cards"),
    Infraction.TRUMP_BEFORE_RUFF: gettext_noop(
        "{card}: {wind} holds other suits, and trumps are not led before somebody has ruffed"
    ),
    Infraction.FORCED_DISCARD: gettext_noop(
        "{card}: {wind} is void in {suit} and has to discard {forced}"
    ),
    Infraction.FORCED_ON_LEAD: gettext_noop(
        "{card}: {suit} has been led, and {wind} has to play {forced}"
    ),
    Infraction.FORCED_ON_OWN_LEAD: gettext_noop(
        "{card}: {wind} leads {suit} and has to lead {forced}"
    ),
    Infraction.FIRST_TRICK: gettext_noop(
        "{card}: a card that costs points is not discarded on the first trick"
    ),
    Infraction.MUST_RUFF: gettext_noop(
        "{card}: {wind} is void in {suit} and has to play a trump: {cards}"
    ),
    Infraction.MUST_OVERRUFF: gettext_noop(
        "{card}: {wind} is void in {suit} and has to play a higher trump: {cards}"
    ),
    Infraction.HIGHEST_HEART: gettext_noop(
        "{card}: {wind} holds only {suit}, none of which has fallen, and has to lead {cards}"
    ),
    Infraction.COUNTED_DISCARD: gettext_noop(
        "{card}: {wind} is void in {suit} and has to discard a card that counts: {cards}"
    ),
    Infraction.HEART_DISCARD: gettext_noop(
        "{card}: {wind} is void in {suit} and has to discard a heart: {cards}"
    ),
    Infraction.PLAYS_UNDER: gettext_noop(
        "{card}: a higher card of {suit} has been played, and {wind} has to play one that counts: "
        "{cards}"
    ),
    Infraction.DOMINO_OPENING: gettext_noop(
        "{card} cannot open the layout: it begins with {expected}"
    ),
    Infraction.DOMINO_CLOSED_SUIT: gettext_noop(
        "{card}: its suit is opened by {expected}, which is not laid yet"
    ),
    Infraction.DOMINO_NOT_ADJACENT: gettext_noop(
        "{card} touches neither end of its suit; {expected} would"
    ),
    Infraction.DOMINO_PASS: gettext_noop(
        "{wind} passes while holding cards that can be laid: {cards}"
    ),
}


class Breach(NamedTuple):
    """A rule that is broken. ``card`` is None if a pass breaks it."""

    infraction: Infraction
    wind: Wind
    card: Card | None
    phrase: Phrase


class IllegalPlay(Refused):
    def __init__(self, breach: Breach) -> None:
        self.breach = breach
        super().__init__(breach.phrase)


def breach(infraction: Infraction, wind: Wind, card: Card | None, **fields: object) -> Breach:
    phrase = Phrase(SENTENCES[infraction], fields, wind=wind, card=card)
    return Breach(infraction, wind, card, phrase)


class Trick(NamedTuple):
    """A trick: the cards in the order played, from ``leader`` on. ``winner`` is None while cards
    are missing.
    """

    leader: Wind
    cards: tuple[Card, ...]
    winner: Wind | None


def best_card(cards: tuple[Card, ...], trump: Suit | None) -> int:
    """Place, from 0, of the card that takes: the highest trump, else the highest of the suit led.
    Cards are in the order played.
    """
    suit = trump if any(card.suit is trump for card in cards) else cards[0].suit
    return max(
        (place for place, card in enumerate(cards) if card.suit is suit),
        key=lambda p: cards[p].rank.power,
    )


@dataclass(frozen=True)
class Play:
    """A hand in play, as an immutable value: ``play`` returns the next state. Raises ``InputError``
    for a Domino.

    ``leader`` leads the first trick. ``trump`` is None for no trump. ``tricks`` are finished;
    ``table`` has the cards of the current trick, led by ``lead``. ``also`` lists the other
    contracts that the same cards are played for in the quick game (O15); a card that any of them
    forbids is forbidden.
    """

    deal: Deal
    contract: Contract
    rules: PlayRules
    leader: Wind
    trump: Suit | None = None
    tricks: tuple[Trick, ...] = ()
    table: tuple[Card, ...] = ()
    lead: Wind | None = None
    hands: Mapping[Wind, frozenset[Card]] = field(default_factory=dict, repr=False)
    opened: frozenset[Suit] = frozenset()
    """Suits that have been discarded on another suit. A restricted suit may then be led; a trump
    has ruffed."""
    also: tuple[Contract, ...] = ()

    def __post_init__(self) -> None:
        for contract in self.contracts:
            if contract.family is Family.DOMINO:
                raise InputError(f"{contract.code}: Domino has no tricks")
        if self.lead is None:
            object.__setattr__(self, "lead", self.leader)
            object.__setattr__(self, "hands", self.deal.hands)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        return (self.contract, *self.also)

    # -- where the hand stands

    @property
    def over(self) -> bool:
        return len(self.tricks) == self.deal.cards_each

    @property
    def turn(self) -> Wind | None:
        assert self.lead is not None
        return None if self.over else self._after(len(self.table))

    def _after(self, place: int) -> Wind:
        assert self.lead is not None
        return self.lead.after(place, self.rules.direction, self.deal.winds)

    @property
    def cards_played(self) -> int:
        return len(self.deal.winds) * len(self.tricks) + len(self.table)

    @property
    def units(self) -> dict[Wind, int]:
        return self.units_of(self.contract)

    def units_of(self, contract: Contract) -> dict[Wind, int]:
        units = dict.fromkeys(self.deal.winds, 0)
        last = self.deal.cards_each - 1
        for before, trick in enumerate(self.tricks):
            assert trick.winner is not None
            counted = contract.unit.taken(trick.cards, before, last - before, contract.units)
            units[trick.winner] += counted
        return units

    @property
    def settled(self) -> bool:
        """Whether every unit is taken, so that the hand may end before its last trick."""
        return self.over or all(
            sum(self.units_of(contract).values()) == contract.units for contract in self.contracts
        )

    # -- what may be played

    def legal(self) -> frozenset[Card]:
        turn = self.turn
        if turn is None:
            return frozenset()
        hand = self.hands[turn]
        if self.table:
            led = self.table[0].suit
            hand = frozenset(card for card in hand if card.suit is led) or hand
        return frozenset(card for card in hand if self._rule_broken(turn, card) is None)

    def breach(self, card: Card) -> Breach | None:
        wind = self.turn
        if wind is None:
            raise InputError(f"{card.label}: the hand is over")
        return breach_of_holding(self.deal, self.hands, wind, card) or self._rule_broken(wind, card)

    def _rule_broken(self, wind: Wind, card: Card) -> Breach | None:
        if not self.table:
            return self._lead_broken(wind, card)
        led = self.table[0].suit
        if card.suit is led:
            owed = self.rules.forced_when_led
            forced = self._owed(wind, card, Infraction.FORCED_ON_LEAD) if owed else None
            return forced or self._under_broken(wind, card, led)
        if any(own_card.suit is led for own_card in self.hands[wind]):
            return breach(Infraction.FOLLOW_SUIT, wind, card, suit=led.symbol)
        return self._discard_broken(wind, card, led)

    @cached_property
    def _restricted(self) -> Mapping[Suit, Infraction]:
        alone = self.rules.restricted_lead is RestrictedLead.CARD
        suits = {
            contract.unit.restricted
            for contract in self.contracts
            if contract.unit.restricted and not (alone and contract.unit.forced)
        }
        restricted: dict[Suit, Infraction] = {}
        if self.rules.restricted_lead in (RestrictedLead.NEVER, RestrictedLead.CARD):
            restricted = dict.fromkeys(suits, Infraction.LEAD_NEVER)
        elif self.rules.restricted_lead is RestrictedLead.UNTIL_CUT:
            restricted = dict.fromkeys(suits - self.opened, Infraction.LEAD_BEFORE_CUT)
        if self.trump is not None and self.rules.trump_after_ruff and self.trump not in self.opened:
            restricted.setdefault(self.trump, Infraction.TRUMP_BEFORE_RUFF)
        return restricted

    def _lead_broken(self, wind: Wind, card: Card) -> Breach | None:
        """Check the restriction on leads. A hand of nothing but restricted suits may lead one,
        because it could not lead at all otherwise.
        """
        barred = self.rules.restricted_lead is RestrictedLead.CARD and card in self._forced(wind)
        if barred and len(self.hands[wind]) > 1:
            return breach(Infraction.LEAD_CARD, wind, card)
        infraction = self._restricted.get(card.suit)
        if infraction and any(
            own_card.suit not in self._restricted for own_card in self.hands[wind]
        ):
            return breach(infraction, wind, card, suit=card.suit.symbol)
        if self.rules.holder_leads_it:
            owed = self._owed(wind, card, Infraction.FORCED_ON_OWN_LEAD)
            if owed is not None or card in self._forced(wind):
                return owed
        return self._highest_broken(wind, card)

    def _highest_broken(self, wind: Wind, card: Card) -> Breach | None:
        """Check the duty to lead the highest heart from a hand of hearts alone, while no heart has
        fallen (R15).
        """
        if not self.rules.highest_heart or Suit.HEARTS not in self._restricted:
            return None
        fallen = any(played.suit is Suit.HEARTS for trick in self.tricks for played in trick.cards)
        hand = self.hands[wind]
        if fallen or any(other.suit is not Suit.HEARTS for other in hand):
            return None
        highest = max(hand, key=lambda heart: heart.rank.power)
        if card == highest:
            return None
        hearts = {"suit": Suit.HEARTS.symbol, "cards": highest}
        return breach(Infraction.HIGHEST_HEART, wind, card, **hearts)

    def _owed(self, wind: Wind, card: Card, infraction: Infraction) -> Breach | None:
        forced = [own_card for own_card in self._forced(wind) if own_card.suit is card.suit]
        if not forced or card in forced:
            return None
        return breach(infraction, wind, card, suit=card.suit.symbol, forced=forced[0])

    def _discard_broken(self, wind: Wind, card: Card, led: Suit) -> Breach | None:
        """Check discards. Duties to discard go before the ban (A27); the ban does not apply if
        every card in the hand is banned (R3).
        """
        forced = self._forced(wind) if self.rules.forced_when_void else ()
        if card in forced:
            return None
        if forced:
            suits = {"suit": led.symbol, "forced": forced[0]}
            return breach(Infraction.FORCED_DISCARD, wind, card, **suits)
        if card.suit is self.trump and (higher := self._higher_trumps(wind)):
            return self._one_of(higher, Infraction.MUST_OVERRUFF, wind, card, led)
        for infraction, owed in self._discard_duties:
            if owed:
                return self._one_of(owed, infraction, wind, card, led)
        banned = not self.tricks and self._banned(card)
        if banned and not all(self._banned(own_card) for own_card in self.hands[wind]):
            return breach(Infraction.FIRST_TRICK, wind, card)
        return None

    def _higher_trumps(self, wind: Wind) -> tuple[Card, ...]:
        """Trumps of the player above those on the table, if there are such and overruffing is a
        duty (R15).
        """
        laid = [card.rank.power for card in self.table if card.suit is self.trump]
        if not self.rules.must_overruff or not laid:
            return ()
        trumps = (card for card in self.hands[wind] if card.suit is self.trump)
        return tuple(self.deal.in_order(card for card in trumps if card.rank.power > max(laid)))

    @cached_property
    def _discard_duties(self) -> tuple[tuple[Infraction, tuple[Card, ...]], ...]:
        """Duties of a player who cannot follow suit, in their order: the rule, and the cards of
        which one has to be played (R15).
        """
        return tuple(self._duties())

    def _duties(self) -> Iterator[tuple[Infraction, tuple[Card, ...]]]:
        assert self.turn is not None
        hand, rules = self.deal.in_order(self.hands[self.turn]), self.rules
        if rules.must_ruff and self.trump is not None:
            trumps = (card for card in hand if card.suit is self.trump)
            yield Infraction.MUST_RUFF, tuple(trumps)
        if rules.discards_counted:
            yield Infraction.COUNTED_DISCARD, tuple(filter(self._costs, hand))
        if rules.discards_hearts and any(
            contract.unit.forced_heart and contract.family is Family.NEGATIVE
            for contract in self.contracts
        ):
            hearts = (card for card in hand if card.suit is Suit.HEARTS)
            yield Infraction.HEART_DISCARD, tuple(hearts)

    def _under_broken(self, wind: Wind, card: Card, led: Suit) -> Breach | None:
        """Check the duty to play a card that counts under a higher one (R15)."""
        if not self.rules.plays_under or self._costs(card):
            return None
        owed = self._owed_under
        return self._one_of(owed, Infraction.PLAYS_UNDER, wind, card, led) if owed else None

    @cached_property
    def _owed_under(self) -> tuple[Card, ...]:
        """Cards of the player in turn that count and are below the highest card of the suit led."""
        assert self.turn is not None
        led = self.table[0].suit
        highest = max(played.rank.power for played in self.table if played.suit is led)
        followers = (card for card in self.hands[self.turn] if card.suit is led)
        lower = (card for card in followers if card.rank.power < highest)
        return tuple(self.deal.in_order(filter(self._costs, lower)))

    def _one_of(
        self, owed: tuple[Card, ...], infraction: Infraction, wind: Wind, card: Card, led: Suit
    ) -> Breach | None:
        if card in owed:
            return None
        cards = listed(owed)
        return breach(infraction, wind, card, suit=led.symbol, cards=cards)

    def _costs(self, card: Card) -> bool:
        return any(
            contract.family is Family.NEGATIVE and card in contract.unit.cards
            for contract in self.contracts
        )

    def _banned(self, card: Card) -> bool:
        return any(
            self.rules.bans_on_first_trick(contract.unit) and card in contract.unit.cards
            for contract in self.contracts
        )

    def _forced(self, wind: Wind) -> tuple[Card, ...]:
        """Cards of the wind that have to go at the first chance. The wind chooses which of two goes
        first.
        """
        cards = (contract.unit.forced for contract in self.contracts)
        return tuple(card for card in cards if card is not None and card in self.hands[wind])

    # -- the next card

    def play(self, card: Card) -> Play:
        breach = self.breach(card)
        if breach is not None:
            raise IllegalPlay(breach)
        return self.placed(card)

    def placed(self, card: Card) -> Play:
        """Return the play with this card on the table, legal or not, because a card on the table
        has been played. Raises ``InputError`` if the hand is over.
        """
        assert self.lead is not None
        if self.over:
            raise InputError(f"{card.label}: the hand is over")
        table = (*self.table, card)
        opened = self.opened
        if self.table and card.suit is not self.table[0].suit:
            opened |= {card.suit}
        hands = {
            wind: cards - {card} if card in cards else cards for wind, cards in self.hands.items()
        }
        tricks, lead = self.tricks, self.lead
        if len(table) == len(self.deal.winds):
            winner = self._after(best_card(table, self.trump))
            tricks, table, lead = (*tricks, Trick(lead, table, winner)), (), winner
        # ``replace`` would take three times as long, and programs play many cards.
        begun = self.deal, self.contract, self.rules, self.leader, self.trump
        return Play(*begun, tricks, table, lead, hands, opened, self.also)

    def led_by(self, wind: Wind) -> Play:
        """Return the play with ``wind`` on lead, in turn or not. Raises ``InputError`` within a
        trick.
        """
        if self.table:
            raise InputError("a trick has begun: its leader is known")
        return replace(self, lead=wind)


def breach_of_holding(
    deal: Deal, hands: Mapping[Wind, frozenset[Card]], wind: Wind, card: Card
) -> Breach | None:
    if card in hands[wind]:
        return None
    if card not in deal.deck:
        return breach(Infraction.NOT_IN_DECK, wind, card, size=deal.size)
    holder = deal.holder(card)
    infraction = Infraction.NOT_HELD if card in hands[holder] else Infraction.ALREADY_PLAYED
    return breach(infraction, wind, card, holder=holder)
