"""How a hand is sold: what may be bid now, by whom, and to whom it goes (§2.1, §2.2, §2.4, §2.5).

Two procedures. ``AskedSale``: the dealer asks a price and the others raise it (Genoa) or take it (it.wikipedia).
``OfferAuction``: the others offer tricks or nulls, an earlier bidder may match a later one, and the owner accepts,
refuses or forces the last bidder's hand (Portugal, France). Both are values: a call gives the next state; a call
that is not allowed raises ``BidRefused`` with those that are. What a sale does to the score is in
``king.settlement``, whose two functions are at hand here too.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from king.checks import most_for_sale
from king.contracts import Contract
from king.row import Sale
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.settings import Settings
from king.settlement import settle_nulls, settle_tricks
from king.winds import Direction, Wind
from king.words import Phrase, gettext_noop, listed

__all__ = [
    "AskedSale",
    "Bid",
    "BidRefused",
    "OfferAuction",
    "leader_after_sale",
    "open_sale",
    "settle_nulls",
    "settle_tricks",
]


@dataclass(frozen=True, slots=True)
class Bid:
    """So many tricks, or so many nulls."""

    number: int
    null: bool = False

    def __str__(self) -> str:
        return f"{self.number} null" if self.null else str(self.number)

    @property
    def phrase(self) -> Phrase:
        """The bid in a sentence."""
        return Phrase(NULLS if self.null else TRICKS, {"number": self.number})

    def points(self, contract: Contract) -> Fraction:
        """What the bid is worth to the seller: 25 a trick, 75 a null, as the contract has it."""
        if self.null:
            return Fraction(0) if contract.nulls is None else -contract.nulls.value * self.number
        return contract.value * self.number


class BidRefused(ValueError):
    """A bid or a call that may not be made; ``phrase`` says so, ``allowed`` are the bids that may."""

    def __init__(self, phrase: Phrase, allowed: tuple[Bid, ...] = ()) -> None:
        self.phrase, self.allowed = phrase, allowed
        super().__init__(str(phrase))


Call = tuple[Wind, Bid | None]
"""Who spoke, and the bid; None for a pass."""


def _refuse(wind: Wind, bid: Bid | None, turn: Wind | None, allowed: tuple[Bid, ...]) -> BidRefused:
    said = None if bid is None else bid.phrase
    if turn is None:
        return BidRefused(Phrase(OVER), allowed)
    if wind != turn:
        return BidRefused(Phrase(NOT_IN_TURN, {"who": wind, "turn": turn}), allowed)
    may = listed((choice.phrase for choice in allowed), ", ")
    if not allowed:
        return BidRefused(Phrase(ONLY_PASS, {"who": wind, "bid": said}), allowed)
    return BidRefused(Phrase(NOT_ALLOWED, {"who": wind, "bid": said, "allowed": may}), allowed)


@dataclass(frozen=True)
class AskedSale:
    """The dealer asks a price that he cannot lower; nobody at it, and he declares himself (§2.1, §2.2).

    ``fixed``: the first in turn who wants it takes it at the price. Otherwise each bid must beat the last, and the
    hand is sold when all the others have passed after it.
    """

    dealer: Wind
    asking: int
    most: int
    direction: Direction = Direction.CLOCKWISE
    fixed: bool = False
    pass_is_final: bool = False
    calls: tuple[Call, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.asking <= self.most:
            raise BidRefused(Phrase(ASKING, {"asking": self.asking, "most": self.most}))

    @property
    def highest(self) -> Call | None:
        """The last bid with its bidder, or None."""
        return next((call for call in reversed(self.calls) if call[1] is not None), None)

    @property
    def turn(self) -> Wind | None:
        """Who speaks now; None when the sale is over."""
        return _turn(self._bidders(), self.calls, self.pass_is_final, single=self.fixed)

    def _bidders(self) -> tuple[Wind, ...]:
        return tuple(self.dealer.after(step, self.direction) for step in (1, 2, 3))

    @property
    def allowed(self) -> tuple[Bid, ...]:
        """The bids that whoever speaks now may make; passing is always allowed besides."""
        if self.turn is None:
            return ()
        if self.fixed:
            return (Bid(self.asking),)
        highest = self.highest
        least = self.asking if highest is None or highest[1] is None else highest[1].number + 1
        return tuple(Bid(number) for number in range(least, self.most + 1))

    def bid(self, wind: Wind, number: int) -> AskedSale:
        """The sale after a bid of so many tricks; raises ``BidRefused``."""
        bid = Bid(number)
        if wind != self.turn or bid not in self.allowed:
            raise _refuse(wind, bid, self.turn, self.allowed)
        return replace(self, calls=(*self.calls, (wind, bid)))

    def passed(self, wind: Wind) -> AskedSale:
        """The sale after a pass; raises ``BidRefused`` out of turn."""
        if wind != self.turn:
            raise _refuse(wind, None, self.turn, self.allowed)
        return replace(self, calls=(*self.calls, (wind, None)))

    def lowered(self, asking: int) -> AskedSale:
        """A price asked once is not asked again; always raises ``BidRefused`` unless the price is the same (§2.1)."""
        if asking != self.asking:
            raise BidRefused(Phrase(PRICE_STANDS, {"asking": self.asking}), self.allowed)
        return self

    @property
    def sale(self) -> Sale | None:
        """The sale when it is over; None while it is not, and where the dealer declares himself."""
        highest = self.highest
        if self.turn is not None or highest is None or highest[1] is None:
            return None
        return Sale(self.dealer, highest[0], highest[1].number)


def _turn(bidders: tuple[Wind, ...], calls: tuple[Call, ...], final: bool, single: bool) -> Wind | None:
    """Who speaks next: the turn goes round until everybody else has passed after the last bid."""
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
class OfferAuction:
    """The others offer, the owner decides (R8, R13, §2.4, §2.5).

    While the bidding is on, ``turn`` is who speaks and ``allowed`` what may be bid. When all but one have dropped it
    is the owner's word: ``accepted``, ``refused``, ``haggled`` (the last bidder may raise once more) or the
    ``ultimatum`` "8 ou nulos": eight and the owner must sell, else he must play for nulls.
    """

    owner: Wind
    contract: Contract
    direction: Direction = Direction.CLOCKWISE
    null_above: bool = False
    pass_is_final: bool = False
    preference: bool = True
    frustrated_at: int = 3
    book_unopened: bool = False
    calls: tuple[Call, ...] = ()
    decision: str | None = None
    answer: Call | None = field(default=None)

    @property
    def bidders(self) -> tuple[Wind, ...]:
        """The three others, in turn from the owner."""
        return tuple(self.owner.after(step, self.direction) for step in (1, 2, 3))

    @property
    def ladder(self) -> tuple[Bid, ...]:
        """Every bid there is, from the lowest up: 1, 2, 3 = 1 null, 4, 5, 6 = 2 null, 7, 8."""
        up = [Bid(number) for number in range(1, most_for_sale(self.contract, False) + 1)]
        down = []
        if self.contract.nulls is not None:
            down = [Bid(number, null=True) for number in range(1, most_for_sale(self.contract, True) + 1)]
        return tuple(sorted((*up, *down), key=self._rank))

    @property
    def steps(self) -> tuple[tuple[Bid, ...], ...]:
        """The ladder with the bids that are worth the same on one step: either may be said where the other was not."""
        return tuple(tuple(same) for _rank, same in groupby(self.ladder, key=self._rank))

    @property
    def ultimatum(self) -> Bid:
        """What the owner asks for at last: the most tricks that there are to bid, "8 ou nulos"."""
        return Bid(most_for_sale(self.contract, False))

    def _rank(self, bid: Bid) -> tuple[Fraction, bool]:
        return bid.points(self.contract), bid.null and self.null_above

    @property
    def highest(self) -> Call | None:
        """The best offer with its bidder: the last one, which beat or matched those before."""
        if self.answer is not None and self.answer[1] is not None:
            return self.answer
        return next((call for call in reversed(self.calls) if call[1] is not None), None)

    @property
    def turn(self) -> Wind | None:
        """Who bids now; after haggling or an ultimatum, the last bidder; None when the owner decides or has decided."""
        if self.decision in ("haggled", "ultimatum") and self.answer is None:
            highest = self.highest
            return None if highest is None else highest[0]
        if self.decision is not None:
            return None
        return _turn(self.bidders, self.calls, self.pass_is_final, single=False)

    @property
    def allowed(self) -> tuple[Bid, ...]:
        """The bids that whoever speaks now may make: every higher one and, with preference, the very same one."""
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
        matches = self.preference and self.bidders.index(turn) < self.bidders.index(holder)
        return (best, *higher) if matches else higher

    def bid(self, wind: Wind, bid: Bid) -> OfferAuction:
        """The auction after the bid; raises ``BidRefused`` with the bids that are allowed."""
        if wind != self.turn or bid not in self.allowed:
            raise _refuse(wind, bid, self.turn, self.allowed)
        if self.decision is not None:
            return replace(self, answer=(wind, bid))
        return replace(self, calls=(*self.calls, (wind, bid)))

    def passed(self, wind: Wind) -> OfferAuction:
        """The auction after a pass; raises ``BidRefused`` out of turn."""
        if wind != self.turn:
            raise _refuse(wind, None, self.turn, self.allowed)
        if self.decision is not None:
            return replace(self, answer=(wind, None))
        return replace(self, calls=(*self.calls, (wind, None)))

    @property
    def may_decide(self) -> bool:
        """Whether it is the owner's word: the bidding is over and nothing binds him yet."""
        if self.decision in (None, "haggled"):
            return self.turn is None
        return False

    def decided(self, decision: str) -> OfferAuction:
        """The owner's word: ``accepted``, ``refused``, ``haggled`` or ``ultimatum``; raises ``BidRefused``."""
        if not self.may_decide or decision not in ("accepted", "refused", "haggled", "ultimatum"):
            raise BidRefused(Phrase(NO_DECISION, {"who": self.owner}), self.allowed)
        if decision != "refused" and self.highest is None:
            raise BidRefused(Phrase(NOTHING_OFFERED))
        if self.decision is None:
            return replace(self, decision=decision)
        calls = self.calls if self.answer is None else (*self.calls, self.answer)
        return replace(self, calls=calls, decision=decision, answer=None)

    @property
    def sale(self) -> Sale | None:
        """The sale, once the owner is bound to it; None before, and where he keeps the hand."""
        highest = self.highest
        if highest is None or highest[1] is None:
            return None
        forced = self.decision == "ultimatum" and self.answer is not None and self.answer[1] is not None
        if self.decision != "accepted" and not forced:
            return None
        bid = highest[1]
        return Sale(self.owner, highest[0], bid.number, "null" if bid.null else None)

    @property
    def must_play_nulls(self) -> bool:
        """Whether the owner is bound to nulls: nobody met his ultimatum."""
        return self.decision == "ultimatum" and self.answer is not None and self.answer[1] is None

    @property
    def may_book_unplayed(self) -> bool:
        """Whether the owner may book the hand without play: no offer above the threshold, and none accepted (A32).

        Where it is so announced he need not wait for an offer (O12).
        """
        if self.book_unopened and not self.calls and self.decision is None:
            return True
        if self.turn is not None or self.decision in ("accepted", "ultimatum"):
            return False
        highest = self.highest
        if highest is None or highest[1] is None:
            return True
        return highest[1].points(self.contract) <= self.frustrated_at * self.contract.value


def open_sale(
    ruleset: RuleSet, contract: Contract, dealer: Wind, settings: Settings | None = None, asking: int | None = None
) -> AskedSale | OfferAuction:
    """The sale of a hand as the settings have it; ``asking`` is the dealer's price, where a price is asked.

    Raises ``BidRefused`` where the contract is not sold in this system, or the price is missing or impossible.
    """
    settings = settings or ruleset.defaults
    if not contract.sale or ruleset.sale_within_pair:
        raise BidRefused(Phrase(NOT_SOLD, {"contract": contract.title}))
    if settings.sale_procedure == "auction":
        return OfferAuction(
            dealer,
            contract,
            settings.direction,
            null_above=settings.bid_order == "null_above",
            pass_is_final=settings.pass_is_final,
            preference=settings.preference,
            frustrated_at=settings.frustrated_at,
            book_unopened=settings.book_unopened,
        )
    most = most_for_sale(contract, False)
    fixed = settings.sale_procedure == "fixed_price"
    return AskedSale(dealer, asking or 0, most, settings.direction, fixed, settings.pass_is_final)


def leader_after_sale(plan: HandPlan, sale: Sale | None, settings: Settings) -> Wind | None:
    """Who leads the hand: nobody says that a sale changes it, but it may be announced so (A12)."""
    if sale is None or sale.buyer is None or settings.leader_after_sale == "unchanged":
        return plan.leader
    return Wind(sale.buyer).after(1, settings.direction)


TRICKS = "{number}"
NULLS = gettext_noop("{number} null")
OVER = gettext_noop("The bidding is over")
NOT_IN_TURN = gettext_noop("{who} bids out of turn; {turn} speaks now")
ONLY_PASS = gettext_noop("{who} cannot bid {bid}; nothing is left but to pass")
NOT_ALLOWED = gettext_noop("{who} cannot bid {bid}; allowed are {allowed}, or a pass")
ASKING = gettext_noop("The price asked is from 1 to {most} tricks, not {asking}")
PRICE_STANDS = gettext_noop("The price of {asking} has been asked and cannot be changed")
NO_DECISION = gettext_noop("{who} cannot decide now")
NOTHING_OFFERED = gettext_noop("Nothing has been offered")
NOT_SOLD = gettext_noop("{contract}: this hand cannot be sold")
