"""Basics of a page: A4, typeface and symbols, a pen that fits its text, a footer on every page.

Pages are functions that draw with a :class:`Pen`. All are known before the first is drawn, so that
a footer can say "page 3 of 12".
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import groupby
from math import cos, pi, sin
from typing import NamedTuple, TypeVar

import segno
import ttf_opensans
from django.utils import formats, timezone
from django.utils.translation import get_language, gettext as _
from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from king.cards import Suit, Wind
from wording.naming import wind_letter

# Compressed streams as they are, not as letters: files a fifth smaller, written and read sooner.
rl_config.useA85 = 0

PORTRAIT = (210 * mm, 297 * mm)
LANDSCAPE = (297 * mm, 210 * mm)
MARGIN = 10 * mm
FOOTER = 8 * mm
"""The strip above the lower margin that belongs to the footer."""

_FOOT = 8
"""The type of the footer, in points: the least on any paper."""

HEADING = 22 * mm
"""The height that the title of a page takes of its body."""

Progress = Callable[[int, int], None]
"""Called after each page with how many are done and how many there are."""


Item = TypeVar("Item")


class Box(NamedTuple):
    """Rectangle on the page, in points from its lower left corner."""

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
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def less(self, *, left: float = 0, right: float = 0, bottom: float = 0) -> Box:
        width, height = self.width - left - right, self.height - bottom
        return Box(self.x + left, self.y + bottom, width, height)

    def to(self, other: Box) -> Box:
        """This box, extended to the right edge of the other."""
        return self._replace(width=other.right - self.x)

    def square(self, side: float, left: float = 0) -> Box:
        """A square of this side within the box, halfway up and ``left`` from its left edge."""
        return Box(self.x + left, self.y + (self.height - side) / 2, side, side)

    def rows(self, *heights: float) -> tuple[Box, ...]:
        """Split into rows from the top down. Rows of height 0 share the height that the others
        leave.
        """
        boxes, top = [], self.top
        for height in _share_room(heights, self.height):
            top -= height
            boxes.append(Box(self.x, top, self.width, height))
        return tuple(boxes)

    def columns(self, *widths: float) -> tuple[Box, ...]:
        """Split into columns from left to right. Columns of width 0 share the width that the others
        leave.
        """
        boxes, edge = [], self.x
        for width in _share_room(widths, self.width):
            boxes.append(Box(edge, self.y, width, self.height))
            edge += width
        return tuple(boxes)

    def grid(self, across: int, down: int) -> Iterator[Box]:
        """Yield the cells of an even grid, row by row."""
        for row in self.rows(*[0] * down):
            yield from row.columns(*[0] * across)

    def across(self, items: Sequence[Item]) -> Iterator[tuple[Item, Box]]:
        """Pair each item with its share of the box, from left to right."""
        return zip(items, self.columns(*[0] * len(items)), strict=True)

    def down(self, items: Sequence[Item]) -> Iterator[tuple[Item, Box]]:
        return zip(items, self.rows(*[0] * len(items)), strict=True)


def _share_room(sizes: Sequence[float], whole: float) -> list[float]:
    rest = whole - sum(sizes)
    return [size or rest / sizes.count(0) for size in sizes]


def body_of(size: tuple[float, float]) -> Box:
    width, height = size
    return Box(MARGIN, MARGIN + FOOTER, width - 2 * MARGIN, height - 2 * MARGIN - FOOTER)


class Pen(Canvas):
    """Canvas that draws page after page. Coordinates are points from the lower left corner."""

    def __init__(
        self, file: io.BytesIO, size: tuple[float, float] = PORTRAIT, suits: str = "grey"
    ) -> None:
        # The same content is the same bytes.
        super().__init__(file, pagesize=size, pageCompression=1, lang=get_language(), invariant=1)
        self.size, self.palette = size, PALETTES[suits]

    @property
    def body(self) -> Box:
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
        """Draw a line that is known to fit, with its foot at ``y``. ``gap`` widens the spaces."""
        text = drawable(text)
        if align != "left":
            width = width_of(text, size, bold=bold) + gap * text.count(" ")
            x -= width if align == "right" else width / 2
        self.setFillGray(grey)
        self.setFont(BOLD if bold else REGULAR, size)
        self.drawString(x, y, text, wordSpace=gap)

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
        """Draw text inside a box: smaller, then on several lines if needed, and never over the
        edge. ``upright`` is top, middle or bottom. A ``paragraph`` takes several lines before it
        becomes smaller.
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

    def stroke(
        self, x1: float, y1: float, x2: float, y2: float, width: float = 0.5, grey: float = 0
    ) -> None:
        self.setStrokeGray(grey)
        self.setLineWidth(width)
        self.line(x1, y1, x2, y2)

    def rule(self, box: Box, up: float, width: float = 0.5, grey: float = 0) -> None:
        """A line across the box, so high above its foot."""
        self.stroke(box.x, box.y + up, box.right, box.y + up, width, grey)

    def cut(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.saveState()
        self.setDash(2, 2)
        self.stroke(x1, y1, x2, y2, 0.4, 0.45)
        self.restoreState()

    def frame(
        self, box: Box, width: float = 0.5, *, fill: float | None = None, grey: float = 0
    ) -> None:
        """Draw a frame, filled if ``fill`` is given. A ``width`` of 0 draws the fill alone."""
        self.setStrokeGray(grey)
        self.setLineWidth(width)
        if fill is not None:
            self.setFillGray(fill)
        self.rect(*box, stroke=int(width > 0), fill=int(fill is not None))

    def suit(self, suit: Suit, square: Box) -> None:
        fill, edge = self.palette[suit]
        self.saveState()
        self.translate(square.x, square.y)
        self.scale(square.width, square.width)
        self.setFillColor(fill)
        if edge is not None:
            self.setStrokeColor(edge)
            self.setLineWidth(0.07)
            self.setLineJoin(1)
        path = self.beginPath()
        draw = path.moveTo
        for step in _OUTLINES[suit]:
            if len(step) == 2:
                draw(*step)
                draw = path.lineTo
            else:
                (path.circle if len(step) == 3 else path.curveTo)(*step)
        path.close()
        self.drawPath(path, fill=1, stroke=int(edge is not None), fillMode=1)
        self.restoreState()

    def badge(self, wind: Wind, square: Box, *, from_north: bool = False) -> None:
        """Draw the letter of a wind, and a triangle that points to its seat. ``from_north``: for a
        reader on the north side of the table, who has South in front.
        """
        size = square.width
        body, reach, type_size = size * 0.78, size * 0.5, size * 0.62
        centre_x, centre_y = square.x + size / 2, square.y + size / 2
        self.saveState()
        self.setFillGray(0)
        corner = centre_x - body / 2, centre_y - body / 2
        self.roundRect(*corner, body, body, size * 0.11, stroke=0, fill=1)
        towards = _POINTS_TO[wind.partner if from_north else wind]
        path = self.beginPath()
        path.moveTo(centre_x + reach * cos(towards), centre_y + reach * sin(towards))
        for side in (size * 0.15, -size * 0.15):
            foot_x = body / 2 * cos(towards) - side * sin(towards)
            foot_y = body / 2 * sin(towards) + side * cos(towards)
            path.lineTo(centre_x + foot_x, centre_y + foot_y)
        path.close()
        self.drawPath(path, fill=1, stroke=0)
        self.setFillGray(1)
        self.setFont(BOLD, type_size)
        foot = centre_y - type_size * CAPITALS / 2
        self.drawCentredString(centre_x, foot, wind_letter(wind))
        self.restoreState()

    def qr(self, address: str, square: Box) -> None:
        """Draw a QR code with its quiet zone, as shapes, so that it is sharp on any printer."""
        rows = list(segno.make_qr(address, error="m").matrix_iter(border=3))
        module = square.width / len(rows)
        path = self.beginPath()
        for number, row in enumerate(rows, start=1):
            left, foot = square.x, square.top - number * module
            for dark, run in groupby(row):
                wide = len(list(run)) * module
                if dark:
                    # A hair of overlap, so that no white line shows between two rows of modules.
                    path.rect(left, foot, wide, module * 1.02)
                left += wide
        self.saveState()
        self.setFillGray(0)
        self.drawPath(path, fill=1, stroke=0, fillMode=1)
        self.restoreState()


Page = Callable[[Pen], None]


class Footing(NamedTuple):
    subject: str
    printed_at: datetime
    state: str = ""
    commitment: str = ""

    def words(self, number: int, count: int) -> tuple[str, str]:
        moment = self.printed_at
        if timezone.is_aware(moment):
            moment = timezone.localtime(moment)
        printed = _("printed %(date)s at %(time)s") % {
            "date": formats.date_format(moment, "SHORT_DATE_FORMAT"),
            "time": formats.time_format(moment, "H:i"),
        }
        sealed = _("seal %(code)s") % {"code": self.commitment} if self.commitment else ""
        footer = " · ".join(filter(None, (self.subject, self.state, sealed)))
        page = _("page %(number)d of %(count)d") % {"number": number, "count": count}
        return footer, f"{printed} · {page}"


def heading(pen: Pen, title: str, subject: str, state: str = "") -> Box:
    """Draw the head of a page and return the box below it."""
    head, rest = pen.body.rows(HEADING, 0)
    first, second = head.rows(11 * mm, 7 * mm)
    wide = min(width_of(state, 13, bold=True), first.width / 2)
    pen.text(first.less(right=wide + 4 * mm), title, 20, bold=True)
    beside = first._replace(x=first.right - wide, width=wide)
    pen.text(beside, state, 13, bold=True, align="right")
    pen.text(second, subject, 10.5, grey=0.2)
    pen.rule(head, 2.5 * mm, 1)
    return rest


def make_document(
    pages: Sequence[Page],
    footing: Footing,
    title: str,
    size: tuple[float, float] = PORTRAIT,
    suits: str = "grey",
    prepare: Page | None = None,
    footed: bool = True,
    *,
    progress: Progress | None = None,
) -> bytes:
    """PDF of these pages, with footers if ``footed``. ``prepare`` defines forms that several pages
    repeat.
    """
    register_typeface()
    paper = io.BytesIO()
    pen = Pen(paper, size, suits)
    # The file is as old as what it says, and has no date of its own.
    pen.setDateFormatter(lambda *_date: footing.printed_at.strftime("D:%Y%m%d%H%M%SZ"))
    pen.setTitle(title)
    pen.setSubject(footing.subject)
    pen.setCreator("King")
    if prepare is not None:
        prepare(pen)
    for number, page in enumerate(pages, start=1):
        page(pen)
        if footed:
            _write_footer(pen, footing, number, len(pages))
        pen.showPage()
        if progress is not None:
            progress(number, len(pages))
    pen.save()
    return paper.getvalue()


def _write_footer(pen: Pen, footing: Footing, number: int, count: int) -> None:
    left, right = footing.words(number, count)
    strip = pen.body._replace(y=MARGIN, height=FOOTER - 1.6 * mm)
    wide = width_of(right, _FOOT) + 6 * mm
    subject, page = strip.columns(0, wide)
    pen.text(subject, left, _FOOT, grey=0.25, upright="bottom", paragraph=True)
    pen.text(page, right, _FOOT, grey=0.25, align="right", upright="bottom")


# The typeface of the paper, and how a long name is made to fit: first smaller, then on more lines,
# never cut. Open Sans is installed with the program and embedded in every document, so that a name
# with a letter outside Latin-1 looks the same on every machine, with or without the network. It has
# no card suits: those are drawn (``symbols``).

REGULAR = "OpenSans"
BOLD = "OpenSans-Bold"
LEADING = 1.22
"""The distance between two lines, in sizes of the type."""
ASCENT = 0.76
DESCENT = 0.24
"""How far accents rise above the line and tails fall below it, in sizes of the type."""
CAPITALS = 0.714
"""The height of a capital, in sizes of the type."""

_STEP = 0.25
_SMALLEST_ON_ONE_LINE = 0.7
"""Below this share of its size a line is broken rather than made smaller still, where there is height for it."""
_PIECES = re.compile(
    r"(?:https?://[^ \t\n]+|[^ \t\n]+?(?:(?<!\.)[-–/](?=[^ \t\n])|(?=[ \t\n]|$)))[ \t\n]*(?:[·–][ \t\n]+)?"
)
"""Where a line may end: after a word, a hyphen, or the dot or dash that sets names apart, which begins no line. An
address is copied from the wall letter by letter, and stays whole. A no-break space ends none.
"""
_INITIAL = r"[^\W\d_]\.(?:-[^\W\d_]\.)*"
_BETWEEN_INITIALS = re.compile(rf"(?<!\w)({_INITIAL}) (?={_INITIAL})")


def initials_together(text: str) -> str:
    """Join initials by no-break spaces, so that ``Rossi M. A.`` is not broken between them."""
    return _BETWEEN_INITIALS.sub("\\1\u00a0", text)


@cache
def register_typeface() -> None:
    pdfmetrics.registerFont(TTFont(REGULAR, str(ttf_opensans.OPENSANS_REGULAR.path)))
    pdfmetrics.registerFont(TTFont(BOLD, str(ttf_opensans.OPENSANS_BOLD.path)))


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    register_typeface()
    return float(pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size))


_LIKE = {"→": "›", "←": "‹"}
"""Signs that the site writes and the typeface lacks."""


@cache
def _printable_letter(letter: str) -> str:
    """Letter if the typeface has it, else its base letters or a similar one, else a question mark."""
    register_typeface()
    font = pdfmetrics.getFont(REGULAR)
    assert isinstance(font, TTFont)
    has = font.face.charToGlyph
    forms = [unicodedata.normalize(form, letter) for form in ("NFKC", "NFKD")]
    parts = (letter, *forms, _LIKE.get(letter, "?"))
    return next((part for part in parts if all(ord(sign) in has for sign in part)), "?")


def drawable(text: str) -> str:
    return "".join(map(_printable_letter, text))


def lacking(text: str) -> str:
    """Letters of the text that the typeface does not have, each once."""
    letters = dict.fromkeys(text.replace("?", ""))
    return "".join(letter for letter in letters if _printable_letter(letter) == "?")


class FittedText(NamedTuple):
    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        return self.size * (ASCENT + DESCENT + LEADING * (len(self.lines) - 1))


def fit(
    text: str,
    width: float,
    height: float,
    size: float,
    *,
    bold: bool = False,
    paragraph: bool = False,
) -> FittedText:
    """Fit ``text`` into a box: at ``size`` if possible, else smaller, else on several lines, else
    smaller still.

    A ``paragraph`` is broken into lines before it is made smaller.
    """
    alone = width_of(text, size, bold=bold)
    one_line = min(size, size * width / alone if alone else size, height / (ASCENT + DESCENT))
    one_line = size if one_line >= size else one_line - one_line % _STEP
    if one_line >= size * (1 if paragraph else _SMALLEST_ON_ONE_LINE):
        return FittedText((text,), one_line)
    trial = size
    while trial > max(one_line, _STEP):
        wrapped = FittedText(wrap(text, width, trial, bold=bold), trial)
        if wrapped.height <= height and all(
            width_of(line, trial, bold=bold) <= width for line in wrapped.lines
        ):
            return wrapped
        trial -= _STEP
    return FittedText((text,), max(one_line, _STEP))


def shortened(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Text on one line, with an ellipsis for its end if it is too long."""
    if width_of(drawable(text), size, bold=bold) <= width:
        return text
    while text and width_of(drawable(f"{text}…"), size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def legible(forms: Sequence[str], box: Box, size: float, *, bold: bool = False) -> str:
    """First form of a name that fits in the box at 9 points, or at 8; else as many words of the
    last form as fit.
    """

    def fitting(name: str) -> float:
        return fit(drawable(name), box.width, box.height, size, bold=bold, paragraph=True).size

    for least in (9, 8):
        for form in forms:
            if fitting(form) >= least:
                return form
    *words, _last = forms[-1].split()
    while words and fitting(" ".join(words) + "…") < 8:
        words.pop()
    return " ".join(words) + "…" if words else shortened(forms[-1], box.width, 8, bold=bold)


def one_size(texts: Iterable[str], width: float, size: float) -> float:
    """Type size at which each of the texts fits on one line: ``size``, or smaller for the longest
    one, but at least 0.7 of it.
    """
    longest = max((width_of(drawable(text), size) for text in texts), default=0)
    fitting = size * min(1, max(_SMALLEST_ON_ONE_LINE, width / longest)) if longest else size
    return size if fitting >= size else fitting - fitting % _STEP


def wrap(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Text on as few lines as possible, broken at spaces, hyphens and dashes. A long word is not
    broken, nor are the initials of a name.
    """
    lines = []
    line = ""
    for piece in _PIECES.findall(initials_together(text)) or [text]:
        if line and width_of((line + piece).rstrip(), size, bold=bold) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return (*lines, line.rstrip())


# Signs that the typeface lacks: the four suits, the badge of a wind, a QR code; all drawn as
# shapes. Paper is often printed in black only, so grey and shape carry what colour says on a
# screen: spades are black, clubs dark grey, hearts and diamonds light grey with a black edge. The
# badge of a wind is black with its letter in white and a small triangle on the side where the wind
# sits, which reads without any language.

_BLACK = HexColor("#000000")
PALETTES: Mapping[str, Mapping[Suit, tuple[Color, Color | None]]] = {
    "grey": {
        Suit.SPADES: (_BLACK, None),
        Suit.HEARTS: (HexColor("#9a9a9a"), _BLACK),
        Suit.DIAMONDS: (HexColor("#d8d8d8"), _BLACK),
        Suit.CLUBS: (HexColor("#4d4d4d"), None),
    },
    "two": {
        Suit.SPADES: (_BLACK, None),
        Suit.HEARTS: (HexColor("#c8102e"), None),
        Suit.DIAMONDS: (HexColor("#c8102e"), None),
        Suit.CLUBS: (_BLACK, None),
    },
    "four": {
        Suit.SPADES: (HexColor("#1a1a1a"), None),
        Suit.HEARTS: (HexColor("#c8102e"), None),
        Suit.DIAMONDS: (HexColor("#d9730d"), None),
        Suit.CLUBS: (HexColor("#1e7b34"), None),
    },
}
"""How suits are printed, each with its fill and its edge where it has one: in black and grey, in two colours, or in
the four of the screen."""


_OUTLINES: Mapping[Suit, Sequence[tuple[float, ...]]] = {
    Suit.HEARTS: (
        (0.5, 0.04),
        (0.40, 0.20, 0.06, 0.42, 0.06, 0.69),
        (0.06, 0.98, 0.42, 1.03, 0.5, 0.74),
        (0.58, 1.03, 0.94, 0.98, 0.94, 0.69),
        (0.94, 0.42, 0.60, 0.20, 0.5, 0.04),
    ),
    Suit.DIAMONDS: (
        (0.5, 0.02),
        (0.42, 0.20, 0.28, 0.38, 0.14, 0.5),
        (0.28, 0.62, 0.42, 0.80, 0.5, 0.98),
        (0.58, 0.80, 0.72, 0.62, 0.86, 0.5),
        (0.72, 0.38, 0.58, 0.20, 0.5, 0.02),
    ),
    Suit.SPADES: (
        (0.5, 0.98),
        (0.60, 0.78, 0.95, 0.62, 0.95, 0.36),
        (0.95, 0.12, 0.64, 0.10, 0.54, 0.29),
        (0.55, 0.17, 0.60, 0.08, 0.68, 0.03),
        (0.32, 0.03),
        (0.40, 0.08, 0.45, 0.17, 0.46, 0.29),
        (0.36, 0.10, 0.05, 0.12, 0.05, 0.36),
        (0.05, 0.62, 0.40, 0.78, 0.5, 0.98),
    ),
    Suit.CLUBS: (
        (0.5, 0.74, 0.222),
        (0.265, 0.38, 0.222),
        (0.735, 0.38, 0.222),
        (0.40, 0.62),
        (0.47, 0.50, 0.46, 0.20, 0.32, 0.03),
        (0.68, 0.03),
        (0.54, 0.20, 0.53, 0.50, 0.60, 0.62),
    ),
}
"""Circles with their radius; then a point to begin at, further points to go straight to, curves of three points."""


_POINTS_TO = {Wind.N: pi / 2, Wind.E: 0.0, Wind.S: -pi / 2, Wind.W: pi}
