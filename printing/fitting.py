"""The typeface of the paper, and how a long name is made to fit: first smaller, then on more lines, never cut.

Open Sans is installed with the program and embedded in every document, so that a name with a letter outside Latin-1
looks the same on every machine, with or without the network. It has no card suits: those are drawn (``symbols``).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

import ttf_opensans
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

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
_PIECES = re.compile(r"(?:https?://\S+|\S+?(?:[-–/](?=\S)|(?=\s|$)))\s*(?:[·–]\s+)?")
"""Where a line may end: after a word, a hyphen, or the dot or dash that sets names apart, which begins no line. An
address is copied from the wall letter by letter, and stays whole.
"""


@cache
def register_typeface() -> None:
    """Make the typeface known to the PDF library, once in a process."""
    for name, face in (
        (REGULAR, ttf_opensans.OPENSANS_REGULAR),
        (BOLD, ttf_opensans.OPENSANS_BOLD),
    ):
        pdfmetrics.registerFont(TTFont(name, str(face.path)))


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line in points."""
    register_typeface()
    return float(pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size))


@cache
def _drawn(letter: str) -> str:
    """The letter where the typeface has it, else what it is made of where it has that, else a question mark."""
    register_typeface()
    has = pdfmetrics.getFont(REGULAR).face.charToGlyph
    parts = (letter, unicodedata.normalize("NFKC", letter), unicodedata.normalize("NFKD", letter))
    return next((part for part in parts if all(ord(one) in has for one in part)), "?")


def drawable(text: str) -> str:
    """The text in letters that the typeface has; a name in another script becomes question marks, not nothing."""
    return "".join(map(_drawn, text))


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines that fit a box, all at one size."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """From the top of the first line's accents to the foot of the last line's tails."""
        return self.size * (ASCENT + DESCENT + LEADING * (len(self.lines) - 1))


def fit(text: str, width: float, height: float, size: float, *, bold: bool = False, paragraph: bool = False) -> Fitted:
    """``text`` in a box, at ``size`` where it fits: else smaller, else on several lines, else smaller still.

    A ``paragraph`` is broken into lines before it is made smaller.
    """
    alone = width_of(text, size, bold=bold)
    one_line = min(size, size * width / alone if alone else size, height / (ASCENT + DESCENT))
    one_line = size if one_line >= size else one_line - one_line % _STEP
    if one_line >= size * (1 if paragraph else _SMALLEST_ON_ONE_LINE):
        return Fitted((text,), one_line)
    trial = size
    while trial > max(one_line, _STEP):
        wrapped = Fitted(wrap(text, width, trial, bold=bold), trial)
        if wrapped.height <= height and all(width_of(line, trial, bold=bold) <= width for line in wrapped.lines):
            return wrapped
        trial -= _STEP
    return Fitted((text,), max(one_line, _STEP))


def wrap(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """The text on as few lines as it takes, broken at spaces, hyphens and dashes; one long word stays whole."""
    lines: list[str] = []
    line = ""
    for piece in _PIECES.findall(text) or [text]:
        if line and width_of((line + piece).rstrip(), size, bold=bold) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return (*lines, line.rstrip())
