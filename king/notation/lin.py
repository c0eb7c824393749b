"""LIN: what Bridge Base's viewers read, one line a board.

``md`` starts with the dealer, 1 S 2 W 3 N 4 E, then South, West and North, East holding the rest. Readers need ``pn``
and ``sv``, although King has neither names here nor vulnerability.
"""

from __future__ import annotations

from king.boards import DealtBoard, DealtSet
from king.cards import SUITS
from king.deal import Deal
from king.notation.limits import require_full_deck
from king.winds import Wind

DEALERS = {Wind.S: 1, Wind.W: 2, Wind.N: 3, Wind.E: 4}


def hand(deal: Deal, wind: Wind) -> str:
    """One hand: ``SAK3HT5DQJC98642``, the letter of a void alone."""
    return "".join(suit + ranks for suit, ranks in zip(SUITS, deal.hand_pbn(wind).split("."), strict=True))


def line(board: DealtBoard, label: int) -> str:
    """One board; ``label`` is its place in the file, from 1."""
    hands = ",".join(hand(board.deal, wind) for wind in (Wind.S, Wind.W, Wind.N))
    dealer = DEALERS[board.notation_dealer]
    return f"qx|o{label}|pn|S,W,N,E|st||md|{dealer}{hands}|rh||ah|Board {board.board}|sv|o|pg||"


def write(dealt: DealtSet) -> bytes:
    """The boards in LIN, in the order of the set."""
    require_full_deck(dealt, "LIN")
    return "".join(f"{line(board, label)}\n" for label, board in enumerate(dealt.boards, start=1)).encode("ascii")
