"""How a hand is sold, in words: worded from the sale that the desk judges by (§2.1, §2.2, §2.4, §2.5, §11.10)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from king.bidding import sold_contract
from king.rulesets import RuleSet, Settings
from king.sale import AskedSale, Bid, OfferAuction, open_sale
from king.winds import Wind
from printing.setting_words import said
from printing.wording import in_words, number


def sale_rules(rules: RuleSet, settings: Settings) -> list[str]:
    """How a hand is sold, who names its trump and what a buyer pays; nothing where nothing is sold to others."""
    code = sold_contract(rules)
    if code is None:
        return []
    # Who owns the hand changes nothing in what is said here.
    sale = open_sale(rules, rules.contract(code), Wind.N, settings)
    told = _auction(sale, settings) if isinstance(sale, OfferAuction) else _asked(sale)
    told.append(
        _("The buyer names the trump suit, or plays without trumps.")
        if settings.allow_no_trump
        else _("The buyer names the trump suit.")
    )
    return [*told, *_paid(rules, settings)]


def _asked(sale: AskedSale) -> list[str]:
    """A price that stands, and who has the hand at it (§2.1, §2.2, §11.10)."""
    first = _("The first in turn after him who takes the hand at that price, or more, has it unless another bids more.")
    if sale.fixed:
        first = _("The first in turn after him who takes the hand at that price has it.")
    return [
        _("The dealer may ask a price in tricks, and may not lower it."), first,
        _("If nobody takes it, he declares himself."),
    ]  # fmt: skip


def _paid(rules: RuleSet, settings: Settings) -> list[str]:
    """What passes from the buyer to the seller, where the buyer is short too (A9, A33)."""
    tricks, nulls = (said(rules, settings, key) for key in ("sale_settlement", "null_settlement"))
    if nulls:
        nulls = _("Of a hand played down: %(settlement)s") % {"settlement": nulls}
    return [f"{words[:1].upper()}{words[1:]}." for words in (tricks, nulls) if words]


def _auction(auction: OfferAuction, settings: Settings) -> list[str]:
    """The ladder, who may bid again, whose equal bid goes first, the owner's last word (§2.4, §2.5, §11.5)."""
    told = [_ladder_words(auction)]
    told.append(_("Who has passed is out.") if auction.pass_is_final else _("Who has passed may bid again."))
    if auction.preference:
        told.append(_("Who is earlier in turn may take a bid over by saying exactly the same."))
    told.append(_("When one bidder is left, the owner accepts, refuses, or asks him for more."))
    if settings.buyer_may_turn and auction.contract.nulls is not None:
        points = {"points": number(auction.contract.value)}
        told.append(
            _(
                "Who bought a hand for tricks may play it down: he owes the seller %(points)s points for each trick "
                "that he offered."
            )
            % points
        )
    if auction.contract.nulls is not None:
        told.append(
            _(
                "At any time the owner may say “%(most)s or nulls” to all: whoever offers %(most)s has the hand, and "
                "he cannot refuse; if nobody does, he plays it down. There is no going back."
            )
            % {"most": number(auction.ultimatum.number)}
        )
    return told


def _ladder_words(auction: OfferAuction) -> str:
    steps = (" = ".join(map(_bid_words, step)) for step in auction.steps)
    return _("The others bid in turn, each bid higher than the last: %(ladder)s.") % {"ladder": ", ".join(steps)}


def _bid_words(bid: Bid) -> str:
    return in_words(bid.phrase)
