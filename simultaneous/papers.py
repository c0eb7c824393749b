"""The booklet of an event, and the certificate of a line of its standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph

from king.cards import SIDES, WINDS, Side, Wind
from king.sheet.points import Column as SheetColumn
from king.simultaneous.fields import Worth
from printing.documents.hand_records import draw_diagram
from printing.documents.prize_giving import draw_crown, draw_diploma
from printing.lists import (
    GAP,
    Column,
    Drawn,
    Listing,
    Strong,
    height_of,
    in_columns,
    page_of,
    put,
    with_badges,
    words,
)
from printing.paper import (
    HEADING,
    LANDSCAPE,
    PORTRAIT,
    Box,
    Footing,
    Page,
    Pen,
    body_of,
    make_document,
)
from printing.pictures import heaps
from simultaneous import published
from simultaneous.lines import Context, line_of, rounds_of
from simultaneous.models import Event, PostedLine, Posting
from simultaneous.ranking import ORDER
from wording.naming import column_name, number, wind_name
from wording.results import dealt

FIRST_LINES, FIRST_OF_A_WIND = 20, 5
_BODY = body_of(PORTRAIT)
_LINE = 5.5 * mm
_INSET, _HEAD, _DIAGRAM, _ROW = 2 * mm, 7 * mm, 46 * mm, 3.5 * mm
_MOST_ROWS = 14
"""Of a board's table; of more the best and the worst are shown."""


def percent_of(value: Fraction) -> str:
    return f"{number(value, fixed=True)}\N{NO-BREAK SPACE}%"


def _when(event: Event) -> str:
    return formats.date_format(event.date, "DATE_FORMAT")


def _footing(posting: Posting) -> Footing:
    event = posting.event
    return Footing(f"{event.name} · {_when(event)}", posting.made_at, "", event.commitment[:12])


# --- a line's certificate


def certificate(posting: Posting, line: PostedLine) -> bytes:
    event = posting.event
    wind = Wind(line.wind) if line.wind in tuple(WINDS) else None
    where = {"place": line.rank, "wind": column_name(line.wind) if line.wind else ""}
    title = _("Place %(place)s at %(wind)s") if line.wind else _("Place %(place)s overall")
    made = percent_of(Fraction(line.percent)), _of_all(posting, line)
    above = event.name, f"{line.hall.name} · {_when(event)}"
    diploma = title % where, wind, line.name, " · ".join(made)
    signers = _("for the club"), _("the arbiter")
    return make_document(
        [lambda pen: draw_diploma(pen, above, diploma, signers)],
        _footing(posting),
        title=_("Certificate"),
        size=LANDSCAPE,
        footed=False,
    )


def _of_all(posting: Posting, line: PostedLine) -> str:
    count = posting.lines.filter(wind=line.wind).count()
    halls = sum(hall["ranked"] for hall in published.halls_of(posting.event, posting))
    return _("of %(count)s in %(halls)s") % {
        "count": count,
        "halls": ngettext("%(count)s hall", "%(count)s halls", halls) % {"count": halls},
    }


# --- the booklet


def booklet(posting: Posting, address: str) -> bytes:
    """``address``: of the event's public page."""
    event = posting.event
    boards = published.boards_of(posting)
    room = _BODY.height - HEADING
    story = [_board(board, posting) for board in boards]
    pages: list[Page] = [partial(_cover, posting, address)]
    pages += _pages(_standing(posting), _("Standing"), event, room)
    pages += _pages(story, _("Boards"), event, room)
    return make_document(pages, _footing(posting), title=event.name, suits="four")


def _pages(story: Sequence[Flowable], title: str, event: Event, room: float) -> Iterator[Page]:
    for column in in_columns(story, _BODY.width, room):
        yield page_of([(_BODY.width, column)], title, f"{event.name} · {_when(event)}")


def _cover(posting: Posting, address: str, pen: Pen) -> None:
    event = posting.event
    halls = [hall for hall in published.halls_of(event, posting) if hall["ranked"]]
    players = posting.lines.filter(wind="").count()
    inner = pen.body.inset(10 * mm, 14 * mm)
    crown, name, when, count, square, where, seal = inner.rows(
        40 * mm, 26 * mm, 12 * mm, 12 * mm, 0, 12 * mm, 16 * mm
    )
    draw_crown(pen, crown.x + crown.width / 2 - 22 * mm, crown.y, 44 * mm)
    pen.text(name, event.name, 30, bold=True, align="center")
    pen.text(when, _when(event), 16, align="center", grey=0.2)
    told = (
        ngettext("%(count)s hall", "%(count)s halls", len(halls)) % {"count": len(halls)},
        _("%(count)s in the standing") % {"count": players},
    )
    pen.text(count, " · ".join(told), 13, align="center", grey=0.2)
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


def _standing(posting: Posting) -> list[Flowable]:
    """Overall, then the winds two and two."""
    tables = [
        _first_lines(wind, lines)
        for wind in ORDER
        if (lines := _first(posting, wind, FIRST_OF_A_WIND if wind else FIRST_LINES))
    ]
    story: list[Flowable] = []
    for listing in tables[:1]:
        story.append(listing.table(_BODY.width, _LINE, 10))
        story[0].spaceAfter = GAP
    return [*story, *(_side_by_side(tables[at : at + 2]) for at in range(1, len(tables), 2))]


def _first(posting: Posting, wind: str, most: int) -> list[Context]:
    rows = posting.lines.filter(wind=wind, place__lte=most).select_related("hall")
    return [line_of(row, rounds_of(posting.event)) for row in rows.order_by("place")]


def _side_by_side(listings: Sequence[Listing]) -> Drawn:
    wide = (_BODY.width - GAP) / 2
    tables = [listing.table(wide, _LINE, 9, fixed=True) for listing in listings]

    def draw(pen: Pen, box: Box) -> None:
        for at, table in enumerate(tables):
            put(pen, Box(box.x + at * (wide + GAP), box.y, wide, box.height), table)

    return Drawn(draw, max(height_of([table], wide) for table in tables) + GAP)


def _first_lines(wind: str, lines: Sequence[Context]) -> Listing:
    columns = (
        Column(_("Place"), 11 * mm, "right"),
        Column(_("Name"), bold=True),
        Column(_("Hall"), 30 * mm if wind else 60 * mm, grey=0.2),
        Column("%", 15 * mm, "right"),
    )
    listed = [
        (
            str(line["row"].rank),
            line["row"].name,
            line["row"].hall.name,
            number(line["percent"], fixed=True),
        )
        for line in lines
    ]
    title = column_name(wind) if wind else _("Overall")
    winds = tuple(Side(wind).winds) if wind in tuple(SIDES) else (Wind(wind),) if wind else ()
    return Listing(columns, listed, title=title, winds=winds)


# --- a board of it


def _board(board: Context, posting: Posting) -> Drawn:
    fields = published.told(board, posting)
    wide = _BODY.width - 2 * _INSET
    comment = [words(line, 9) for line in board["comment"].splitlines() if line]
    picture = _picture(fields[0]["columns"], wide * 0.52) if len(fields) == 1 else None
    below: list[Flowable] = []
    if len(fields) == 1:
        below.append(_worths(fields[0], wide))
    elif fields:
        below.append(_several(fields).table(wide, 4.5 * mm, 8))
    if board["luck"]:
        told = _("Luck of the cards: %(luck)s") % {"luck": dealt(board["luck"])}
        below.append(words(told, 8.5, grey=0.2))
    below += comment
    tall = 2 * _INSET + _HEAD + _DIAGRAM + 2 * mm + height_of(below, wide) + len(below) * 1.5 * mm
    return Drawn(partial(_draw_board, board, picture, below), tall + 3 * mm)


def _picture(columns: Mapping[SheetColumn, Context], wide: float) -> Drawing:
    picture = heaps({column: told["made"] for column, told in columns.items()})
    picture.renderScale = min(wide / picture.width, (_DIAGRAM - 2 * mm) / picture.height)
    return picture


def _several(fields: Sequence[Context]) -> Listing:
    """A line for each hand that the board was played as: the mean of each column, and the ends."""

    def told(of_column: Context) -> str:
        mean = number(of_column["mean"], places=1)
        best, worst = of_column["worth"][0].points, of_column["worth"][-1].points
        return f"{mean} ({number(worst)} … {number(best)})" if best > worst else mean

    columns = list(dict.fromkeys(column for field in fields for column in field["columns"]))
    titles = [Column(), Column(_("Tables"), 14 * mm, "right")]
    titles += [Column(column_name(column), 36 * mm, "right") for column in columns]
    lines = [
        (
            field["name"],
            str(field["tables"]),
            *(
                told(field["columns"][column]) if column in field["columns"] else ""
                for column in columns
            ),
        )
        for field in fields
    ]
    return Listing(titles, lines, head=5 * mm, air=0.2 * mm)


def _worths(field: Context, wide: float) -> Drawn:
    """The tables of the columns side by side."""
    columns = field["columns"]
    rows = {column: _shown(told["worth"]) for column, told in columns.items()}
    count = max(map(len, rows.values()))
    head = 2 * mm + 5 * mm

    def draw(pen: Pen, box: Box) -> None:
        cells = box.columns(*[0] * len(columns))
        for (column, told), cell in zip(columns.items(), cells, strict=True):
            title, rest = cell.inset(1.5 * mm, 0).rows(6 * mm, cell.height - 6 * mm)
            mean = _("mean %(mean)s") % {"mean": number(told["mean"], places=1)}
            with_badges(_winds(column), f"{column_name(column)} · {mean}", 8)(pen, title)
            put(pen, rest, _table(rows[column]).table(rest.width, _ROW, 7, fixed=True))

    return Drawn(draw, head + 4.5 * mm + _ROW * count)


def _winds(column: SheetColumn) -> tuple[Wind, ...]:
    return tuple(column.winds) if isinstance(column, Side) else (Wind(column),)


def _shown(worths: Sequence[Worth]) -> list[Worth | None]:
    """None where some are left out."""
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
        put(pen, right.inset(2 * mm, 1 * mm), picture)
    lower = lower._replace(height=lower.height - 2 * mm)
    for part in below:
        lower = put(pen, lower, part)
        gap = 1.5 * mm if isinstance(part, Paragraph) else 0
        lower = lower._replace(height=lower.height - gap)
