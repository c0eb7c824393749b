"""How a hand is sold: what may be bid now, by whom, and to whom it goes (§2.1, §2.2, §2.4, §2.5, §11.5).

Two procedures. ``AskedSale``: the dealer asks a price and the others raise it (Genoa) or take it (it.wikipedia).
``OfferAuction``: the others offer tricks or nulls, an earlier bidder may match a later one, and the owner accepts,
refuses, asks the last bidder for more, or puts his ultimatum to all (Portugal, France). Both are values: a call gives
the next state; a call that is not allowed raises ``BidRefused`` with those that are. A sale's effect on the score is
in ``king.sheet.points``; what was said at a table is judged call by call in ``king.sheet.bidding``.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Self

from king.cards import WINDS, Wind
from king.rulesets.base import HandPlan, RuleSet, leader_of
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.checks import most_for_sale
from king.sheet.row import Sale
from king.words import Phrase, gettext_noop, listed


@dataclass(frozen=True, slots=True)
class Bid:
    number: int
    null: bool = False

    def __str__(self) -> str:
        return f"{self.number} null" if self.null else str(self.number)

    @property
    def phrase(self) -> Phrase:
        return Phrase(NULLS if self.null else TRICKS, {"number": self.number})

    def points(self, contract: Contract) -> Fraction:
        if self.null:
            return Fraction(0) if contract.nulls is None else -contract.nulls.value * self.number
        return contract.value * self.number


class BidRefused(ValueError):
    """A bid or a call that may not be made; ``phrase`` says so, ``allowed`` are the bids that may."""

    def __init__(self, phrase: Phrase, allowed: tuple[Bid, ...] = ()) -> None:
        self.phrase, self.allowed = phrase, allowed
        super().__init__(str(phrase))


Call = tuple[Wind, Bid | None]
"""The speaker and the bid; None for a pass."""


@dataclass(frozen=True)
class Selling(ABC):
    """State that both procedures share: a contract that its ``seller`` sells, and what was said, in order."""

    seller: Wind
    contract: Contract
    settings: Settings
    calls: tuple[Call, ...] = ()

    @property
    @abstractmethod
    def turn(self) -> Wind | None:
        """The next to speak; None once the sale is over."""

    @property
    @abstractmethod
    def allowed(self) -> tuple[Bid, ...]:
        """The bids of the next to speak; whoever is not asked for a price may pass besides."""

    @property
    def bidders(self) -> tuple[Wind, ...]:
        return tuple(self.seller.after(step, self.settings.direction) for step in (1, 2, 3))

    @property
    def most(self) -> int:
        return most_for_sale(self.contract, False)

    @property
    def highest(self) -> Call | None:
        return _last_bid(self.calls)

    def bid(self, wind: Wind, bid: Bid) -> Self:
        """Raises ``BidRefused`` with the bids that are allowed."""
        if wind != self.turn or bid not in self.allowed:
            raise self._refused(wind, bid)
        return replace(self, calls=(*self.calls, (wind, bid)))

    def passed(self, wind: Wind) -> Self:
        if wind != self.turn:
            raise self._refused(wind, None)
        return replace(self, calls=(*self.calls, (wind, None)))

    def _refused(self, wind: Wind, bid: Bid | None) -> BidRefused:
        turn, allowed, said = self.turn, self.allowed, said_bid(bid)
        if turn is None:
            return BidRefused(Phrase(OVER), allowed)
        if wind != turn:
            return BidRefused(Phrase(NOT_IN_TURN, {"who": wind, "turn": turn}), allowed)
        if not allowed:
            return BidRefused(Phrase(ONLY_PASS, {"who": wind, "bid": said}), allowed)
        may = listed((choice.phrase for choice in allowed), ", ")
        return BidRefused(Phrase(NOT_ALLOWED, {"who": wind, "bid": said, "allowed": may}), allowed)


@dataclass(frozen=True)
class AskedSale(Selling):
    """The dealer asks a price that he cannot lower; nobody at it, and he declares himself (§2.1, §2.2).

    ``fixed``: the first in turn who wants it takes it at the price. Otherwise each bid must beat the last, and the
    hand is sold when all the others have passed after it. ``asking`` is None while the dealer has asked nothing.
    """

    asking: int | None = None

    @property
    def fixed(self) -> bool:
        return self.settings.sale_procedure == "fixed_price"

    @property
    def turn(self) -> Wind | None:
        return self.seller if self.asking is None else _turn(self.bidders, self.calls, final=False, single=self.fixed)

    @property
    def allowed(self) -> tuple[Bid, ...]:
        if self.turn is None:
            return ()
        if self.fixed and self.asking is not None:
            return (Bid(self.asking),)
        highest = self.highest
        least = self.asking or 1 if highest is None or highest[1] is None else highest[1].number + 1
        return tuple(Bid(number) for number in range(least, self.most + 1))

    def bid(self, wind: Wind, bid: Bid) -> Self:
        if self.asking is not None:
            if wind == self.seller:
                raise BidRefused(Phrase(PRICE_STANDS, {"asking": self.asking}), self.allowed)
            return super().bid(wind, bid)
        if wind != self.seller:
            raise BidRefused(Phrase(ASK_FIRST, {"who": self.seller}), self.allowed)
        if bid not in self.allowed:
            raise BidRefused(Phrase(ASKING, {"asking": bid.phrase, "most": self.most}), self.allowed)
        return replace(self, asking=bid.number)

    def passed(self, wind: Wind) -> Self:
        if self.asking is None:
            raise BidRefused(Phrase(ASK_FIRST, {"who": self.seller}), self.allowed)
        return super().passed(wind)

    @property
    def sale(self) -> Sale | None:
        """None while it is not over, and where the dealer declares himself."""
        return None if self.turn is not None else _sold(self.seller, self.highest)


def _last_bid(calls: tuple[Call, ...]) -> Call | None:
    return next((call for call in reversed(calls) if call[1] is not None), None)


def _sold(seller: Wind, highest: Call | None) -> Sale | None:
    if highest is None or highest[1] is None:
        return None
    return Sale(seller, highest[0], highest[1].number, "null" if highest[1].null else None)


def _turn(bidders: tuple[Wind, ...], calls: tuple[Call, ...], final: bool, single: bool) -> Wind | None:
    """Wind that speaks next: the turn goes round until everybody else has passed after the last bid."""
    bids = [index for index, call in enumerate(calls) if call[1] is not None]
    if bids and single:
        return None
    holder = calls[bids[-1]][0] if bids else None
    since = calls[bids[-1] + 1 :] if bids else calls
    out = {wind for wind, bid in calls if bid is None} if final else set()
    silent = {wind for wind, _ in since} | out
    waiting = [wind for wind in bidders if wind != holder and wind not in silent]
    if not waiting:
        return None
    start = bidders.index(calls[-1][0]) + 1 if calls else 0
    order = bidders[start:] + bidders[:start]
    return next(wind for wind in order if wind in waiting)


@dataclass(frozen=True)
class OfferAuction(Selling):
    """The others offer, the owner decides (R8, R13, §2.4, §2.5).

    While the bidding is on, ``turn`` is who speaks and ``allowed`` what may be bid. When all but one have dropped it
    is the owner's word: ``accepts``, ``refuses`` or ``haggles`` (the last bidder may raise once more). At any time
    before he may put the ``ultimatum`` "8 ou nulos" to all: each answers in turn, whoever offers eight has the hand,
    and if nobody does the owner plays it down (§11.5). ``since`` is how many calls were made before his last word;
    ``booked``: whether the system books a hand without play.
    """

    booked: bool = False
    decision: str | None = None
    since: int = 0

    @property
    def ladder(self) -> tuple[Bid, ...]:
        """Every bid there is, from the lowest up: 1, 2, 3 = 1 null, 4, 5, 6 = 2 null, 7, 8."""
        up = [Bid(number) for number in range(1, self.most + 1)]
        down = []
        if self.contract.nulls is not None:
            down = [Bid(number, null=True) for number in range(1, most_for_sale(self.contract, True) + 1)]
        return tuple(sorted((*up, *down), key=self._rank))

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
    def turn(self) -> Wind | None:
        if self.decision == "ultimatum":
            said = self._answers
            return None if len(said) == len(self.bidders) or _last_bid(said) else self.bidders[len(said)]
        if self.decision == "haggles":
            return None if self._answers or self.highest is None else self.highest[0]
        if self.decision is not None:
            return None
        return _turn(self.bidders, self.calls, self.settings.pass_is_final, single=False)

    @property
    def allowed(self) -> tuple[Bid, ...]:
        """Every higher bid and, with preference, the very same one."""
        turn, highest = self.turn, self.highest
        if turn is None:
            return ()
        if self.decision == "ultimatum":
            return (self.ultimatum,)
        if highest is None or highest[1] is None:
            return self.ladder
        holder, best = highest
        assert best is not None
        higher = tuple(bid for bid in self.ladder if self._rank(bid) > self._rank(best))
        matches = self.settings.preference and self.bidders.index(turn) < self.bidders.index(holder)
        return (best, *higher) if matches else higher

    @property
    def may_say(self) -> tuple[str, ...]:
        """Words open to the owner now: the ultimatum until he is bound, the rest once the bidding is over."""
        if self.decision not in (None, "haggles"):
            return ()
        offered = ("accepts", "refuses", "haggles") if self.turn is None and self.highest is not None else ()
        return (*offered, "ultimatum") if self.contract.nulls is not None else offered

    def decided(self, decision: str) -> Self:
        """Raises ``BidRefused``."""
        if decision not in self.may_say:
            raise BidRefused(self._undecided(), self.allowed)
        return replace(self, decision=decision, since=len(self.calls))

    def _undecided(self) -> Phrase:
        who = {"who": self.seller}
        if self.decision not in (None, "haggles"):
            return Phrase(BOUND, who)
        if self.turn is not None:
            return Phrase(TOO_EARLY, {**who, "turn": self.turn})
        return Phrase(NOTHING_OFFERED)

    @property
    def sale(self) -> Sale | None:
        """None before the owner is bound, and where he keeps the hand."""
        bound = self.decision == "accepts" or (self.decision == "ultimatum" and _last_bid(self._answers))
        return _sold(self.seller, self.highest) if bound else None

    @property
    def must_play_nulls(self) -> bool:
        """Nobody met the owner's ultimatum."""
        return self.decision == "ultimatum" and self.turn is None and self.sale is None

    @property
    def may_book_unplayed(self) -> bool:
        """No offer was above the threshold, and none accepted (A32).

        Where it is so announced the owner need not wait for an offer (O12).
        """
        if not self.booked or self.decision in ("accepts", "ultimatum"):
            return False
        if self.turn is not None:
            return self.settings.book_unopened and not self.calls
        highest = self.highest
        if highest is None or highest[1] is None:
            return True
        return highest[1].points(self.contract) <= self.settings.frustrated_at * self.contract.value


def open_sale(
    ruleset: RuleSet, contract: Contract, dealer: Wind, settings: Settings | None = None
) -> AskedSale | OfferAuction:
    """Raises ``BidRefused`` where the contract is not sold in this system."""
    settings = settings or ruleset.defaults
    if not contract.sale or ruleset.sale_within_pair:
        raise BidRefused(Phrase(NOT_SOLD, {"contract": contract.title}))
    if settings.sale_procedure == "auction":
        return OfferAuction(dealer, contract, settings, booked=ruleset.unplayed is not None)
    return AskedSale(dealer, contract, settings)


def may_buy(ruleset: RuleSet, plan: HandPlan) -> tuple[Wind, ...]:
    if ruleset.sale_within_pair and plan.dealer is not None:
        return (plan.dealer.partner,)
    return tuple(wind for wind in WINDS if wind != plan.dealer)


def leader_after_sale(
    plan: HandPlan, sale: Sale | None, settings: Settings, contract: Contract | None = None
) -> Wind | None:
    """No source says that a sale changes the leader, but a setting may (A12); ``contract`` where it was chosen."""
    if sale is None or sale.buyer is None or settings.leader_after_sale == "unchanged":
        return plan.leader or (None if plan.dealer is None else leader_of(plan.dealer, settings, contract))
    return Wind(sale.buyer).after(1, settings.direction)


def said_bid(bid: Bid | None) -> Phrase | None:
    return None if bid is None else bid.phrase


TRICKS = "{number}"
NULLS = gettext_noop("{number} null")
OVER = gettext_noop("The bidding is over")
NOT_IN_TURN = gettext_noop("{who} bids out of turn; {turn} speaks now")
ONLY_PASS = gettext_noop("{who} cannot bid {bid}; nothing is left but to pass")
NOT_ALLOWED = gettext_noop("{who} cannot bid {bid}; allowed are {allowed}, or a pass")
ASK_FIRST = gettext_noop("{who} asks his price first")
ASKING = gettext_noop("The price asked is from 1 to {most} tricks, not {asking}")
PRICE_STANDS = gettext_noop("The price of {asking} has been asked and cannot be changed")
TOO_EARLY = gettext_noop("{who} cannot say so yet; {turn} speaks now")
BOUND = gettext_noop("{who} has said his last word")
NOTHING_OFFERED = gettext_noop("Nothing has been offered")
NOT_SOLD = gettext_noop("{contract}: this hand cannot be sold")
