"""Seats at tables, written before or after a name: ``N Verdi Ugo``, ``3.N``, ``Tavolo 3 Nord:``.

A single letter may be an initial, and *Est* a surname. They are seats only if neighbouring lines
together have three winds. With the number of a table they always are.
"""

import re
from collections.abc import Sequence

from king.words import folded

_WINDS = {
    "N": "n nord north norte",
    "E": "e est east este l leste",
    "S": "s sud south sul sur",
    "W": "w west o ovest ouest oeste",
}
_WIND_OF = {word: wind for wind, words in _WINDS.items() for word in words.split()}
_WORDS = "|".join(sorted((word for word in _WIND_OF if len(word) > 1), key=len, reverse=True))
_WIND = rf"(?:[NESWOL]|(?i:{_WORDS}))"
_TABLE = r"(?i:\b(?:tavolo|tav|table|mesa|t)\b\.?\s*(?:n[.°º]\s*)?)"
_BEFORE = re.compile(
    rf"\W{{0,2}}(?:(?:{_TABLE})?\d{{1,3}}\s*[-./: ]?\s*)?\b(?P<wind>{_WIND})(?:\s?\d{{1,3}})?\b(?:\s*[.:)\]–-]+)?\s+(?=\w)"
)
_BEHIND = re.compile(
    rf"\s+[-–(\[]*\s*(?:(?:{_TABLE})?\d{{1,3}}\s*[-./ ]?\s*)?(?P<wind>{_WIND})(?:\s?\d{{1,3}})?[)\]]?$"
)
_AT_TABLE = re.compile(
    r"(?i:tavolo|tav|table|mesa)\b\.?\s*(?:n[.°º]\s*)?\d{1,3}\s*[.:)–-]*\s+(?=\D)"
)
_SIDES = (
    r"(?:NS|EW|EO|N ?[-/] ?S|[EO] ?[-/] ?W|[EL] ?[-/] ?O"
    r"|(?i:nord[-/ ]sud|est[-/ ]o(?:v|u)est|north[-/ ]south|east[-/ ]west|norte[-/ ]sul|este[-/ ]oeste))"
)
_OF_SIDE = re.compile(rf"\W{{0,2}}{_SIDES}\b\s*\d{{0,3}}(?:\s*[.:)\]–-]+)?\s+(?=\w)")
_SIDE_ALONE = re.compile(
    rf"\W*(?:(?i:linea|line|ligne|linha|coppie|pairs|paires|duplas)\s+)?{_SIDES}\W*"
)
_INITIAL = re.compile(r"\W{0,2}([^\W\d_])\b[.:)\]]?\s+\w")
_FEWEST_WINDS = 3


def without_seats(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return each line without the seat at one of its ends, and that seat."""
    before = _seats_by_neighbours([_BEFORE.match(line) for line in lines])
    if any(_is_another_initial(line) for line in lines):
        before = [None for _line in lines]  # first letters of names, of which four are winds
    behind = _seats_by_neighbours([_BEHIND.search(line) for line in lines])
    return [
        _cut(line, first or _side_of_names(line) or _AT_TABLE.match(line), last)
        for line, first, last in zip(lines, before, behind, strict=True)
    ]


def is_side(line: str) -> bool:
    """Whether a line names only a side: ``N-S``."""
    return _SIDE_ALONE.fullmatch(line) is not None


def are_seats(cells: Sequence[str]) -> bool:
    """Whether a column holds seats: at least three different winds, with or without the number of a
    table.
    """
    winds = [_WIND_OF.get(re.sub(r"[\W\d]+", "", cell).casefold()) for cell in cells]
    return None not in winds and len(set(winds)) >= _FEWEST_WINDS


def _side_of_names(line: str) -> re.Match[str] | None:
    """Match the side at the start of ``NS Verdi – Neri``. Before a single name, two capital letters
    belong to the name.
    """
    side = _OF_SIDE.match(line)
    return side if side and len(line[side.end() :].split()) > 2 else None


def _is_another_initial(line: str) -> bool:
    initial = _INITIAL.match(line)
    return initial is not None and folded(initial[1]) not in _WIND_OF


def _seats_by_neighbours(
    matches: Sequence[re.Match[str] | None],
) -> Sequence[re.Match[str] | None]:
    """Seats found, if three consecutive lines have three different winds; else none."""
    winds = [match and _WIND_OF[match["wind"].casefold()] for match in matches]
    for place in range(len(winds) - _FEWEST_WINDS + 1):
        neighbours = winds[place : place + _FEWEST_WINDS]
        if None not in neighbours and len(set(neighbours)) == _FEWEST_WINDS:
            return matches
    return [None for _match in matches]


def _cut(line: str, before: re.Match[str] | None, behind: re.Match[str] | None) -> tuple[str, str]:
    begin = before.end() if before else 0
    end = behind.start() if behind and behind.start() > begin else len(line)
    seat = " ".join(filter(None, (line[:begin].strip(), line[end:].strip())))
    return line[begin:end].strip(), seat
