"""A person over all evenings on paper, and the list of the members."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils import formats, timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from king.sheet.points import Column as SheetColumn
from people.evenings import Evening, Partita, Person, mean, seasons_of
from people.grades import Grade, draws_of, grades
from people.models import Membership
from printing.lists import WIDTH, Cell, Column, Listing, Strong, list_pages, words
from printing.names import people_on_paper
from printing.paper import Footing, make_document
from printing.pictures import lately, shares_by_wind, shares_over_time
from printing.spreadsheets import Listed
from scoring.player_evening import PlayedHand, hands_of
from scoring.publishing import ComparedEvening
from scoring.scored_sheets import compare_tables, scored_rounds
from scoring.standings_cache import cached_for_tournaments
from tournaments.models import Round
from tournaments.roster import is_forgotten
from wording.columns import HEADINGS
from wording.naming import column_name, join_words, number, percentage
from wording.rests import with_marks
from wording.results import place_words

MOST_HANDS = 5


Page = dict[str, Any]
"""A ``person``, his ``seasons``, each circuit with the place, among how many, and the match points,
``hands``, those of the best partite furthest above the mean of all who held the same cards,
``draws`` by key of the evening; and what all this comes to in words.
"""


def gather(person: Person) -> Page:
    """Content of a person's page. Makes the queries of ``seasons_of`` and ``grades``, and those of
    the sheets of a few partite.
    """
    known, player = grades(), person.player
    grade = None if is_forgotten(player) else known.get(player.pk)
    evenings = [partita.evening for partita in person.best]
    return {
        "person": person,
        "seasons": tuple(seasons_of(player)),
        "hands": cached_for_tournaments(
            evenings, lambda: tuple(best_hands(person)), "hands", player.pk
        ),
        "draws": draws_of(person, known),
        "grade": grade,
        "figures": _figures(person, grade),
        "lately": lately(len(person.shares)),
        "over_time": _over_time(person),
        "by_wind": [
            _("%(wind)s: %(times)s, %(share)s.")
            % {"wind": column_name(wind), "times": _times(times), "share": _whole(share)}
            for wind, times, share in person.by_wind
        ],
    }


def _figures(person: Person, grade: Grade | None) -> list[tuple[str, str]]:
    places = [evening.place for evening in person.evenings if evening.place is not None]
    figures = [(_("Evenings"), str(len(person.evenings)))]
    if places:
        figures.append((_("First places"), str(places.count(1))))
        figures.append((_("Best place"), str(min(places))))
        figures.append((_("Left behind"), _whole(person.mean_share)))
    if grade is not None and grade.missing:
        figures.append((_("Partite until a grade is shown"), str(grade.missing)))
    elif grade is not None:
        figures.append((_("Grade"), str(grade)))
    return figures


def _over_time(person: Person) -> list[str]:
    shares = [share for _evening, share in person.shares]
    if not shares:
        return []
    sentences = [
        ngettext(
            "In %(count)d evening with a place they left %(share)s of the others behind on "
            "average, with an equal counting half.",
            "In %(count)d evenings with a place they left %(share)s of the others behind on "
            "average, with an equal counting half.",
            len(shares),
        )
        % {"count": len(shares), "share": _whole(mean(shares))}
    ]
    last = lately(len(shares))
    if len(shares) >= 2 * last:
        now, before = _whole(mean(shares[-last:])), _whole(mean(shares[:last]))
        sentence = _("In the last %(count)d it was %(share)s, in the first %(count)d %(before)s.")
        sentences.append(sentence % {"count": last, "share": now, "before": before})
    return sentences


def best_hands(person: Person) -> list[tuple[Partita, PlayedHand]]:
    """Best hands of the person's best partite with boards. Only sheets that still make what was
    published count, and no hand that the arbiter ruled on.
    """
    condition = Q(pk__in=())
    for partita in person.best:
        condition |= Q(tournament=partita.evening, number=partita.number)
    rounds = list(
        Round.objects.filter(
            condition, board_set__isnull=False, tournament__held_for=""
        ).select_related("board_set", "tournament")
    )
    tables = scored_rounds(rounds)
    boards = {key: compare_tables(scored) for key, scored in tables.items()}
    compared = ComparedEvening(tables, boards, frozenset(tables), {}, {})
    best = {(partita.evening.pk, partita.number): partita for partita in person.best}
    above = []
    for round_ in rounds:
        partita = best[round_.tournament_id, round_.number]
        own = [
            (table, seat.entry)
            for table in tables[round_.pk]
            for seat in table.seats.values()
            if seat.player_id == person.player.pk
        ]
        sat = [table for table, _entry in own]
        ruled = {ruling.hand for table in sat for ruling in table.rulings}
        for entry in {entry for _table, entry in own}:
            results = [
                result.total
                for table in sat
                for result in table.entry_points()
                if result.entry == entry
            ]
            if sum(results) == partita.total:
                for hand in hands_of(entry, round_, sat, compared):
                    gap = hand.beside.difference or 0
                    if gap > 0 and hand.number not in ruled:
                        order = (-gap, -partita.evening.pk, partita.number, hand.number)
                        above.append((order, partita, hand))
    above.sort(key=lambda hand: hand[0])
    return [(partita, hand) for _order, partita, hand in above[:MOST_HANDS]]


def pictures(person: Person) -> tuple[Drawing | None, Drawing | None]:
    over_time = by_wind = None
    if person.shares:
        ends = [_date(person.shares[at][0].tournament.date) for at in (0, -1)]
        over_time = shares_over_time([share for _evening, share in person.shares], *ends)
    winds = [
        (wind, share, f"{_whole(share)} · {_times(times)}")
        for wind, times, share in person.by_wind
        if share is not None
    ]
    if winds:
        by_wind = shares_by_wind(winds)
    return over_time, by_wind


def _whole(share: Fraction | None) -> str:
    return percentage(share, places=0)


def _times(times: int) -> str:
    return ngettext("%(count)d time", "%(count)d times", times) % {"count": times}


_ROW = 4.9 * mm


def render(page: Page) -> bytes:
    person = page["person"]
    figures = " · ".join(f"{title} {value}" for title, value in page["figures"])
    story: list[Flowable] = [words(figures, 11, below=3 * mm)]
    for picture, sentences in zip(
        pictures(person), (page["over_time"], page["by_wind"]), strict=True
    ):
        if picture is not None:
            picture.renderScale = 1.15
            story += [picture, words(" ".join(sentences), 9, grey=0.2, below=3 * mm)]
    names = people_on_paper([person.player, *(player for player, _count in person.mates)])
    for listing in _listings(page, names):
        story += [listing.table(WIDTH, _ROW, 9), Spacer(0, 4 * mm)]
    if person.rests_note:
        story.append(words(person.rests_note, 9, grey=0.2))
    name = names[person.player.pk]
    pages = list_pages(story, name, _("All evenings, as published"))
    footing = Footing(name, timezone.now())
    return make_document(pages, footing, title=f"{_('All evenings')} · {name}")


def _listings(page: Page, names: Mapping[int, str]) -> list[Listing]:
    """Lists of a person's page on paper: the evenings, and each of the other lists that is not
    empty.
    """
    person = page["person"]
    day, wind = Column(_("Date"), 22 * mm), Column(_("Wind"), 22 * mm)
    place = Column(_("Place"), 22 * mm, "right", bold=True)
    share = Column(_("Left behind"), 24 * mm, "right")
    points = Column(str(HEADINGS["match_points"]), 24 * mm, "right")
    held_in = Column(_("Circuit"), 34 * mm, size=0.9)
    with_rests = points._replace(width=32 * mm) if person.rests_note else points
    seasons = [
        (circuit.name, place_words(at, count), number(earned))
        for circuit, at, count, earned in page["seasons"]
    ]
    best = [
        (
            _date(partita.evening.date),
            f"{partita.evening.name}, " + _("Partita %(number)d") % {"number": partita.number},
            _wind(partita.wind),
            place_words(partita.place, partita.count),
            _whole(partita.share),
            number(partita.match_points),
        )
        for partita in person.best
    ]
    hands = [(_date(partita.evening.date), hand.sentence) for partita, hand in page["hands"]]
    evenings = Listing(
        [day, Column(_("Evening")), held_in, wind._replace(size=0.9), place, with_rests],
        [*map(_line, person.evenings)],
        title=_("Evenings"),
    )
    mates = [(names[player.pk], str(count)) for player, count in person.mates]
    times = Column(_("Partite"), 24 * mm, "right")
    listings = (
        Listing([Column(_("Season")), place, points], seasons, title=_("Seasons")),
        Listing(
            [day, Column(_("Evening")), wind, place, share, points], best, title=_("Best partite")
        ),
        Listing(
            [day, Column(_("Hand"), paragraph=True)],
            hands,
            title=_("Furthest above the mean in these"),
        ),
        evenings,
        Listing([Column(_("Name")), times], mates, title=_("At the same table")),
    )
    return [listing for listing in listings if listing.lines or listing is evenings]


def _line(evening: Evening) -> tuple[str, ...]:
    tournament = evening.tournament
    return (
        _date(tournament.date),
        tournament.name,
        tournament.circuit.name if tournament.circuit is not None else "",
        join_words(map(_wind, evening.winds)),
        place_words(evening.place, evening.count),
        with_marks(number(evening.match_points), evening.rests),
    )


def _date(day: date | None) -> str:
    return date_format(day, "SHORT_DATE_FORMAT") if day else ""


def _wind(wind: SheetColumn | str) -> str:
    return column_name(wind) if wind else ""


def members_listed(members: Iterable[Membership]) -> Listed:
    head = [_("Name"), _("Card"), _("Club"), _("Fee"), _("Paid on")]
    lines = [
        (
            member.player.full_name,
            member.player.card_number,
            member.player.club,
            None if member.fee is None else Fraction(member.fee),
            _date(member.paid_on),
        )
        for member in members
    ]
    title = _("Members")
    return Listed("members", title, title, head, lines, 1)


def render_members(year: int, members: Sequence[Membership]) -> bytes:
    listed = members_listed(members)
    widths = (0, 30 * mm, 40 * mm, 20 * mm, 28 * mm)
    columns = [
        Column(title, width, "left" if at < 3 else "right")
        for at, (title, width) in enumerate(zip(listed.head, widths, strict=True))
    ]
    names = people_on_paper(member.player for member in members)
    fees = [member.fee for member in members if member.fee is not None]
    lines: list[tuple[Cell, ...]] = [
        (
            names[member.player_id],
            member.player.card_number,
            member.player.club,
            _money(member.fee),
            _date(member.paid_on),
        )
        for member in members
    ]
    total = Strong(_("Paid: %(paid)d of %(count)d") % {"paid": len(fees), "count": len(lines)})
    lines.append((total, "", "", Strong(_money(sum(fees, Decimal()))), ""))
    table = Listing(columns, lines).table(WIDTH, 7 * mm)
    footing = Footing(f"{listed.title} {year}", timezone.now())
    pages = list_pages([table], listed.title, str(year))
    return make_document(pages, footing, title=listed.title)


def _money(amount: Decimal | None) -> str:
    return "" if amount is None else formats.number_format(amount, 2)
