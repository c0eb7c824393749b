"""A list line by line: what it would do, or what it did."""

from collections.abc import Sequence

from django.core import signing
from django.utils.translation import gettext as _, pgettext

from frame.page import Context
from frame.person_entry import excluded_label, roster_values
from tournaments.pasted_lists import ListText, Outcome, PastedLine

SHEETS_SALT = "desk.sheets"

ENTERED = (Outcome.ENTERED, Outcome.NEW)
DONE = (*ENTERED, Outcome.HEADINGS, Outcome.LEFT_OVER)
"""Lines of which nothing is left to say once the list is entered."""
_SIGNS = {
    Outcome.ENTERED: "confirmed",
    Outcome.NEW: "confirmed",
    Outcome.ALREADY: "info",
    Outcome.HEADINGS: "info",
    Outcome.LEFT_OVER: "info",
    Outcome.DOUBTFUL: "blocked",
}


def report_shown(lines: Sequence[PastedLine], looked: Context | None, *, size: int) -> Context:
    """Report on a pasted list. With ``looked`` nothing is stored yet, and doubtful lines can be
    answered.
    """
    report_lines = lines if looked else [line for line in lines if line.outcome not in DONE]
    return {
        "report": lines,
        "looked": looked,
        "report_lines": [
            (line, sign, [roster_values(row) for row in line.rows], label)
            for line in report_lines
            for sign, label in [_line_mark(line, looked=bool(looked))]
        ],
        "is_asked": looked and size == 1,
    }


def _line_mark(line: PastedLine, *, looked: bool) -> tuple[str, str]:
    """Sign of a line, and the words beside it."""
    sign = _SIGNS.get(line.outcome, "wrong")
    if line.outcome is Outcome.DOUBTFUL and (label := excluded_label(line.rows)):
        return "info", label
    if looked and line.outcome is Outcome.ENTERED:
        return sign, _("on the roster")
    if looked and line.outcome is Outcome.NEW:
        return sign, _("new player")
    return sign, str(line.outcome.label)


def sheets_shown(texts: Sequence[ListText], place: int) -> Context:
    """Context of the sheets of a file: the one that was read, and a button for each of the
    others.
    """
    here = texts[place]
    read_from = _("Read from the sheet “%(sheet)s”.") % {"sheet": here.sheet}
    if here.hidden:
        read_from += " " + _("It is hidden in the workbook.")
    return {
        "read_from": read_from,
        "sheets": [(at, _instead(other)) for at, other in enumerate(texts) if at != place],
        "signed": signing.dumps(texts, salt=SHEETS_SALT, compress=True),
    }


def _instead(other: ListText) -> str:
    words = _("Read “%(sheet)s” instead") % {"sheet": other.sheet}
    return f"{words} ({pgettext('a sheet', 'hidden')})" if other.hidden else words
