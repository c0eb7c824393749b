"""Boards for duplicating machines: writes and reads BRI, DUP and DLM. A set that a notation cannot
represent is refused before anything is written.

The formats of BRI and DUP are Duplimate's (www.duplimate.com/DuplimateClub/convert.pdf). DLM has no
public description: we write the files that Big Deal writes (its ``output.c``), which the machines
accept.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import xor

from king.boards import DealtSet
from king.cards import DECK_52, SUITS, WINDS, Card, Deal, Wind
from king.notation.pbn import latin
from king.notation.reading import NEW_LINE, BoardFound, Reading
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
    """Lowest and highest number of the boards. Raises ``InputError`` if the numbers have a gap or
    the set has several rounds.
    """
    require_full_deck(dealt, notation)
    numbers = [board.board for board in dealt.boards]
    if len({board.round_number for board in dealt.boards}) > 1:
        raise InputError(Phrase(ONE_ROUND, notation=notation))
    if not numbers or numbers != list(range(numbers[0], min(numbers[-1], MOST_BOARDS) + 1)):
        raise InputError(Phrase(WITHOUT_GAP, notation=notation, most=MOST_BOARDS))
    return numbers[0], numbers[-1]


# BRI: 128 bytes a board, no separators and no board numbers. 78 digits: the card numbers 01 (♠A) to
# 52 (♣2) of North, East and South in any order, West holding the rest; then 32 spaces and 18 NUL.

_BRI_BYTES = 128
_DIGITS = 78
_BRI = re.compile(rb"[0-9]{%d}(?![0-9])" % _DIGITS)


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


def is_bri(raw: bytes) -> bool:
    return _BRI.match(raw) is not None


def read_bri(reading: Reading, letters: str) -> None:
    for place, record in enumerate(_records(reading, "BRI", letters, _BRI_BYTES), start=1):
        _find(reading, place, None, record)


def _records(reading: Reading, notation: str, letters: str, size: int) -> Iterator[str]:
    """Records of the file, one for each board. Editors and transfers may have added a line end, or
    the end mark of DOS.
    """
    letters = letters.rstrip("\r\n\x1a") if len(letters) % size else letters
    whole, left_over = divmod(len(letters), size)
    for place in range(whole):
        yield letters[place * size : (place + 1) * size]
    if left_over:
        template = gettext_noop(
            "{notation} has {size} bytes for each board; the last one here has {found}"
        )
        reading.problem("cut_off", None, template, notation=notation, size=size, found=left_over)


def _find(reading: Reading, place: int, number: int | None, record: str) -> Deal | None:
    """Read the board from the digits of a record. ``place`` is its place in the file, named in
    problems.
    """
    board = number or place
    deal = None
    pairs = re.findall("..", record[:_DIGITS], re.DOTALL)
    unknown = [pair for pair in pairs if not _CARD_NUMBER.fullmatch(pair)]
    if unknown:
        template = gettext_noop("Board {board}: {found} is not a card; cards go from 01 to 52")
        reading.problem("card_unreadable", None, template, board, found=repr(unknown[0]))
    else:
        cards = [DECK_52[int(pair) - 1] for pair in pairs]
        deal = reading.deal(None, board, lambda: Deal.of(_add_west(cards), DECK_52))
    reading.found.append(BoardFound(None, number, deal, None))
    return deal


_CARD_NUMBER = re.compile(r"0[1-9]|[1-4][0-9]|5[0-2]")


def _add_west(cards: Sequence[Card]) -> dict[Wind, Sequence[Card]]:
    cards_before = set(cards)
    rest = tuple(card for card in DECK_52 if card not in cards_before)
    return {Wind.N: cards[:13], Wind.E: cards[13:26], Wind.S: cards[26:], Wind.W: rest}


# DUP: 156 bytes a board, at most 99 boards, no separators; the older format of the Duplimate
# machines. Bytes 0–77 are those of BRI; 78–145 four times 17 for N, E, S, W: 0x06 ♠ 0x03 ♥ 0x04 ♦
# 0x05 ♣, each followed by its ranks; 146 ``Y`` random hands, 147 ``N`` no backwards counting; then,
# left aligned, the lowest board (3 bytes), the copies of each (2) and the highest board (3). A set
# that starts at board 1 is the only one all readers agree on. Big Deal writes the last ten bytes in
# the first board alone.

_DUP_BYTES = 156
_ENDING = 146
_DUP = re.compile(rb"[0-9]{%d}\x06" % _DIGITS)
SUIT_BYTES = ("\x06", "\x03", "\x04", "\x05")
_HAND = re.compile("".join(f"{mark}([AKQJT2-9]*)" for mark in SUIT_BYTES))


def hand(deal: Deal, wind: Wind, suits: Sequence[str] = SUITS) -> str:
    """Write a hand as ``SAK3HT5DQJC98642``. A void is its letter alone."""
    ranks_by_suit = deal.hand_pbn(wind).split(".")
    return "".join(suit + ranks for suit, ranks in zip(suits, ranks_by_suit, strict=True))


def write_dup(dealt: DealtSet) -> bytes:
    lowest, highest = require_numbered_run(dealt, "DUP")
    ending = f"YN{lowest:<3}{1:<2}{highest:<3}"
    written = []
    for board in dealt.boards:
        hands = [hand(board.deal, wind, SUIT_BYTES) for wind in WINDS]
        written += [card_digits(board.deal), *hands, ending]
    return "".join(written).encode("ascii")


def is_dup(raw: bytes) -> bool:
    return _DUP.match(raw) is not None


def read_dup(reading: Reading, letters: str) -> None:
    lowest = _lowest_board(reading, letters)
    for place, record in enumerate(_records(reading, "DUP", letters, _DUP_BYTES), start=1):
        number = None if lowest is None else lowest + place - 1
        deal = _find(reading, place, number, record)
        if deal is None:
            continue
        hands = [record[start : start + 17] for start in range(_DIGITS, _ENDING, 17)]
        if any(
            _suits_of(written) != [sorted(suit) for suit in deal.hand_pbn(wind).split(".")]
            for wind, written in zip(WINDS, hands, strict=True)
        ):
            template = gettext_noop(
                "Board {board}: DUP writes every hand twice, and here the two are not the same"
            )
            reading.problem("hands_differ", None, template, number or place)


def _suits_of(written: str) -> list[list[str]] | None:
    match = _HAND.fullmatch(written)
    return match and [sorted(ranks) for ranks in match.groups()]


def _lowest_board(reading: Reading, letters: str) -> int | None:
    """Number of the first board, or None if the file does not say it."""
    ending = letters[_ENDING:_DUP_BYTES]
    lowest, last_board = (_count(ending[start : start + 3]) for start in (2, 7))
    if lowest is None:
        return None
    if ending[1] == "Y":
        template = gettext_noop(
            "DUP counts the boards backwards here, so it is uncertain which is the first; use PBN"
        )
        reading.problem("backwards", None, template)
    highest = lowest + len(letters) // _DUP_BYTES - 1
    if last_board is not None and last_board != highest:
        template = gettext_noop(
            "DUP says boards {lowest} to {said}; counted from {lowest}, the file has them to "
            "{highest}"
        )
        reading.note("set", None, template, lowest=lowest, said=last_board, highest=highest)
    return lowest


def _count(digits: str) -> int | None:
    """Read a left-aligned number from 1 on, or return None."""
    digits = digits.rstrip(" ")
    return int(digits) if digits.isascii() and digits.isdecimal() and int(digits) else None


# DLM: the text file of the Duplimate machines, always with 99 boards. Letter i of a board is ``a``
# + 4·seat(card 2i−1) + seat(card 2i), seats N 0 E 1 S 2 W 3, cards in deck order; its checksum is
# the board number XOR the 26 letters. The header's is copies XOR lowest XOR highest board, XOR 1
# for a set that may be shown. Boards that are not used hold a fixed deal.

COPIES = 1
UNUSED = "aaaaaabffffffkkkkkklpppppp"
_SHOW = 1
_BOARD = re.compile(r"board ([0-9]{1,2})")
_VALUE = re.compile(r"([a-p]{26})([0-9]{1,3})")


def letters_of(deal: Deal) -> str:
    seats = ["NESW".index(owner) for owner in deal.owners]
    return "".join(
        chr(ord("a") + 4 * first + second)
        for first, second in zip(seats[::2], seats[1::2], strict=True)
    )


def checksum(number: int, code: str) -> int:
    return reduce(xor, code.encode("ascii"), number)


def write_dlm(dealt: DealtSet) -> bytes:
    lowest, highest = require_numbered_run(dealt, "DLM")
    codes = {board.board: letters_of(board.deal) for board in dealt.boards}
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
            f"Board {number:02d}={code}{checksum(number, code):03d}",
        ]
    return latin("\r\n".join([*lines, ""]))


def is_dlm(raw: bytes) -> bool:
    return _DLM.match(raw[:200].replace(b"\0", b"")) is not None


_DLM = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*\[document\]", re.IGNORECASE)


def read_dlm(reading: Reading, text: str) -> None:
    fields: dict[str, tuple[int, str]] = {}
    boards: list[tuple[int, int, str]] = []
    for line, written in enumerate(NEW_LINE.split(text), start=1):
        name, _, value = written.partition("=")
        name, value = " ".join(name.split()).lower(), value.strip()
        if match := _BOARD.fullmatch(name):
            boards.append((line, int(match[1]), value))
        else:
            fields.setdefault(name, (line, value))
    line, key = fields.get("crypto key", (1, "0"))
    if key.strip("0"):
        template = gettext_noop(
            "The boards of this DLM file are encrypted: save it without a crypto key, or as PBN"
        )
        reading.problem("encrypted", line, template)
        return
    lowest, highest = (_board_named(reading, name, fields) for name in ("From board", "To board"))
    if lowest is None or highest is None:
        return
    numbers_expected = range(lowest, highest + 1)
    for line, number, value in boards:
        if number in numbers_expected:
            deal = _deal_of(reading, line, number, value)
            reading.found.append(BoardFound(line, number, deal, line))
    missing = set(numbers_expected) - {number for _, number, _ in boards}
    if missing:
        template = gettext_noop("These boards are missing: {boards}")
        numbers = ", ".join(map(str, sorted(missing)))
        reading.problem("boards_missing", fields["to board"][0], template, boards=numbers)


def _board_named(reading: Reading, name: str, fields: Mapping[str, tuple[int, str]]) -> int | None:
    line, value = fields.get(name.lower(), (1, ""))
    if _NUMBER.fullmatch(value) and int(value):
        return int(value)
    template = gettext_noop("{tag} is a number from 1 to {most}; found {found}")
    excerpt = repr(value[:40])
    reading.problem("number_unreadable", line, template, tag=name, most=MOST_BOARDS, found=excerpt)
    return None


_NUMBER = re.compile(r"[0-9]{1,2}")


def _deal_of(reading: Reading, line: int, number: int, value: str) -> Deal | None:
    match = _VALUE.fullmatch(value)
    if match is None:
        template = gettext_noop(
            "Board {board} of a DLM file is 26 letters from a to p and a checksum; found {found}"
        )
        reading.problem("deal_unreadable", line, template, number, found=repr(value[:40]))
        return None
    code, actual, expected = match[1], int(match[2]), checksum(number, match[1])
    if actual != expected:
        template = gettext_noop(
            "The checksum of board {board} is {found} and has to be {expected}: the file is damaged"
        )
        reading.problem("checksum", line, template, number, found=actual, expected=expected)
        return None
    seats = [seat for letter in code for seat in divmod(ord(letter) - ord("a"), 4)]
    hands: dict[Wind, list[Card]] = {wind: [] for wind in WINDS}
    for card, seat in zip(DECK_52, seats, strict=True):
        hands[WINDS[seat]].append(card)
    return reading.deal(line, number, lambda: Deal.of(hands, DECK_52))
