"""Calls made at a table when a hand was sold, judged one by one (§2.1, §2.2, §2.4, §2.5, §11.5).

A call in writing: ``N 4`` is a price or an offer of four tricks, ``E 1 null`` an offer of one null, ``W pass`` a
pass; ``N accepts``, ``N refuses``, ``N haggles`` and ``N ultimatum`` are the words of the owner of an auction. A call
that was not allowed is named with its reason and left out, as if nobody had made it; the rest is judged without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from king.cards import Wind
from king.rulesets.base import HandPlan, RuleSet
from king.sheet.row import Row, Sale
from king.sheet.sale import AskedSale, Bid, BidRefused, OfferAuction, said_bid
from king.words import Phrase, gettext_noop

PASS = "pass"
OWNERS_WORDS = ("accepts", "refuses", "haggles", "ultimatum")
WRITTEN = re.compile(rf"([NESW])\s+(?:(\d{{1,2}})(?:\s*(null))?|({'|'.join((PASS, *OWNERS_WORDS))}))")


@dataclass(frozen=True, slots=True)
class Said:
    """One call as it was written: who spoke, and the bid, or else the word."""

    who: Wind
    bid: Bid | None = None
    word: str = PASS

    @classmethod
    def parse(cls, text: str) -> Said:
        """Read ``E 1 null``; raises ``ValueError``.

        >>> Said.parse("E 1 null").bid
        Bid(number=1, null=True)
        """
        found = WRITTEN.fullmatch(" ".join(text.split()))
        if found is None:
            raise ValueError(f"no call: {text!r}")
        who, number, null, word = found.groups()
        return cls(Wind(who), None if number is None else Bid(int(number), null is not None), word or PASS)

    def __str__(self) -> str:
        return f"{self.who} {self.word if self.bid is None else self.bid}"


@dataclass(frozen=True, slots=True)
class Heard:
    said: Said
    problem: Phrase | None


@dataclass(frozen=True)
class Bidding:
    """Every call judged, and the ``sale`` as the allowed ones leave it."""

    sale: AskedSale | OfferAuction
    heard: tuple[Heard, ...]

    @property
    def owner_may_say(self) -> tuple[str, ...]:
        return self.sale.may_say if isinstance(self.sale, OfferAuction) else ()

    @property
    def sold(self) -> Sale | None:
        return self.sale.sale

    @property
    def over(self) -> bool:
        return self.sale.turn is None and not self.owner_may_say and bool(self.heard)

    def agrees_with(self, row: Row) -> bool:
        """Whether the row has the same buyer and price; for nulls where they were offered, or played down unsold."""
        sold, written = self.sold, row.sale
        if sold is None or written is None:
            down = isinstance(self.sale, OfferAuction) and self.sale.must_play_nulls
            return sold is written and (row.direction == "down" or not down)
        null = (sold.polarity == "null", written.polarity == "null")
        return (sold.buyer, sold.price) == (written.buyer, written.price) and len(set(null)) == 1

    @property
    def verdict(self) -> Phrase:
        return _auctioned(self.sale) if isinstance(self.sale, OfferAuction) else _asked(self.sale)

    @property
    def bookable(self) -> Phrase | None:
        may = isinstance(self.sale, OfferAuction) and self.sale.may_book_unplayed
        return Phrase(MAY_BOOK, {"owner": self.sale.seller}) if may else None

    def as_json(self) -> dict[str, object]:
        sale, highest = self.sale, self.sale.highest
        auction = sale if isinstance(sale, OfferAuction) else None
        best = None if highest is None else {"bidder": str(highest[0]), "bid": str(highest[1])}
        return {
            "seller": str(sale.seller),
            "calls": [_call_json(call) for call in self.heard],
            "highest": best,
            "turn": None if sale.turn is None else str(sale.turn),
            "allowed": [str(bid) for bid in sale.allowed],
            "owner_may_say": list(self.owner_may_say),
            "sale": None if self.sold is None else self.sold.as_json(),
            "played_down": auction is not None and auction.must_play_nulls,
            "may_book_unplayed": self.bookable is not None,
            "verdict": str(self.verdict),
        }


def _call_json(heard: Heard) -> dict[str, object]:
    answer: dict[str, object] = {"call": str(heard.said), "legal": heard.problem is None}
    return answer if heard.problem is None else answer | {"message": str(heard.problem)}


def judge_bidding(sale: AskedSale | OfferAuction, calls: Iterable[Said]) -> Bidding:
    heard = []
    for said in calls:
        problem = None
        try:
            sale = _after(sale, said)
        except BidRefused as refusal:
            problem = refusal.phrase
        heard.append(Heard(said, problem))
    return Bidding(sale, tuple(heard))


def _after(sale: AskedSale | OfferAuction, said: Said) -> AskedSale | OfferAuction:
    if said.bid is not None:
        return sale.bid(said.who, said.bid)
    if said.word == PASS:
        return sale.passed(said.who)
    if not isinstance(sale, OfferAuction) or said.who != sale.seller:
        raise BidRefused(Phrase(NOT_HIS_WORD, {"who": said.who}), sale.allowed)
    return sale.decided(said.word)


def sold_contract(ruleset: RuleSet) -> str | None:
    if ruleset.sale_within_pair:
        return None
    return next((code for code in ruleset.counts if ruleset.contract(code).sale), None)


def is_sold(ruleset: RuleSet, plan: HandPlan) -> bool:
    return sold_contract(ruleset) is not None and (plan.contract is None or plan.contract.sale)


def _asked(sale: AskedSale) -> Phrase:
    highest = sale.highest
    if sale.asking is None:
        return Phrase(PRICE_TO_COME, {"seller": sale.seller})
    if highest is not None:
        who, bid = highest
        bought: dict[str, object] = {"who": who, "bid": said_bid(bid), "turn": sale.turn}
        return Phrase(HAS_IT if sale.turn is None else HAS_IT_SO_FAR, bought)
    fields: dict[str, object] = {"seller": sale.seller, "asking": sale.asking, "turn": sale.turn}
    if sale.turn is None:
        return Phrase(NOBODY_BUYS, fields)
    return Phrase(AT_THAT_PRICE if sale.fixed else AT_LEAST, fields)


def _auctioned(sale: OfferAuction) -> Phrase:
    highest = sale.highest
    who, bid = highest if highest is not None else (None, None)
    fields: dict[str, object] = {"who": who, "bid": said_bid(bid), "owner": sale.seller, "turn": sale.turn}
    fields["most"] = sale.ultimatum.number
    return Phrase(_standing(sale), fields)


def _standing(sale: OfferAuction) -> str:
    offered = sale.highest is not None
    if sale.sale is not None:
        return HAS_IT
    if sale.decision == "ultimatum":
        return PLAYED_DOWN if sale.turn is None else ULTIMATUM
    if sale.decision == "refuses":
        return OWNER_PLAYS
    if sale.turn is None:
        return OWNERS_WORD if offered else NOTHING_CAME
    if sale.decision == "haggles":
        return MORE_ASKED
    return BEST_SO_FAR if offered else NOTHING_YET


NOT_HIS_WORD = gettext_noop("Only the owner of an auction accepts, refuses or asks for more, not {who}")
PRICE_TO_COME = gettext_noop("{seller} has asked no price yet")
AT_LEAST = gettext_noop("{seller} asks {asking}: {turn} may bid that or more")
AT_THAT_PRICE = gettext_noop("{seller} asks {asking}: {turn} may take the hand at that price")
NOBODY_BUYS = gettext_noop("Nobody takes the hand at {asking}: {seller} plays it himself, and asks no lower price")
HAS_IT = gettext_noop("{who} has the hand for {bid}")
HAS_IT_SO_FAR = gettext_noop("{who} has the hand for {bid} unless somebody bids more; {turn} speaks")
NOTHING_YET = gettext_noop("Nothing is offered yet; {turn} speaks")
BEST_SO_FAR = gettext_noop("{who} offers {bid}; {turn} speaks")
OWNERS_WORD = gettext_noop("{who} offers {bid}: {owner} accepts, refuses or asks for more")
NOTHING_CAME = gettext_noop("Nobody has offered anything: {owner} plays the hand himself")
MORE_ASKED = gettext_noop("{owner} asks for more than {bid}; {turn} speaks")
ULTIMATUM = gettext_noop("{owner} has asked all for {most} or nulls; {turn} speaks")
PLAYED_DOWN = gettext_noop("Nobody offers {most}: {owner} plays the hand down")
OWNER_PLAYS = gettext_noop("{owner} has refused and plays the hand himself")
MAY_BOOK = gettext_noop("{owner} may book the hand without play")
