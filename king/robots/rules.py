"""Rules of a hand at speed. Cards and hands are whole numbers; the rules of play are compiled from
``PlayRules`` and ``Contract``, so that no rule is written twice. Tests compare each with the
judge's.

A card is ``suit << 4 | power - 2``, suits in the order of the deck; a set of cards is a number with a
bit for each. A seat is its place in the order of play, from 0: North's and then on in the direction
of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from king.cards import DECKS, SUITS, WINDS, Card, Deal, Suit, Wind
from king.play.domino import ROWS
from king.play.tricks import DominoAce, DominoOpener, PlayRules, RestrictedLead, play_rules
from king.reading import InputError
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import TOGETHER, Contract, Family
from king.rulesets.settings import Settings

BIT = tuple(1 << card for card in range(64))
SUIT = tuple(0x1FFF << 16 * suit for suit in range(4))
"""Mask of the cards of each suit."""
SUIT_OF = tuple(SUIT[card >> 4] for card in range(64))
BELOW = tuple((1 << card) - 1 & SUIT[card >> 4] for card in range(64))
"""Mask of the lower cards of the same suit, by card."""
ABOVE = tuple(SUIT[card >> 4] & ~BELOW[card] & ~BIT[card] for card in range(64))
HEARTS = SUIT[SUITS.index(Suit.HEARTS)]

NOTHING = -1
"""Number for no card: a pass, or a trick that nobody has ruffed."""

_PLACES: Mapping[Card, int] = {
    card: SUITS.index(card.suit) << 4 | card.rank.power - 2 for card in DECKS[52]
}
_CARDS = {place: card for card, place in _PLACES.items()}
_BITS = {size: tuple(BIT[_PLACES[card]] for card in deck) for size, deck in DECKS.items()}


def number_of(card: Card | None) -> int:
    return NOTHING if card is None else _PLACES[card]


def card_of(number: int) -> Card | None:
    return None if number == NOTHING else _CARDS[number]


def mask_of(cards: Iterator[Card] | Sequence[Card]) -> int:
    return sum(BIT[_PLACES[card]] for card in cards)


def cards_in(mask: int) -> list[int]:
    """List the cards of a mask from the lowest spade up to the highest club."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


class _SuitCards(dict[int, tuple[int, ...]]):
    """Cache of the cards of each mask of one suit, from the lowest."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        cards = self[mask] = tuple(cards_in(mask))
        return cards


ORDERED = _SuitCards()

READ = frozenset(
    {
        "restricted_lead",
        "forced_when_void",
        "forced_when_led",
        "forced_on_own_lead",
        "first_trick_ban_figures",
        "first_trick_ban_cards",
        "first_trick_ban_hearts",
        "trump_after_ruff",
        "must_ruff",
        "must_overruff",
        "highest_heart",
        "discards_counted",
        "discards_hearts",
        "plays_under",
        "domino_opener",
        "domino_start",
        "domino_ace",
        "domino_winners",
        "direction",
    }
)
"""The fields of ``PlayRules`` that ``Rules.of`` reads. They are named one by one, so that a rule which
is added later is refused while it is not at its default."""


class Lane(NamedTuple):
    """Rows of a Domino. ``start`` are the cards that open; ``named`` are those that may be the
    first; ``opens`` has, for each card, those that may be laid once it lies, ``beyond`` all that
    wait behind it. ``winners`` is ``one`` or ``round``. ``by_holder``: the holder of the named card
    opens.
    """

    start: int
    named: int
    opens: tuple[int, ...]
    beyond: tuple[int, ...]
    to_the_end: bool
    winners: str
    by_holder: bool


class Bare(NamedTuple):
    """Rules by suits, for hands in which nothing else restricts a player. ``never`` and
    ``until_cut`` have a bit for each suit that is not led. ``trump`` is its place, or ``NOTHING``.
    ``duty`` and ``duty_rank`` are suit and rank of a card that its holder has to discard when void,
    or ``NOTHING``. ``worth`` is the weight of cards by suit and rank, empty for a suit in which
    nothing counts.
    """

    never: int
    until_cut: int
    trump: int
    duty: int
    duty_rank: int
    worth: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one hand, compiled. Fields with cards are masks.

    ``seats`` are the winds in the order of play; ``each`` is the number of cards in a hand;
    ``units`` is how many end the hand, None for a Domino. ``take``: units are worth having.
    ``sides``: opposite seats play together. ``worth`` is the weight of each card, ``tricks`` of
    each trick by its place; ``counts`` are the cards that weigh anything. ``trumps`` is 0 if there
    are none.

    ``never`` and ``until_cut``: suits that are not led, or not before one is cut. ``barred``: a
    card that is not led. ``owned``: a card that its holder leads before others of its suit.
    ``followed`` and ``thrown``: a card that has to go on a lead of its suit, or when its holder is
    void. ``banned``: cards that are not discarded on the first trick. ``under``: cards that have to
    be played under a higher one. ``duties``: sets of cards of which a void player plays one, the
    first duty first.
    """

    contract: Contract
    seats: tuple[Wind, ...]
    each: int
    deck: int
    units: int | None
    take: bool
    sides: bool
    worth: tuple[int, ...]
    tricks: tuple[int, ...]
    counts: int
    trumps: int
    never: int
    until_cut: int
    barred: int
    owned: int
    highest_heart: bool
    followed: int
    under: int
    thrown: int
    overruffs: bool
    duties: tuple[int, ...]
    banned: int
    lane: Lane | None
    free_lead: bool
    free_follow: bool
    free_discard: bool
    """Whether nothing but the suit led restricts a player, so that no other rule has to be
    checked."""
    plain_lead: bool
    plain_discard: bool
    """Whether nothing binds a player except suits that are not led, or one card to be discarded."""
    bare: Bare | None
    """The same rules by suits. None if more binds a player, or in Domino."""

    @classmethod
    def of(
        cls,
        contract: Contract,
        rules: PlayRules,
        *,
        trump: Suit | None = None,
        deck: int = 52,
        players: int = 4,
        down: bool = False,
        sides: bool = False,
    ) -> Rules:
        """Compile the rules. ``down``: a positive hand is played for as few tricks as possible.

        Raises ``InputError`` with the name of a rule of play that is not known here.
        """
        _refuse_unknown(rules)
        unit, each = contract.unit, deck // players
        worth = [0] * 64
        for card, weight in unit.cards.items():
            worth[_PLACES[card]] = weight
        counts = sum(BIT[place] for place, weight in enumerate(worth) if weight)
        costs = counts if contract.family is Family.NEGATIVE else 0
        forced = 0 if unit.forced is None else BIT[_PLACES[unit.forced]]
        trumps = 0 if trump is None else SUIT[SUITS.index(trump)]
        layout = contract.family is Family.DOMINO
        bound = {
            **_lead_fields(contract, rules, forced, trumps),
            **_follow_fields(rules, forced, costs),
            **_discard_fields(contract, rules, forced, costs, trumps),
        }
        weigh = unit.tricks.weight
        tricks = [0 if layout else weigh(n, each - 1 - n, contract.units) for n in range(each)]
        return cls(
            contract=contract,
            seats=_turn_order(rules, players),
            each=each,
            deck=mask_of(DECKS[deck]),
            units=contract.units,
            take=contract.family is Family.POSITIVE and not down,
            sides=sides,
            worth=tuple(worth),
            tricks=tuple(tricks),
            counts=counts,
            trumps=trumps,
            lane=_lane(contract, rules, deck) if layout else None,
            bare=None if layout else _bare(bound, worth, trumps),
            **bound,
        )

    def seat(self, wind: Wind) -> int:
        return self.seats.index(wind)

    def hands(self, deal: Deal) -> list[int]:
        """Cards of each seat. Raises ``InputError`` for a deal of another deck."""
        if deal.size != self.deck.bit_count() or len(deal.winds) != len(self.seats):
            raise InputError(
                f"robots: expected {self.deck.bit_count()} cards to {len(self.seats)}, found {deal}"
            )
        masks = dict.fromkeys("NESW", 0)
        for bit, owner in zip(_BITS[deal.size], deal.owners, strict=True):
            masks[owner] |= bit
        return [masks[wind.value] for wind in self.seats]

    def of_side(self, seat: int) -> tuple[int, ...]:
        """Seats that play together with this one, itself included."""
        return (seat, (seat + 2) % 4) if self.sides else (seat,)

    # -- what may be played

    def leads(self, holding: int, opened: int, unplayed: int) -> int:
        """Cards of ``holding`` that may be led. ``opened`` are the suits that have been cut;
        ``unplayed`` are all cards that have not been played.
        """
        restricted = self.never | self.until_cut & ~opened
        legal = holding & ~restricted or holding
        if self.plain_lead:
            return legal
        if holding & self.barred and holding & (holding - 1):
            legal &= ~self.barred
        own = holding & self.owned
        if own:
            legal &= own | ~_suits(own)
        if (
            self.highest_heart
            and restricted & HEARTS
            and not holding & ~HEARTS
            and unplayed & HEARTS == self.deck & HEARTS
        ):
            legal &= own | BIT[holding.bit_length() - 1]
        return legal

    def follows(self, of_suit: int, high: int) -> int:
        """Cards that may follow suit. ``of_suit`` are those held of the suit led, at least one;
        ``high`` is the highest card of that suit on the table.
        """
        forced = of_suit & self.followed
        if forced:
            of_suit = forced
        if self.under & of_suit & BELOW[high]:
            of_suit &= self.under
        return of_suit

    def discards(self, holding: int, ruff: int, first: bool) -> int:
        """Cards of ``holding`` that may be discarded, if it has none of the suit led. ``ruff`` is
        the highest trump on the table, or ``NOTHING``; ``first``: it is the first trick.
        """
        forced = holding & self.thrown
        if forced or self.plain_discard:
            return forced or holding
        over = holding & self.trumps & ABOVE[ruff] if self.overruffs and ruff >= 0 else 0
        others = holding & ~self.trumps if over else holding
        for duty in self.duties:
            if holding & duty:
                return over | others & duty
        if first and self.banned and holding & ~self.banned:
            others &= ~self.banned
        return over | others

    def runs(self, legal: int, between: int) -> list[list[int]]:
        """Group the cards into runs that touch and count alike; one card of a run is as good as the
        others. ``between`` are the cards that separate two of a suit: those of the others and those
        on the table.
        """
        masks = (self.barred, self.owned, self.followed, self.thrown, self.under, self.banned)
        worth = self.worth
        runs: list[list[int]] = []
        for card in cards_in(legal):
            last = runs[-1][-1] if runs else NOTHING
            if (
                last >> 4 == card >> 4
                and not between & (BIT[card] - BIT[last])
                and worth[last] == worth[card]
                and not any((BIT[last] & mask == 0) != (BIT[card] & mask == 0) for mask in masks)
            ):
                runs[-1].append(card)
            else:
                runs.append([card])
        return runs


def has_dummy(ruleset: RuleSet, contract: Contract, settings: Settings) -> bool:
    """Whether somebody's cards lie open on the table. Robots do not play such hands."""
    of_a_pair = ruleset.by_side and contract.trump and settings.declarer_dummy
    return ruleset.scoring is Scoring.SOLOIST or of_a_pair


def rules_of(
    ruleset: RuleSet,
    contract: Contract,
    settings: Settings | None = None,
    *,
    trump: Suit | None = None,
    down: bool = False,
    start: Card | None = None,
    also: Sequence[Contract] = (),
) -> Rules:
    """Compile the rules of a hand of a system. ``start`` is the card with which a Domino begins, if
    the chooser named one; ``also`` are other contracts that the same cards are played for.

    Pairs and teams play for their side; if partners are secret, players play for themselves. Raises
    ``InputError`` for hands that robots do not play: several contracts at once, or a dummy.
    """
    if also:
        codes = TOGETHER.join(one.code for one in (contract, *also))
        raise InputError(f"robots: expected one contract at a time, found {codes}")
    if ruleset.scoring is Scoring.SOLOIST:
        raise InputError(f"robots: {ruleset.code} is played with a dummy, which no robot does")
    rules = play_rules(ruleset, settings)
    if start is not None:
        rules = replace(rules, domino_opener=DominoOpener.HOLDER, domino_start=start)
    shape = {"deck": ruleset.deck, "players": ruleset.at_table}
    return Rules.of(contract, rules, trump=trump, down=down, sides=ruleset.by_side, **shape)


def _suits(mask: int) -> int:
    return sum(suit for suit in SUIT if mask & suit)


def _refuse_unknown(rules: PlayRules) -> None:
    for field in fields(rules):
        if field.name not in READ and getattr(rules, field.name) != field.default:
            raise InputError(f"robots: no robot plays by the rule {field.name!r}")


def _lead_fields(contract: Contract, rules: PlayRules, forced: int, trumps: int) -> dict[str, Any]:
    """Fields of ``Rules`` on leads."""
    lead, restricted = rules.restricted_lead, contract.unit.restricted
    one_card = lead is RestrictedLead.CARD and forced
    if restricted is None or lead is RestrictedLead.FREE or one_card:
        suit = 0
    else:
        suit = SUIT[SUITS.index(restricted)]
    until = suit if lead is RestrictedLead.UNTIL_CUT else 0
    if rules.trump_after_ruff and trumps != suit:
        until |= trumps
    if until & trumps and one_card:
        raise InputError(
            "robots: no robot plays by 'trump_after_ruff' where 'restricted_lead' bars one card: "
            "together they can leave nothing to lead"
        )
    owned = forced if rules.holder_leads_it else 0
    plain = not one_card and not owned and not (rules.highest_heart and suit | until)
    return {
        "never": suit & ~until,
        "until_cut": until,
        "barred": forced if one_card else 0,
        "owned": owned,
        "highest_heart": rules.highest_heart,
        "plain_lead": plain,
        "free_lead": plain and not suit | until,
    }


def _follow_fields(rules: PlayRules, forced: int, costs: int) -> dict[str, Any]:
    """Fields of ``Rules`` on following suit."""
    followed = forced if rules.forced_when_led else 0
    under = costs if rules.plays_under else 0
    return {"followed": followed, "under": under, "free_follow": not followed | under}


def _discard_fields(
    contract: Contract, rules: PlayRules, forced: int, costs: int, trumps: int
) -> dict[str, Any]:
    """Fields of ``Rules`` on discards by a player who has none of the suit led."""
    hearts = rules.discards_hearts and contract.unit.forced_heart and costs
    duties = (
        trumps if rules.must_ruff else 0,
        costs if rules.discards_counted else 0,
        HEARTS if hearts else 0,
    )
    thrown = forced if rules.forced_when_void else 0
    banned = 0
    if rules.bans_on_first_trick(contract.unit):
        banned = mask_of(list(contract.unit.cards))
    overruffs = bool(trumps) and rules.must_overruff
    plain = not banned and not overruffs and not any(duties)
    return {
        "thrown": thrown,
        "overruffs": overruffs,
        "duties": tuple(duty for duty in duties if duty),
        "banned": banned,
        "plain_discard": plain,
        "free_discard": plain and not thrown,
    }


def _bare(bound: Mapping[str, Any], worth: Sequence[int], trumps: int) -> Bare | None:
    if not (bound["plain_lead"] and bound["free_follow"] and bound["plain_discard"]):
        return None
    card = bound["thrown"].bit_length() - 1
    weights = [tuple(worth[16 * suit : 16 * suit + 13]) for suit in range(4)]
    return Bare(
        never=_suit_bits(bound["never"]),
        until_cut=_suit_bits(bound["until_cut"]),
        trump=_suit_bits(trumps).bit_length() - 1,
        duty=card >> 4,
        duty_rank=card & 15,
        worth=tuple(of_suit if any(of_suit) else () for of_suit in weights),
    )


def _suit_bits(mask: int) -> int:
    return sum(1 << place for place, suit in enumerate(SUIT) if mask & suit)


def _turn_order(rules: PlayRules, players: int) -> tuple[Wind, ...]:
    winds = WINDS[:players]
    return tuple(Wind.N.after(turn, rules.direction, winds) for turn in range(players))


def _lane(contract: Contract, rules: PlayRules, deck: int) -> Lane:
    if rules.domino_start not in DECKS[deck]:
        raise InputError(f"{rules.domino_start.label} cannot open a Domino: it is not in the deck")
    rows = ROWS[deck, rules.domino_ace is DominoAce.HIGH]
    by_holder = rules.domino_opener is DominoOpener.HOLDER
    start, opens, beyond = 0, [0] * 64, [0] * 64
    for suit, row in rows.items():
        opening = Card(suit, rules.domino_start.rank)
        middle = row.index(opening)
        start |= BIT[_PLACES[opening]]
        for arm in (row[middle::-1], row[middle:]):
            for place, card in enumerate(arm):
                opens[_PLACES[card]] |= mask_of(arm[place + 1 : place + 2])
                beyond[_PLACES[card]] |= mask_of(arm[place + 1 :])
    named = BIT[_PLACES[rules.domino_start]] if by_holder else start
    winners = rules.domino_winners
    return Lane(
        start, named, tuple(opens), tuple(beyond), bool(contract.places), winners, by_holder
    )
