"""A hand at speed: cards and hands as whole numbers, the rules of play compiled from ``PlayRules`` and
``Contract``, so that no rule is written twice and each is held to the judge's by the tests.

A card is ``suit << 4 | power - 2``, suits in the order of the deck; a set of cards is a number with a
bit for each. A seat is its place in the order of play, from 0: North's and then on in the direction
of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, Protocol

from king.cards import DECKS, SUITS, WINDS, Card, Deal, Suit, Wind
from king.play.domino import ROWS
from king.play.tricks import DominoAce, DominoOpener, PlayRules, RestrictedLead, play_rules
from king.reading import InputError
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import TOGETHER, Contract, Family
from king.rulesets.settings import Settings

BIT = tuple(1 << card for card in range(64))
SUIT = tuple(0x1FFF << 16 * suit for suit in range(4))
"""The cards of each suit."""
SUIT_OF = tuple(SUIT[card >> 4] for card in range(64))
BELOW = tuple((1 << card) - 1 & SUIT[card >> 4] for card in range(64))
"""The lower cards of its suit, by the card."""
ABOVE = tuple(SUIT[card >> 4] & ~BELOW[card] & ~BIT[card] for card in range(64))
HEARTS = SUIT[SUITS.index(Suit.HEARTS)]

NOTHING = -1
"""No card: a pass, or a trick that nobody has ruffed."""

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
    """List the cards from the lowest spade up to the highest club."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


class _SuitCards(dict[int, tuple[int, ...]]):
    """The cards of a mask of one suit, from the lowest; remembered once they were asked for."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        cards = self[mask] = tuple(cards_in(mask))
        return cards


ORDERED = _SuitCards()

READ = frozenset(field.name for field in fields(PlayRules))
"""The fields of ``PlayRules`` that ``Rules.of`` reads; another one is refused while it is not at its
default."""


class Lane(NamedTuple):
    """Rows of a Domino: ``start``, the cards that open; ``named``, those that may be the first;
    ``opens``, by the card, those that may be laid once it lies, ``beyond`` all that wait behind it.
    ``winners``: ``one`` or
    ``round``; ``held``: whether the holder of the named card opens.
    """

    start: int
    named: int
    opens: tuple[int, ...]
    beyond: tuple[int, ...]
    to_the_end: bool
    winners: str
    held: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one hand, compiled. Fields with cards are masks.

    ``seats``: the winds in the order of play; ``each``: cards of one hand; ``units``: how many end the
    hand, None for a Domino. ``take``: whether units are worth having. ``sides``: whether seats
    opposite one another play for one account. ``worth`` weighs a card, ``tricks`` a trick by its place; ``counts``
    are the cards that weigh. ``trumps``: 0 where there are none. ``never`` and ``until_cut``: suits
    that are not led; ``barred``: a card that is not led; ``owned``: one that its holder leads before
    others of its suit; ``followed`` and ``thrown``: one that has to go on a lead of its suit, or where
    its holder is void. ``banned``: not thrown on the first trick; ``under``: not kept back where
    it would not take; ``duties``: cards of which who is void plays one, the first duty first.
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
    """Whether nothing but the suit led binds a player, so that nothing need be asked."""
    plain_lead: bool
    plain_discard: bool
    """Whether no more than suits that are not led, or one card to be thrown, binds him."""

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
        """Compile them. ``down``: a positive hand that is played for as few tricks as may be.

        Raises ``InputError`` that names a rule of play that is not known here.
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
            **_lead_fields(contract, rules, forced, trumps),
            **_follow_fields(rules, forced, costs),
            **_discard_fields(contract, rules, forced, costs, trumps),
        )

    def seat(self, wind: Wind) -> int:
        return self.seats.index(wind)

    def hands(self, deal: Deal) -> list[int]:
        """The cards of each seat; ``InputError`` for a deal of another deck."""
        if deal.size != self.deck.bit_count() or len(deal.winds) != len(self.seats):
            raise InputError(
                f"robots: expected {self.deck.bit_count()} cards to {len(self.seats)}, found {deal}"
            )
        hand = dict.fromkeys("NESW", 0)
        for bit, owner in zip(_BITS[deal.size], deal.owners, strict=True):
            hand[owner] |= bit
        return [hand[wind.value] for wind in self.seats]

    def of_side(self, seat: int) -> tuple[int, ...]:
        """The seats that play for one account."""
        return (seat, (seat + 2) % 4) if self.sides else (seat,)

    # -- what may be played

    def leads(self, hand: int, opened: int, unplayed: int) -> int:
        """The cards that may be led from ``hand``. ``opened``: the suits that have been cut;
        ``unplayed``: every card that has not been played.
        """
        restricted = self.never | self.until_cut & ~opened
        legal = hand & ~restricted or hand
        if self.plain_lead:
            return legal
        if hand & self.barred and hand & (hand - 1):
            legal &= ~self.barred
        own = hand & self.owned
        if own:
            legal &= own | ~_suits(own)
        if (
            self.highest_heart
            and restricted & HEARTS
            and not hand & ~HEARTS
            and unplayed & HEARTS == self.deck & HEARTS
        ):
            legal &= own | BIT[hand.bit_length() - 1]
        return legal

    def follows(self, of_suit: int, high: int) -> int:
        """The cards that may follow. ``of_suit``: those held of the suit led, at least one;
        ``high``: the highest card of that suit on the table.
        """
        owed = of_suit & self.followed
        if owed:
            of_suit = owed
        if self.under & of_suit & BELOW[high]:
            of_suit &= self.under
        return of_suit

    def discards(self, hand: int, ruff: int, first: bool) -> int:
        """The cards that may be thrown from ``hand``, which has none of the suit led. ``ruff``: the
        highest trump on the table, or nothing; ``first``: whether it is the first trick.
        """
        owed = hand & self.thrown
        if owed or self.plain_discard:
            return owed or hand
        over = hand & self.trumps & ABOVE[ruff] if self.overruffs and ruff >= 0 else 0
        others = hand & ~self.trumps if over else hand
        for duty in self.duties:
            if hand & duty:
                return over | others & duty
        if first and self.banned and hand & ~self.banned:
            others &= ~self.banned
        return over | others

    def runs(self, legal: int, between: int) -> list[list[int]]:
        """The cards by runs that touch and count alike: one of each is as good as the others.
        ``between``: the cards that part two of a suit, those of the others and those on the table.
        """
        alike = (self.barred, self.owned, self.followed, self.thrown, self.under, self.banned)
        worth = self.worth
        runs: list[list[int]] = []
        for card in cards_in(legal):
            last = runs[-1][-1] if runs else NOTHING
            if (
                last >> 4 == card >> 4
                and not between & (BIT[card] - BIT[last])
                and worth[last] == worth[card]
                and not any((BIT[last] & mask == 0) != (BIT[card] & mask == 0) for mask in alike)
            ):
                runs[-1].append(card)
            else:
                runs.append([card])
        return runs


def has_dummy(ruleset: RuleSet, contract: Contract, settings: Settings) -> bool:
    """Whether somebody's cards lie open on the table, where no robot plays."""
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
    """Compile a hand of a system. ``start``: the card that a Domino begins with, where the chooser
    named one; ``also``: what the cards are played for besides.

    Pairs and teams play for their side; where partners are secret each plays for himself.
    Raises ``InputError`` for what has no robots: several contracts at once, a dummy.
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
    """The fields of ``Rules`` that say what may be led."""
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
    """The fields that say which card of the suit led may be played."""
    followed = forced if rules.forced_when_led else 0
    under = costs if rules.plays_under else 0
    return {"followed": followed, "under": under, "free_follow": not followed | under}


def _discard_fields(
    contract: Contract, rules: PlayRules, forced: int, costs: int, trumps: int
) -> dict[str, Any]:
    """The fields that say what may be thrown by who has none of the suit led."""
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


def _turn_order(rules: PlayRules, players: int) -> tuple[Wind, ...]:
    winds = WINDS[:players]
    return tuple(Wind.N.after(turn, rules.direction, winds) for turn in range(players))


def _lane(contract: Contract, rules: PlayRules, deck: int) -> Lane:
    if rules.domino_start not in DECKS[deck]:
        raise InputError(f"{rules.domino_start.label} cannot open a Domino: it is not in the deck")
    rows = ROWS[deck, rules.domino_ace is DominoAce.HIGH]
    holder_opens = rules.domino_opener is DominoOpener.HOLDER
    start, opens, beyond = 0, [0] * 64, [0] * 64
    for suit, row in rows.items():
        opening = Card(suit, rules.domino_start.rank)
        middle = row.index(opening)
        start |= BIT[_PLACES[opening]]
        for arm in (row[middle::-1], row[middle:]):
            for place, card in enumerate(arm):
                opens[_PLACES[card]] |= mask_of(arm[place + 1 : place + 2])
                beyond[_PLACES[card]] |= mask_of(arm[place + 1 :])
    named = BIT[_PLACES[rules.domino_start]] if holder_opens else start
    winners = rules.domino_winners
    return Lane(
        start, named, tuple(opens), tuple(beyond), bool(contract.places), winners, holder_opens
    )


# -- a hand of tricks


class Player(Protocol):
    """A player: a card of two or more ``legal`` ones, to a trick or in Domino.

    ``hand`` are his cards, ``unplayed`` those and the other players'. ``high``: the
    highest card of the suit led on the table, or 64 where a trump has taken the trick;
    ``to_come``: how many play after him; ``weight``: the units on the table; ``friend``: whether
    his partner is taking it so far; ``done``: tricks before this one.
    """

    def lead(self, legal: int, hand: int, unplayed: int, done: int) -> int: ...

    def follow(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        high: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int: ...

    def discard(
        self,
        legal: int,
        hand: int,
        unplayed: int,
        ruff: int,
        to_come: int,
        weight: int,
        friend: bool,
        done: int,
    ) -> int: ...

    def lay(self, legal: int, hand: int) -> int: ...


RUFFED = 64
"""A card above all of the suit led."""

FOLLOWERS = {
    count: tuple(
        tuple(((lead + turn) % count, count - 1 - turn) for turn in range(1, count))
        for lead in range(count)
    )
    for count in (3, 4)
}
"""Turns by the number of seats and the leader: each other seat in its turn, with how many play after it."""


SEATS_AFTER = {
    count: tuple(tuple(seat for seat, _to_come in seats) for seats in turns)
    for count, turns in FOLLOWERS.items()
}
"""The other seats in their turn, by the number of seats and the leader."""

LOWER = SUIT[0] | SUIT[1]
"""Half of the cards, so that one of many is found in half the steps."""


class Tricks:
    """A hand of tricks that is being played; it changes with each card.

    ``hands``: the cards of each seat; ``unplayed``: those that have not been played, ``opened`` the
    suits that have been cut; ``taken``: units by seat, ``still`` those to come. Of the trick on the table:
    who ``lead`` it, whose ``turn`` it is, the suit ``led`` or nothing, its highest card ``high``, the
    highest ``ruff``, who is the ``winner`` so far, its ``weight``. ``done``: tricks that are over.
    """

    __slots__ = (
        "done",
        "hands",
        "high",
        "lead",
        "led",
        "opened",
        "ruff",
        "rules",
        "still",
        "taken",
        "turn",
        "unplayed",
        "weight",
        "winner",
    )

    def __init__(self, rules: Rules, hands: Sequence[int], leader: int) -> None:
        self.rules = rules
        self.hands = list(hands)
        self.unplayed = rules.deck
        self.opened = 0
        self.taken = [0] * len(rules.seats)
        self.still = rules.units or 0
        self.lead = self.turn = self.winner = leader
        self.led = self.high = self.ruff = NOTHING
        self.weight = 0
        self.done = 0

    def with_hands(self, hands: Sequence[int]) -> Tricks:
        """The same hand at the same card, with other cards held."""
        copy = Tricks.__new__(Tricks)
        copy.rules = self.rules
        copy.hands = list(hands)
        copy.unplayed = self.unplayed
        copy.opened = self.opened
        copy.taken = self.taken[:]
        copy.still = self.still
        copy.lead = self.lead
        copy.turn = self.turn
        copy.winner = self.winner
        copy.led = self.led
        copy.high = self.high
        copy.ruff = self.ruff
        copy.weight = self.weight
        copy.done = self.done
        return copy

    @property
    def over(self) -> bool:
        """Whether all units are out, or all cards."""
        return not self.still or self.done == self.rules.each

    def units(self) -> list[int]:
        return self.taken[:]

    def legal(self) -> int:
        rules, hand = self.rules, self.hands[self.turn]
        if self.led < 0:
            return rules.leads(hand, self.opened, self.unplayed)
        of_suit = hand & SUIT[self.led]
        if of_suit:
            return rules.follows(of_suit, self.high)
        return rules.discards(hand, self.ruff, not self.done)

    def play(self, card: int) -> None:
        """Play it, legal or not."""
        rules, seat, bit = self.rules, self.turn, BIT[card]
        self.hands[seat] &= ~bit
        self.unplayed &= ~bit
        self.weight += rules.worth[card]
        if self.led < 0:
            self.led = card >> 4
            self.high, self.winner = card, seat
            if bit & rules.trumps:
                self.ruff = card
        elif card >> 4 == self.led:
            if card > self.high:
                self.high = card
                if bit & rules.trumps:
                    self.ruff = card
                if self.ruff < 0 or bit & rules.trumps:
                    self.winner = seat
        else:
            self.opened |= SUIT[card >> 4]
            if bit & rules.trumps and card > self.ruff:
                self.ruff, self.winner = card, seat
        seat += 1
        self.turn = 0 if seat == len(self.hands) else seat
        if self.turn == self.lead:
            self._close()

    def _close(self) -> None:
        units = self.weight + self.rules.tricks[self.done]
        self.taken[self.winner] += units
        self.still -= units
        self.done += 1
        self.lead = self.turn = self.winner
        self.led = self.high = self.ruff = NOTHING
        self.weight = 0

    def asked(self, player: Player) -> int:
        """The card that a player chooses on the table as it is."""
        legal, hand = self.legal(), self.hands[self.turn]
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        unplayed, done = self.unplayed, self.done
        if self.led < 0:
            return player.lead(legal, hand, unplayed, done)
        to_come = (self.lead - self.turn - 1) % len(self.hands)
        friend = self.rules.sides and self.winner == (self.turn + 2) % 4
        if not legal & SUIT[self.led]:
            return player.discard(
                legal, hand, unplayed, self.ruff, to_come, self.weight, friend, done
            )
        ruffed = self.ruff >= 0 and self.ruff >> 4 != self.led
        high = RUFFED if ruffed else self.high
        return player.follow(legal, hand, unplayed, high, to_come, self.weight, friend, done)

    def play_out(self, players: Sequence[Player]) -> int:
        """Play to the end and answer with the number of cards that were played."""
        before = self.unplayed.bit_count()
        while self.led >= 0:
            self.play(self.asked(players[self.turn]))
        if not self.over:
            self._play_on(players)
        return before - self.unplayed.bit_count()

    def _play_on(self, players: Sequence[Player]) -> None:
        """Play whole tricks: ``legal`` and ``play`` in one, without their questions of each card."""
        rules, hands, unplayed, opened = self.rules, self.hands, self.unplayed, self.opened
        trumps, worth, sides = rules.trumps, rules.worth, rules.sides
        lead, still, done, first = self.lead, self.still, self.done, not self.done
        free_lead, free_follow = rules.free_lead, rules.free_follow
        free_discard = rules.free_discard
        after = FOLLOWERS[len(hands)]
        while still and done < rules.each:
            hand = hands[lead]
            legal = hand if free_lead else rules.leads(hand, opened, unplayed)
            high = legal.bit_length() - 1
            if legal & (legal - 1):
                high = players[lead].lead(legal, hand, unplayed, done)
            bit, suit, weight, winner = BIT[high], SUIT_OF[high], worth[high], lead
            hands[lead] = hand ^ bit
            unplayed ^= bit
            ruff = high if bit & trumps else NOTHING
            best = high
            for seat, to_come in after[lead]:
                hand = hands[seat]
                legal = hand & suit
                if legal:
                    if not free_follow:
                        legal = rules.follows(legal, high)
                    card = legal.bit_length() - 1
                    if legal & (legal - 1):
                        friend = sides and winner == (seat + 2) % 4
                        card = players[seat].follow(
                            legal, hand, unplayed, best, to_come, weight, friend, done
                        )
                    if card > high:
                        high = card
                        if best != RUFFED:
                            best, winner = card, seat
                    bit = BIT[card]
                else:
                    legal = hand if free_discard else rules.discards(hand, ruff, first)
                    card = legal.bit_length() - 1
                    if legal & (legal - 1):
                        friend = sides and winner == (seat + 2) % 4
                        card = players[seat].discard(
                            legal, hand, unplayed, ruff, to_come, weight, friend, done
                        )
                    bit = BIT[card]
                    opened |= SUIT_OF[card]
                    if bit & trumps and card > ruff:
                        ruff, winner, best = card, seat, RUFFED
                hands[seat] = hand ^ bit
                unplayed ^= bit
                weight += worth[card]
            weight += rules.tricks[done]
            self.taken[winner] += weight
            still -= weight
            done += 1
            lead, first = winner, False
        self.unplayed, self.opened, self.still, self.done = unplayed, opened, still, done
        self.lead = self.turn = self.winner = lead

    def play_any(self, numbers: Iterator[int]) -> int:
        """Play to the end by any legal card, each as likely, faster than ``play_out`` with
        ``AnyCard``. Call it before a trick. Returns the number of cards played.
        """
        rules, hands, opened = self.rules, self.hands, self.opened
        trumps, worth, draw = rules.trumps, rules.worth, numbers.__next__
        lead, still, done, first = self.lead, self.still, self.done, not self.done
        free_follow = rules.free_follow
        plain_lead, never, until_cut = rules.plain_lead, rules.never, rules.until_cut
        plain_discard, thrown = rules.plain_discard, rules.thrown
        after = SEATS_AFTER[len(hands)]
        counts, tricks, each, before = rules.counts, rules.tricks, rules.each, self.unplayed
        while still and done < each:
            legal = hands[lead]
            if plain_lead:
                legal = legal & ~(never | until_cut & ~opened) or legal
            else:
                legal = rules.leads(legal, opened, sum(hands))
            bit = legal if legal & (legal - 1) == 0 else _one_of(legal, draw())
            high = bit.bit_length() - 1
            suit, weight, winner = SUIT_OF[high], worth[high], lead
            hands[lead] ^= bit
            ruff = high if bit & trumps else NOTHING
            ruffed = False
            for seat in after[lead]:
                hand = hands[seat]
                legal = hand & suit
                if legal:
                    if not free_follow:
                        legal = rules.follows(legal, high)
                    cards = ORDERED[legal]
                    count = len(cards)
                    card = cards[draw() % count] if count > 1 else cards[0]
                    hands[seat] = hand ^ BIT[card]
                    if card > high:
                        high = card
                        if not ruffed:
                            winner = seat
                else:
                    if plain_discard:
                        legal = hand & thrown or hand
                    else:
                        legal = rules.discards(hand, ruff, first)
                    bit = legal if legal & (legal - 1) == 0 else _one_of(legal, draw())
                    card = bit.bit_length() - 1
                    opened |= SUIT_OF[card]
                    hands[seat] = hand ^ bit
                    if bit & trumps and card > ruff:
                        ruff, winner, ruffed = card, seat, True
                if counts:
                    weight += worth[card]
            weight += tricks[done]
            self.taken[winner] += weight
            still, done = still - weight, done + 1
            lead, first = winner, False
        self.unplayed = sum(hands)
        self.opened, self.still, self.done = opened, still, done
        self.lead = self.turn = self.winner = lead
        return (before ^ self.unplayed).bit_count()


def _one_of(cards: int, number: int) -> int:
    """Bit of one of several cards, each as likely. The half without it is left out at once."""
    place, lower = number % cards.bit_count(), cards & LOWER
    if place < (count := lower.bit_count()):
        cards = lower
    else:
        cards ^= lower
        place -= count
    while place:
        cards &= cards - 1
        place -= 1
    return cards & -cards


# -- a Domino


class Layout:
    """A Domino that is being played. ``ready``: the cards that may be laid next; ``out``: the seats
    without cards, in the order of going out; ``turns``: cards and passes so far.
    """

    __slots__ = ("hands", "lane", "out", "ready", "rules", "turn", "turns", "unplayed")

    def __init__(self, rules: Rules, hands: Sequence[int], opener: int) -> None:
        assert rules.lane is not None
        self.rules = rules
        self.lane = rules.lane
        self.hands = list(hands)
        self.unplayed = rules.deck
        self.ready = rules.lane.named
        self.out: list[int] = []
        self.turn = opener
        self.turns = 0

    def with_hands(self, hands: Sequence[int]) -> Layout:
        copy = Layout.__new__(Layout)
        copy.rules, copy.lane = self.rules, self.lane
        copy.hands = list(hands)
        copy.unplayed, copy.ready = self.unplayed, self.ready
        copy.out = self.out[:]
        copy.turn, copy.turns = self.turn, self.turns
        return copy

    @property
    def over(self) -> bool:
        count = len(self.hands)
        if self.lane.to_the_end:
            return count - len(self.out) <= 1
        if len(self.out) == count:
            return True
        return bool(self.out) and (self.lane.winners == "one" or self.turns % count == 0)

    def units(self) -> list[int]:
        """Cards left; where places count, the place of each, of those still in play the last."""
        if not self.lane.to_the_end:
            return [hand.bit_count() for hand in self.hands]
        units = [len(self.hands)] * len(self.hands)
        for place, seat in enumerate(self.out, start=1):
            units[seat] = place
        return units

    def legal(self) -> int:
        """Return the cards that may be laid; nothing where only a pass is left."""
        return self.hands[self.turn] & self.ready

    def play(self, card: int) -> None:
        seat = self.turn
        if card >= 0:
            bit = BIT[card]
            if self.unplayed == self.rules.deck:
                self.ready = self.lane.start
            self.ready = self.ready & ~bit | self.lane.opens[card]
            self.unplayed &= ~bit
            self.hands[seat] &= ~bit
            if not self.hands[seat]:
                self.out.append(seat)
        self.turns += 1
        self.turn = (seat + 1) % len(self.hands)

    def play_out(self, players: Sequence[Player]) -> int:
        """Play to the end and answer with the number of turns that were played."""
        before = self.turns
        while not self.over:
            self.play(self.asked(players[self.turn]))
        return self.turns - before

    def asked(self, player: Player) -> int:
        """The card that a player chooses, or nothing where only a pass is left."""
        legal = self.legal()
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        return player.lay(legal, self.hands[self.turn])


def start(rules: Rules, hands: Sequence[int], leader: int) -> Tricks | Layout:
    """Begin a hand; who opens a Domino may be the holder of a card."""
    if rules.lane is None:
        return Tricks(rules, hands, leader)
    return Layout(rules, hands, opener(rules, hands, leader))


def opener(rules: Rules, hands: Sequence[int], leader: int) -> int:
    lane = rules.lane
    if lane is None or not lane.held:
        return leader
    return next(seat for seat, hand in enumerate(hands) if hand & lane.named)
