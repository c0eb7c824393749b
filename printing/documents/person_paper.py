"""A person's page over all evenings, for the site and on paper: both have the same facts, words and pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from king.sheet.points import Column as SheetColumn
from printing.documents.player_evening import PlayedHand, hands_of
from printing.lists import Column, Listing, list_pages, words
from printing.paper import PORTRAIT, Footing, body_of, make_document
from printing.pictures import lately, shares_by_wind, shares_over_time
from scoring.people.evenings import Evening, Partita, Person, mean, seasons_of
from scoring.people.forgetting import is_forgotten
from scoring.people.grades import Draw, Grade, draws_of, grades
from scoring.publishing import ComparedEvening
from scoring.remembered import while_they_stand
from scoring.scored_sheets import compare_tables, scored_rounds
from tournaments.circuits import Circuit
from tournaments.models import Round
from wording.naming import NOTHING, column_name, joined, number, percentage

MOST_HANDS = 5


@dataclass(frozen=True)
class PersonPage:
    """``hands`` are those of the best partite furthest above the mean of all who held the same cards; ``seasons`` each
    circuit with the place, among how many, and the match points; ``draws`` are by key of the evening."""

    person: Person
    seasons: tuple[tuple[Circuit, int | None, int, Fraction | None], ...]
    hands: tuple[tuple[Partita, PlayedHand], ...]
    grade: Grade | None
    draws: Mapping[int, Draw]

    @property
    def figures(self) -> list[tuple[str, str]]:
        """The few large figures at the top of page and paper: what each is, and how it reads."""
        person = self.person
        places = [evening.place for evening in person.evenings if evening.place is not None]
        found = [(_("Evenings"), str(len(person.evenings)))]
        if places:
            found += [(_("First places"), str(places.count(1))), (_("Best place"), str(min(places)))]
            found.append((_("Left behind"), _whole(person.mean_share)))
        if self.grade is not None:
            found.append((_("Partite until a grade is shown"), str(self.grade.missing)) if self.grade.missing
                         else (_("Grade"), str(self.grade)))  # fmt: skip
        return found

    @property
    def over_time(self) -> tuple[str, ...]:
        """What the picture of the evenings shows, for who cannot see it."""
        shares = [share for _evening, share in self.person.shares]
        if not shares:
            return ()
        said = ngettext(
            "In %(count)d evening with a place %(share)s of the others were left behind on average, an equal counting "
            "half.",
            "In %(count)d evenings with a place %(share)s of the others were left behind on average, an equal counting "
            "half.", len(shares),
        ) % {"count": len(shares), "share": _whole(mean(shares))}  # fmt: skip
        last = self.lately
        if len(shares) < 2 * last:
            return (said,)
        compared = _("In the last %(count)d it was %(share)s, in the first %(count)d %(before)s.") % {
            "count": last, "share": _whole(mean(shares[-last:])), "before": _whole(mean(shares[:last])),
        }  # fmt: skip
        return said, compared

    @property
    def lately(self) -> int:
        """Of how many evenings the line in the picture is the mean."""
        return lately(len(self.person.shares))

    @property
    def by_wind(self) -> tuple[str, ...]:
        """``North 12 times, 54 %``: the same as the picture of the winds."""
        return tuple(
            _("%(wind)s: %(times)s, %(share)s.") % {
                "wind": column_name(wind), "times": _times(times), "share": _whole(share)
            }
            for wind, times, share in self.person.by_wind
        )  # fmt: skip


def gather(person: Person) -> PersonPage:
    """The page of a person, with the queries of ``seasons_of`` and ``grades`` and those of one partita's sheets."""
    known, player = grades(), person.player
    grade = None if is_forgotten(player) else known.get(player.pk)
    evenings = [partita.evening for partita in person.best]
    hands = while_they_stand(evenings, lambda: tuple(best_hands(person)), "hands", player.pk)
    return PersonPage(person, tuple(seasons_of(player)), hands, grade, draws_of(person, known))


def best_hands(person: Person) -> list[tuple[Partita, PlayedHand]]:
    """Of the best partite with boards whose sheets still make what was posted; none on which the arbiter ruled."""
    wanted = Q(pk__in=())
    for partita in person.best:
        wanted |= Q(tournament=partita.evening, number=partita.number)
    rounds = list(Round.objects.filter(wanted, board_set__isnull=False).select_related("board_set", "tournament"))
    tables = scored_rounds(rounds)
    boards = {key: compare_tables(scored) for key, scored in tables.items()}
    compared = ComparedEvening(tables, boards, frozenset(tables), {}, {})
    best = {(listed.evening.pk, listed.number): listed for listed in person.best}
    found = []
    for round_ in rounds:
        partita = best[round_.tournament_id, round_.number]
        own = [table for table in tables[round_.pk]
               if any(seat.player_id == person.player.pk for seat in table.seats.values())]  # fmt: skip
        ruled = {ruling.hand for table in own for ruling in table.rulings}
        entries = {seat.entry for table in own for seat in table.seats.values() if seat.player_id == person.player.pk}
        for entry in entries:
            if sum(result.total for table in own for result in table.made() if result.entry == entry) == partita.total:
                hands = hands_of(entry, round_, own, compared)
                found += [(partita, hand) for hand in hands if hand.number not in ruled]
    above = [pair for pair in found if (pair[1].beside.difference or 0) > 0]
    above.sort(
        key=lambda pair: (-(pair[1].beside.difference or 0), -pair[0].evening.pk, pair[0].number, pair[1].number)
    )
    return above[:MOST_HANDS]


def pictures(page: PersonPage) -> tuple[Drawing | None, Drawing | None]:
    """Over time and by wind; None where there is nothing to draw."""
    shares = page.person.shares
    over_time = shares_over_time([share for _evening, share in shares], (
        date_format(shares[0][0].tournament.date, "SHORT_DATE_FORMAT"),
        date_format(shares[-1][0].tournament.date, "SHORT_DATE_FORMAT"),
    )) if shares else None  # fmt: skip
    winds = [(wind, share, f"{_whole(share)} · {_times(times)}")
             for wind, times, share in page.person.by_wind if share is not None]  # fmt: skip
    return over_time, shares_by_wind(winds) if winds else None


def _whole(share: Fraction | None) -> str:
    return percentage(share, places=0)


def _times(times: int) -> str:
    return ngettext("%(count)d time", "%(count)d times", times) % {"count": times}


# --- onto paper

_ROW = 4.9 * mm


def render(page: PersonPage) -> bytes:
    """The pictures with their words, then the lists; as many pages as the evenings take."""
    person = page.person
    width = body_of(PORTRAIT).width
    story: list[Flowable] = [words(" · ".join(f"{title} {value}" for title, value in page.figures), 11, below=3 * mm)]
    for drawing, said in zip(pictures(page), (page.over_time, page.by_wind), strict=True):
        if drawing is not None:
            drawing.renderScale = 1.15
            story += [drawing, words(" ".join(said), 9, grey=0.2, below=3 * mm)]
    for listing in _listings(page):
        story += [listing.table(width, _ROW, 9), Spacer(0, 4 * mm)]
    footing = Footing(person.player.full_name, timezone.now(), "")
    pages = list_pages(story, person.player.full_name, _("All evenings, as posted"))
    return make_document(pages, footing, title=f"{_('All evenings')} · {person.player.full_name}")


def _listings(page: PersonPage) -> Iterator[Listing]:
    share = Column(_("Left behind"), 20 * mm, "right")
    place, points = Column(_("Place"), 22 * mm, "right", bold=True), Column(_("Match points"), 24 * mm, "right")
    if page.seasons:
        lines = [(circuit.name, place_words(at, count), number(earned)) for circuit, at, count, earned in page.seasons]
        yield Listing([Column(_("Season")), place, points], lines, title=_("Seasons"))
    if page.person.best:
        columns = [Column(_("Date"), 22 * mm), Column(_("Evening")), Column(_("Wind"), 22 * mm), place, share, points]
        best = [
            (_date(partita), f"{partita.evening.name}, " + _("Partita %(number)d") % {"number": partita.number},
             _wind(partita.wind), place_words(partita.place, partita.count), _whole(partita.share),
             number(partita.match_points))
            for partita in page.person.best
        ]  # fmt: skip
        yield Listing(columns, best, title=_("Best partite"))
    if page.hands:
        columns = [Column(_("Date"), 22 * mm), Column(_("Hand"), paragraph=True)]
        yield Listing(columns, [(_date(partita), hand.sentence) for partita, hand in page.hands],
                      title=_("Furthest above the mean in these"))  # fmt: skip
    columns = [Column(_("Date"), 22 * mm), Column(_("Evening")), Column(_("Circuit"), 34 * mm, size=0.9),
               Column(_("Wind"), 22 * mm, size=0.9), place, points]  # fmt: skip
    yield Listing(columns, [_line(evening) for evening in page.person.evenings], title=_("Evenings"))
    if page.person.mates:
        mates = [(player.full_name, str(count)) for player, count in page.person.mates]
        yield Listing([Column(_("Name")), Column(_("Partite"), 24 * mm, "right")], mates, title=_("At the same table"))


def _line(evening: Evening) -> tuple[str, ...]:
    tournament = evening.tournament
    return (
        date_format(tournament.date, "SHORT_DATE_FORMAT"), tournament.name,
        tournament.circuit.name if tournament.circuit is not None else "", joined(map(_wind, evening.winds)),
        place_words(evening.place, evening.count), number(evening.match_points),
    )  # fmt: skip


def place_words(place: int | None, count: int) -> str:
    """``3 of 16``; a dash for who has no place."""
    if place is None:
        return NOTHING
    return pgettext("a place among so many", "%(place)d of %(count)d") % {"place": place, "count": count}


def _date(partita: Partita) -> str:
    return date_format(partita.evening.date, "SHORT_DATE_FORMAT")


def _wind(wind: SheetColumn | str) -> str:
    return column_name(wind) if wind else ""
