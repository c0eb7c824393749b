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
from printing.wording import drawn_place
from tournaments.head_count import seats_of_entries
from tournaments.models import Tournament

_NOTE, _ROW, _TALLEST = 10 * mm, 6.6 * mm, 11 * mm
_ROOM = body_of(PORTRAIT).height - HEADING - _NOTE - 10 * mm - HEAD
_MOST = int(_ROOM / _ROW)


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
    """The winds side by side, in letters as large as there is room for; a big hall goes on over pages."""
    longest = max(len(names) for _wind, names in result.drawn)
    pages = [partial(_draw_page, result, part) for part in in_parts(range(longest), _MOST)]
    return make_document(pages, result.occasion.footing(), title=_title(result), progress=progress)


def _title(result: DrawResult) -> str:
    """Teams are drawn into an order; everybody else draws a wind or a line."""
    titles = {"pairs": _("Draw of the lines"), "teams": _("Draw of the meetings")}
    return titles.get(result.sides, _("Draw of the winds"))


def _draw_page(result: DrawResult, part: tuple[int, ...], pen: Pen) -> None:
    rest = heading(pen, _title(result), result.occasion.subject)
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
        _draw_place(pen, title, wind, result.sides)
        row = min(_TALLEST, _ROOM / max(len(part), 1))
        size = min(13.0 if len(result.drawn) == 2 else 11.5, row / mm * 1.5)
        columns = (
            Column(_("No."), 9 * mm, "right", bold=True, size=size), Column(_("Name"), wide - 9 * mm, size=size)
        )  # fmt: skip
        draw_list(pen, listed, columns, [(str(number), name) for number, name in shown], row)


def _draw_place(pen: Pen, box: Box, wind: Wind, sides: str) -> None:
    """The badge of the wind, both of a line; a team sits at either, and has none."""
    left = box.x
    for each in {"pairs": wind.side.winds, "teams": ()}.get(sides, (wind,)):
        pen.badge(each, left, box.y + 1 * mm, 8 * mm)
        left += 10 * mm
    pen.text(Box(left, box.y, box.right - left, box.height), drawn_place(wind, sides), 13, bold=True)
