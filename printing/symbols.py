"""What the typeface does not have: the four suits, the badge of a wind, a QR code; all drawn as shapes.

Paper is often printed in black only, so grey and shape carry what colour says on a screen: spades are black, clubs
dark grey, hearts and diamonds light grey with a black edge. The badge of a wind is black with its letter in white and a
small triangle on the side where the wind sits, which reads without any language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from math import cos, pi, sin

import segno
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from king.cards import Suit
from king.winds import Wind
from printing.fitting import BOLD, CAPITALS, width_of

Palette = Mapping[Suit, tuple[Color, Color | None]]
"""For each suit its fill, and its edge where it has one."""

_BLACK = HexColor("#000000")
PALETTES: Mapping[str, Palette] = {
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
"""How suits are printed: in black and grey, in two colours, or in the four of the screen."""


def draw_suit(canvas: Canvas, suit: Suit, x: float, y: float, size: float, palette: Palette) -> None:
    """A suit in the square of side ``size`` whose lower left corner is ``x, y``."""
    fill, edge = palette[suit]
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(size, size)
    canvas.setFillColor(fill)
    if edge is not None:
        canvas.setStrokeColor(edge)
        canvas.setLineWidth(0.07)
        canvas.setLineJoin(1)
    path = canvas.beginPath()
    _OUTLINES[suit](path)
    canvas.drawPath(path, fill=1, stroke=int(edge is not None), fillMode=1)
    canvas.restoreState()


def _heart(path: PDFPathObject) -> None:
    path.moveTo(0.5, 0.04)
    path.curveTo(0.40, 0.20, 0.06, 0.42, 0.06, 0.69)
    path.curveTo(0.06, 0.98, 0.42, 1.03, 0.5, 0.74)
    path.curveTo(0.58, 1.03, 0.94, 0.98, 0.94, 0.69)
    path.curveTo(0.94, 0.42, 0.60, 0.20, 0.5, 0.04)
    path.close()


def _diamond(path: PDFPathObject) -> None:
    path.moveTo(0.5, 0.02)
    path.curveTo(0.42, 0.20, 0.28, 0.38, 0.14, 0.5)
    path.curveTo(0.28, 0.62, 0.42, 0.80, 0.5, 0.98)
    path.curveTo(0.58, 0.80, 0.72, 0.62, 0.86, 0.5)
    path.curveTo(0.72, 0.38, 0.58, 0.20, 0.5, 0.02)
    path.close()


def _spade(path: PDFPathObject) -> None:
    path.moveTo(0.5, 0.98)
    path.curveTo(0.60, 0.78, 0.95, 0.62, 0.95, 0.36)
    path.curveTo(0.95, 0.12, 0.64, 0.10, 0.54, 0.29)
    path.curveTo(0.55, 0.17, 0.60, 0.08, 0.68, 0.03)
    path.lineTo(0.32, 0.03)
    path.curveTo(0.40, 0.08, 0.45, 0.17, 0.46, 0.29)
    path.curveTo(0.36, 0.10, 0.05, 0.12, 0.05, 0.36)
    path.curveTo(0.05, 0.62, 0.40, 0.78, 0.5, 0.98)
    path.close()


def _club(path: PDFPathObject) -> None:
    for x, y in ((0.5, 0.74), (0.265, 0.38), (0.735, 0.38)):
        path.circle(x, y, 0.222)
    path.moveTo(0.40, 0.62)
    path.curveTo(0.47, 0.50, 0.46, 0.20, 0.32, 0.03)
    path.lineTo(0.68, 0.03)
    path.curveTo(0.54, 0.20, 0.53, 0.50, 0.60, 0.62)
    path.close()


_OUTLINES: Mapping[Suit, Callable[[PDFPathObject], None]] = {
    Suit.SPADES: _spade,
    Suit.HEARTS: _heart,
    Suit.DIAMONDS: _diamond,
    Suit.CLUBS: _club,
}

_POINTS_TO = {Wind.N: pi / 2, Wind.E: 0.0, Wind.S: -pi / 2, Wind.W: pi}


def draw_badge(
    canvas: Canvas, wind: Wind, letter: str, x: float, y: float, size: float, *, from_north: bool = False
) -> None:
    """The badge of a wind in the square of side ``size``: its letter, and a triangle towards where it sits.

    ``from_north``: for a reader who looks from the north side of the table, and has South before him.
    """
    body, reach = size * 0.78, size * 0.5
    centre_x, centre_y = x + size / 2, y + size / 2
    canvas.saveState()
    canvas.setFillGray(0)
    canvas.roundRect(centre_x - body / 2, centre_y - body / 2, body, body, size * 0.11, stroke=0, fill=1)
    towards = _POINTS_TO[wind.partner if from_north else wind]
    path = canvas.beginPath()
    path.moveTo(centre_x + reach * cos(towards), centre_y + reach * sin(towards))
    for side in (1, -1):
        foot_x = body / 2 * cos(towards) - side * size * 0.15 * sin(towards)
        foot_y = body / 2 * sin(towards) + side * size * 0.15 * cos(towards)
        path.lineTo(centre_x + foot_x, centre_y + foot_y)
    path.close()
    canvas.drawPath(path, fill=1, stroke=0)
    type_size = size * 0.62
    canvas.setFillGray(1)
    canvas.setFont(BOLD, type_size)
    half = width_of(letter, type_size, bold=True) / 2
    canvas.drawString(centre_x - half, centre_y - type_size * CAPITALS / 2, letter)
    canvas.restoreState()


def draw_qr(canvas: Canvas, address: str, x: float, y: float, size: float) -> None:
    """A QR code with its quiet border in the square of side ``size``, as shapes: sharp on any printer."""
    code = segno.make_qr(address, error="m")
    rows = [list(row) for row in code.matrix_iter(border=3)]
    module = size / len(rows)
    path = canvas.beginPath()
    for number, row in enumerate(rows, start=1):
        start = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                # A hair of overlap, so that no white line shows between two rows of modules.
                path.rect(x + start * module, y + size - number * module, length * module, module * 1.02)
            start += length
    canvas.saveState()
    canvas.setFillGray(0)
    canvas.drawPath(path, fill=1, stroke=0, fillMode=1)
    canvas.restoreState()
