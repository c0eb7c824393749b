"""Files like those that clubs send."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence

from openpyxl import Workbook

# A typical club's list: accents, apostrophes, double surnames, letters outside Latin-1.
HEADER = ("Tessera", "Cognome", "Nome", "Circolo", "E-mail")
MEMBERS = (
    (101, "D'Amico", "Fabrizio", "Dopolavoro", "socio101@example.org"),
    (106, "Müller", "Teresa", "Dopolavoro", None),
    (108, "Rossi", "José", "Labyrinth", None),
    (118, "Lo Presti", "Laura", "Circolo Nervi", None),
    (119, "Olcese", "Łukasz", "Dopolavoro", "socio119@example.org"),
    (125, "Şahin", "Salvatore", "Circolo Nervi", "socio125@example.org"),
    (135, "Vassallo", "Niccolò", "Circolo Nervi", None),
    (137, "De André", "Bruno", "Circolo Nervi", "socio137@example.org"),
)


def workbook(rows: Iterable[Sequence[object]], title: str = "Soci") -> io.BytesIO:
    """An .xlsx with these rows."""
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    return file


def text(*lines: str, encoding: str = "utf-8", end: str = "\r\n") -> io.BytesIO:
    """A text file with these lines."""
    return io.BytesIO(end.join(lines).encode(encoding))


def archive(parts: dict[str, bytes]) -> io.BytesIO:
    """A zip file with these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as writer:
        for name, content in parts.items():
            writer.writestr(name, content)
    file.seek(0)
    return file
