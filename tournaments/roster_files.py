"""A roster's file, workbook or text, as lines of cells; the lines as people: which column is which, what is wrong.

A file from outside is refused with one sentence that says what it is and what to do; it is never read by half.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any, NoReturn

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.models import Player
from tournaments.names import PARTICLES, cleaned, split_name
from tournaments.workbook_reader import MOST_LINES, NO_VALUE, Line, NotRead, lines_of, read_apart
from wording.sentences import Sentence

Lines = Sequence[tuple[int, tuple[str, ...]]]

MOST_BYTES = 10_000_000
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")


@dataclass(frozen=True)
class Grid:
    """A sheet as read: ``(line, cells)`` for each line that is not blank, lines numbered as a person counts them."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class RosterFile:
    """The sheets of a file, and what was noticed while reading it."""

    grids: tuple[Grid, ...]
    notes: tuple[Sentence, ...] = field(default=())


def read_file(file: IO[bytes], filename: str) -> RosterFile:
    """By what it holds, whatever its name ends in. Raises ``ValidationError``."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        _refuse("file_too_large", filename, limit=MOST_BYTES // 1_000_000)
    if not content.strip(b"\0 \t\r\n"):
        _refuse("file_empty", filename)
    if content.startswith(b"PK"):
        return _read_workbook(content, filename)
    if content.startswith(_OLE):
        is_protected = "EncryptedPackage".encode("utf-16-le") in content
        _refuse("file_protected" if is_protected else "file_old_format", filename)
    if content.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf", b"GIF8", b"\x1f\x8b", b"7z", b"Rar!")):
        _refuse("file_not_a_roster", filename)
    return _read_text(content, filename)


_REFUSED = {
    "file_too_large": _(
        "“%(file)s” is larger than %(limit)s MB. A roster is a small file: save the sheet of players alone."
    ),
    "file_empty": _("“%(file)s” is empty."),
    "file_not_a_roster": _(
        "“%(file)s” is neither a workbook nor a text with columns. Save the roster as .xlsx or .csv."
    ),
    "file_old_format": _("“%(file)s” is in the old .xls format. Open it and save it as .xlsx or .csv."),
    "file_protected": _(
        "“%(file)s” is protected with a password. Save a copy without a password, and import the copy."
    ),
    "file_too_large_unpacked": _(
        "“%(file)s” unpacks to more than a roster can need. Save the sheet of players alone, as .xlsx or .csv."
    ),
    "file_takes_too_long": _(
        "“%(file)s” takes longer to read than a roster can need. Save the sheet of players alone, as .csv."
    ),
    "file_not_a_workbook": _(
        "“%(file)s” is not an Excel workbook. Open it in the program that made it and save it as .xlsx or .csv."
    ),
    "file_damaged": _(
        "“%(file)s” cannot be read as a workbook: it is damaged. Open it, save it again as .xlsx, and import that."
    ),
    "file_too_many_lines": _("“%(file)s” has more than %(limit)s lines. Import the players in parts."),
    "file_unreadable_line": _(
        "“%(file)s” cannot be read after line %(line)s: a quotation mark is open there and never closed."
    ),
    "file_not_text": _(
        "“%(file)s” is not a text in UTF-8 or Windows-1252. Save the roster as .xlsx, or as .csv in UTF-8."
    ),
    "roster_empty": _("“%(file)s” has a line of headers and no players below it."),
    "roster_without_names": _(
        "“%(file)s” has no column of names. Its first line says: %(found)s. "
        "Give the columns these headers: %(accepted)s."
    ),
}


def _refuse(code: str, filename: str, **params: Any) -> NoReturn:
    params |= {"file": cleaned(filename)[:100]}
    raise ValidationError(_REFUSED[code], code=code, params=params) from None


def _read_workbook(content: bytes, filename: str) -> RosterFile:
    try:
        found = read_apart(content)
    except NotRead as refusal:
        _refuse(str(refusal), filename, limit=MOST_LINES)
    macros = gettext_noop("The workbook's macros were left aside; only its cells were read.")
    notes = (Sentence(macros),) if found["macros"] else ()
    lines = [(name, tuple((number, tuple(cells)) for number, cells in rows)) for name, rows in found["grids"]]
    return RosterFile(tuple(Grid(name, rows) for name, rows in lines), notes)


# --- texts

_END = "\x1e"
"""Set after the last line: it stands alone there, unless a quotation mark is still open."""


def _read_text(content: bytes, filename: str) -> RosterFile:
    text, notes = _decoded(content, filename)
    separator, text = _separator(text)
    try:
        return RosterFile((Grid("", tuple(lines_of(_text_rows(text, separator, filename)))),), notes)
    except NotRead as refusal:
        _refuse(str(refusal), filename, limit=MOST_LINES)


def _text_rows(text: str, separator: str, filename: str) -> Iterator[tuple[str, ...]]:
    """A quotation mark that is never closed would take every player after it into one cell, unnoticed."""
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=separator)
    read = 0
    try:
        for row in reader:
            if row == [_END]:
                return
            if row and row[-1].endswith(_END):
                break
            yield tuple(row)
            read = reader.line_num
    except csv.Error:
        pass
    _refuse("file_unreadable_line", filename, line=read)


def _decoded(content: bytes, filename: str) -> tuple[str, tuple[Sentence, ...]]:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return content.decode("utf-16"), ()
        except UnicodeDecodeError:
            _refuse_unreadable(filename)
    if b"\0" in content:
        _refuse_unreadable(filename)
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        pass
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        _refuse_unreadable(filename)
    note = gettext_noop(
        "The text is not in UTF-8; it was read as Windows-1252 (Western European). "
        "Look at the accented letters before you import."
    )
    return text, (Sentence(note),)


def _refuse_unreadable(filename: str) -> NoReturn:
    is_workbook = filename.casefold().endswith((".xlsx", ".xlsm", ".xls"))
    _refuse("file_not_a_roster" if is_workbook else "file_not_text", filename)


def _separator(text: str) -> tuple[str, str]:
    """The separator of the columns, and the text without the line ``sep=;`` by which Excel declares it."""
    declared = re.match(r"sep=([;,\t])\r?\n", text)
    if declared:
        return declared[1], text[declared.end() :]
    head = [line for line in text[:20_000].splitlines() if line.strip()][:10]
    outside_quotes = [re.sub(r'"[^"]*"', "", line) for line in head]
    # The header decides where it has a separator at all: a comma inside a club's name must not win.
    for line in outside_quotes:
        counts = {mark: line.count(mark) for mark in (";", "\t", ",")}
        best = max(counts, key=lambda mark: counts[mark])
        if counts[best]:
            return best, text
    return ";", text


# --- the lines as people

HEADERS: Mapping[str, tuple[str, ...]] = {
    "card_number": (
        "Tessera", "Numero tessera", "N. tessera", "Nr. tessera", "Num. tessera", "Tessera n.", "Numero", "Codice",
        "Card", "Card number", "Card no.", "Membership number", "Member no.", "Number", "No.", "N.", "Nr.", "N°", "#",
    ),
    "surname": ("Cognome", "Surname", "Last name", "Family name", "Lastname"),
    "given_name": ("Nome", "Name", "First name", "Given name", "Forename", "Firstname", "Nome di battesimo"),
    "surname_then_name": (
        "Cognome e nome", "Cognome Nome", "Surname and name", "Surname, name", "Surname name", "Last name, first name",
        "Nominativo", "Giocatore", "Giocatrice", "Player", "Player name", "Socio", "Member",
    ),
    "name_then_surname": ("Nome e cognome", "Nome Cognome", "Full name", "Name and surname", "Name surname"),
    "club": ("Circolo", "Club", "Società", "Associazione", "Squadra", "Sezione"),
    "email": ("E-mail", "Email", "Mail", "Posta elettronica", "Indirizzo e-mail", "E-mail address", "Email address"),
    "emails_agreed": ("Consenso e-mail", "Consenso", "Consenso email", "Consenso mail", "Agreed to e-mails", "Consent"),
}  # fmt: skip
"""The headers that are understood, Italian and English, in the order in which they are offered to a person."""

ACCEPTED = (
    "Tessera / Card; Cognome / Surname; Nome / Name; Cognome e nome / Player; Circolo / Club; E-mail; "
    "Consenso / Consent"
)
"""The headers to recommend, in both languages at once: a file may come in either."""

YES = frozenset({"si", "s", "yes", "y", "x", "ok", "1", "true", "vero"})
"""Values in a column of consent for those who agreed; any other value means that they did not."""

MOST_LENGTH = {"card_number": 30, "surname": 80, "given_name": 80, "club": 80, "email": 254}
LINES_BEFORE_HEADER = 15

COUNTERS = frozenset({"Numero", "Number", "No.", "N.", "Nr.", "N°", "#"})
"""Headers of a card number that may stand over the count of the lines as well."""

_COLUMN_OF = {folded(header) or header: column for column, headers in HEADERS.items() for header in headers}
_COUNTER = {folded(header) or header for header in COUNTERS}


@dataclass(frozen=True)
class RosterRow:
    """A person as a line says it; ``faults`` is what is wrong with the line by itself, ``fatal`` if nothing is left."""

    line: int
    card_number: str
    surname: str
    given_name: str
    club: str
    email: str
    emails_agreed: bool = False
    faults: tuple[Sentence, ...] = ()
    fatal: bool = False

    @property
    def full_name(self) -> str:
        return f"{self.surname} {self.given_name}".strip()

    def player(self, card_number: str | None = None) -> Player:
        return Player(
            card_number=self.card_number if card_number is None else card_number,
            surname=self.surname,
            given_name=self.given_name,
            club=self.club,
            email=self.email,
            emails_agreed=self.emails_agreed,
        )

    def as_json(self) -> list[Any]:
        faults = [fault.as_json() for fault in self.faults]
        texts = [self.card_number, self.surname, self.given_name, self.club, self.email]
        return [self.line, *texts, self.emails_agreed, faults, self.fatal]

    @classmethod
    def from_json(cls, form: list[Any]) -> RosterRow:
        line, card_number, surname, given_name, club, email, agreed, faults, fatal = form
        return cls(
            int(line), str(card_number), str(surname), str(given_name), str(club), str(email),
            emails_agreed=bool(agreed), faults=tuple(map(Sentence.from_json, faults)), fatal=bool(fatal),
        )  # fmt: skip


def read_rows(roster_file: RosterFile, filename: str) -> tuple[str, tuple[Sentence, ...], tuple[RosterRow, ...]]:
    """The sheet that was read, notes on how, and its people."""
    found: list[tuple[Grid, int, dict[str, int]]] = []
    for grid in roster_file.grids:
        at = _find_header(grid)
        if at:
            found.append((grid, *at))
    if not found:
        _refuse_without_header(roster_file, filename)
    grid, place, columns = found[0]
    notes: list[Sentence] = []
    if len(found) > 1:
        others = ", ".join(other.name for other, *_rest in found[1:])
        text = gettext_noop("Only the sheet “%(sheet)s” was read; there are names in %(others)s too.")
        notes.append(Sentence(text, {"sheet": grid.name, "others": others}))
    lines = grid.lines[place + 1 :]
    if _counts_the_lines(grid.lines[place][1], columns, lines):
        header = grid.lines[place][1][columns.pop("card_number")]
        text = gettext_noop("The column “%(header)s” counts the lines; it was not taken for the cards.")
        notes.append(Sentence(text, {"header": header}))
    if "surname" not in columns:
        notes.append(Sentence(gettext_noop("Surname and name stand in one column: look at how they were told apart.")))
    rows = tuple(row for line, cells in lines if (row := _read_row(line, cells, columns)) is not None)
    if not rows:
        _refuse("roster_empty", filename)
    return grid.name, tuple(notes), rows


def _find_header(grid: Grid) -> tuple[int, dict[str, int]] | None:
    """The first line, near the top, with a column of names: a club's title may stand above it."""
    for place, (_line, cells) in enumerate(grid.lines[:LINES_BEFORE_HEADER]):
        columns: dict[str, int] = {}
        for number, cell in enumerate(cells):
            column = _COLUMN_OF.get(folded(cell) or cell)
            if column is not None and (column not in columns or _is_counter(cells[columns[column]])):
                columns[column] = number
        if columns.keys() & {"surname", "given_name", "surname_then_name", "name_then_surname"}:
            return place, columns
    return None


CARD = re.compile(r"[(\[#]?(?=[\w/.-]*\d)[A-Za-z]{0,4}[\w/.-]{0,25}[)\]]?")


def read_cells(lines: Lines, clubs: Collection[str], given_names: Collection[str]) -> dict[int, RosterRow | None]:
    """Cells pasted from a spreadsheet, by their line; None for a first line of headings. Without one, what stands in a
    column says what it is, among lines of as many cells; ``clubs`` and ``given_names`` are the roster's, folded."""
    lines = [(line, tuple(cell.strip("()[]#") if CARD.fullmatch(cell) else cell for cell in cells))
             for line, cells in lines]  # fmt: skip
    at = _find_header(Grid("", tuple(lines[:1])))
    if at is not None:
        columns, people = at[1], lines[1:]
        if _counts_the_lines(lines[0][1], columns, people):
            del columns["card_number"]
        return {lines[0][0]: None, **{line: _person(line, cells, columns) for line, cells in people}}
    read: dict[int, RosterRow | None] = {}
    for width in {len(cells) for _line, cells in lines}:
        alike = [(line, cells) for line, cells in lines if len(cells) == width]
        columns = _columns_by_content([cells for _line, cells in alike], clubs, given_names)
        card = columns.get("card_number")
        for line, cells in alike:
            no_card = card is not None and not CARD.fullmatch(cells[card])
            read[line] = _person(line, cells, {key: at for key, at in columns.items() if not no_card or at != card})
    return read


def _person(line: int, cells: tuple[str, ...], columns: dict[str, int]) -> RosterRow:
    return _read_row(line, cells, columns) or checked_row(RosterRow(line, "", "", "", "", ""))


def _columns_by_content(
    lines: Sequence[tuple[str, ...]], clubs: Collection[str], given_names: Collection[str]
) -> dict[str, int]:
    """A club is never read as a part of a name: after whole names, and after surname and name, stands the club."""
    columns: dict[str, int] = {}
    texts: dict[int, list[str]] = {}
    for place, column in enumerate(zip(*lines, strict=True)):
        filled = [cell for cell in column if any(map(str.isalnum, cell))]
        if _most(filled, lambda cell: "@" in cell):
            columns.setdefault("email", place)
        elif not _most(filled, lambda cell: CARD.fullmatch(cell) is not None):
            texts[place] = filled
        elif not _is_count(column):
            columns.setdefault("card_number", place)
    known = [place for place, cells in texts.items() if _most(cells, lambda cell: _is_club(cell, clubs))]
    names = [place for place in texts if place not in known] or known[:1]
    if len(names) > 1 and (
        not _most(texts[names[0]], _is_whole_name) or _most(texts[names[1]], lambda cell: folded(cell) in given_names)
    ):
        columns |= {"surname": names[0], "given_name": names[1]}
    elif names:
        columns["surname_then_name"] = names[0]
    others = [place for place in (*known, *texts) if place not in columns.values()]
    return {**columns, "club": others[0]} if others else columns


def _most(cells: Sequence[str], holds: Callable[[str], bool]) -> bool:
    return 2 * sum(map(holds, cells)) > len(cells)


def _is_count(column: Sequence[str]) -> bool:
    return [cell.strip(".°º") for cell in column] == [str(place) for place in range(1, len(column) + 1)]


def _is_club(cell: str, clubs: Collection[str]) -> bool:
    return folded(cell) in clubs or _COLUMN_OF.get(folded(cell).partition(" ")[0]) == "club"


def _is_whole_name(cell: str) -> bool:
    return sum(folded(word) not in PARTICLES for word in cell.split()) > 1


def _is_counter(header: str) -> bool:
    return (folded(header) or header) in _COUNTER


def _counts_the_lines(headers: tuple[str, ...], columns: Mapping[str, int], lines: Lines) -> bool:
    """Whether what looks like card numbers is 1, 2, 3 … down the page: cards of its own would be given to strangers."""
    number = columns.get("card_number")
    if number is None or not _is_counter(headers[number]):
        return False
    found = [cells[number] if number < len(cells) else "" for _line, cells in lines if any(cells)]
    return len(found) > 2 and found == [str(place) for place in range(1, len(found) + 1)]


def _refuse_without_header(roster_file: RosterFile, filename: str) -> NoReturn:
    first = next((cells for grid in roster_file.grids for _line, cells in grid.lines), None)
    if first is None:
        _refuse("file_empty", filename)
    found = ", ".join(cell[:40] for cell in first if cell and cell != NO_VALUE)[:300]
    _refuse("roster_without_names", filename, found=found or "–", accepted=ACCEPTED)


def _read_row(line: int, cells: tuple[str, ...], columns: dict[str, int]) -> RosterRow | None:
    cell_of = {column: cells[number] if number < len(cells) else "" for column, number in columns.items()}
    if not any(cell_of.values()):
        return None
    without_value = [column for column, cell in cell_of.items() if cell == NO_VALUE]
    cell_of = {column: "" if cell == NO_VALUE else cell for column, cell in cell_of.items()}
    surname, given_name = _names(cell_of)
    card_number, club, email = (cell_of.get(column, "") for column in ("card_number", "club", "email"))
    agreed = folded(cell_of.get("emails_agreed", "")) in YES
    return checked_row(RosterRow(line, card_number, surname, given_name, club, email, agreed), without_value)


def _names(cell_of: Mapping[str, str]) -> tuple[str, str]:
    surname, given_name = cell_of.get("surname", ""), cell_of.get("given_name", "")
    if surname:
        return surname, given_name
    if cell_of.get("surname_then_name"):
        return split_name(cell_of["surname_then_name"])
    if cell_of.get("name_then_surname"):
        return split_name(cell_of["name_then_surname"], given_first=True)
    # A single column "Nome" holds whole names; beside an empty surname it is all there is of the name.
    return ("", given_name) if "surname" in cell_of else split_name(given_name)


def checked_row(row: RosterRow, without_value: list[str] | tuple[str, ...] = ()) -> RosterRow:
    faults = [Sentence(VALUE_MISSING, {"header": HEADERS[column][0]}) for column in without_value]
    fatal = not folded(row.surname)
    if fatal and folded(row.given_name):
        row, fatal = replace(row, surname=row.given_name, given_name=""), False
        faults.append(Sentence(gettext_noop("There is no surname: the name stands in its place.")))
    if fatal:
        faults.append(Sentence(gettext_noop("There is no name on this line.")))
    for column, most in MOST_LENGTH.items():
        text = getattr(row, column)
        if len(text) > most and column != "email":
            fatal = True
            sentence = gettext_noop("“%(text)s…” is too long: %(length)s characters, at most %(most)s.")
            faults.append(Sentence(sentence, {"text": text[:30], "length": len(text), "most": most}))
    if row.email and not _is_email(row.email):
        sentence = gettext_noop("“%(email)s” is no e-mail address: the player would be added without it.")
        faults.append(Sentence(sentence, {"email": row.email[:60]}))
        row = replace(row, email="")
    return replace(row, faults=tuple(faults), fatal=fatal)


VALUE_MISSING = gettext_noop(
    "The cell “%(header)s” holds a formula without a computed value, or an error. "
    "Open the workbook, let it compute, save it and import it again."
)


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= MOST_LENGTH["email"]
