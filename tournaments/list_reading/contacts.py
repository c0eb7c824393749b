"""Contacts of a telephone's or a mail program's address book: vCard 2.1, 3.0 and 4.0 (RFC 2426, 6350).

A card is a line of a table whose columns are the card's properties.
"""

import quopri
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ground.names import clean_text, split_name
from tournaments.list_reading.columns import Block, Sheet
from tournaments.list_reading.messages import MessageLine
from tournaments.list_reading.pieces import names_a_club
from tournaments.list_reading.rows import Known, Reading, unaccounted
from tournaments.list_reading.tables import Table

_BEGIN = re.compile(r"\s*BEGIN\s*:\s*VCARD\s*", re.IGNORECASE)
_END = re.compile(r"\s*END\s*:\s*VCARD\s*", re.IGNORECASE)
_PROPERTY = re.compile(
    r"(?:[\w-]+\.)?(?P<name>[A-Za-z-]+)(?P<options>(?:;[^:\"]*(?:\"[^\"]*\")?[^:\"]*)*):(?P<value>.*)",
    re.DOTALL,
)
_OWN = frozenset(
    "VERSION PRODID REV UID PHOTO LOGO SOUND KEY CLASS MAILER AGENT SOURCE KIND".split()
)
"""Properties of the card itself, not of the person."""
_ESCAPED = re.compile(r"\\(.)")
_OF_N = ("surname", "given_name", "middle_name", "title", "suffix")
_READ = frozenset((*_OF_N, "email"))


class Property(NamedTuple):
    line: int
    name: str
    value: str
    is_preferred: bool

    @property
    def parts(self) -> list[str]:
        """The parts of a value such as ``Verdi;Ugo;;;``."""
        return [_plain(part) for part in re.split(r"(?<!\\);", self.value)]


def without_contacts(
    text: str, lines: Sequence[MessageLine], known: Known
) -> tuple[Reading, list[MessageLine]]:
    """Read the cards in a text; return their people, and the lines that belong to no card."""
    cards, in_cards = [], set[int]()
    raw = text.splitlines()
    begin = None
    for number, line in enumerate(raw, 1):
        if _BEGIN.fullmatch(line):
            begin = number
        elif _END.fullmatch(line) and begin is not None:
            cards.append(list(_properties(raw[begin : number - 1], begin + 1)))
            in_cards.update(range(begin, number + 1))
            begin = None
    return _read(cards, known), [line for line in lines if line.number not in in_cards]


def _properties(lines: Sequence[str], first: int) -> Iterator[Property]:
    for number, text in _join_lines(lines, first):
        if match := _PROPERTY.fullmatch(text):
            options = match["options"].upper()
            value = _decode_value(match["value"], options)
            yield Property(number, match["name"].upper(), value, "PREF" in options)


def _join_lines(lines: Sequence[str], first: int) -> Iterator[tuple[int, str]]:
    """Join continued lines: one that begins with a blank, or follows ``=`` in quoted-printable,
    continues the line before.
    """
    whole, at, is_open = "", 0, False
    for number, line in enumerate(lines, first):
        if is_open:
            whole = whole[:-1] + line
        elif line[:1] in (" ", "\t") and whole:
            whole += line[1:]
        else:
            if whole:
                yield at, whole
            whole, at = line, number
        is_open = whole.endswith("=") and "QUOTED-PRINTABLE" in whole.partition(":")[0].upper()
    if whole:
        yield at, whole


def _decode_value(value: str, options: str) -> str:
    if "QUOTED-PRINTABLE" not in options:
        return value
    charset = re.search(r"CHARSET=\"?([\w-]+)", options)
    try:
        return quopri.decodestring(value.encode()).decode(charset[1] if charset else "utf-8")
    except (LookupError, UnicodeDecodeError):
        return quopri.decodestring(value.encode()).decode("cp1252", "replace")


def _plain(text: str) -> str:
    return clean_text(_ESCAPED.sub(lambda match: " " if match[1] in "nN" else match[1], text))


def _read(cards: Sequence[Sequence[Property]], known: Known) -> Reading:
    columns: dict[str, int] = {}
    rows = []
    for card in cards:
        cells: dict[int, str] = {}
        for name, value in _cells_of(card):
            cells[columns.setdefault(name, len(columns))] = value
        lines = [item.line for item in card if item.name in ("FN", "N")]
        line = (lines or [item.line for item in card] or [0])[0]
        rows.append((line, tuple(cells.get(place, "") for place in range(len(columns)))))
    table = Table(Sheet("", rows), known)
    table.headers = [name.upper() for name in columns]
    table.kinds = [name if name in _READ else None for name in columns]
    block: Block = {name: column for name, column in columns.items() if name in _READ}
    for line, read in table.lines:
        table.read_line(line, read, [block])
    return table.reading()


def _cells_of(card: Sequence[Property]) -> Iterator[tuple[str, str]]:
    """Yield the cells of a card with their columns: name, preferred address, and the rest."""
    names = [item for item in card if item.name == "N" and any(item.parts)]
    whole = " ".join(_plain(item.value) for item in card if item.name == "FN")
    name = dict(zip(_OF_N, names[0].parts if names else (), strict=False))
    is_club = not names and names_a_club(whole)
    given_name = name.get("given_name") or ("" if names or is_club else whole)
    # Telephones keep the whole name as the given one.
    if not name.get("surname") and given_name:
        name["surname"], name["given_name"] = split_name(given_name, given_first=True)
    yield from name.items()
    if rest := unaccounted(whole, name.values()):
        yield "FN", rest
    emails = [item for item in card if item.name == "EMAIL"]
    email = max(emails, key=lambda item: item.is_preferred, default=None)
    if email:
        yield "email", _plain(email.value)
    counted = Counter[str]()
    for item in card:
        if item.name in (*_OWN, "N", "FN") or item is email:
            continue
        counted[item.name] += 1
        count = counted[item.name]
        yield (
            f"{item.name} {count}" if count > 1 else item.name,
            " ".join(filter(None, item.parts)),
        )
