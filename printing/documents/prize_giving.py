"""The prize list, from the standing that is posted and from no other, and a diploma for each who is
called up (§7).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from django.core.exceptions import ValidationError
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph

from king.cards import Wind
from king.standing.ranking import Line
from king.standing.reveal import Prizes, prizes
from king.standing.round_results import EVERYBODY
from printing.documents.standings_content import unreadable
from printing.lists import Column, Listing, height_of, list_pages, words
from printing.names import PaperNames
from printing.occasion import Occasion, Options, occasion_of
from printing.paper import (
    HEADING,
    LANDSCAPE,
    MARGIN,
    PORTRAIT,
    Box,
    Pen,
    Progress,
    body_of,
    make_document,
    width_of,
)
from scoring.finals.models import Qualification
from scoring.publishing import last_publication, read_posted, standing_changed
from scoring.publishing.final_hold import awaits_prize_giving
from tournaments.models import Entry, Tournament
from tournaments.services import newcomers, prizes_of
from wording.naming import column_name, number
from wording.results import posted_words, ranked_at, with_what

_GAP = 6 * mm
_LOWEST = 0.75
"""How far a line may shrink to leave the prizes on one page."""


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    wind: Wind | None
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """``held``: kept for the prize-giving, so this page is not for the wall."""

    occasion: Occasion
    prizes: Prizes
    number: int
    official: bool
    rounds: int
    planned: int
    announced: str = ""
    held: bool = False
    ranked_at: str = ""
    raw: bool = False
    """Whether match points are the points of the sheets themselves, so that a line says them once."""
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The players under the name that a pair or team goes by."""
    final_of: str = ""
    """The circuit or the evening of which this is the final; empty for any other evening."""
    names: Mapping[str, str] = field(default_factory=dict)
    """As paper writes those of the standing."""
    spoken: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """For a diploma, as said aloud: the name, and who plays under it."""


def gather_prize_list(tournament: Tournament, options: Options) -> PrizeList:
    posted = last_publication(tournament)
    if posted is None:
        raise ValidationError(
            gettext_lazy(
                "No standing is posted yet, so there is nobody to call up: close a partita first."
            ),
            code="no_standing",
        )
    if standing_changed(tournament):
        raise ValidationError(
            gettext_lazy(
                "The standing has changed since no. %(number)s was posted: post it again, then print the "
                "prizes."
            ),
            code="standing_changed",
            params={"number": posted.number},
        )
    read = read_posted(tournament, posted)
    found = read.standings
    if found is None:
        raise unreadable(posted)
    kinds = prizes_of(tournament)
    new = newcomers(tournament) if kinds["newcomers"] else ()
    occasion = occasion_of(tournament)
    return PrizeList(
        occasion=occasion,
        prizes=prizes(
            found,
            int(kinds["places"]),
            winds=bool(kinds["winds"]),
            best=bool(kinds["best"]),
            newcomers=new,
        ),
        number=posted.number,
        official=posted.state == posted.State.OFFICIAL,
        rounds=len(found.rounds),
        planned=tournament.planned_rounds,
        announced=tournament.prizes,
        held=awaits_prize_giving(tournament),
        ranked_at=ranked_at(found.ranked_at, found.changed_by),
        raw=found.raw,
        players={
            name: tuple(occasion.names.of(member.player) for member in entry.members.all())
            for name, entry in read.entries.items()
            if entry.name
        },
        final_of=_final_of(tournament),
        names=occasion.names.posted(read.entries),
        spoken={name: _spoken(entry, occasion.names) for name, entry in read.entries.items()},
    )


def _final_of(tournament: Tournament) -> str:
    """Semifinals, of whose standing a final is made in turn, are none."""
    made_of = Qualification.objects.filter(final=tournament, final__qualification=None)
    found = made_of.select_related("circuit", "evening").first()
    return "" if found is None else str(found.circuit or found.evening)


def _spoken(entry: Entry, names: PaperNames) -> tuple[str, str]:
    players = ", ".join(names.spoken_of(member.player) for member in entry.members.all())
    return names.spoken_title(entry), players if entry.name else ""


def _state(paper: PrizeList) -> str:
    said = posted_words(paper.number, paper.official)
    return " · ".join((said, _("kept for the prize-giving"))) if paper.held else said


def _overall_title(paper: PrizeList) -> str:
    return _("The final") if paper.final_of else _("Overall")


def groups(paper: PrizeList) -> list[Group]:
    def group(title: str, lines: Iterable[Line], wind: Wind | None = None) -> Group:
        won = (
            (str(line.rank), line.entry, with_what(line.match_points, line.total, paper.raw))
            for line in lines
        )
        return Group(title, wind, tuple(won))

    found = [group(_overall_title(paper), paper.prizes.overall)]
    for place, lines in paper.prizes.winds.items():
        if place != EVERYBODY:
            title = _("Best at %(wind)s") % {"wind": column_name(place)}
            found.append(group(title, lines, Wind(place) if place in tuple(Wind) else None))
    best = tuple(
        (
            "",
            sheet.entry,
            _("%(points)s in partita %(number)d")
            % {"points": number(sheet.total, signed=True), "number": sheet.round},
        )
        for sheet in paper.prizes.best
    )
    found += [
        Group(_("Best single partita"), None, best),
        group(_("Best newcomer"), paper.prizes.newcomers),
    ]
    return [group for group in found if group.lines]


def render_prize_list(paper: PrizeList, progress: Progress | None = None) -> bytes:
    found, notes, body = (
        [_listing(paper, group) for group in groups(paper)],
        _notes(paper),
        body_of(PORTRAIT),
    )
    spare = (
        body.height
        - HEADING
        - height_of(notes, body.width)
        - sum(listing.above + _GAP for listing in found)
    )
    tall = 15 * mm if paper.players else 10 * mm
    row = min(
        tall, max(_LOWEST * tall, spare / max(1, sum(len(listing.lines) for listing in found)))
    )
    tables = [listing.table(body.width, row, 13, fixed=True) for listing in found]
    for table in tables:
        table.spaceAfter = _GAP
    said = _state(paper)
    pages = list_pages([*notes, *tables], _("Prize list"), paper.occasion.subject, said)
    return make_document(
        pages, paper.occasion.footing(said), title=_("Prize list"), progress=progress
    )


def _listing(paper: PrizeList, group: Group) -> Listing:
    lines = []
    for place, name, what in group.lines:
        players = ", ".join(paper.players.get(name, ()))
        shown = paper.names.get(name, name)
        lines.append((f"{place}." if place else "", (shown, players) if players else shown, what))
    columns = (
        Column(width=12 * mm, bold=True),
        Column(),
        Column("", 60 * mm, "right", size=0.85, grey=0.1),
    )
    return Listing(columns, lines, title=group.title, winds=(group.wind,) if group.wind else ())


def _notes(paper: PrizeList) -> list[Paragraph]:
    found = []
    if paper.rounds < paper.planned:
        said = _("After %(played)d of %(planned)d partite.") % {
            "played": paper.rounds,
            "planned": paper.planned,
        }
        found.append(words(said, 11, bold=True, below=3 * mm))
    if paper.announced:
        said = _("Announced: %(prizes)s") % {"prizes": " · ".join(paper.announced.splitlines())}
        found.append(words(said, 10.5, grey=0.15, below=3 * mm))
    if paper.ranked_at and paper.prizes.winds:
        found.append(words(paper.ranked_at, 10.5, grey=0.15, below=3 * mm))
    return found


Diploma = tuple[str, Wind | None, str, str]
"""The honour, the wind that it is for, the name that won it, and the figures that won it."""
_BETWEEN_PARTNERS = " – "
_NAME = 40


def diplomas(paper: PrizeList) -> list[Diploma]:
    found: list[Diploma] = []
    for group in groups(paper):
        for place, name, what in group.lines:
            said = (
                _("Place %(place)s in the final")
                if paper.final_of
                else _("Place %(place)s overall")
            )
            ranked = said % {"place": place}
            overall = group.wind is None and place != "" and group.title == _overall_title(paper)
            found.append((ranked if overall else group.title, group.wind, name, what))
    return found


def render_diplomas(paper: PrizeList, progress: Progress | None = None) -> bytes:
    """Without a footer: they are handed over and framed."""
    pages = [partial(_diploma_draw, paper, diploma) for diploma in diplomas(paper)]
    footing = paper.occasion.footing()
    return make_document(
        pages, footing, title=_("Diplomas"), size=LANDSCAPE, progress=progress, footed=False
    )


def _diploma_draw(paper: PrizeList, diploma: Diploma, pen: Pen) -> None:
    title, wind, name, what = diploma
    sheet = Box(0, 0, *pen.size).inset(MARGIN)
    pen.frame(sheet.inset(1 * mm), 2.2)
    pen.frame(sheet.inset(3 * mm), 0.5)
    inner = sheet.inset(18 * mm, 13 * mm)
    crown, club, evening, word, badge, who, reason, below, sign = inner.rows(
        21 * mm,
        12 * mm,
        8 * mm,
        25 * mm,
        14 * mm,
        30 * mm,
        11 * mm,
        10 * mm,
        inner.height - 131 * mm,
    )
    _draw_crown(pen, crown.x + crown.width / 2 - 14 * mm, crown.y + 2 * mm, 28 * mm)
    # The club is known by its place; an evening without one goes by its own name.
    date = formats.date_format(paper.occasion.date, "j F Y")
    of_club, of_evening = paper.occasion.place, paper.occasion.tournament
    if paper.final_of not in of_evening:
        of_evening = f"{of_evening} · {paper.final_of}"
    pen.text(club, of_club or of_evening, 22, bold=True, align="center")
    pen.text(evening, f"{of_evening} · {date}" if of_club else date, 13, align="center", grey=0.2)
    pen.text(word, title, 30, bold=True, align="center", upright="bottom")
    if wind is not None:
        pen.badge(wind, badge.x + badge.width / 2 - 6 * mm, badge.y + 0.5 * mm, 12 * mm)
    spoken, players = paper.spoken.get(name, (name, ""))
    _draw_names(pen, who, spoken)
    if players:
        pen.text(reason, players, 15, align="center", paragraph=True)
    pen.text(below if players else reason, what, 15, align="center", grey=0.15)
    _draw_signatures(pen, sign, paper.occasion.arbiter)


def _draw_crown(pen: Pen, x: float, y: float, width: float) -> None:
    path = pen.canvas.beginPath()
    path.rect(0.08, 0, 0.84, 0.09)
    path.moveTo(0.08, 0.14)
    for across, up in (
        (0, 0.44),
        (0.23, 0.28),
        (0.25, 0.52),
        (0.42, 0.3),
        (0.5, 0.58),
        (0.58, 0.3),
        (0.75, 0.52),
        (0.77, 0.28),
        (1, 0.44),
        (0.92, 0.14),
    ):
        path.lineTo(across, up)
    path.close()
    for across, up in ((0, 0.47), (0.25, 0.56), (0.5, 0.62), (0.75, 0.56), (1, 0.47)):
        path.circle(across, up, 0.035)
    pen.canvas.saveState()
    pen.canvas.translate(x, y)
    pen.canvas.scale(width, width)
    pen.canvas.setFillGray(0.2)
    pen.canvas.drawPath(path, fill=1, stroke=0, fillMode=1)
    pen.canvas.restoreState()


def _draw_names(pen: Pen, box: Box, name: str) -> None:
    box = Box(box.x, box.y + 2 * mm, box.width, box.height - 2 * mm)
    names = (
        [name] if width_of(name, _NAME, bold=True) <= box.width else name.split(_BETWEEN_PARTNERS)
    )
    for text, line in zip(names, box.rows(*[box.height / len(names)] * len(names)), strict=True):
        pen.text(line, text, _NAME if len(names) == 1 else _NAME * 0.8, bold=True, align="center")


def _draw_signatures(pen: Pen, box: Box, arbiter: str) -> None:
    titles = (_("for the club"), arbiter or _("the arbiter"))
    for title, cell in zip(titles, box.columns(box.width / 2, box.width / 2), strict=True):
        line = cell.inset(14 * mm, 0)
        pen.line(line.x, line.y + 7 * mm, line.right, line.y + 7 * mm, 0.5)
        pen.text(Box(line.x, line.y, line.width, 6 * mm), title, 10, align="center", grey=0.2)
