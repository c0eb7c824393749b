"""Boards written for duplicating machines (BRI, DUP, DLM), for viewers (LIN, a deal a line) and for
people (a diagram).

A board that a notation cannot hold is refused before anything is written.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import groupby
from operator import xor
from typing import NamedTuple

from king.boards import DealtBoard, DealtSet
from king.cards import SUITS, WINDS, Card, Deal, Suit, Wind
from king.notation.pbn import latin
from king.reading import InputError
from king.words import Phrase, gettext_noop

ONE_ROUND = gettext_noop("{notation} holds the boards of one round; take a file for each round")
WITHOUT_GAP = gettext_noop("{notation} holds boards 1 to {most} without a gap")

MOST_BOARDS = 99


def require_full_deck(dealt: DealtSet, notation: str) -> None:
    if dealt.deck != 52:
        template = gettext_noop(
            "{notation} holds deals of 52 cards only; take json, pbn, text or line for {deck} cards"
        )
        raise InputError(Phrase(template, notation=notation, deck=dealt.deck))


def require_numbered_run(dealt: DealtSet, notation: str) -> tuple[int, int]:
    """The lowest and highest board of a set whose numbers run without a gap, in one round."""
    require_full_deck(dealt, notation)
    numbers = [board.board for board in dealt.boards]
    if len({board.round_number for board in dealt.boards}) > 1:
        raise InputError(Phrase(ONE_ROUND, notation=notation))
    if not numbers or numbers != list(range(numbers[0], min(numbers[-1], MOST_BOARDS) + 1)):
        raise InputError(Phrase(WITHOUT_GAP, notation=notation, most=MOST_BOARDS))
    return numbers[0], numbers[-1]


# BRI: 128 bytes a board, no separators and no board numbers. 78 digits: the card numbers 01 (♠A) to
# 52 (♣2) of North, East and South, West holding the rest; then 32 spaces and 18 NUL.


def card_digits(deal: Deal) -> str:
    return "".join(
        f"{place:02d}"
        for wind in "NES"
        for place, owner in enumerate(deal.owners, start=1)
        if owner == wind
    )


def write_bri(dealt: DealtSet) -> bytes:
    require_full_deck(dealt, "BRI")
    return b"".join(
        card_digits(board.deal).encode("ascii") + b" " * 32 + b"\0" * 18 for board in dealt.boards
    )


# DUP: 156 bytes a board, at most 99 boards, no separators; the older format of the Duplimate
# machines. Bytes 0–77 are those of BRI; 78–145 four times 17 for N, E, S, W: 0x06 ♠ 0x03 ♥ 0x04 ♦
# 0x05 ♣, each followed by its ranks; 146 ``Y`` random hands, 147 ``N`` no backwards counting; then,
# left aligned, the lowest board (3 bytes), the copies of each (2) and the highest board (3). A set
# that starts at board 1 is the only one all readers agree on.

SUIT_BYTES = ("\x06", "\x03", "\x04", "\x05")


def hand(deal: Deal, wind: Wind, suits: Sequence[str] = SUITS) -> str:
    """``SAK3HT5DQJC98642``, the letter of a void alone."""
    held = deal.hand_pbn(wind).split(".")
    return "".join(suit + ranks for suit, ranks in zip(suits, held, strict=True))


def write_dup(dealt: DealtSet) -> bytes:
    lowest, highest = require_numbered_run(dealt, "DUP")
    ending = f"YN{lowest:<3}{1:<2}{highest:<3}"
    written = []
    for board in dealt.boards:
        hands = [hand(board.deal, wind, SUIT_BYTES) for wind in WINDS]
        written += [card_digits(board.deal), *hands, ending]
    return "".join(written).encode("ascii")


# DLM: the text file of the Duplimate machines, always with 99 boards. Letter i of a board is ``a``
# + 4·seat(card 2i−1) + seat(card 2i), seats N 0 E 1 S 2 W 3, cards in deck order; its checksum is
# the board number XOR the 26 letters. The header's is copies XOR lowest XOR highest board, XOR 1
# for a set that may be shown. Boards that are not used hold a fixed deal.

COPIES = 1
UNUSED = "aaaaaabffffffkkkkkklpppppp"
_SHOW = 1


def letters(deal: Deal) -> str:
    seats = ["NESW".index(owner) for owner in deal.owners]
    return "".join(
        chr(ord("a") + 4 * first + second)
        for first, second in zip(seats[::2], seats[1::2], strict=True)
    )


def write_dlm(dealt: DealtSet) -> bytes:
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
        lines += [
            f"Duplicates {number:02d}=0",
            f"Board {number:02d}={code}{reduce(xor, code.encode(), number):03d}",
        ]
    return latin("\r\n".join([*lines, ""]))


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


# LIN: what Bridge Base's viewers read, one line a board. ``md`` starts with the dealer, 1 S 2 W 3 N
# 4 E, then South, West and North, East holding the rest. Readers need ``pn`` and ``sv``, although
# King has neither names here nor vulnerability.

DEALERS = {Wind.S: 1, Wind.W: 2, Wind.N: 3, Wind.E: 4}


def line(board: DealtBoard, label: int) -> str:
    hands = ",".join(hand(board.deal, wind) for wind in (Wind.S, Wind.W, Wind.N))
    dealer = DEALERS[board.notation_dealer]
    return f"qx|o{label}|pn|S,W,N,E|st||md|{dealer}{hands}|rh||ah|Board {board.board}|sv|o|pg||"


def write_lin(dealt: DealtSet) -> bytes:
    require_full_deck(dealt, "LIN")
    return "".join(
        f"{line(board, label)}\n" for label, board in enumerate(dealt.boards, start=1)
    ).encode("ascii")


# The packing list of a board: how to deal it from a sorted deck, card by card, in runs. A helper
# holds a sorted deck face up, ♠A first, and lays each run before its wind; nobody has to search a
# card.


class Run(NamedTuple):
    """Neighbouring cards of the sorted deck that go to the same wind."""

    wind: Wind
    cards: tuple[Card, ...]


def packing_runs(deal: Deal) -> tuple[Run, ...]:
    """In deck order; a run ends with its suit, so that a list can have a line for each suit."""
    owned = zip(deal.deck, deal.owners, strict=True)
    return tuple(
        Run(Wind(owner), tuple(card for card, _ in cards))
        for (_, owner), cards in groupby(owned, key=lambda pair: (pair[0].suit, pair[1]))
    )
