"""A list in ruled columns: its headings, its lines, and how many fit a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from reportlab.lib.units import mm

from printing.paper import Box, Pen

HEAD = 8 * mm

Line = TypeVar("Line")

Drawing = Callable[[Pen, Box], None]
Cell = str | Drawing
"""Words, or what draws itself into its box: a badge, a square to tick."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, width, and side of its words; those of a ``paragraph`` are broken before they shrink."""

    title: str
    width: float
    align: str = "left"
    bold: bool = False
    size: float = 10
    paragraph: bool = False


def lines_that_fit(box: Box, row: float) -> int:
    """How many lines of that height a list in the box has below its headings."""
    return max(1, int((box.height - HEAD) / row + 1e-6))


def in_parts(lines: Sequence[Line], most: int) -> list[tuple[Line, ...]]:
    """The lines of each page; one page without any where there are none."""
    return [tuple(lines[at : at + most]) for at in range(0, max(len(lines), 1), most)]


def in_even_parts(lines: Sequence[Line], most: int) -> list[tuple[Line, ...]]:
    """The lines of each page, shared evenly, so that no page is left with the last two or three."""
    pages = max(1, -(-len(lines) // most))
    return in_parts(lines, max(1, -(-len(lines) // pages)))


def draw_list(
    pen: Pen, box: Box, columns: Sequence[Column], lines: Sequence[Sequence[Cell]], row: float, *, ruled: bool = False
) -> None:
    """The headings and the lines from the top of the box; ``ruled`` has upright lines too, for what is filled in."""
    head, *rows = box.rows(HEAD, *[row] * len(lines))
    widths = [column.width for column in columns]
    for column, cell in zip(columns, head.columns(*widths), strict=True):
        inner = cell.inset(0.8 * mm, 0.4 * mm)
        pen.text(inner, column.title, 8, grey=0.3, align=column.align, paragraph=True, upright="bottom")
    wide = sum(widths)
    for line, strip in zip(lines, rows, strict=True):
        pen.line(strip.x, strip.top, strip.x + wide, strip.top, 0.3, 0.5)
        for column, words, cell in zip(columns, line, strip.columns(*widths), strict=True):
            _draw_cell(pen, cell.inset(0.8 * mm, 0.4 * mm), column, words)
    bottom = rows[-1].y if rows else head.y
    pen.line(box.x, bottom, box.x + wide, bottom, 0.5)
    if ruled:
        for cell in head.columns(*widths):
            pen.line(cell.x, bottom, cell.x, head.y, 0.3, 0.5)
        pen.line(box.x + wide, bottom, box.x + wide, head.y, 0.3, 0.5)


def _draw_cell(pen: Pen, cell: Box, column: Column, words: Cell) -> None:
    if isinstance(words, str):
        pen.text(cell, words, column.size, bold=column.bold, align=column.align, paragraph=column.paragraph)
    else:
        words(pen, cell)


def tick_box(ticked: bool = False, side: float = 4 * mm) -> Drawing:
    """A square for a pencil, or one that is ticked already."""

    def draw(pen: Pen, cell: Box) -> None:
        left, low = cell.x, cell.y + cell.height / 2 - side / 2
        pen.frame(Box(left, low, side, side), 0.7)
        if ticked:
            turn = (left + side * 0.42, low + side * 0.2)
            pen.line(left + side * 0.18, low + side * 0.5, *turn, 1)
            pen.line(*turn, left + side * 0.85, low + side * 0.85, 1)

    return draw
