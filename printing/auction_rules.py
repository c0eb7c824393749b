"""How a hand is put to auction, in words: worded from the auction that the phones and the desk hold (§2.4, §2.5)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from king.rulesets import RuleSet, Settings
from king.sale import Bid, OfferAuction, open_sale
from king.winds import Wind
from printing.wording import in_words, number


def auction_rules(rules: RuleSet, settings: Settings) -> list[str]:
    """The ladder, who may bid again, whose equal bid goes first, the owner's last word; nothing without an auction."""
    sold = [rules.contract(code) for code in rules.counts if rules.contract(code).sale]
    if not sold or settings.sale_procedure != "auction" or rules.sale_within_pair:
        return []
    # Who owns the hand changes nothing in what is said here.
    auction = open_sale(rules, sold[0], Wind.N, settings)
    assert isinstance(auction, OfferAuction)
    said = [_ladder_words(auction)]
    said.append(_("Who has passed is out.") if auction.pass_is_final else _("Who has passed may bid again."))
    if auction.preference:
        said.append(_("Who is earlier in turn may take a bid over by saying exactly the same."))
    said.append(_("When one bidder is left, the owner accepts, refuses, or asks him for more."))
    if settings.buyer_may_turn and auction.contract.nulls is not None:
        points = {"points": number(auction.contract.value)}
        said.append(
            _(
                "Who bought a hand for tricks may play it down: he owes the seller %(points)s points for each trick "
                "that he offered."
            )
            % points
        )
    if auction.contract.nulls is not None:
        said.append(
            _(
                "At any time the owner may say “%(most)s or nulls” to all: whoever offers %(most)s has the hand, and "
                "he cannot refuse; if nobody does, he plays it down. There is no going back."
            )
            % {"most": number(auction.ultimatum.number)}
        )
    return said


def _ladder_words(auction: OfferAuction) -> str:
    steps = (" = ".join(map(_bid_words, step)) for step in auction.steps)
    return _("The others bid in turn, each bid higher than the last: %(ladder)s.") % {"ladder": ", ".join(steps)}


def _bid_words(bid: Bid) -> str:
    return in_words(bid.phrase)
