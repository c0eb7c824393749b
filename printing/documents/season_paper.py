"""A season on paper, and its regulation in words, for the page too."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from king.standings.season import COUNTS
from king.standings.tiebreaks import TIEBREAKS
from printing.documents.announcement import overall_words, scale_words, ties_words
from scoring.season import Season
from wording.figures import number


def regulation(season: Season) -> list[tuple[str, str]]:
    """What the season's standing is made by: titles and sentences, of the settings that it is computed with."""
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
