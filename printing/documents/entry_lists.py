"""Who is entered: the list, receipts, slips for signing and for a draw by hand, what was drawn (§7); the members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm

from king.cards import Wind
from king.words import alphabetical
from printing.lists import (
    GAP,
    Cell,
    Column,
    LabelSheet,
    Listing,
    Strong,
    height_of,
    in_even_parts,
    in_parts,
    list_pages,
    page_of,
    tick_box,
    with_badges,
    words,
)
from printing.occasion import Occasion, Options, occasion_of
from printing.paper import HEADING, PORTRAIT, Box, Footing, Pen, Progress, body_of, make_document
from printing.spreadsheets import Listed
from scoring.sheet_steps import signing_code
from tournaments.head_count import head_count, seats_of_entries
from tournaments.models import Entry, Player, Tournament
from tournaments.people.models import Membership
from wording.naming import drawn_place, side_name, wind_letter, wind_name


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
    rows = Entry.objects.filter(tournament=tournament).with_players()
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
    drawn = _("Drawn") if entries.entries[0].sides in ("pairs", "teams") else _("Wind")
    paid = _("paid %(fee)s") % {"fee": entries.fee} if entries.fee else _("paid")
    columns = (
        Column(_("here"), 9 * mm), Column(paid, 17 * mm), Column(_("No."), 11 * mm, size=0.9),
        Column(_("Name"), size=1.05), Column(_("Club"), 38 * mm, size=0.9), Column(drawn, 24 * mm, size=0.9),
        Column(_("Note"), 26 * mm, size=0.85),
    )  # fmt: skip
    listing = Listing(columns, [_cells(line) for line in entries.entries])
    pages = list_pages(
        [listing.table(body_of(PORTRAIT).width, 7 * mm)], _("Entries"), entries.occasion.subject, how_many(entries)
    )
    return make_document(pages, entries.occasion.footing(), title=_("Entries"), progress=progress)


def members_listed(year: int, members: Iterable[Membership]) -> Listed:
    """The members of a year with their fees, for a spreadsheet."""
    head = [_("Name"), _("Card"), _("Club"), _("Fee"), _("Paid on")]
    lines = [
        (member.player.full_name, member.player.card_number, member.player.club,
         None if member.fee is None else Fraction(member.fee),
         "" if member.paid_on is None else formats.date_format(member.paid_on, "SHORT_DATE_FORMAT"))
        for member in members
    ]  # fmt: skip
    title = _("Members")
    return Listed("members", title, title, head, lines, 1)


def render_members(year: int, members: Sequence[Membership]) -> bytes:
    """The same on paper, with what was paid below."""
    listed = members_listed(year, members)
    widths = (0, 30 * mm, 40 * mm, 20 * mm, 28 * mm)
    columns = [Column(title, width, "left" if at < 3 else "right")
               for at, (title, width) in enumerate(zip(listed.head, widths, strict=True))]  # fmt: skip
    fees = [member.fee for member in members if member.fee is not None]
    lines: list[Sequence[Cell]] = [
        (str(name), str(card), str(club), "" if member.fee is None else formats.number_format(member.fee, 2), str(paid))
        for member, (name, card, club, _fee, paid) in zip(members, listed.lines, strict=True)
    ]
    total = Strong(_("Paid: %(paid)d of %(count)d") % {"paid": len(fees), "count": len(lines)})
    lines.append((total, "", "", Strong(formats.number_format(sum(fees, Decimal()), 2)), ""))
    listing = Listing(columns, lines)
    footing = Footing(f"{listed.title} {year}", timezone.now())
    pages = list_pages([listing.table(body_of(PORTRAIT).width, 7 * mm)], listed.title, str(year))
    return make_document(pages, footing, title=listed.title)


def how_many(entries: EntryList) -> str:
    """``16 entries``; of pairs and of teams as many as there are of them, not of players."""
    count = len(entries.entries)
    sentence = {
        "pairs": ngettext("%(count)d pair", "%(count)d pairs", count),
        "teams": ngettext("%(count)d team", "%(count)d teams", count),
    }.get(entries.entries[0].sides, ngettext("%(count)d entry", "%(count)d entries", count))
    return sentence % {"count": count}


def _cells(line: EntryLine) -> tuple[Cell, ...]:
    name: Cell = (line.name, ", ".join(line.players)) if line.players else line.name
    badged = line.wind is not None and line.sides not in ("pairs", "teams")
    wind: Cell = with_badges((line.wind,), line.drawn, 9, bold=False) if line.wind and badged else line.drawn
    notes = [_("withdrawn")] if line.withdrawn else [] if line.present else [_("not here yet")]
    notes += [_("not ranked")] if line.unranked else []
    here = tick_box(line.present and not line.withdrawn)
    return here, tick_box(line.fee_paid), str(line.number), name, line.club, wind, ", ".join(notes)


@dataclass(frozen=True, slots=True)
class Receipts:
    """Whose fee, and how much it is where the evening says so; otherwise a line for the pen."""

    occasion: Occasion
    entries: tuple[tuple[int, str], ...]
    fee: str = ""


def gather_receipts(tournament: Tournament, options: Options) -> Receipts:
    """The entries that have not left, by name; house players pay nothing. Three queries."""
    found = tournament.entries.filter(withdrawn_at__isnull=True).exclude(members__player__is_house=True)
    found = found.with_players()
    entries = sorted(found, key=lambda entry: alphabetical(entry.title))
    if not entries:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the receipts."), code="no_entries"
        )
    return Receipts(occasion_of(tournament), tuple((entry.number, entry.title) for entry in entries), tournament.fee)


def render_receipts(receipts: Receipts, progress: Progress | None = None) -> bytes:
    """Ten on a page."""
    pages = LabelSheet(2, 5, 53.5 * mm).pages(receipts.entries, partial(_draw_receipt, receipts))
    return make_document(pages, receipts.occasion.footing(), title=_("Receipts"), progress=progress)


def _draw_receipt(receipts: Receipts, pen: Pen, label: Box, entry: tuple[int, str]) -> None:
    (number, name), box = entry, label.inset(5 * mm, 4 * mm)
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


_LOWEST, _TALLEST, _LARGEST, _FEW = 5.4 * mm, 18 * mm, 20.0, 14


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
    entries = sorted(found.with_players(), key=lambda entry: entry.wind_number or 0)
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
    how = _("Drawn by hand.")
    if result.seed:
        how = _("Drawn by the program from the seed %(seed)s: with it anybody can repeat the draw.") % {
            "seed": result.seed
        }
    lists, body = [_listing(result, *drawn) for drawn in result.drawn], body_of(PORTRAIT)
    longest = max(len(listing.lines) for listing in lists)
    note, width = words(how, 9, grey=0.2, below=3 * mm), (body.width - GAP) / 2
    room = body.height - HEADING - height_of([note], body.width)
    pages = []
    for four in [lists] if longest <= _FEW else in_parts(lists, 2):
        tall = room / -(-len(four) // 2) - lists[0].above
        for part in in_even_parts(range(longest), int(tall / _LOWEST)):
            row = min(_TALLEST, tall / len(part))
            size = min(listing.size(width, row, _LARGEST) for listing in lists)
            shown = [replace(listing, lines=listing.lines[part[0] : part[-1] + 1]) for listing in four]
            tables = [listing.table(width, row, size, fixed=True) for listing in shown]
            columns = [(width, tables[::2]), (width, tables[1::2])]
            pages.append(page_of(columns, _title(result), result.occasion.subject, above=[note]))
    return make_document(pages, result.occasion.footing(), title=_title(result), progress=progress)


def _title(result: DrawResult) -> str:
    """Teams are drawn into an order; everybody else draws a wind or a line."""
    titles = {"pairs": _("Draw of the lines"), "teams": _("Draw of the meetings")}
    return titles.get(result.sides, _("Draw of the winds"))


def _listing(result: DrawResult, wind: Wind, entries: Sequence[tuple[int, str]]) -> Listing:
    """Under the badge of a wind, or both of a line; a team sits at either, and has none."""
    badges = {"pairs": wind.side.winds, "teams": ()}.get(result.sides, (wind,))
    columns = Column(_("No."), 11 * mm, "right", bold=True), Column(_("Name"))
    lines = [(str(number), name) for number, name in entries]
    return Listing(columns, lines, title=drawn_place(wind, result.sides), winds=badges)


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
    pages = LabelSheet(4, 8, 33.5 * mm).pages(slips.slips, partial(_draw_slip, slips))
    return make_document(pages, slips.occasion.footing(), title=_("Slips for the draw"), progress=progress)


def _draw_slip(slips: WindSlips, pen: Pen, label: Box, slip: Slip) -> None:
    box = label.inset(3 * mm)
    badge, said, evening = box.rows(14 * mm, 8 * mm, box.height - 22 * mm)
    wind, place = slip
    side = 12 * mm
    pen.badge(wind, badge.x + badge.width / 2 - side - 1 * mm, badge.y + 1 * mm, side)
    figure = Box(badge.x + badge.width / 2 + 1.5 * mm, badge.y, badge.width / 2 - 1.5 * mm, badge.height)
    pen.text(figure, str(place), 30, bold=True)
    pen.text(said, f"{drawn_place(wind, slips.sides)} {place}", 12, bold=True, align="center")
    pen.text(evening, slips.occasion.tournament, 6, align="center", grey=0.3)


@dataclass(frozen=True, slots=True)
class SigningSlips:
    """Everybody's name and code, in the order of the names."""

    occasion: Occasion
    slips: tuple[tuple[str, str], ...]


def gather_signing_slips(tournament: Tournament, options: Options) -> SigningSlips:
    """Who is entered and has not left, and whoever sits in for somebody."""
    entered = Q(memberships__entry__tournament=tournament, memberships__entry__withdrawn_at__isnull=True)
    players = Player.objects.filter(entered | Q(seats__round__tournament=tournament)).distinct()
    slips = [(player.full_name, signing_code(tournament, player)) for player in players]
    if not slips:
        raise ValidationError(
            gettext_lazy("Nobody is entered yet: enter the players, then print the signing slips."), code="no_entries"
        )
    return SigningSlips(occasion_of(tournament), tuple(sorted(slips, key=lambda slip: alphabetical(slip[0]))))


def render_signing_slips(slips: SigningSlips, progress: Progress | None = None) -> bytes:
    """Twenty-four on a page."""
    pages = LabelSheet(3, 8, 33.5 * mm).pages(slips.slips, partial(_draw_signing_slip, slips))
    return make_document(pages, slips.occasion.footing(), title=_("Signing slips"), progress=progress)


def _draw_signing_slip(slips: SigningSlips, pen: Pen, label: Box, slip: tuple[str, str]) -> None:
    box = label.inset(3 * mm)
    who, figure, how, evening = box.rows(6 * mm, 10 * mm, 7 * mm, box.height - 23 * mm)
    pen.text(who, slip[0], 10, bold=True)
    pen.text(figure, slip[1], 20, bold=True)
    pen.text(how, _("Your signing code: type it where your table signs. Show it to nobody."), 7, paragraph=True)
    pen.text(evening, slips.occasion.tournament, 6, grey=0.3)
