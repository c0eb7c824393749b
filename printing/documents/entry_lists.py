"""Papers of the entries: receipts, signing slips, slips of a draw by hand, the draw (§7)."""

from collections.abc import Iterator, Sequence

from django.db.models import Q
from django.utils import formats
from django.utils.translation import gettext as _, gettext_lazy
from reportlab.lib.units import mm

from king.cards import Wind
from king.words import alphabetical
from printing.document_context import Options, Printed, occasion_of
from printing.lists import (
    HALF,
    Column,
    LabelSheet,
    Listing,
    in_even_parts,
    in_parts,
    page_of,
    room_below,
    words,
)
from printing.paper import Box, Page, Pen, legible, shortened, width_of
from scoring.sheet_steps import signing_code
from tournaments.head_count import head_count, seats_of_entries
from tournaments.models import Entry, Player, Tournament
from wording.naming import drawn_place
from wording.sentences import refusal


def receipts(tournament: Tournament, options: Options) -> Printed:
    """Return a receipt for each entry that is not withdrawn. House players get none, because they
    pay nothing. Refused if nobody is entered.
    """
    paying = tournament.entries.filter(withdrawn_at__isnull=True).exclude(
        members__player__is_house=True
    )
    occasion, entries = occasion_of(tournament), paying.with_players()
    if not entries:
        raise refusal(
            gettext_lazy("Nobody is entered yet: enter the players, then print the receipts."),
            "no_entries",
        )

    def draw(pen: Pen, label: Box, entry: Entry) -> None:
        name, fee = occasion.names.title(entry), tournament.fee
        head, who, what, where, sign = label.inset(5 * mm, 4 * mm).rows(
            9 * mm, 10 * mm, 9 * mm, 7 * mm, 0
        )
        pen.text(head, _("Receipt"), 13, bold=True)
        pen.text(head, _("no. %(number)d") % {"number": entry.number}, 10, align="right", grey=0.2)
        pen.text(who, _("Received from %(name)s") % {"name": name}, 11, paragraph=True)
        paid = _("entry fee: %(fee)s") % {"fee": fee or "_" * 14}
        pen.text(what, paid, 11, bold=bool(fee))
        day = formats.date_format(occasion.date, "SHORT_DATE_FORMAT")
        room = where.width - width_of(f", {day}", 9)
        pen.text(where, f"{shortened(occasion.tournament, room, 9)}, {day}", 9, grey=0.2)
        below = sign._replace(height=4 * mm).less(left=sign.width * 0.4)
        pen.rule(below, below.height)
        pen.text(below, _("for the club"), 9, grey=0.3, align="right")

    in_order = sorted(entries, key=lambda entry: alphabetical(occasion.names.title(entry)))
    return Printed(occasion, LabelSheet(2, 5, 53.5 * mm).pages(in_order, draw))


_LOWEST, _TALLEST, _LARGEST, _FEW = 5.4 * mm, 18 * mm, 20.0, 14


def draw_result(tournament: Tournament, options: Options) -> Printed:
    """Result of the draw by wind, line or place. If there is no seed it was drawn by hand."""
    drawn = tournament.entries.filter(withdrawn_at__isnull=True, wind_number__isnull=False)
    entries = drawn.order_by("wind_number", "number").with_players()
    if not entries:
        raise refusal(
            gettext_lazy("The winds are not drawn yet: draw them, then print the result."),
            "not_drawn",
        )
    occasion, seed, sides = occasion_of(tournament), tournament.draw_seed, tournament.rules.sides
    places = []
    for wind in seats_of_entries(tournament):
        badges = {"pairs": wind.side.winds, "teams": ()}.get(sides, (wind,))
        columns = Column(_("No."), 11 * mm, "right", bold=True), Column(_("Name"))
        lines = [
            (str(entry.wind_number), occasion.names.title(entry))
            for entry in entries
            if entry.wind == wind.value
        ]
        places.append(Listing(columns, lines, title=drawn_place(wind, sides), winds=badges))
    how = _("Drawn by hand.")
    if seed:
        how = _(
            "Drawn by the program from the seed %(seed)s: anybody can use it to repeat the draw."
        )
        how %= {"seed": seed}
    # Teams are drawn into an order; everybody else draws a wind or a line.
    titles = {"pairs": _("Draw of the lines"), "teams": _("Draw of the meetings")}
    head = titles.get(sides, _("Draw of the winds")), occasion.subject
    return Printed(occasion, _draw_pages(places, how, *head))


def _draw_pages(drawn: Sequence[Listing], how: str, *head: str) -> Iterator[Page]:
    note, longest = (
        words(how, 9, grey=0.2, below=3 * mm),
        max(len(listing.lines) for listing in drawn),
    )
    for four in [drawn] if longest <= _FEW else in_parts(drawn, 2):
        tall = room_below([note]) / -(-len(four) // 2) - drawn[0].above
        for part in in_even_parts(range(longest), int(tall / _LOWEST)):
            row = min(_TALLEST, tall / len(part))
            size = min(listing.size(HALF, row, _LARGEST) for listing in drawn)
            tables = [
                listing._replace(lines=listing.lines[part[0] : part[-1] + 1]).table(
                    HALF, row, size, fixed=True
                )
                for listing in four
            ]
            columns = [(HALF, tables[::2]), (HALF, tables[1::2])]
            yield page_of(columns, *head, above=[note])


def wind_slips(tournament: Tournament, options: Options) -> Printed:
    occasion, count = occasion_of(tournament), head_count(tournament)
    if not count.playing:
        raise refusal(
            gettext_lazy(
                "Nobody is entered yet: enter the players, then print the slips for the draw."
            ),
            "no_entries",
        )
    most = -(-count.playing // count.seats)
    slips = [(wind, place) for wind in seats_of_entries(tournament) for place in range(1, most + 1)]

    def draw(pen: Pen, label: Box, slip: tuple[Wind, int]) -> None:
        wind, place = slip
        badge, words, evening = label.inset(2 * mm, 2.5 * mm).rows(17.5 * mm, 7 * mm, 0)
        half = badge.width / 2
        pen.badge(wind, badge.square(16 * mm, half - 17 * mm))
        pen.text(badge.less(left=half + 1.5 * mm), str(place), 44, bold=True)
        drawn = f"{drawn_place(wind, tournament.rules.sides)} {place}"
        pen.text(words, drawn, 15, bold=True, align="center")
        name = shortened(occasion.tournament, evening.width, 9)
        pen.text(evening, name, 9, align="center", grey=0.2)

    return Printed(occasion, LabelSheet(4, 8, 33.5 * mm).pages(slips, draw))


def signing_slips(tournament: Tournament, options: Options) -> Printed:
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
    slips.sort(key=lambda slip: alphabetical(slip[0]))

    def draw(pen: Pen, label: Box, slip: tuple[str, str]) -> None:
        who, figure, how = label.inset(2.5 * mm, 2 * mm).rows(8.5 * mm, 9 * mm, 0)
        name, code = slip
        name = legible([name], who, 11, bold=True)
        pen.text(who, name, 11, bold=True, paragraph=True)
        pen.text(figure, code, 20, bold=True)
        words = _("Your signing code: type it when your table signs. Show it to nobody.")
        pen.text(how, words, 9, paragraph=True)

    return Printed(occasion, LabelSheet(3, 8, 33.5 * mm).pages(slips, draw))
