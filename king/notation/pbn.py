"""PBN 2.1 in its export form: a game is fifteen tags in their order, then our own, with an empty line between games.

Lines end in CRLF, bytes are ISO-8859-1, no line is longer than 255 characters. King has no vulnerability, declarer or
contract of bridge: ``None`` and ``?``. ``KingContract``, ``KingRound``, ``KingRuleset`` and, for a board whose place a
spare has taken, ``KingSpare`` say what readers of King want to know; the sealed document travels in lines that start
with ``% KingDocument``, which other readers skip.
"""

from __future__ import annotations

import json
import unicodedata

from king.boards import DealtBoard, DealtSet

DOCUMENT_MARK = "% KingDocument "
TAGS = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
"""The mandatory tags in the order of the standard."""
LONGEST_VALUE = 200
_CHUNK = 200
_PLAIN = str.maketrans("‘’‚“”„–—−…\u00a0", "'''\"\"\"---. ")


def latin(text: str) -> bytes:
    """The text in ISO-8859-1: typographic marks and foreign accents made plain, what is left a question mark."""
    plain = []
    for character in unicodedata.normalize("NFC", text).translate(_PLAIN):
        if ord(character) < 256:
            plain.append(character)
        else:
            base = "".join(part for part in unicodedata.normalize("NFKD", character) if ord(part) < 256)
            plain.append(base or "?")
    return "".join(plain).encode("iso-8859-1")


def tag(name: str, value: str | None) -> str:
    """``[Name "value"]`` with quotes and backslashes escaped; ``?`` where the value is not known."""
    text = " ".join("".join(c if c.isprintable() else " " for c in value).split()) if value else ""
    text = text[:LONGEST_VALUE].replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text or "?"}"]'


def game(board: DealtBoard, dealt: DealtSet) -> list[str]:
    """The lines of one board."""
    values = dict.fromkeys(TAGS) | {
        "Event": dealt.event,
        "Site": dealt.site,
        "Date": dealt.date.replace("-", ".") if dealt.date else None,
        "Board": str(board.board),
        "Dealer": board.notation_dealer.value,
        "Vulnerable": "None",
        "Deal": board.deal.pbn,
    }
    own = {
        "KingContract": board.contract, "KingRound": str(board.round_number or ""), "KingRuleset": dealt.ruleset,
        "KingSpare": str(board.dealt_as or ""),
    }  # fmt: skip
    return [tag(name, value) for name, value in values.items()] + [tag(name, own[name]) for name in own if own[name]]


def document_lines(dealt: DealtSet) -> list[str]:
    """The sealed document as comment lines, in pieces that no editor's trimming of spaces can harm."""
    if dealt.document is None:
        return []
    text = json.dumps(json.loads(dealt.document.canonical), sort_keys=True, separators=(",", ":"))
    lines = []
    for start in range(0, len(text), _CHUNK):
        piece = text[start : start + _CHUNK]
        # A space can only stand inside a JSON text, where its escape says the same.
        if piece.startswith(" "):
            piece = r"\u0020" + piece[1:]
        if piece.endswith(" "):
            piece = piece[:-1] + r"\u0020"
        lines.append(DOCUMENT_MARK + piece)
    return lines


def write(dealt: DealtSet) -> bytes:
    """The boards in PBN."""
    lines = ["% PBN 2.1", "% EXPORT", *document_lines(dealt)]
    for place, board in enumerate(dealt.boards):
        lines += [""] if place else []
        lines += game(board, dealt)
    return latin("\r\n".join([*lines, ""]))
