"""Who is entered: the entry list, receipts, slips for signing and for a draw by hand, and what was drawn (§7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm

from king.alphabet import alphabetical
from king.cards.winds import Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import (
    HEADING,
    MARGIN,
    PORTRAIT,
    Box,
    Page,
    Pen,
    Progress,
    body_of,
    heading,
    make_document,
    one_size,
)
from printing.ruled_list import HEAD, Cell, Column, draw_list, in_even_parts, in_parts, tick_box
from scoring.sheet_steps import signing_code
from tournaments.head_count import head_count, seats_of_entries
from tournaments.models import Entry, Player, Tournament
from wording.naming import drawn_place, side_name, wind_letter, wind_name

_ROW, _TALL_ROW = 7 * mm, 12 * mm


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry; ``wind`` is None before the draw. ``players`` are those of a pair or team with a name of its own."""

    number: int
    name: str
    club: str
    wind: Wind | None
    wind_number: int | None
    present: bool
    withdrawn: bool
    unranked: bool
    sides: str = "individual"
    players: tuple[str, ...] = ()
    fee_paid: bool = False

    @property
    def drawn(self) -> str:
        """What was drawn: a wind and a number, the pair's line and number, or a team's place in the order."""
        if self.wind is None:
            return ""
        place = f" {self.wind_number}" if self.wind_number else ""
        if self.sides == "teams":
            return (f"{wind_letter(self.wind)}{place.strip()}") if place else ""
        return (side_name(self.wind.side) if self.sides == "pairs" else wind_name(self.wind)) + place


@dataclass(frozen=True, slots=True)
class EntryList:
    """All entries of an evening, alphabetically."""

    occasion: Occasion
    entries: tuple[EntryLine, ...]
    fee: str = ""


def gather_entries(tournament: Tournament, options: Options) -> EntryList:
    """The entries with their players, in a fixed number of queries."""
    rows = Entry.objects.filter(tournament=tournament).prefetch_related("members__player")
    lines = (_line(row, tournament.rules.sides) for row in rows)
    entries = sorted(lines, key=lambda line: alphabetical(line.name))
    if not entries:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the list."), code="no_entries"
        )
    return EntryList(occasion_of(tournament), tuple(entries), tournament.fee)


def _line(row: Entry, sides: str) -> EntryLine:
    clubs = dict.fromkeys(member.player.club for member in row.members.all() if member.player.club)
    return EntryLine(
        number=row.number,
        name=row.title,
        club=" – ".join(clubs),
        wind=Wind(row.wind) if row.wind else None,
        wind_number=row.wind_number,
        present=row.present,
        withdrawn=row.withdrawn_at is not None,
        unranked=row.unranked,
        sides=sides,
        players=tuple(member.player.full_name for member in row.members.all()) if row.name else (),
        fee_paid=row.fee_paid,
    )


def render_entries(entries: EntryList, progress: Progress | None = None) -> bytes:
    """The list, one line an entry."""
    most = int((body_of(PORTRAIT).height - HEADING - 8 * mm) / _height(entries.entries))
    lines = entries.entries
    pages = [partial(_draw_page, entries, lines[at : at + most]) for at in range(0, len(lines), most)]
    return make_document(pages, entries.occasion.footing(), title=_("Entries"), progress=progress)


def how_many(entries: EntryList) -> str:
    """``16 entries``; of pairs and of teams as many as there are of them, not of players."""
    count = len(entries.entries)
    sentence = {
        "pairs": ngettext("%(count)d pair", "%(count)d pairs", count),
        "teams": ngettext("%(count)d team", "%(count)d teams", count),
    }.get(entries.entries[0].sides, ngettext("%(count)d entry", "%(count)d entries", count))
    return sentence % {"count": count}


def _height(lines: tuple[EntryLine, ...]) -> float:
    """Entries with a name of their own have their players under it."""
    return _TALL_ROW if any(line.players for line in lines) else _ROW


def _draw_page(entries: EntryList, lines: tuple[EntryLine, ...], pen: Pen) -> None:
    rest = heading(pen, _("Entries"), entries.occasion.subject, how_many(entries))
    drawn = _("Drawn") if lines[0].sides in ("pairs", "teams") else _("Wind")
    paid = _("paid %(fee)s") % {"fee": entries.fee} if entries.fee else _("paid")
    columns = (
        Column(_("here"), 9 * mm), Column(paid, 17 * mm), Column(_("No."), 11 * mm, size=9),
        Column(_("Name"), 65 * mm, size=10.5), Column(_("Club"), 38 * mm, size=9), Column(drawn, 24 * mm, size=9),
        Column(_("Note"), 26 * mm, size=8.5),
    )  # fmt: skip
    draw_list(pen, rest, columns, [_cells(line) for line in lines], _height(entries.entries))


def _cells(line: EntryLine) -> tuple[Cell, ...]:
    name = partial(_draw_name, line) if line.players else line.name
    wind = partial(_draw_wind, line) if line.wind is not None and line.sides not in ("pairs", "teams") else line.drawn
    notes = [_("withdrawn")] if line.withdrawn else [] if line.present else [_("not here yet")]
    notes += [_("not ranked")] if line.unranked else []
    here = tick_box(line.present and not line.withdrawn)
    return here, tick_box(line.fee_paid), str(line.number), name, line.club, wind, ", ".join(notes)


def _draw_name(line: EntryLine, pen: Pen, cell: Box) -> None:
    upper, lower = cell.rows(cell.height * 0.42, cell.height * 0.58)
    pen.text(upper, line.name, 10.5)
    pen.text(lower, ", ".join(line.players), 7.5, grey=0.25, paragraph=True)


def _draw_wind(line: EntryLine, pen: Pen, cell: Box) -> None:
    assert line.wind is not None
    pen.badge(line.wind, cell.x, cell.y + cell.height / 2 - 2.8 * mm, 5.6 * mm)
    pen.text(Box(cell.x + 6.5 * mm, cell.y, cell.width - 6.5 * mm, cell.height), line.drawn, 9)


ACROSS, DOWN = 2, 5
WIDTH, HEIGHT = 95 * mm, 53.5 * mm


@dataclass(frozen=True, slots=True)
class Receipts:
    """Whose fee, and how much it is where the evening says so; otherwise a line for the pen."""

    occasion: Occasion
    entries: tuple[tuple[int, str], ...]
    fee: str = ""


def gather_receipts(tournament: Tournament, options: Options) -> Receipts:
    """The entries that have not left, by name; house players pay nothing. Three queries."""
    found = tournament.entries.filter(withdrawn_at__isnull=True).exclude(members__player__is_house=True)
    found = found.prefetch_related("members__player")
    entries = sorted(found, key=lambda entry: alphabetical(entry.title))
    if not entries:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the receipts."), code="no_entries"
        )
    return Receipts(occasion_of(tournament), tuple((each.number, each.title) for each in entries), tournament.fee)


def render_receipts(receipts: Receipts, progress: Progress | None = None) -> bytes:
    """Ten on a page."""
    pages: list[Page] = [
        partial(_draw_receipt_page, receipts, part) for part in in_parts(receipts.entries, ACROSS * DOWN)
    ]
    return make_document(pages, receipts.occasion.footing(), title=_("Receipts"), progress=progress)


def _draw_receipt_page(receipts: Receipts, part: Sequence[tuple[int, str]], pen: Pen) -> None:
    top = pen.size[1] - MARGIN
    for place, (number, name) in enumerate(part):
        row, column = divmod(place, ACROSS)
        box = Box(MARGIN + column * WIDTH, top - (row + 1) * HEIGHT, WIDTH, HEIGHT)
        _draw_receipt(pen, box.inset(5 * mm, 4 * mm), receipts, number, name)
    pen.cut_apart(ACROSS, -(-len(part) // ACROSS), WIDTH, HEIGHT)


def _draw_receipt(pen: Pen, box: Box, receipts: Receipts, number: int, name: str) -> None:
    head, who, what, where, sign = box.rows(9 * mm, 10 * mm, 9 * mm, 7 * mm, box.height - 35 * mm)
    title, count = head.columns(head.width - 20 * mm, 20 * mm)
    pen.text(title, _("Receipt"), 13, bold=True)
    pen.text(count, _("no. %(number)d") % {"number": number}, 10, align="right", grey=0.2)
    pen.text(who, _("Received from %(name)s") % {"name": name}, 11)
    pen.text(what, _("entry fee: %(fee)s") % {"fee": receipts.fee or "_" * 14}, 11, bold=bool(receipts.fee))
    day = formats.date_format(receipts.occasion.date, "SHORT_DATE_FORMAT")
    pen.text(where, f"{receipts.occasion.tournament}, {day}", 8.5, grey=0.2)
    pen.line(sign.x + sign.width * 0.4, sign.y + 4 * mm, sign.right, sign.y + 4 * mm, 0.5)
    below = Box(sign.x + sign.width * 0.4, sign.y, sign.width * 0.6, 4 * mm)
    pen.text(below, _("for the club"), 7, grey=0.3, align="right")


_NOTE, _DRAW_ROW, _TALLEST, _LARGEST = 10 * mm, 5.4 * mm, 18 * mm, 20.0
_PLACE, _NUMBER, _FEW = 10 * mm, 11 * mm, 14
_ROOM = body_of(PORTRAIT).height - HEADING - _NOTE - _PLACE - HEAD
_MOST = int(_ROOM / _DRAW_ROW)


Drawn = tuple[Wind, tuple[tuple[int, str], ...]]
"""A wind, line or place, and the entries with the numbers that they drew."""


@dataclass(frozen=True, slots=True)
class DrawResult:
    """For each wind, line or place the entries with the numbers that they drew; ``seed`` empty: drawn by hand."""

    occasion: Occasion
    drawn: tuple[Drawn, ...]
    seed: str = ""
    sides: str = "individual"


def gather_draw_result(tournament: Tournament, options: Options) -> DrawResult:
    """The draw as it stands, in two queries or three."""
    found = tournament.entries.filter(withdrawn_at__isnull=True, wind_number__isnull=False)
    entries = sorted(found.prefetch_related("members__player"), key=lambda entry: entry.wind_number or 0)
    if not entries:
        raise ValidationError(
            gettext_lazy("The winds are not drawn yet: draw them, then print the result."), code="not_drawn"
        )
    drawn = tuple(
        (wind, tuple((entry.wind_number or 0, entry.title) for entry in entries if entry.wind == wind.value))
        for wind in seats_of_entries(tournament)
    )
    return DrawResult(occasion_of(tournament), drawn, tournament.draw_seed, tournament.rules.sides)


def render_draw_result(result: DrawResult, progress: Progress | None = None) -> bytes:
    """Two winds side by side, all four on one page while they are short; a big hall goes on over pages."""
    longest = max(len(names) for _wind, names in result.drawn)
    winds = [result.drawn] if longest <= _FEW else in_parts(result.drawn, 2)
    pages = [
        partial(_draw_draw_page, result, drawn, part)
        for drawn in winds
        for part in in_even_parts(range(longest), _MOST)
    ]
    return make_document(pages, result.occasion.footing(), title=_title(result), progress=progress)


def _title(result: DrawResult) -> str:
    """Teams are drawn into an order; everybody else draws a wind or a line."""
    titles = {"pairs": _("Draw of the lines"), "teams": _("Draw of the meetings")}
    return titles.get(result.sides, _("Draw of the winds"))


def _draw_draw_page(result: DrawResult, winds: Sequence[Drawn], part: tuple[int, ...], pen: Pen) -> None:
    rest = heading(pen, _title(result), result.occasion.subject)
    note, body = rest.rows(_NOTE, rest.height - _NOTE)
    how = _("Drawn by hand.")
    if result.seed:
        how = _("Drawn by the program from the seed %(seed)s: with it anybody can repeat the draw.") % {
            "seed": result.seed
        }
    pen.text(note, how, 9, grey=0.2, paragraph=True, upright="top")
    gap = 4 * mm
    wide, tall = (body.width - gap) / 2, body.height / -(-len(winds) // 2)
    row = min(_TALLEST, (tall - _PLACE - HEAD) / max(len(part), 1))
    names = [name for _wind, drawn in result.drawn for _number, name in drawn]
    size = one_size(names, wide - _NUMBER - 2 * mm, min(_LARGEST, row / mm * 1.66))
    for place, (wind, drawn) in enumerate(winds):
        line, column = divmod(place, 2)
        box = Box(body.x + column * (wide + gap), body.top - (line + 1) * tall, wide, tall)
        shown = drawn[part[0] : part[-1] + 1] if part else ()
        title, listed = box.rows(_PLACE, tall - _PLACE)
        _draw_place(pen, title, wind, result.sides)
        columns = (
            Column(_("No."), _NUMBER, "right", bold=True, size=size), Column(_("Name"), wide - _NUMBER, size=size)
        )  # fmt: skip
        draw_list(pen, listed, columns, [(str(number), name) for number, name in shown], row)


def _draw_place(pen: Pen, box: Box, wind: Wind, sides: str) -> None:
    """The badge of the wind, both of a line; a team sits at either, and has none."""
    left = box.x
    for each in {"pairs": wind.side.winds, "teams": ()}.get(sides, (wind,)):
        pen.badge(each, left, box.y + 1 * mm, 8 * mm)
        left += 10 * mm
    pen.text(Box(left, box.y, box.right - left, box.height), drawn_place(wind, sides), 13, bold=True)


WIND_SLIP_ACROSS, WIND_SLIP_DOWN = 4, 8
WIND_SLIP_WIDTH, WIND_SLIP_HEIGHT = 190 * mm / WIND_SLIP_ACROSS, 33.5 * mm

Slip = tuple[Wind, int]


@dataclass(frozen=True, slots=True)
class WindSlips:
    """What is drawn for; ``sides`` is the rule system's, as pairs draw a line and teams a place in the order."""

    occasion: Occasion
    slips: tuple[Slip, ...]
    sides: str = "individual"


def gather_wind_slips(tournament: Tournament, options: Options) -> WindSlips:
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


def render_wind_slips(slips: WindSlips, progress: Progress | None = None) -> bytes:
    """Thirty-two on a page."""
    pages: list[Page] = [
        partial(_draw_wind_slip_page, slips, part) for part in in_parts(slips.slips, WIND_SLIP_ACROSS * WIND_SLIP_DOWN)
    ]
    return make_document(pages, slips.occasion.footing(), title=_("Slips for the draw"), progress=progress)


def slip_words(slip: Slip, sides: str) -> str:
    """What a slip says: ``North 3``, ``North–South 3``, ``First of the meeting 3``."""
    wind, place = slip
    return f"{drawn_place(wind, sides)} {place}"


def _draw_wind_slip_page(slips: WindSlips, part: Sequence[Slip], pen: Pen) -> None:
    top = pen.size[1] - MARGIN
    for place, slip in enumerate(part):
        row, column = divmod(place, WIND_SLIP_ACROSS)
        box = Box(
            MARGIN + column * WIND_SLIP_WIDTH, top - (row + 1) * WIND_SLIP_HEIGHT, WIND_SLIP_WIDTH, WIND_SLIP_HEIGHT
        )
        _draw_slip(pen, box.inset(3 * mm), slip, slips)
    pen.cut_apart(WIND_SLIP_ACROSS, -(-len(part) // WIND_SLIP_ACROSS), WIND_SLIP_WIDTH, WIND_SLIP_HEIGHT)


def _draw_slip(pen: Pen, box: Box, slip: Slip, slips: WindSlips) -> None:
    badge, words, evening = box.rows(14 * mm, 8 * mm, box.height - 22 * mm)
    wind, place = slip
    side = 12 * mm
    pen.badge(wind, badge.x + badge.width / 2 - side - 1 * mm, badge.y + 1 * mm, side)
    figure = Box(badge.x + badge.width / 2 + 1.5 * mm, badge.y, badge.width / 2 - 1.5 * mm, badge.height)
    pen.text(figure, str(place), 30, bold=True)
    pen.text(words, slip_words(slip, slips.sides), 12, bold=True, align="center")
    pen.text(evening, slips.occasion.tournament, 6, align="center", grey=0.3)


SIGNING_SLIPS_ACROSS, SIGNING_SLIPS_DOWN = 3, 8
SIGNING_SLIPS_WIDTH, SIGNING_SLIPS_HEIGHT = 190 * mm / SIGNING_SLIPS_ACROSS, 33.5 * mm


@dataclass(frozen=True, slots=True)
class SigningSlips:
    """Everybody's name and code, in the order of the names."""

    occasion: Occasion
    slips: tuple[tuple[str, str], ...]


def gather_signing_slips(tournament: Tournament, options: Options) -> SigningSlips:
    """Who is entered and has not left, and whoever sits in for somebody."""
    entered = Q(memberships__entry__tournament=tournament, memberships__entry__withdrawn_at__isnull=True)
    players = Player.objects.filter(entered | Q(seats__round__tournament=tournament)).distinct()
    slips = sorted(((each.full_name, signing_code(tournament, each)) for each in players), key=_by_name)
    if not slips:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the signing slips."), code="no_entries"
        )
    return SigningSlips(occasion_of(tournament), tuple(slips))


def _by_name(slip: tuple[str, str]) -> Any:
    return alphabetical(slip[0])


def render_signing_slips(slips: SigningSlips, progress: Progress | None = None) -> bytes:
    """Twenty-four on a page."""
    pages: list[Page] = [
        partial(_draw_signing_slips_page, slips, part)
        for part in in_parts(slips.slips, SIGNING_SLIPS_ACROSS * SIGNING_SLIPS_DOWN)
    ]
    return make_document(pages, slips.occasion.footing(), title=_("Signing slips"), progress=progress)


def _draw_signing_slips_page(slips: SigningSlips, part: Sequence[tuple[str, str]], pen: Pen) -> None:
    top = pen.size[1] - MARGIN
    for place, (name, code) in enumerate(part):
        row, column = divmod(place, SIGNING_SLIPS_ACROSS)
        box = Box(
            MARGIN + column * SIGNING_SLIPS_WIDTH,
            top - (row + 1) * SIGNING_SLIPS_HEIGHT,
            SIGNING_SLIPS_WIDTH,
            SIGNING_SLIPS_HEIGHT,
        ).inset(3 * mm)
        who, figure, words, evening = box.rows(6 * mm, 10 * mm, 7 * mm, box.height - 23 * mm)
        pen.text(who, name, 10, bold=True)
        pen.text(figure, code, 20, bold=True)
        pen.text(words, _("Your signing code: type it where your table signs. Show it to nobody."), 7, paragraph=True)
        pen.text(evening, slips.occasion.tournament, 6, grey=0.3)
    pen.cut_apart(
        SIGNING_SLIPS_ACROSS, -(-len(part) // SIGNING_SLIPS_ACROSS), SIGNING_SLIPS_WIDTH, SIGNING_SLIPS_HEIGHT
    )
