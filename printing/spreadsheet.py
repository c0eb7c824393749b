"""The furniture of a workbook's sheets: cells, widths, the frozen heading, and how a sheet comes out of a printer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill
from openpyxl.styles import Side as Edge
from openpyxl.worksheet.worksheet import Worksheet

from printing.occasion import Occasion

Value = str | int | Fraction | None

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_FONT = "Calibri"
_HEAD = PatternFill("solid", fgColor="E6E6E6")
_RULE = Border(top=Edge(style="thin"))
_A4 = 9
_NARROWEST, _WIDEST, _AIR = 8, 64, 3
_LINE = 15
"""The height of a line, in points."""
_UPRIGHT = 95
"""Letters that fit across an upright page; a wider sheet lies on its side."""


def plain(text: str) -> str:
    """The text without the control characters that no spreadsheet takes."""
    return _CONTROL.sub("", text)


def new_sheet(book: Workbook, title: str) -> Worksheet:
    """A sheet with a name that every spreadsheet accepts: 31 letters, none of them []:*?/\\."""
    return book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", title)[:31])


def put(cell: Cell, value: Value, *, bold: bool = False, size: int = 11) -> None:
    """Write a value: numbers as numbers, everything else as text, whatever it looks like."""
    if isinstance(value, (int, Fraction)):
        fraction = Fraction(value)
        whole = fraction.denominator == 1
        cell.value = int(fraction) if whole else rounded(fraction)
        cell.number_format = "0" if whole else "0.00"
    elif value is not None:
        text = plain(str(value))
        cell.value = text
        # The library takes "=…" for a formula; and the mark keeps the others text when somebody edits the cell.
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(_FORMULA_STARTS)
    if bold:
        # A font without a name is drawn in another typeface than its neighbours.
        cell.font = Font(name=_FONT, bold=True, size=size)


def rounded(value: Fraction) -> Decimal:
    """Two decimals, halves away from zero: the nearest number to the exact fraction."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def write(sheet: Worksheet, row: int, values: Sequence[Value], *, bold: bool = False, head: bool = False) -> None:
    """A line of values from the first column on; a ``head`` is grey and broken into lines where it is long."""
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column)
        put(cell, value, bold=bold or head)
        if head:
            cell.fill = _HEAD
            cell.alignment = Alignment(wrap_text=True, vertical="top")


def rule(sheet: Worksheet, row: int, columns: int) -> None:
    """A line above so many cells of a row."""
    for column in range(1, columns + 1):
        sheet.cell(row, column).border = _RULE


def begin(sheet: Worksheet, occasion: Occasion, title: str) -> int:
    """The two lines on top; answers with the first free row."""
    put(sheet.cell(1, 1), title, bold=True, size=14)
    put(sheet.cell(2, 1), occasion.subject)
    return 4


def finish(sheet: Worksheet, occasion: Occasion, head: int, last: int, *, fixed: int) -> None:
    """Columns as wide as what stands in them from the heading to row ``last``, and the sheet ready for a printer.

    The heading stays in sight with the first ``fixed`` columns, and is printed again on every page.
    """
    widths = [_fit(sheet, column, head, last) for column in range(1, sheet.max_column + 1)]
    titles = zip(sheet[head], widths, strict=True)
    sheet.row_dimensions[head].height = _LINE * max(_lines(str(cell.value or ""), width) for cell, width in titles)
    sheet.freeze_panes = sheet.cell(head + 1, fixed + 1)
    sheet.print_title_rows = f"{head}:{head}"
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.orientation = "landscape" if sum(widths) > _UPRIGHT else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddFooter.left.text = plain(occasion.subject).replace("&", "&&")
    sheet.oddFooter.right.text = _("page %(number)s of %(count)s") % {"number": "&P", "count": "&N"}


def _fit(sheet: Worksheet, column: int, head: int, last: int) -> float:
    """Make a column as wide as its words; numbers stand under the end of its title, words a little off them."""
    title = sheet.cell(head, column)
    cells = [sheet.cell(row, column) for row in range(head + 1, last + 1)]
    values = [cell.value for cell in cells if cell.value is not None]
    numbers = sum(isinstance(value, (int, Decimal)) for value in values) * 2 > len(values)
    side = {"horizontal": "right"} if numbers else {"horizontal": "left", "indent": 1}
    title.alignment = Alignment(wrap_text=True, vertical="top", **side)
    for cell in cells:
        if isinstance(cell.value, str) and not numbers:
            cell.alignment = Alignment(**side)
    longest = max([len(str(value)) for value in values], default=0)
    width = max(longest, *map(len, (str(title.value or "").split() or [""])), 0) + _AIR
    width = min(max(width, _NARROWEST), _WIDEST)
    sheet.column_dimensions[title.column_letter].width = width
    return width


def _lines(words: str, width: float) -> int:
    """How many lines a bold title takes in a column so wide."""
    lines, left = 1, width - _AIR
    for word in words.split():
        if len(word) > left and left < width - _AIR:
            lines, left = lines + 1, width - _AIR
        left -= len(word) + 1
    return lines
