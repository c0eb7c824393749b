"""DLM: the text file of the Duplimate machines, always with 99 boards.

Letter i of a board is ``a`` + 4·seat(card 2i−1) + seat(card 2i), seats N 0 E 1 S 2 W 3, cards in deck order; its
checksum is the board number XOR the 26 letters. The header's is copies XOR lowest XOR highest board, XOR 1 for a set
that may be shown. Boards that are not used hold a fixed deal.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from king.boards import DealtSet
from king.deal import Deal
from king.notation.limits import MOST_BOARDS, require_numbered_run
from king.notation.pbn import latin

COPIES = 1
UNUSED = "aaaaaabffffffkkkkkklpppppp"
_SHOW = 1


def letters(deal: Deal) -> str:
    """The 26 letters of a deal.

    >>> letters(Deal.numbered(0))
    'aaaaaabffffffkkkkkklpppppp'
    """
    seats = ["NESW".index(owner) for owner in deal.owners]
    return "".join(chr(ord("a") + 4 * first + second) for first, second in zip(seats[::2], seats[1::2], strict=True))


def write(dealt: DealtSet) -> bytes:
    """The boards in DLM, one copy of each."""
    lowest, highest = require_numbered_run(dealt, "DLM")
    codes = {board.board: letters(board.deal) for board in dealt.boards}
    lines = [
        "[Document]",
        f"Headline={' '.join((dealt.event or 'King').split())[:80]}",
        "Status=Show",
        f"Duplicates={COPIES}",
        f"From board={lowest}",
        f"To board={highest}",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        f"Checksum={COPIES ^ lowest ^ highest ^ _SHOW}",
    ]
    for number in range(1, MOST_BOARDS + 1):
        code = codes.get(number, UNUSED)
        lines += [f"Duplicates {number:02d}=0", f"Board {number:02d}={code}{reduce(xor, code.encode(), number):03d}"]
    return latin("\r\n".join([*lines, ""]))
