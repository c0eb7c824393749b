"""Reading a roster's file, workbook or text, into lines of cells; what it means is ``roster``'s part.

A file from outside is refused with one sentence that says what it is and what to do; it is never read by half.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any, NoReturn

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.names import cleaned
from tournaments.wording import Sentence
from tournaments.workbook_reader import MOST_LINES, Line, NotRead, lines_of, read_apart

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
    """Read a workbook or a text by what it holds, whatever its name ends in. Raises ``ValidationError``."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        _refuse(
            _("“%(file)s” is larger than %(limit)s MB. A roster is a small file: save the sheet of players alone."),
            "file_too_large",
            filename,
            limit=MOST_BYTES // 1_000_000,
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
        "file_not_a_roster",
        filename,
    )


def _refuse(sentence: Any, code: str, filename: str, **params: Any) -> NoReturn:
    raise ValidationError(sentence, code=code, params={"file": cleaned(filename)[:100], **params}) from None


def _refuse_old_format(content: bytes, filename: str) -> NoReturn:
    if "EncryptedPackage".encode("utf-16-le") in content:
        _refuse(_REFUSED["file_protected"], "file_protected", filename)
    _refuse(
        _("“%(file)s” is in the old .xls format. Open it and save it as .xlsx or .csv."), "file_old_format", filename
    )


# --- workbooks


_REFUSED = {
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
}


def _read_workbook(content: bytes, filename: str) -> RosterFile:
    try:
        found = read_apart(content)
    except NotRead as refusal:
        _refuse_because(refusal, filename)
    notes = [_without_macros()] if found["macros"] else []
    lines = [(name, tuple((number, tuple(cells)) for number, cells in rows)) for name, rows in found["grids"]]
    return RosterFile(tuple(Grid(name, rows) for name, rows in lines), tuple(notes))


def _without_macros() -> Sentence:
    return Sentence(gettext_noop("The workbook's macros were left aside; only its cells were read."))


def _refuse_because(refusal: NotRead, filename: str) -> NoReturn:
    code = str(refusal)
    _refuse(_REFUSED[code], code, filename, limit=MOST_LINES)


# --- texts

_END = "\x1e"
"""Set after the last line: it stands alone there, unless a quotation mark is still open."""


def _read_text(content: bytes, filename: str) -> RosterFile:
    text, notes = _decoded(content, filename)
    separator, text = _separator(text)
    try:
        return RosterFile((Grid("", tuple(lines_of(_text_rows(text, separator, filename)))),), notes)
    except NotRead as refusal:
        _refuse_because(refusal, filename)


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
        "file_unreadable_line",
        filename,
        line=read,
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
        "file_not_text",
        filename,
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
