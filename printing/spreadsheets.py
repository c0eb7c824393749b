"""Sheets of an .xlsx workbook, and CSV (UTF-8 with BOM, CRLF). openpyxl is loaded with the first
workbook, because it takes 5 MB in each process. Numbers are numbers, thirds with two decimals, so
that a club's own formulas can use them. Text that looks like a formula (``=cmd…``) is marked as
text.
"""

import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from printing.document_context import Occasion

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

Value = str | int | Fraction | None

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_FONT = "Calibri"
_GREY = "E6E6E6"
_A4 = 9
_NARROWEST, _WIDEST, _AIR = 8, 64, 3
_LINE = 15
"""The height of a line, in points."""
_UPRIGHT = 95
"""Letters that fit across an upright page; a wider sheet lies on its side."""


class Listed(NamedTuple):
    """A list of the evening: a sheet of the workbook, and a file by its key (``csv_lists``).
    ``short`` is the sheet's name. The first ``fixed`` columns identify the line. ``note`` stands
    below the lines.
    """

    key: str
    short: str
    title: str
    head: Sequence[str]
    lines: Sequence[Sequence[Value]]
    fixed: int
    note: str = ""


def new_book() -> "Workbook":
    """A workbook that has no sheet yet."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    return book


def put_list(sheet: "Worksheet", occasion: Occasion, listed: Listed) -> None:
    head = row = begin(sheet, occasion, listed.title)
    write(sheet, row, listed.head, head=True)
    for row, line in enumerate(listed.lines, start=head + 1):
        write(sheet, row, line)
    if listed.note:
        row += 1
        write(sheet, row, [*[None] * (listed.fixed - 1), listed.note])
    finish(sheet, occasion, head, row, fixed=listed.fixed)


def workbook_bytes(book: "Workbook", occasion: Occasion) -> bytes:
    """Workbook as the bytes of a file. The same book of the same moment gives the same bytes."""
    from openpyxl.writer.excel import ExcelWriter

    book.properties.title, book.properties.creator = plain(occasion.tournament), "King"
    file = io.BytesIO()
    book.properties.created = book.properties.modified = occasion.printed_at.astimezone(
        UTC
    ).replace(tzinfo=None)
    with zipfile.ZipFile(file, "w") as parts:
        ExcelWriter(book, parts).write_data()
    with zipfile.ZipFile(file) as parts:
        return zip_files({name: parts.read(name) for name in parts.namelist()})


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Zip of these files by name. The same files give the same bytes, whenever they are packed."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as parts:
        for name, content in files.items():
            part = zipfile.ZipInfo(name)
            part.external_attr, part.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            parts.writestr(part, content)
    return archive.getvalue()


def plain(text: str) -> str:
    """Text without control characters, which spreadsheets do not accept."""
    return _CONTROL.sub("", text)


def new_sheet(book: "Workbook", title: str) -> "Worksheet":
    """A sheet with a name that every spreadsheet accepts: 31 letters, none of them []:*?/\\."""
    sheet: Worksheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", title)[:31])
    return sheet


def write_cell(
    cell: "Cell | MergedCell", value: Value, *, bold: bool = False, size: int = 11
) -> None:
    """Write a value into a cell: numbers as numbers, everything else as text, even if it looks like
    a formula.
    """
    if isinstance(value, (int, Fraction)):
        fraction = Fraction(value)
        whole = fraction.denominator == 1
        cell.value = int(fraction) if whole else rounded(fraction)
        cell.number_format = "0" if whole else "0.00"
    elif value is not None:
        text = plain(str(value))
        cell.value = text
        # The library takes "=…" for a formula; and the mark keeps the others text when somebody
        # edits the cell.
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(FORMULA_STARTS)
    if bold:
        # A font without a name is drawn in another typeface than its neighbours.
        from openpyxl.styles import Font

        cell.font = Font(name=_FONT, bold=True, size=size)


def rounded(value: Fraction) -> Decimal:
    """Round to two decimals, half away from zero."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def write(
    sheet: "Worksheet", row: int, values: Sequence[Value], *, bold: bool = False, head: bool = False
) -> None:
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column)
        write_cell(cell, value, bold=bold or head)
        if head:
            _shade(cell)
            wrap(cell)


def _shade(cell: "Cell | MergedCell") -> None:
    from openpyxl.styles import PatternFill

    cell.fill = PatternFill("solid", fgColor=_GREY)


def wrap(cell: "Cell | MergedCell", **side: Any) -> None:
    """Let long words take several lines from the top of the cell. ``side`` says where they stand."""
    from openpyxl.styles import Alignment

    cell.alignment = Alignment(wrap_text=True, vertical="top", **side)


def rule(sheet: "Worksheet", row: int, columns: int) -> None:
    from openpyxl.styles import Border, Side

    for column in range(1, columns + 1):
        sheet.cell(row, column).border = Border(top=Side(style="thin"))


def widths_of(sheet: "Worksheet", columns: Sequence[int]) -> list[float]:
    from openpyxl.utils import get_column_letter

    return [sheet.column_dimensions[get_column_letter(column)].width for column in columns]


def begin(sheet: "Worksheet", occasion: Occasion, title: str) -> int:
    """Write the title and the occasion at the top of a sheet, and return the first free row."""
    write_cell(sheet.cell(1, 1), title, bold=True, size=14)
    write_cell(sheet.cell(2, 1), occasion.subject)
    return 4


def finish(sheet: "Worksheet", occasion: Occasion, head: int, last: int, *, fixed: int) -> None:
    """Set the widths of columns to their contents from the heading to row ``last``, and prepare the
    sheet for printing.

    The heading and the first ``fixed`` columns stay in sight, and the heading is repeated on every
    page.
    """
    from openpyxl.worksheet.properties import PageSetupProperties

    widths = [_fit(sheet, column, head, last) for column in range(1, sheet.max_column + 1)]
    titles = zip(sheet[head], widths, strict=True)
    sheet.row_dimensions[head].height = _LINE * max(
        _lines(str(cell.value or ""), width) for cell, width in titles
    )
    sheet.freeze_panes = sheet.cell(head + 1, fixed + 1).coordinate
    sheet.print_title_rows = f"{head}:{head}"
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.orientation = "landscape" if sum(widths) > _UPRIGHT else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    footer: Any = sheet.oddFooter
    footer.left.text = plain(occasion.subject).replace("&", "&&")
    footer.right.text = _("page %(number)s of %(count)s") % {"number": "&P", "count": "&N"}


def _fit(sheet: "Worksheet", column: int, head: int, last: int) -> float:
    """Set the alignment and the width of a column. Numbers are aligned right under their title,
    words left with a small indent. Returns the width.
    """
    from openpyxl.styles import Alignment
    from openpyxl.utils import get_column_letter

    title = sheet.cell(head, column)
    cells = [sheet.cell(row, column) for row in range(head + 1, last + 1)]
    values = [cell.value for cell in cells if cell.value is not None]
    numbers = sum(isinstance(value, (int, Decimal)) for value in values) * 2 > len(values)
    side = {"horizontal": "right"} if numbers else {"horizontal": "left", "indent": 1}
    wrap(title, **side)
    for cell in cells:
        if isinstance(cell.value, str) and not numbers:
            cell.alignment = Alignment(**side)
    longest = max([len(str(value)) for value in values], default=0)
    width = max(longest, *map(len, (str(title.value or "").split() or [""])), 0) + _AIR
    width = min(max(width, _NARROWEST), _WIDEST)
    sheet.column_dimensions[get_column_letter(column)].width = width
    return width


def _lines(words: str, width: float) -> int:
    """Number of lines that a bold title takes in a column of this width."""
    lines, room = 1, width - _AIR
    for word in words.split():
        if len(word) > room and room < width - _AIR:
            lines, room = lines + 1, width - _AIR
        room -= len(word) + 1
    return lines


def as_csv(listed: Listed) -> bytes:
    """List as CSV with its heading. Text that looks like a formula gets an apostrophe. Separated by
    semicolons if the language has decimal commas, as that language's Excel expects; else by commas.
    """
    comma = get_format("DECIMAL_SEPARATOR")
    text = io.StringIO()
    written = csv.writer(text, delimiter=";" if comma == "," else ",")
    for line in (listed.head, *listed.lines):
        written.writerow([_cell(value, comma) for value in line])
    return text.getvalue().encode("utf-8-sig")


def _cell(value: Value, comma: str) -> str:
    if isinstance(value, int | Fraction):
        exact = Fraction(value)
        return str(exact if exact.denominator == 1 else rounded(exact)).replace(".", comma)
    words = plain(value or "")
    return f"'{words}" if words.startswith(FORMULA_STARTS) else words
