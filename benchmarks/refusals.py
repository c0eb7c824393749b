"""How long noise of four megabytes is read before it is refused, against boards of the same size.

``python -m benchmarks.refusals``. A file of nonsense must cost no more than a good one: one that
costs many times as much is read over and over somewhere.
"""

from __future__ import annotations

import time

from king.cards import Deal, number_of_deals
from king.notation import read_boards
from king.notation.reading import LARGEST_FILE


def boards(size: int) -> str:
    """Text of valid numbered boards, as many as fit."""
    games: list[str] = []
    length = 0
    while True:
        number = len(games) + 1
        deal = Deal.numbered(number * 7_919**6 % number_of_deals())
        place = f'[KingRound "{1 + number // 900}"]\n[Board "{1 + number % 900}"]'
        game = f'[Event "?"]\n{place}\n[Dealer "N"]\n[Deal "{deal.pbn}"]\n\n'
        length += len(game)
        if length > size:
            return "".join(games)
        games.append(game)


NOISE = {
    "words": "lorem ipsum dolor sit amet\n",
    "open tags": '[Board "',
    "open comments": "{",
    "brackets": "[",
    "escapes in a tag": '[a "\\',
    "blanks before a tag": " " * 1000 + "[x\n",
    "empty deals": '[Board "1"]\n[Deal "N:... ... ... ..."]\n\n',
}


def seconds(text: str) -> tuple[float, int, int]:
    """Processor seconds of reading the text, number of boards, and number of problems."""
    start = time.process_time()
    file = read_boards(text.encode("ascii"))
    return time.process_time() - start, len(file.boards), len(file.problems)


def main() -> None:
    """Print the table."""
    good = boards(LARGEST_FILE)
    peer, boards_read, problems = seconds(good)
    print(f"| {'four megabytes of':<20} | milliseconds | of good boards | boards | problems |")
    print(f"|{'-' * 22}|-------------:|---------------:|-------:|---------:|")
    print(
        f"| {'good boards':<20} | {1000 * peer:>12,.0f} | {1:>14.3f} | {boards_read:>6,} | {problems:>8} |"
    )
    for name, line in NOISE.items():
        took, boards_read, problems = seconds((line * LARGEST_FILE)[:LARGEST_FILE])
        print(
            f"| {name:<20} | {1000 * took:>12,.0f} | {took / peer:>14.3f} | {boards_read:>6,} | {problems:>8} |"
        )


if __name__ == "__main__":
    main()
