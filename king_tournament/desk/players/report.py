"""A list line by line: what it would do, or what it did."""

from collections.abc import Sequence

from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from frame.entering import stored_of
from frame.page import Context
from tournaments.models import Player
from tournaments.pasted import ListText, Outcome, PastedLine

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
    """``looked``: nothing is written yet; the doubtful lines can be answered."""
    title = _("Look at the list before it is entered") if looked else _("Lines that entered nobody")
    shown = lines if looked else [line for line in lines if line.outcome not in DONE]
    return {
        "report": lines,
        "looked": looked,
        "report_title": title,
        "report_lines": [_line_shown(line, looks=bool(looked), size=size) for line in shown],
    }


def _line_shown(line: PastedLine, *, looks: bool, size: int) -> Context:
    is_asked = looks and size == 1
    named = [(player.pk, _with_card(player)) for player in line.candidates]
    press = _("Enter %(player)s")
    is_new = looks and line.outcome is Outcome.NEW
    return {
        "line": line.line,
        "number": line.number,
        "text": line.text,
        "row_class": "row-wrong" if line.outcome is Outcome.REFUSED else "",
        "sign": _SIGNS.get(line.outcome, "wrong"),
        "words": _words(line.outcome, looks=looks),
        # Of somebody new everything that is stored stands beside the words.
        "reason": "" if is_new else line.reason,
        "stored": [stored_of(row) for row in line.rows]
        if looks and line.outcome is not Outcome.ENTERED
        else [],
        "choices": [*named, *([("new", _("Somebody new"))] if line.may_be_new else [])]
        if is_asked
        else [],
        "presses": [] if is_asked else [(pk, press % {"player": name}) for pk, name in named],
    }


def _with_card(player: Player) -> str:
    card = f" ({player.card_number})" if player.card_number else ""
    return f"{player.full_name}{card}"


def _words(outcome: Outcome, *, looks: bool) -> str:
    if looks and outcome is Outcome.ENTERED:
        return _("on the roster")
    if looks and outcome is Outcome.NEW:
        return _("new player")
    return str(outcome.label)


def sheets_shown(texts: Sequence[ListText], place: int) -> Context:
    """The sheet that was read, and a button for each of the others."""
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
