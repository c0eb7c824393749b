"""DUP: 156 bytes a board, at most 99 boards, no separators; the older format of the Duplimate machines.

Bytes 0–77 are those of BRI; 78–145 four times 17 for N, E, S, W: 0x06 ♠ 0x03 ♥ 0x04 ♦ 0x05 ♣, each followed by its
ranks; 146 ``Y`` random hands, 147 ``N`` no backwards counting; then, left aligned, the lowest board (3 bytes), the
copies of each (2) and the highest board (3). A set that starts at board 1 is the only one all readers agree on.
"""

from __future__ import annotations

from king.boards import DealtSet
from king.deal import Deal
from king.notation.bri import card_digits
from king.notation.limits import require_numbered_run
from king.winds import WINDS

SUIT_BYTES = ("\x06", "\x03", "\x04", "\x05")


def drawn_hands(deal: Deal) -> str:
    """The 68 characters for the machine's screen."""
    return "".join(
        symbol + ranks
        for wind in WINDS
        for symbol, ranks in zip(SUIT_BYTES, deal.hand_pbn(wind).split("."), strict=True)
    )


def write(dealt: DealtSet) -> bytes:
    """The boards in DUP, one copy of each."""
    lowest, highest = require_numbered_run(dealt, "DUP")
    ending = f"YN{lowest:<3}{1:<2}{highest:<3}"
    return "".join(card_digits(board.deal) + drawn_hands(board.deal) + ending for board in dealt.boards).encode("ascii")
