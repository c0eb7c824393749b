"""What was drawn, by wind: who is North 1, who is North 2 … and by which seed the program drew it (§7, point 3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm

from king.winds import Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, heading, make_document
from printing.ruled_list import HEAD, Column, draw_list, in_parts
from printing.wording import side_name, wind_name
from tournaments.head_count import seats_of_entries
from tournaments.models import Tournament

_NOTE, _ROW = 10 * mm, 6.6 * mm
_MOST = int((body_of(PORTRAIT).height - HEADING - _NOTE - 10 * mm - HEAD) / _ROW)


@dataclass(frozen=True, slots=True)
class DrawResult:
    """For each wind, line or place the entries with the numbers that they drew; ``seed`` empty: drawn by hand."""

    occasion: Occasion
    drawn: tuple[tuple[Wind, tuple[tuple[int, str], ...]], ...]
    seed: str = ""
    sides: str = "individual"


def gather(tournament: Tournament, options: Options) -> DrawResult:
    """The draw as it stands, in two queries or three."""
    found = tournament.entries.filter(withdrawn_at__isnull=True, wind_number__isnull=False)
    entries = sorted(found.prefetch_related("members__player"), key=lambda entry: entry.wind_number or 0)
    if not entries:
        raise ValidationError(
            gettext_lazy("The winds are not drawn yet: draw them, then print the result."), code="not_drawn"
        )
    drawn = tuple(
        (wind, tuple((entry.wind_number or 0, entry.sorted_title) for entry in entries if entry.wind == wind.value))
        for wind in seats_of_entries(tournament)
    )
    return DrawResult(occasion_of(tournament), drawn, tournament.draw_seed, tournament.rules.sides)


def render(result: DrawResult, progress: Progress | None = None) -> bytes:
    """The winds side by side; a big hall goes on over pages."""
    longest = max(len(names) for _wind, names in result.drawn)
    pages = [partial(_draw_page, result, part) for part in in_parts(range(longest), _MOST)]
    return make_document(pages, result.occasion.footing(), title=_("Draw of the winds"), progress=progress)


def _draw_page(result: DrawResult, part: tuple[int, ...], pen: Pen) -> None:
    rest = heading(pen, _("Draw of the winds"), result.occasion.subject)
    note, body = rest.rows(_NOTE, rest.height - _NOTE)
    how = _("Drawn by hand.")
    if result.seed:
        how = _("Drawn by the program from the seed %(seed)s: with it anybody can repeat the draw.") % {
            "seed": result.seed
        }
    pen.text(note, how, 9, grey=0.2, paragraph=True, upright="top")
    gap = 4 * mm
    wide = (body.width - gap * (len(result.drawn) - 1)) / len(result.drawn)
    for place, (wind, names) in enumerate(result.drawn):
        box = Box(body.x + place * (wide + gap), body.y, wide, body.height)
        shown = names[part[0] : part[-1] + 1] if part else ()
        title, listed = box.rows(10 * mm, box.height - 10 * mm)
        pen.badge(wind, title.x, title.y + 1 * mm, 8 * mm)
        words = side_name(wind.side) if result.sides == "pairs" else wind_name(wind)
        pen.text(Box(title.x + 10 * mm, title.y, title.width - 10 * mm, title.height), words, 13, bold=True)
        columns = (Column(_("No."), 9 * mm, "right", bold=True), Column(_("Name"), wide - 9 * mm))
        draw_list(pen, listed, columns, [(str(number), name) for number, name in shown], _ROW)
