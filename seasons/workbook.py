"""A season as an .xlsx workbook: its standing, every result that came into it, the regulation."""

from datetime import datetime

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment

from printing.documents.workbook import round_lines
from printing.occasion import Occasion
from printing.spreadsheets import Listed, Value, new_sheet, put_list, saved
from seasons.paper import regulation
from seasons.season import Season, Sitting
from wording.naming import number


def standing_list(season: Season) -> Listed:
    """One left out stands in square brackets: a spreadsheet takes round ones for a minus."""
    lines: list[list[Value]] = []
    for line in season.standings.overall:
        points: dict[int, Value] = {result.round: result.match_points for result in line.counted}
        points |= {result.round: f"[{number(result.match_points)}]" for result in line.dropped}
        by_round = map(points.get, season.sittings)
        lines.append([line.rank, line.entry, line.match_points, line.total, *by_round])
    head = [
        _("Rank"),
        _("Name"),
        _("Match points"),
        _("Points"),
        *map(_heading, season.sittings.values()),
    ]
    return Listed("season", _("Standing"), season.circuit.name, head, lines, 2)


def _heading(sitting: Sitting) -> str:
    return sitting.tournament.date.isoformat() + (f" P{sitting.partita}" if sitting.partita else "")


def _results(season: Season) -> Listed:
    """A line each, so that a spreadsheet can filter and sum them."""
    lines = []
    for standing in season.standings.rounds:
        sitting = season.sittings[standing.number]
        evening = sitting.tournament.date.isoformat(), sitting.partita
        lines += [(*evening, *line) for line in round_lines(standing)]
    head = [_("Date"), _("Partita"), _("Wind"), _("Rank"), _("Name"), _("Table")]
    head += [_("Points"), _("Match points")]
    return Listed("results", _("Results"), season.circuit.name, head, lines, 2)


def render(season: Season, at: datetime) -> bytes:
    """``at`` is when it was so."""
    book = Workbook()
    book.remove(book.worksheets[0])
    last = max(evening.date for evening in season.evenings)
    occasion = Occasion(season.circuit.name, last, "", None, "", at)
    title = _("Regulation")
    rules = Listed("regulation", title, title, [title, ""], regulation(season), 1)
    for listed in (standing_list(season), _results(season), rules):
        put_list(new_sheet(book, listed.short), occasion, listed)
    for cell in book[title]["B"]:
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    return saved(book, occasion)
