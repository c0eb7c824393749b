"""LIN, the format of Bridge Base's viewers: writes one board a line, and reads them.

Bridge Base never published it (bridgebase.com/forums/topic/85366). A file is pairs ``name|value|``:
``md`` is the deal, ``ah`` the heading ``Board 7``, ``qx`` a label, ``o7`` in the open room and
``c7`` in the closed one.
"""

import re

from king.boards import DealtBoard, DealtSet
from king.cards import (
    DECK_52,
    LONGEST_TEXT,
    SUITS,
    WINDS,
    Card,
    Deal,
    DealError,
    DealProblem,
    Suit,
    Wind,
    read_each,
    read_hand,
)
from king.notation.machines import hand, require_full_deck
from king.notation.reading import NEW_LINE, BoardFound, Reading
from king.reading import shortened
from king.words import Phrase, gettext_noop

# ``md`` starts with the dealer, 1 S 2 W 3 N 4 E, then South, West and North; East, who holds the
# rest, may follow. Readers need ``pn`` and ``sv``, although King has neither names here nor
# vulnerability.

DEALERS = {Wind.S: 1, Wind.W: 2, Wind.N: 3, Wind.E: 4}
HANDS = (Wind.S, Wind.W, Wind.N, Wind.E)


def line(board: DealtBoard, label: int) -> str:
    hands = ",".join(hand(board.deal, wind) for wind in HANDS[:3])
    dealer = DEALERS[board.notation_dealer]
    return f"qx|o{label}|pn|S,W,N,E|st||md|{dealer}{hands}|rh||ah|Board {board.board}|sv|o|pg||"


def write(dealt: DealtSet) -> bytes:
    require_full_deck(dealt, "LIN")
    return "".join(
        f"{line(board, label)}\n" for label, board in enumerate(dealt.boards, start=1)
    ).encode("ascii")


# The label or the heading begins a board, whichever of them stands before the first deal; where
# neither does, the deal begins it and the heading follows. Without a heading the label's number
# counts.

_PAIR = re.compile(r"(?:^|(?<=[|\s]))(qx|ah|md)\|([^|]*)", re.IGNORECASE)
_HEADING = re.compile(r"\D*([0-9]{1,3})\D*")
_LABEL = re.compile(r"[oc]([0-9]{1,3})\b.*", re.IGNORECASE | re.DOTALL)
_IN_FILE = re.compile(rb"(?:^|[|\s\xbf\xfe\xff])md\|", re.IGNORECASE)
_PBN_DEAL = re.compile(rb'\[\s*Deal\s*"')


def is_lin(raw: bytes) -> bool:
    letters = raw.replace(b"\0", b"")
    return _IN_FILE.search(letters) is not None and _PBN_DEAL.search(letters) is None


def read(reading: Reading, text: str) -> None:
    text = NEW_LINE.sub("\n", text)
    commands: dict[str, tuple[int, str]] = {}
    opener = ""
    number, counted_to = 1, 0
    for match in _PAIR.finditer(text):
        number += text.count("\n", counted_to, match.start())
        counted_to = match.start()
        name, value = match[1].lower(), match[2].strip()
        if not value:
            continue
        if "md" in commands and name in (opener, "md"):
            _find(reading, commands)
            commands = {}
        if name == "md" and not opener:
            opener = next((first for first in ("qx", "ah") if first in commands), "md")
        if name not in commands or "md" not in commands:
            commands[name] = number, value
    if "md" in commands:
        _find(reading, commands)


def _find(reading: Reading, commands: dict[str, tuple[int, str]]) -> None:
    line, value = commands["md"]
    board = _number(_HEADING, commands.get("ah")) or _number(_LABEL, commands.get("qx"))
    first, hands = (value[0], value[1:]) if value[0].isdigit() else ("", value)
    dealer = next((wind for wind, digit in DEALERS.items() if str(digit) == first), None)
    deal = reading.deal(line, board, lambda: _dealt(hands))
    reading.found.append(BoardFound(line, board, deal, line, dealer=dealer))


def _number(pattern: re.Pattern[str], command: tuple[int, str] | None) -> int | None:
    match = pattern.fullmatch(command[1]) if command else None
    return int(match[1]) or None if match else None


def _dealt(written: str) -> Deal:
    hands = written.rstrip(",").split(",")
    if len(hands) > 4 or len(hands) < 3:
        template = gettext_noop(
            "A LIN deal is the hands of South, West and North, separated by commas; found {found}"
        )
        phrase = Phrase(template, found=shortened(repr(written)))
        raise DealError([DealProblem("hands_unreadable", None, (), phrase)])
    hands += [""] * (4 - len(hands))
    hands_read = dict(read_each(dict(zip(HANDS, hands, strict=True)), _read_hand))
    cards = {card for hand in hands_read.values() for card in hand}
    unsaid = [wind for wind in WINDS if not hands_read[wind]]
    if len(unsaid) == 1:
        hands_read[unsaid[0]] = tuple(card for card in DECK_52 if card not in cards)
    return Deal.of(hands_read, DECK_52)


def _read_hand(text: str, wind: Wind) -> tuple[Card, ...]:
    before, *pairs = re.split("([SHDC])", text.upper())
    if before.strip() or len(text) > LONGEST_TEXT:
        template = gettext_noop(
            "{wind}: a LIN hand is S H D C, each followed by its ranks; found {found}"
        )
        phrase = Phrase(template, wind=wind, found=shortened(repr(text)))
        raise DealError([DealProblem("hand_unreadable", wind, (), phrase)])
    suits = dict.fromkeys(SUITS, "")
    for suit, ranks in zip(pairs[::2], pairs[1::2], strict=True):
        suits[Suit(suit)] += "".join(ranks.split())
    return read_hand(".".join(suits.values()), wind)
