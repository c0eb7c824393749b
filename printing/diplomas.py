"""Diplomas for those who are called up: a page each, with the place and what it was won with (§7, document 18)."""

from __future__ import annotations

from functools import partial

from django.utils import formats
from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.winds import Wind
from printing.fitting import width_of
from printing.options import Options
from printing.paper import LANDSCAPE, Box, Pen, Progress, make_document
from printing.prize_list import PrizeList, groups, state_words
from printing.prize_list import gather as gather_prizes
from tournaments.models import Tournament

Diploma = tuple[str, Wind | None, str, str]
"""What for, for which wind, whose, and with what."""
_BETWEEN_PARTNERS = " – "
_NAME = 40


def gather(tournament: Tournament, options: Options) -> PrizeList:
    """The prizes of the posted standing, refused as the prize list is."""
    return gather_prizes(tournament, options)


def diplomas(paper: PrizeList) -> list[Diploma]:
    """One for each who is called up, for each time."""
    found: list[Diploma] = []
    for group in groups(paper):
        for place, name, what in group.lines:
            ranked = _("Place %(place)s overall") % {"place": place}
            overall = group.wind is None and place != "" and group.title == _("Overall")
            found.append((ranked if overall else group.title, group.wind, name, what))
    return found


def render(paper: PrizeList, progress: Progress | None = None) -> bytes:
    """A landscape page each."""
    pages = [partial(_draw, paper, each) for each in diplomas(paper)]
    footing = paper.occasion.footing(state_words(paper))
    return make_document(pages, footing, title=_("Diplomas"), size=LANDSCAPE, progress=progress)


def _draw(paper: PrizeList, diploma: Diploma, pen: Pen) -> None:
    title, wind, name, what = diploma
    pen.frame(pen.body.inset(1 * mm, 1 * mm), 2.2)
    pen.frame(pen.body.inset(3 * mm, 3 * mm), 0.5)
    inner = pen.body.inset(18 * mm, 14 * mm)
    evening, day, word, badge, who, reason, below, sign = inner.rows(
        14 * mm, 9 * mm, 24 * mm, 16 * mm, 30 * mm, 12 * mm, 10 * mm, inner.height - 115 * mm
    )
    date = formats.date_format(paper.occasion.date, "j F Y")
    pen.text(evening, paper.occasion.tournament, 20, bold=True, align="center")
    place = paper.occasion.place
    pen.text(day, " · ".join(filter(None, (place, date))), 12, align="center", grey=0.2)
    pen.text(word, title, 28, bold=True, align="center", upright="bottom")
    if wind is not None:
        pen.badge(wind, badge.x + badge.width / 2 - 6 * mm, badge.y + 1.5 * mm, 12 * mm)
    _draw_names(pen, who, name)
    players = ", ".join(paper.players.get(name, ()))
    if players:
        pen.text(reason, players, 15, align="center", paragraph=True)
    pen.text(below if players else reason, what, 15, align="center", grey=0.15)
    _draw_signatures(pen, sign, paper.arbiter)


def _draw_names(pen: Pen, box: Box, name: str) -> None:
    """A name on one line; of two partners whose names are too long for one, each has his own."""
    box = Box(box.x, box.y + 2 * mm, box.width, box.height - 2 * mm)
    names = [name] if width_of(name, _NAME, bold=True) <= box.width else name.split(_BETWEEN_PARTNERS)
    for each, line in zip(names, box.rows(*[box.height / len(names)] * len(names)), strict=True):
        pen.text(line, each, _NAME if len(names) == 1 else _NAME * 0.8, bold=True, align="center")


def _draw_signatures(pen: Pen, box: Box, arbiter: str) -> None:
    titles = (_("for the club"), arbiter or _("the arbiter"))
    for title, cell in zip(titles, box.columns(box.width / 2, box.width / 2), strict=True):
        line = cell.inset(14 * mm, 0)
        pen.line(line.x, line.y + 7 * mm, line.right, line.y + 7 * mm, 0.5)
        pen.text(Box(line.x, line.y, line.width, 6 * mm), title, 10, align="center", grey=0.2)
