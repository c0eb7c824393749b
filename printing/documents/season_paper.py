"""A season on paper, and its regulation in words, for the page too."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from king.standings.standing_settings import COUNTS
from king.standings.tiebreaks import TIEBREAKS
from printing.documents.announcement import overall_words, scale_words, ties_words
from printing.documents.standings_paper import on_one_line
from printing.lists import Column, Listing, list_pages, words
from printing.paper import LANDSCAPE, Footing, body_of, make_document
from scoring.season import Season, Sitting
from tournaments.circuits import SeasonPosting
from wording.naming import number


def regulation(season: Season) -> list[tuple[str, str]]:
    settings, circuit = season.settings, season.circuit
    rules = season.calendar[-1].rules if season.calendar else None
    found = [(_("What counts"), _(COUNTS[circuit.counts]).capitalize() + ".")]
    if rules is not None:
        found.append((_("What a result is worth"), " ".join((scale_words(settings, rules), ties_words(settings)))))
    found.append((_("The standing"), overall_words(settings) if circuit.counts == "partite" else _of_places(season)))
    found.append((_("Attendance"), _attendance(season)))
    return [(title, said) for title, said in [*found, (_("Prizes"), circuit.prizes)] if said]


def _of_places(season: Season) -> str:
    settings = season.settings
    counted = _("All evenings are added.")
    if settings.count_best is not None:
        counted = ngettext(
            "The best evening counts.", "The best %(count)d evenings are added.", settings.count_best
        ) % {"count": settings.count_best}  # fmt: skip
    if settings.tiebreaks:
        order = ", ".join(_(TIEBREAKS[code].title) for code in settings.tiebreaks)
        counted += " " + _("Between equals decide, in this order: %(order)s.") % {"order": order}
    return counted


def _attendance(season: Season) -> str:
    settings, found = season.settings, []
    if settings.minimum_evenings > 1:
        found.append(_("A place asks for %(count)d evenings.") % {"count": settings.minimum_evenings})
    if settings.missed_points is not None:
        of_partite = _("Each partita of an evening missed is worth %(points)s.")
        sentence = of_partite if season.circuit.counts == "partite" else _("An evening missed is worth %(points)s.")
        found.append(sentence % {"points": number(settings.missed_points)})
    if settings.late_points is not None and season.circuit.counts == "partite":
        sentence = _("A partita missed by coming late or leaving is worth %(points)s.")
        found.append(sentence % {"points": number(settings.late_points)})
    return " ".join(found)


MOST_RESULTS = 16
"""Columns of results that a page across has room for: of a longer season the last ones."""


def render(season: Season, posting: SeasonPosting | None = None) -> bytes:
    numbers = list(season.sittings)[-MOST_RESULTS:]
    raw = season.settings.method == "raw"
    columns = [Column(_("Place"), 13 * mm, "right", bold=True), Column(_("Name"), 0 if numbers else 90 * mm)]
    columns += [] if raw else [Column(_("Match points"), 20 * mm, "right", bold=True)]
    columns.append(Column(pgettext("of the sheets", "Points"), 16 * mm, "right", bold=raw))
    columns += [Column(_heading(season.sittings[key]), 11 * mm, "right") for key in numbers]
    lines = []
    for line in season.standings.overall:
        made = {one.round: number(one.match_points) for one in line.counted}
        made |= {one.round: f"({number(one.match_points)})" for one in line.dropped}
        figures = [number(line.match_points)] if raw else [number(line.match_points), number(line.total)]
        lines.append([str(line.rank), line.entry, *figures, *(made.get(key, "") for key in numbers)])
    last = _("After %(evening)s") % {"evening": date_format(max(evening.date for evening in season.evenings))}
    size = body_of(LANDSCAPE)
    story: list[Flowable] = [words(sentence, 9, bold=True, below=2 * mm) for sentence in _corrections(season, posting)]
    story += [Listing(columns, lines).table(size.width, 5.6 * mm, 10), Spacer(0, 4 * mm)]
    story += [words(f"{title}: {said}", 9) for title, said in regulation(season)]
    official = season.official if posting is None else posting.official
    state = _("official") if official else _("provisional")
    if posting is not None:
        state = _("Standing no. %(number)s") % {"number": posting.number} + f", {state}"
    footing = Footing(f"{season.circuit.name} · {last}", timezone.now(), state)
    pages = list_pages(story, _("Standing"), footing.subject, size=LANDSCAPE)
    return make_document(pages, footing, title=f"{_('Standing')} {season.circuit.name}", size=LANDSCAPE)


def _corrections(season: Season, posting: SeasonPosting | None) -> Iterator[str]:
    if posting is None:
        yield from season.corrected()
    elif posting.erratum:
        yield _("Corrects what was posted before: %(changes)s") % {"changes": on_one_line(posting.erratum)}


def _heading(sitting: Sitting) -> str:
    return str(sitting.evening) if sitting.partita is None else f"{sitting.evening}/{sitting.partita}"
