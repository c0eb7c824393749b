"""The boards compared: for each board and wind every table's points against the others' (§6, §7 point 12).

In duplicate this is the traveller: all who sat at one wind held the same cards, and here they see what was to be had.
Printed once the partita is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm

from king.cards.winds import Wind
from king.rulesets.base import Order
from king.sheet.comparison import BoardComparison, Field, Figures, TableResult
from king.sheet.points import Column
from printing.occasion import Occasion, check_plays_boards, find_round, occasion_of
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, heading, make_document
from scoring.publishing import Posted, tables_as_posted
from scoring.scored_sheets import compare_tables, compared_boards
from tournaments.models import Round, Tournament
from wording.figures import number
from wording.naming import column_name, contract_name, wind_name
from wording.results import SIGNS, declaration, legend

_TITLE, _HEAD, _ROW, _FIGURE, _LEGEND, _GAP = 8 * mm, 6.5 * mm, 5 * mm, 4.4 * mm, 5 * mm, 5 * mm
_TABLE, _NOTE = 16 * mm, 46 * mm
_NOTE_LINE = 8 * mm
_FIGURES = ("mean", "best", "worst", "spread")
_LEAST_ROWS = 4
"""A field is not begun at the foot of a page with fewer results than these below its head."""


@dataclass(frozen=True, slots=True)
class ComparedBoards:
    """The boards of a closed partita; ``dealers`` by the number of the hand.

    ``chosen``: each table chose what to play with the cards, so a board has a list for each hand that it was.
    """

    occasion: Occasion
    columns: tuple[Column, ...]
    dealers: Mapping[int, Wind]
    boards: tuple[BoardComparison, ...]
    chosen: bool = False

    @property
    def note(self) -> str:
        """What bold and grey say; and what is compared with what, where that is not every table with every other."""
        said = []
        if any(field.is_compared for board in self.boards for field in board.fields):
            said.append(_("In bold the best of each column, in grey the difference from its mean."))
        if self.chosen:
            said.append(_("Each table chose what to play with these cards: tables that played the same hand are "
                          "compared here, whole sheets in the standing."))  # fmt: skip
        return " ".join(said)


@dataclass(frozen=True, slots=True)
class Part:
    """As much of a field as a page takes; ``ends`` where its figures follow the last result."""

    hand: int
    field: Field
    results: tuple[TableResult, ...]
    begins: bool
    ends: bool

    @property
    def height(self) -> float:
        """What it takes of a page, in points."""
        figures = len(_FIGURES) * _FIGURE if self.has_figures else 0
        return _TITLE + _HEAD + len(self.results) * _ROW + figures + _LEGEND * bool(_legend(self)) + _GAP

    @property
    def has_figures(self) -> bool:
        """Whether the figures of the field stand below: a result alone compares with nothing."""
        return self.ends and self.field.is_compared


def gather(tournament: Tournament, options: Options) -> ComparedBoards:
    """Every board of the partita, or the one asked for; refused while the partita is not closed."""
    round = find_round(tournament, options.round)
    if not round.is_closed:
        raise ValidationError(
            gettext_lazy("Partita %(round)s is not closed yet: the tables' points are compared when it is."),
            code="round_open",
            params={"round": round.number},
        )
    return _compared(tournament, round, options, compared_boards(round))


def gather_posted(tournament: Tournament, posted: Posted, options: Options) -> ComparedBoards:
    """The boards with the results that a posted standing ranks, whatever the sheets say by now: for everybody."""
    round = find_round(tournament, options.round)
    tables = tables_as_posted(posted, [round]).get(round.pk, ())
    return _compared(tournament, round, options, compare_tables(tables))


def _compared(
    tournament: Tournament, round: Round, options: Options, found: tuple[BoardComparison, ...]
) -> ComparedBoards:
    check_plays_boards(tournament, round)
    rules = tournament.rules
    plans = rules.schedule(rules.configure(tournament.settings))
    boards = tuple(board for board in found if options.board in (None, board.hand))
    if not boards:
        raise ValidationError(
            gettext_lazy("Partita %(round)s has no board %(board)s."),
            code="no_board",
            params={"round": round.number, "board": options.board or ""},
        )
    dealers = {plan.number: plan.dealer for plan in plans if plan.dealer is not None}
    chosen = rules.order is not Order.FIXED
    return ComparedBoards(occasion_of(tournament, round), rules.columns, dealers, boards, chosen)


def render(compared: ComparedBoards, progress: Progress | None = None) -> bytes:
    """As many boards on a page as fit; one with many tables goes on over several."""
    pages = [partial(_draw_page, compared, parts) for parts in _pages(compared)]
    return make_document(pages, compared.occasion.footing(), title=_("Boards compared"), progress=progress)


def _pages(compared: ComparedBoards) -> Iterator[tuple[Part, ...]]:
    room = _room(compared)
    page: list[Part] = []
    left = room
    for board in compared.boards:
        for field in board.fields:
            rest, begins = field.results, True
            while rest or begins:
                part = _part(board.hand, field, rest, begins, left, room)
                if part is None or part.height > left:
                    yield tuple(page)
                    page, left = [], room
                    continue
                page.append(part)
                left -= part.height
                rest, begins = rest[len(part.results) :], False
    if page:
        yield tuple(page)


def _room(compared: ComparedBoards) -> float:
    """What a page has for results."""
    return body_of(PORTRAIT).height - HEADING - (_NOTE_LINE if compared.note else 0)


def _part(
    hand: int, field: Field, rest: tuple[TableResult, ...], begins: bool, left: float, full_page: float
) -> Part | None:
    """The whole field where it fits into what is left of the page, else what of it does; None: a new page is better."""
    whole = Part(hand, field, rest, begins, True)
    if whole.height <= left:
        return whole
    fits = int((left - _TITLE - _HEAD - _GAP - _LEGEND) / _ROW)
    if fits < _LEAST_ROWS or (left < full_page and whole.height <= full_page):
        return None
    # What is left for the next page has at least a row, so that figures never stand alone.
    return Part(hand, field, rest[: min(fits, len(rest) - 1)], begins, False)


def _draw_page(compared: ComparedBoards, parts: tuple[Part, ...], pen: Pen) -> None:
    rest = heading(pen, _("Boards compared"), compared.occasion.subject)
    top = rest.top
    if compared.note:
        pen.text(Box(rest.x, top - _NOTE_LINE, rest.width, _NOTE_LINE), compared.note, 8.5, grey=0.2, paragraph=True)
        top -= _NOTE_LINE
    for part in parts:
        _draw_part(pen, Box(rest.x, top - part.height, rest.width, part.height), part, compared)
        top -= part.height


def _draw_part(pen: Pen, box: Box, part: Part, compared: ComparedBoards) -> None:
    title = _("Hand %(number)d") % {"number": part.hand}
    if part.field.contract is not None:
        title += " · " + contract_name(part.field.contract)
    if part.hand in compared.dealers:
        title += " · " + _("dealer %(wind)s") % {"wind": wind_name(compared.dealers[part.hand])}
    if not part.begins:
        title += " · " + _("continued")
    figures = [*_FIGURES] if part.has_figures else []
    first, head, *rows = box.rows(_TITLE, _HEAD, *[_ROW] * len(part.results), *[_FIGURE] * len(figures))
    pen.text(first.inset(0, 0.8 * mm), title, 12, bold=True)
    _draw_head(pen, head, compared.columns)
    for result, row in zip(part.results, rows, strict=False):
        _draw_result(pen, row, part.field, result, compared.columns)
    for key, row in zip(figures, rows[len(part.results) :], strict=True):
        _draw_figures(pen, row, key, part.field.figures, compared.columns)
    below = rows[-1].y if rows else head.y
    pen.line(box.x, below, box.right, below, 0.6)
    pen.text(Box(box.x, below - _LEGEND, box.width, _LEGEND), _legend(part), 7.5, grey=0.25)


def _legend(part: Part) -> str:
    return legend([Field(part.field.contract, part.results, part.field.figures)])


def _cells(row: Box, columns: tuple[Column, ...]) -> tuple[Box, list[Box], Box]:
    wide = (row.width - _TABLE - _NOTE) / len(columns)
    table, *cells, note = row.columns(_TABLE, *[wide] * len(columns), _NOTE)
    return table, cells, note


def _draw_head(pen: Pen, head: Box, columns: tuple[Column, ...]) -> None:
    table, cells, _note = _cells(head, columns)
    pen.text(table, _("Table"), 8, grey=0.25)
    for column, cell in zip(columns, cells, strict=True):
        left = cell.x
        for wind in (column,) if isinstance(column, Wind) else column.winds:
            pen.badge(wind, left, cell.y + 0.6 * mm, 5 * mm)
            left += 6.4 * mm
        pen.text(Box(left + 0.6 * mm, cell.y, cell.right - left - 1 * mm, cell.height), column_name(column), 8.5)
    pen.line(head.x, head.y, head.right, head.y, 0.6)


def _draw_result(pen: Pen, row: Box, field: Field, result: TableResult, columns: tuple[Column, ...]) -> None:
    table, cells, note = _cells(row, columns)
    pen.line(row.x, row.y, row.right, row.y, 0.2, 0.7)
    pen.text(table.inset(0.5 * mm, 0.2 * mm), str(result.table), 10, bold=True)
    for column, cell in zip(columns, cells, strict=True):
        points, apart = _points_and_difference(cell)
        best = field.is_best(result, column)
        said = number(result.points[column]) + (f" {SIGNS[result.mark]}" if SIGNS[result.mark] else "")
        pen.text(points, said, 9.5, bold=best, align="right")
        difference = field.difference(result, column)
        if difference is not None and field.is_compared:
            pen.text(apart, number(difference, signed=True), 7.5, align="right", grey=0.35)
    pen.text(note.inset(1 * mm, 0.2 * mm), declaration(result.row), 8, grey=0.2)


def _points_and_difference(cell: Box) -> tuple[Box, Box]:
    points, apart = Box(cell.x, cell.y, cell.width - 3 * mm, cell.height).columns(
        (cell.width - 3 * mm) * 0.55, (cell.width - 3 * mm) * 0.45
    )
    return points.inset(0.3 * mm, 0.2 * mm), apart.inset(0.3 * mm, 0.2 * mm)


def _draw_figures(pen: Pen, row: Box, key: str, figures: Mapping[Column, Figures], columns: tuple[Column, ...]) -> None:
    table, cells, note = _cells(row, columns)
    names = {"mean": _("mean"), "best": _("best"), "worst": _("worst"), "spread": _("spread")}
    pen.text(table.inset(0.5 * mm, 0.2 * mm), names[key], 8, grey=0.25)
    for column, cell in zip(columns, cells, strict=True):
        points, _apart = _points_and_difference(cell)
        pen.text(points, number(getattr(figures[column], key)), 8.5, align="right", grey=0.15)
    if key == "mean":
        count = max(each.count for each in figures.values())
        said = ngettext("of %(count)d result", "of %(count)d results", count) % {"count": count}
        pen.text(note.inset(1 * mm, 0.2 * mm), said, 7.5, grey=0.35)
