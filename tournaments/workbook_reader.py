"""A workbook read apart: ``python -m tournaments.workbook_reader`` takes a file and answers its cells as JSON."""

from __future__ import annotations

import datetime
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from decimal import Decimal
from typing import Any

from tournaments.apart import SECONDS_TO_WAIT, answer, ask
from tournaments.apart import NotRead as NotRead
from tournaments.names import cleaned

MOST_BYTES_UNPACKED = 60_000_000
MOST_PARTS = 2_000
MOST_LINES = 20_000
MOST_COLUMNS = 60
MOST_LETTERS = 10_000_000
LONGEST_CELL = 2_000
MOST_BLANK_LINES = 5_000

NO_VALUE = "\N{REPLACEMENT CHARACTER}formula"
"""Value of a cell whose formula the program that wrote the file never computed."""

Line = tuple[int, tuple[str, ...]]
"""``(line, cells)``, lines numbered as a person counts them."""

_ERRORS = ("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#SPILL!", "#CALC!")
_FORMULA = re.compile(rb"<(?:\w+:)?f[ >/]")


def read_apart(content: bytes) -> dict[str, Any]:
    """``{"grids": [[name, lines], …], "macros": bool}``. Raises ``NotRead``."""
    answered: dict[str, Any] = json.loads(ask("tournaments.workbook_reader", content, SECONDS_TO_WAIT))
    return answered


def read(content: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        has_formulas = _check_archive(archive)
        macros = any("vbaProject" in name for name in archive.namelist())
    return {"grids": _sheets(content, has_formulas), "macros": macros}


def _check_archive(archive: zipfile.ZipFile) -> bool:
    """Refuse what is no plain workbook; answer whether a sheet holds formulas.

    The unpacked size is what the archive declares; reading stops there, so that a false declaration gains nothing.
    """
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise NotRead("file_protected")
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES_UNPACKED:
        raise NotRead("file_too_large_unpacked")
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names and not any(name.endswith("workbook.xml") for name in names):
        raise NotRead("file_not_a_workbook")
    has_formulas = False
    for part in parts:
        if part.filename.endswith((".xml", ".rels")):
            text = archive.read(part)
            if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
                raise NotRead("file_damaged")
            has_formulas = has_formulas or _FORMULA.search(text) is not None
    return has_formulas


def _sheets(content: bytes, has_formulas: bool) -> list[tuple[str, list[Line]]]:
    from openpyxl import load_workbook

    options: dict[str, Any] = {"read_only": True, "keep_links": False}
    with closing(load_workbook(io.BytesIO(content), data_only=True, **options)) as values:
        if not has_formulas:
            sheets = [(sheet.title, _rows(sheet)) for sheet in values.worksheets]
            return _grids(sheets)
        with closing(load_workbook(io.BytesIO(content), **options)) as formulas:
            pairs = zip(values.worksheets, formulas.worksheets, strict=True)
            return _grids([(sheet.title, _rows_without_value(sheet, beside)) for sheet, beside in pairs])


def _grids(sheets: Iterable[tuple[str, Iterator[tuple[Any, ...]]]]) -> list[tuple[str, list[Line]]]:
    grids, letters = [], 0
    for title, rows in sheets:
        lines = []
        for number, cells in lines_of(rows):
            letters += sum(map(len, cells)) + len(cells)
            if letters > MOST_LETTERS:
                raise NotRead("file_too_large_unpacked")
            lines.append((number, cells))
        grids.append((title, lines))
    return grids


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


def lines_of(rows: Iterable[tuple[Any, ...]]) -> Iterator[Line]:
    read = blank = 0
    for number, row in enumerate(rows, 1):
        cells = [_cell_text(value) for value in row[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        blank = 0 if cells else blank + 1
        if cells:
            read += 1
            yield number, tuple(cells)
        # Formatting down to the last line of a sheet is common; names below 5,000 blank lines are not.
        if blank > MOST_BLANK_LINES:
            break
        if read > MOST_LINES + 10:
            raise NotRead("file_too_many_lines")


def _cell_text(value: Any) -> str:
    """A cell as a person reads it: 101.0 is a card number's 101, a date is its day."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float | Decimal) and value == value and -1e15 < value < 1e15 and value == int(value):
        value = int(value)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        value = value.isoformat()
    if value is NO_VALUE:
        return str(value)
    text = cleaned(str(value)[:LONGEST_CELL])
    return NO_VALUE if text in _ERRORS else text


if __name__ == "__main__":
    answer(lambda content: json.dumps(read(content)).encode())
