"""Papers of the entries: receipts, signing slips, slips of a draw by hand, the draw (§7);
the members.
"""

from collections.abc import Sequence
from functools import partial

from django.db.models import Q
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm

from king.cards import Wind
from king.words import alphabetical
from printing import lists
from printing.lists import GAP, Column, LabelSheet, Listing, height_of, in_parts
from printing.occasion import Occasion, Options, occasion_of
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, make_document
from scoring.sheet_steps import signing_code
from tournaments.head_count import head_count, seats_of_entries
from tournaments.models import Entry, Player, Tournament
from wording.naming import drawn_place
from wording.sentences import refusal


def gather_receipts(tournament: Tournament, options: Options) -> tuple[Occasion, Sequence[Entry]]:
    """House players pay nothing."""
    found = tournament.entries.filter(withdrawn_at__isnull=True).exclude(
        members__player__is_house=True
    )
    occasion, entries = occasion_of(tournament), found.with_players()
    if not entries:
        raise refusal(
            gettext_lazy("Nobody is entered yet: enter the players, then print the receipts."),
            "no_entries",
        )
    return occasion, sorted(entries, key=lambda entry: alphabetical(occasion.names.title(entry)))


def render_receipts(
    receipts: tuple[Occasion, Sequence[Entry]], progress: Progress | None = None
) -> bytes:
    occasion, entries = receipts
    pages = LabelSheet(2, 5, 53.5 * mm).pages(entries, partial(_draw_receipt, occasion))
    return make_document(pages, occasion.footing(), title=_("Receipts"), progress=progress)


def _draw_receipt(occasion: Occasion, pen: Pen, label: Box, entry: Entry) -> None:
    box = label.inset(5 * mm, 4 * mm)
    head, who, what, where, sign = box.rows(9 * mm, 10 * mm, 9 * mm, 7 * mm, 0)
    title, count = head.columns(0, 20 * mm)
    pen.text(title, _("Receipt"), 13, bold=True)
    pen.text(count, _("no. %(number)d") % {"number": entry.number}, 10, align="right", grey=0.2)
    pen.text(who, _("Received from %(name)s") % {"name": occasion.names.title(entry)}, 11)
    fee = _("entry fee: %(fee)s") % {"fee": occasion.fee or "_" * 14}
    pen.text(what, fee, 11, bold=bool(occasion.fee))
    day = formats.date_format(occasion.date, "SHORT_DATE_FORMAT")
    pen.text(where, f"{occasion.tournament}, {day}", 8.5, grey=0.2)
    below = Box(sign.x + sign.width * 0.4, sign.y, sign.width * 0.6, 4 * mm)
    pen.line(below.x, below.top, below.right, below.top, 0.5)
    pen.text(below, _("for the club"), 7, grey=0.3, align="right")


_LOWEST, _TALLEST, _LARGEST, _FEW = 5.4 * mm, 18 * mm, 20.0, 14


DrawResult = tuple[Occasion, Sequence[tuple[Wind, list[Entry]]], str]
"""Drawn by wind, line or place; without a seed by hand."""


def gather_draw_result(tournament: Tournament, options: Options) -> DrawResult:
    found = tournament.entries.filter(withdrawn_at__isnull=True, wind_number__isnull=False)
    entries = sorted(found.with_players(), key=lambda entry: entry.wind_number or 0)
    if not entries:
        raise refusal(
            gettext_lazy("The winds are not drawn yet: draw them, then print the result."),
            "not_drawn",
        )
    winds = seats_of_entries(tournament)
    drawn = [(wind, [entry for entry in entries if entry.wind == wind.value]) for wind in winds]
    return occasion_of(tournament), drawn, tournament.draw_seed


def render_draw_result(result: DrawResult, progress: Progress | None = None) -> bytes:
    occasion, by_wind, seed = result
    how, sides = _("Drawn by hand."), occasion.sides
    if seed:
        how = _("Drawn by the program from the seed %(seed)s: with it anybody can repeat the draw.")
    # Teams are drawn into an order; everybody else draws a wind or a line.
    titles = {"pairs": _("Draw of the lines"), "teams": _("Draw of the meetings")}
    title = titles.get(sides, _("Draw of the winds"))
    drawn, body = [_listing(occasion, *listed) for listed in by_wind], body_of(PORTRAIT)
    longest = max(len(listing.lines) for listing in drawn)
    note, width = (
        lists.words(how % {"seed": seed}, 9, grey=0.2, below=3 * mm),
        (body.width - GAP) / 2,
    )
    room = body.height - HEADING - height_of([note], body.width)
    pages = []
    for four in [drawn] if longest <= _FEW else in_parts(drawn, 2):
        tall = room / -(-len(four) // 2) - drawn[0].above
        for part in lists.in_even_parts(range(longest), int(tall / _LOWEST)):
            row = min(_TALLEST, tall / len(part))
            size = min(listing.size(width, row, _LARGEST) for listing in drawn)
            shown = [
                listing._replace(lines=listing.lines[part[0] : part[-1] + 1]) for listing in four
            ]
            tables = [listing.table(width, row, size, fixed=True) for listing in shown]
            columns = [(width, tables[::2]), (width, tables[1::2])]
            pages.append(lists.page_of(columns, title, occasion.subject, above=[note]))
    return make_document(pages, occasion.footing(), title=title, progress=progress)


def _listing(occasion: Occasion, wind: Wind, entries: Sequence[Entry]) -> Listing:
    sides = occasion.sides
    badges = {"pairs": wind.side.winds, "teams": ()}.get(sides, (wind,))
    columns = Column(_("No."), 11 * mm, "right", bold=True), Column(_("Name"))
    lines = [(str(entry.wind_number or 0), occasion.names.title(entry)) for entry in entries]
    return Listing(columns, lines, title=drawn_place(wind, sides), winds=badges)


def gather_wind_slips(
    tournament: Tournament, options: Options
) -> tuple[Occasion, Sequence[tuple[Wind, int]]]:
    count = head_count(tournament)
    if not count.playing:
        raise refusal(
            gettext_lazy(
                "Nobody is entered yet: enter the players, then print the slips for the draw."
            ),
            "no_entries",
        )
    most = -(-count.playing // count.seats)
    slips = [(wind, place) for wind in seats_of_entries(tournament) for place in range(1, most + 1)]
    return occasion_of(tournament), slips


def render_wind_slips(
    drawn: tuple[Occasion, Sequence[tuple[Wind, int]]], progress: Progress | None = None
) -> bytes:
    occasion, slips = drawn
    pages = LabelSheet(4, 8, 33.5 * mm).pages(slips, partial(_draw_slip, occasion))
    return make_document(
        pages, occasion.footing(), title=_("Slips for the draw"), progress=progress
    )


def _draw_slip(occasion: Occasion, pen: Pen, label: Box, slip: tuple[Wind, int]) -> None:
    box = label.inset(3 * mm)
    badge, words, evening = box.rows(14 * mm, 8 * mm, 0)
    wind, place = slip
    half = badge.width / 2
    pen.badge(wind, badge.square(12 * mm, half - 13 * mm))
    pen.text(badge.less(left=half + 1.5 * mm), str(place), 30, bold=True)
    pen.text(words, f"{drawn_place(wind, occasion.sides)} {place}", 12, bold=True, align="center")
    pen.text(evening, occasion.tournament, 6, align="center", grey=0.3)


def gather_signing_slips(
    tournament: Tournament, options: Options
) -> tuple[Occasion, Sequence[tuple[str, str]]]:
    entered = Q(
        memberships__entry__tournament=tournament, memberships__entry__withdrawn_at__isnull=True
    )
    players = Player.objects.filter(entered | Q(seats__round__tournament=tournament)).distinct()
    occasion = occasion_of(tournament)
    slips = [(occasion.names.of(player), signing_code(tournament, player)) for player in players]
    if not slips:
        raise refusal(
            gettext_lazy("Nobody is entered yet: enter the players, then print the signing slips."),
            "no_entries",
        )
    return occasion, sorted(slips, key=lambda slip: alphabetical(slip[0]))


def render_signing_slips(
    codes: tuple[Occasion, Sequence[tuple[str, str]]], progress: Progress | None = None
) -> bytes:
    occasion, slips = codes
    pages = LabelSheet(3, 8, 33.5 * mm).pages(slips, partial(_draw_signing_slip, occasion))
    return make_document(pages, occasion.footing(), title=_("Signing slips"), progress=progress)


def _draw_signing_slip(occasion: Occasion, pen: Pen, label: Box, slip: tuple[str, str]) -> None:
    box = label.inset(3 * mm)
    who, figure, how, evening = box.rows(6 * mm, 10 * mm, 7 * mm, 0)
    name, code = slip
    pen.text(who, name, 10, bold=True)
    pen.text(figure, code, 20, bold=True)
    words = _("Your signing code: type it where your table signs. Show it to nobody.")
    pen.text(how, words, 7, paragraph=True)
    pen.text(evening, occasion.tournament, 6, grey=0.3)
