"""The log of the evening on paper: every line with its time, its author and its seal, and whether all of it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm

from printing.log_words import in_words
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import HEADING, LANDSCAPE, Pen, Progress, body_of, heading, make_document, short_form
from printing.ruled_list import HEAD, Column, draw_list, in_parts
from scoring.log_check import check_log
from tournaments.models import Tournament

_ROW, _SUMMARY = 9 * mm, 9 * mm
_MOST = int((body_of(LANDSCAPE).height - HEADING - _SUMMARY - HEAD) / _ROW)

Line = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class EveningLog:
    """The lines in the order in which they were written, and what the check of them says."""

    occasion: Occasion
    lines: tuple[Line, ...]
    checked: str


def gather(tournament: Tournament, options: Options) -> EveningLog:
    """Every line, the ones after a fault too."""
    chain = check_log(tournament)
    if chain.fault is None:
        checked = _("All lines are as they were written. Seal of the last one: %(seal)s") % {"seal": chain.seal}
    else:
        checked = _("Line %(number)s does not hold: %(reason)s. Lines before it do.") % {
            "number": chain.fault.number, "reason": chain.fault.reason,
        }  # fmt: skip
    lines = []
    for entry in tournament.log.order_by("sequence"):
        at = timezone.localtime(entry.at)
        moment = f"{formats.date_format(at, 'SHORT_DATE_FORMAT')} {formats.time_format(at, 'H:i:s')}"
        lines.append((str(entry.sequence), moment, entry.author_name, in_words(entry), short_form(entry.hash)))
    return EveningLog(occasion_of(tournament, None), tuple(lines), checked)


def render(log: EveningLog, progress: Progress | None = None) -> bytes:
    """A line each; the outcome of the check on every page."""
    pages = [partial(_draw_page, log, part) for part in in_parts(log.lines, _MOST)]
    return make_document(pages, log.occasion.footing(), title=_("Log"), size=LANDSCAPE, progress=progress)


def _draw_page(log: EveningLog, part: Sequence[Line], pen: Pen) -> None:
    count = len(log.lines)
    said = ngettext("%(count)d line", "%(count)d lines", count) % {"count": count}
    rest = heading(pen, _("Log of the evening"), log.occasion.subject, said)
    summary, body = rest.rows(_SUMMARY, rest.height - _SUMMARY)
    pen.text(summary, log.checked, 9, grey=0.2, paragraph=True)
    columns = (
        Column(_("Line"), 12 * mm, "right", bold=True), Column(_("Time"), 34 * mm, size=9),
        Column(_("Who"), 30 * mm, size=9), Column(_("What"), 169 * mm, size=9, paragraph=True),
        Column(_("Seal"), 28 * mm, size=8),
    )  # fmt: skip
    draw_list(pen, body, columns, part, _ROW)
