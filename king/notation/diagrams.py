"""Boards for people and viewers: a diagram each, a deal a line, LIN, and the list by which a deck is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from king.boards import DealtBoard, DealtSet
from king.cards import SUITS, WINDS, Card, Suit, Wind
from king.deal import Deal
from king.notation.machines import require_full_deck

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


def write_text(dealt: DealtSet) -> bytes:
    """A diagram for each board, an empty line between."""
    return "\n".join(diagram(board) for board in dealt.boards).encode()


def write_lines(dealt: DealtSet) -> bytes:
    return "".join(f"{board.deal.pbn}\n" for board in dealt.boards).encode("ascii")


# LIN: what Bridge Base's viewers read, one line a board. ``md`` starts with the dealer, 1 S 2 W 3 N 4 E, then South,
# West and North, East holding the rest. Readers need ``pn`` and ``sv``, although King has neither names here nor
# vulnerability.

DEALERS = {Wind.S: 1, Wind.W: 2, Wind.N: 3, Wind.E: 4}


def hand(deal: Deal, wind: Wind) -> str:
    """One hand: ``SAK3HT5DQJC98642``, the letter of a void alone."""
    return "".join(suit + ranks for suit, ranks in zip(SUITS, deal.hand_pbn(wind).split("."), strict=True))


def line(board: DealtBoard, label: int) -> str:
    """One board; ``label`` is its place in the file, from 1."""
    hands = ",".join(hand(board.deal, wind) for wind in (Wind.S, Wind.W, Wind.N))
    dealer = DEALERS[board.notation_dealer]
    return f"qx|o{label}|pn|S,W,N,E|st||md|{dealer}{hands}|rh||ah|Board {board.board}|sv|o|pg||"


def write_lin(dealt: DealtSet) -> bytes:
    """The boards in LIN, in the order of the set."""
    require_full_deck(dealt, "LIN")
    return "".join(f"{line(board, label)}\n" for label, board in enumerate(dealt.boards, start=1)).encode("ascii")


# The packing list of a board: how to deal it from a sorted deck, card by card, in runs. A helper holds a sorted deck
# face up, ♠A first, and lays each run before its wind; nobody has to search a card.


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cards of the sorted deck that go to the same wind."""

    wind: Wind
    cards: tuple[Card, ...]


def packing_runs(deal: Deal) -> tuple[Run, ...]:
    """The runs in deck order; a run ends with its suit, so that a list can have a line for each suit.

    >>> [(run.wind.value, len(run.cards)) for run in packing_runs(Deal.numbered(0))]
    [('N', 13), ('E', 13), ('S', 13), ('W', 13)]
    """
    owned = zip(deal.deck, deal.owners, strict=True)
    return tuple(
        Run(Wind(owner), tuple(card for card, _ in cards))
        for (_, owner), cards in groupby(owned, key=lambda pair: (pair[0].suit, pair[1]))
    )
