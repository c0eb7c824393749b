"""Papers of the seats: the seating by name and by table, and the card on each table with the way to
its sheet (§7).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from django.utils.translation import gettext as _, gettext_lazy, pgettext
from reportlab.lib.units import mm

from king.cards import WINDS, Wind
from king.rulesets.base import Scoring
from king.words import alphabetical
from printing.document_context import (
    Options,
    Printed,
    SeatedTable,
    find_round,
    occasion_of,
    seated_tables,
)
from printing.lists import (
    HALF,
    WIDTH,
    Cell,
    Column,
    LabelSheet,
    Listing,
    in_even_parts,
    in_parts,
    page_of,
    room_below,
    with_badges,
)
from printing.paper import (
    CAPITALS,
    MARGIN,
    Box,
    Page,
    Pen,
    legible,
    one_size,
    shortened,
    width_of,
)
from tournaments.models import Place, Tournament
from wording.naming import wind_name
from wording.sentences import refusal

_LOWEST, _TALLEST, _LARGEST, _ONE_COLUMN = 6.6 * mm, 18 * mm, 20.0, 16
_CARD_SIZES = {5: (1, 48 * mm, 2.0), 10: (2, 48 * mm, 1.45), 10_000: (3, 33 * mm, 1.0)}
"""Up to so many tables: how many stand across, how tall each is, and how large its letters are."""


Resting = Sequence[str]
"""Names of some who rest, as many as a table has."""
Placement = tuple[Cell, int | None, Wind | None]
"""A name, and the table and wind where it sits; neither for who rests."""


def _fills() -> str:
    """Note beside the name of a player who only completes a table."""
    return _("completes the table")


def seating(tournament: Tournament, options: Options) -> Printed:
    round = find_round(tournament, options.round)
    occasion = occasion_of(tournament, round)
    tables = seated_tables(round, occasion.names)
    seated: list[tuple[str, Placement]] = []
    for table in tables:
        for wind in WINDS:
            for name, from_hand in table.seats[wind]:
                fields = {"name": name, "hand": from_hand}
                seat_name = _("%(name)s (from hand %(hand)d)") % fields if from_hand > 1 else name
                fills = wind in table.filled and from_hand == 1
                seated.append(
                    (name, ((seat_name, _fills()) if fills else seat_name, table.number, wind))
                )
    # Not everybody without a seat: whoever has come since does not rest.
    numbers = round.seating_note.get("sitting_out", ())
    resting = tournament.entries.playing().filter(number__in=numbers)
    rests = sorted(map(occasion.names.title, resting.with_players()), key=alphabetical)
    seated += [(title, (title, None, None)) for title in rests]
    seated.sort(key=lambda person: alphabetical(person[0]))
    placements = [placement for _name, placement in seated]
    state = "" if round.seating_published_at else _("seating not yet published")
    pages = chain(
        _pages_by_name(occasion.subject, placements),
        _pages_by_table(
            occasion.subject, [*tables, *(in_parts(rests, len(WINDS)) if rests else ())]
        ),
    )
    return Printed(occasion, pages, state)


def _pages_by_name(subject: str, placements: Sequence[Placement]) -> Iterator[Page]:
    # The figure is what a player looks for: larger than his name, whose length is what there is
    # room for.
    columns = (
        Column(_("Name"), under=0.75),
        Column(pgettext("column of a list", "Table"), 12 * mm, "right", bold=True, size=1.2),
        Column(_("Wind"), 25 * mm),
    )

    def listing(placements: Sequence[Placement], size: float) -> Listing:
        lines: list[tuple[Cell, ...]] = []
        for name, table, wind in placements:
            where: Cell = _("rests")
            if wind is not None:
                where = with_badges((wind,), wind_name(wind), min(size, 12), bold=False)
            lines.append((name, "–" if table is None else str(table), where))
        return Listing(columns, lines, head=7.5 * mm)

    whole = listing(placements, 12)
    room = room_below() - whole.above
    across, width = (1, WIDTH) if len(placements) <= _ONE_COLUMN else (2, HALF)
    for batch in in_even_parts(placements, 2 * int(room / _LOWEST)):
        height = -(-len(batch) // across)
        parts = in_parts(batch, height)
        lists = [listing(part, 12) for part in parts]
        row, size = min(part.filling(width, room, _TALLEST, _LARGEST) for part in lists)
        stacks = [(width, [listing(part, size).table(width, row, size)]) for part in parts]
        yield page_of(stacks, _("Seating by name"), subject)


def _pages_by_table(subject: str, cards: Sequence[SeatedTable | Resting]) -> list[Page]:
    room, count = room_below(), len(cards)
    across, card, scale = next(size for most, size in _CARD_SIZES.items() if count <= most)
    down = int(room / card)
    # Room to spare on the page goes to the cards.
    card = min(1.4 * card, room / min(down, -(-count // across)))
    tables = [card for card in cards if isinstance(card, SeatedTable)]
    names = [table.name(wind) for table in tables for wind in WINDS]
    sheet = LabelSheet(across, down, card)
    size = max(9, one_size(names, sheet.width - 5.2 * mm - 20.8 * mm * scale, 10 * scale))
    draw = partial(_draw_card, scale, size)
    return sheet.pages(cards, draw, _("Seating by table"), subject)


def _draw_card(
    scale: float, size: float, pen: Pen, place: Box, card: SeatedTable | Resting
) -> None:
    box = place.inset(1 * mm)
    pen.frame(box, 0.6, grey=0.3)
    if isinstance(card, SeatedTable):
        _draw_table(scale, size, pen, box, card)
        return
    head, *lines = box.inset(1.6 * mm, 0.8 * mm).rows(0, *[0] * len(WINDS))
    pen.text(head, _("Sitting out:"), size, bold=True)
    for name, line in zip(card, lines, strict=False):
        pen.text(line, shortened(name, line.width, size), size)


def _draw_table(scale: float, size: float, pen: Pen, box: Box, table: SeatedTable) -> None:
    number, names = box.columns(14 * mm * scale, 0)
    pen.frame(number, 0, fill=0.9)
    pen.text(number.inset(1 * mm), str(table.number), 26 * scale, bold=True, align="center")
    names = names.inset(1.6 * mm, 0.8 * mm)
    if table.titles:
        upper, names = names.rows(4.6 * mm * scale, 0)
        titles = " – ".join(dict.fromkeys(table.titles.values()))
        pen.text(upper, shortened(titles, upper.width, 9, bold=True), 9 * scale, bold=True)
    winds = [wind for wind in WINDS if table.seats[wind]] or list(WINDS)
    badge = 5.6 * mm * scale
    for wind, line in names.down(winds):
        pen.badge(wind, line.square(badge))
        beside = line.less(left=badge + 1.2 * mm * scale)
        forms: Sequence[str] = [table.name(wind), table.name(wind, short=True)]
        if wind in table.filled:
            forms = [f"{form} · {_fills()}" for form in forms]
        pen.text(beside, legible(forms, beside, size), size, paragraph=True)


# Table cards: the number to be seen across the hall, the winds, and the way to the sheet by phone
# (§7). A card stays on its table for the whole evening; its code leads to the sheet of that table
# in the partita in play.

_COMPASS = 124 * mm
_BADGE = 22 * mm
_QR = 52 * mm


def table_cards(tournament: Tournament, options: Options) -> Printed:
    places = tournament.places.order_by("number")
    if options.table is not None:
        places = places.filter(number=options.table)
        if not places:
            sentence = gettext_lazy("This tournament has no table %(table)s.")
            raise refusal(sentence, "no_table", table=options.table)
    if not places:
        sentence = gettext_lazy(
            "The tables are not known before the seating: prepare it, then print the cards."
        )
        raise refusal(sentence, "no_seating")
    face = partial(_draw_face, tournament, options.base_url)
    pages = [partial(_draw_tent, face, place) for place in places]
    if options.fold != "tent":
        pages = [partial(_draw_flat, face, pair) for pair in in_parts(tuple(places), 2)]
    return Printed(occasion_of(tournament), pages)


def _halves(pen: Pen) -> tuple[Box, Box]:
    middle = pen.size[1] / 2
    lower = pen.body._replace(height=middle - pen.body.y - 3 * mm)
    return lower, lower._replace(y=middle + 3 * mm)


def _draw_tent(draw_face: Callable[..., None], card: Place, pen: Pen) -> None:
    lower, _upper = _halves(pen)
    width, height = pen.size
    draw_face(pen, lower, card)
    pen.saveState()
    # The other face stands on its head, so that it is upright once the sheet is folded. It is read
    # from the north side of the table: its compass is turned, or East and West would be on the
    # wrong hands.
    pen.translate(width, height)
    pen.rotate(180)
    draw_face(pen, lower, card, from_north=True)
    pen.restoreState()
    pen.cut(MARGIN, height / 2, width - MARGIN, height / 2)
    note = Box(width - MARGIN - 40 * mm, height / 2 + 0.5 * mm, 40 * mm, 4 * mm)
    pen.text(note, _("fold here"), 9, grey=0.45, align="right", upright="bottom")


def _draw_flat(draw_face: Callable[..., None], pair: tuple[Place, ...], pen: Pen) -> None:
    lower, upper = _halves(pen)
    for box, card in zip((upper, lower), pair, strict=False):
        draw_face(pen, box, card)
    width, height = pen.size
    pen.cut(MARGIN, height / 2, width - MARGIN, height / 2)


def _draw_face(
    tournament: Tournament,
    base_url: str,
    pen: Pen,
    box: Box,
    card: Place,
    *,
    from_north: bool = False,
) -> None:
    compass, side = box.columns(_COMPASS + 4 * mm, 0)
    _draw_compass(pen, compass, card.number, tournament.rules.players, from_north)
    square = _QR if base_url else 2 * mm
    name, code_box, qr_box, words = side.rows(14 * mm, 16 * mm, square, 0)
    table_name = f"{_('Table %(number)s') % {'number': card.number}} · {tournament.name}"
    pen.text(name, table_name, 12, bold=True, upright="top", paragraph=True)
    if base_url:
        address = f"{base_url}/t/"
        pen.qr(f"{address}{card.code}/", qr_box.square(_QR, -2 * mm))
        way = _("Point a phone's camera at the QR code, or open %(address)s and type the code.")
        way %= {"address": address}
    else:
        way = _("Open the address shown in the hall, followed by /t/, and type the code.")
    first, second = code_box.rows(4.5 * mm, 11.5 * mm)
    pen.text(first, _("code of this table"), 10, grey=0.2)
    pen.text(second, card.code, 32, bold=True)
    then = _(
        "Write each hand when it is over; after the last one, check the sheet together and hand it in."
    )
    if tournament.rules.scoring is Scoring.SOLOIST:
        then += " " + _(
            "The dummy lies opposite the soloist; the player who sits there takes the free place. "
            "The player on the soloist's right deals, the player on the left leads."
        )
    pen.text(words.inset(0, 0.5 * mm), f"{way} {then}", 12, upright="top", paragraph=True)


def _draw_compass(
    pen: Pen, box: Box, number: int, winds: tuple[Wind, ...], from_north: bool
) -> None:
    side = min(_COMPASS, box.height)
    frame = box.square(side)
    inner = frame.inset(_BADGE + 1 * mm)
    pen.frame(inner, 2)
    # Fills the frame, to be legible across the hall.
    figure = str(number)
    widest = inner.width * 0.9 / width_of(figure, 1, bold=True)
    size = min(widest, inner.height * 0.86 / CAPITALS)
    foot = inner.y + (inner.height - size * CAPITALS) / 2
    pen.line_of_text(inner.x + inner.width / 2, foot, figure, size, bold=True, align="center")
    reach = side / 2 - _BADGE / 2
    for wind in winds:
        place = wind.partner if from_north else wind
        across = {Wind.E: reach, Wind.W: -reach}.get(place, 0.0)
        up = {Wind.N: reach, Wind.S: -reach}.get(place, 0.0)
        badge = Box(frame.x + reach + across, frame.y + reach + up, _BADGE, _BADGE)
        if across:
            pen.badge(wind, badge._replace(y=badge.y + 2 * mm), from_north=from_north)
            word = Box(badge.x, badge.y - 6.5 * mm, _BADGE, 8 * mm)
        else:
            pen.badge(wind, badge, from_north=from_north)
            word = Box(badge.right + 1.5 * mm, badge.y + _BADGE / 2 - 4 * mm, 30 * mm, 8 * mm)
        pen.text(word, wind_name(wind), 17, align="center" if across else "left")
