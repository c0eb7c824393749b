"""Cells as a person reads them, the same from every kind of workbook and from a text."""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ground.isolation import ReadError
from ground.names import clean_text

MOST_LINES = 20_000
MOST_COLUMNS = 256
MOST_LETTERS = 10_000_000
LONGEST_CELL = 2_000
MOST_BLANK_LINES = 5_000

NO_VALUE = "\N{REPLACEMENT CHARACTER}"
"""Beginning of the value of a cell that has none: an error, or a formula that was never
computed."""

Line = tuple[int, tuple[str, ...]]
"""``(line, cells)``, lines numbered as a person counts them."""


def lines_of(rows: Iterable[Sequence[Any]]) -> Iterator[Line]:
    read = blank = 0
    for number, row in enumerate(rows, 1):
        cells = [cell_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise ReadError("file_too_large_unpacked")
        blank = 0 if cells else blank + 1
        if cells:
            read += 1
            yield number, tuple(cells)
        # Formatting down to the last line of a sheet is common; names below 5,000 blank lines are
        # not.
        if blank > MOST_BLANK_LINES:
            break
        if read > MOST_LINES + 10:
            raise ReadError("file_too_many_lines")


def cell_text(value: Any) -> str:
    """Text of a cell as a person reads it: a card number 101.0 is 101, a date is its day."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    if isinstance(value, datetime.date | datetime.time):
        value = value.isoformat()
    return clean_text(str(value)[:LONGEST_CELL])


_ZEROS = re.compile(r"0{2,}|[A-Za-z]+[-/ ]?0+|0+[-/ ]0+")


def zeros_of(code: str) -> str:
    """Return the part of a number's format that writes leading zeros, or an empty text for any
    other format.
    """
    plain = re.sub(r'\\(.)|"([^"]*)"|\[[^\]]*\]', r"\1\2", code.partition(";")[0])
    return plain if _ZEROS.fullmatch(plain) else ""


def in_format(number: int, zeros: str) -> str:
    """Number as a spreadsheet shows it: ``45`` in the format ``00000`` is ``00045``. Letters of the
    format keep their place.
    """
    digits = list(str(number).rjust(zeros.count("0"), "0"))
    characters = [digits.pop() if letter == "0" else letter for letter in reversed(zeros)]
    first = zeros.index("0")
    return zeros[:first] + "".join(digits) + "".join(reversed(characters))[first:]


def with_zeros(value: Any, zeros: str) -> Any:
    """Return the value of a cell, with leading zeros if it is a whole number and the cell's format
    (``zeros``) writes them.
    """
    is_whole = isinstance(value, float) and value >= 0 and value == int(value)
    return in_format(int(value), zeros) if zeros and is_whole else value
