"""Command ``king robots``: let robots play hands of a system, and report how many cards, how fast
and how well.

The judge checks each hand afterwards. Exit with 1 if it finds an illegal card or counts other
units.
"""

import argparse
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from king.cards import Deal, Suit, Wind, number_of_deals
from king.commands import print_json
from king.match import Match
from king.play.replay import replay
from king.play.tricks import play_rules
from king.reading import InputError
from king.robots.any_cards import play_any
from king.robots.choice import WORK, numbers_of
from king.robots.field import Mean
from king.robots.habits import AnyCard, habit
from king.robots.hand import Layout, Tricks, start
from king.robots.home import played_on
from king.robots.rules import Rules, card_of, rules_of
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import Contract

MOST_HANDS = 100_000
THUMB, SAMPLING = "thumb", "sampling"


def robots_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", required=True, help="a code of king rulesets")
    parser.add_argument("--hands", type=int, default=100, help="hands to play (100)")
    parser.add_argument("--seed", default="1", help="any text: the same hands again (1)")
    parser.add_argument(
        "--work", type=int, default=WORK, help=f"cards that a choice plays on at most ({WORK})"
    )


def run_robots(arguments: argparse.Namespace) -> int:
    ruleset = find_ruleset(arguments.ruleset)
    if not 1 <= arguments.hands <= MOST_HANDS:
        raise InputError(f"--hands: expected 1 to {MOST_HANDS}, found {arguments.hands}")
    if arguments.work < 0:
        raise InputError(f"--work: expected 0 or more, found {arguments.work}")
    answer = judged(ruleset, arguments.hands, arguments.seed, arguments.work)
    print_json(answer)
    return 1 if answer["illegal"] or answer["differs"] else 0


class Board(NamedTuple):
    contract: Contract
    rules: Rules
    deal: Deal
    leader: Wind
    trump: Suit | None


class Lots:
    """Random choices of the run, made from its seed."""

    def __init__(self, seed: str) -> None:
        self.secret = hashlib.sha256(seed.encode()).digest()
        self.numbers = numbers_of(self.secret, 0, Wind.N, 0)

    def below(self, bound: int) -> int:
        """Draw a number below ``bound`` from so many bits that all numbers are practically equally
        likely.
        """
        number = 0
        for _word in range(bound.bit_length() // 16 + 4):
            number = number << 16 | next(self.numbers)
        return number % bound

    def board(self, ruleset: RuleSet, contract: Contract) -> Board:
        suits: list[Suit | None] = [*Suit]
        trump = suits[self.below(4)] if contract.trump else None
        shape = ruleset.deck, ruleset.at_table
        deal = Deal.numbered(self.below(number_of_deals(*shape)), *shape)
        leader = ruleset.winds[self.below(ruleset.at_table)]
        return Board(contract, rules_of(ruleset, contract, trump=trump), deal, leader, trump)


def judged(ruleset: RuleSet, hands: int, seed: str, work: int) -> dict[str, object]:
    """Play and judge each contract in turn. One robot samples, at each seat in turn; the other
    three follow rules of thumb.
    """
    drawn = Lots(seed)
    illegal = differs = cards = 0
    counted: dict[str, dict[str, list[int]]] = {}
    for number in range(hands):
        contract = ruleset.played[number % len(ruleset.played)]
        board = drawn.board(ruleset, contract)
        sampler = number // len(ruleset.played) % ruleset.at_table
        played, hand = _played(board, sampler, drawn.secret, number + 1, work)
        cards += len(played)
        report = replay(
            board.deal,
            contract,
            map(card_of, played),
            rules=play_rules(ruleset),
            leader=board.leader,
            trump=board.trump,
        )
        illegal += len(report.illegal)
        units = hand.units()
        differs += bool(report.problems) or units != [report.units[w] for w in board.rules.seats]
        by_robot = counted.setdefault(contract.code, {THUMB: [], SAMPLING: []})
        for seat, count in enumerate(units):
            by_robot[SAMPLING if seat == sampler else THUMB].append(count)
    return {
        "ruleset": ruleset.code,
        "hands": hands,
        "cards": cards,
        "illegal": illegal,
        "differs": differs,
        "cards_a_second": pace(ruleset, drawn),
        "units": {
            code: {
                robot: _mean_text(Mean.of(counts)) for robot, counts in by_robot.items() if counts
            }
            for code, by_robot in counted.items()
        },
    }


def _played(
    board: Board, sampler: int, secret: bytes, number: int, work: int
) -> tuple[list[int], Tricks | Layout]:
    rules = board.rules
    works = {wind: work if seat == sampler else 0 for seat, wind in enumerate(rules.seats)}

    def draws(wind: Wind, card: int) -> Iterator[int]:
        return numbers_of(secret, number, wind, card)

    return played_on(rules, rules.hands(board.deal), board.leader, draws, works=works)


def _mean_text(mean: Mean) -> dict[str, str]:
    return {"mean": _hundredths(mean.mean), "spread": _hundredths(_root(mean.variance))}


def _root(square: Fraction) -> Fraction:
    return Fraction(isqrt(int(square * 10**8)), 10**4)


def _hundredths(number: Fraction) -> str:
    return f"{round(number * 100) // 100}.{round(number * 100) % 100:02d}"


# -- how fast

TURNS = 5
"""Number of turns of each way. The ways alternate, so that a busy machine slows them equally."""


def pace(ruleset: RuleSet, drawn: Lots) -> dict[str, int]:
    """Cards per second of CPU time in three ways: any legal card on the engine, rules of thumb on
    the engine, and a match of any legal steps.
    """
    boards = [drawn.board(ruleset, contract) for contract in ruleset.played for _again in range(8)]
    hands = [(board, board.rules.hands(board.deal)) for board in boards]
    ways: dict[str, Callable[[], int]] = {
        "engine": lambda: played_out(hands, drawn.numbers, thumb=False),
        "thumb": lambda: played_out(hands, drawn.numbers, thumb=True),
        "match": lambda: any_match(ruleset, drawn),
    }
    cards = dict.fromkeys(ways, 0)
    took = dict.fromkeys(ways, 0)
    for way in ways.values():
        way()  # The first time makes tables.
    for _turn in range(TURNS):
        for name, way in ways.items():
            began = time.process_time_ns()
            cards[name] += way()
            took[name] += time.process_time_ns() - began
    return {name: cards[name] * 10**9 // max(1, took[name]) for name in ways}


def played_out(
    hands: Sequence[tuple[Board, list[int]]], numbers: Iterator[int], *, thumb: bool
) -> int:
    """Play these hands to their end. Returns the number of cards played."""
    cards = 0
    for board, dealt in hands:
        rules = board.rules
        hand = start(rules, dealt, rules.seat(board.leader))
        if isinstance(hand, Tricks) and not thumb:
            cards += play_any(hand, numbers)
        else:
            player = habit(rules) if thumb else AnyCard(numbers)
            cards += hand.play_out([player] * len(dealt))
    return cards


def any_match(ruleset: RuleSet, drawn: Lots) -> int:
    """Play a match of random legal steps. Returns the number of cards played."""
    match, cards = Match(ruleset), 0
    while match.step != "over":
        if match.step == "deal":
            shape = ruleset.deck, ruleset.at_table
            deal = Deal.numbered(drawn.below(number_of_deals(*shape)), *shape)
            match.deal(deal)
            continue
        words = match.legal()
        word = words[drawn.below(len(words))]
        if match.step == "choose":
            if ruleset.scoring is Scoring.SHARED:
                assert match.plan is not None
                dealer_hand = deal.hand(match.plan.dealer or Wind.N)
                word += f" {next(card for card in deal.deck if card not in dealer_hand)}"
            match.choose(word)
        elif match.step == "play":
            match.play(word)
            cards += 1
        elif " " in word:
            match.bid(word)
        else:
            match.declare(word)
    return cards
