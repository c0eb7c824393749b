"""Pictures of figures: one ``reportlab.graphics`` drawing for the page, as SVG in its colours, and for paper."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Literal

from django.utils.safestring import SafeString, mark_safe
from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor

from printing.paper import BOLD, REGULAR, register_typeface, width_of
from wording.figures import number

WIDTH = 310
"""Of every picture, in points: as wide as a phone, so that its type is read there and grows with a page."""

INK, SOFT, LINE, ACCENT = HexColor("#1b1f24"), HexColor("#555c65"), HexColor("#bab7af"), HexColor("#1e3a5f")
_PROPERTIES: Mapping[Color, str] = {INK: "ink", SOFT: "ink-soft", LINE: "line", ACCENT: "accent"}
"""What each colour of paper is on a page, by the names of the style sheet's properties: light and dark follow."""

_TYPE = {REGULAR: {"family": "inherit"}, BOLD: {"family": "inherit", "weight": "600"}}
_SIZE = 10
Align = Literal["start", "middle", "end"]
_LEFT, _TOP, _FOOT = 30, 32, 8


def as_svg(drawing: Drawing, named_by: str, told_by: str = "") -> SafeString:
    """The drawing within a page; the ids are of what names it there, and of the words that say the same."""
    attributes = {"role": "img", "class": "picture", "aria-labelledby": named_by}
    if told_by:
        attributes["aria-describedby"] = told_by
    told = renderSVG.drawToString(drawing, svgAttrs=attributes, fontHacks=_TYPE, useClip=True)
    for color, name in _PROPERTIES.items():
        shares = ",".join(f"{int(part * 100)}%" for part in color.rgb())
        told = told.replace(f"rgb({shares})", f"var(--king-{name})")
    # What stands before the element is for a file of its own; its title and the ids would be on the page twice.
    told = told[told.index("<svg") :]
    return mark_safe(re.sub(r'<title>.*?</title>|<desc>.*?</desc>| id="\w+"| clip="[\d ]+"', "", told, flags=re.S))


def scale_of(values: Sequence[Fraction]) -> tuple[list[int], int, int]:
    """Whole figures for an axis that holds these values and 0, about five of them, with its ends.

    >>> scale_of([Fraction(-7), Fraction(13, 3)])
    ([-10, -5, 0, 5], -10, 5)
    """
    low, high = min([*values, Fraction(0)]), max([*values, Fraction(0)])
    step, steps = 1, (1, 2, 5)
    for power in range(12):
        step = next((each * 10**power for each in steps if each * 10**power * 4 >= high - low), 0)
        if step:
            break
    first, last = low // step, -(-high // step)
    last += first == last
    return [step * at for at in range(first, last + 1)], first * step, last * step


@dataclass(frozen=True, slots=True)
class Stretch:
    """A partita in the picture of an evening: how far each hand is from its mean, None where nothing compares."""

    title: str
    place: str
    differences: tuple[Fraction | None, ...]


def course(stretches: Sequence[Stretch], height: int = 170) -> Drawing:
    """An evening hand by hand: bars from the mean, their running sum as a line, the place after each partita."""
    register_typeface()
    flat = [gap for stretch in stretches for gap in stretch.differences]
    sums = list(accumulate((gap or Fraction(0) for gap in flat), initial=Fraction(0)))[1:]
    ticks, low, high = scale_of([*(gap for gap in flat if gap is not None), *sums])
    drawing = Drawing(WIDTH, height)
    wide, tall = (WIDTH - _LEFT - 2) / max(1, len(flat)), (height - _TOP - _FOOT) / (high - low)

    def upright(value: Fraction | int) -> float:
        return _FOOT + float(value - low) * tall

    for tick in ticks:
        y, color, width = upright(tick), *((SOFT, 0.8) if tick == 0 else (LINE, 0.4))
        drawing.add(Line(_LEFT, y, WIDTH - 2, y, strokeColor=color, strokeWidth=width))
        _write(drawing, _LEFT - 4, y - 3, number(tick, signed=True), align="end")
    for at, gap in enumerate(flat):
        if gap:
            x, y = _LEFT + wide * (at + 0.18), min(upright(gap), upright(0))
            bar = Rect(x, y, wide * 0.64, abs(upright(gap) - upright(0)))
            bar.strokeColor, bar.strokeWidth = SOFT, 0.8
            bar.fillColor = SOFT if gap > 0 else None  # above is full, below is hollow, in print too
            drawing.add(bar)
    left = float(_LEFT)
    for stretch in stretches:
        right = left + wide * len(stretch.differences)
        if left > _LEFT:
            drawing.add(Line(left, _FOOT, left, height - 2, strokeColor=LINE, strokeWidth=0.8))
        for y, text, bold in ((height - 11, stretch.title, False), (height - 24, stretch.place, True)):
            if text and width_of(text, _SIZE, bold=bold) < right - left - 4:
                _write(drawing, left + 4, y, text, bold=bold)
        left = right
    if len(sums) > 1:
        line = [each for at, total in enumerate(sums) for each in (_LEFT + wide * (at + 0.5), upright(total))]
        drawing.add(PolyLine(line, strokeColor=ACCENT, strokeWidth=1.8, strokeLineJoin=1))
    return drawing


def _write(drawing: Drawing, x: float, y: float, text: str, *, bold: bool = False, align: Align = "start") -> None:
    # SVG knows whole points here, and what stands lower by a part of one is read as well.
    drawing.add(
        String(x, round(y), text, fontName=BOLD if bold else REGULAR, fontSize=_SIZE, textAnchor=align,
               fillColor=INK if bold else SOFT)
    )  # fmt: skip
