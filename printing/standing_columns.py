"""The columns of a standing on paper and in a spreadsheet, as ``wording.columns`` declares them."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from reportlab.lib.units import mm

from printing.lists import Column, Field
from printing.spreadsheets import Value
from wording import columns
from wording.columns import Kind, Place


def paper_fields(
    place: Place, ranked: Any, lines: Iterable[Any], declared: columns.Declared | None = None
) -> Iterator[tuple[columns.Column[Any], Field[Any]]]:
    """Columns except place and name, each with its declaration. Columns of words that are empty in
    all lines are left out.
    """
    listed = list(lines)
    for column in columns.figures_at(place, ranked, declared):
        if column.kind is Kind.TEXT and not any(column.of(line, ranked).value for line in listed):
            continue
        print_, bold = _paper_column(column, place, ranked.main)
        align = "left" if column.kind is Kind.TEXT and print_.width > _FIGURE else "right"
        head = column.short if print_.head is None else print_.head
        on_paper = Column(
            None if head is None else str(head),
            print_.width * mm,
            align,  # type: ignore[arg-type]
            bold,
            print_.size,
            print_.grey,
        )
        yield column, (on_paper, partial(_words, column, print_.nothing, ranked))


_FIGURE = 20


def _paper_column(
    column: columns.Column[Any], place: Place, main: str
) -> tuple[columns.Print, bool]:
    """How a column is printed, and whether it is bold. The column that counts is bold and has the
    room of match points; in the lists by wind only match points are bold.
    """
    print_: columns.Print = getattr(column.faces, place.face)
    if place.face in ("paper", "narrow", "results") and column.key == main:
        return getattr(columns.MATCH_POINTS.faces, place.face), True
    if place.face == "paper_by_wind":
        return print_, column.key == "match_points"
    return print_, column.key == main


def _words(column: columns.Column[Any], nothing: str, ranked: Any, line: Any) -> str:
    return column.of(line, ranked).words(column.kind, nothing)


def book_lines(
    place: Place,
    ranked: Any,
    lines: Iterable[Any],
    declared: columns.Declared | None = None,
    rank: Callable[[Any], Value] | None = None,
) -> tuple[list[str], list[list[Value]]]:
    """Heading and lines of a spreadsheet. ``rank`` gives the words of a place."""
    book_columns = columns.columns_at(place, ranked, declared)
    cells = [
        [
            rank(line)
            if rank is not None and column.kind is Kind.PLACE
            else column.of(line, ranked).value
            for column in book_columns
        ]
        for line in lines
    ]
    return [str(column.title) for column in book_columns], cells
