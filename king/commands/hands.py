"""Commands ``king play FILE`` (the cards of a hand -> the takers of the tricks) and ``king auction
FILE`` (the calls of an auction -> the buyer of the hand).

Exit with 1 if a card or call is illegal or the hand has problems. The file formats are in
docs/play.md.
"""

import argparse
from dataclasses import replace
from enum import StrEnum
from typing import Any

from king.cards import WINDS, Card, Deal, Suit, Wind
from king.commands import print_json
from king.play.replay import Report, replay
from king.play.tricks import DominoAce, DominoOpener, PlayRules, RestrictedLead, play_rules
from king.reading import InputError, Node, read_json
from king.rulesets import read_ruleset, read_settings
from king.rulesets.base import HandPlan, RuleSet, leader_of
from king.rulesets.contracts import TOGETHER, Contract, Family
from king.rulesets.settings import EARLIER, Settings
from king.sheet.checks import NO_TRUMP, TRUMP_NO_TRUMP, TRUMP_UNEXPECTED
from king.sheet.row import Problem
from king.sheet.sale import (
    Bidding,
    BidRefused,
    WrittenCall,
    judge_bidding,
    open_sale,
    sold_contract,
)
from king.words import Phrase, gettext_noop

PASSES = ("pass", "-", "")
CHOICES: dict[str, type[StrEnum]] = {
    "restricted_lead": RestrictedLead,
    "domino_opener": DominoOpener,
    "domino_ace": DominoAce,
}


def play_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="JSON with ruleset, deal, contract, cards; - for standard input",
    )


def run_play(arguments: argparse.Namespace) -> int:
    report = judged_play(read_json(arguments.file))
    print_json(report.as_json())
    return 1 if report.illegal or report.problems else 0


def judged_play(node: Node) -> Report:
    ruleset = read_ruleset(node["ruleset"])
    settings = read_settings(ruleset, node.get("settings"))
    rules = _rules(node.get("play_rules"), play_rules(ruleset, settings))
    deal = _deal(_place(node, "deal"), ruleset)
    hand = node.get("hand")
    plan = None if hand is None else ruleset.schedule(settings)[hand.integer(1, ruleset.length) - 1]
    contract, *others = _contracts(node, ruleset, settings, plan)
    also = tuple(others)
    trump, problems = _trump(node, contract, settings)
    leader = _leader(node, ruleset.schedule(settings), plan, settings, contract, deal.winds)
    leaders, cards = _cards(node["cards"], contract, len(deal.winds))
    try:
        report = replay(
            deal,
            contract,
            cards,
            rules=rules,
            leader=leader,
            trump=trump,
            leaders=leaders,
            also=also,
        )
    except InputError as error:
        raise error.within(node.source) from None
    return report._replace(problems=(*problems, *report.problems))


def _place(node: Node, key: str) -> Node:
    """Return the value under the key, or under the same key of ``board``, which may be a board as
    ``king deal`` prints it.
    """
    if not node.has(key) and node.has("board"):
        board = node["board"]
        if isinstance(board.value, dict):
            return board[key]
        if key == "deal":
            return board
    return node[key]


def _is_told(node: Node, key: str) -> bool:
    board = node.get("board")
    return node.has(key) or (board is not None and isinstance(board.value, dict) and board.has(key))


def _rules(node: Node | None, rules: PlayRules) -> PlayRules:
    """Return the rules of play with the changes that the file asks for. Raises ``InputError`` for
    an unknown rule.
    """
    changes: dict[str, Any] = {}
    for key, value in node.items() if node is not None else ():
        if key in EARLIER:
            changes |= dict.fromkeys(EARLIER[key], value.boolean())
        elif key in CHOICES:
            changes[key] = CHOICES[key](value.choice(tuple(CHOICES[key])))
        elif key == "domino_start":
            changes[key] = _card(value)
        elif isinstance(getattr(rules, key, None), bool):
            changes[key] = value.boolean()
        else:
            flags = (name for name in rules.__slots__ if isinstance(getattr(rules, name), bool))
            known = " ".join((*flags, *CHOICES, "domino_start"))
            raise value.fail(f"one of the rules of play {known}")
    return replace(rules, **changes)


def _deal(place: Node, ruleset: RuleSet) -> Deal:
    text = place.text()
    try:
        deal = Deal.parse_pbn(text)
    except InputError as error:
        raise error.within(place.source, place.place) from None
    if deal.size != ruleset.deck or deal.winds != ruleset.winds:
        winds = " ".join(ruleset.winds)
        raise place.fail(f"a deal of the {ruleset.deck} cards of {ruleset.code} to {winds}")
    return deal


def _contracts(
    node: Node, ruleset: RuleSet, settings: Settings, plan: HandPlan | None
) -> tuple[Contract, ...]:
    """Contracts of the hand: one, or in the quick game the two of a board."""
    planned = (
        ()
        if plan is None or plan.contract is None
        else _contracts_of_board(ruleset, settings, plan)
    )
    if planned and not _is_told(node, "contract"):
        return planned
    place = _place(node, "contract")
    merged = (hand for hand in ruleset.schedule(settings) if len(hand.together) > 1)
    boards = (_contracts_of_board(ruleset, settings, hand) for hand in merged)
    together = {_codes(contracts): contracts for contracts in boards}
    code = place.choice((*ruleset.counts, *together))
    contracts = together.get(code) or (ruleset.contract(code),)
    if planned and not set(contracts) <= set(planned):
        template = gettext_noop("{code}, the contract of that hand")
        raise place.fail(Phrase(template, code=_codes(planned)))
    return planned or contracts


def _codes(contracts: tuple[Contract, ...]) -> str:
    return TOGETHER.join(contract.code for contract in contracts)


def _contracts_of_board(
    ruleset: RuleSet, settings: Settings, plan: HandPlan
) -> tuple[Contract, ...]:
    together = ruleset.played_on(plan.board, settings)
    return tuple(hand.contract for hand in together if hand.contract is not None)


def _trump(
    node: Node, contract: Contract, settings: Settings
) -> tuple[Suit | None, tuple[Problem, ...]]:
    """Read the trump suit, and the problems of the file's declaration. A declaration without a
    trump cannot be replayed, because its tricks have no winners.
    """
    down = node.has("direction") and node["direction"].choice(("up", "down")) == "down"
    if down and contract.nulls is None:
        raise node["direction"].fail(f"up, as {contract.code} is not played down")
    title = contract.name
    if not contract.trump or down:
        trump = node["trump"].text() if node.has("trump") else NO_TRUMP
        if trump == NO_TRUMP:
            return None, ()
        unexpected = None, None, trump, TRUMP_UNEXPECTED
        return None, (Problem.of("trump_unexpected", *unexpected, contract=title),)
    trump = node["trump"].choice((*Suit, NO_TRUMP))
    if trump != NO_TRUMP:
        return Suit(trump), ()
    if settings.allow_no_trump:
        return None, ()
    refused = None, None, trump, TRUMP_NO_TRUMP
    return None, (Problem.of("trump_no_trump", *refused, contract=title),)


def _leader(
    node: Node,
    schedule: tuple[HandPlan, ...],
    plan: HandPlan | None,
    settings: Settings,
    contract: Contract,
    winds: tuple[Wind, ...],
) -> Wind:
    """Leader of the hand: the one that the file names, else that of the file's dealer's hand, else
    that of the plan. Raises ``InputError`` if none is known.
    """
    if node.has("leader"):
        return Wind(node["leader"].choice(winds))
    if _is_told(node, "dealer"):
        dealer = Wind(_place(node, "dealer").choice(winds))
        plan = next((hand for hand in schedule if hand.dealer is dealer), None)
    if plan is not None and plan.dealer is not None:
        leader = leader_of(plan.dealer, settings, contract, winds)
        if leader is not None:
            return leader
    raise InputError(
        f"{node.source}: the top: expected the key 'leader', or the key 'dealer' where one deals"
    )


def _cards(
    node: Node, contract: Contract, players: int
) -> tuple[dict[int, Wind], list[Card | None]]:
    places = node.list()
    leaders: dict[int, Wind] = {}
    if contract.family is Family.DOMINO:
        return leaders, [_card_or_pass(place) for place in places]
    if not any(isinstance(place.value, (list, dict)) for place in places):
        return leaders, [_card(place) for place in places]
    cards: list[Card | None] = []
    for number, place in enumerate(places, start=1):
        if isinstance(place.value, dict):
            if place.has("leader"):
                leaders[number] = Wind(place["leader"].choice(WINDS))
            place = place["cards"]
        trick, last = place.list(), number == len(places)
        if len(trick) != players and not (last and 0 < len(trick) < players):
            few = f", or 1 to {players - 1} as it is the last" if last else ""
            raise place.fail(f"a trick of {players} cards{few}")
        cards += map(_card, trick)
    return leaders, cards


def _card_or_pass(node: Node) -> Card | None:
    if node.value is None or (isinstance(node.value, str) and node.value.strip().lower() in PASSES):
        return None
    return _card(node)


def _card(node: Node) -> Card:
    try:
        return Card.parse(node.text())
    except ValueError:
        raise node.fail("a card: a suit S H D C, then a rank A K Q J T 9 8 7 6 5 4 3 2") from None


AUCTION = """\
    {"ruleset": "pt_ind", "settings": {…}, "hand": 7 or "seller": "N",
     "calls": ["E 3", "S 1 null", "W pass", "E 4", "S pass", "W pass", "N accepts"]}

``hand`` (a number on the sheet) says who sells where its owner is known. A call is a wind and what it said: a number
of tricks (of who sells: the price that he asks), a number with ``null``, ``pass``; of the owner of an auction
``accepts``, ``refuses``, ``haggles`` (he asks the last bidder for more) or ``ultimatum`` ("8 or nulls", to all, who
answer in any order; of several the first after the owner has it, so that ``turn`` may still take a hand that is sold).
``contract`` is needed only where several are sold. An illegal call is named and left out. The answer: ``calls``, each
with ``legal`` and the ``message`` where it is not; ``highest``; ``turn`` and what it may bid (``allowed``);
``owner_may_say``; ``sale`` as a row of ``king score`` has it, null while there is none; ``played_down`` where an
ultimatum was not met; ``may_book_unplayed``; ``verdict`` in a sentence.
"""

CALL = "a call: a wind and 4, 1 null, pass, accepts, refuses, haggles or ultimatum"


def auction_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = AUCTION
    parser.add_argument(
        "file", metavar="FILE", help="JSON with ruleset, seller, calls; - for standard input"
    )


def run_auction(arguments: argparse.Namespace) -> int:
    bidding = judged_calls(read_json(arguments.file))
    print_json(bidding.as_json())
    return 1 if any(problem is not None for _said, problem in bidding.heard) else 0


def judged_calls(node: Node) -> Bidding:
    ruleset = read_ruleset(node["ruleset"])
    settings = read_settings(ruleset, node.get("settings"))
    contract = _contract(node, ruleset)
    seller = _seller(node, ruleset, settings)
    calls = [_read_call(call) for call in node["calls"].list()]
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
        return Wind(node["seller"].choice(ruleset.winds))
    place = node["hand"]
    owner = ruleset.schedule(settings)[place.integer(1, ruleset.length) - 1].owner
    if owner is None:
        raise place.fail("the key 'seller', as nobody is known to deal this hand")
    return owner


def _read_call(node: Node) -> WrittenCall:
    try:
        return WrittenCall.parse(node.text())
    except ValueError:
        raise node.fail(CALL) from None
