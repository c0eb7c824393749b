"""Sheets of cells from a file, workbook or text.

A file that cannot be read is refused with a sentence that says what it is and what to do. Files are
never read in part.
"""

import codecs
import csv
import html
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO, Any, NamedTuple, NoReturn

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.isolation import ReadError
from ground.names import clean_text
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.cells import MOST_LINES, NO_VALUE, lines_of
from tournaments.list_reading.columns import Sheet
from tournaments.list_reading.lines import read_text
from tournaments.list_reading.pieces import without_entities
from tournaments.list_reading.rows import Known, Reading
from tournaments.list_reading.tables import read_table, whole_lines
from tournaments.list_reading.workbook_reader import read_apart
from wording.sentences import Sentence

MOST_BYTES = 10_000_000
MOST_SHEETS_READ = 30
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")


class ListFile(NamedTuple):
    """Sheets of a file, or its text if it is a message; and notes made while reading."""

    sheets: tuple[Sheet, ...]
    notes: tuple[Sentence, ...] = ()
    text: str | None = None


class Answer(NamedTuple):
    """Result of reading a file: readings by name of the sheet, the one to take first; all sheets;
    and notes.
    """

    readings: dict[str, Reading]
    sheets: tuple[Sheet, ...]
    notes: tuple[Sentence, ...] = ()


def read_list(file: IO[bytes], filename: str, known: Known) -> Answer:
    """Read the people of a file, sheet by sheet. Raises ``ValidationError`` if the file as a whole
    cannot be used.
    """
    content = read_file(file, filename)
    if content.text is not None:
        return Answer({"": read_text(content.text, known)}, (Sheet("", ()),), content.notes)
    sheets = in_order(content.sheets)
    read = {sheet.name: read_table(sheet, known) for sheet in sheets[:MOST_SHEETS_READ]}
    full = {name: reading for name, reading in read.items() if reading and reading.rows}
    if not full:
        if any(read.values()):
            _refuse("roster_empty", filename)
        if alone := _names_alone(sheets, known):
            return Answer({sheets[0].name: alone}, tuple(sheets), content.notes)
        _refuse_without_header(sheets, filename)
    first, *others = sheets = sorted(sheets, key=lambda sheet: sheet.name not in full)
    notes = [*content.notes]
    if names := ", ".join(sheet.name for sheet in others if sheet.name in full):
        text = gettext_noop(
            "Only the sheet “%(sheet)s” was read; there are names in %(others)s too."
        )
        notes.append(Sentence(text, sheet=first.name, others=names))
    if first.hidden:
        text = gettext_noop("The sheet “%(sheet)s” is hidden in the workbook.")
        notes.append(Sentence(text, sheet=first.name))
    return Answer(full, tuple(sheets), tuple(notes))


def _names_alone(sheets: Sequence[Sheet], known: Known) -> Reading | None:
    """Read a single column without a heading like a pasted list, if most of it are names."""
    if not sheets or any(sum(map(bool, cells)) > 1 for _line, cells in sheets[0].lines):
        return None
    reading = read_text("\n".join("".join(cells) for cells in whole_lines(sheets[0])), known)
    names = sum(not row.faults for row in reading.rows)
    return reading if 2 * names > len(sheets[0].lines) else None


def in_order(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Sort the sheets: the one that was open in the workbook first, then visible ones by their
    number of lines, hidden ones last.
    """
    return sorted(sheets, key=lambda sheet: (sheet.hidden, not sheet.open, -len(sheet.lines)))


def read_file(file: IO[bytes], filename: str) -> ListFile:
    """Read a file by its content; its extension is ignored. Raises ``ValidationError``."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        _refuse("file_too_large", filename, limit=MOST_BYTES // 1_000_000)
    if not content.strip(b"\0 \t\r\n"):
        _refuse("file_empty", filename)
    if content.startswith(_OLE) and "EncryptedPackage".encode("utf-16-le") in content:
        _refuse("file_protected", filename)
    if content.startswith((b"PK", _OLE)):
        return _read_workbook(content, filename)
    if content.startswith(
        (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf", b"GIF8", b"\x1f\x8b", b"7z", b"Rar!")
    ):
        _refuse("file_not_a_roster", filename)
    return _read_text(content, filename)


_REFUSED = {
    "file_too_large": _(
        "“%(file)s” is larger than %(limit)s MB. A roster is a small file: save only the sheet of players."
    ),
    "file_empty": _("“%(file)s” is empty."),
    "file_not_a_roster": _(
        "“%(file)s” is neither a workbook nor a text with columns. Save the roster as .xlsx or .csv."
    ),
    "file_protected": _(
        "“%(file)s” is protected with a password. Save a copy without a password, and import the copy."
    ),
    "file_too_large_unpacked": _(
        "“%(file)s” unpacks to more than a roster can need. Save only the sheet of players, as .xlsx or .csv."
    ),
    "file_takes_too_long": _(
        "“%(file)s” takes longer to read than a roster can need. Save only the sheet of players, as .csv."
    ),
    "file_not_a_workbook": _(
        "“%(file)s” is not an Excel workbook. Open it in the program that made it and save it as .xlsx or .csv."
    ),
    "file_binary_workbook": _(
        "“%(file)s” is a binary workbook (.xlsb), which is not read. Open it, save it as .xlsx, and import that."
    ),
    "file_damaged": _(
        "“%(file)s” cannot be read as a workbook: it is damaged. Open it, save it again as .xlsx, and import that."
    ),
    "file_too_many_lines": _(
        "“%(file)s” has more than %(limit)s lines. Import the players in parts."
    ),
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
    params |= {"file": clean_text(filename)[:100]}
    raise ValidationError(_REFUSED[code], code=code, params=params) from None


def _refuse_without_header(sheets: Sequence[Sheet], filename: str) -> NoReturn:
    first = next((cells for sheet in sheets for _line, cells in sheet.lines), None)
    if first is None:
        _refuse("file_empty", filename)
    texts = ", ".join(cell[:40] for cell in first if cell and not cell.startswith(NO_VALUE))[:300]
    _refuse("roster_without_names", filename, found=texts or "–", accepted=words.ACCEPTED)


def _read_workbook(content: bytes, filename: str) -> ListFile:
    try:
        answer = read_apart(content)
    except ReadError as refusal:
        _refuse(str(refusal), filename, limit=MOST_LINES)
    macros = gettext_noop("The workbook's macros were ignored; only its cells were read.")
    sheets = tuple(
        Sheet(
            **sheet
            | {
                "lines": tuple((number, tuple(cells)) for number, cells in sheet["lines"]),
                "hidden_lines": frozenset(sheet["hidden_lines"]),
            }
        )
        for sheet in answer["sheets"]
    )
    return ListFile(sheets, (Sentence(macros),) if answer["macros"] else ())


# --- texts

_CONTACTS = re.compile(r"\s*BEGIN\s*:\s*VCARD", re.IGNORECASE)

_END = "\x1e"
"""Mark set after the last line. It stands alone there, unless a quotation mark is still open."""


def _read_text(content: bytes, filename: str) -> ListFile:
    whole, notes = _decode_text(content, filename)
    is_message = filename.casefold().endswith((".txt", ".vcf")) or _CONTACTS.match(whole)
    if is_message:
        return ListFile((), notes, whole)
    separator, text = _separator(without_entities(whole))
    try:
        lines = tuple(lines_of(_text_rows(text, separator, filename)))
    except ReadError as refusal:
        _refuse(str(refusal), filename, limit=MOST_LINES)
    return ListFile((Sheet("", lines),), notes)


def _text_rows(text: str, separator: str, filename: str) -> Iterator[tuple[str, ...]]:
    """Rows of a text file. A file with an unclosed quotation mark is refused with the line, because
    the mark would put every later player into one cell.
    """
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=separator)
    read = 0
    try:
        for row in reader:
            if row == [_END]:
                return
            if row and row[-1].endswith(_END):
                break
            yield tuple(html.unescape(cell) if "&" in cell else cell for cell in row)
            read = reader.line_num
    except csv.Error:
        pass
    _refuse("file_unreadable_line", filename, line=read)


def _decode_text(content: bytes, filename: str) -> tuple[str, tuple[Sentence, ...]]:
    encodings = ["utf-8-sig", "cp1252"]
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    elif b"\0" in content:
        encodings = []
    old = gettext_noop(
        "The text is not in UTF-8; it was read as Windows-1252 (Western European). "
        "Look at the accented letters before you import."
    )
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            text = content.decode(encoding)
            return text, (Sentence(old),) if encoding == "cp1252" else ()
    is_workbook = filename.casefold().endswith((".xlsx", ".xlsm", ".xls", ".ods"))
    _refuse("file_not_a_roster" if is_workbook else "file_not_text", filename)


_SEPARATORS = ";\t,|"


def _separator(text: str) -> tuple[str, str]:
    """Separator of the columns, and the text without the line ``sep=;`` by which Excel declares it.
    It is the one that makes most known headings of a line; commas in titles or names of clubs do
    not mislead it.
    """
    declared = re.match(r"\"?sep=(.)\"?[^\S\n]*\r?\n", text, re.IGNORECASE)
    if declared:
        return declared[1], text[declared.end() :]
    head = [line for line in text[:20_000].splitlines() if line.strip()][:15]
    outside_quotes = [re.sub(r'"[^"]*"', _join_quoted, line) for line in head]

    def headings(mark: str) -> int:
        parted = (line.split(mark) for line in outside_quotes)
        return max((sum(map(bool, map(words.column_of, line))) for line in parted), default=0)

    best = max(_SEPARATORS, key=headings)
    if headings(best) > 1:
        return best, text
    for line in outside_quotes:
        best = max(_SEPARATORS, key=line.count)
        if best in line:
            return best, text
    return ";", text


def _join_quoted(match: re.Match[str]) -> str:
    return re.sub(f"[{_SEPARATORS}]", " ", match[0]).strip('"')
