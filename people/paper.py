"""A person over all evenings on paper, and the list of the members."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.db.models import Q
from django.utils import formats, timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from king.sheet.points import Column as SheetColumn
from people.evenings import Evening, Partita, Person, mean, seasons_of
from people.grades import Draw, Grade, draws_of, grades
from people.models import Membership
from printing.documents.person_paper import PlayedHand, hands_of, place_words
from printing.lists import (
    Cell,
    Column,
    Listing,
    Strong,
    list_pages,
    words,
)
from printing.names import people_on_paper
from printing.paper import PORTRAIT, Footing, body_of, make_document
from printing.pictures import lately, shares_by_wind, shares_over_time
from printing.spreadsheets import Listed
from scoring.publishing import ComparedEvening
from scoring.remembered import while_they_stand
from scoring.scored_sheets import compare_tables, scored_rounds
from tournaments.circuits import Circuit
from tournaments.models import Round
from tournaments.roster import is_forgotten
from wording.naming import (
    column_name,
    joined,
    number,
    percentage,
)

MOST_HANDS = 5


@dataclass(frozen=True)
class PersonPage:
    """``hands`` are those of the best partite furthest above the mean of all who held the same
    cards; ``seasons`` each circuit with the place, among how many, and the match points; ``draws``
    are by key of the evening.
    """

    person: Person
    seasons: tuple[tuple[Circuit, int | None, int, Fraction | None], ...]
    hands: tuple[tuple[Partita, PlayedHand], ...]
    grade: Grade | None
    draws: Mapping[int, Draw]

    @property
    def figures(self) -> list[tuple[str, str]]:
        person = self.person
        places = [evening.place for evening in person.evenings if evening.place is not None]
        found = [(_("Evenings"), str(len(person.evenings)))]
        if places:
            found += [
                (_("First places"), str(places.count(1))),
                (_("Best place"), str(min(places))),
            ]
            found.append((_("Left behind"), _whole(person.mean_share)))
        if self.grade is not None:
            found.append(
                (_("Partite until a grade is shown"), str(self.grade.missing))
                if self.grade.missing
                else (_("Grade"), str(self.grade))
            )
        return found

    @property
    def over_time(self) -> tuple[str, ...]:
        shares = [share for _evening, share in self.person.shares]
        if not shares:
            return ()
        said = ngettext(
            "In %(count)d evening with a place %(share)s of the others were left behind on average, an equal counting "
            "half.",
            "In %(count)d evenings with a place %(share)s of the others were left behind on average, an equal counting "
            "half.",
            len(shares),
        ) % {"count": len(shares), "share": _whole(mean(shares))}
        last = self.lately
        if len(shares) < 2 * last:
            return (said,)
        compared = _(
            "In the last %(count)d it was %(share)s, in the first %(count)d %(before)s."
        ) % {
            "count": last,
            "share": _whole(mean(shares[-last:])),
            "before": _whole(mean(shares[:last])),
        }
        return said, compared

    @property
    def lately(self) -> int:
        return lately(len(self.person.shares))

    @property
    def by_wind(self) -> tuple[str, ...]:
        return tuple(
            _("%(wind)s: %(times)s, %(share)s.")
            % {"wind": column_name(wind), "times": _times(times), "share": _whole(share)}
            for wind, times, share in self.person.by_wind
        )


def gather(person: Person) -> PersonPage:
    """The queries of ``seasons_of`` and ``grades`` and those of one partita's sheets."""
    known, player = grades(), person.player
    grade = None if is_forgotten(player) else known.get(player.pk)
    evenings = [partita.evening for partita in person.best]
    hands = while_they_stand(evenings, lambda: tuple(best_hands(person)), "hands", player.pk)
    return PersonPage(person, tuple(seasons_of(player)), hands, grade, draws_of(person, known))


def best_hands(person: Person) -> list[tuple[Partita, PlayedHand]]:
    """Of the best partite with boards whose sheets still make what was posted; none on which the
    arbiter ruled.
    """
    wanted = Q(pk__in=())
    for partita in person.best:
        wanted |= Q(tournament=partita.evening, number=partita.number)
    rounds = list(
        Round.objects.filter(wanted, board_set__isnull=False).select_related(
            "board_set", "tournament"
        )
    )
    tables = scored_rounds(rounds)
    boards = {key: compare_tables(scored) for key, scored in tables.items()}
    compared = ComparedEvening(tables, boards, frozenset(tables), {}, {})
    best = {(listed.evening.pk, listed.number): listed for listed in person.best}
    found = []
    for round_ in rounds:
        partita = best[round_.tournament_id, round_.number]
        own = [
            table
            for table in tables[round_.pk]
            if any(seat.player_id == person.player.pk for seat in table.seats.values())
        ]
        ruled = {ruling.hand for table in own for ruling in table.rulings}
        entries = {
            seat.entry
            for table in own
            for seat in table.seats.values()
            if seat.player_id == person.player.pk
        }
        for entry in entries:
            if (
                sum(
                    result.total
                    for table in own
                    for result in table.made()
                    if result.entry == entry
                )
                == partita.total
            ):
                hands = hands_of(entry, round_, own, compared)
                found += [(partita, hand) for hand in hands if hand.number not in ruled]
    above = [pair for pair in found if (pair[1].beside.difference or 0) > 0]
    above.sort(
        key=lambda pair: (
            -(pair[1].beside.difference or 0),
            -pair[0].evening.pk,
            pair[0].number,
            pair[1].number,
        )
    )
    return above[:MOST_HANDS]


def pictures(page: PersonPage) -> tuple[Drawing | None, Drawing | None]:
    shares = page.person.shares
    over_time = (
        shares_over_time(
            [share for _evening, share in shares],
            (
                date_format(shares[0][0].tournament.date, "SHORT_DATE_FORMAT"),
                date_format(shares[-1][0].tournament.date, "SHORT_DATE_FORMAT"),
            ),
        )
        if shares
        else None
    )
    winds = [
        (wind, share, f"{_whole(share)} · {_times(times)}")
        for wind, times, share in page.person.by_wind
        if share is not None
    ]
    return over_time, shares_by_wind(winds) if winds else None


def _whole(share: Fraction | None) -> str:
    return percentage(share, places=0)


def _times(times: int) -> str:
    return ngettext("%(count)d time", "%(count)d times", times) % {"count": times}


_ROW = 4.9 * mm


def render(page: PersonPage) -> bytes:
    person = page.person
    width = body_of(PORTRAIT).width
    story: list[Flowable] = [
        words(" · ".join(f"{title} {value}" for title, value in page.figures), 11, below=3 * mm)
    ]
    for drawing, said in zip(pictures(page), (page.over_time, page.by_wind), strict=True):
        if drawing is not None:
            drawing.renderScale = 1.15
            story += [drawing, words(" ".join(said), 9, grey=0.2, below=3 * mm)]
    for listing in _listings(page):
        story += [listing.table(width, _ROW, 9), Spacer(0, 4 * mm)]
    name = _names(page)[person.player.pk]
    footing = Footing(name, timezone.now(), "")
    pages = list_pages(story, name, _("All evenings, as posted"))
    return make_document(pages, footing, title=f"{_('All evenings')} · {name}")


def _names(page: PersonPage) -> dict[int, str]:
    return people_on_paper([page.person.player, *(player for player, _count in page.person.mates)])


def _listings(page: PersonPage) -> Iterator[Listing]:
    share = Column(_("Left behind"), 20 * mm, "right")
    place, points = (
        Column(_("Place"), 22 * mm, "right", bold=True),
        Column(_("Match points"), 24 * mm, "right"),
    )
    if page.seasons:
        lines = [
            (circuit.name, place_words(at, count), number(earned))
            for circuit, at, count, earned in page.seasons
        ]
        yield Listing([Column(_("Season")), place, points], lines, title=_("Seasons"))
    if page.person.best:
        columns = [
            Column(_("Date"), 22 * mm),
            Column(_("Evening")),
            Column(_("Wind"), 22 * mm),
            place,
            share,
            points,
        ]
        best = [
            (
                _date(partita),
                f"{partita.evening.name}, " + _("Partita %(number)d") % {"number": partita.number},
                _wind(partita.wind),
                place_words(partita.place, partita.count),
                _whole(partita.share),
                number(partita.match_points),
            )
            for partita in page.person.best
        ]
        yield Listing(columns, best, title=_("Best partite"))
    if page.hands:
        columns = [Column(_("Date"), 22 * mm), Column(_("Hand"), paragraph=True)]
        yield Listing(
            columns,
            [(_date(partita), hand.sentence) for partita, hand in page.hands],
            title=_("Furthest above the mean in these"),
        )
    columns = [
        Column(_("Date"), 22 * mm),
        Column(_("Evening")),
        Column(_("Circuit"), 34 * mm, size=0.9),
        Column(_("Wind"), 22 * mm, size=0.9),
        place,
        points,
    ]
    yield Listing(
        columns, [_line(evening) for evening in page.person.evenings], title=_("Evenings")
    )
    if page.person.mates:
        names = _names(page)
        mates = [(names[player.pk], str(count)) for player, count in page.person.mates]
        yield Listing(
            [Column(_("Name")), Column(_("Partite"), 24 * mm, "right")],
            mates,
            title=_("At the same table"),
        )


def _line(evening: Evening) -> tuple[str, ...]:
    tournament = evening.tournament
    return (
        date_format(tournament.date, "SHORT_DATE_FORMAT"),
        tournament.name,
        tournament.circuit.name if tournament.circuit is not None else "",
        joined(map(_wind, evening.winds)),
        place_words(evening.place, evening.count),
        number(evening.match_points),
    )


def _date(partita: Partita) -> str:
    return date_format(partita.evening.date, "SHORT_DATE_FORMAT")


def _wind(wind: SheetColumn | str) -> str:
    return column_name(wind) if wind else ""


def members_listed(year: int, members: Iterable[Membership]) -> Listed:
    head = [_("Name"), _("Card"), _("Club"), _("Fee"), _("Paid on")]
    lines = [
        (
            member.player.full_name,
            member.player.card_number,
            member.player.club,
            None if member.fee is None else Fraction(member.fee),
            ""
            if member.paid_on is None
            else formats.date_format(member.paid_on, "SHORT_DATE_FORMAT"),
        )
        for member in members
    ]
    title = _("Members")
    return Listed("members", title, title, head, lines, 1)


def render_members(year: int, members: Sequence[Membership]) -> bytes:
    listed = members_listed(year, members)
    widths = (0, 30 * mm, 40 * mm, 20 * mm, 28 * mm)
    columns = [
        Column(title, width, "left" if at < 3 else "right")
        for at, (title, width) in enumerate(zip(listed.head, widths, strict=True))
    ]
    fees = [member.fee for member in members if member.fee is not None]
    names = people_on_paper(member.player for member in members)
    lines: list[Sequence[Cell]] = [
        (
            names[member.player_id],
            str(card),
            str(club),
            "" if member.fee is None else formats.number_format(member.fee, 2),
            str(paid),
        )
        for member, (_name, card, club, _fee, paid) in zip(members, listed.lines, strict=True)
    ]
    total = Strong(_("Paid: %(paid)d of %(count)d") % {"paid": len(fees), "count": len(lines)})
    lines.append((total, "", "", Strong(formats.number_format(sum(fees, Decimal()), 2)), ""))
    listing = Listing(columns, lines)
    footing = Footing(f"{listed.title} {year}", timezone.now())
    pages = list_pages([listing.table(body_of(PORTRAIT).width, 7 * mm)], listed.title, str(year))
    return make_document(pages, footing, title=listed.title)
