"""PDF pages as a reader sees them: their text, and the place of each letter. Read with pdfium, not
with our own code.
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

    ``line`` is the approximate height of its line; ``start`` and ``end`` are its extent in the line
    with the space around the letter.
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
        """Text without white space, so that a name broken over two lines is found whole."""
        return squeezed(self.text)


def squeezed(text: str) -> str:
    # pdfium writes U+FFFE for a hyphen at the end of a line.
    return "".join(text.split()).replace("\ufffe", "-")


def read_pages(pdf: bytes) -> list[PageText]:
    """Every page of a document."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [_read(page) for page in document]


def texts_of(pdf: bytes) -> list[str]:
    """Text of every page of a document, without the boxes of its letters, which take time."""
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
    """Yield the index and text of each character that is not white space. This asks pdfium's C
    interface, because pypdfium2's call per character would cost more than everything else for a
    million letters.
    """
    for index in range(reader.count_chars()):
        text = chr(raw.FPDFText_GetUnicode(reader, index))
        if not text.isspace():
            yield index, text


def within(page: PageText, left: float, bottom: float, right: float, top: float) -> str:
    """Text of the letters whose middle lies in a rectangle, line by line, with the spaces between
    words.
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
    """Rows of a table from the top down. Letters whose middles are at most ``apart`` points apart
    in height share a row, so that cells of several sizes do.
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
    """Letters in the margin (in points), where a cheap printer would lose them."""
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
    """Size of a printed letter in points, its page, and its height above the page's foot."""

    size: float
    text: str
    page: int
    foot: float


def types_of(pdf: bytes, under: float) -> list[Type]:
    """Letters of a document that are printed smaller than ``under`` points, after all scaling by
    drawings and labels.
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
