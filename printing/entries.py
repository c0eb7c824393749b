"""The entry list: who is entered, by name, with the wind drawn, the club and room for a tick (§7, point 2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm

from king.alphabet import alphabetical
from king.winds import Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, heading, make_document
from printing.ruled_list import tick_box
from printing.wording import side_name, wind_letter, wind_name
from tournaments.models import Entry, Tournament

_ROW, _TALL_ROW = 7 * mm, 12 * mm


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry; ``wind`` is None before the draw. ``players`` are those of a pair or team with a name of its own."""

    number: int
    sorted_name: str
    club: str
    wind: Wind | None
    wind_number: int | None
    present: bool
    withdrawn: bool
    unranked: bool
    sides: str = "individual"
    players: tuple[str, ...] = ()

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


def gather(tournament: Tournament, options: Options) -> EntryList:
    """The entries with their players, in a fixed number of queries."""
    rows = Entry.objects.filter(tournament=tournament).prefetch_related("members__player")
    lines = (_line(row, tournament.rules.sides) for row in rows)
    entries = sorted(lines, key=lambda line: alphabetical(line.sorted_name))
    if not entries:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the list."), code="no_entries"
        )
    return EntryList(occasion_of(tournament), tuple(entries), tournament.fee)


def _line(row: Entry, sides: str) -> EntryLine:
    clubs = dict.fromkeys(member.player.club for member in row.members.all() if member.player.club)
    return EntryLine(
        number=row.number,
        sorted_name=row.sorted_title,
        club=" – ".join(clubs),
        wind=Wind(row.wind) if row.wind else None,
        wind_number=row.wind_number,
        present=row.present,
        withdrawn=row.withdrawn_at is not None,
        unranked=row.unranked,
        sides=sides,
        players=tuple(member.player.full_name for member in row.members.all()) if row.name else (),
    )


def render(entries: EntryList, progress: Progress | None = None) -> bytes:
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
    head, *rows = rest.rows(8 * mm, *[_height(entries.entries)] * len(lines))
    drawn = _("Drawn") if lines[0].sides in ("pairs", "teams") else _("Wind")
    paid = _("paid %(fee)s") % {"fee": entries.fee} if entries.fee else _("paid")
    texts = (_("here"), paid, _("No."), _("Name"), _("Club"), drawn, _("Note"))
    for cell, text in zip(_cells(head), texts, strict=True):
        pen.text(cell, text, 8, grey=0.3, paragraph=True)
    for line, row in zip(lines, rows, strict=True):
        pen.line(row.x, row.top, row.right, row.top, 0.3, 0.6)
        _draw_line(pen, row, line)


def _cells(row: Box) -> tuple[Box, ...]:
    cells = row.columns(9 * mm, 17 * mm, 11 * mm, 65 * mm, 38 * mm, 24 * mm, 26 * mm)
    return tuple(cell.inset(1 * mm, 0.3 * mm) for cell in cells)


def _draw_line(pen: Pen, row: Box, line: EntryLine) -> None:
    here, paid, number, name, club, wind, note = _cells(row)
    tick_box(line.present and not line.withdrawn)(pen, here)
    tick_box()(pen, paid)
    pen.text(number, str(line.number), 9, grey=0.3)
    if line.players:
        upper, lower = name.rows(name.height * 0.42, name.height * 0.58)
        pen.text(upper, line.sorted_name, 10.5)
        pen.text(lower, ", ".join(line.players), 7.5, grey=0.25, paragraph=True)
    else:
        pen.text(name, line.sorted_name, 10.5)
    pen.text(club, line.club, 9, grey=0.2)
    if line.wind is not None and line.sides in ("pairs", "teams"):
        pen.text(wind, line.drawn, 9)
    elif line.wind is not None:
        pen.badge(line.wind, wind.x, wind.y + wind.height / 2 - 2.8 * mm, 5.6 * mm)
        pen.text(Box(wind.x + 6.5 * mm, wind.y, wind.width - 6.5 * mm, wind.height), line.drawn, 9)
    notes = [_("withdrawn")] if line.withdrawn else [] if line.present else [_("not here yet")]
    notes += [_("not ranked")] if line.unranked else []
    pen.text(note, ", ".join(notes), 8.5, grey=0.2)
