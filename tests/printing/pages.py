"""PDF pages as a reader sees them: their text, and where each letter stands. Read with pdfium, not
our own code.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

import pypdfium2
from pypdfium2 import raw

MM = 72 / 25.4


@dataclass(frozen=True)
class Letter:
    """A letter and its box in points from the lower left corner.

    ``line`` is about where its line stands, ``start`` and ``end`` are its place in it with the air
    around the letter.
    """

    text: str
    line: int
    start: float
    end: float
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class PageText:
    """A page: its size, its text and its letters."""

    width: float
    height: float
    text: str
    letters: tuple[Letter, ...]

    @property
    def squeezed(self) -> str:
        """The text without any blank, so that a name that was broken into lines is found whole."""
        return squeezed(self.text)


def squeezed(text: str) -> str:
    # pdfium writes U+FFFE for a hyphen at the end of a line.
    return "".join(text.split()).replace("\ufffe", "-")


def read_pages(pdf: bytes) -> list[PageText]:
    """Every page of a document."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [_read(page) for page in document]


def texts_of(pdf: bytes) -> list[str]:
    """The text of every page of a document; without its letters that takes no time."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [_text(page) for page in document]


def _text(page: pypdfium2.PdfPage) -> str:
    with closing(page), closing(page.get_textpage()) as reader:
        return str(reader.get_text_range()).replace("\ufffe", "-")


def _read(page: pypdfium2.PdfPage) -> PageText:
    with closing(page), closing(page.get_textpage()) as reader:
        return PageText(
            page.get_width(), page.get_height(), reader.get_text_range(), tuple(_letters(reader))
        )


def _letters(reader: pypdfium2.PdfTextPage) -> Iterator[Letter]:
    for index, text in _signs(reader):
        loose = reader.get_charbox(index, loose=True)
        yield Letter(text, round(loose[1]), loose[0], loose[2], *reader.get_charbox(index))


def _signs(reader: pypdfium2.PdfTextPage) -> Iterator[tuple[int, str]]:
    """Every letter that is no blank, with its place in the page. Asked of pdfium itself: of a million
    letters, the text of each costs more than all the rest.
    """
    for index in range(reader.count_chars()):
        text = chr(raw.FPDFText_GetUnicode(reader, index))
        if not text.isspace():
            yield index, text


def within(page: PageText, left: float, bottom: float, right: float, top: float) -> str:
    """The letters whose middle lies in a rectangle, line by line, words as far apart as on
    paper.
    """
    lines: dict[int, list[Letter]] = {}
    for letter in page.letters:
        middle = (letter.left + letter.right) / 2, (letter.bottom + letter.top) / 2
        if left <= middle[0] <= right and bottom <= middle[1] <= top:
            lines.setdefault(letter.line, []).append(letter)
    return "\n".join(
        _line(sorted(line, key=lambda sign: sign.left))
        for _, line in sorted(lines.items(), reverse=True)
    )


def _line(letters: list[Letter]) -> str:
    words = letters[0].text
    for before, letter in pairwise(letters):
        words += (" " if letter.start - before.end > 1 else "") + letter.text
    return words


def rows_of(
    page: PageText, left: float = 0, right: float | None = None, apart: float = 4
) -> list[str]:
    """The rows of a table from the top down, cells of several sizes on one row; rows stand further
    apart than that.
    """
    rows: list[list[Letter]] = []
    edge = page.width if right is None else right
    for letter in sorted(page.letters, key=lambda sign: -(sign.bottom + sign.top)):
        if not left <= (letter.left + letter.right) / 2 <= edge:
            continue
        first = rows[-1][0] if rows else None
        if first is None or (first.bottom + first.top - letter.bottom - letter.top) / 2 > apart:
            rows.append([])
        rows[-1].append(letter)
    return [_line(sorted(row, key=lambda sign: sign.left)) for row in rows]


def letters_outside(page: PageText, margin: float = 10 * MM) -> list[Letter]:
    """Letters in the margin, where a cheap printer would lose them; the margin is in points."""
    return [
        letter
        for letter in page.letters
        if letter.left < margin - 0.5
        or letter.right > page.width - margin + 0.5
        or letter.bottom < margin - 1.5
        or letter.top > page.height - margin + 0.5
    ]


@dataclass(frozen=True)
class Type:
    """How large a letter is printed, in points, on which page, and how high above its foot."""

    size: float
    text: str
    page: int
    foot: float


def types_of(pdf: bytes, under: float) -> list[Type]:
    """Every letter of a document under so many points, as large as the file says, drawings and
    labels made smaller included.
    """
    found = []
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for number, page in enumerate(document, start=1):
            with closing(page), closing(page.get_textpage()) as reader:
                matrix = raw.FS_MATRIX()
                for index, text in _signs(reader):
                    raw.FPDFText_GetMatrix(reader, index, matrix)
                    size = raw.FPDFText_GetFontSize(reader, index) * hypot(matrix.c, matrix.d)
                    if (size := round(size, 2)) < under:
                        found.append(Type(size, text, number, reader.get_charbox(index)[1]))
    return found
