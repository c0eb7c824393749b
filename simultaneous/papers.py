"""The booklet of an event, and the certificate of a line of its standing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from django.utils import formats
from django.utils.translation import gettext as _, ngettext, pgettext
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph

from king.cards import SIDES, WINDS, Side, Wind
from king.sheet.points import Column as SheetColumn
from king.simultaneous.fields import BoardField, Worth
from printing.documents.hand_records import draw_diagram
from printing.documents.prize_giving import draw_crown, draw_diploma
from printing.lists import (
    GAP,
    HALF,
    WIDTH,
    Column,
    Drawn,
    Field,
    Listing,
    Strong,
    draw_story,
    height_of,
    in_parts,
    list_pages,
    listing_of,
    with_badges,
    words,
)
from printing.paper import LANDSCAPE, Box, Footing, Page, Pen, make_document
from printing.pictures import heaps
from printing.standing_columns import paper_fields
from simultaneous import public_results
from simultaneous.lines import (
    EVENT,
    EVENT_BY_WIND,
    EVENT_PAPER,
    Context,
    EventStanding,
    first_lines,
    late_lines,
    line_of,
    rests_note,
)
from simultaneous.models import Event, EventPublication, PublicationLine
from simultaneous.ranking import ORDER
from wording.columns import Place
from wording.naming import column_name, contract_name, number, wind_name
from wording.rests import with_marks
from wording.results import luck_words

FIRST_LINES, FIRST_OF_A_WIND = 20, 5
_LINE = 5.5 * mm
_INSET, _HEAD, _DIAGRAM, _ROW = 2 * mm, 7 * mm, 50 * mm, 4.1 * mm
_MOST_ROWS = 14
"""Of a board's table; of more the best and the worst are shown."""


def percent_of(value: Fraction) -> str:
    return f"{number(value, fixed=True)}\N{NO-BREAK SPACE}%"


def _event_date(event: Event) -> str:
    return formats.date_format(event.date, "DATE_FORMAT")


def _footing(publication: EventPublication) -> Footing:
    event = publication.event
    return Footing(
        f"{event.name} · {_event_date(event)}", publication.made_at, "", event.commitment[:12]
    )


# --- a line's certificate


def certificate(publication: EventPublication, line: PublicationLine) -> bytes:
    event = publication.event
    wind = Wind(line.wind) if line.wind in tuple(WINDS) else None
    title = _("Place %(place)s overall") % {"place": line.rank}
    if line.wind:
        where = {"place": line.rank, "wind": column_name(line.wind)}
        title = _("Place %(place)s at %(wind)s") % where
    above = event.name, f"{line.hall.name} · {_event_date(event)}"
    percent, rests = percent_of(Fraction(line.percent)), line_of(line)["rests"]
    if rests:
        percent = f"{with_marks(percent, rests)} {_('sat out')}"
    below = f"{percent} · {_field_words(publication, line)}"
    diploma = title, wind, line.name, below
    signers = _("for the club"), _("the arbiter")
    return make_document(
        [lambda pen: draw_diploma(pen, above, diploma, signers)],
        _footing(publication),
        title=_("Certificate"),
        size=LANDSCAPE,
        footed=False,
    )


def _field_words(publication: EventPublication, line: PublicationLine) -> str:
    count = publication.lines.filter(wind=line.wind, late=False).count()
    return _("of %(count)s in %(halls)s") % {"count": count, "halls": _halls(publication)}


def _halls(publication: EventPublication) -> str:
    count = sum(hall["ranked"] for hall in public_results.halls_of(publication.event, publication))
    return ngettext("%(count)s hall", "%(count)s halls", count) % {"count": count}


# --- the booklet


def booklet(publication: EventPublication, address: str) -> bytes:
    """PDF of the event's booklet. ``address`` is that of the event's public page."""
    event = publication.event
    subject = f"{event.name} · {_event_date(event)}"
    boards = map(_board, public_results.boards_of(publication))
    pages: list[Page] = [
        partial(_cover, publication, address),
        *list_pages(_standing(publication), _("Standings"), subject),
        *list_pages(boards, _("Boards"), subject),
    ]
    return make_document(pages, _footing(publication), title=event.name, suits="four")


def _cover(publication: EventPublication, address: str, pen: Pen) -> None:
    event = publication.event
    inner = pen.body.inset(10 * mm, 14 * mm)
    crown, name, when, count, square, where, seal = inner.rows(
        40 * mm, 26 * mm, 12 * mm, 12 * mm, 0, 12 * mm, 16 * mm
    )
    draw_crown(pen, crown.x + crown.width / 2 - 22 * mm, crown.y, 44 * mm)
    pen.text(name, event.name, 30, bold=True, align="center")
    pen.text(when, _event_date(event), 16, align="center", grey=0.2)
    ranked = _("%(count)s in the standings") % {
        "count": publication.lines.filter(wind="", late=False).count()
    }
    pen.text(count, f"{_halls(publication)} · {ranked}", 13, align="center", grey=0.2)
    side = min(60 * mm, square.height)
    pen.qr(address, square.square(side, (square.width - side) / 2))
    pen.text(where, address, 11, align="center", grey=0.2)
    sealed = _("The commitment, published before play: %(commitment)s")
    pen.text(
        seal,
        sealed % {"commitment": event.commitment},
        8.5,
        align="center",
        grey=0.3,
        paragraph=True,
    )


def _standing(publication: EventPublication) -> list[Flowable]:
    """Paragraphs of the standing: overall, then the winds in pairs, then late halls."""
    story: list[Flowable] = []
    if overall := first_lines(publication, "", FIRST_LINES):
        table = _first_lines("", overall).table(WIDTH, _LINE, 10)
        table.spaceAfter = GAP
        story.append(table)
    by_wind = {wind: first_lines(publication, wind, FIRST_OF_A_WIND) for wind in ORDER if wind}
    listings = [_first_lines(wind, lines) for wind, lines in by_wind.items() if lines]
    story += map(_side_by_side, in_parts(listings, 2))
    if late := late_lines(publication):
        story.append(_late_lines(late).table(WIDTH, _LINE, 9))
    every_line = [line for lines in (overall, *by_wind.values(), late) for line in lines]
    if note := rests_note(every_line):
        story.append(words(note, 9, grey=0.2))
    return story


def _name_of(line: Context) -> str:
    return with_marks(line["row"].name, line["rests"])


def _figures(place: Place, lines: Sequence[Context]) -> Iterator[Field[Context]]:
    for _column, of_column in paper_fields(place, EventStanding((), ""), lines, EVENT):
        yield of_column


def _late_lines(lines: Sequence[Context]) -> Listing:
    fields: list[Field[Context]] = [
        (Column(_("Name"), bold=True), _name_of),
        *_figures(EVENT_PAPER, lines),
    ]
    title = _("Late halls: compared with the field, without a place")
    return listing_of(fields, lines, title=title)


def _side_by_side(listings: Sequence[Listing]) -> Drawn:
    tables = [listing.table(HALF, _LINE, 9, fixed=True) for listing in listings]

    def draw(pen: Pen, box: Box) -> None:
        for at, table in enumerate(tables):
            draw_story(pen, Box(box.x + at * (HALF + GAP), box.y, HALF, box.height), table)

    return Drawn(draw, max(height_of([table], HALF) for table in tables) + GAP)


def _first_lines(wind: str, lines: Sequence[Context]) -> Listing:
    fields: list[Field[Context]] = [
        (Column(_("Place"), 11 * mm, "right"), lambda line: str(line["row"].rank)),
        (Column(_("Name"), bold=True), _name_of),
        *_figures(EVENT_BY_WIND if wind else EVENT_PAPER, lines),
    ]
    title = column_name(wind) if wind else _("Overall")
    return listing_of(fields, lines, title=title, winds=_winds(wind))


# --- a board of it


def _board(board: Context) -> Drawn:
    fields = board["fields"]
    wide = WIDTH - 2 * _INSET
    picture: Drawing | None = None
    below: list[Flowable] = []
    if len(fields) == 1:
        picture = picture_of(fields[0])
        room = wide * 0.52 / picture.width, (_DIAGRAM - 2 * mm) / picture.height
        picture.renderScale = min(room)
        below.append(_worths(fields[0]))
    elif fields:
        below.append(_several(fields).table(wide, 4.5 * mm, 8))
    if board["luck"]:
        luck = _("Luck of the cards: %(luck)s") % {"luck": luck_words(board["luck"])}
        below.append(words(luck, 8.5, grey=0.2))
    below += [words(line, 9) for line in board["comment"].splitlines() if line]
    tall = 2 * _INSET + _HEAD + _DIAGRAM + 2 * mm + height_of(below, wide) + len(below) * 1.5 * mm
    return Drawn(partial(_draw_board, board, picture, below), tall + 3 * mm)


def picture_of(field: BoardField) -> Drawing:
    return heaps({column: counts.as_played for column, counts in field.columns.items()})


def _several(fields: Sequence[BoardField]) -> Listing:
    """List with a line for each hand that the board was played as: the mean of each column, and the
    range.
    """
    columns = list(dict.fromkeys(column for field in fields for column in field.columns))
    cells: list[Field[BoardField]] = [
        (Column(), lambda field: contract_name(field.contract) if field.contract else ""),
        (Column(_("Tables"), 14 * mm, "right"), lambda field: str(field.times)),
    ]
    cells += [
        (Column(column_name(column), 36 * mm, "right"), partial(_ends, column))
        for column in columns
    ]
    return listing_of(cells, fields, head=5 * mm, air=0.2 * mm)


def _ends(column: SheetColumn, field: BoardField) -> str:
    counts = field.columns.get(column)
    if counts is None:
        return ""
    mean, worst, best = number(counts.mean, places=1), min(counts.times), max(counts.times)
    return f"{mean} ({number(worst)} … {number(best)})" if best > worst else mean


def _worths(field: BoardField) -> Drawn:
    """Drawing of the tables of the columns, side by side."""
    rows = {column: _printed_rows(counts.worth) for column, counts in field.columns.items()}

    def draw(pen: Pen, box: Box) -> None:
        for (column, counts), cell in box.across([*field.columns.items()]):
            title, rest = cell.inset(1.5 * mm, 0).rows(6 * mm, cell.height - 6 * mm)
            mean = _("mean %(mean)s") % {"mean": number(counts.mean, places=1)}
            with_badges(_winds(column), f"{column_name(column)} · {mean}", 9)(pen, title)
            draw_story(pen, rest, _table(rows[column]).table(rest.width, _ROW, 9, fixed=True))

    return Drawn(draw, 11.5 * mm + _ROW * max(map(len, rows.values())))


def _winds(column: str) -> tuple[Wind, ...]:
    if column in tuple(SIDES):
        return tuple(Side(column).winds)
    return (Wind(column),) if column else ()


def _printed_rows(worths: Sequence[Worth]) -> list[Worth | None]:
    """Rows to print. If there are too many, the middle ones are replaced by one None."""
    if len(worths) <= _MOST_ROWS:
        return [*worths]
    half = _MOST_ROWS // 2
    return [*worths[:half], None, *worths[-half:]]


def _table(worths: Sequence[Worth | None]) -> Listing:
    columns = (
        Column(_("Points"), 0, "right"),
        Column(pgettext("how often", "Times"), 12 * mm, "right"),
        Column("%", 14 * mm, "right"),
    )
    lines = []
    for at, worth in enumerate(worths):
        if worth is None:
            lines.append(("…", "", ""))
            continue
        points = number(worth.points)
        is_end = at in (0, len(worths) - 1)
        lines.append(
            (
                Strong(points) if is_end else points,
                str(worth.times),
                number(worth.percent, places=1, fixed=True),
            )
        )
    return Listing(columns, lines, head=4.5 * mm, air=0.2 * mm)


def _draw_board(
    board: Context, picture: Drawing | None, below: Sequence[Flowable], pen: Pen, place: Box
) -> None:
    box = place.less(bottom=3 * mm)
    pen.frame(box, 0.6, grey=0.3)
    head, rest = box.inset(_INSET).rows(_HEAD, box.height - 2 * _INSET - _HEAD)
    title = (
        _("Partita %(number)d") % {"number": board["round"]},
        _("Board %(number)s") % {"number": board["number"]},
        board["name"],
        _("dealer %(wind)s") % {"wind": wind_name(board["dealer"])} if board["dealer"] else "",
    )
    pen.text(head, " · ".join(filter(None, title)), 11, bold=True, upright="top")
    upper, lower = rest.rows(_DIAGRAM, rest.height - _DIAGRAM)
    left, right = upper.columns(upper.width * 0.46, upper.width * 0.54)
    draw_diagram(pen, left, board["deal"])
    if picture is not None:
        draw_story(pen, right.inset(2 * mm, 1 * mm), picture)
    lower = lower._replace(height=lower.height - 2 * mm)
    for part in below:
        lower = draw_story(pen, lower, part)
        gap = 1.5 * mm if isinstance(part, Paragraph) else 0
        lower = lower._replace(height=lower.height - gap)
