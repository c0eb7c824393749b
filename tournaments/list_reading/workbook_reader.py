"""Reading of a workbook in a separate process: ``python -m
tournaments.list_reading.workbook_reader`` takes a file and writes its cells as JSON.

The cells of .xlsx and .ods come from python-calamine, which reads files that others refuse. Errors,
formulas without a value, leading zeros of number formats, hidden lines and the open sheet are
looked up in the file itself. An .xls is read by ``old_workbook``.
"""

from __future__ import annotations

import contextlib
import io
import json
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ground.isolation import SECONDS_TO_WAIT, ReadError, answer, ask
from tournaments.list_reading.cells import (
    MOST_COLUMNS,
    MOST_LETTERS,
    MOST_LINES,
    NO_VALUE,
    lines_of,
    with_zeros,
    zeros_of,
)
from tournaments.list_reading.old_workbook import sheets_of_xls

MOST_BYTES_UNPACKED = 60_000_000
MOST_PARTS = 2_000
MOST_CELLS = 5_000_000
"""Most cells from the first to the last one, including blank ones, because the reader makes room
for them all."""


def read_apart(content: bytes) -> dict[str, Any]:
    """Read a workbook in a separate process: ``{"sheets": […], "macros": bool}``. A sheet has the
    fields of ``tables.Sheet``. Raises ``ReadError``.
    """
    answered: dict[str, Any] = json.loads(
        ask("tournaments.list_reading.workbook_reader", content, SECONDS_TO_WAIT)
    )
    return answered


def read(content: bytes) -> dict[str, Any]:
    if not content.startswith(b"PK"):
        return {"sheets": _within_limits(sheets_of_xls(content)), "macros": False}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        _check_archive(archive)
        macros = any("vbaProject" in name for name in archive.namelist())
        details = _details(archive)
        if "content.xml" in archive.namelist():
            content = _without_blanks_of_layout(archive)
    return {"sheets": _within_limits(_sheets(content, details)), "macros": macros}


def _check_archive(archive: zipfile.ZipFile) -> None:
    """Refuse archives that are no plain workbook.

    The unpacked size is the declared one. Reading stops there, so that a false declaration gains
    nothing.
    """
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise ReadError("file_protected")
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES_UNPACKED:
        raise ReadError("file_too_large_unpacked")
    names = {part.filename for part in parts}
    # Its readers leave whole columns out where cells are written short, as SheetJS writes them.
    if any(name.endswith("workbook.bin") for name in names):
        raise ReadError("file_binary_workbook")
    if not any(name.endswith("workbook.xml") for name in names) and "content.xml" not in names:
        raise ReadError("file_not_a_workbook")
    for part in parts:
        if part.filename.endswith((".xml", ".rels")):
            text = archive.read(part)
            if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
                raise ReadError("file_damaged")


_BLANKS_OF_LAYOUT = re.compile(rb">\s+(?=</?table:)")


def _without_blanks_of_layout(archive: zipfile.ZipFile) -> bytes:
    """Return the document without the blanks between rows and cells with which Gnumeric and SheetJS
    indent it. Blanks mean nothing in an element without text (ODF 1.2, 6.1.2, has them only in
    paragraphs), and python-calamine 0.9 fails on them.
    """
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as plain:
        for part in archive.infolist():
            text = archive.read(part)
            if part.filename == "content.xml":
                text = _BLANKS_OF_LAYOUT.sub(b">", text)
            plain.writestr(part.filename, text)
    return written.getvalue()


def _within_limits(sheets: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Turn each sheet's rows of values into lines of cells. Raises ``ReadError`` if the text is too
    long in all.
    """
    answered, letters = [], 0
    for sheet in sheets:
        lines = []
        for number, cells in lines_of(sheet.pop("rows")):
            letters += sum(map(len, cells)) + len(cells)
            if letters > MOST_LETTERS:
                raise ReadError("file_too_large_unpacked")
            lines.append((number, cells))
        answered.append({**sheet, "lines": lines})
    return answered


def _sheets(content: bytes, details: dict[str, _Details]) -> Iterator[dict[str, Any]]:
    from python_calamine import CalamineWorkbook, PasswordError, SheetVisibleEnum, WorksheetNotFound

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError:
        raise ReadError("file_protected") from None
    for about in workbook.sheets_metadata:
        try:
            sheet = workbook.get_sheet_by_name(about.name)
        except WorksheetNotFound:
            continue  # a chart
        more = details.get(about.name, _Details())
        merged = [*(sheet.merged_cell_ranges or ()), *more.merged]
        yield {
            "name": about.name,
            "rows": _rows(sheet.to_python(skip_empty_area=False), more),
            "hidden": about.visible != SheetVisibleEnum.Visible,
            "open": more.open,
            "hidden_lines": list(more.hidden_lines),
            "hidden_columns": list(more.hidden_columns),
            "merged": [
                (top + 1, bottom + 1, left, right) for (top, left), (bottom, right) in merged
            ],
        }


def _rows(rows: list[list[Any]], details: _Details) -> Iterator[list[Any]]:
    """Yield the rows of a sheet, corrected by what the sheet itself says about its cells."""
    for number, row in enumerate(rows):
        for column, text in details.cells.get(number, {}).items():
            row.extend([""] * (column + 1 - len(row)))
            value = row[column]
            row[column] = (value or text) if text.startswith(NO_VALUE) else with_zeros(value, text)
        yield row


# --- what is written in an .xlsx and not among its values


class _Details:
    """Details of a sheet. ``cells`` are by row and column, from 0: ``NO_VALUE`` for an error, or
    the format of a number with leading zeros.
    """

    open = False

    def __init__(self) -> None:
        self.cells: dict[int, dict[int, str]] = {}
        self.hidden_lines: set[int] = set()
        self.hidden_columns: set[int] = set()
        self.merged: list[tuple[tuple[int, int], tuple[int, int]]] = []


def _details(archive: zipfile.ZipFile) -> dict[str, _Details]:
    names = set(archive.namelist())
    book = next((name for name in sorted(names, key=len) if name.endswith("workbook.xml")), None)
    if book is None:
        return _details_of_ods(archive.read("content.xml")) if "content.xml" in names else {}
    root = ElementTree.fromstring(archive.read(book))
    views = [view.get("activeTab", "0") for view in root.iterfind(".//{*}workbookView")]
    folder, name = posixpath.split(book)
    targets = {}
    with contextlib.suppress(KeyError):
        links = ElementTree.fromstring(archive.read(f"{folder}/_rels/{name}.rels"))
        targets = {link.get("Id"): link.get("Target", "") for link in links}
    zeros = _formats_with_zeros(archive, folder)
    details = {}
    for place, element in enumerate(root.iterfind(".//{*}sheet")):
        sheet = _attributes(element)
        path = posixpath.normpath(posixpath.join("/", folder, targets.get(sheet.get("id"), "")))[1:]
        of_sheet = _details_of_sheet(archive.read(path), zeros) if path in names else _Details()
        of_sheet.open = str(place) == (views or ["0"])[-1]
        details[sheet.get("name", "")] = of_sheet
    return details


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _attributes(element: Element) -> dict[str, str]:
    return {key.rpartition("}")[2]: value for key, value in element.items()}


def _formats_with_zeros(archive: zipfile.ZipFile, folder: str) -> dict[str, str]:
    """Formats that write a number with leading zeros, by their place in the workbook's styles."""
    try:
        root = ElementTree.fromstring(archive.read(f"{folder}/styles.xml"))
    except (KeyError, ElementTree.ParseError):  # a workbook is read without its styles
        return {}
    codes = {
        form.get("numFmtId"): zeros_of(form.get("formatCode", ""))
        for form in root.iterfind(".//{*}numFmt")
    }
    styles = [style.get("numFmtId") for style in root.iterfind(".//{*}cellXfs/{*}xf")]
    return {str(place): codes[key] for place, key in enumerate(styles) if codes.get(key)}


_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def _details_of_sheet(text: bytes, zeros: dict[str, str]) -> _Details:
    details = _Details()
    line = last_line = last_column = 0
    for _event, element in ElementTree.iterparse(io.BytesIO(text)):
        is_hidden = element.get("hidden") in ("1", "true")
        if _tag(element) == "col" and is_hidden:
            first, last = int(element.get("min", 0)), int(element.get("max", 0))
            details.hidden_columns.update(range(first - 1, min(last, MOST_COLUMNS)))
        if _tag(element) != "row":
            continue

        number = element.get("r", "")
        line, column = (int(number) if number.isdigit() else line + 1), -1
        if is_hidden:
            details.hidden_lines.add(line)
        for cell in element:
            column += 1
            if reference := _REFERENCE.fullmatch(cell.get("r", "")):
                line, column = int(reference[2]), _column(reference[1])
            last_line, last_column = max(last_line, line), max(last_column, column)
            if detail := _detail_of_cell(cell, zeros):
                details.cells.setdefault(line - 1, {})[column] = detail
        element.clear()
    if last_line * (last_column + 1) > MOST_CELLS:
        raise ReadError("file_too_large_unpacked")
    return details


def _detail_of_cell(cell: Element, zeros: dict[str, str]) -> str:
    kind = cell.get("t", "n")
    parts = {_tag(part): part.text or "" for part in cell}
    value = parts.get("v", "")
    if kind == "e" or ("f" in parts and not value and kind != "str"):
        return NO_VALUE + value
    return zeros.get(cell.get("s", ""), "") if kind == "n" else ""


def _details_of_ods(text: bytes) -> dict[str, _Details]:
    """Details of an .ods file, which also has each number as it is shown: ``00045``."""
    details: dict[str, _Details] = {}
    sheet, line, column = _Details(), 0, 0
    for event, element in ElementTree.iterparse(io.BytesIO(text), ("start", "end")):
        tag = _tag(element)
        attributes = _attributes(element)
        if event == "start" and tag == "table":
            sheet, line = details.setdefault(attributes.get("name", ""), _Details()), 0
            column = 0
        if event == "end" and tag == "table-column":
            until = column + int(attributes.get("number-columns-repeated", "1"))
            if attributes.get("visibility") == "collapse":
                sheet.hidden_columns.update(range(column, min(until, MOST_COLUMNS)))
            column = until
        if event == "start" or tag != "table-row":
            continue
        repeated = int(attributes.get("number-rows-repeated", "1"))
        if attributes.get("visibility") in ("collapse", "filter") and repeated < MOST_LINES:
            sheet.hidden_lines.update(range(line + 1, line + 1 + repeated))
        place = 0
        for cell in element:
            if _tag(cell) in ("table-cell", "covered-table-cell"):
                place += _read_ods_cell(sheet, line, place, cell)
        line += repeated
        element.clear()
    return details


def _read_ods_cell(sheet: _Details, line: int, column: int, cell: Element) -> int:
    """Record the details of a cell, and return how many columns it fills."""
    attributes = _attributes(cell)
    # A note at the cell is no part of its value.
    text = "".join("".join(part.itertext()) for part in cell if _tag(part) == "p")
    rows, columns, repeated = (
        int(attributes.get(f"number-{name}", "1"))
        for name in ("rows-spanned", "columns-spanned", "columns-repeated")
    )
    if rows * columns > 1:
        sheet.merged.append(((line, column), (line + rows - 1, column + columns - 1)))
    if attributes.get("value-type") == "error" or text.startswith(("#", "Err:")):
        sheet.cells.setdefault(line, {})[column] = NO_VALUE + text.strip()
    elif re.fullmatch(r"0\d+", text.strip()):
        sheet.cells.setdefault(line, {})[column] = "0" * len(text.strip())
    return repeated


def _column(letters: str) -> int:
    return reduce(lambda number, letter: 26 * number + ord(letter) - 64, letters, 0) - 1


if __name__ == "__main__":
    answer(lambda content: json.dumps(read(content)).encode())
