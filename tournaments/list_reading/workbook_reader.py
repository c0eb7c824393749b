"""A workbook read apart: ``python -m tournaments.list_reading.workbook_reader`` takes a file and answers its
cells as JSON.

The cells are python-calamine's, which reads what others refuse. Errors, formulas without a value,
the zeros of a number's format, hidden lines and the open sheet are looked up in the file itself.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from xml.parsers import expat

from ground.apart import SECONDS_TO_WAIT, NotRead, answer, ask
from ground.names import cleaned

MOST_BYTES_UNPACKED = 60_000_000
MOST_PARTS = 2_000
MOST_LINES = 20_000
MOST_COLUMNS = 256
MOST_LETTERS = 10_000_000
LONGEST_CELL = 2_000
MOST_CELLS = 5_000_000
"""Between the first cell and the last one, blank ones too: the reader makes room for them all."""
MOST_BLANK_LINES = 5_000

NO_VALUE = "\N{REPLACEMENT CHARACTER}"
"""Begins the value of a cell that has none: an error, or a formula that was never computed."""

Line = tuple[int, tuple[str, ...]]
"""``(line, cells)``, lines numbered as a person counts them."""


def read_apart(content: bytes) -> dict[str, Any]:
    """``{"sheets": […], "macros": bool}``; a sheet is a mapping of ``name``, ``lines``, ``hidden``,
    ``open``, ``hidden_lines``, ``hidden_columns`` and ``merged``. Raises ``NotRead``.
    """
    answered: dict[str, Any] = json.loads(
        ask("tournaments.list_reading.workbook_reader", content, SECONDS_TO_WAIT)
    )
    return answered


def read(content: bytes) -> dict[str, Any]:
    details: dict[str, _Details] = {}
    macros = False
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _check_archive(archive)
            macros = any("vbaProject" in name for name in archive.namelist())
            details = _details(archive)
    return {"sheets": _sheets(content, details), "macros": macros}


def _check_archive(archive: zipfile.ZipFile) -> None:
    """Refuse what is no plain workbook.

    The unpacked size is what the archive declares; reading stops there, so that a false declaration
    gains nothing.
    """
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise NotRead("file_protected")
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES_UNPACKED:
        raise NotRead("file_too_large_unpacked")
    names = {part.filename for part in parts}
    if (
        not any(name.endswith(("workbook.xml", "workbook.bin")) for name in names)
        and "content.xml" not in names
    ):
        raise NotRead("file_not_a_workbook")
    for part in parts:
        if part.filename.endswith((".xml", ".rels")):
            text = archive.read(part)
            if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
                raise NotRead("file_damaged")


def _sheets(content: bytes, details: dict[str, _Details]) -> list[dict[str, Any]]:
    from python_calamine import CalamineWorkbook, PasswordError, SheetVisibleEnum, WorksheetNotFound

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError:
        raise NotRead("file_protected") from None
    sheets, letters = [], 0
    for about in workbook.sheets_metadata:
        try:
            sheet = workbook.get_sheet_by_name(about.name)
        except WorksheetNotFound:
            continue  # a chart
        more = details.get(about.name, _Details())
        lines = []
        for number, cells in lines_of(_rows(sheet.to_python(skip_empty_area=False), more)):
            letters += sum(map(len, cells)) + len(cells)
            if letters > MOST_LETTERS:
                raise NotRead("file_too_large_unpacked")
            lines.append((number, cells))
        merged = [*(sheet.merged_cell_ranges or ()), *more.merged]
        sheets.append(
            {
                "name": about.name,
                "lines": lines,
                "hidden": about.visible != SheetVisibleEnum.Visible,
                "open": more.open,
                "hidden_lines": sorted(more.hidden_lines),
                "hidden_columns": sorted(more.hidden_columns),
                "merged": [
                    (top + 1, bottom + 1, left, right) for (top, left), (bottom, right) in merged
                ],
            }
        )
    return sheets


def _rows(rows: list[list[Any]], details: _Details) -> Iterator[tuple[Any, ...]]:
    """The cells, with what the sheet itself says of some of them."""
    for number, row in enumerate(rows):
        for column, said in details.cells.get(number, {}).items():
            if column >= len(row):
                row.extend([""] * (column + 1 - len(row)))
            value = row[column]
            if said.startswith(NO_VALUE):
                row[column] = said if value in ("", None) else value
            elif isinstance(value, float) and value >= 0 and value == int(value):
                row[column] = _in_format(int(value), said)
        yield tuple(row)


def _in_format(number: int, zeros: str) -> str:
    """``45`` under ``00000`` is ``00045``; letters of a format stand where they stand."""
    digits = list(str(number).rjust(zeros.count("0"), "0"))
    shown = [digits.pop() if letter == "0" else letter for letter in reversed(zeros)]
    first = zeros.index("0")
    return zeros[:first] + "".join(digits) + "".join(reversed(shown))[first:]


# --- what is written in an .xlsx and not among its values


@dataclass
class _Details:
    open: bool = False
    cells: dict[int, dict[int, str]] = field(default_factory=dict)
    """By line and column, from 0: ``NO_VALUE`` with an error, or the format of a number that begins with zeros."""
    hidden_lines: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    merged: list[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=list)


def _details(archive: zipfile.ZipFile) -> dict[str, _Details]:
    names = set(archive.namelist())
    book = next((name for name in sorted(names, key=len) if name.endswith("workbook.xml")), None)
    if book is None:
        return _details_of_ods(archive.read("content.xml")) if "content.xml" in names else {}
    sheets: list[dict[str, str]] = []
    active = ["0"]

    def of_book(tag: str, given: dict[str, str]) -> None:
        if tag == "sheet":
            sheets.append(given)
        elif tag == "workbookView":
            active[0] = given.get("activeTab", "0")

    _parse(archive.read(book), of_book)
    folder, name = posixpath.split(book)
    targets: dict[str, str] = {}

    def of_links(tag: str, given: dict[str, str]) -> None:
        if tag == "Relationship":
            targets[given.get("Id", "")] = given.get("Target", "")

    with contextlib.suppress(KeyError):
        _parse(archive.read(f"{folder}/_rels/{name}.rels"), of_links)
    zeros = _formats_with_zeros(archive, folder)
    details = {}
    for place, sheet in enumerate(sheets):
        target = targets.get(sheet.get("id", ""), "")
        path = (
            target.lstrip("/")
            if target.startswith("/")
            else posixpath.normpath(posixpath.join(folder, target))
        )
        found = _details_of_sheet(archive.read(path), zeros) if path in names else _Details()
        found.open = str(place) == active[0]
        details[sheet.get("name", "")] = found
    return details


def _parse(text: bytes, begin: Any, end: Any = None, data: Any = None) -> None:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, given: begin(
        tag.rpartition(":")[2], {key.rpartition(":")[2]: value for key, value in given.items()}
    )
    if end is not None:
        parser.EndElementHandler = lambda tag: end(tag.rpartition(":")[2])
        parser.CharacterDataHandler = data
    parser.Parse(text, True)


_ZEROS = re.compile(r"0{2,}|[A-Za-z]+[-/ ]?0+|0+[-/ ]0+")


def _formats_with_zeros(archive: zipfile.ZipFile, folder: str) -> dict[str, str]:
    """The formats of cells, by their place in the workbook's styles, that write a number with zeros
    before it.
    """
    codes: dict[str, str] = {}
    styles: list[str] = []
    inside = [""]

    def begin(tag: str, given: dict[str, str]) -> None:
        if tag in ("cellXfs", "cellStyleXfs"):
            inside[0] = tag
        elif tag == "numFmt":
            codes[given.get("numFmtId", "")] = given.get("formatCode", "")
        elif tag == "xf" and inside[0] == "cellXfs":
            styles.append(given.get("numFmtId", ""))

    with contextlib.suppress(KeyError, expat.ExpatError):  # a workbook is read without its styles
        _parse(archive.read(f"{folder}/styles.xml"), begin)
    plain = {
        key: re.sub(r'\\(.)|"([^"]*)"|\[[^\]]*\]', r"\1\2", code.partition(";")[0])
        for key, code in codes.items()
    }
    return {
        str(place): plain[key]
        for place, key in enumerate(styles)
        if key in plain and _ZEROS.fullmatch(plain[key])
    }


_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def _details_of_sheet(text: bytes, zeros: dict[str, str]) -> _Details:
    details = _Details()
    line, column = -1, -1
    cell: dict[str, str] = {}
    has_formula, value, inside = False, "", False
    last_line = last_column = 0

    def begin(tag: str, given: dict[str, str]) -> None:
        nonlocal line, column, cell, has_formula, value, inside, last_line, last_column
        if tag == "c":
            reference = _REFERENCE.fullmatch(given.get("r", ""))
            column = _column(reference[1]) if reference else column + 1
            line = int(reference[2]) - 1 if reference else line
            cell, has_formula, value = given, False, ""
            last_line, last_column = max(last_line, line), max(last_column, column)
        elif tag == "row":
            line, column = (int(given["r"]) - 1 if given.get("r", "").isdigit() else line + 1), -1
            if given.get("hidden") in ("1", "true"):
                details.hidden_lines.add(line + 1)
        elif tag == "f":
            has_formula = True
        elif tag == "v":
            inside = True
        elif tag == "col" and given.get("hidden") in ("1", "true"):
            details.hidden_columns.update(
                range(int(given["min"]) - 1, min(int(given["max"]), MOST_COLUMNS))
            )

    def data(text: str) -> None:
        nonlocal value
        value += text if inside else ""

    def end(tag: str) -> None:
        nonlocal inside
        if tag == "v":
            inside = False
        elif tag == "c":
            kind = cell.get("t", "n")
            said = (
                NO_VALUE + value
                if kind == "e"
                else NO_VALUE
                if has_formula and not value and kind != "str"
                else ""
            )
            if not said and kind == "n":
                said = zeros.get(cell.get("s", ""), "")
            if said:
                details.cells.setdefault(line, {})[column] = said

    _parse(text, begin, end, data)
    if (last_line + 1) * (last_column + 1) > MOST_CELLS:
        raise NotRead("file_too_large_unpacked")
    return details


def _details_of_ods(text: bytes) -> dict[str, _Details]:
    """A number is written there as it is shown too: ``00045``."""
    details: dict[str, _Details] = {}
    sheet = _Details()
    line = column = 0
    repeated = {"line": 1, "column": 1}
    cell: dict[str, str] = {}
    shown = ""

    def begin(tag: str, given: dict[str, str]) -> None:
        nonlocal sheet, line, column, cell, shown
        if tag == "table":
            sheet = details.setdefault(given.get("name", ""), _Details())
            line = column = 0
        elif tag == "table-row":
            column, repeated["line"] = 0, int(given.get("number-rows-repeated", "1"))
            if given.get("visibility") in ("collapse", "filter") and repeated["line"] < MOST_LINES:
                sheet.hidden_lines.update(range(line + 1, line + 1 + repeated["line"]))
        elif tag in ("table-cell", "covered-table-cell"):
            cell, shown, repeated["column"] = (
                given,
                "",
                int(given.get("number-columns-repeated", "1")),
            )
            rows, columns = (
                int(given.get("number-rows-spanned", "1")),
                int(given.get("number-columns-spanned", "1")),
            )
            if rows * columns > 1:
                sheet.merged.append(((line, column), (line + rows - 1, column + columns - 1)))

    def data(text: str) -> None:
        nonlocal shown
        shown += text

    def end(tag: str) -> None:
        nonlocal line, column
        if tag in ("table-cell", "covered-table-cell"):
            if cell.get("value-type") == "error" or shown.startswith(("#", "Err:")):
                sheet.cells.setdefault(line, {})[column] = NO_VALUE + shown.strip()
            elif re.fullmatch(r"0\d+", shown.strip()):
                sheet.cells.setdefault(line, {})[column] = "0" * len(shown.strip())
            column += repeated["column"]
        elif tag == "table-row":
            line += repeated["line"]

    _parse(text, begin, end, data)
    return details


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number - 1


def lines_of(rows: Iterable[tuple[Any, ...]]) -> Iterator[Line]:
    read = blank = 0
    for number, row in enumerate(rows, 1):
        cells = [_cell_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise NotRead("file_too_large_unpacked")
        blank = 0 if cells else blank + 1
        if cells:
            read += 1
            yield number, tuple(cells)
        # Formatting down to the last line of a sheet is common; names below 5,000 blank lines are
        # not.
        if blank > MOST_BLANK_LINES:
            break
        if read > MOST_LINES + 10:
            raise NotRead("file_too_many_lines")


def _cell_text(value: Any) -> str:
    """A cell as a person reads it: 101.0 is a card number's 101, a date is its day."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if (
        isinstance(value, float | Decimal)
        and value == value
        and -1e15 < value < 1e15
        and value == int(value)
    ):
        value = int(value)
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        value = value.isoformat()
    return cleaned(str(value)[:LONGEST_CELL])


if __name__ == "__main__":
    answer(lambda content: json.dumps(read(content)).encode())
