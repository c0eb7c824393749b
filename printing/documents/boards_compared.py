"""The boards compared: for each board and wind every table's points against the others' (§6, §7 point 12).

In duplicate this is the traveller: all who sat at one wind held the same cards, and here they see what was to be had.
Printed once the partita is closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm

from king.cards import Side, Wind
from king.rulesets.base import Order
from king.sheet.comparison import BoardComparison, Field, TableResult
from king.sheet.points import Column as SheetColumn
from printing.lists import Cell, Column, Listing, Strong, list_pages, with_badges, words
from printing.occasion import Occasion, check_plays_boards, find_round, occasion_of
from printing.options import Options
from printing.paper import PORTRAIT, Progress, body_of, make_document
from scoring.publishing import Posted, tables_as_posted
from scoring.scored_sheets import compare_tables, compared_boards
from tournaments.models import Round, Tournament
from wording.figures import number
from wording.naming import column_name, contract_name, wind_name
from wording.results import SIGNS, declaration, legend

_ROW, _GAP = 5 * mm, 5 * mm


@dataclass(frozen=True, slots=True)
class ComparedBoards:
    """The boards of a closed partita; ``dealers`` by the number of the hand.

    ``chosen``: each table chose what to play with the cards, so a board has a list for each hand that it was.
    """

    occasion: Occasion
    columns: tuple[SheetColumn, ...]
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
    return _compared(tournament, round, options, compare_tables(tables), posted.at)


def _compared(
    tournament: Tournament,
    round: Round,
    options: Options,
    found: tuple[BoardComparison, ...],
    at: datetime | None = None,
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
    return ComparedBoards(occasion_of(tournament, round, at), rules.columns, dealers, boards, chosen)


def render(compared: ComparedBoards, progress: Progress | None = None) -> bytes:
    """As many boards on a page as fit; one with many tables goes on over several."""
    width = body_of(PORTRAIT).width
    tables = [
        _listing(board.hand, field, compared).table(width, _ROW) for board in compared.boards for field in board.fields
    ]
    for table in tables:
        table.spaceAfter = _GAP
    above = [words(compared.note, 8.5, grey=0.2, below=1 * mm)] if compared.note else []
    pages = list_pages(tables, _("Boards compared"), compared.occasion.subject, above=above)
    return make_document(pages, compared.occasion.footing(), title=_("Boards compared"), progress=progress)


def _listing(hand: int, field: Field, compared: ComparedBoards) -> Listing:
    """A line a table, below them the figures of each column, where there is more than a result alone."""
    title = [_("Hand %(number)d") % {"number": hand}]
    if field.contract is not None:
        title.append(contract_name(field.contract))
    if hand in compared.dealers:
        title.append(_("dealer %(wind)s") % {"wind": wind_name(compared.dealers[hand])})
    figures = _figures(field, compared.columns) if field.is_compared else []
    signs = legend([field])
    lines = [*(_result(field, result, compared.columns) for result in field.results), *figures]
    if signs:
        lines.append((signs, *[None] * (2 * len(compared.columns) + 1)))
    wide = (body_of(PORTRAIT).width - 62 * mm) / len(compared.columns)
    columns = [Column(_("Table"), 16 * mm, bold=True)]
    for column in compared.columns:
        badges = with_badges(
            column.winds if isinstance(column, Side) else (column,), column_name(column), 8.5, bold=False
        )
        columns += [
            Column(badges, wide * 0.55, "right", size=0.95),
            Column(None, wide * 0.33, "right", size=0.75, grey=0.35),
        ]
    columns.append(Column(size=0.8, grey=0.2))
    return Listing(columns, lines, title=" · ".join(title), head=6.5 * mm, foot=len(figures) + bool(signs))


def _result(field: Field, result: TableResult, columns: tuple[SheetColumn, ...]) -> tuple[Cell, ...]:
    """The points of each column, those that are best in bold, and how far they are from its mean."""
    line: list[Cell] = [str(result.table)]
    for column in columns:
        said = " ".join(filter(None, (number(result.points[column]), SIGNS[result.mark])))
        difference = field.difference(result, column)
        apart = number(difference, signed=True) if difference is not None and field.is_compared else ""
        line += [Strong(said) if field.is_best(result, column) else said, apart]
    return (*line, declaration(result.row))


def _figures(field: Field, columns: tuple[SheetColumn, ...]) -> list[tuple[Cell, ...]]:
    count = max(figure.count for figure in field.figures.values())
    of = ngettext("of %(count)d result", "of %(count)d results", count) % {"count": count}
    names = {"mean": _("mean"), "best": _("best"), "worst": _("worst"), "spread": _("spread")}
    return [
        (name, *(cell for column in columns for cell in (number(getattr(field.figures[column], key)), "")),
         of if key == "mean" else "")
        for key, name in names.items()
    ]  # fmt: skip
