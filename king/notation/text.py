"""Text for people: a diagram for each board, North above, and one deal a line for other programs."""

from __future__ import annotations

from king.boards import DealtBoard, DealtSet
from king.cards import SUITS, Suit
from king.deal import Deal
from king.winds import WINDS, Wind

_WEST_WIDTH = 24


def suit_line(deal: Deal, wind: Wind, suit: Suit) -> str:
    """``♠ A K 10 3``, and ``♠ —`` for a void."""
    return f"{suit.symbol} {' '.join(rank.label for rank in deal.suit(wind, suit)) or '—'}"


def diagram(board: DealtBoard) -> str:
    """One board: heading, then North, West beside East, South, and the four checksums."""
    heading = [f"Round {board.round_number}, board {board.board}" if board.round_number else f"Board {board.board}"]
    if board.contract:
        heading.append(board.contract)
    if board.dealer:
        heading.append(f"dealer {board.dealer}")
    rows = {wind: [suit_line(board.deal, wind, suit) for suit in SUITS] for wind in WINDS}
    width = max(_WEST_WIDTH, 3 + max(map(len, rows[Wind.W])))
    middle = " " * (width // 2)
    checks = "  ".join(f"{wind} {board.deal.checksum(wind)}" for wind in WINDS)
    return "\n".join(
        [
            " · ".join(heading),
            "",
            f"{middle}N",
            *(middle + row for row in rows[Wind.N]),
            f"{'W':<{width}}E",
            *(f"{west:<{width}}{east}" for west, east in zip(rows[Wind.W], rows[Wind.E], strict=True)),
            f"{middle}S",
            *(middle + row for row in rows[Wind.S]),
            "",
            f"checksums  {checks}",
            "",
        ]
    )


def write(dealt: DealtSet) -> bytes:
    """A diagram for each board, an empty line between."""
    return "\n".join(diagram(board) for board in dealt.boards).encode()


def write_lines(dealt: DealtSet) -> bytes:
    """One PBN deal a line, North first."""
    return "".join(f"{board.deal.pbn}\n" for board in dealt.boards).encode("ascii")
