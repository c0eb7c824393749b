"""Picture for a link in messengers: a heading, and one of the drawings that page and paper share,
as PNG.
"""

import io
from collections.abc import Sequence
from functools import cache

import ttf_opensans
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String

from printing.paper import BOLD, drawable

WIDTH, HEIGHT = 1200, 630
"""Pixels, the size that messengers ask for."""

_FINER = 2
"""Drawn larger by this and made smaller at the end, so that no edge is a stair."""
_HEAD, _EDGE = 168, 56
"""Height of the coloured head, and the empty margin of the rest."""
_INK, _SOFT, _HEAD_COLOR, _ON_HEAD, _GROUND = "#1b1f24", "#555c65", "#1e3a5f", "#ffffff", "#ffffff"
_CROWN = ((7, 21), (6, 11), (11.5, 15), (16, 8), (20.5, 15), (26, 11), (25, 21))
"""As in static/king/icon.svg, of 32 units."""

Point = tuple[float, float]


def draw_link_picture(
    title: str, below: str, lines: Sequence[str] = (), drawing: Drawing | None = None
) -> bytes:
    """Draw ``title`` and ``below`` in the head, the ``drawing`` below them, and the ``lines`` at
    its left, the first one large. The words are also in the file as text. The same arguments give
    the same bytes.
    """
    pen = _Pen()
    pen.rectangle((0, 0), (WIDTH, _HEAD), _HEAD_COLOR)
    pen.crown(_EDGE, 44, 76)
    left = _EDGE + 104
    pen.fitted((left, 92), title, 54, WIDTH - left - _EDGE, _ON_HEAD, bold=True)
    pen.fitted((left, 138), below, 30, WIDTH - left - _EDGE, _ON_HEAD)
    room = WIDTH - 2 * _EDGE
    if lines:
        aside = 300 if drawing is not None else room
        first, rest = (92, 38) if drawing is not None else (60, 44)
        y = _HEAD + 132
        for at, line in enumerate(lines):
            size, color = (first, _INK) if at == 0 else (rest, _SOFT)
            pen.fitted((_EDGE, y), line, size, aside, color, bold=at == 0)
            y += 62
        room -= aside + 32
    if drawing is not None:
        tall = HEIGHT - _HEAD - 2 * 40
        scale = min(room / drawing.width, tall / drawing.height)
        pen.drawing(
            drawing,
            scale,
            WIDTH - _EDGE - room + (room - drawing.width * scale) / 2,
            HEIGHT - 40 - (tall - drawing.height * scale) / 2,
        )
    return pen.finished(" · ".join(filter(None, (title, below, *lines, *_written(drawing)))))


def _written(drawing: Drawing | None) -> list[str]:
    shapes = drawing.contents if drawing is not None else ()
    return [shape.text for shape in shapes if isinstance(shape, String)]


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    face = ttf_opensans.OPENSANS_BOLD if bold else ttf_opensans.OPENSANS_REGULAR
    return ImageFont.truetype(str(face.path), size, layout_engine=ImageFont.Layout.BASIC)


class _Pen:
    """Draws in pixels of the finished picture, from its upper left corner."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH * _FINER, HEIGHT * _FINER), _GROUND)
        self.draw = ImageDraw.Draw(self.image)

    def rectangle(
        self,
        corner: Point,
        other: Point,
        fill: str | None,
        edge: str | None = None,
        width: float = 0,
    ) -> None:
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(corner, other, strict=True))
        box = [round(at * _FINER) for at in (left, top, right, bottom)]
        self.draw.rectangle(box, fill, edge, max(1, round(width * _FINER)))

    def line(self, points: Sequence[Point], color: str, width: float) -> None:
        flat = [(x * _FINER, y * _FINER) for x, y in points]
        self.draw.line(flat, color, max(1, round(width * _FINER)), joint="curve")

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        color: str,
        *,
        bold: bool = False,
        align: str = "start",
    ) -> None:
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[align]
        font = _font(round(size * _FINER), bold)
        place = at[0] * _FINER, at[1] * _FINER
        self.draw.text(place, drawable(text), color, font, anchor)

    def fitted(
        self, at: Point, text: str, size: float, width: float, color: str, *, bold: bool = False
    ) -> None:
        """Draw a text that gets smaller if it is long, down to three fifths, and is cut then."""
        text, smallest = drawable(text), size * 0.6

        def wide() -> float:
            return _font(round(size * _FINER), bold).getlength(text) / _FINER

        while wide() > width and size > smallest:
            size -= 1
        while wide() > width:
            text = f"{text[:-2].rstrip()}…"
        self.text(at, text, size, color, bold=bold)

    def crown(self, left: float, top: float, size: float) -> None:
        unit = size / 20
        points = [((x - 6) * unit + left, (y - 8) * unit + top) for x, y in _CROWN]
        self.draw.polygon([(x * _FINER, y * _FINER) for x, y in points], _ON_HEAD)
        foot = top + 17.5 * unit
        self.line([(left + 1.5 * unit, foot), (left + 18.5 * unit, foot)], _ON_HEAD, 2 * unit)

    def drawing(self, drawing: Drawing, scale: float, left: float, foot: float) -> None:
        """Draw the shapes of ``printing.pictures``, whose origin is the lower left corner."""

        def at(x: float, y: float) -> Point:
            return left + x * scale, foot - y * scale

        for shape in drawing.contents:
            edge = _hex(getattr(shape, "strokeColor", None))
            fill = _hex(getattr(shape, "fillColor", None))
            width = (getattr(shape, "strokeWidth", None) or 0) * scale
            match shape:
                case Rect():
                    corner = at(shape.x, shape.y)
                    other = at(shape.x + shape.width, shape.y + shape.height)
                    self.rectangle(corner, other, fill, edge, width)
                case Circle():
                    corner = at(shape.cx - shape.r, shape.cy + shape.r)
                    other = at(shape.cx + shape.r, shape.cy - shape.r)
                    box = [round(end * _FINER) for end in (*corner, *other)]
                    self.draw.ellipse(box, fill, edge, max(1, round(width * _FINER)))
                case Line():
                    ends = [at(shape.x1, shape.y1), at(shape.x2, shape.y2)]
                    self.line(ends, edge or _INK, width)
                case PolyLine():
                    flat = shape.points
                    points = [at(*pair) for pair in zip(flat[::2], flat[1::2], strict=True)]
                    self.line(points, edge or _INK, width)
                case String():
                    size, bold = shape.fontSize * scale, shape.fontName == BOLD
                    place = at(shape.x, shape.y)
                    align = shape.textAnchor
                    self.text(place, shape.text, size, fill or _INK, bold=bold, align=align)
                case _:
                    raise TypeError(f"{type(shape).__name__} has no way onto a picture of a link")

    def finished(self, words: str) -> bytes:
        small = self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        info = PngInfo()
        info.add_itxt("Description", words)
        file = io.BytesIO()
        small.quantize(128).save(file, "PNG", pnginfo=info, optimize=True)
        return file.getvalue()


def _hex(color: object) -> str | None:
    return None if color is None else f"#{color.hexval()[2:]}"  # type: ignore[attr-defined]
