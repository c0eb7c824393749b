"""The seating of a partita on paper: everybody by name, to be found in a crowd, and every table with its four."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from king.alphabet import alphabetical
from king.winds import WINDS, Wind
from printing.occasion import Occasion, SeatedTable, find_round, occasion_of, seated_tables
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Page, Pen, Progress, body_of, heading, make_document
from printing.ruled_list import in_even_parts
from printing.wording import wind_name
from tournaments.models import Entry, Tournament

_HEAD, _LOWEST, _TALLEST = 7.5 * mm, 6.6 * mm, 10.5 * mm
_FEW_TABLES = 10
"""So many stand two across, in letters to be read from farther off; more of them three across."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one person sits; no table for one who sits this partita out."""

    sorted_name: str
    table: int | None
    wind: Wind | None
    from_hand: int = 1


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating of a partita."""

    occasion: Occasion
    published: bool
    placements: tuple[Placement, ...]
    tables: tuple[SeatedTable, ...]


def gather(tournament: Tournament, options: Options) -> Seating:
    """Who sits where in the partita asked for, and who rests."""
    round = find_round(tournament, options.round)
    tables = seated_tables(round)
    seated = [
        Placement(sitting.sorted_name, table.number, wind, sitting.from_hand)
        for table in tables
        for wind in WINDS
        for sitting in table.seats[wind]
    ]
    resting = Entry.objects.filter(tournament=tournament).playing().exclude(seats__round=round)
    resting = resting.prefetch_related("members__player")
    seated += [Placement(entry.sorted_title, None, None) for entry in resting]
    seated.sort(key=lambda placement: alphabetical(placement.sorted_name))
    published = round.seating_published_at is not None
    return Seating(occasion_of(tournament, round), published, tuple(seated), tables)


def render(seating: Seating, progress: Progress | None = None) -> bytes:
    """First the list by name, in two columns, then the tables, two or three across."""
    pages = [*_pages_by_name(seating), *_pages_by_table(seating)]
    state = "" if seating.published else _("seating not yet published")
    return make_document(pages, seating.occasion.footing(state), title=_("Seating"), progress=progress)


def _pages_by_name(seating: Seating) -> list[Page]:
    room = body_of(PORTRAIT).height - HEADING - _HEAD
    pages: list[Page] = []
    for batch in in_even_parts(seating.placements, 2 * int(room / _LOWEST)):
        # A short list is read down one column before it starts another, and the two are kept level.
        height = max(12, -(-len(batch) // 2))
        pages.append(partial(_draw_names, seating, batch, height, min(_TALLEST, room / height)))
    return pages


def _draw_names(seating: Seating, batch: tuple[Placement, ...], height: int, row: float, pen: Pen) -> None:
    rest = heading(pen, _("Seating by name"), seating.occasion.subject)
    gap = 8 * mm
    wide = (rest.width - gap) / 2
    for number, column in enumerate((batch[:height], batch[height:])):
        if not column:
            continue
        box = Box(rest.x + number * (wide + gap), rest.y, wide, rest.height)
        head, *lines = box.rows(_HEAD, *[row] * len(column))
        _draw_name_line(pen, head, (_("Name"), pgettext("column of a list", "Table"), _("Wind")), size=8.5, grey=0.3)
        for placement, line in zip(column, lines, strict=True):
            _draw_placement(pen, line, placement)


def _draw_placement(pen: Pen, line: Box, placement: Placement) -> None:
    pen.line(line.x, line.top, line.right, line.top, 0.3, 0.6)
    name = placement.sorted_name
    if placement.from_hand > 1:
        name = _("%(name)s (from hand %(hand)d)") % {"name": name, "hand": placement.from_hand}
    if placement.table is None or placement.wind is None:
        _draw_name_line(pen, line, (name, "–", _("rests")), size=11)
        return
    _draw_name_line(pen, line, (name, str(placement.table), wind_name(placement.wind)), size=11)
    pen.badge(placement.wind, line.right - 23.5 * mm, line.y + line.height / 2 - 3 * mm, 6 * mm)


def _draw_name_line(pen: Pen, line: Box, cells: tuple[str, str, str], *, size: float, grey: float = 0) -> None:
    name, table, wind = line.columns(line.width - 37 * mm, 12 * mm, 25 * mm)
    pen.text(Box(name.x, name.y + 0.3 * mm, name.width - 1 * mm, name.height - 0.6 * mm), cells[0], size, grey=grey)
    pen.text(table, cells[1], size, bold=not grey, align="right", grey=grey)
    pen.text(Box(wind.x + 9 * mm, wind.y, 16 * mm, wind.height), cells[2], size, grey=grey)


def _pages_by_table(seating: Seating) -> list[Page]:
    across, card, scale = (2, 48 * mm, 1.35) if len(seating.tables) <= _FEW_TABLES else (3, 33 * mm, 1.0)
    down = int((body_of(PORTRAIT).height - HEADING) / card)
    remaining = iter(seating.tables)
    pages: list[Page] = []
    while batch := tuple(islice(remaining, across * down)):
        pages.append(partial(_draw_tables, seating, batch, across, card, scale))
    return pages


def _draw_tables(
    seating: Seating, batch: tuple[SeatedTable, ...], across: int, card: float, scale: float, pen: Pen
) -> None:
    rest = heading(pen, _("Seating by table"), seating.occasion.subject)
    wide = rest.width / across
    for place, table in enumerate(batch):
        row, column = divmod(place, across)
        box = Box(rest.x + column * wide, rest.top - (row + 1) * card, wide, card)
        _draw_table(pen, box.inset(1 * mm), table, scale)


def _draw_table(pen: Pen, box: Box, table: SeatedTable, scale: float) -> None:
    pen.frame(box, 0.6, grey=0.3)
    number, names = box.columns(14 * mm * scale, box.width - 14 * mm * scale)
    pen.frame(number, 0, fill=0.9)
    pen.text(number.inset(1 * mm), str(table.number), 26 * scale, bold=True, align="center")
    names = names.inset(1.6 * mm, 0.8 * mm)
    if table.titles:
        upper, names = names.rows(4.6 * mm * scale, names.height - 4.6 * mm * scale)
        pen.text(upper, " – ".join(dict.fromkeys(table.titles.values())), 9 * scale, bold=True)
    winds = [wind for wind in WINDS if table.seats[wind]] or list(WINDS)
    badge = 5.6 * mm * scale
    for wind, line in zip(winds, names.rows(*[names.height / len(winds)] * len(winds)), strict=True):
        pen.badge(wind, line.x, line.y + line.height / 2 - badge / 2, badge)
        left = badge + 1.2 * mm * scale
        pen.text(Box(line.x + left, line.y, line.width - left, line.height), table.name(wind), 10 * scale)
