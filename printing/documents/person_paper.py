"""A player's evening as it was published, on paper."""

from fractions import Fraction

from django.utils.translation import gettext as _
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from printing.document_context import Printed, occasion_of
from printing.lists import WIDTH, Cell, Column, Listing, Strong, list_pages, words
from printing.pictures import course
from scoring.player_evening import PlayedRound, PlayerEvening
from scoring.publishing import PublishedStandings
from tournaments.models import Tournament
from wording.naming import column_name, join_words, number


def picture_of_evening(evening: PlayerEvening) -> Drawing | None:
    if not evening.is_compared:
        return None
    stretches = []
    for round_ in evening.rounds:
        # How far each hand is from its mean; of a team's two tables together.
        gaps: dict[int, Fraction | None] = {}
        for hand in sorted(round_.hands, key=lambda hand: hand.number):
            gap, so_far = hand.beside.difference, gaps.get(hand.number)
            gaps[hand.number] = so_far if gap is None else gap + (so_far or 0)
        title, *place = _title(round_)
        stretches.append((title, "".join(place), list(gaps.values())))
    return course(stretches)


def _title(round_: PlayedRound) -> list[str]:
    """Title of a partita, and its place if it has one."""
    title = [_("Partita %(number)d") % {"number": round_.number}]
    if round_.place is not None:
        title.append(_("place %(place)d") % {"place": round_.place})
    return title


_ROW, _GAP = 4.7 * mm, 3 * mm


def render_evening(
    tournament: Tournament, published: PublishedStandings, evening: PlayerEvening
) -> bytes:
    occasion = occasion_of(tournament, at=published.at)
    story: list[Flowable] = []
    picture = picture_of_evening(evening)
    if picture is not None:
        picture.renderScale = 1.15
        story.append(picture)
    story.append(words(" ".join(evening.story), 9.5, grey=0.2, below=2 * mm))
    columns = (
        Column(_("Hand"), 40 * mm),
        Column(_("Wind"), 17 * mm, size=0.9),
        Column(_("Points"), 14 * mm, "right", bold=True),
        Column(_("Mean"), 15 * mm, "right"),
        Column("±", 15 * mm, "right"),
        Column(_("Why"), size=0.78, grey=0.2, paragraph=True),
    )
    furthest = (*evening.best, *evening.worst)
    for round_ in evening.rounds:
        lines: list[tuple[Cell, ...]] = []
        for hand in round_.hands:
            own, gap = hand.beside.own, number(hand.beside.difference, signed=True)
            figures = number(own.points), number(hand.beside.mean)
            far = Strong(gap) if hand in furthest else gap
            why = _("; ").join(hand.why)
            lines.append((hand.name, column_name(own.column), *figures, far, why))
        if ruled := round_.beside_sheet:
            lines.append((_("Points given or taken by the arbiter"), "", number(ruled), "", "", ""))
        title = " · ".join(_title(round_))
        listing = Listing(columns, lines, title=title, head=5.5 * mm, air=0.2 * mm)
        table = listing.table(WIDTH, _ROW, 9)
        table.spaceAfter = 1 * mm
        mates = []
        for at, seats in round_.mates:
            names = join_words(
                f"{column_name(wind)} {occasion.names.of(seat.player)}"
                for wind, sitting in seats.items()
                for seat in sitting
            )
            mates.append(_("Table %(table)d: %(names)s.") % {"table": at, "names": names})
        mates = [*filter(None, (round_.outright,)), *mates]
        story += [table, words(" ".join(mates), 8, grey=0.25, below=_GAP)]
    title, name = _("My evening"), occasion.names.title(evening.entry)
    state = _("Standings no. %(number)s") % {"number": published.publication.number}
    pages = list_pages(story, name, f"{title} · {occasion.subject}", state)
    return Printed(occasion, pages, state).draw(f"{title} · {name}")
