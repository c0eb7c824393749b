"""The four hands of a board as they lie on the table, North on top: on hand records and master diagrams."""

from __future__ import annotations

from reportlab.lib.units import mm

from king.cards import SUITS
from king.deal import Deal
from king.winds import WINDS, Wind
from printing.paper import Box, Pen
from printing.wording import ranks_label


def draw_diagram(pen: Pen, box: Box, deal: Deal) -> None:
    """The compass of hands, in a box 92 mm wide and 60 mm high or more."""
    tall, wide = box.height / 3, 42 * mm
    centre = box.x + box.width / 2
    places = {
        Wind.N: (centre - wide / 2, box.y + 2 * tall),
        Wind.W: (box.x, box.y + tall),
        Wind.E: (box.right - wide, box.y + tall),
        Wind.S: (centre - wide / 2, box.y),
    }
    for wind in WINDS:
        x, y = places[wind]
        _draw_hand(pen, Box(x, y, wide, tall), deal, wind)


def _draw_hand(pen: Pen, box: Box, deal: Deal, wind: Wind) -> None:
    pen.badge(wind, box.x, box.y + box.height / 2 - 4 * mm, 8 * mm)
    lines = Box(box.x + 9 * mm, box.y + 1 * mm, box.width - 9 * mm, box.height - 2 * mm)
    for suit, line in zip(SUITS, lines.rows(*[lines.height / 4] * 4), strict=True):
        middle = line.y + line.height / 2
        pen.suit(suit, line.x, middle - 1.6 * mm, 3.2 * mm)
        cards = Box(line.x + 4.6 * mm, middle - 2.2 * mm, line.width - 4.6 * mm, 4.4 * mm)
        pen.text(cards, ranks_label(deal.suit(wind, suit)), 10, bold=True)
