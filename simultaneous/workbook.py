"""The workbook of a hall with paper alone: the empty form, and the sheets that were filled in."""

from __future__ import annotations

import io
from typing import Any

from django.utils.translation import gettext, gettext_lazy as _

from ground.isolation import ReadError
from king.commands.halls import write_workbook
from king.reading import InputError
from king.simultaneous.documents import Terms
from king.simultaneous.paper_form import MOST_TABLES, Page, Workbook, empty_pages, read_pages
from simultaneous.drafts import FilledSheets, fill
from simultaneous.event_file import terms_of
from simultaneous.models import Hall
from tournaments.list_reading.workbook_reader import read_apart
from wording.sentences import refusal, say_error_lazily

LARGEST_WORKBOOK = 2 * 1024 * 1024


def empty_form(terms: Terms, tables: int) -> bytes:
    """Empty workbook to type sheets into, with headings in the active language."""
    if not 1 <= tables <= MOST_TABLES:
        sentence = _("Write how many tables play, from 1 to %(most)s.")
        raise refusal(sentence, "tables_many", most=MOST_TABLES)
    file = io.BytesIO()
    write_workbook(file, empty_pages(terms, tables, say=gettext))
    return file.getvalue()


def take(hall: Hall, content: bytes, name: str, *, replace: bool = False) -> FilledSheets:
    """Read a filled workbook and store its sheets. It is read in a separate process, because
    strangers send it. Refused if it cannot be read.
    """
    if len(content) > LARGEST_WORKBOOK:
        raise _not_read()
    try:
        pages = _pages(read_apart(content))
    except ReadError:
        raise _not_read() from None
    try:
        return fill(hall, read_pages(terms_of(hall.event), pages, name), replace=replace)
    except InputError as error:
        raise refusal(say_error_lazily(error), "workbook_not_read") from None


def _not_read() -> Exception:
    return refusal(
        _(
            "This is not a workbook that can be read. Fill in the form that is downloaded here, "
            "save it as .xlsx without a password, and choose that file."
        ),
        "workbook_not_read",
    )


def _pages(read: dict[str, Any]) -> Workbook:
    """Rows of each sheet at their line numbers, so that an error names the cell as the reader sees
    it.
    """
    pages: dict[str, Page] = {}
    for sheet in read["sheets"]:
        lines = dict(map(tuple, sheet["lines"]))
        last = max(lines, default=0)
        pages[sheet["name"]] = [list(lines.get(number, ())) for number in range(1, last + 1)]
    return pages
