"""Reading a roster's file, workbook or text, into lines of cells; what it means is ``roster``'s part.

A file from outside is refused with one sentence that says what it is and what to do; it is never read by half.
"""

from __future__ import annotations

import codecs
import csv
import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from decimal import Decimal
from typing import IO, Any, NoReturn
from xml.etree.ElementTree import ParseError

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from tournaments.names import cleaned
from tournaments.wording import Sentence

MOST_BYTES = 10_000_000
MOST_BYTES_UNPACKED = 60_000_000
MOST_LINES = 20_000
MOST_COLUMNS = 60
LONGEST_CELL = 2_000
MOST_BLANK_LINES = 5_000

NO_VALUE = "\N{REPLACEMENT CHARACTER}formula"
"""What stands in a cell whose formula the program that wrote the file never computed."""

_ERRORS = ("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#SPILL!", "#CALC!")
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_FORMULA = re.compile(rb"<(?:\w+:)?f[ >/]")


@dataclass(frozen=True)
class Grid:
    """A sheet as read: ``(line, cells)`` for each line that is not blank, lines numbered as a person counts them."""

    name: str
    lines: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True)
class RosterFile:
    """The sheets of a file, and what was noticed while reading it."""

    grids: tuple[Grid, ...]
    notes: tuple[Sentence, ...] = field(default=())


def read_file(file: IO[bytes], filename: str) -> RosterFile:
    """Read a workbook or a text by what it holds, whatever its name ends in. Raises ``ValidationError``."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        _refuse(
            _("“%(file)s” is larger than %(limit)s MB. A roster is a small file: save the sheet of players alone."),
            "file_too_large", filename, limit=MOST_BYTES // 1_000_000,
        )
    if not content.strip(b"\0 \t\r\n"):
        _refuse(_("“%(file)s” is empty."), "file_empty", filename)
    if content.startswith(b"PK"):
        return _read_workbook(content, filename)
    if content.startswith(_OLE):
        _refuse_old_format(content, filename)
    if content.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf", b"GIF8", b"\x1f\x8b", b"7z", b"Rar!")):
        _refuse_neither(filename)
    return _read_text(content, filename)


def _refuse_neither(filename: str) -> NoReturn:
    _refuse(
        _("“%(file)s” is neither a workbook nor a text with columns. Save the roster as .xlsx or .csv."),
        "file_not_a_roster", filename,
    )


def _refuse(sentence: Any, code: str, filename: str, **params: Any) -> NoReturn:
    raise ValidationError(sentence, code=code, params={"file": cleaned(filename)[:100], **params}) from None


def _refuse_old_format(content: bytes, filename: str) -> NoReturn:
    if "EncryptedPackage".encode("utf-16-le") in content:
        _refuse(
            _("“%(file)s” is protected with a password. Save a copy without a password, and import the copy."),
            "file_protected", filename,
        )
    _refuse(
        _("“%(file)s” is in the old .xls format. Open it and save it as .xlsx or .csv."), "file_old_format", filename
    )


# --- workbooks


def _read_workbook(content: bytes, filename: str) -> RosterFile:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            has_formulas = _check_archive(archive, filename)
            notes = [_without_macros()] if any("vbaProject" in name for name in archive.namelist()) else []
        return RosterFile(_sheets(content, has_formulas, filename), tuple(notes))
    except ValidationError:
        raise
    except (InvalidFileException, zipfile.BadZipFile, ParseError, KeyError):
        _refuse_damaged(filename)
    except Exception:  # noqa: BLE001 - openpyxl meets a damaged file with whatever its own reading runs into
        _refuse_damaged(filename)


def _without_macros() -> Sentence:
    return Sentence(gettext_noop("The workbook's macros were left aside; only its cells were read."))


def _refuse_damaged(filename: str) -> NoReturn:
    _refuse(
        _("“%(file)s” cannot be read as a workbook: it is damaged. Open it, save it again as .xlsx, and import that."),
        "file_damaged", filename,
    )


def _check_archive(archive: zipfile.ZipFile, filename: str) -> bool:
    """Refuse what is no plain workbook; answer whether a sheet holds formulas.

    The unpacked size is what the archive declares; reading stops there, so that a false declaration gains nothing.
    """
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        _refuse(
            _("“%(file)s” is protected with a password. Save a copy without a password, and import the copy."),
            "file_protected", filename,
        )
    if len(parts) > 2_000 or sum(part.file_size for part in parts) > MOST_BYTES_UNPACKED:
        _refuse(
            _("“%(file)s” unpacks to more than a roster can need. Save the sheet of players alone, as .xlsx or .csv."),
            "file_too_large_unpacked", filename,
        )
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names and not any(name.endswith("workbook.xml") for name in names):
        _refuse(
            _("“%(file)s” is not an Excel workbook. Open it in the program that made it and save it as .xlsx or .csv."),
            "file_not_a_workbook", filename,
        )
    texts = [archive.read(part) for part in parts if part.filename.endswith((".xml", ".rels"))]
    if any(b"<!DOCTYPE" in text or b"<!ENTITY" in text for text in texts):
        _refuse_damaged(filename)
    return any(_FORMULA.search(text) for text in texts)


def _sheets(content: bytes, has_formulas: bool, filename: str) -> tuple[Grid, ...]:
    """Every worksheet. Values come from one reading; formulas, where there are any, from a second beside it."""
    options: dict[str, Any] = {"read_only": True, "keep_links": False}
    with closing(load_workbook(io.BytesIO(content), data_only=True, **options)) as values:
        if not has_formulas:
            return tuple(Grid(sheet.title, _lines(_rows(sheet), filename)) for sheet in values.worksheets)
        with closing(load_workbook(io.BytesIO(content), **options)) as formulas:
            return tuple(
                Grid(sheet.title, _lines(_rows_without_value(sheet, beside), filename))
                for sheet, beside in zip(values.worksheets, formulas.worksheets, strict=True)
            )


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    # The declared size of a sheet is often wrong, and openpyxl would believe it.
    sheet.reset_dimensions()
    yield from sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)


def _rows_without_value(sheet: Any, beside: Any) -> Iterator[tuple[Any, ...]]:
    for values, formulas in zip(_rows(sheet), _rows(beside), strict=False):
        yield tuple(
            NO_VALUE if value is None and formula is not None else value
            for value, formula in zip(values, formulas, strict=False)
        )


def _lines(rows: Iterable[tuple[Any, ...]], filename: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    lines: list[tuple[int, tuple[str, ...]]] = []
    blank = 0
    for number, row in enumerate(rows, 1):
        cells = [_cell_text(value) for value in row[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        blank = 0 if cells else blank + 1
        if cells:
            lines.append((number, tuple(cells)))
        # Formatting down to the last line of a sheet is common; names below 5,000 blank lines are not.
        if blank > MOST_BLANK_LINES:
            break
        if len(lines) > MOST_LINES + 10:
            _refuse(
                _("“%(file)s” has more than %(limit)s lines. Import the players in parts."),
                "file_too_many_lines", filename, limit=MOST_LINES,
            )
    return tuple(lines)


def _cell_text(value: Any) -> str:
    """A cell as a person reads it: 101.0 is a card number's 101, a date is its day."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float | Decimal) and value == value and abs(value) < 1e15 and value == int(value):
        value = int(value)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        value = value.isoformat()
    if value is NO_VALUE:
        return NO_VALUE
    text = cleaned(str(value)[:LONGEST_CELL])
    return NO_VALUE if text in _ERRORS else text


# --- texts

_END = "\x1e"
"""Set after the last line: it stands alone there, unless a quotation mark is still open."""


def _read_text(content: bytes, filename: str) -> RosterFile:
    text, notes = _decoded(content, filename)
    separator, text = _separator(text)
    return RosterFile((Grid("", _lines(_text_rows(text, separator, filename), filename)),), notes)


def _text_rows(text: str, separator: str, filename: str) -> Iterator[tuple[str, ...]]:
    """The rows. A quotation mark that is never closed would take every player after it into one cell, unnoticed."""
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
    _refuse(
        _("“%(file)s” cannot be read after line %(line)s: a quotation mark is open there and never closed."),
        "file_unreadable_line", filename, line=read,
    )


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
    if filename.casefold().endswith((".xlsx", ".xlsm", ".xls")):
        _refuse_neither(filename)
    _refuse(
        _("“%(file)s” is not a text in UTF-8 or Windows-1252. Save the roster as .xlsx, or as .csv in UTF-8."),
        "file_not_text", filename,
    )


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
