"""``king auction FILE``: what was said when a hand was sold -> who has it, for what; exit 1 where a call was illegal.

::

    {"ruleset": "pt_ind", "settings": {…}, "hand": 7 or "seller": "N",
     "calls": ["E 3", "S 1 null", "W pass", "E 4", "S pass", "W pass", "N accepts"]}

``hand`` (a number on the sheet) says who sells where its dealer is known. A call is a wind and what it said: a number
of tricks (of who sells: the price that he asks), a number with ``null``, ``pass``; of the owner of an auction
``accepts``, ``refuses``, ``haggles`` (he asks the last bidder for more) or ``ultimatum`` ("8 or nulls", to all).
``contract`` is needed only where several are sold. An illegal call is named and left out. The answer: ``calls``, each
with ``legal`` and the ``message`` where it is not; ``highest``; ``turn`` and what it may bid (``allowed``);
``owner_may_say``; ``sale`` as a row of ``king score`` has it, null while there is none; ``played_down`` where an
ultimatum was not met; ``may_book_unplayed``; ``verdict`` in a sentence.
"""

from __future__ import annotations

import argparse
import json
import sys

from king.cards import WINDS, Wind
from king.reading import InputError, Node, read_json
from king.rulesets import read_ruleset
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Contract
from king.rulesets.settings import Settings
from king.sheet.bidding import Bidding, Said, judge_bidding, sold_contract
from king.sheet.sale import BidRefused, open_sale

CALL = "a call: a wind and 4, 1 null, pass, accepts, refuses, haggles or ultimatum"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (__doc__ or "").partition("::\n\n")[2]
    parser.add_argument("file", metavar="FILE", help="JSON with ruleset, seller, calls; - for standard input")


def run(arguments: argparse.Namespace) -> int:
    bidding = judged(read_json(arguments.file))
    json.dump(bidding.as_json(), sys.stdout, ensure_ascii=False, indent=1)
    print()
    return 1 if any(call.problem is not None for call in bidding.heard) else 0


def judged(node: Node) -> Bidding:
    """The auction in the document; raises ``InputError`` with file and place where it cannot be read."""
    ruleset = read_ruleset(node["ruleset"])
    given = node.get("settings")
    try:
        settings = ruleset.configure(None if given is None else given.object())
    except InputError as error:
        raise error.within(node.source) from None
    contract = _contract(node, ruleset)
    seller = _seller(node, ruleset, settings)
    calls = [_said(call) for call in node["calls"].list()]
    try:
        sale = open_sale(ruleset, contract, seller, settings)
    except BidRefused as refusal:
        raise node["ruleset"].wrong(refusal.phrase) from None
    return judge_bidding(sale, calls)


def _contract(node: Node, ruleset: RuleSet) -> Contract:
    if node.has("contract"):
        return ruleset.contract(node["contract"].choice(tuple(ruleset.counts)))
    code = sold_contract(ruleset)
    if code is None:
        raise node["ruleset"].fail("a system in which a hand is sold")
    return ruleset.contract(code)


def _seller(node: Node, ruleset: RuleSet, settings: Settings) -> Wind:
    if node.has("seller") or not node.has("hand"):
        return Wind(node["seller"].choice(WINDS))
    place = node["hand"]
    dealer = ruleset.schedule(settings)[place.integer(1, ruleset.length) - 1].dealer
    if dealer is None:
        raise place.fail("the key 'seller', as nobody is known to deal this hand")
    return dealer


def _said(node: Node) -> Said:
    try:
        return Said.parse(node.text())
    except ValueError:
        raise node.fail(CALL) from None
