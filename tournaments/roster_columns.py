"""From the lines of a file to people: which column is which, and what is wrong with a line by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.models import Player
from tournaments.names import cleaned, folded, split_name
from tournaments.roster_file import Grid, RosterFile
from tournaments.wording import Sentence
from tournaments.workbook_reader import NO_VALUE

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
}  # fmt: skip
"""The headers that are understood, Italian and English, in the order in which they are offered to a person."""

ACCEPTED = "Tessera / Card; Cognome / Surname; Nome / Name; Cognome e nome / Player; Circolo / Club; E-mail"
"""The headers to recommend, in both languages at once: a file may come in either."""

MOST_LENGTH = {"card_number": 30, "surname": 80, "given_name": 80, "club": 80, "email": 254}
LINES_BEFORE_HEADER = 15

COUNTERS = frozenset({"Numero", "Number", "No.", "N.", "Nr.", "N°", "#"})
"""Headers of a card number that may stand over the count of the lines as well."""

_COLUMN_OF = {folded(header) or header: column for column, headers in HEADERS.items() for header in headers}
_COUNTER = {folded(header) or header for header in COUNTERS}


Lines = Sequence[tuple[int, tuple[str, ...]]]


@dataclass(frozen=True)
class RosterRow:
    """A person as a line says it; ``faults`` is what is wrong with the line by itself, ``fatal`` if nothing is left."""

    line: int
    card_number: str
    surname: str
    given_name: str
    club: str
    email: str
    faults: tuple[Sentence, ...] = ()
    fatal: bool = False

    @property
    def sorted_name(self) -> str:
        """Surname first, as lists sort it."""
        return f"{self.surname} {self.given_name}".strip()

    def player(self, card_number: str | None = None) -> Player:
        """The player that the row makes, not saved."""
        return Player(
            card_number=self.card_number if card_number is None else card_number,
            surname=self.surname,
            given_name=self.given_name,
            club=self.club,
            email=self.email,
        )

    def as_json(self) -> list[Any]:
        """The fields in order."""
        faults = [fault.as_json() for fault in self.faults]
        return [self.line, self.card_number, self.surname, self.given_name, self.club, self.email, faults, self.fatal]

    @classmethod
    def from_json(cls, form: list[Any]) -> RosterRow:
        """Read :meth:`as_json`."""
        line, card_number, surname, given_name, club, email, faults, fatal = form
        texts = [str(text) for text in (card_number, surname, given_name, club, email)]
        return cls(int(line), *texts, faults=tuple(map(Sentence.from_json, faults)), fatal=bool(fatal))


def read_rows(roster_file: RosterFile, filename: str) -> tuple[str, tuple[Sentence, ...], tuple[RosterRow, ...]]:
    """The sheet that was read, notes on how, and its people. Raises ``ValidationError`` where no sheet holds names."""
    found: list[tuple[Grid, int, dict[str, int]]] = []
    for grid in roster_file.grids:
        header = _find_header(grid)
        if header:
            found.append((grid, *header))
    if not found:
        raise _no_header(roster_file, filename)
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
    rows = tuple(_read_row(line, cells, columns) for line, cells in lines)
    rows = tuple(row for row in rows if row is not None)
    if not rows:
        sentence = _("“%(file)s” has a line of headers and no players below it.")
        raise ValidationError(sentence, code="roster_empty", params={"file": cleaned(filename)[:100]})
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


def _is_counter(header: str) -> bool:
    return (folded(header) or header) in _COUNTER


def _counts_the_lines(headers: tuple[str, ...], columns: Mapping[str, int], lines: Lines) -> bool:
    """Whether what looks like card numbers is 1, 2, 3 … down the page: cards of its own would be given to strangers."""
    number = columns.get("card_number")
    if number is None or not _is_counter(headers[number]):
        return False
    found = [cells[number] if number < len(cells) else "" for _line, cells in lines if any(cells)]
    return len(found) > 2 and found == [str(place) for place in range(1, len(found) + 1)]


def _no_header(roster_file: RosterFile, filename: str) -> ValidationError:
    first = next((cells for grid in roster_file.grids for _line, cells in grid.lines), None)
    shown = cleaned(filename)[:100]
    if first is None:
        return ValidationError(_("“%(file)s” is empty."), code="file_empty", params={"file": shown})
    found = ", ".join(cell[:40] for cell in first if cell and cell != NO_VALUE)[:300]
    sentence = _(
        "“%(file)s” has no column of names. Its first line says: %(found)s. "
        "Give the columns these headers: %(accepted)s."
    )
    params = {"file": shown, "found": found or "–", "accepted": ACCEPTED}
    return ValidationError(sentence, code="roster_without_names", params=params)


def _read_row(line: int, cells: tuple[str, ...], columns: dict[str, int]) -> RosterRow | None:
    cell_of = {column: cells[number] if number < len(cells) else "" for column, number in columns.items()}
    if not any(cell_of.values()):
        return None
    without_value = [column for column, cell in cell_of.items() if cell == NO_VALUE]
    cell_of = {column: "" if cell == NO_VALUE else cell for column, cell in cell_of.items()}
    surname, given_name = _names(cell_of)
    texts = {"surname": surname, "given_name": given_name}
    texts |= {column: cell_of.get(column, "") for column in ("card_number", "club", "email")}
    return checked_row(RosterRow(line=line, **texts), without_value)


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
    """The row with what is wrong with it by itself: no name, a text too long, an e-mail that is none."""
    faults = list(_value_faults(without_value))
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


def _value_faults(columns: list[str] | tuple[str, ...]) -> Iterator[Sentence]:
    for column in columns:
        sentence = gettext_noop(
            "The cell “%(header)s” holds a formula without a computed value, or an error. "
            "Open the workbook, let it compute, save it and import it again."
        )
        yield Sentence(sentence, {"header": HEADERS[column][0]})


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= MOST_LENGTH["email"]
