"""Slips for a draw by hand: a wind and a number on each, as many as there are places, to be cut and put into a hat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm

from king.winds import Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import MARGIN, Box, Page, Pen, Progress, make_document
from printing.ruled_list import in_parts
from printing.wording import drawn_place
from tournaments.head_count import head_count, seats_of_entries
from tournaments.models import Tournament

ACROSS, DOWN = 4, 8
WIDTH, HEIGHT = 190 * mm / ACROSS, 33.5 * mm

Slip = tuple[Wind, int]


@dataclass(frozen=True, slots=True)
class WindSlips:
    """What is drawn for; ``sides`` is the rule system's, as pairs draw a line and teams a place in the order."""

    occasion: Occasion
    slips: tuple[Slip, ...]
    sides: str = "individual"


def gather(tournament: Tournament, options: Options) -> WindSlips:
    """As many of each wind as the entries in the hall fill tables; one more where the last table is not full."""
    count = head_count(tournament)
    if not count.playing:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the slips for the draw."),
            code="no_entries",
        )
    most = -(-count.playing // count.seats)
    slips = tuple((wind, place) for wind in seats_of_entries(tournament) for place in range(1, most + 1))
    return WindSlips(occasion_of(tournament), slips, tournament.rules.sides)


def render(slips: WindSlips, progress: Progress | None = None) -> bytes:
    """Thirty-two on a page."""
    pages: list[Page] = [partial(_draw_page, slips, part) for part in in_parts(slips.slips, ACROSS * DOWN)]
    return make_document(pages, slips.occasion.footing(), title=_("Slips for the draw"), progress=progress)


def slip_words(slip: Slip, sides: str) -> str:
    """What a slip says: ``North 3``, ``North–South 3``, ``First of the meeting 3``."""
    wind, place = slip
    return f"{drawn_place(wind, sides)} {place}"


def _draw_page(slips: WindSlips, part: Sequence[Slip], pen: Pen) -> None:
    top = pen.size[1] - MARGIN
    for place, slip in enumerate(part):
        row, column = divmod(place, ACROSS)
        box = Box(MARGIN + column * WIDTH, top - (row + 1) * HEIGHT, WIDTH, HEIGHT)
        _draw_slip(pen, box.inset(3 * mm), slip, slips)
    rows = -(-len(part) // ACROSS)
    for line in range(ACROSS + 1):
        pen.cut(MARGIN + line * WIDTH, top - rows * HEIGHT, MARGIN + line * WIDTH, top)
    for line in range(rows + 1):
        pen.cut(MARGIN, top - line * HEIGHT, MARGIN + ACROSS * WIDTH, top - line * HEIGHT)


def _draw_slip(pen: Pen, box: Box, slip: Slip, slips: WindSlips) -> None:
    badge, words, evening = box.rows(14 * mm, 8 * mm, box.height - 22 * mm)
    wind, place = slip
    side = 12 * mm
    pen.badge(wind, badge.x + badge.width / 2 - side - 1 * mm, badge.y + 1 * mm, side)
    figure = Box(badge.x + badge.width / 2 + 1.5 * mm, badge.y, badge.width / 2 - 1.5 * mm, badge.height)
    pen.text(figure, str(place), 30, bold=True)
    pen.text(words, slip_words(slip, slips.sides), 12, bold=True, align="center")
    pen.text(evening, slips.occasion.tournament, 6, align="center", grey=0.3)
