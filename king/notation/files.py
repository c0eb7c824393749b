"""Boards as text for people, with a diagram or a line of PBN for each; and the order in which a
board is packed.
"""

import re
from functools import partial
from itertools import groupby
from typing import NamedTuple

from king.boards import DealtBoard, DealtSet
from king.cards import SUITS, WINDS, Card, Deal, Suit, Wind
from king.notation.reading import NEW_LINE, BoardFound, Reading

_WEST_WIDTH = 24


def suit_line(deal: Deal, wind: Wind, suit: Suit) -> str:
    return f"{suit.symbol} {' '.join(rank.label for rank in deal.suit(wind, suit)) or '—'}"


def diagram(board: DealtBoard) -> str:
    heading = [f"Board {board.board}"]
    if board.round_number:
        heading = [f"Round {board.round_number}, board {board.board}"]
    if board.contract:
        heading.append(board.contract)
    if board.dealer:
        heading.append(f"dealer {board.dealer}")
    rows = {wind: [suit_line(board.deal, wind, suit) for suit in SUITS] for wind in WINDS}
    width = max(_WEST_WIDTH, 3 + max(map(len, rows[Wind.W])))
    middle = " " * (width // 2)
    checks = "  ".join(f"{wind} {board.deal.checksum(wind)}" for wind in board.deal.winds)
    return "\n".join(
        [
            " · ".join(heading),
            "",
            f"{middle}N",
            *(middle + row for row in rows[Wind.N]),
            f"{'W':<{width}}E",
            *(
                f"{west:<{width}}{east}"
                for west, east in zip(rows[Wind.W], rows[Wind.E], strict=True)
            ),
            f"{middle}S",
            *(middle + row for row in rows[Wind.S]),
            "",
            f"checksums  {checks}",
            "",
        ]
    )


def write_text(dealt: DealtSet) -> bytes:
    return "\n".join(diagram(board) for board in dealt.boards).encode()


def write_lines(dealt: DealtSet) -> bytes:
    return "".join(f"{board.deal.pbn}\n" for board in dealt.boards).encode("ascii")


def are_lines(raw: bytes) -> bool:
    return _LINES.match(raw) is not None


_LINES = re.compile(rb"\s*[NESW]:[^\s.]*\.\S+( \S+){3}\s*[\r\n]")


def read_lines(reading: Reading, text: str) -> None:
    for line, deal in enumerate(NEW_LINE.split(text), start=1):
        if deal.strip():
            parsed_deal = reading.deal(line, None, partial(Deal.parse_pbn, deal))
            reading.found.append(BoardFound(line, None, parsed_deal, line))


# The packing list of a board: how to deal it from a sorted deck, card by card, in runs. A helper
# holds a sorted deck face up, ♠A first, and lays each run before its wind; nobody has to search a
# card.


class Run(NamedTuple):
    """Neighbouring cards of the sorted deck that go to the same wind."""

    wind: Wind
    cards: tuple[Card, ...]


def packing_runs(deal: Deal) -> tuple[Run, ...]:
    """Runs of cards for one wind, in deck order. A run ends with its suit, so that a list can print
    a line for each suit.
    """
    owned = zip(deal.deck, deal.owners, strict=True)
    return tuple(
        Run(Wind(owner), tuple(card for card, _ in cards))
        for (_, owner), cards in groupby(owned, key=lambda pair: (pair[0].suit, pair[1]))
    )
