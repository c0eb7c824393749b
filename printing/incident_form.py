"""The arbiter's form for an incident at a table, with what it costs printed on it; two on a page (§7, document 11)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from king.contracts import Family
from king.rulesets import RuleSet, Settings
from king.rulesets.base import Scoring
from king.winds import WINDS, Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import MARGIN, Box, Pen, Progress, make_document
from printing.penalties import penalties
from printing.ruled_list import tick_box
from printing.wording import wind_name
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class IncidentForm:
    """The blank form of an evening: its rules say what may happen and what it costs."""

    occasion: Occasion
    rules: RuleSet
    settings: Settings
    arbiter: str = ""


def gather(tournament: Tournament, options: Options) -> IncidentForm:
    """The evening's rules. No query."""
    rules = tournament.rules
    return IncidentForm(occasion_of(tournament), rules, rules.configure(tournament.settings), tournament.arbiter)


def render(form: IncidentForm, progress: Progress | None = None) -> bytes:
    """One page with two forms, to be cut."""
    return make_document([partial(_draw, form)], form.occasion.footing(), title=_("Incident form"), progress=progress)


def incidents(form: IncidentForm) -> list[str]:
    """What may have happened, in the order in which an arbiter meets it."""
    found = [
        _("revoke"), _("suit led too early"), _("card not discarded when obliged"), _("card taken back"),
        _("cards shown"), _("old trick looked at"), _("played out of turn"),
    ]  # fmt: skip
    contracts = [form.rules.contract(code) for code in form.rules.counts]
    if any(contract.family is Family.DOMINO for contract in contracts):
        found.append(_("Domino: passed with a playable card"))
    if any(contract.sale for contract in contracts):
        found.append(_("sale disputed"))
    return [*found, _("row does not add up"), _("wrong cards on a board"), _("wrong seat"), _("other")]


def who_plays(rules: RuleSet) -> tuple[Wind, ...]:
    """The winds at which somebody sits: with a dummy three, else all four, of pairs too."""
    return tuple(wind for wind in WINDS if rules.scoring is not Scoring.SOLOIST or wind in rules.columns)


def _draw(form: IncidentForm, pen: Pen) -> None:
    half = (pen.size[1] - 2 * MARGIN - 8 * mm) / 2
    for place in range(2):
        low = pen.size[1] - MARGIN - (place + 1) * half
        _draw_form(pen, Box(MARGIN, low, pen.size[0] - 2 * MARGIN, half).inset(0, 3 * mm), form)
    middle = pen.size[1] - MARGIN - half
    pen.cut(MARGIN, middle, pen.size[0] - MARGIN, middle)


def _draw_form(pen: Pen, box: Box, form: IncidentForm) -> None:
    head, place, who, what, story, cost, ruling, sign = box.rows(
        11 * mm, 9 * mm, 10 * mm, 24 * mm, 26 * mm, 17 * mm, 19 * mm, box.height - 116 * mm
    )
    title, evening = head.columns(70 * mm, head.width - 70 * mm)
    pen.text(title, _("Incident"), 16, bold=True)
    pen.text(evening, form.occasion.subject, 9, grey=0.2, align="right")
    _draw_blanks(pen, place, (_("Partita"), _("Table"), _("Hand"), _("Time")))
    _draw_who(pen, who, who_plays(form.rules))
    _draw_ticks(pen, what, incidents(form), 4)
    _draw_lines(pen, story, _("What happened, as the table tells it"), 3)
    pen.frame(cost.inset(0, 1 * mm), 0.3, fill=0.94, grey=0.5)
    words = " ".join(penalties(form.rules, form.settings))
    pen.text(cost.inset(2 * mm, 2 * mm), words, 9, paragraph=True)
    _draw_lines(pen, ruling, _("Ruling, points and reason"), 2)
    _draw_signatures(pen, sign, form.arbiter)


def _draw_blanks(pen: Pen, box: Box, titles: tuple[str, ...]) -> None:
    wide = box.width / len(titles)
    for title, cell in zip(titles, box.columns(*[wide] * len(titles)), strict=True):
        label, line = cell.columns(16 * mm, wide - 16 * mm)
        pen.text(label, title, 9, grey=0.3)
        pen.line(line.x, line.y + 1.5 * mm, line.right - 4 * mm, line.y + 1.5 * mm, 0.4)


def _draw_who(pen: Pen, box: Box, winds: tuple[Wind, ...]) -> None:
    label, *cells = box.columns(30 * mm, *[(box.width - 30 * mm) / len(winds)] * len(winds))
    pen.text(label, _("Who erred"), 9, grey=0.3)
    for wind, cell in zip(winds, cells, strict=True):
        _draw_wind(pen, cell, wind)


def _draw_wind(pen: Pen, cell: Box, wind: Wind) -> None:
    tick, badge, word = cell.columns(6 * mm, 7 * mm, cell.width - 13 * mm)
    tick_box()(pen, tick)
    pen.badge(wind, badge.x, badge.y + badge.height / 2 - 3 * mm, 6 * mm)
    pen.text(word, wind_name(wind), 10)


def _draw_ticks(pen: Pen, box: Box, words: list[str], across: int) -> None:
    down = -(-len(words) // across)
    wide, high = box.width / across, box.height / down
    draw = tick_box(side=3.4 * mm)
    for place, each in enumerate(words):
        row, column = divmod(place, across)
        cell = Box(box.x + column * wide, box.top - (row + 1) * high, wide, high)
        draw(pen, cell)
        pen.text(Box(cell.x + 5 * mm, cell.y, wide - 8 * mm, high), each, 9, paragraph=True)


def _draw_lines(pen: Pen, box: Box, title: str, count: int) -> None:
    label, *lines = box.rows(4.5 * mm, *[(box.height - 4.5 * mm) / count] * count)
    pen.text(label, title, 8, grey=0.3)
    for line in lines:
        pen.line(line.x, line.y + 0.5 * mm, line.right, line.y + 0.5 * mm, 0.3, 0.4)


def _draw_signatures(pen: Pen, box: Box, arbiter: str) -> None:
    titles = (_("heard: the table"), _("arbiter: %(name)s") % {"name": arbiter} if arbiter else _("arbiter"))
    for title, cell in zip(titles, box.columns(box.width / 2, box.width / 2), strict=True):
        line = Box(cell.x, cell.y, cell.width - 6 * mm, cell.height)
        pen.line(line.x, line.y + 4.5 * mm, line.right, line.y + 4.5 * mm, 0.5)
        pen.text(Box(line.x, line.y, line.width, 4 * mm), title, 7.5, grey=0.3)
