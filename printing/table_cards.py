"""Table cards: the number to be seen across the hall, the winds, and the way to the sheet by phone (§7).

A card stays on its table for the whole evening; its code leads to the sheet of that table in the partita in play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm

from king.rulesets.base import Scoring
from king.winds import WINDS, Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import MARGIN, Box, Page, Pen, Progress, make_document
from printing.wording import wind_name
from tournaments.models import Tournament

_COMPASS = 112 * mm
_BADGE = 19 * mm
_QR = 52 * mm


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table's number and the code of its place."""

    number: int
    code: str


@dataclass(frozen=True, slots=True)
class TableCards:
    """The cards of an evening. ``base_url`` empty: no QR code, the code in letters alone."""

    occasion: Occasion
    cards: tuple[TableCard, ...]
    base_url: str
    fold: str = "tent"
    winds: tuple[Wind, ...] = WINDS
    """Where somebody sits: three of the four where a dummy takes part."""


def gather(tournament: Tournament, options: Options) -> TableCards:
    """The tables of the evening, or the one asked for."""
    places = tournament.places.order_by("number")
    if options.table is not None:
        places = places.filter(number=options.table)
    cards = tuple(TableCard(number, code) for number, code in places.values_list("number", "code"))
    if not cards and options.table is not None:
        raise ValidationError(
            gettext_lazy("This tournament has no table %(table)s."), code="no_table", params={"table": options.table}
        )
    if not cards:
        raise ValidationError(
            gettext_lazy("The tables are not known before the seating: prepare it, then print the cards."),
            code="no_seating",
        )
    rules = tournament.rules
    winds = tuple(wind for wind in WINDS if rules.scoring is not Scoring.SOLOIST or wind in rules.columns)
    return TableCards(occasion_of(tournament), cards, options.base_url, options.fold, winds)


def render(cards: TableCards, progress: Progress | None = None) -> bytes:
    """One A4 a table, to be folded into a tent; or two flat cards on each."""
    pages: list[Page]
    if cards.fold == "tent":
        pages = [partial(_draw_tent, cards, card) for card in cards.cards]
    else:
        pages = [partial(_draw_flat, cards, cards.cards[at : at + 2]) for at in range(0, len(cards.cards), 2)]
    return make_document(pages, cards.occasion.footing(), title=_("Table cards"), progress=progress)


def _halves(pen: Pen) -> tuple[Box, Box]:
    """The lower and the upper half of the page inside the margins; the lower one leaves the footer its strip."""
    width, height = pen.size
    low = pen.body.y
    return (
        Box(MARGIN, low, width - 2 * MARGIN, height / 2 - low - 3 * mm),
        Box(MARGIN, height / 2 + 3 * mm, width - 2 * MARGIN, height / 2 - low - 3 * mm),
    )


def _draw_tent(cards: TableCards, card: TableCard, pen: Pen) -> None:
    lower, _upper = _halves(pen)
    width, height = pen.size
    _draw_face(pen, lower, cards, card)
    pen.canvas.saveState()
    # The other face stands on its head, so that it is upright once the sheet is folded. It is read from the north side
    # of the table: its compass is turned, or East and West would be on the wrong hands.
    pen.canvas.translate(width, height)
    pen.canvas.rotate(180)
    _draw_face(pen, lower, cards, card, from_north=True)
    pen.canvas.restoreState()
    pen.cut(MARGIN, height / 2, width - MARGIN, height / 2)
    note = _("fold here")
    pen.text(Box(MARGIN, height / 2 + 0.5 * mm, 40 * mm, 4 * mm), note, 7, grey=0.45, upright="bottom")


def _draw_flat(cards: TableCards, pair: tuple[TableCard, ...], pen: Pen) -> None:
    lower, upper = _halves(pen)
    for box, card in zip((upper, lower), pair, strict=False):
        _draw_face(pen, box, cards, card)
    width, height = pen.size
    pen.cut(MARGIN, height / 2, width - MARGIN, height / 2)


def _draw_face(pen: Pen, box: Box, cards: TableCards, card: TableCard, *, from_north: bool = False) -> None:
    compass, side = box.columns(_COMPASS + 6 * mm, box.width - _COMPASS - 6 * mm)
    _draw_compass(pen, compass, card.number, cards.winds, from_north)
    square = _QR if cards.base_url else 2 * mm
    name, code_box, qr_box, words = side.rows(16 * mm, 15 * mm, square, side.height - 31 * mm - square)
    pen.text(name, cards.occasion.tournament, 11, bold=True, upright="top", paragraph=True)
    if cards.base_url:
        pen.qr(f"{cards.base_url}/t/{card.code}/", qr_box.x - 2 * mm, qr_box.y, _QR)
        address = f"{cards.base_url}/t/"
        way = _("Point a phone's camera at the square, or open %(address)s and type the code.") % {"address": address}
    else:
        way = _("Open the address shown in the hall, followed by /t/, and type the code.")
    first, second = code_box.rows(5 * mm, 10 * mm)
    pen.text(first, _("code of this table"), 8.5, grey=0.2)
    pen.text(second, card.code, 24, bold=True)
    then = _("Write each hand when it is over; after the last one, check the sheet together and hand it in.")
    if cards.winds != WINDS:
        then += " " + _(
            "The dummy lies opposite the soloist; whoever sits there takes the free place. Who sits on the soloist's "
            "right deals, who sits on his left leads."
        )
    upper, lower = words.inset(0, 1 * mm).rows(16 * mm, words.height - 18 * mm)
    pen.text(upper, way, 9.5, upright="top", paragraph=True)
    pen.text(lower, then, 9.5, upright="top", paragraph=True)


def _draw_compass(pen: Pen, box: Box, number: int, winds: tuple[Wind, ...], from_north: bool) -> None:
    side = min(_COMPASS, box.height)
    frame = Box(box.x, box.y + (box.height - side) / 2, side, side)
    inner = frame.inset(_BADGE + 5 * mm)
    pen.frame(inner, 2)
    label, figure = inner.inset(2 * mm).rows(9 * mm, inner.height - 13 * mm)
    pen.text(label, _("Table"), 15, align="center")
    pen.text(figure, str(number), 150, bold=True, align="center")
    middle_x, middle_y = frame.x + side / 2, frame.y + side / 2
    reach = side / 2 - _BADGE / 2
    for wind in winds:
        place = wind.partner if from_north else wind
        across = {Wind.E: reach, Wind.W: -reach}.get(place, 0.0)
        up = {Wind.N: reach, Wind.S: -reach}.get(place, 0.0)
        centre_x, centre_y = middle_x + across, middle_y + up
        corner = centre_x - _BADGE / 2, centre_y - _BADGE / 2 + (2 * mm if across else 0)
        pen.badge(wind, *corner, _BADGE, from_north=from_north)
        if across:
            word = Box(centre_x - 12 * mm, centre_y - _BADGE / 2 - 4 * mm, 24 * mm, 6 * mm)
            pen.text(word, wind_name(wind), 12, align="center")
        else:
            word = Box(centre_x + _BADGE / 2 + 1.5 * mm, centre_y - 4 * mm, 26 * mm, 8 * mm)
            pen.text(word, wind_name(wind), 12)
