"""BRI: 128 bytes a board, no separators and no board numbers.

78 digits: the card numbers 01 (♠A) to 52 (♣2) of North, East and South, West holding the rest; then 32 spaces and
18 NUL.
"""

from __future__ import annotations

from king.boards import DealtSet
from king.deal import Deal
from king.notation.limits import require_full_deck


def card_digits(deal: Deal) -> str:
    """The 78 digits: the card numbers of North, East and South in increasing order."""
    return "".join(
        f"{place:02d}" for wind in "NES" for place, owner in enumerate(deal.owners, start=1) if owner == wind
    )


def write(dealt: DealtSet) -> bytes:
    """The boards in BRI."""
    require_full_deck(dealt, "BRI")
    return b"".join(card_digits(board.deal).encode("ascii") + b" " * 32 + b"\0" * 18 for board in dealt.boards)
