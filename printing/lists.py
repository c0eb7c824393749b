"""Lists on paper: one description of columns and lines, laid out by platypus; and sheets of labels
to cut apart.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from itertools import takewhile
from typing import Any, Literal, NamedTuple, TypeVar, cast

from django.utils.translation import gettext as _
from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepInFrame, LongTable, Paragraph

from king.cards import Wind
from printing import paper
from printing.paper import (
    ASCENT,
    BOLD,
    DESCENT,
    LEADING,
    MARGIN,
    PORTRAIT,
    REGULAR,
    Box,
    Page,
    Pen,
    body_of,
    drawable,
    heading,
)

Line = TypeVar("Line")
Drawing = Callable[[Pen, Box], None]
Align = Literal["left", "center", "right"]
_ALIGNED: Mapping[Align, Literal[0, 1, 2]] = {"left": 0, "center": 1, "right": 2}
_ACROSS = 0.8 * mm
"""The air left and right of the words of a cell."""
GAP = 6 * mm
"""Between two columns of a page."""
WIDTH = body_of(PORTRAIT).width
HALF = (WIDTH - GAP) / 2
_TITLE = 10 * mm
_HEADING = 9
"""The type of the headings, in points."""
_NAME = 11.5
"""The type of a name with smaller words below it, where a higher row has room for both."""
_LONG_NAME = 8
"""The least type of words that do not fit at the least of their list, before they are cut short."""
_LONGEST = 1.4
"""A text longer than this many times its cell is broken into lines, not made smaller."""
_ONE_LINE = 1.48
"""The leading with which platypus has a single line stand as high in its row as a pen would write it."""


class Strong(str):
    """A cell printed in bold in a column that is not bold."""

    __slots__ = ()


Cell = str | tuple[str, str] | Drawing | Flowable | None
"""Words; words with smaller ones below; what draws itself into its cell; None where the cell on the left goes on."""


class Drawn(Flowable):
    def __init__(self, drawing: Drawing, height: float) -> None:
        super().__init__()
        self.drawing, self.height = drawing, height

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        return width, self.height

    def draw(self) -> None:
        self.drawing(cast(Pen, self.canv), Box(0, 0, self.width, self.height))


class _Table(LongTable):
    """A table that may be split over pages. Its title says on each later page that it is
    continued.
    """

    again: Drawn | None = None
    _cellvalues: list[list[Any]]

    def onSplit(self, T: Any, byRow: int = 1) -> None:
        T.again = self.again
        if self.again is not None and T._cellvalues[-1] is self._cellvalues[-1]:
            T._cellvalues[0] = [self.again, *T._cellvalues[0][1:]]


class Column(NamedTuple):
    """A column: heading, width (0: share of the rest), and type size relative to the list's.

    Words that are too long become smaller before they are broken; in a ``paragraph`` they are
    broken first. ``under`` is the size of what stands below a name, relative to the name.
    """

    title: Cell = ""
    width: float = 0
    align: Align = "left"
    bold: bool = False
    size: float = 1
    grey: float = 0
    paragraph: bool = False
    under: float = 0.7


class Listing(NamedTuple):
    """A list: columns and lines, under a title with badges of winds, if it has one.

    ``ruled``: vertical lines too, for lists to be filled in. ``air``: space above and below words.
    ``style``: further commands for platypus, with lines counted from the first. ``least``: smallest
    type size, in points.
    """

    columns: Sequence[Column]
    lines: Sequence[Sequence[Cell]]
    title: str = ""
    winds: Sequence[Wind] = ()
    head: float = 9 * mm
    ruled: bool = False
    air: float = 0.4 * mm
    style: Sequence[tuple[Any, ...]] = ()
    least: float = 9

    @property
    def above(self) -> float:
        return _TITLE * bool(self.title) + self.head * any(column.title for column in self.columns)

    @property
    def heading(self) -> float:
        return min(_HEADING, self.least)

    def _widths(self, width: float) -> list[float]:
        rest = width - sum(column.width for column in self.columns)
        return [column.width or rest for column in self.columns]

    def size(self, width: float, row: float, largest: float = 15) -> float:
        """Type size that fits the rows; smaller if a name in the column without a width would not
        fit.
        """
        at = [column.width for column in self.columns].index(0)
        largest, names = min(largest, row / mm * 1.75), []
        for cell in (line[at] for line in self.lines):
            if isinstance(cell, tuple):
                under, room = self.columns[at].under, (row - 2 * self.air) / LEADING
                # Down to this type the row becomes higher instead.
                largest = min(largest, max(room / (1 + under), room - self.least, _NAME))
                names.append(cell[0])
            elif isinstance(cell, str):
                names.append(cell)
        largest = max(self.least, largest)
        return max(
            self.least, paper.one_size(names, self._widths(width)[at] - 2 * _ACROSS, largest)
        )

    def needs(self, width: float, size: float) -> list[float]:
        """Least height of each line in this size, with long names on several lines."""
        widths, least = self._widths(width), size * (ASCENT + DESCENT) + 2 * self.air
        return [
            max(least, _layout_line(self, self.columns, line, widths, 0, size, False)[1])
            for line in self.lines
        ]

    def filling(
        self, width: float, room: float, tallest: float, largest: float = 15
    ) -> tuple[float, float]:
        """Row height and type size with which the lines fill the room; rows with long names are
        higher.
        """
        row = min(tallest, room / max(1, len(self.lines)))
        size = self.size(width, row, largest)
        row = even_row(self.needs(width, size), room, tallest)
        return row, self.size(width, row, size)

    def table(
        self, width: float, row: float, size: float = 10, *, fixed: bool = False
    ) -> LongTable:
        """Table with rows of this height. Long words make a row higher, or are made smaller if
        ``fixed``.
        """
        paper.register_typeface()
        widths = self._widths(width)
        small = [
            column._replace(bold=False, size=self.heading / size, grey=0.3, paragraph=True)
            for column in self.columns
        ]
        titles = [column.title for column in self.columns]
        rows: list[tuple[Sequence[Column], Sequence[Cell], float]] = []
        if self.title:
            title = with_badges(self.winds, self.title)
            rows.append((small, [title, *[None] * (len(widths) - 1)], _TITLE))
        if any(titles):
            rows.append((small, titles, self.head))
        first = len(rows)
        rows += [(self.columns, line, row) for line in self.lines]
        cells, heights, style = [], [], [*self._style(size, first)]
        for at, (columns, line, least) in enumerate(rows):
            shrunk = fixed or at < first
            laid, height = _layout_line(self, columns, line, widths, least, size, shrunk)
            cells.append(laid)
            heights.append(height)
            style += _spans_and_bold(line, at)
        table = _Table(
            cells, widths, heights, style=style, repeatRows=first, splitInRow=1, hAlign="LEFT"
        )
        if self.title:
            again = f"{self.title} · {_('continued')}"
            table.again = Drawn(with_badges(self.winds, again), _TITLE - 2 * self.air)
        return table

    def _style(self, size: float, first: int) -> Iterator[tuple[Any, ...]]:
        everywhere = (0, 0), (-1, -1)
        for side, air in (
            ("LEFT", _ACROSS),
            ("RIGHT", _ACROSS),
            ("TOP", self.air),
            ("BOTTOM", self.air),
        ):
            yield f"{side}PADDING", *everywhere, air
        if not self.ruled:
            yield "LEFTPADDING", (0, 0), (0, -1), 0
            yield "RIGHTPADDING", (-1, 0), (-1, -1), 0
        yield "VALIGN", (0, first), (-1, -1), "MIDDLE"
        if first:
            head = (0, 0), (-1, first - 1)
            yield "VALIGN", *head, "BOTTOM"
            yield "FONT", *head, REGULAR, self.heading
            yield "TEXTCOLOR", *head, _grey(0.3)
        for at, column in enumerate(self.columns):
            whole, tall = ((at, first), (at, -1)), max(self.least, size * column.size)
            yield "FONT", *whole, BOLD if column.bold else REGULAR, tall, tall * _ONE_LINE
            yield "TEXTCOLOR", *whole, _grey(column.grey)
            yield "ALIGN", (at, 0), (at, -1), column.align.upper()
        if not self.lines:
            return
        if self.title:
            yield "NOSPLIT", (0, 0), (0, min(first + 2, first + len(self.lines) - 1))
        yield "LINEABOVE", (0, max(first, 1)), (-1, -1), 0.3, _grey(0.55)
        yield "LINEBELOW", (0, -1), (-1, -1), 0.5, _grey(0.3)
        if self.ruled:
            yield "LINEBEFORE", (0, first), (-1, -1), 0.3, _grey(0.5)
            yield "LINEAFTER", (-1, first), (-1, -1), 0.3, _grey(0.5)
        for name, (left, top), (right, bottom), *more in self.style:
            yield name, (left, top + first), (right, bottom + first), *more


Field = tuple[Column, Callable[[Line], Cell]]
"""A column, and what of a line stands in it."""


def listing_of(fields: Sequence[Field[Line]], lines: Iterable[Line], **more: Any) -> Listing:
    cells = [[cell(line) for _column, cell in fields] for line in lines]
    return Listing([column for column, _cell in fields], cells, **more)


def even_row(needs: Sequence[float], room: float, tallest: float) -> float:
    """Height of rows that fill the room, given that some rows need more."""
    rest, count = room, len(needs)
    for need in sorted(needs, reverse=True):
        if count > 1 and need * count > rest:
            rest, count = rest - need, count - 1
    return min(tallest, max(0, rest) / max(1, count))


def _layout_line(
    listing: Listing,
    columns: Sequence[Column],
    line: Sequence[Cell],
    widths: Sequence[float],
    row: float,
    size: float,
    fixed: bool,
) -> tuple[list[Any], float]:
    cells, air, least = [], listing.air, listing.least
    height, room = row, row - 2 * air
    for at, (column, cell) in enumerate(zip(columns, line, strict=True)):
        wide = sum(widths[at : at + 1 + _goes_on(line, at)]) - 2 * _ACROSS
        type_size = max(least, size * column.size)
        laid = _cell(cell, column, wide, room, type_size, least)
        tall = _height(laid, wide)
        if fixed and tall > room and isinstance(cell, str):
            smallest = min(least, _LONG_NAME)
            while tall > room and type_size > smallest:
                type_size = max(smallest, type_size - 0.5)
                laid = _cell(cell, column, wide, room, type_size, smallest)
                tall = _height(laid, wide)
            while tall > room and " " in cell.rstrip("… "):
                cell = f"{cell.rstrip('… ').rpartition(' ')[0]}…"
                laid = _cell(cell, column, wide, room, type_size, smallest)
                tall = _height(laid, wide)
        if not fixed and tall:
            height = max(height, tall + 2 * air)
        elif fixed and tall > room:
            laid = KeepInFrame(wide, room, laid, mode="shrink")
        cells.append(laid)
    return cells, height


def _height(laid: Any, width: float) -> float:
    """Height of a cell's paragraphs; 0 for a cell of plain text, which always fits."""
    if not isinstance(laid, list):
        return 0
    return float(sum(part.wrap(width, PORTRAIT[1])[1] for part in laid))


def _goes_on(line: Sequence[Cell], at: int) -> int:
    """Number of cells on the right that this cell extends over."""
    return len(list(takewhile(lambda cell: cell is None, line[at + 1 :])))


def _cell(
    cell: Cell, column: Column, width: float, height: float, size: float, least: float
) -> Any:
    """Cell content. Text that fits stays text, so that a long list is drawn fast; longer text
    becomes a paragraph.
    """
    if cell is None or isinstance(cell, Drawn):
        return cell or ""
    if isinstance(cell, Flowable):
        return [cell]
    if callable(cell):
        return Drawn(cell, height)
    bold = column.bold or isinstance(cell, Strong)
    if isinstance(cell, tuple):
        return [
            words(cell[0], size, bold=bold, grey=column.grey),
            words(cell[1], max(least, size * column.under), grey=0.25),
        ]
    long = paper.width_of(drawable(cell), size, bold=bold) / width
    if long <= 1:
        return drawable(cell)
    if not column.paragraph and long <= _LONGEST and size * 0.99 / long >= least:
        size *= 0.99 / long
    return [words(cell, size, bold=bold, grey=column.grey, align=column.align)]


def _spans_and_bold(line: Sequence[Cell], at: int) -> Iterator[tuple[Any, ...]]:
    for place, cell in enumerate(line):
        if isinstance(cell, Strong):
            yield "FONTNAME", (place, at), (place, at), BOLD
        if cell is not None and (more := _goes_on(line, place)):
            yield "SPAN", (place, at), (place + more, at)


def _grey(grey: float) -> Color:
    return Color(grey, grey, grey)


@cache
def _paragraph_style(
    size: float, bold: bool, grey: float, align: Align, below: float
) -> ParagraphStyle:
    return ParagraphStyle(
        "",
        fontName=BOLD if bold else REGULAR,
        fontSize=size,
        leading=size * LEADING,
        textColor=_grey(grey),
        alignment=_ALIGNED[align],
        embeddedHyphenation=1,
        spaceAfter=below,
    )


def words(
    text: str,
    size: float = 10,
    *,
    bold: bool = False,
    grey: float = 0,
    align: Align = "left",
    below: float = 0,
) -> Paragraph:
    """Paragraph of these words. A dot or dash between two names never begins a line."""
    paper.register_typeface()
    whole = paper.initials_together(drawable(text))
    safe = re.sub(r" (?=[·–] )", "\N{NO-BREAK SPACE}", escape(whole, quote=False))
    return Paragraph(safe.replace("\n", "<br/>"), _paragraph_style(size, bold, grey, align, below))


def with_badges(
    winds: Sequence[Wind], text: str, size: float = 13, *, bold: bool = True
) -> Drawing:
    def draw(pen: Pen, cell: Box) -> None:
        side = min(8 * mm, cell.height, size * 1.75, cell.width / max(1, len(winds)) / 1.2)
        for place, wind in enumerate(winds):
            pen.badge(wind, cell.square(side, place * side * 1.2))
        pen.text(cell.less(left=len(winds) * side * 1.2), text, size, bold=bold)

    return draw


def tick_box(side: float = 4 * mm) -> Drawing:
    return lambda pen, cell: pen.frame(cell.square(side), 0.7)


# --- onto pages


def draw_story(pen: Pen, box: Box, *story: Flowable) -> Box:
    """Draw the story from the top of the box, and return the rest of the box."""
    top = box.top
    for flowable in story:
        height = flowable.wrapOn(pen, box.width, box.height)[1]
        flowable.drawOn(pen, box.x, top - height)
        top -= height + flowable.getSpaceAfter()
    return box._replace(height=top - box.y)


def height_of(story: Iterable[Flowable], width: float) -> float:
    return sum(
        flowable.wrap(width, PORTRAIT[1])[1] + flowable.getSpaceAfter() for flowable in story
    )


def room_below(above: Iterable[Flowable] = (), size: tuple[float, float] = PORTRAIT) -> float:
    """Height left for lists on a page, below its head and the paragraphs ``above``."""
    body = body_of(size)
    return body.height - paper.HEADING - height_of(above, body.width)


def in_columns(story: Iterable[Flowable], width: float, room: float) -> list[list[Flowable]]:
    """Contents of each column or page of that size. Only what does not fit into one is broken."""
    columns: list[list[Flowable]] = [[]]
    rest, height_left = list(story), room
    while rest:
        flowable = rest.pop(0)
        height = flowable.wrap(width, room)[1]
        if height > height_left + 0.01:
            parts = [] if columns[-1] and height <= room else flowable.split(width, height_left)
            if len(parts) > 1:
                columns[-1].append(parts.pop(0))
            if columns[-1]:
                rest[:0] = parts or [flowable]
                columns.append([])
                height_left = room
                continue
        columns[-1].append(flowable)
        height_left -= height + flowable.getSpaceAfter()
    return columns


def page_of(
    columns: Iterable[tuple[float, Sequence[Flowable]]],
    *head: str,
    above: Sequence[Flowable] = (),
    foot: Sequence[Flowable] = (),
) -> Page:
    """Page with its head, paragraphs above, columns of the given widths side by side, and small
    print at the foot.
    """

    def draw(pen: Pen) -> None:
        rest = draw_story(pen, heading(pen, *head), *above)
        draw_story(pen, rest._replace(height=height_of(foot, rest.width)), *foot)
        for width, story in columns:
            draw_story(pen, rest._replace(width=width), *story)
            rest = rest.less(left=width + GAP)

    return draw


def list_pages(
    story: Iterable[Flowable],
    *head: str,
    size: tuple[float, float] = PORTRAIT,
    above: Sequence[Flowable] = (),
) -> list[Page]:
    width = body_of(size).width
    columns = in_columns(story, width, room_below(above, size))
    return [page_of([(width, column)], *head, above=above) for column in columns]


def in_parts(lines: Sequence[Line], most: int) -> list[tuple[Line, ...]]:
    """Split the lines into parts of at most ``most``. No lines give one empty part."""
    return [tuple(lines[at : at + most]) for at in range(0, max(len(lines), 1), most)]


def in_even_parts(lines: Sequence[Line], most: int) -> list[tuple[Line, ...]]:
    """Split the lines evenly, so that no part is left with only the last two or three."""
    pages = max(1, -(-len(lines) // most))
    return in_parts(lines, max(1, -(-len(lines) // pages)))


class LabelSheet(NamedTuple):
    """Pages of boxes of one size: labels to be cut apart or, with a head, content that stays
    together.
    """

    across: int
    down: int
    height: float

    @property
    def width(self) -> float:
        return (PORTRAIT[0] - 2 * MARGIN) / self.across

    def pages(
        self, labels: Iterable[Line], draw: Callable[[Pen, Box, Line], None], *head: str
    ) -> list[Page]:
        def draw_page(part: tuple[Line, ...], pen: Pen) -> None:
            top = heading(pen, *head).top if head else pen.size[1] - MARGIN
            down = -(-len(part) // self.across)
            tall = down * self.height
            area = Box(MARGIN, top - tall, self.across * self.width, tall)
            for cell, label in zip(area.grid(self.across, down), part, strict=False):
                draw(pen, cell, label)
            if head:
                return
            for line in range(self.across + 1):
                edge = MARGIN + line * self.width
                pen.cut(edge, area.y, edge, top)
            for line in range(down + 1):
                low = top - line * self.height
                pen.cut(MARGIN, low, area.right, low)

        parts = in_parts(tuple(labels), self.across * self.down)
        return [partial(draw_page, part) for part in parts]
