"""Robots: cards a second against ``king.Match`` in turns, and the cost of their choices.

``python -m benchmarks.robots [--ruleset CODE] [--turns N]``; seconds of CPU. It ends with 1 where a
goal is not met: any legal card at least 150 times as fast as a match of any legal steps, rules of
thumb 60 times; a choice at most 1.3 times as dear as the cards that it plays on. With ``--mean``: a
partita's robots' mean beside ten sheets entered and scored; 1 where it costs more than they.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median

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


def rate(play: Callable[[], int]) -> float:
    began = time.process_time()
    cards = play()
    return cards / (time.process_time() - began)


def views(board: Board) -> list[tuple[Knowledge, list[int]]]:
    """Each player's view at their turn in a hand played by rule of thumb, and the cards of the
    others.
    """
    rules = board.rules
    hands = rules.hands(board.deal)
    hand, played = start(rules, hands, rules.seat(board.leader)), list[int]()
    first, found, player = hand.turn, [], habit(rules)
    while not hand.over:
        seen = Knowledge(rules, hand.turn, hands[hand.turn], first, tuple(played))
        found.append((seen, hand.hands[:]))
        played.append(hand.asked(player))
        hand.play(played[-1])
    return found


def alone(seen: Knowledge, hands: Sequence[int], work: int) -> int:
    """Candidates played on, and nothing else, until they are as many cards as ``work``."""
    table = seen.table
    assert isinstance(table, Tricks)
    player = habit(seen.rules)
    cards = candidates(seen, table.asked(player))
    done = 0
    while done < work:
        for card in cards:
            hand = table.with_hands(hands)
            hand.play(card)
            done += 1 + hand.play_out([player] * len(hands))
    return done


def choices(boards: Sequence[Board]) -> tuple[float, float, float, float]:
    """Milliseconds of a choice on the mean and at most, its mean work, and its cost in playouts."""
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
    """Seconds of ten sheets, and of the mean of their partita."""
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
    """Print what both cost; returns the exit status."""
    with own_site():
        found = [mean_and_sheets(seed) for seed in range(1, turns + 1)]
    sheets, mean = (median(column) for column in zip(*found, strict=True))
    print(
        f"Ten sheets entered and scored: {sheets:.2f} s of CPU; the robots' mean of their partita: {mean:.2f} s."
    )
    return int(mean > sheets)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ruleset", default="lab12")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--mean", action="store_true")
    arguments = parser.parse_args()
    if arguments.mean:
        return mean_beside_sheets(arguments.turns)
    ruleset, drawn = find_ruleset(arguments.ruleset), Lots("benchmark")
    boards = [drawn.board(ruleset, one) for one in ruleset.played for _again in range(10)]
    hands = [(board, board.rules.hands(board.deal)) for board in boards]
    ways = {
        "king.Match": lambda: any_match(ruleset, drawn),
        "any legal card": lambda: played_out(hands, drawn.numbers, thumb=False),
        "rules of thumb": lambda: played_out(hands, drawn.numbers, thumb=True),
    }
    found = {name: list[float]() for name in ways}
    for _turn in range(arguments.turns):
        for name, play in ways.items():
            found[name].append(rate(play))
    print(f"| {'way of playing':<14} | cards a second | of king.Match |")
    print(f"|{'-' * 16}|---------------:|--------------:|")
    wrong = False
    for name, rates in found.items():
        times = median(one / two for one, two in zip(rates, found["king.Match"], strict=True))
        print(f"| {name:<14} | {median(rates):>14,.0f} | {times:>13.0f} |")
        wrong |= times < GOALS.get(name, 0)
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
