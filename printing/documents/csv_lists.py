"""The posted evening as lists for a spreadsheet or a program: one CSV each (UTF-8, its mark first, lines end in CRLF).

Where the language writes 4,33 cells are set apart by semicolons, as that language's Excel opens them, else by commas.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from printing.documents.workbook import FORMULA_STARTS, Evening, Listed, Value, lists_of, plain, round_lines, rounded
from scoring.publishing import Posted
from wording.naming import column_name

KEYS = ("overall", "winds", "seats", "tables")
"""Of the lists beside those of the partite, each ``partita-`` and its number."""


def csv_lists(evening: Evening, posted: Posted) -> Iterator[Listed]:
    """The lists of the workbook; who sat where in each partita; what each table made."""
    return chain(lists_of(evening), [_seats(evening, posted), _tables(evening)])


def _seats(evening: Evening, posted: Posted) -> Listed:
    seats: dict[str, dict[int, tuple[Value, Value]]] = {}
    for standing in evening.standings.rounds:
        for wind, _rank, name, table, *_points in round_lines(standing):
            seats.setdefault(str(name), {})[standing.number] = table, wind
    numbers = [standing.number for standing in evening.standings.rounds]
    head = [_("No."), _("Name")]
    for number in numbers:
        partita = _("P%(number)d") % {"number": number}
        head += [f"{partita} {_('Table')}", f"{partita} {_('Wind')}"]
    entered = {name: posted.entries[name].number if name in posted.entries else None for name in seats}
    lines = [
        (entered[name], name, *chain.from_iterable(seats[name].get(number, (None, None)) for number in numbers))
        for name in sorted(seats, key=lambda name: (entered[name] or 0, name))
    ]
    return Listed("seats", _("Seats"), _("Seats"), head, lines, 2)


def _tables(evening: Evening) -> Listed:
    head = [
        _("Partita"), _("Table"), _("Wind"), _("Name"), _("Sheet"), _("Adjustments"), _("Points"),
    ]  # fmt: skip
    lines = [
        (sheet.round, sheet.table, column_name(column), sheet.names[column],
         sheet.sheet[column], sheet.adjustments[column], points)
        for sheet in evening.sheets
        for column, points in sheet.totals.items()
    ]  # fmt: skip
    return Listed("tables", _("Results by table"), _("Results by table"), head, lines, 4)


def as_csv(listed: Listed) -> bytes:
    """The list with its heading; words that a spreadsheet would take for a formula have an apostrophe before them."""
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
