"""Robots: cards a second against ``king.Match`` in turns, and the cost of their choices.

``python -m benchmarks.robots [--ruleset CODE] [--turns N] [--against COMMIT]``; seconds of CPU. It
ends with 1 where a goal is not met: a choice at most 1.3 times as dear as the cards that it plays on;
with ``--against``, any legal card at least 150 times as fast as a match of any legal steps of that
build, which plays in turns with this one, and rules of thumb 60 times. With ``--mean``: a partita's
robots' mean beside ten sheets entered and scored; 1 where it costs more than they.
"""

from __future__ import annotations

import argparse
import inspect
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from benchmarks.library import built
from benchmarks.site import own_site
from king.cards import Wind
from king.commands.robots import Board, Lots, any_match, played_out
from king.robots.choice import WORK, candidates, choose, numbers_of
from king.robots.field import field
from king.robots.habits import habit
from king.robots.hand import Tricks, start
from king.robots.seen import Knowledge
from king.rulesets import find_ruleset

GOALS = {"any legal card": 150, "rules of thumb": 60}
DEAREST = 1.3
TABLES = 10
MATCH, BEFORE = "king.Match", "king.Match before"

OF_THE_BUILD_BEFORE = """
from __future__ import annotations
import random, sys, time
from king.cards import Deal, Wind, number_of_deals
from king.match import Match
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet, Scoring

class Lots:
    def __init__(self, seed):
        self.below = random.Random(seed).randrange

{any_match}

ruleset, drawn = find_ruleset(sys.argv[1]), Lots("benchmark")
for _turn in sys.stdin:
    any_match(ruleset, drawn)
    began = time.process_time()
    cards = any_match(ruleset, drawn)
    print(cards / (time.process_time() - began), flush=True)
"""
"""A match of any legal steps for each line, and its cards a second: the match of a build that may have
had no robots.
"""


def rate(play: Callable[[], int]) -> float:
    began = time.process_time()
    cards = play()
    return cards / (time.process_time() - began)


@contextmanager
def matches_of(tree: Path, code: str) -> Iterator[Callable[[], float]]:
    """Context manager with a function that plays matches of that build and returns their rate at
    each call.
    """
    program = OF_THE_BUILD_BEFORE.format(any_match=inspect.getsource(any_match))
    with subprocess.Popen(
        [sys.executable, "-c", program, code],
        cwd=tree,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as match:
        stdin, stdout = match.stdin, match.stdout
        assert stdin is not None
        assert stdout is not None

        def next_rate() -> float:
            print(file=stdin, flush=True)
            return float(stdout.readline())

        yield next_rate
        stdin.close()


def views(board: Board) -> list[tuple[Knowledge, list[int]]]:
    """Views of the players at their turns in a hand played by rule of thumb, each with the cards of
    the others.
    """
    rules = board.rules
    hands = rules.hands(board.deal)
    hand, played = start(rules, hands, rules.seat(board.leader)), list[int]()
    first, found, player = hand.turn, [], habit(rules)
    while not hand.over:
        seen = Knowledge(rules, hand.turn, hands[hand.turn], first, tuple(played))
        found.append((seen, hand.hands[:]))
        played.append(hand.choice_of(player))
        hand.play(played[-1])
    return found


def alone(seen: Knowledge, hands: Sequence[int], work: int) -> int:
    """Play on the candidates, and do nothing else, until they are as many cards as ``work``.
    Returns the cards played.
    """
    table = seen.table
    assert isinstance(table, Tricks)
    player = habit(seen.rules)
    cards = candidates(seen, table.choice_of(player))
    done = 0
    while done < work:
        for card in cards:
            hand = table.with_hands(hands)
            hand.play(card)
            done += 1 + hand.play_out([player] * len(hands))
    return done


def choices(boards: Sequence[Board]) -> tuple[float, float, float, float]:
    """Milliseconds of a choice in the mean and at most, its mean work, and its cost in playouts."""
    took, most, work, cost = 0.0, 0.0, 0, 0.0
    count = 0
    for board in boards:
        for seen, hands in views(board)[::3]:
            began = time.process_time()
            fresh = Knowledge(seen.rules, seen.seat, seen.dealt, seen.first, seen.played)
            choice = choose(fresh, numbers_of(b"benchmark", 1, Wind.N, count))
            seconds = time.process_time() - began
            if not choice.work:
                continue
            began = time.process_time()
            done = alone(seen, hands, choice.work)
            cost += (time.process_time() - began) * choice.work / done
            took, most, work, count = (
                took + seconds,
                max(most, seconds),
                work + choice.work,
                count + 1,
            )
    return 1000 * took / count, 1000 * most, work / count, took / cost


def seconds(do: Callable[[], object]) -> float:
    began = time.process_time()
    do()
    return time.process_time() - began


def mean_and_sheets(seed: int) -> tuple[float, float]:
    """Seconds of entering and scoring ten sheets, and of the robots' mean of their partita."""
    from deals.services import mark_printed
    from king_tournament.demo import make_demo
    from scoring.models import HandResult, RobotsMean, Sheet
    from scoring.robot_means import make_means
    from scoring.round_steps import start_round
    from scoring.rows import enter_row
    from scoring.scored_sheets import scored_round
    from tournaments.models import Tournament

    played = make_demo(stage="finished", seed=seed, tables=TABLES, rounds=1)
    rows = HandResult.objects.filter(sheet__table__round__tournament=played).current()
    written = [(row.sheet.table.number, row.hand, row.content) for row in rows]
    round_ = make_demo(stage="seated", seed=seed, tables=TABLES, rounds=1).rounds.get()
    mark_printed(board_set=round_.board_set)
    start_round(round=round_, author=None)
    sheets = {sheet.table.number: sheet for sheet in Sheet.objects.filter(table__round=round_)}

    def enter() -> None:
        for table, hand, content in written:
            enter_row(sheet=sheets[table], hand=hand, content=content, origin="phone")
        scored_round(round_)

    publication = Tournament.objects.get(pk=played.pk).publications.get()
    mean = seconds(lambda: make_means(publication))
    assert len(RobotsMean.objects.get(publication=publication).means) == len(
        {one[1] for one in written}
    )
    return seconds(enter), mean


def mean_beside_sheets(turns: int) -> int:
    """Print both costs. Returns the exit status."""
    with own_site():
        found = [mean_and_sheets(seed) for seed in range(1, turns + 1)]
    sheets, mean = (median(column) for column in zip(*found, strict=True))
    print(
        f"Ten sheets entered and scored: {sheets:.2f} s of CPU; the robots' mean of their partita: {mean:.2f} s."
    )
    return int(mean > sheets)


def print_rates(ways: dict[str, Callable[[], float]], turns: int) -> bool:
    """Print the table, which compares each way with the first. Returns whether a goal is not met.
    The goals compare with a match of the build before.
    """
    rates = {name: list[float]() for name in ways}
    for _turn in range(turns + 1):
        for name, way in ways.items():
            rates[name].append(way())
    usual = next(iter(ways))
    goals = GOALS if usual == BEFORE else {}
    print(f"| {'way of playing':<17} | cards a second | of {usual} |")
    print(f"|{'-' * 19}|---------------:|{'-' * (len(usual) + 4)}:|")
    wrong = False
    for name, of_way in rates.items():
        # The first turn warms up.
        pairs = list(zip(of_way, rates[usual], strict=True))[1:]
        times = median(one / two for one, two in pairs)
        print(f"| {name:<17} | {median(of_way[1:]):>14,.0f} | {times:>{len(usual) + 3}.1f} |")
        wrong |= times < goals.get(name, 0)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ruleset", default="lab12")
    parser.add_argument("--turns", type=int, default=31)
    parser.add_argument("--against", default="", help="a commit of this repository")
    parser.add_argument("--mean", action="store_true")
    arguments = parser.parse_args()
    if arguments.mean:
        return mean_beside_sheets(arguments.turns)
    ruleset, drawn = find_ruleset(arguments.ruleset), Lots("benchmark")
    boards = [drawn.board(ruleset, one) for one in ruleset.played for _again in range(10)]
    hands = [(board, board.rules.hands(board.deal)) for board in boards]
    ways: dict[str, Callable[[], float]] = {
        MATCH: lambda: rate(lambda: any_match(ruleset, drawn)),
        "any legal card": lambda: rate(lambda: played_out(hands, drawn.numbers, thumb=False)),
        "rules of thumb": lambda: rate(lambda: played_out(hands, drawn.numbers, thumb=True)),
    }
    with ExitStack() as stack:
        if arguments.against:
            tree = stack.enter_context(built(arguments.against))
            ways = {BEFORE: stack.enter_context(matches_of(tree, ruleset.code)), **ways}
        wrong = print_rates(ways, arguments.turns)
    mean, most, work, cost = choices(boards[::10])
    print(
        f"\nA choice: {mean:.1f} ms on the mean, {most:.1f} at most; {work:,.0f} of {WORK:,} cards"
    )
    print(f"played on; {cost:.2f} times as dear as these cards alone (at most {DEAREST}).")
    began = time.process_time()
    for board in boards[::10]:
        field(board.rules, board.deal, board.leader, drawn.numbers)
    each = 1000 * (time.process_time() - began) / len(boards[::10])
    print(f"The mean of a board over a hundred games: {each:.0f} ms.")
    return int(wrong or cost > DEAREST)


if __name__ == "__main__":
    raise SystemExit(main())
