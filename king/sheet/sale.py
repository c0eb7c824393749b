"""Selling of a hand (§2.1, §2.2, §2.4, §2.5, §11.5): the bids allowed now, the bidders, and the
buyer.

A state is an immutable value, and a call returns the next one. ``judge_bidding`` judges the
recorded calls of a table one by one.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, takewhile
from typing import Any, NamedTuple, Self

from king.cards import WINDS, Wind
from king.reading import Refused, picked
from king.rulesets.base import HandPlan, RuleSet, leader_of
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.checks import most_for_sale
from king.sheet.row import Row, Sale
from king.words import Phrase, gettext_noop, listed


class Bid(NamedTuple):
    number: int
    null: bool = False

    def __str__(self) -> str:
        return f"{self.number} null" if self.null else str(self.number)

    def points(self, contract: Contract) -> Fraction:
        if not self.null:
            return contract.value * self.number
        return -contract.nulls.value * self.number if contract.nulls else Fraction(0)


class BidRefused(Refused):
    """Error: the rules forbid the bid. ``allowed`` are the bids that may be made."""


Call = tuple[Wind, Bid | None]
"""The speaker and the bid; None for a pass."""


@dataclass(frozen=True)
class Selling(ABC):
    """State that both procedures share: the contract that its ``seller`` sells, and the calls in
    order.
    """

    seller: Wind
    contract: Contract
    settings: Settings
    ruleset: RuleSet
    calls: tuple[Call, ...] = ()

    @property
    @abstractmethod
    def turn(self) -> Wind | None:
        """Next wind to speak, or None once the sale is over."""

    @property
    @abstractmethod
    def allowed(self) -> tuple[Bid, ...]:
        """Bids open to the next speaker. A speaker who does not have to name a price may also pass."""

    @property
    @abstractmethod
    def sale(self) -> Sale | None:
        """The sale, or None if no bid is binding yet or the seller keeps the hand."""

    @property
    @abstractmethod
    def verdict(self) -> Phrase:
        """State of the sale in words: the result, or the next call to be made, and its speaker."""

    @property
    def bidders(self) -> tuple[Wind, ...]:
        winds, way = self.ruleset.winds, self.settings.direction
        return tuple(self.seller.after(step, way, winds) for step in range(1, len(winds)))

    def words(self, bid: Bid) -> Phrase:
        """The bid in the words of its tradition: ``2 nulos`` (§12.9)."""
        if not bid.null:
            return Phrase(TRICKS, number=bid.number)
        null = self.ruleset.term("null" if bid.number == 1 else "nulls")
        return Phrase(NULLS, number=bid.number, null=null)

    @property
    def most(self) -> int:
        return most_for_sale(self.contract, False)

    @property
    def highest(self) -> tuple[Wind, Bid] | None:
        return _last_bid(self.calls)

    @property
    def may_say(self) -> tuple[str, ...]:
        """Words that are open to the owner of an auction now."""
        return ()

    def bid(self, wind: Wind, bid: Bid) -> Self:
        """Return the sale after this bid. Raises ``BidRefused`` with the bids that are allowed."""
        return self._called(wind, bid)

    def passed(self, wind: Wind) -> Self:
        return self._called(wind, None)

    def _called(self, wind: Wind, bid: Bid | None) -> Self:
        turn, allowed = self.turn, self.allowed
        may_speak = turn is not None and wind in (turn, *self._may_answer)
        if may_speak and (bid is None or bid in allowed):
            return replace(self, calls=(*self.calls, (wind, bid)))
        if wind in self._out and self.sale is None:
            template = PASS_IS_FINAL
        elif turn is None:
            template = OVER
        elif wind != turn:
            template = NOT_IN_TURN
        else:
            template = NOT_ALLOWED if allowed else ONLY_PASS
        may = listed(map(self.words, allowed), ", ")
        fields = {"who": wind, "turn": turn, "bid": bid and self.words(bid), "allowed": may}
        raise BidRefused(Phrase(template, fields), allowed)

    @property
    def _out(self) -> frozenset[Wind]:
        """Winds whose pass is final."""
        return frozenset()

    @property
    def _may_answer(self) -> tuple[Wind, ...]:
        """Winds that may speak before their turn."""
        return ()

    def _speaker(self, *, single: bool) -> Wind | None:
        """Next speaker, in turn, until all others have passed after the last bid, or until a
        ``single`` round ends; then None.
        """
        if single and self.highest is not None:
            return None
        holder = self.highest and self.highest[0]
        silent = {holder, *_silent_since(self.calls), *self._out}
        start = self.bidders.index(self.calls[-1][0]) + 1 if self.calls else 0
        order = self.bidders[start:] + self.bidders[:start]
        return next((wind for wind in order if wind not in silent), None)

    def _sold(self) -> Sale | None:
        if self.highest is None:
            return None
        buyer, bid = self.highest
        return Sale(self.seller, buyer, bid.number, "null" if bid.null else None)


def _last_bid(calls: tuple[Call, ...]) -> tuple[Wind, Bid] | None:
    return next(((wind, bid) for wind, bid in reversed(calls) if bid is not None), None)


def _silent_since(calls: tuple[Call, ...]) -> list[Wind]:
    """Winds that have passed since the last bid."""
    return [wind for wind, _bid in takewhile(lambda call: call[1] is None, reversed(calls))]


@dataclass(frozen=True)
class AskedSale(Selling):
    """Sale in which the owner asks a price that cannot be lowered later; if nobody pays it, the
    owner declares (§2.1, §2.2).

    With ``fixed``, the first player in turn who wants the hand gets it at the price. Otherwise each
    bid must beat the last, and the hand is sold once all others have passed. ``asking`` is None
    until the owner asks.
    """

    asking: int | None = None

    @property
    def fixed(self) -> bool:
        return self.settings.sale_procedure == "fixed_price"

    @property
    def turn(self) -> Wind | None:
        return self.seller if self.asking is None else self._speaker(single=self.fixed)

    @property
    def allowed(self) -> tuple[Bid, ...]:
        if self.turn is None:
            return ()
        if self.fixed and self.asking is not None:
            return (Bid(self.asking),)
        least = (self.asking or 1) if self.highest is None else self.highest[1].number + 1
        return tuple(Bid(number) for number in range(least, self.most + 1))

    def bid(self, wind: Wind, bid: Bid) -> Self:
        if self.asking is not None:
            if wind == self.seller:
                raise BidRefused(Phrase(PRICE_STANDS, asking=self.asking), self.allowed)
            return super().bid(wind, bid)
        if wind != self.seller:
            raise BidRefused(Phrase(ASK_FIRST, who=self.seller), self.allowed)
        if bid not in self.allowed:
            raise BidRefused(Phrase(ASKING, asking=self.words(bid), most=self.most), self.allowed)
        return replace(self, asking=bid.number)

    def passed(self, wind: Wind) -> Self:
        if self.asking is None:
            raise BidRefused(Phrase(ASK_FIRST, who=self.seller), self.allowed)
        return super().passed(wind)

    @property
    def sale(self) -> Sale | None:
        return None if self.turn is not None else self._sold()

    @property
    def verdict(self) -> Phrase:
        if self.asking is None:
            return Phrase(PRICE_TO_COME, seller=self.seller)
        if self.highest is not None:
            who, bid = self.highest
            template = HAS_IT if self.turn is None else HAS_IT_SO_FAR
            return Phrase(template, who=who, bid=self.words(bid), turn=self.turn)
        template = AT_THAT_PRICE if self.fixed else AT_LEAST
        if self.turn is None:
            template = NOBODY_BUYS
        return Phrase(template, seller=self.seller, asking=self.asking, turn=self.turn)


@dataclass(frozen=True)
class OfferAuction(Selling):
    """Auction in which the others bid and the owner decides (R8, R13, §2.4, §2.5).

    During the bidding, ``turn`` is the next speaker and ``allowed`` what may be bid. When all but
    one have passed, the owner speaks: ``accepts``, ``refuses`` or ``haggles`` (the last bidder may
    raise once more).

    Before that the owner may at any time say the ``ultimatum`` "8 ou nulos": those who may still
    bid say eight or pass, in any order. If several say eight the order of preference decides; if
    nobody does, the owner plays the hand down (§11.5, §12.2). ``since`` is the number of calls
    before the owner's last word.
    """

    decision: str | None = None
    since: int = 0

    @property
    def ladder(self) -> tuple[Bid, ...]:
        """All bids from the lowest up: 1, 2, 3 = 1 null, 4, 5, 6 = 2 null, 7, 8."""
        ways = (False, True) if self.contract.nulls else (False,)
        bids = (
            Bid(number, null)
            for null in ways
            for number in range(1, most_for_sale(self.contract, null) + 1)
        )
        return tuple(sorted(bids, key=self._rank))

    @property
    def steps(self) -> tuple[tuple[Bid, ...], ...]:
        return tuple(tuple(same) for _rank, same in groupby(self.ladder, key=self._rank))

    @property
    def ultimatum(self) -> Bid:
        return Bid(self.most)

    def _rank(self, bid: Bid) -> tuple[Fraction, bool]:
        return bid.points(self.contract), bid.null and self.settings.bid_order == "null_above"

    @property
    def _answers(self) -> tuple[Call, ...]:
        return self.calls[self.since :]

    @property
    def _out(self) -> frozenset[Wind]:
        final = self.settings.pass_is_final
        return frozenset(who for who, bid in self.calls if final and bid is None)

    @property
    def _may_answer(self) -> tuple[Wind, ...]:
        """Winds that may still bid after an ultimatum. Once somebody has said eight, only those
        with a higher preference (§12.2).
        """
        if self.decision != "ultimatum":
            return ()
        may, holder = self.bidders, _last_bid(self._answers)
        if holder is not None:
            may = may[: may.index(holder[0])] if self.settings.preference else ()
        return tuple(wind for wind in may if wind not in self._out)

    @property
    def turn(self) -> Wind | None:
        if self.decision == "ultimatum":
            silent = _silent_since(self._answers)
            return next((wind for wind in self._may_answer if wind not in silent), None)
        if self.decision == "haggles":
            return None if self._answers or self.highest is None else self.highest[0]
        if self.decision is not None:
            return None
        return self._speaker(single=False)

    @property
    def allowed(self) -> tuple[Bid, ...]:
        """Bids open to the next speaker: all higher bids, and with preference also the same bid.
        After an ultimatum, only the ultimatum's.
        """
        turn, highest = self.turn, self.highest
        if turn is None:
            return ()
        if self.decision == "ultimatum":
            return (self.ultimatum,)
        if highest is None:
            return self.ladder
        holder, best = highest
        higher = tuple(bid for bid in self.ladder if self._rank(bid) > self._rank(best))
        matches = self.settings.preference and self.bidders.index(turn) < self.bidders.index(holder)
        return (best, *higher) if matches else higher

    @property
    def may_say(self) -> tuple[str, ...]:
        """Words open to the owner now: the ultimatum until they are bound, the others once the
        bidding is over.
        """
        if self.decision not in (None, "haggles"):
            return ()
        offered = self.turn is None and self.highest is not None
        answers = ("accepts", "refuses", "haggles") if offered else ()
        return (*answers, "ultimatum") if self.contract.nulls else answers

    def decided(self, decision: str) -> Self:
        """Return the auction after this decision of the owner. Raises ``BidRefused`` if it is not
        open to them now.
        """
        if decision in self.may_say:
            return replace(self, decision=decision, since=len(self.calls))
        template = NOTHING_OFFERED if self.turn is None else TOO_EARLY
        if self.decision not in (None, "haggles"):
            template = BOUND
        raise BidRefused(Phrase(template, who=self.seller, turn=self.turn), self.allowed)

    @property
    def sale(self) -> Sale | None:
        met = self.decision == "ultimatum" and _last_bid(self._answers)
        return self._sold() if met or self.decision == "accepts" else None

    @property
    def must_play_nulls(self) -> bool:
        """Whether the owner has to play the hand down, because nobody met the ultimatum."""
        return self.decision == "ultimatum" and self.turn is None and self.sale is None

    @property
    def may_book_unplayed(self) -> bool:
        """Whether the owner may book the hand without playing it: no offer was above the threshold,
        and none was accepted (A32).

        If so announced, the owner need not wait for an offer (O12).
        """
        if self.ruleset.unplayed is None or self.decision in ("accepts", "ultimatum"):
            return False
        if self.turn is not None:
            return self.settings.book_unopened and not self.calls
        most = self.settings.frustrated_at * self.contract.value
        return self.highest is None or self.highest[1].points(self.contract) <= most

    @property
    def verdict(self) -> Phrase:
        who, bid = self.highest or (None, None)
        fields = {
            "owner": self.seller,
            "turn": self.turn,
            "most": self.most,
            "said": self.ultimatum_words,
        }
        return Phrase(self._standing, fields, who=who, bid=bid and self.words(bid))

    @property
    def ultimatum_words(self) -> Phrase:
        return Phrase(EIGHT_OR_NULLS, most=self.most, ultimatum=self.ruleset.term("ultimatum"))

    @property
    def _standing(self) -> str:
        offered = self.highest is not None
        if self.sale is not None:
            return HAS_IT if self.turn is None else HAS_IT_UNLESS
        if self.decision == "ultimatum":
            return PLAYED_DOWN if self.turn is None else ULTIMATUM
        if self.decision == "refuses":
            return OWNER_PLAYS
        if self.turn is None:
            return OWNERS_WORD if offered else NOTHING_CAME
        if self.decision == "haggles":
            return MORE_ASKED
        return BEST_SO_FAR if offered else NOTHING_YET


def open_sale(
    ruleset: RuleSet, contract: Contract, owner: Wind, settings: Settings | None = None
) -> AskedSale | OfferAuction:
    """Open the sale of a hand. Raises ``BidRefused`` if this system does not sell the contract."""
    settings = settings or ruleset.defaults
    if not contract.sale or ruleset.sale_within_pair:
        raise BidRefused(Phrase(NOT_SOLD, contract=contract.title))
    if settings.sale_procedure == "auction":
        return OfferAuction(owner, contract, settings, ruleset)
    return AskedSale(owner, contract, settings, ruleset)


def may_buy(ruleset: RuleSet, plan: HandPlan) -> tuple[Wind, ...]:
    if ruleset.sale_within_pair and plan.owner is not None:
        return (plan.owner.partner,)
    return tuple(wind for wind in ruleset.winds if wind != plan.owner)


def leader_after_sale(
    plan: HandPlan,
    sale: Sale | None,
    settings: Settings,
    contract: Contract | None = None,
    winds: tuple[Wind, ...] = WINDS,
) -> Wind | None:
    """Leader after a sale. No source says that a sale changes the leader, but a setting may (A12).
    ``contract`` is set if it was chosen; ``winds`` are the players.
    """
    if sale and sale.buyer and settings.leader_after_sale == "after_buyer":
        return Wind(sale.buyer).after(1, settings.direction, winds)
    return plan.leader or (plan.dealer and leader_of(plan.dealer, settings, contract, winds))


# -- the calls of a table, judged one by one

PASS = "pass"
OWNERS_WORDS = ("accepts", "refuses", "haggles", "ultimatum")
WRITTEN = re.compile(
    rf"([NESW])\s+(?:(\d{{1,2}})(?:\s*(null))?|({'|'.join((PASS, *OWNERS_WORDS))}))"
)


class WrittenCall(NamedTuple):
    """One call as it was written: the speaker, and the bid or else the word."""

    who: Wind
    bid: Bid | None = None
    word: str = PASS

    @classmethod
    def parse(cls, text: str) -> WrittenCall:
        """Read a call such as ``E 1 null``. Raises ``ValueError`` for any other text.

        >>> WrittenCall.parse("E 1 null").bid
        Bid(number=1, null=True)
        """
        match = WRITTEN.fullmatch(" ".join(text.split()))
        if match is None:
            raise ValueError(f"no call: {text!r}")
        who, number, null, word = match.groups()
        return cls(Wind(who), Bid(int(number), bool(null)) if number else None, word or PASS)

    def __str__(self) -> str:
        return f"{self.who} {self.bid or self.word}"


class Bidding(NamedTuple):
    """All calls, with the reason if one was not allowed, and the ``sale`` that the allowed ones
    make.
    """

    sale: Selling
    heard: tuple[tuple[WrittenCall, Phrase | None], ...]

    @property
    def sold(self) -> Sale | None:
        return self.sale.sale

    @property
    def over(self) -> bool:
        return self.sale.turn is None and not self.sale.may_say and bool(self.heard)

    @property
    def played_down(self) -> bool:
        """Whether the owner plays down the hand, because nobody bought it after the ultimatum."""
        return isinstance(self.sale, OfferAuction) and self.sale.must_play_nulls

    def agrees_with(self, row: Row) -> bool:
        """Whether the row has the same buyer and price. A hand bid for nulls, or played down
        unsold, has to be so in the row as well.
        """
        sold, written = self.sold, row.sale
        if sold is None or written is None:
            return sold is written and (row.direction == "down" or not self.played_down)
        for_nulls = sold.polarity == "null"
        same_sale = (sold.buyer, sold.price) == (written.buyer, written.price)
        return same_sale and for_nulls == row.sold_for_nulls

    @property
    def bookable(self) -> Phrase | None:
        may = isinstance(self.sale, OfferAuction) and self.sale.may_book_unplayed
        return Phrase(MAY_BOOK, owner=self.sale.seller) if may else None

    def as_json(self) -> dict[str, Any]:
        calls = [
            {"call": str(call), "legal": problem is None}
            | ({"message": str(problem)} if problem else {})
            for call, problem in self.heard
        ]
        sale, highest = self.sale, self.sale.highest
        return picked(sale, "seller", "turn", "allowed", "sale", "verdict") | {
            "calls": calls,
            "highest": highest and {"bidder": highest[0], "bid": str(highest[1])},
            "owner_may_say": list(sale.may_say),
            "played_down": self.played_down,
            "may_book_unplayed": self.bookable is not None,
        }


def judge_bidding(sale: Selling, calls: Iterable[WrittenCall]) -> Bidding:
    judged_calls = []
    for call in calls:
        problem = None
        try:
            sale = after_call(sale, call)
        except BidRefused as refusal:
            problem = refusal.phrase
        judged_calls.append((call, problem))
    return Bidding(sale, tuple(judged_calls))


def after_call(sale: Selling, call: WrittenCall) -> Selling:
    if call.bid is not None:
        return sale.bid(call.who, call.bid)
    if call.word == PASS:
        return sale.passed(call.who)
    if not isinstance(sale, OfferAuction) or call.who != sale.seller:
        raise BidRefused(Phrase(NOT_HIS_WORD, who=call.who), sale.allowed)
    return sale.decided(call.word)


def sold_contract(ruleset: RuleSet) -> str | None:
    if ruleset.sale_within_pair:
        return None
    return next((code for code in ruleset.counts if ruleset.contract(code).sale), None)


def is_sold(ruleset: RuleSet, plan: HandPlan) -> bool:
    return sold_contract(ruleset) is not None and (plan.contract is None or plan.contract.sale)


TRICKS = "{number}"
NULLS = "{number} {null}"
EIGHT_OR_NULLS = "{most} {ultimatum}"
OVER = gettext_noop("The bidding is over")
NOT_IN_TURN = gettext_noop("{who} bids out of turn; {turn} is next to speak")
ONLY_PASS = gettext_noop("{who} cannot bid {bid}; only a pass is left")
NOT_ALLOWED = gettext_noop("{who} cannot bid {bid}; allowed are {allowed}, or a pass")
ASK_FIRST = gettext_noop("{who} asks a price first")
ASKING = gettext_noop("The price asked is from 1 to {most} tricks, not {asking}")
PRICE_STANDS = gettext_noop("The price of {asking} has been asked and cannot be changed")
TOO_EARLY = gettext_noop("{who} cannot say so yet; {turn} is next to speak")
BOUND = gettext_noop("{who} may not speak any more")
NOTHING_OFFERED = gettext_noop("Nothing has been offered")
NOT_SOLD = gettext_noop("{contract}: this hand cannot be sold")
NOT_HIS_WORD = gettext_noop(
    "Only the owner of an auction accepts, refuses or asks for more, not {who}"
)
PRICE_TO_COME = gettext_noop("{seller} has asked no price yet")
AT_LEAST = gettext_noop("{seller} asks {asking}: {turn} may bid that or more")
AT_THAT_PRICE = gettext_noop("{seller} asks {asking}: {turn} may take the hand at that price")
NOBODY_BUYS = gettext_noop(
    "Nobody takes the hand at {asking}: {seller} plays it, and asks no lower price"
)
HAS_IT = gettext_noop("{who} has the hand for {bid}")
HAS_IT_SO_FAR = gettext_noop(
    "{who} has the hand for {bid} unless somebody bids more; {turn} is next to speak"
)
HAS_IT_UNLESS = gettext_noop(
    "{who} has the hand for {bid} unless {turn}, who has precedence, says the same"
)
PASS_IS_FINAL = gettext_noop("{who} has passed, and a pass is final here")
NOTHING_YET = gettext_noop("Nothing is offered yet; {turn} is next to speak")
BEST_SO_FAR = gettext_noop("{who} offers {bid}; {turn} is next to speak")
OWNERS_WORD = gettext_noop("{who} offers {bid}: {owner} accepts, refuses or asks for more")
NOTHING_CAME = gettext_noop("Nobody has offered anything: {owner} plays the hand")
MORE_ASKED = gettext_noop("{owner} asks for more than {bid}; {turn} is next to speak")
ULTIMATUM = gettext_noop(
    "{owner} has said “{said}” to all: they answer in any order; {turn} has not answered yet"
)
PLAYED_DOWN = gettext_noop("Nobody offers {most}: {owner} plays the hand down")
OWNER_PLAYS = gettext_noop("{owner} has refused and plays the hand")
MAY_BOOK = gettext_noop("{owner} may book the hand without play")
