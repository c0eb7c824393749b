"""The furniture of a page: A4, margins that a cheap printer keeps, a pen that fits its text, a footer on every page.

A document is a list of pages, each a function that draws with a :class:`Pen`. The list is known before the first page
is drawn, so that every footer can say "page 3 of 12" and a print job can say how far it is.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from king.cards import Suit
from king.winds import Wind
from printing.fitting import ASCENT, BOLD, LEADING, REGULAR, drawable, fit, register_typeface, width_of
from printing.symbols import PALETTES, Palette, draw_badge, draw_qr, draw_suit
from printing.wording import wind_letter

PORTRAIT = (210 * mm, 297 * mm)
LANDSCAPE = (297 * mm, 210 * mm)
MARGIN = 10 * mm
FOOTER = 8 * mm
"""The strip above the lower margin that belongs to the footer."""

HEADING = 22 * mm
"""What the title of a page takes of its body."""

Progress = Callable[[int, int], None]
"""Called after each page with how many are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page, in points from the lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    def inset(self, across: float, down: float | None = None) -> Box:
        """The box without a border inside its edges."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def rows(self, *heights: float) -> tuple[Box, ...]:
        """Boxes of these heights from the top down."""
        boxes, top = [], self.top
        for height in heights:
            top -= height
            boxes.append(Box(self.x, top, self.width, height))
        return tuple(boxes)

    def columns(self, *widths: float) -> tuple[Box, ...]:
        """Boxes of these widths from the left."""
        boxes, left = [], self.x
        for width in widths:
            boxes.append(Box(left, self.y, width, self.height))
            left += width
        return tuple(boxes)


def body_of(size: tuple[float, float]) -> Box:
    """A page inside its margins and above its footer."""
    width, height = size
    return Box(MARGIN, MARGIN + FOOTER, width - 2 * MARGIN, height - 2 * MARGIN - FOOTER)


@dataclass
class Pen:
    """Draws on one document. Coordinates are points from the lower left corner of the page."""

    canvas: Canvas
    size: tuple[float, float]
    palette: Palette = field(default_factory=lambda: PALETTES["grey"])

    @property
    def body(self) -> Box:
        """The page inside its margins and above its footer."""
        return body_of(self.size)

    def line_of_text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "left",
        grey: float = 0,
        gap: float = 0,
    ) -> None:
        """One line as it is, its foot at ``y``, for words that are known to fit; ``gap`` widens the spaces in it."""
        text = drawable(text)
        if align != "left":
            width = width_of(text, size, bold=bold) + gap * text.count(" ")
            x -= width if align == "right" else width / 2
        self.canvas.setFillGray(grey)
        self.canvas.setFont(BOLD if bold else REGULAR, size)
        self.canvas.drawString(x, y, text, wordSpace=gap)

    def text(
        self,
        box: Box,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "left",
        upright: str = "middle",
        grey: float = 0,
        paragraph: bool = False,
    ) -> None:
        """Text inside a box: smaller, then on several lines, where it would not fit; never over the edge.

        ``upright`` is top, middle or bottom; a ``paragraph`` takes several lines before it becomes smaller.
        """
        if not text:
            return
        fitted = fit(drawable(text), box.width, box.height, size, bold=bold, paragraph=paragraph)
        spare = box.height - fitted.height
        top = box.top - {"top": 0, "middle": spare / 2, "bottom": spare}[upright]
        x = {"left": box.x, "center": box.x + box.width / 2, "right": box.right}[align]
        for number, line in enumerate(fitted.lines):
            foot = top - fitted.size * (ASCENT + LEADING * number)
            self.line_of_text(x, foot, line, fitted.size, bold=bold, align=align, grey=grey)

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.5, grey: float = 0) -> None:
        """A straight line."""
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(width)
        self.canvas.line(x1, y1, x2, y2)

    def cut(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Where scissors go."""
        self.canvas.saveState()
        self.canvas.setDash(2, 2)
        self.line(x1, y1, x2, y2, 0.4, 0.45)
        self.canvas.restoreState()

    def frame(self, box: Box, width: float = 0.5, *, fill: float | None = None, grey: float = 0) -> None:
        """The edges of a box, and its ground; a width of 0 draws the ground alone."""
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(width)
        if fill is not None:
            self.canvas.setFillGray(fill)
        self.canvas.rect(box.x, box.y, box.width, box.height, stroke=int(width > 0), fill=int(fill is not None))

    def suit(self, suit: Suit, x: float, y: float, size: float) -> None:
        """A drawn suit in the square of side ``size``."""
        draw_suit(self.canvas, suit, x, y, size, self.palette)

    def badge(self, wind: Wind, x: float, y: float, size: float, *, from_north: bool = False) -> None:
        """The badge of a wind, with the letter of the active language."""
        draw_badge(self.canvas, wind, wind_letter(wind), x, y, size, from_north=from_north)

    def qr(self, address: str, x: float, y: float, size: float) -> None:
        """A QR code in the square of side ``size``."""
        draw_qr(self.canvas, address, x, y, size)


Page = Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Footing:
    """What the foot of each page says: of which evening, in which state, as of when, under which commitment."""

    subject: str
    printed_at: datetime
    state: str = ""
    commitment: str = ""

    def words(self, number: int, count: int) -> tuple[str, str]:
        """The left and the right part of the footer of page ``number``."""
        moment = timezone.localtime(self.printed_at) if timezone.is_aware(self.printed_at) else self.printed_at
        printed = _("printed %(date)s at %(time)s") % {
            "date": formats.date_format(moment, "SHORT_DATE_FORMAT"),
            "time": formats.time_format(moment, "H:i"),
        }
        sealed = _("commitment %(code)s") % {"code": self.commitment} if self.commitment else ""
        left = " · ".join(part for part in (self.subject, self.state, sealed) if part)
        page = _("page %(number)d of %(count)d") % {"number": number, "count": count}
        return left, f"{printed} · {page}"


def heading(pen: Pen, title: str, subject: str, state: str = "") -> Box:
    """The head of a page: what it is, of which evening, in which state. Answers with what is left of the page below."""
    head, rest = pen.body.rows(HEADING, pen.body.height - HEADING)
    first, second = head.rows(11 * mm, 7 * mm)
    wide = min(width_of(state, 13, bold=True), first.width / 2) if state else 0
    pen.text(Box(first.x, first.y, first.width - wide - 4 * mm, first.height), title, 20, bold=True)
    pen.text(Box(first.right - wide, first.y, wide, first.height), state, 13, bold=True, align="right")
    pen.text(second, subject, 10.5, grey=0.2)
    pen.line(head.x, head.y + 2.5 * mm, head.right, head.y + 2.5 * mm, 1)
    return rest


def short_form(commitment: str) -> str:
    """The commitment's first twelve digits: enough to compare by eye with what was published."""
    return commitment[:12]


def make_document(
    pages: Sequence[Page],
    footing: Footing,
    *,
    title: str,
    size: tuple[float, float] = PORTRAIT,
    suits: str = "grey",
    prepare: Page | None = None,
    progress: Progress | None = None,
) -> bytes:
    """The PDF of these pages, each with its footer; ``prepare`` defines what several of them repeat."""
    register_typeface()
    paper = io.BytesIO()
    canvas = Canvas(paper, pagesize=size, pageCompression=1, lang=get_language())
    canvas.setTitle(title)
    canvas.setSubject(footing.subject)
    canvas.setCreator("King")
    pen = Pen(canvas, size, PALETTES[suits])
    if prepare is not None:
        prepare(pen)
    for number, page in enumerate(pages, start=1):
        page(pen)
        _write_footer(pen, footing, number, len(pages))
        canvas.showPage()
        if progress is not None:
            progress(number, len(pages))
    canvas.save()
    return paper.getvalue()


def _write_footer(pen: Pen, footing: Footing, number: int, count: int) -> None:
    left, right = footing.words(number, count)
    strip = Box(MARGIN, MARGIN, pen.size[0] - 2 * MARGIN, FOOTER - 1.8 * mm)
    wide = width_of(right, 7.5) + 6 * mm
    subject, page = strip.columns(strip.width - wide, wide)
    pen.text(subject, left, 7.5, grey=0.25, upright="bottom")
    pen.text(page, right, 7.5, grey=0.25, align="right", upright="bottom")
