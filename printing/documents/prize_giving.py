"""The prize list, from the published standing and from no other, and a diploma for each who is
called up (§7).
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _, gettext_lazy
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph

from king.cards import Wind
from king.standing.ranking import Line
from king.standing.reveal import prizes
from king.standing.round_results import EVERYBODY
from printing.document_context import Options, Printed, occasion_of
from printing.documents.standings_content import unreadable
from printing.lists import WIDTH, Column, Listing, even_row, list_pages, room_below, words
from printing.paper import LANDSCAPE, MARGIN, Box, Page, Pen, width_of
from scoring.models import Publication
from scoring.publishing import last_publication, read_publication, standing_changed
from scoring.publishing.final_hold import awaits_prize_giving
from tournaments.models import Tournament
from tournaments.services import newcomers, prizes_of
from wording.naming import column_name, number
from wording.rests import foot
from wording.results import line_words, publication_words, ranked_at
from wording.sentences import refusal

_GAP = 6 * mm
_LOWEST, _TALLEST = 7.5 * mm, 22 * mm
"""Between these heights a line fills the page."""


Paper = dict[str, Any]
"""``prizes`` from the standing ``published``, whether match points are the points of the sheets
themselves (``raw``), what a partita sat out is worth (``rest_worth``), the ``entries`` by name, and
the ``names`` as paper writes them. ``final_of`` is the circuit or the evening of which this is the
final, empty for any other evening.
"""


def gather_prize_list(tournament: Tournament, options: Options) -> Paper:
    published = last_publication(tournament)
    if published is None:
        raise refusal(
            gettext_lazy(
                "No standings are published yet, so there is nobody to call up: close a partita first."
            ),
            "no_standing",
        )
    if standing_changed(tournament):
        raise refusal(
            gettext_lazy(
                "The standings have changed since no. %(number)s was published: publish them again, then print the prizes."
            ),
            "standing_changed",
            number=published.number,
        )
    read = read_publication(tournament, published)
    if read.standings is None:
        raise unreadable(published)
    kinds, occasion = prizes_of(tournament), occasion_of(tournament)
    return {
        "tournament": tournament,
        "occasion": occasion,
        "published": published,
        "state": _state(tournament, published),
        "standings": read.standings,
        "raw": read.standings.raw,
        "rest_worth": read.settings.bye_points,
        "lines": {line.entry: line for line in read.standings.overall},
        "prizes": prizes(
            read.standings,
            int(kinds["places"]),
            winds=bool(kinds["winds"]),
            best=bool(kinds["best"]),
            newcomers=newcomers(tournament) if kinds["newcomers"] else (),
        ),
        "entries": read.entries,
        "names": occasion.names.published(read.entries),
        "final_of": _final_of(tournament),
    }


def _final_of(tournament: Tournament) -> str:
    """Name of the circuit or evening of which this evening is the final. Empty if it is none;
    semifinals are none, because a final is made of their standing.
    """
    made_of = getattr(tournament, "made_of", None)
    if made_of is None or hasattr(tournament, "qualification"):
        return ""
    return str(made_of.circuit or made_of.evening)


def _state(tournament: Tournament, publication: Publication) -> str:
    """Number and state of the publication in words. A note says if it is held back for the
    prize-giving, because such a list is not for the wall.
    """
    state = publication_words(publication.number, publication.state == publication.State.OFFICIAL)
    is_kept_back = awaits_prize_giving(tournament)
    return " · ".join((state, _("held back for the prize-giving"))) if is_kept_back else state


def _overall_title(paper: Paper) -> str:
    return _("The final") if paper["final_of"] else _("Overall")


def groups(paper: Paper) -> list[dict[str, Any]]:
    """Groups that are called up together: a ``title``, the ``wind``, and ``lines`` of place, name
    and figures.
    """

    def group(title: str, lines: Iterable[Line], wind: Wind | None = None) -> dict[str, Any]:
        called = [(str(line.rank), line.entry, line_words(line, paper["raw"])) for line in lines]
        return {"title": title, "wind": wind, "lines": called}

    won = paper["prizes"]
    called = [group(_overall_title(paper), won.overall)]
    for place, lines in won.winds.items():
        if place != EVERYBODY:
            title = _("Best at %(wind)s") % {"wind": column_name(place)}
            called.append(group(title, lines, Wind(place) if place in tuple(Wind) else None))
    where = _("%(points)s in partita %(number)d")
    best = [
        (
            "",
            sheet.entry,
            where % {"points": number(sheet.total, signed=True), "number": sheet.round},
        )
        for sheet in won.best
    ]
    called.append({"title": _("Best single partita"), "wind": None, "lines": best})
    called.append(group(_("Best newcomer"), won.newcomers))
    return [group for group in called if group["lines"]]


def prize_list(paper: Paper) -> Printed:
    return Printed(paper["occasion"], _pages(paper), paper["state"])


def _pages(paper: Paper) -> list[Page]:
    """Draw the prizes from the last that is called up to the first, filling the page."""
    notes = _notes(paper)
    listings = [_listing(paper, group) for group in reversed(groups(paper))]
    spare = room_below(notes) - sum(listing.above + _GAP for listing in listings)
    lines = sum(len(listing.lines) for listing in listings)
    row = min(_TALLEST, max(_LOWEST, spare / max(1, lines)))
    size = min(listing.size(WIDTH, row, 20) for listing in listings)
    needs = [need for listing in listings for need in listing.needs(WIDTH, size)]
    row = max(_LOWEST, even_row(needs, spare, _TALLEST))
    size = min(size, *(listing.size(WIDTH, row, 20) for listing in listings))
    tables = [listing.table(WIDTH, row, size) for listing in listings]
    for table in tables:
        table.spaceAfter = _GAP
    return list_pages([*notes, *tables], _("Prize list"), paper["occasion"].subject, paper["state"])


def _listing(paper: Paper, group: dict[str, Any]) -> Listing:
    lines = []
    for place, name, what in reversed(group["lines"]):
        player = paper["names"].get(name, name)
        if players := _players(paper, name):
            player = player, players
        lines.append((f"{place}." if place else "", player, what))
    columns = (
        Column(width=15 * mm, bold=True),
        Column(bold=True),
        Column("", 62 * mm, "right", size=0.8, grey=0.1),
    )
    winds = (group["wind"],) if group["wind"] else ()
    return Listing(columns, lines, title=group["title"], winds=winds)


def _players(paper: Paper, name: str, *, spoken: bool = False) -> str:
    """Names of the players of a pair or team that has a name of its own."""
    entry, names = paper["entries"].get(name), paper["occasion"].names
    if entry is None or not entry.name:
        return ""
    written = names.spoken if spoken else names.people
    return ", ".join(written[member.player_id] for member in entry.members.all())


def _notes(paper: Paper) -> list[Paragraph]:
    tournament, standings, notes = paper["tournament"], paper["standings"], []
    if len(standings.rounds) < tournament.planned_rounds:
        played = _("After %(played)d of %(planned)d partite.") % {
            "played": len(standings.rounds),
            "planned": tournament.planned_rounds,
        }
        notes.append(words(played, 11, bold=True, below=3 * mm))
    announced = " · ".join(tournament.prizes.splitlines())
    announced = announced and _("Announced: %(prizes)s") % {"prizes": announced}
    ranked = paper["prizes"].winds and ranked_at(standings.ranked_at, standings.changed_by)
    sentences = filter(None, (announced, ranked, rests_note(paper)))
    return [*notes, *(words(text, 10.5, grey=0.15, below=3 * mm) for text in sentences)]


def rests_note(paper: Paper) -> str:
    """Footnote on partite that were sat out, if anybody who gets a prize has sat one out."""
    won = paper["prizes"]
    lines = chain(won.overall, won.newcomers, *won.winds.values())
    return foot((line.rests for line in lines), paper["rest_worth"])


Diploma = tuple[str, Wind | None, str, str]
"""The honour, the wind that it is for, the name that won it, and the figures that won it."""
_BETWEEN_PARTNERS = " – "
_NAME = 40


def diplomas(paper: Paper) -> list[Diploma]:
    ranked = (
        _("Place %(place)s in the final") if paper["final_of"] else _("Place %(place)s overall")
    )
    won = []
    for group in groups(paper):
        for place, name, what in group["lines"]:
            is_overall = group["title"] == _overall_title(paper)
            honour = ranked % {"place": place} if is_overall else group["title"]
            won.append((honour, group["wind"], name, what))
    return won


def diploma_pages(paper: Paper) -> Printed:
    """Pages of diplomas. They have no footer, because they are handed over and framed."""
    occasion, evening = paper["occasion"], paper["occasion"].tournament
    # The club is known by its place; an evening without one goes by its own name.
    date = formats.date_format(occasion.date, "DATE_FORMAT")
    if paper["final_of"] not in evening:
        evening = f"{evening} · {paper['final_of']}"
    above = (occasion.place, f"{evening} · {date}") if occasion.place else (evening, date)
    signers = _("for the club"), paper["tournament"].arbiter or _("the arbiter")

    def draw(won: Diploma, pen: Pen) -> None:
        honour, wind, name, what = won
        entry = paper["entries"].get(name)
        who = occasion.names.spoken_title(entry) if entry else name
        players = _players(paper, name, spoken=True)
        draw_diploma(pen, above, (honour, wind, who, what), signers, players)
        line = paper["lines"].get(name)
        note = foot([line.rests], paper["rest_worth"]) if line is not None else ""
        if note and honour != _("Best single partita"):
            pen.text(
                Box(0, MARGIN + 5 * mm, pen.size[0], 5 * mm), note, 9, align="center", grey=0.2
            )

    pages = [partial(draw, won) for won in diplomas(paper)]
    return Printed(occasion, pages, size=LANDSCAPE, footed=False)


def draw_diploma(
    pen: Pen, above: tuple[str, str], diploma: Diploma, signers: Sequence[str], players: str = ""
) -> None:
    """Draw a diploma. The two lines ``above`` say who awards it, and for which evening."""
    title, wind, name, what = diploma
    sheet = Box(0, 0, *pen.size).inset(MARGIN)
    pen.frame(sheet.inset(1 * mm), 2.2)
    pen.frame(sheet.inset(3 * mm), 0.5)
    inner = sheet.inset(18 * mm, 13 * mm)
    heights = (size * mm for size in (21, 12, 8, 25, 14, 30, 11, 10, 0))
    crown, club, evening, word, badge, who, reason, below, sign = inner.rows(*heights)
    draw_crown(pen, crown.x + crown.width / 2 - 14 * mm, crown.y + 2 * mm, 28 * mm)
    pen.text(club, above[0], 22, bold=True, align="center")
    pen.text(evening, above[1], 13, align="center", grey=0.2)
    pen.text(word, title, 30, bold=True, align="center", upright="bottom")
    if wind is not None:
        pen.badge(
            wind, Box(badge.x + badge.width / 2 - 6 * mm, badge.y + 0.5 * mm, 12 * mm, 12 * mm)
        )
    _draw_names(pen, who.less(bottom=2 * mm), name)
    if players:
        pen.text(reason, players, 15, align="center", paragraph=True)
    pen.text(below if players else reason, what, 15, align="center", grey=0.15)
    for signer, cell in sign.across(signers):
        line = cell.inset(14 * mm, 0)
        pen.rule(line, 7 * mm)
        pen.text(line._replace(height=6 * mm), signer, 10, align="center", grey=0.2)


def draw_crown(pen: Pen, x: float, y: float, width: float) -> None:
    path = pen.beginPath()
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
    pen.saveState()
    pen.translate(x, y)
    pen.scale(width, width)
    pen.setFillGray(0.2)
    pen.drawPath(path, fill=1, stroke=0, fillMode=1)
    pen.restoreState()


def _draw_names(pen: Pen, box: Box, name: str) -> None:
    names = [name]
    if width_of(name, _NAME, bold=True) > box.width:
        names = name.split(_BETWEEN_PARTNERS)
    for text, line in box.down(names):
        pen.text(line, text, _NAME if len(names) == 1 else _NAME * 0.8, bold=True, align="center")
