"""Reader of .xls, Excel's format up to 2003, with xlrd. It reads formats of numbers, which may have
zeros before a card, and hidden lines and columns.
"""

import io
from collections.abc import Iterator
from typing import Any

from ground.isolation import ReadError
from tournaments.list_reading.cells import MOST_COLUMNS, NO_VALUE, with_zeros, zeros_of


def sheets_of_xls(content: bytes) -> Iterator[dict[str, Any]]:
    """Yield each sheet as a mapping with the fields of ``tables.Sheet``, but ``rows`` of values
    instead of lines of cells. Raises ``ReadError`` if the file is damaged or protected.
    """
    import xlrd

    try:
        book = xlrd.open_workbook(
            file_contents=content, formatting_info=True, logfile=io.StringIO()
        )
    except xlrd.biffh.XLRDError as error:
        raise ReadError("file_protected" if "encrypted" in str(error) else "file_damaged") from None
    for sheet in book.sheets():
        yield {
            "name": sheet.name,
            "rows": (
                [_value(book, cell) for cell in sheet.row(number)] for number in range(sheet.nrows)
            ),
            "hidden": bool(sheet.visibility),
            "open": bool(getattr(sheet, "sheet_visible", 0)),
            "hidden_lines": [number + 1 for number, row in sheet.rowinfo_map.items() if row.hidden],
            "hidden_columns": [
                number
                for number, column in sheet.colinfo_map.items()
                if column.hidden and number < MOST_COLUMNS
            ],
            "merged": [
                (top + 1, bottom, left, right - 1)
                for top, bottom, left, right in sheet.merged_cells
            ],
        }


def _value(book: Any, cell: Any) -> Any:
    import xlrd

    if cell.ctype == xlrd.XL_CELL_ERROR:
        return NO_VALUE + xlrd.error_text_from_code.get(cell.value, "")
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(cell.value)
    if cell.ctype not in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        return cell.value
    code = book.format_map[book.xf_list[cell.xf_index].format_key].format_str
    if cell.ctype == xlrd.XL_CELL_NUMBER:
        return with_zeros(cell.value, zeros_of(code))
    if "[h" in code.lower():
        minutes = round(cell.value * 24 * 60)
        return f"{minutes // 60}:{minutes % 60:02}"
    try:
        moment = xlrd.xldate_as_datetime(cell.value, book.datemode)
    except (xlrd.xldate.XLDateError, OverflowError, ValueError):
        return cell.value
    return moment.time() if cell.value < 1 else moment
